"""The Markdown that a site publishes of its pages: what ``llms.txt`` names of it, and which page each is of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scrapepy.mirroring.published import is_saved
from scrapepy.model.analysis import BodyKind
from scrapepy.model.skip import SkipReason
from scrapepy.model.url import CanonicalUrl
from scrapepy.rules.twins import TWIN_ENDINGS
from scrapepy.store.reading import Readings
from scrapepy.store.records import Derived, Resource
from scrapepy.web.twin_names import LIST_NAME, page_key, twins_in_list


def named_twins(state: Readings, resources: Iterable[Resource]) -> dict[CanonicalUrl, str]:
    """The address for each page of ``resources`` of which a list that is had names one."""
    several = list(resources)
    named: dict[str, str] = {}
    for one in several:
        if one.copy is not None and one.copy.kind is BodyKind.TEXT and one.url.endswith("/" + LIST_NAME):
            named.update(twins_in_list(state.body_of(one.url) or b"", one.address))
    if not named:
        return {}
    return {
        one.url: named[key]
        for one in several
        if one.copy is not None
        and one.copy.kind is BodyKind.HTML
        and is_saved(one)
        and (key := page_key(one.copy.address)) in named
    }


def is_twin(address: str) -> bool:
    """Whether an address is named like published Markdown."""
    return address.partition("?")[0].endswith(TWIN_ENDINGS)


def lacks_twin(url: CanonicalUrl, made: Derived, twins: Mapping[CanonicalUrl, str]) -> bool:
    """Whether a page was made before it was known that a list names its Markdown.

    A page that is no page for other reasons does not ask for it, and one whose own Markdown was looked at has its turn.
    """
    return (
        url in twins
        and made.refusal in ("", SkipReason.NO_CONTENT.value)
        and not any(is_twin(one) for one, _ in made.beside)
    )


def twins_of_pages(
    state: Readings, documents: Iterable[CanonicalUrl], derived: Mapping[CanonicalUrl, Derived]
) -> dict[CanonicalUrl, CanonicalUrl]:
    """The page that each published Markdown is one of, so that links to it lead to our copy of the page."""
    return {
        state.digest_of(twin)[0]: url
        for url in documents
        if url in derived
        for twin, _ in derived[url].beside
        if is_twin(twin)
    }
