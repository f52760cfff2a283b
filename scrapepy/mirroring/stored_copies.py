"""The copies of a mirror as the crawl asks for them where a browser draws pages."""

from __future__ import annotations

from scrapepy.crawl.rendering import StoredCopy
from scrapepy.model.outcome import RENDERED
from scrapepy.model.url import CanonicalUrl
from scrapepy.store.state import State


class StateLibrary:
    """What the state of a site has."""

    def __init__(self, state: State) -> None:
        self._state = state

    def copy(self, url: CanonicalUrl) -> StoredCopy | None:
        """What is known of the latest copy."""
        resource = self._state.resource(url)
        if resource is None or resource.copy is None:
            return None
        copy = resource.copy
        rendered = next((value for name, value in copy.headers if name == RENDERED), "")
        return StoredCopy(
            copy.status, copy.content_type or "", copy.sha256, resource.is_changed, copy.is_shell, rendered
        )

    def body(self, url: CanonicalUrl) -> bytes | None:
        """Its bytes; None where they are not there any more."""
        return self._state.body_of(url)
