"""What ``scrapepy refresh`` runs: each start of a mirror with the options that it was made with."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from scrapepy.errors import ScrapePyError, StateDamaged, StateError, UsageError
from scrapepy.mirroring.listing import list_mirrors, missing_state
from scrapepy.mirroring.rebuilding import open_state
from scrapepy.mirroring.request import MirrorRequest, Needs
from scrapepy.mirroring.start_url import StartUrl, parse_start_url
from scrapepy.model.options import (
    AnchorStyle,
    BrowserPolicy,
    ImagePolicy,
    IndexLinks,
    KeepOptions,
    Pace,
    RequestOptions,
    ScriptPolicy,
)
from scrapepy.store.layout import SiteLayout, sites_in
from scrapepy.store.lock import SiteLock
from scrapepy.store.reading import StateReader
from scrapepy.store.records import Start
from scrapepy.web.canonical import canonical, site_name

_ENUMS: Mapping[str, Any] = {
    "scripts": ScriptPolicy,
    "images": ImagePolicy,
    "index_links": IndexLinks,
    "anchors": AnchorStyle,
    "browser": BrowserPolicy,
}


@dataclass(frozen=True, slots=True)
class Named:
    """A mirror on disk, and the credentials that stood in the address that named it."""

    site: str
    username: str | None = None
    password: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Overruling:
    """What the command line says instead of what is remembered: names and values of the fields of the options."""

    pace: Mapping[str, Any] = field(default_factory=dict)
    keep: Mapping[str, Any] = field(default_factory=dict)
    user_agent: str | None = None
    headers: tuple[tuple[str, str], ...] = ()
    cookies_file: str | None = None
    scope: Mapping[str, Any] = field(default_factory=dict)


def mirrors_named(names: Sequence[str], html_dir: Path) -> tuple[Named, ...]:
    """The mirrors below ``html_dir`` that are named by folder, path or address; all where none is named.

    Raises UsageError where there is no such mirror, or none at all.
    """
    there = sites_in(html_dir)
    if not names:
        if not there:
            more = "; 'scrapepy list' names what has lost its state" if list_mirrors(html_dir, html_dir) else ""
            raise UsageError(f"no mirrors in {html_dir}{more}")
        return tuple(Named(site) for site in there)
    return tuple(dict.fromkeys(_named(name, there, html_dir) for name in names))


def _named(name: str, there: Collection[str], html_dir: Path) -> Named:
    if (folder := Path(name).name) in there and "://" not in name:
        return Named(folder)
    try:
        start = parse_start_url(name)
    except UsageError:
        start = None
    site = site_name(start.url) if start is not None else ""
    if start is not None and site in there:
        return Named(site, start.username, start.password)
    for known in dict.fromkeys(("" if "://" in name else folder, site)):
        if known and (problem := missing_state(SiteLayout(known, html_dir, html_dir))):
            raise UsageError(f"{known}: {problem}")
    shown = start.url if start is not None and "://" in name else name.rpartition("@")[2]
    raise UsageError(f"there is no mirror of {shown} in {html_dir}; 'scrapepy list' names those there are")


def refresh_requests(
    mirror: Named, html_dir: Path, markdown_dir: Path, overruling: Overruling | None = None
) -> tuple[MirrorRequest, ...]:
    """The starts of a mirror as they were last run, in the order in which they were first run.

    Raises StateError or StoreError where the state cannot be read.
    """
    layout = SiteLayout(mirror.site, html_dir, markdown_dir)
    told: list[str] = []
    try:
        with StateReader(layout.state) as state:
            starts = state.starts()
    except StateDamaged:
        starts, told = _rebuilt_starts(layout)
    return tuple(
        replace(_request(start, mirror, html_dir, markdown_dir, overruling or Overruling()), told=tuple(told))
        for start in starts
    )


def start_again(start: StartUrl, html_dir: Path, markdown_dir: Path, overruling: Overruling) -> MirrorRequest | None:
    """A start URL that is typed again: what its last run remembered, as far as ``overruling`` does not say otherwise.

    None where it is a new one, or the state does not tell. ``--max-pages`` is not carried over: it says how far one run
    goes, and who types the command again without it wants the rest.
    """
    url = canonical(start.url)
    layout = SiteLayout(site_name(start.url), html_dir, markdown_dir)
    if url is None or not layout.state.is_file():
        return None
    try:
        with StateReader(layout.state) as state:
            known = state.start_of(url)
    except ScrapePyError:
        return None  # the run itself will meet it, and say so
    if known is None:
        return None
    named = Named(layout.site, start.username, start.password)
    keep = {"max_pages": None, **overruling.keep}
    return replace(_request(known, named, html_dir, markdown_dir, replace(overruling, keep=keep)), url=start.url)


def _rebuilt_starts(layout: SiteLayout) -> tuple[tuple[Start, ...], list[str]]:
    """The starts of a mirror whose state was damaged, and what is to be said of that."""
    with SiteLock(layout.lock, layout.site):
        state, told = open_state(layout)
        with state:
            starts = state.starts()
    if not starts:
        raise StateError(
            f"the state of {layout.site} was damaged and does not tell any more what it was made with: run"
            " 'scrapepy mirror' with its address and options again, which goes on with what is there"
        )
    return starts, told


def _request(start: Start, mirror: Named, html_dir: Path, markdown_dir: Path, overruling: Overruling) -> MirrorRequest:
    options = start.options
    scope = {**_mapping(options.get("scope")), **overruling.scope}
    needs = _mapping(options.get("needs"))
    keep = {name: _ENUMS[name](value) if name in _ENUMS else value for name, value in _of(KeepOptions, options, "keep")}
    return MirrorRequest(
        url=start.url,
        stay_in_path=bool(scope.get("stay_in_path")),
        path=scope.get("path"),
        include=tuple(scope.get("include", ())),
        exclude=tuple(scope.get("exclude", ())),
        subdomains=bool(scope.get("subdomains")),
        max_depth=scope.get("max_depth"),
        pace=Pace(**{**dict(_of(Pace, options, "pace")), **overruling.pace}),
        request=RequestOptions(
            user_agent=str(options.get("user_agent", "")) if overruling.user_agent is None else overruling.user_agent,
            headers=overruling.headers,
            cookies_file=overruling.cookies_file,
            username=mirror.username,
            password=mirror.password,
        ),
        keep=KeepOptions(**{**keep, **overruling.keep}),
        html_dir=html_dir,
        markdown_dir=markdown_dir,
        needs=Needs(tuple(needs.get("headers", ())), bool(needs.get("cookies")), bool(needs.get("password"))),
    )


def _of(kind: type, options: Mapping[str, object], part: str) -> list[tuple[str, Any]]:
    """The remembered values that this version knows; what an earlier one did not remember has its default."""
    known = {field.name for field in fields(kind)}
    return [(name, value) for name, value in _mapping(options.get(part)).items() if name in known]


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
