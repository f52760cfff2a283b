"""What was sent in pieces stands where the page's script would put it."""

from __future__ import annotations

from scrapepy.convert.streamed import is_awaited, settle_streamed
from scrapepy.convert.to_markdown import convert_html
from scrapepy.web.html import parse


def settled(html: str) -> str:
    tree = parse(f"<body>{html}</body>")
    settle_streamed(tree)
    assert tree.body is not None
    return tree.body.html or ""


def test_a_piece_takes_the_place_of_what_was_shown_meanwhile() -> None:
    html = settled(
        "<main><!--$?--><template id='B:a'></template><i>wait</i><!--/$--></main><div hidden id='S:a'>tea</div>"
    )
    assert "<main><!--$?-->tea<!--/$--></main>" in html
    assert "hidden" not in html
    assert "wait" not in html


def test_places_within_pieces_and_long_parts() -> None:
    html = settled(
        "<main><!--$?--><template id='x-B:0'></template><!--/$--></main>"
        "<div hidden id='x-S:0'><p>one</p><template id='x-P:1'></template></div>"
        "<div hidden id='x-S:1'><p>two</p><!--$?--><template id='x-B:2'></template>wait<!--/$--></div>"
        "<div hidden id='x-S:2'><p>three</p></div>"
    )
    assert "<p>one</p><p>two</p><!--$?--><p>three</p>" in html
    assert "wait" not in html


def test_what_is_shown_meanwhile_ends_where_its_own_comment_is() -> None:
    html = settled(
        "<main><!--$?--><template id='B:0'></template><p>wait <!--$-->a<!--/$--></p><!--$-->b<!--/$--><!--/$-->"
        "<p>end</p></main><div hidden id='S:0'>tea</div>"
    )
    assert ">tea<!--/$--><p>end</p>" in html
    # comments that a minifier has taken out say nothing of where the place ends
    assert "<main>tea<p>end</p>" in settled(
        "<main><template id='B:0'></template><p>end</p></main><b hidden id='S:0'>tea</b>"
    )


def test_a_place_without_its_piece_and_another_template_stay() -> None:
    for html in (
        "<main><!--$?--><template id='B:0'></template><p>wait</p><!--/$--></main><div hidden='' id='S:1'>tea</div>",
        "<main><template id='row'><p>a row</p></template><p>tea</p></main><div hidden='' id='S:0'>menu</div>",
    ):
        assert settled(html) == parse(f"<body>{html}</body>").body.html  # type: ignore[union-attr]


def test_whether_something_is_awaited() -> None:
    assert is_awaited(parse("<main><template id='B:0'></template></main>").css_first("main"))  # type: ignore[arg-type]
    assert not is_awaited(parse("<main><template id=row></template></main>").css_first("main"))  # type: ignore[arg-type]


def test_the_content_is_no_hidden_part_any_more() -> None:
    text = "<p>" + "The kettle boils, and its whistle is heard upstairs. " * 9 + "</p>"
    document = convert_html(
        f"<title>Kettles</title><main><!--$?--><template id='B:0'></template><!--/$--></main>"
        f"<div hidden id='S:0'><h1>Kettles</h1>{text}</div><div hidden id=other><p>Not now</p></div>"
    )
    assert document is not None
    assert "whistle" in document.markdown
    assert "Not now" not in document.markdown
