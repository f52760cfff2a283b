"""robots.txt by RFC 9309: what a host lets us ask for.

:func:`allowed` answers for one file, agent and URL, and is what a conformance suite calls. The crawl parses a file
once (:func:`parse_robots`) and gets its policy from the answer to the request (:func:`policy_from`).
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from scrapepy.decide.robots_rule import RobotsRule, RobotsTarget, robots_rule
from scrapepy.model.outcome import Fetched, FetchFailed, NotModified, Outcome

MAX_BYTES = 500 * 1024
"""What is read of a file: the least that RFC 9309, section 2.5, asks for."""

TRY_AGAIN_SECONDS = 300.0
"""After how long an unreachable file is worth another try."""


@dataclass(frozen=True, slots=True)
class RobotsRules:
    """What one robots.txt says to one agent.

    ``rules`` are sorted so that the first that matches decides: longest first, Allow before Disallow (section 2.2.2).
    ``crawl_delay`` is in seconds, None where the agent's group has none. ``sitemaps`` are as written, for any agent;
    they may be relative.
    """

    rules: tuple[RobotsRule, ...] = ()
    crawl_delay: float | None = None
    sitemaps: tuple[str, ...] = ()

    def decides(self, url: str) -> RobotsRule | None:
        """The rule that decides about ``url`` (absolute, or a path with its query), or None where none matches."""
        if not self.rules:
            return None
        target = RobotsTarget(url)
        if target.path == "/robots.txt":  # implicitly allowed (section 2.2.2)
            return None
        return next((rule for rule in self.rules if target.fits(rule)), None)

    def allows(self, url: str) -> bool:
        """True if the agent may ask for ``url`` (absolute, or a path with its query)."""
        rule = self.decides(url)
        return rule is None or rule.allow

    def matching_line(self, url: str) -> str:
        """The line that decides about ``url``, as ``Disallow: /private/``; empty where none does."""
        rule = self.decides(url)
        return "" if rule is None else rule.line


@dataclass(frozen=True, slots=True)
class Rules:
    """The file was read."""

    rules: RobotsRules


@dataclass(frozen=True, slots=True)
class AllowAll:
    """There is no file: everything may be asked for (section 2.3.1.3)."""

    why: str


@dataclass(frozen=True, slots=True)
class DisallowAll:
    """The file could not be read: nothing may be asked for until Unix time ``until`` (section 2.3.1.4)."""

    why: str
    until: float


RobotsPolicy = Rules | AllowAll | DisallowAll


def allowed(robots_txt: bytes, user_agent: str, url: str) -> bool:
    """True if ``robots_txt`` lets ``user_agent`` ask for ``url`` (RFC 9309, section 2.2).

    ``user_agent`` is a product token (``ScrapePy``) or a whole identification string (``ScrapePy/1.0 (+https://…)``);
    ``url`` is absolute or a path. The bytes are taken as they are: no content is refused, nothing raises.

    >>> allowed(b"User-agent: *\\nDisallow: /\\nAllow: /docs/", "ScrapePy/1.0", "http://h/docs/a")
    True
    """
    return parse_robots(robots_txt, product_token(user_agent)).allows(url)


def product_token(user_agent: str) -> str:
    """The product token of an identification string (section 2.2.1).

    Where the string begins like a browser's, the token is the one that says who is asking really.

    >>> product_token("ScrapePy/1.0 (+https://h/)"), product_token("Mozilla/5.0 (compatible; ExampleBot/0.1; https://h/)")
    ('ScrapePy', 'ExampleBot')
    """
    text = user_agent.strip()
    if text.lower().startswith("mozilla/"):
        named = _COMPATIBLE.search(text)
        if named:
            return named.group(1)
        for product in _PRODUCT.findall(text):
            if product.lower() not in _BROWSER_PRODUCTS:
                return str(product)
    return _token(text)


def parse_robots(body: bytes, token: str) -> RobotsRules:
    """The rules of ``body`` for the agent whose product token is ``token``.

    Groups that name the token are merged over the whole file; the groups of ``*`` count only where there is none of
    them. Names compare without regard to case, and whole: a group ``foo`` says nothing to ``foobot``. Blank lines and
    records we do not know end no group. Crawl-delay, which the RFC does not know, belongs to its group like a rule.
    """
    wanted = token.lower()
    mine, anyone = _Group(), _Group()
    sitemaps: list[str] = []
    current: set[int] = set()  # which of the two the lines now speak to
    naming = False  # the last line of a group named an agent
    for line in _lines(body):
        key, value = _record(line)
        if key == "user-agent":
            if not naming:
                current = set()
            naming = True
            name = _token(value).lower()
            if name == wanted:
                current.add(0)
            if name == "*":
                current.add(1)
            for index in current:
                (mine, anyone)[index].named = True
        elif key == "sitemap":
            if value:
                sitemaps.append(value)
        elif key:
            naming = False
            for index in current:
                (mine, anyone)[index].say(key, value)
    group = mine if mine.named else anyone
    rules = sorted(group.rules, key=lambda rule: (-rule.length, not rule.allow))
    return RobotsRules(tuple(rules), group.crawl_delay, tuple(dict.fromkeys(sitemaps)))


def policy_from(outcome: Outcome, now: float, token: str = "ScrapePy") -> RobotsPolicy:
    """What the answer to a robots.txt request allows (RFC 9309, section 2.3.1). ``now`` is a Unix time.

    A missing file opens the host. An unreachable one closes it until a later try, since the site may well have rules
    that we could not read. Redirects are followed before; one that is still there was one too many, which the RFC
    counts as missing. A web page in place of the file holds no rules.
    """
    match outcome:
        case FetchFailed():
            return DisallowAll(f"robots.txt unreachable: {outcome.failure.value}", now + TRY_AGAIN_SECONDS)
        case NotModified():
            return DisallowAll("robots.txt answered 304 to an unconditional request", now + TRY_AGAIN_SECONDS)
        case Fetched(status=status):
            if 200 <= status < 300:
                if _LOOKS_LIKE_HTML.match(outcome.body[:1024]):
                    return AllowAll("a web page in place of robots.txt")
                return Rules(parse_robots(outcome.body, token))
            if 300 <= status < 400:
                return AllowAll("too many redirects of robots.txt")
            if 400 <= status < 500:
                return AllowAll(f"robots.txt answered {status}")
            return DisallowAll(f"robots.txt answered {status}", now + TRY_AGAIN_SECONDS)


class _Group:
    """What was said to one agent so far."""

    def __init__(self) -> None:
        self.named = False
        self.rules: list[RobotsRule] = []
        self.crawl_delay: float | None = None

    def say(self, key: str, value: str) -> None:
        if key == "crawl-delay":
            seconds = _seconds(value)
            if seconds is not None:
                self.crawl_delay = max(seconds, self.crawl_delay or 0.0)
        elif value:  # an empty pattern restricts nothing
            self.rules.append(robots_rule(key == "allow", value))


_COMPATIBLE = re.compile(r"compatible;\s*([^\s/;()]+)", re.IGNORECASE)
_PRODUCT = re.compile(r"(?<![\w./-])([A-Za-z_][\w-]*)/")
_BROWSER_PRODUCTS = frozenset(
    {
        "mozilla",
        "applewebkit",
        "chrome",
        "safari",
        "version",
        "mobile",
        "gecko",
        "firefox",
        "edg",
        "opr",
        "headlesschrome",
    }
)
_TOKEN = re.compile(r"[^\s/;(),]+")
_LOOKS_LIKE_HTML = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<!--.*?-->\s*)?<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_SPELLINGS = {
    "user-agent": "user-agent",
    "useragent": "user-agent",
    "user agent": "user-agent",
    "allow": "allow",
    "disallow": "disallow",
    "dissallow": "disallow",
    "dissalow": "disallow",
    "disalow": "disallow",
    "diasllow": "disallow",
    "disallaw": "disallow",
    "crawl-delay": "crawl-delay",
    "crawl delay": "crawl-delay",
    "sitemap": "sitemap",
    "site-map": "sitemap",
}
"""Keys and the misspellings that search engines forgive: who mistyped "Disallow" still meant it."""
_KEY_THEN_SPACE = re.compile(
    rf"({'|'.join(sorted(_SPELLINGS, key=len, reverse=True))})\s+(.*)", re.IGNORECASE | re.DOTALL
)
"""A line that lacks its colon."""


def _lines(body: bytes) -> list[str]:
    if body.startswith(b"\xef\xbb\xbf"):
        body = body[3:]
    if len(body) > MAX_BYTES:
        # a line cut in the middle could mean more than it says: "Disallow: /" of "Disallow: /tmp/"
        body = body[:MAX_BYTES]
        body = body[: max(body.rfind(b"\n"), body.rfind(b"\r")) + 1]
    # bytes.splitlines knows CR, LF and CRLF only; surrogateescape gives back the octets when patterns are compared
    return [line.decode("utf-8", "surrogateescape") for line in body.splitlines()]


def _record(line: str) -> tuple[str, str]:
    """The key of one line in its standard spelling, empty if unknown, and its value."""
    line = line.partition("#")[0].strip(" \t\v\f\0")
    key, colon, value = line.partition(":")
    if colon and (known := _SPELLINGS.get(key.strip().lower())):
        return known, value.strip()
    forgiven = _KEY_THEN_SPACE.fullmatch(line)
    if forgiven:
        return _SPELLINGS[forgiven.group(1).lower()], forgiven.group(2).strip()
    return "", ""


def _token(value: str) -> str:
    """A product token without version and comment, nor the ``*`` that some put behind it."""
    match = _TOKEN.match(value.strip())
    return (match.group().rstrip("*") or "*") if match else ""


def _seconds(value: str) -> float | None:
    try:
        seconds = float(value)
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None
