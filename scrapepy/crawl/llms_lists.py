"""``llms.txt``: the list in which sites name their own Markdown; what it names of the pages that are had is asked for.

It is asked for once, at the root and where the mirror starts, and the Markdown of a page only if the list names it: no
page costs a request that may be for nothing.
"""

from __future__ import annotations

from scrapepy.crawl.reading import queue_data
from scrapepy.crawl.run import Run
from scrapepy.model.entry import FrontierEntry
from scrapepy.model.outcome import Fetched
from scrapepy.web.canonical import canonical, origin, resolve
from scrapepy.web.twin_names import LIST_NAME, page_key, twins_in_list


def begin(run: Run, start: FrontierEntry) -> None:
    """Queue the lists, once the start stands."""
    if not run.plan.twins or run.plan.dry_run or run.lists:
        return
    guesses = [f"{origin(run.seed)}/{LIST_NAME}", resolve(LIST_NAME, start.address) or ""]
    addresses = [address for address in dict.fromkeys(guesses) if address]
    run.lists.update(url for address in addresses if (url := canonical(address, run.site)) is not None)
    queue_data(run, start, addresses)


def listed(run: Run, entry: FrontierEntry, page: Fetched) -> None:
    """A list came: ask for what it names of the pages that came before it."""
    run.twins.update(twins_in_list(page.body, page.address))
    waiting, run.before_lists = run.before_lists, {}
    for key, one in waiting.items():
        if key in run.twins:
            queue_data(run, one, [run.twins[key]])
        else:
            run.before_lists[key] = one
    settled(run, entry)


def settled(run: Run, entry: FrontierEntry) -> None:
    """A list was answered; after the last one no page waits for any."""
    run.lists.discard(entry.url)
    if not run.lists:
        run.before_lists.clear()


def of_page(run: Run, entry: FrontierEntry) -> None:
    """A page came: ask for the Markdown that a list names of it, now or when the list comes."""
    if not run.lists and not run.twins:
        return
    key = page_key(entry.address)
    if key in run.twins:
        queue_data(run, entry, [run.twins[key]])
    elif run.lists:
        run.before_lists.setdefault(key, entry)
