from __future__ import annotations

import base64
from pathlib import Path

import pytest

from scrapepy.crawl.secrets import Secrets
from scrapepy.model.options import RequestOptions

ME = Secrets(RequestOptions(username="me", password="p&ss w0rd"))


@pytest.mark.parametrize(
    "form",
    ["me:p&ss w0rd@", "me:p%26ss%20w0rd@", "me:p&ss%20w0rd@", "me:p&amp;ss%20w0rd@", "me:p%26ss%20w0rd%40"],
)
def test_every_spelling_goes(form: str) -> None:
    page = f'<a href="http://{form}h/a">a</a>'.encode()
    assert ME.taken_out(page) == b'<a href="http://h/a">a</a>'


def test_the_token_goes() -> None:
    token = base64.b64encode(b"me:p&ss w0rd")
    assert ME.taken_out(b"Basic " + token + b";") == b"Basic ;"


def test_what_is_something_else_stays() -> None:
    for page in (b"http://other:p&ss w0rd@h/", b"the p&ss w0rd", b"me: p&ss w0rd"):
        assert ME.taken_out(page) is page
    assert not Secrets(RequestOptions(username="me"))
    assert Secrets(RequestOptions()).taken_out(b"x") == b"x"


def test_headers() -> None:
    assert ME.of_headers((("location", "http://me:p%26ss%20w0rd@h/ä"),)) == (("location", "http://h/ä"),)


@pytest.mark.parametrize("place", [0, 5, (1 << 20) - 4, 1 << 20, (2 << 20) - 9, (2 << 20) + 77])
def test_files_wherever_it_stands(tmp_path: Path, place: int) -> None:
    file = tmp_path / "body"
    rest = (2 << 20) + 77 - place
    file.write_bytes(b"x" * place + b"me:p&ss w0rd@" + b"y" * rest)
    assert ME.of_file(str(file)) == place + rest
    assert file.read_bytes() == b"x" * place + b"y" * rest
    assert list(tmp_path.iterdir()) == [file]


def test_a_clean_file_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "body"
    file.write_bytes(b"x" * 3_000_000)
    before = file.stat().st_ino
    assert ME.of_file(str(file)) == 3_000_000
    assert file.stat().st_ino == before
