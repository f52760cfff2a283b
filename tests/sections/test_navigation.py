from __future__ import annotations

from scrapepy.sections.navigation import navigation


def test_the_order_is_that_of_the_navigation() -> None:
    links = {"s": ["b", "a", "b", "other"], "b": ["a", "b1"], "a": ["a1", "s"], "b1": ["b2"]}
    tree = navigation(["s"], lambda page: links.get(page, ()), ["a", "a1", "b", "b1", "b2", "s", "lone"])
    assert tree.order == ("s", "b", "b1", "b2", "a", "a1", "lone")
    assert navigation(["gone"], lambda page: (), ["b", "a"]).order == ("a", "b")


def test_a_page_belongs_to_its_folder_where_that_has_an_index() -> None:
    links = {
        "/": ["/genindex", "/lib/", "/lib/b", "/x/alone"],
        "/genindex": ["/lib/a", "/lib/b", "/x/alone", "/lib/deep/c"],
        "/lib/": ["/lib/a", "/lib/b"],
        "/lib/a": ["/lib/deep/c"],
    }
    tree = navigation(["/"], lambda page: links.get(page, ()), [*links, "/lib/b", "/x/alone", "/lib/deep/c"])
    assert tree.order == ("/", "/genindex", "/lib/", "/lib/a", "/lib/deep/c", "/lib/b", "/x/alone")
    assert tree.parents == {
        "/genindex": "/",
        "/lib/": "/",
        "/lib/a": "/lib/",
        "/lib/b": "/lib/",
        "/lib/deep/c": "/lib/a",
        "/x/alone": "/",  # a folder without an index belongs to the one around it
    }


def test_what_the_folder_does_not_name_is_found_elsewhere() -> None:
    links = {"/": ["/all", "/lib/"], "/all": ["/lib/hidden"]}
    tree = navigation(["/"], lambda page: links.get(page, ()), ["/", "/all", "/lib/", "/lib/hidden"])
    assert tree.parents["/lib/hidden"] == "/all"


def test_no_page_is_asked_twice_and_none_when_all_have_their_place() -> None:
    asked = []

    def links_of(page: str) -> list[str]:
        asked.append(page)
        return ["/a", "/b"]

    navigation(["/"], links_of, ["/", "/a", "/b"])
    assert asked == ["/"]


def test_each_start_has_a_tree_of_its_own() -> None:
    links = {"/a/": ["/a/x"], "/b/": ["/b/y", "/a/x"]}
    tree = navigation(["/b/", "/a/"], lambda page: links.get(page, ()), ["/a/", "/a/x", "/b/", "/b/y", "/c"])
    assert tree.order == ("/b/", "/b/y", "/a/", "/a/x", "/c")
    assert tree.parents == {"/b/y": "/b/", "/a/x": "/a/"}
