"""Parts of a URL that do not change what it names: campaign marks and session ids.

A row is right only if a server that never saw the parameter would answer with the same page. Names that sites also use
for content (``ref``, ``source``, ``id``) have no row; names that may be either (``sid``, ``s``) count only where their
value looks like a session id.
"""

from __future__ import annotations

from dataclasses import dataclass

SESSION_VALUE = (
    r"(?:[0-9a-f]{32}(?:[0-9a-f]{8}|[0-9a-f]{32})?"
    r"|(?=[0-9a-z]*[0-9])(?:[0-9a-f]{16,}|(?=[0-9a-z]*[a-z])(?=(?:[a-z]*[0-9]){3})[0-9a-z]{20,}))"
)
"""A random token: as many hex digits as a digest has (32, 40, 64, letters only too); 16 or more hex digits, a digit
among them; or 20 or more letters and digits with at least three digits."""


CLEAR_SESSION_VALUE = (
    rf"(?!0x)(?:{SESSION_VALUE}|(?=[0-9]*[a-f])(?=(?:[a-f]*[0-9]){{2}})[0-9a-f]{{10,}}"
    r"|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
)
"""The same under a name that hardly means anything else: 10 or more hex digits, letters and digits among them, and
UUIDs, too. What begins with ``0x`` is an address of something."""


@dataclass(frozen=True, slots=True)
class NoiseRule:
    """One kind of query parameter (or path parameter after ``;``) that is dropped from a URL's identity.

    ``names`` are compared without regard to case; one that ends in ``*`` fits every name that starts so. ``value`` is a
    regular expression that the whole value must match (without regard to case); empty means any value. ``asked``: it
    goes out with a request all the same, since a server may insist on it; others are not even asked with.
    """

    id: str
    names: tuple[str, ...]
    why: str
    value: str = ""
    asked: bool = False


QUERY_NOISE: tuple[NoiseRule, ...] = (
    NoiseRule("utm", ("utm_*",), "campaign marks of Google Analytics, taken over by everybody"),
    NoiseRule(
        "google-click",
        ("gclid", "gclsrc", "dclid", "gbraid", "wbraid", "gad_source", "gad_campaignid", "srsltid"),
        "click ids of Google's adverts and shopping results",
    ),
    NoiseRule("google-linker", ("_ga", "_gl", "_gac"), "Google Analytics' visitor id handed from host to host"),
    NoiseRule("facebook-click", ("fbclid", "fb_action_ids", "fb_action_types", "fb_source", "fb_ref"), "Facebook"),
    NoiseRule("microsoft-click", ("msclkid",), "click id of Microsoft's adverts"),
    NoiseRule("yandex-click", ("yclid", "ysclid", "_openstat"), "click ids of Yandex"),
    NoiseRule("twitter-click", ("twclid", "ref_src", "ref_url"), "click id and embed marks of Twitter"),
    NoiseRule("instagram-share", ("igshid", "igsh"), "share ids of Instagram"),
    NoiseRule("tiktok-click", ("ttclid",), "click id of TikTok"),
    NoiseRule("pinterest-click", ("epik",), "click id of Pinterest"),
    NoiseRule("linkedin-click", ("li_fat_id",), "click id of LinkedIn"),
    NoiseRule("mailchimp", ("mc_cid", "mc_eid"), "campaign and reader of a Mailchimp letter"),
    NoiseRule(
        "hubspot", ("_hsenc", "_hsmi", "__hssc", "__hstc", "__hsfp", "hsctatracking"), "campaign and visitor of HubSpot"
    ),
    NoiseRule("marketo", ("mkt_tok",), "reader of a Marketo letter"),
    NoiseRule("vero", ("vero_id", "vero_conv"), "reader of a Vero letter"),
    NoiseRule("omeda", ("oly_anon_id", "oly_enc_id"), "reader of an Omeda letter"),
    NoiseRule("adobe", ("s_kwcid", "ef_id"), "advert ids of Adobe"),
    NoiseRule("webtrends", ("wt.mc_id", "wt_mc", "wt.mc_ev"), "campaign marks of Webtrends and Mapp"),
    NoiseRule(
        "matomo",
        (
            *("pk_campaign", "pk_kwd", "pk_keyword", "pk_source", "pk_medium", "pk_content", "pk_cid"),
            *("piwik_campaign", "piwik_kwd", "piwik_keyword"),
            *("mtm_campaign", "mtm_kwd", "mtm_keyword", "mtm_source", "mtm_medium", "mtm_content", "mtm_cid"),
            *("mtm_group", "mtm_placement"),
        ),
        "campaign marks of Matomo, once Piwik",
    ),
    NoiseRule("piano", ("at_medium", "at_campaign", "at_custom1", "at_custom2", "at_custom3", "at_custom4"), "Piano"),
    NoiseRule("wicked", ("wickedid", "wickedsource"), "click ids of Wicked Reports"),
    NoiseRule("php-session", ("phpsessid",), "PHP writes it into every link when cookies are off", asked=True),
    NoiseRule(
        "java-session", ("jsessionid",), "servlet containers write it into every link when cookies are off", asked=True
    ),
    NoiseRule("asp-session", ("aspsessionid*", "asp.net_sessionid"), "session ids of ASP", asked=True),
    NoiseRule(
        "shop-session",
        ("oscsid", "zenid", "xtcsid"),
        "session ids of osCommerce and its kin",
        CLEAR_SESSION_VALUE,
        asked=True,
    ),
    NoiseRule(
        "session-id",
        ("sid", "sess", "sessid", "session_id", "sessionid", "cftoken", "token"),
        "common names of session ids, which seldom name other things: only if the value looks random",
        CLEAR_SESSION_VALUE,
        asked=True,
    ),
    NoiseRule(
        "session-token",
        ("s", "session"),
        "names of session ids, which also name other things: only if the value is a random token",
        SESSION_VALUE,
        asked=True,
    ),
)

PATH_NOISE: tuple[NoiseRule, ...] = (
    NoiseRule("java-path-session", ("jsessionid",), "servlet containers write ;jsessionid=… after the path"),
    NoiseRule("php-path-session", ("phpsessid",), "the same habit, of PHP programs"),
    NoiseRule("token-path-session", ("sid", "session"), "the same habit, elsewhere", SESSION_VALUE),
)

SEGMENT_NOISE = r"\((?:[A-Z]\([^()/]{16,}\))+\)"
"""A whole path segment ``(S(…))``: the session of ASP.NET without cookies (also ``(A(…)F(…))``)."""
