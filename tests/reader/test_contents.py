from __future__ import annotations

from scrapepy.mirroring.browsing import Leaf, SiteBook
from scrapepy.reader.contents import Branch, branches


def book(parents: list[int | None]) -> SiteBook:
    below: dict[int, list[int]] = {}
    for number, parent in enumerate(parents):
        if parent is not None:
            below.setdefault(parent, []).append(number)
    leaves = tuple(
        Leaf(number, f"/{number}", f"{number}.html", "", str(number), "", "", "", parent, tuple(below.get(number, ())))
        for number, parent in enumerate(parents)
    )
    return SiteBook("e.example", (1, 1.0), leaves, {}, {}, {})


def told(list_: tuple[Branch, ...]) -> list[object]:
    found: list[object] = []
    for branch in list_:
        found.append(("*" if branch.current else "") + branch.leaf.title)
        if branch.below:
            found.append(told(branch.below))
    return found


def test_the_way_to_a_page_and_what_stands_beside_it() -> None:
    tree = book([None, 0, 1, 1, 3, 0, 5, None])
    assert told(branches(tree, tree.leaves[0])) == ["*0", "1", "5", "7"]
    assert told(branches(tree, tree.leaves[3])) == ["0", "1", ["2", "*3", ["4"]], "5", "7"]
    assert told(branches(tree, tree.leaves[6])) == ["0", "1", "5", ["*6"], "7"]
    assert told(branches(tree, None)) == ["0", "1", "5", "7"]


def test_several_starts_are_the_first_level() -> None:
    tree = book([None, 0, None, 2])
    assert told(branches(tree, tree.leaves[3])) == ["0", "2", ["*3"]]


def test_a_large_site_shows_the_neighbourhood() -> None:
    tree = book([None] + [0] * 9_000)
    shown = branches(tree, tree.leaves[5_000])
    assert len(shown) == 50
    assert any(branch.current for branch in shown)
    assert (shown[0].left_out, shown[-1].left_out) == (4_975, 9_001 - 4_975 - 50)


def test_nothing_yet() -> None:
    assert branches(book([]), None) == ()
