"""What is asked of a mirror run, and what a refresh remembers of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from enum import Enum
from pathlib import Path

from scrapepy.model.options import KeepOptions, Pace, RequestOptions


@dataclass(frozen=True, slots=True)
class Needs:
    """What a start was given that is stored nowhere; a refresh knows by it what it needs again."""

    headers: tuple[str, ...] = ()
    """Names."""
    cookies: bool = False
    password: bool = False

    def without(self, given: RequestOptions) -> Needs:
        """What is still missing where ``given`` is given."""
        had = {name.lower() for name, _ in given.headers}
        return Needs(
            tuple(name for name in self.headers if name.lower() not in had),
            self.cookies and given.cookies_file is None,
            self.password and given.password is None,
        )

    def words(self) -> str:
        """What it is, for a sentence; empty for nothing.

        >>> Needs(("X-Team", "Authorization"), cookies=True).words()
        'the headers X-Team and Authorization, and the cookies'
        """
        parts = []
        if self.headers:
            names = " and ".join(filter(None, (", ".join(self.headers[:-1]), self.headers[-1])))
            parts.append(f"the header{'s' if len(self.headers) > 1 else ''} {names}")
        if self.cookies:
            parts.append("the cookies")
        if self.password:
            parts.append("the password")
        return ", and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


@dataclass(frozen=True, slots=True)
class MirrorRequest:
    """One start URL with its options (SPEC 3). ``url`` holds no credentials; those are in ``request``."""

    url: str
    stay_in_path: bool = False
    path: str | None = None
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    subdomains: bool = False
    max_depth: int | None = None
    pace: Pace = field(default_factory=Pace)
    request: RequestOptions = field(default_factory=RequestOptions)
    keep: KeepOptions = field(default_factory=KeepOptions)
    html_dir: Path = Path("ScrapedSites")
    markdown_dir: Path = Path("MarkdownSites")
    dry_run: bool = False
    accept_losses: bool = False
    """Believe it where many pages are gone at once, or one has lost nearly all its words: of this run only."""
    needs: Needs = field(default_factory=Needs)
    """What earlier runs of this start were given besides: of a refresh."""
    told: tuple[str, ...] = ()
    """Sentences for the report: what was found on the way to this request."""

    @property
    def missing(self) -> Needs:
        """What this run does without although the start was made with it."""
        return self.needs.without(self.request)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run would fetch first, as far as robots.txt, the sitemap and the start page tell."""

    first: tuple[str, ...]
    total: int
    notes: tuple[str, ...] = field(default=())


def remembered(request: MirrorRequest) -> dict[str, object]:
    """The options that a refresh uses again, as JSON values.

    Header values, cookies and passwords are not among them; the names of the headers are, so that a refresh can say
    which it needs again.
    """
    return {
        "scope": {
            "stay_in_path": request.stay_in_path,
            "path": request.path,
            "include": list(request.include),
            "exclude": list(request.exclude),
            "subdomains": request.subdomains,
            "max_depth": request.max_depth,
        },
        "pace": _plain(asdict(request.pace)),
        "keep": _plain(asdict(request.keep)),
        "user_agent": request.request.user_agent,
        "needs": {
            "headers": [*(name for name, _ in request.request.headers), *request.missing.headers],
            "cookies": request.request.cookies_file is not None or request.needs.cookies,
            "password": request.request.password is not None or request.needs.password,
        },
    }


def _plain(values: dict[str, object]) -> dict[str, object]:
    return {key: value.value if isinstance(value, Enum) else value for key, value in values.items()}
