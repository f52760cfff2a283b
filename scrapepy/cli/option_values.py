"""What the options of the command line become: a small value of :mod:`scrapepy.model.options` for each section."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapepy.mirroring.request import MirrorRequest
from scrapepy.model.options import (
    AnchorStyle,
    ImagePolicy,
    IndexLinks,
    KeepOptions,
    Pace,
    RequestOptions,
    ScriptPolicy,
)

if TYPE_CHECKING:
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
}
"""Options of the command line, the field of KeepOptions that each is, and what makes its value."""


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
        stay_in_path=values["stay_in_path"],
        path=values["path"],
        include=tuple(values["include"]),
        exclude=tuple(values["exclude"]),
        subdomains=values["subdomains"],
        max_depth=values["max_depth"],
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
