"""What the options of the command line become: a small value of :mod:`scrapepy.model.options` for each section."""

from __future__ import annotations

import operator
import shlex
from collections.abc import Callable, Mapping
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapepy.mirroring.request import MirrorRequest
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

if TYPE_CHECKING:
    from scrapepy.mirroring.refresh import Overruling
    from scrapepy.mirroring.start_url import StartUrl

_PACE = ("delay", "concurrency", "timeout", "retries", "ignore_robots")
_KEEP: Mapping[str, tuple[str, Callable[[Any], Any]]] = {
    "no_markdown": ("markdown", operator.not_),
    "no_assets": ("assets", operator.not_),
    "max_size": ("max_size", int),
    "max_pages": ("max_pages", lambda pages: pages),
    "no_sitemap": ("sitemap", operator.not_),
    "scripts": ("scripts", ScriptPolicy),
    "images": ("images", ImagePolicy),
    "min_words": ("min_words", int),
    "index_links": ("index_links", IndexLinks),
    "anchors": ("anchors", AnchorStyle),
    "no_twins": ("twins", operator.not_),
    "keep_removed": ("keep_removed", bool),
    "llms": ("llms", bool),
    "browser": ("browser", BrowserPolicy),
}
"""Options of the command line, the field of KeepOptions that each is, and what makes its value."""


_SCOPE = ("stay_in_path", "path", "include", "exclude", "subdomains", "max_depth")


def scope_fields(values: Mapping[str, Any]) -> dict[str, Any]:
    """Those of ``values`` that say which pages belong to a mirror, by their names in :class:`MirrorRequest`."""
    named = {name: values[name] for name in _SCOPE if name in values}
    # an empty pattern takes back those that are remembered
    return {name: tuple(filter(None, value)) if isinstance(value, tuple) else value for name, value in named.items()}


def pace_fields(values: Mapping[str, Any]) -> dict[str, Any]:
    """Those of ``values`` that are fields of :class:`Pace`."""
    return {name: values[name] for name in _PACE if name in values}


def keep_fields(values: Mapping[str, Any]) -> dict[str, Any]:
    """Those of ``values`` that are fields of :class:`KeepOptions`, by the names that they have there."""
    return {field: make(values[name]) for name, (field, make) in _KEEP.items() if name in values}


def request_from(values: dict[str, Any], start: StartUrl) -> MirrorRequest:
    """One start URL with the options as typed (or set by ``scrapepy.toml`` and the environment)."""
    cookies: Path | None = values["cookies"]
    return MirrorRequest(
        url=start.url,
        **scope_fields(values),
        pace=Pace(**pace_fields(values)),
        request=RequestOptions(
            user_agent=values["user_agent"] or "",
            headers=tuple(values["headers"]),
            cookies_file=str(cookies) if cookies is not None else None,
            username=start.username,
            password=start.password,
        ),
        keep=KeepOptions(**keep_fields(values)),
        html_dir=values["html_dir"],
        markdown_dir=values["markdown_dir"],
        dry_run=values["dry_run"],
        accept_losses=values["accept_losses"],
    )


def overruling(values: Mapping[str, Any], typed: Mapping[str, Any]) -> Overruling:
    """What ``typed`` says instead of what a start remembers.

    Header values and cookies are taken wherever they come from, since nothing else remembers them.
    """
    from scrapepy.mirroring.refresh import Overruling  # here, since it loads SQLite

    cookies: Path | None = values["cookies"]
    return Overruling(
        scope=scope_fields(typed),
        pace=pace_fields(typed),
        keep=keep_fields(typed),
        user_agent=typed.get("user_agent"),
        headers=tuple(values["headers"]),
        cookies_file=str(cookies) if cookies is not None else None,
    )


def spelled(request: MirrorRequest) -> list[str]:
    """The options of a request as they are typed, those that have their default left out.

    >>> spelled(MirrorRequest("https://docs.example.com/", stay_in_path=True, exclude=("/a/*",)))
    ['--stay-in-path', "--exclude '/a/*'"]
    """
    plain = MirrorRequest(request.url)
    named = [(name, getattr(request, name), getattr(plain, name)) for name in _SCOPE]
    named += [(name, getattr(request.pace, name), getattr(plain.pace, name)) for name in _PACE]
    named += [(name, getattr(request.keep, field), getattr(plain.keep, field)) for name, (field, _) in _KEEP.items()]
    named.append(("user_agent", request.request.user_agent, plain.request.user_agent))
    return [
        option
        for name, value, default in named
        if value != default
        for option in _spelled(f"--{name.replace('_', '-')}", value)
    ]


def _spelled(option: str, value: Any) -> list[str]:
    if isinstance(value, bool):  # the switches that turn something off have a field that says it is on
        return [option]
    if isinstance(value, tuple):
        return [f"{option} {shlex.quote(part)}" for part in value]
    return [f"{option} {shlex.quote(str(value.value if isinstance(value, Enum) else value))}"]
