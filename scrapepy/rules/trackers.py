"""Hosts that count visitors or show adverts, and that no reader of an offline copy needs (SPEC 4).

A row fits a host itself and everything below it, at the borders of labels: ``doubleclick.net`` is
``ad.doubleclick.net`` and never ``notdoubleclick.net``. Where a host also serves what pages need, ``paths`` narrows the
row to addresses whose path starts so. Services that show content (comments, videos, fonts, maps) have no row.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Tracker:
    """One service. ``hosts`` are suffixes at label borders; ``paths`` are prefixes, none means any path."""

    id: str
    hosts: tuple[str, ...]
    why: str
    paths: tuple[str, ...] = ()


_COUNTS = "counts visitors"
_ADVERTS = "shows adverts, or measures them"
_RECORDS = "records what visitors do on the page"
_MARKETING = "recognises visitors for marketing"

TRACKERS: tuple[Tracker, ...] = (
    # visitor statistics
    Tracker("google-analytics", ("google-analytics.com", "analytics.google.com"), _COUNTS),
    Tracker("google-tag-manager", ("googletagmanager.com", "googletagservices.com"), "loads other trackers"),
    Tracker("urchin", ("urchin.com",), _COUNTS),
    Tracker("matomo-cloud", ("matomo.cloud", "innocraft.cloud", "piwik.pro"), _COUNTS),
    Tracker("plausible", ("plausible.io",), _COUNTS, ("/js/", "/api/event")),
    Tracker("fathom", ("cdn.usefathom.com",), _COUNTS),
    Tracker("simple-analytics", ("simpleanalyticscdn.com",), _COUNTS),
    Tracker("goatcounter", ("gc.zgo.at", "goatcounter.com"), _COUNTS),
    Tracker("umami", ("cloud.umami.is", "analytics.umami.is"), _COUNTS),
    Tracker("cloudflare-insights", ("cloudflareinsights.com",), _COUNTS),
    Tracker("vercel-analytics", ("va.vercel-scripts.com", "vitals.vercel-insights.com"), _COUNTS),
    Tracker("statcounter", ("statcounter.com",), _COUNTS),
    Tracker("clicky", ("getclicky.com",), _COUNTS),
    Tracker("gauges", ("secure.gaug.es", "track.gaug.es"), _COUNTS),
    Tracker("histats", ("histats.com",), _COUNTS),
    Tracker("w3counter", ("w3counter.com",), _COUNTS),
    Tracker("yandex-metrica", ("mc.yandex.ru", "mc.yandex.com", "metrika.yandex.ru"), _COUNTS),
    Tracker("baidu-tongji", ("hm.baidu.com", "tongji.baidu.com"), _COUNTS),
    Tracker("cnzz", ("cnzz.com", "cnzz.net"), _COUNTS),
    Tracker("51la", ("js.users.51.la", "v6-web.51.la"), _COUNTS),
    Tracker("mail-ru-counter", ("top-fwz1.mail.ru", "top.mail.ru", "counter.yadro.ru"), _COUNTS),
    Tracker("gemius", ("gemius.pl",), _COUNTS),
    Tracker("chartbeat", ("chartbeat.com", "chartbeat.net"), _COUNTS),
    Tracker("parsely", ("cdn.parsely.com", "p1.parsely.com", "pixel.parsely.com"), _COUNTS),
    Tracker("scorecard", ("scorecardresearch.com", "comscore.com"), _COUNTS),
    Tracker("quantcast", ("quantserve.com", "quantcount.com"), _COUNTS),
    Tracker("nielsen", ("imrworldwide.com",), _COUNTS),
    Tracker("alexa-metrics", ("alexametrics.com", "d31qbv1cthcecs.cloudfront.net"), _COUNTS),
    Tracker("adobe-analytics", ("omtrdc.net", "2o7.net", "demdex.net", "everesttech.net"), _COUNTS),
    Tracker("adobe-launch", ("assets.adobedtm.com",), "loads other trackers"),
    Tracker("webtrends", ("webtrends.com", "webtrendslive.com"), _COUNTS),
    Tracker("etracker", ("etracker.com", "etracker.de"), _COUNTS),
    Tracker("ioam", ("ioam.de", "iocnt.net"), _COUNTS),
    Tracker("at-internet", ("xiti.com", "ati-host.net"), _COUNTS),
    Tracker("wordpress-stats", ("stats.wp.com", "pixel.wp.com"), _COUNTS),
    Tracker("flag-counter", ("flagcounter.com", "clustrmaps.com", "revolvermaps.com"), _COUNTS),
    Tracker("hits", ("hits.seeyoufarm.com", "hitcounter.pythonanywhere.com", "visitor-badge.glitch.me"), _COUNTS),
    Tracker("busuanzi", ("busuanzi.ibruce.info",), _COUNTS),
    # what visitors do
    Tracker("segment", ("cdn.segment.com", "api.segment.io", "cdn.segment.io"), _RECORDS),
    Tracker("mixpanel", ("cdn.mxpnl.com", "api.mixpanel.com", "api-js.mixpanel.com"), _RECORDS),
    Tracker("amplitude", ("cdn.amplitude.com", "api.amplitude.com", "api2.amplitude.com"), _RECORDS),
    Tracker("heap", ("heapanalytics.com",), _RECORDS),
    Tracker("posthog", ("app.posthog.com", "i.posthog.com"), _RECORDS),
    Tracker("pendo", ("cdn.pendo.io", "app.pendo.io", "data.pendo.io"), _RECORDS),
    Tracker("rudderstack", ("cdn.rudderlabs.com", "rudderstack.com"), _RECORDS, ("/v1", "/v3")),
    Tracker("snowplow", ("snplow.net",), _RECORDS),
    Tracker("keen", ("api.keen.io", "d26b395fwzu5fz.cloudfront.net"), _RECORDS),
    Tracker("kissmetrics", ("kissmetrics.com", "kissmetrics.io"), _RECORDS),
    Tracker("hotjar", ("hotjar.com", "hotjar.io"), _RECORDS),
    Tracker("clarity", ("clarity.ms",), _RECORDS),
    Tracker("fullstory", ("fullstory.com",), _RECORDS, ("/s/fs.js", "/rec/")),
    Tracker("logrocket", ("cdn.logrocket.io", "cdn.lr-ingest.io", "cdn.lr-in.com"), _RECORDS),
    Tracker("mouseflow", ("mouseflow.com",), _RECORDS),
    Tracker("crazyegg", ("crazyegg.com",), _RECORDS),
    Tracker("luckyorange", ("luckyorange.com", "luckyorange.net"), _RECORDS),
    Tracker("inspectlet", ("inspectlet.com",), _RECORDS),
    Tracker("smartlook", ("smartlook.com", "smartlook.cloud"), _RECORDS),
    Tracker("contentsquare", ("contentsquare.net",), _RECORDS),
    Tracker("optimizely", ("cdn.optimizely.com", "log.optimizely.com"), "shows visitors different versions"),
    Tracker("vwo", ("visualwebsiteoptimizer.com",), "shows visitors different versions"),
    Tracker("new-relic", ("js-agent.newrelic.com", "nr-data.net"), "measures the page's speed"),
    Tracker("speedcurve", ("cdn.speedcurve.com", "lux.speedcurve.com"), "measures the page's speed"),
    Tracker("pingdom", ("rum-static.pingdom.net", "rum-collector-2.pingdom.net"), "measures the page's speed"),
    Tracker("akamai-mpulse", ("go-mpulse.net", "akstat.io"), "measures the page's speed"),
    Tracker(
        "datadog-rum", ("datadoghq-browser-agent.com", "browser-intake-datadoghq.com"), "measures the page's speed"
    ),
    Tracker("sentry", ("browser.sentry-cdn.com", "js.sentry-cdn.com", "ingest.sentry.io"), "reports script errors"),
    Tracker("bugsnag", ("d2wy8f7a9ursnm.cloudfront.net", "notify.bugsnag.com"), "reports script errors"),
    Tracker("rollbar", ("api.rollbar.com",), "reports script errors"),
    # marketing
    Tracker("facebook-pixel", ("connect.facebook.net",), _MARKETING),
    Tracker("facebook-tr", ("facebook.com",), _MARKETING, ("/tr",)),
    Tracker("twitter-pixel", ("static.ads-twitter.com", "analytics.twitter.com", "ads-api.twitter.com"), _MARKETING),
    Tracker("twitter-collect", ("t.co",), _MARKETING, ("/i/adsct",)),
    Tracker("linkedin-insight", ("snap.licdn.com", "px.ads.linkedin.com", "dc.ads.linkedin.com"), _MARKETING),
    Tracker("pinterest-tag", ("ct.pinterest.com",), _MARKETING),
    Tracker("tiktok-pixel", ("analytics.tiktok.com",), _MARKETING),
    Tracker("reddit-pixel", ("alb.reddit.com", "pixel.redditmedia.com", "events.redditmedia.com"), _MARKETING),
    Tracker("reddit-pixel-script", ("redditstatic.com",), _MARKETING, ("/ads/",)),
    Tracker("snap-pixel", ("sc-static.net", "tr.snapchat.com"), _MARKETING),
    Tracker("quora-pixel", ("a.quora.com", "q.quora.com"), _MARKETING),
    Tracker("bing-ads", ("bat.bing.com", "bat.bing.net"), _MARKETING),
    Tracker("hubspot", ("hs-scripts.com", "hs-analytics.net", "hs-banner.com", "track.hubspot.com"), _MARKETING),
    Tracker("hubspot-more", ("hsadspixel.net", "hscollectedforms.net", "usemessages.com"), _MARKETING),
    Tracker("marketo", ("munchkin.marketo.net", "mktoresp.com"), _MARKETING),
    Tracker("pardot", ("pi.pardot.com", "cdn.pardot.com"), _MARKETING),
    Tracker("eloqua", ("en25.com", "eloqua.com"), _MARKETING),
    Tracker("6sense", ("6sc.co", "6sense.com"), _MARKETING),
    Tracker("demandbase", ("company-target.com", "tag.demandbase.com"), _MARKETING),
    Tracker("clearbit", ("x.clearbitjs.com", "tag.clearbitscripts.com"), _MARKETING),
    Tracker("zoominfo", ("ws.zoominfo.com",), _MARKETING),
    Tracker("bizible", ("bizible.com",), _MARKETING),
    Tracker("drift", ("js.driftt.com",), _MARKETING),
    Tracker("leadfeeder", ("sc.lfeeder.com", "lftracker.leadfeeder.com"), _MARKETING),
    Tracker("klaviyo", ("static.klaviyo.com", "a.klaviyo.com"), _MARKETING),
    Tracker("bluekai", ("bluekai.com", "bkrtx.com"), _MARKETING),
    Tracker("krux", ("krxd.net",), _MARKETING),
    Tracker("tealium", ("tiqcdn.com", "tealiumiq.com"), "loads other trackers"),
    Tracker("ensighten", ("nexus.ensighten.com",), "loads other trackers"),
    Tracker("addthis", ("addthis.com", "addthisedge.com"), "share buttons that recognise visitors"),
    Tracker("sharethis", ("sharethis.com",), "share buttons that recognise visitors"),
    Tracker("addtoany", ("static.addtoany.com",), "share buttons"),
    Tracker("onetrust", ("cdn.cookielaw.org", "geolocation.onetrust.com"), "asks for consent to trackers"),
    Tracker("cookiebot", ("consent.cookiebot.com", "consentcdn.cookiebot.com"), "asks for consent to trackers"),
    Tracker("usercentrics", ("app.usercentrics.eu", "privacy-proxy.usercentrics.eu"), "asks for consent to trackers"),
    Tracker("trustarc", ("consent.trustarc.com", "consent.truste.com"), "asks for consent to trackers"),
    # adverts
    Tracker("doubleclick", ("doubleclick.net", "2mdn.net"), _ADVERTS),
    Tracker("google-ads", ("googlesyndication.com", "googleadservices.com", "adservice.google.com"), _ADVERTS),
    Tracker("google-ads-path", ("google.com",), _ADVERTS, ("/pagead/", "/ads/", "/adsense/")),
    Tracker("google-funding-choices", ("fundingchoicesmessages.google.com",), "asks for consent to adverts"),
    Tracker("amazon-ads", ("amazon-adsystem.com", "assoc-amazon.com"), _ADVERTS),
    Tracker("carbon-ads", ("carbonads.com", "carbonads.net"), _ADVERTS),
    Tracker("ethical-ads", ("ethicalads.io",), _ADVERTS),
    Tracker("buysellads", ("buysellads.com", "buysellads.net", "bsa.io", "servedby-buysellads.com"), _ADVERTS),
    Tracker("adnxs", ("adnxs.com", "adnxs.net"), _ADVERTS),
    Tracker("rubicon", ("rubiconproject.com",), _ADVERTS),
    Tracker("pubmatic", ("pubmatic.com",), _ADVERTS),
    Tracker("openx", ("openx.net",), _ADVERTS),
    Tracker("criteo", ("criteo.com", "criteo.net"), _ADVERTS),
    Tracker("taboola", ("taboola.com",), _ADVERTS),
    Tracker("outbrain", ("outbrain.com", "outbrainimg.com"), _ADVERTS),
    Tracker("adroll", ("adroll.com",), _ADVERTS),
    Tracker("adform", ("adform.net",), _ADVERTS),
    Tracker("smartadserver", ("smartadserver.com", "sascdn.com"), _ADVERTS),
    Tracker("trade-desk", ("adsrvr.org",), _ADVERTS),
    Tracker("mediamath", ("mathtag.com",), _ADVERTS),
    Tracker("moat", ("moatads.com", "moatpixel.com"), _ADVERTS),
    Tracker("doubleverify", ("doubleverify.com",), _ADVERTS),
    Tracker("ias", ("adsafeprotected.com",), _ADVERTS),
    Tracker("index-exchange", ("casalemedia.com", "indexww.com"), _ADVERTS),
    Tracker("sovrn", ("lijit.com", "sovrn.com"), _ADVERTS),
    Tracker("media-net", ("media.net",), _ADVERTS),
    Tracker("yahoo-ads", ("ads.yahoo.com", "analytics.yahoo.com", "adtech.de", "advertising.com"), _ADVERTS),
    Tracker("yandex-ads", ("an.yandex.ru", "yabs.yandex.ru"), _ADVERTS),
    Tracker("baidu-ads", ("cpro.baidustatic.com", "pos.baidu.com"), _ADVERTS),
    Tracker("propeller", ("propellerads.com", "onclickads.net"), _ADVERTS),
    Tracker("revcontent", ("revcontent.com",), _ADVERTS),
    Tracker("mgid", ("mgid.com",), _ADVERTS),
    Tracker("ezoic", ("ezoic.net", "ezojs.com", "ezodn.com"), _ADVERTS),
    Tracker("mediavine", ("scripts.mediavine.com",), _ADVERTS),
    Tracker("raptive", ("ads.adthrive.com",), _ADVERTS),
    Tracker("skimlinks", ("skimresources.com", "redirectingat.com"), _ADVERTS),
    Tracker("viglink", ("viglink.com",), _ADVERTS),
    Tracker("commission-junction", ("anrdoezrs.net", "dpbolvw.net", "tqlkg.com", "emjcd.com"), _ADVERTS),
    Tracker("awin", ("zenaps.com", "dwin1.com"), _ADVERTS),
    Tracker("tradedoubler", ("tradedoubler.com",), _ADVERTS),
    Tracker("liveramp", ("rlcdn.com", "pippio.com"), _MARKETING),
    Tracker("lotame", ("crwdcntrl.net",), _MARKETING),
    Tracker("id5", ("id5-sync.com",), _MARKETING),
)


def tracker_of(host: str, path: str) -> Tracker | None:
    """The first row that fits a host (with or without its port) and a path; None where none does.

    >>> tracker_of("www.google-analytics.com", "/ga.js").id, tracker_of("facebook.com", "/page")
    ('google-analytics', None)
    """
    return next((row for row in trackers_of(host) if not row.paths or path.startswith(row.paths)), None)


@lru_cache(maxsize=4096)
def trackers_of(host: str) -> tuple[Tracker, ...]:
    """The rows for a host, whatever the path: those of its own name and of every domain that it is below."""
    labels = host.partition(":")[0].lower().split(".")
    names = (".".join(labels[start:]) for start in range(len(labels)))
    return tuple(row for name in names for row in _BY_HOST.get(name, ()))


def _by_host() -> dict[str, tuple[Tracker, ...]]:
    table: dict[str, tuple[Tracker, ...]] = {}
    for row in TRACKERS:
        for host in row.hosts:
            table[host] = (*table.get(host, ()), row)
    return table


_BY_HOST = _by_host()
