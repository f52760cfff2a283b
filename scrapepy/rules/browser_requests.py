"""What a page in a browser may ask for, and what is clicked before it is saved."""

from __future__ import annotations

from dataclasses import dataclass

from scrapepy.model.url import Role

REQUEST_ROLES: dict[str, Role] = {
    "script": Role.SCRIPT,
    "stylesheet": Role.STYLE,
    "image": Role.IMAGE,
    "font": Role.FONT,
    "media": Role.MEDIA,
    "texttrack": Role.MEDIA,
    "manifest": Role.MANIFEST,
    "document": Role.FRAME,
    "xhr": Role.DATA,
    "fetch": Role.DATA,
}
"""Kinds of request in the browser's words, and what each is to the crawl. Others (beacons, sockets, streams of events)
are not made."""

DRAWING_ROLES = (Role.SCRIPT, Role.DATA, Role.FRAME)
"""What a page needs to be drawn at all, so that it is asked for where no assets are wanted, too."""

OWN_HOST_ROLES = (Role.DATA, Role.FRAME)
"""What a page may have from hosts of the mirror only: scripts, styles and images come from anywhere."""


@dataclass(frozen=True, slots=True)
class Opener:
    """Something closed that holds content a page draws only once it is opened; all that match ``selector`` (CSS) are
    clicked."""

    id: str
    selector: str
    why: str


OPENERS: tuple[Opener, ...] = (
    Opener(
        "swagger-ui-tag",
        ".swagger-ui .opblock-tag[data-is-open=false]",
        "Swagger UI draws the operations of a group when the group is opened",
    ),
    Opener(
        "swagger-ui-operation",
        ".swagger-ui .opblock:not(.is-open) .opblock-summary-control",
        "Swagger UI draws parameters and answers of an operation when it is opened",
    ),
)
