"""Every row of noise in URLs: what it takes away, and a near miss that it leaves."""

from __future__ import annotations

import pytest

from scrapepy.rules.url_noise import PATH_NOISE, QUERY_NOISE
from scrapepy.web.canonical import canonical, without_tracking

HEX = "0123456789abcdef0123456789abcdef"

CASES = {
    "utm": ("utm_source=x&utm_whatever=y", "autm_source=x"),
    "google-click": ("gclid=x", "gclids=x"),
    "google-linker": ("_ga=1.2&_gl=x", "ga=1"),
    "facebook-click": ("fbclid=x", "fb=x"),
    "microsoft-click": ("msclkid=x", "msc=x"),
    "yandex-click": ("yclid=1&ysclid=2", "cycle=1"),
    "twitter-click": ("twclid=x&ref_src=twsrc", "ref=main"),
    "instagram-share": ("igshid=x", "ig=x"),
    "tiktok-click": ("ttclid=x", "tt=x"),
    "pinterest-click": ("epik=x", "epic=x"),
    "linkedin-click": ("li_fat_id=x", "li=x"),
    "mailchimp": ("mc_cid=x&mc_eid=y", "mc=x"),
    "hubspot": ("_hsenc=x&hsCtaTracking=y", "hs=x"),
    "marketo": ("mkt_tok=x", "tok=x"),
    "vero": ("vero_id=x", "vero=x"),
    "omeda": ("oly_anon_id=x", "oly=x"),
    "adobe": ("s_kwcid=x&ef_id=y", "kwcid=x"),
    "webtrends": ("WT.mc_id=x", "mc_id=x"),
    "matomo": ("pk_campaign=x&mtm_source=y", "pk=7"),
    "piano": ("at_medium=x", "at=x"),
    "wicked": ("wickedid=x", "wicked=x"),
    "php-session": ("PHPSESSID=abc", "php=abc"),
    "java-session": ("jsessionid=abc", "java=abc"),
    "asp-session": ("ASPSESSIONIDQQRRSS=x", "asp=x"),
    "shop-session": (f"osCsid={HEX}", "osCsid=1"),
    "session-id": ("sid=3fa9c01b77e2&token=f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "sid=about&token=0x3fa9c01b77e2"),
    "session-token": (f"s={HEX}", "s=3fa9c01b77e2"),
}
PATH_CASES = {
    "java-path-session": (";jsessionid=AB12.node", ";java=1"),
    "php-path-session": (";PHPSESSID=ab", ";php=1"),
    "token-path-session": (f";sid={HEX}", ";sid=12"),
}


def test_every_row_has_its_case() -> None:
    assert set(CASES) == {rule.id for rule in QUERY_NOISE}
    assert set(PATH_CASES) == {rule.id for rule in PATH_NOISE}


@pytest.mark.parametrize("rule", CASES)
def test_a_noisy_query_is_dropped_and_a_near_miss_stays(rule: str) -> None:
    noise, near_miss = CASES[rule]
    assert canonical(f"http://h/a?{noise}") == "http://h/a"
    assert canonical(f"http://h/a?x=1&{noise}&y=2") == "http://h/a?x=1&y=2"
    assert canonical(f"http://h/a?{near_miss}") == f"http://h/a?{near_miss}"


@pytest.mark.parametrize("rule", PATH_CASES)
def test_a_noisy_path_is_cleaned_and_a_near_miss_stays(rule: str) -> None:
    noise, near_miss = PATH_CASES[rule]
    assert canonical(f"http://h/a{noise}/b{noise}?x=1") == "http://h/a/b?x=1"
    assert canonical(f"http://h/a{near_miss}/b") == f"http://h/a{near_miss}/b"


@pytest.mark.parametrize(
    "query",
    [
        "s=internationalization",
        "s=python3",
        "session=2024-spring",
        "session=morning",
        "sid=42",
        "sid=about",
        "sid=20240131120000",
        "sid=deadbeef",
        "token=expression",
        "token=0xdac17f958d2ee523a2206206994597c13d831ec7",
        "id=3fa9c01b77e2",
        "sid",
        "sid=",
        "id=0123456789abcdef0123456789abcdef",
        "commit=0123456789abcdef0123456789abcdef01234567",
        "ref=main",
        "source=news",
    ],
)
def test_what_may_be_content_stays(query: str) -> None:
    assert canonical(f"http://h/a?{query}") == f"http://h/a?{query}"


@pytest.mark.parametrize("value", [HEX, HEX.upper(), "0123456789abcdef", "k3j9x8q2w7e5r1t6y4u0"])
def test_a_random_token_is_a_session(value: str) -> None:
    assert canonical(f"http://h/a?s={value}") == "http://h/a"


def test_names_are_compared_without_regard_to_case() -> None:
    assert canonical("http://h/a?UTM_Source=x&FBCLID=y") == "http://h/a"
    assert canonical("http://h/a?utm%5Fsource=x") == "http://h/a"


def test_the_session_segment_of_asp_net_goes() -> None:
    assert canonical("http://h/(S(lit3py55t21z5v55vlm25s55))/p.aspx") == "http://h/p.aspx"
    assert canonical("http://h/(S(x))/p") == "http://h/(S(x))/p"


def test_what_is_asked_for_has_no_campaign_marks() -> None:
    """Session ids stay: a server may insist on them."""
    for rule in QUERY_NOISE:
        address = f"http://h/a%7E?x=1&{CASES[rule.id][0]}&%79"
        asked = without_tracking(address)
        assert asked == (address if rule.asked else "http://h/a%7E?x=1&%79")
        assert canonical(asked) == canonical(address)
    assert without_tracking("http://h/a?gclid=1&utm_medium=b") == "http://h/a"
    assert without_tracking("http://h/a?") == "http://h/a?"
