"""Bytes to text: what is declared, in which order it counts, and what is done where nothing is."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.web.decode import Decoded, decode_css, decode_html, decode_text, encoding_name, header_charset
from scrapepy.web.prescan import late_meta, prescan, xml_declaration

RUSSIAN = "Добро пожаловать на сайт документации. Здесь описаны основные возможности программы."
JAPANESE = "このページでは、プログラムのインストール方法と基本的な使い方について説明します。"
CHINESE = "本页介绍如何安装程序以及基本的使用方法。更多信息请参阅用户手册。"
KOREAN = "이 페이지에서는 프로그램을 설치하는 방법과 기본 사용법을 설명합니다."
FRENCH = "Cette page décrit l’installation du logiciel et ses premières étapes."
POLISH = "Ta strona opisuje sposób instalacji programu. Więcej szczegółów można znaleźć w podręczniku."
GREEK = "Αυτή η σελίδα περιγράφει την εγκατάσταση του προγράμματος και τη βασική χρήση του."


@pytest.mark.parametrize(
    ("text", "label", "codec"),
    [
        (RUSSIAN, "windows-1251", "cp1251"),
        (RUSSIAN, "koi8-r", "koi8_r"),
        (RUSSIAN, "ISO-8859-5", "iso8859_5"),
        (RUSSIAN, "cp866", "cp866"),
        (JAPANESE, "Shift_JIS", "cp932"),
        (JAPANESE + "①～髙", "x-sjis", "cp932"),
        (JAPANESE, "EUC-JP", "euc_jp"),
        (JAPANESE, "iso-2022-jp", "iso2022_jp"),
        (CHINESE, "gb2312", "gb18030"),
        (CHINESE, "GBK", "gb18030"),
        (KOREAN, "euc-kr", "cp949"),
        (FRENCH, "iso-8859-1", "cp1252"),
        (FRENCH, "latin1", "cp1252"),
        ("“quotes” – €", "us-ascii", "cp1252"),
        (RUSSIAN, "utf8", "utf-8"),
        (CHINESE, "hz-gb-2312", "hz"),
    ],
)
def test_declared_by_header_or_meta_it_reads_right(text: str, label: str, codec: str) -> None:
    body = text.encode(codec)
    assert decode_html(body, f"text/html; charset={label}").text == text
    if codec not in ("iso2022_jp", "hz"):
        page = f"<meta charset={label}><p>".encode() + body
        assert decode_html(page, "text/html").text.endswith(text)


@pytest.mark.parametrize("label", ["utf-16", "utf-16le", "UTF-16BE"])
def test_utf_16_by_header(label: str) -> None:
    codec = "utf-16-be" if label.endswith("BE") else "utf-16-le"
    assert decode_html(RUSSIAN.encode(codec), f"text/html;charset={label}").text == RUSSIAN


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_beats_the_header(codec: str) -> None:
    decoded = decode_html(RUSSIAN.encode(codec), "text/html; charset=windows-1251")
    assert decoded.text == RUSSIAN


def test_a_big_endian_mark() -> None:
    decoded = decode_html(b"\xfe\xff" + RUSSIAN.encode("utf-16-be"), None)
    assert (decoded.text, decoded.charset) == (RUSSIAN, "utf-16be")


def test_the_header_beats_meta() -> None:
    page = "<meta charset=utf-8><p>" + RUSSIAN
    assert decode_html(page.encode("koi8-r"), "text/html; charset=koi8-r").text == page


def test_an_unknown_label_is_passed_over_and_noted() -> None:
    decoded = decode_html(b"<meta charset=koi8-r>" + RUSSIAN.encode("koi8-r"), "text/html; charset=bogus")
    assert decoded.text.endswith(RUSSIAN)
    assert "bogus" in decoded.note
    decoded = decode_html(b"<meta charset=bogus>" + RUSSIAN.encode(), None)
    assert decoded.text.endswith(RUSSIAN)
    assert "bogus" in decoded.note


def test_a_label_in_a_note_has_no_control_characters() -> None:
    assert "\x1b" not in decode_html(b"x", "text/html; charset=\x1b[31m").note


def test_meta_that_says_utf_16_means_utf_8() -> None:
    decoded = decode_html("<meta charset=utf-16><p>é".encode(), None)
    assert (decoded.text, decoded.charset) == ("<meta charset=utf-16><p>é", "utf-8")


def test_meta_that_says_x_user_defined_means_windows_1252() -> None:
    assert decode_html(b"<meta charset=x-user-defined>\x80", None).text.endswith("€")


def test_a_late_meta_counts_as_in_a_browser() -> None:
    page = b"<title>x</title>" + b"<!-- padding -->" * 200 + b"<meta charset=koi8-r>" + RUSSIAN.encode("koi8-r")
    assert decode_html(page, None).text.endswith(RUSSIAN)


@pytest.mark.parametrize(
    ("text", "codec", "charset"),
    [
        (RUSSIAN, "utf-8", "utf-8"),
        (RUSSIAN, "cp1251", "windows-1251"),
        (RUSSIAN, "koi8_r", "koi8-r"),
        (JAPANESE, "cp932", "shift_jis"),
        (JAPANESE, "euc_jp", "euc-jp"),
        (JAPANESE, "iso2022_jp", "iso-2022-jp"),
        (CHINESE, "gb18030", "gb18030"),
        (KOREAN, "cp949", "euc-kr"),
        (FRENCH, "cp1252", "windows-1252"),
        ("café très élégant", "cp1252", "windows-1252"),
        (POLISH, "iso8859_2", "iso-8859-2"),
        (GREEK, "cp1253", "windows-1253"),
        (RUSSIAN, "utf-16-le", "utf-16le"),
        (FRENCH, "utf-16-be", "utf-16be"),
    ],
)
def test_undeclared_it_is_found_out(text: str, codec: str, charset: str) -> None:
    page = f"<html><head><title>x</title></head><body class=page><p>{text}</p></body></html>"
    decoded = decode_html(page.encode(codec), None)
    assert (decoded.text, decoded.charset) == (page, charset)
    assert decoded.note == ("" if charset == "utf-8" else "charset guessed")


def test_utf_8_with_a_few_broken_bytes_is_utf_8() -> None:
    decoded = decode_html(RUSSIAN.encode() + b" \x93quoted\x94", None)
    assert decoded.text == RUSSIAN + " \ufffdquoted\ufffd"
    assert decoded.charset == "utf-8"
    assert decoded.note
    cut = decode_html(RUSSIAN.encode()[:-1] + b"\xd0", None)
    assert cut.charset == "utf-8"


def test_bytes_that_do_not_fit_are_noted_not_fatal() -> None:
    decoded = decode_html(b"a\xffb", "text/html; charset=utf-8")
    assert (decoded.text, decoded.note) == ("a\ufffdb", "some bytes are not utf-8")


def test_rows_of_euc_jp_that_python_lacks() -> None:
    body = b"\xad\xa1" + "日本".encode("euc_jp") + b"\xf9\xa1\xff"
    assert decode_html(body, "text/html; charset=euc-jp").text[:3] == "①日本"


def test_the_marks_of_slots_are_taken_out() -> None:
    assert decode_html("a\ufdd00\ufdd1b\ufdd5".encode(), None).text == "a0b\ufdd5"
    assert decode_css("a\ufdd2".encode(), None).text == "a"
    assert decode_text("\ufdd3漢\ufdd4".encode(), None).text == "漢"


def test_nul_bytes_do_not_cut_the_text() -> None:
    assert decode_html(b"a\x00b", None).text == "ab"


def test_empty() -> None:
    assert decode_html(b"", None).text == ""


def test_style_sheets_declare_by_charset_rule_or_take_after_their_page() -> None:
    rule = '@charset "windows-1251";a{}'
    assert decode_css((rule + RUSSIAN).encode("cp1251"), "text/css").text == rule + RUSSIAN
    assert decode_css(RUSSIAN.encode("koi8-r"), "text/css", "koi8-r").text == RUSSIAN
    assert decode_css((rule + RUSSIAN).encode("koi8-r"), "text/css;charset=koi8-r").text == rule + RUSSIAN
    assert decode_css(RUSSIAN.encode(), "text/css").text == RUSSIAN


def test_the_charset_of_the_page_counts_where_a_text_says_nothing_and_is_not_utf_8() -> None:
    koi8 = RUSSIAN.encode("koi8-r")
    assert decode_text(koi8, "text/javascript", "koi8-r") == Decoded(RUSSIAN, "koi8-r", "")
    assert decode_text(koi8, "text/javascript;charset=koi8-r", "windows-1251").text == RUSSIAN
    assert decode_css(RUSSIAN.encode(), "text/css", "koi8-r").text == RUSSIAN
    assert decode_text(RUSSIAN.encode("cp1251"), None, "no-such-charset").text == RUSSIAN


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("a\x1b[1;31mb\x1b[0mc", "abc"),
        ("a\x1b]0;title\x07b\x1b]8;;http://x/\x1b\\c", "abc"),
        ("a\x7fb\x9b31mc\x0bd\x08e", "ab31mcde"),
        ("a\x0cb\tc\r\nd", "a b\tc\r\nd"),
        ("<script>a='\x1b[1m'</script>\x1b[1m", "<script>a='\\x1b[1m'</script>"),
        ("zwnj می\u200cخواهم \u202e", "zwnj می\u200cخواهم \u202e"),
    ],
)
def test_control_characters_of_a_page_go(html: str, text: str) -> None:
    assert decode_html(html.encode(), "text/html; charset=utf-8").text == text


def test_xml_declares_in_its_first_line() -> None:
    text = f"<?xml version='1.0' encoding='windows-1251'?><a>{RUSSIAN}</a>"
    assert decode_text(text.encode("cp1251"), "application/xml").text == text


@pytest.mark.parametrize(
    ("header", "charset"),
    [
        (None, None),
        ("", None),
        ("text/html", None),
        ("text/html; charset=utf-8", "utf-8"),
        ("text/html;CHARSET='koi8-r'", "koi8-r"),
        ('text/html; x=y; charset="koi8-r"; z', "koi8-r"),
        ("text/html; charset=", None),
        ("text/html; notcharset=x", None),
        ("text/html charset=utf-8", None),
    ],
)
def test_header_charset(header: str | None, charset: str | None) -> None:
    assert header_charset(header) == charset


def test_labels_are_those_of_the_standard() -> None:
    assert encoding_name(" Latin1\n") == "windows-1252"
    assert encoding_name("unicode-1-1-utf-8") == "utf-8"
    assert encoding_name("base64") is None
    assert encoding_name("rot13") is None


@pytest.mark.parametrize(
    ("start", "label"),
    [
        (b"<meta charset=koi8-r>", "koi8-r"),
        (b"<META CHARSET = 'koi8-r' />", "koi8-r"),
        (b'<meta content="text/html; charset=koi8-r" http-equiv=Content-Type>', "koi8-r"),
        (b"<meta http-equiv=content-type content='text/html; charset = \"koi8-r\"'>", "koi8-r"),
        (b"<meta name=x content='charset=a'><meta charset=koi8-r>", "koi8-r"),
        (b"<!-- <meta charset=a> --><meta charset=koi8-r>", "koi8-r"),
        (b"<!--><meta charset=koi8-r>", "koi8-r"),
        (b"<!DOCTYPE html><p title='<meta charset=a>'><meta charset=koi8-r>", "koi8-r"),
        (b"</p title='<meta charset=a>'><meta charset=koi8-r>", "koi8-r"),
        (b"<?php <meta charset=a> ?><meta charset=koi8-r>", "koi8-r"),
        (b"<meta/charset=koi8-r>", "koi8-r"),
        (b"<meta charset=a charset=b>", "a"),
        (b"<metadata charset=a>", None),
        (b"<meta name=charset content=a>", None),
        (b"<meta content='text/html; charset=a'>", None),
        (b"<meta charset=>", None),
        (b"<!-- <meta charset=a>", None),
        (b"<meta charset", None),
        (b"", None),
        (b"<?xml version='1.0' encoding='koi8-r'?><html>", "koi8-r"),
        (b"<?xml version='1.0' encoding='a'?><meta charset=koi8-r>", "koi8-r"),
    ],
)
def test_prescan(start: bytes, label: str | None) -> None:
    assert prescan(start) == label


def test_a_late_meta_in_a_script_is_none() -> None:
    assert late_meta(b"<script>'<meta charset=a>'</script>") is None
    assert late_meta(b"<script>'<meta charset=a>'</script><meta charset=b>") == "b"
    assert xml_declaration(b" <?xml encoding='a'?>") is None


@given(st.binary(max_size=200), st.sampled_from([None, "text/html; charset=euc-jp", "text/html; charset=utf-16", "x"]))
def test_any_bytes_become_text(body: bytes, content_type: str | None) -> None:
    for decode in (decode_html, decode_text, decode_css):
        assert isinstance(decode(body, content_type).text, str)


def test_the_guesser_is_loaded_only_when_wanted() -> None:
    import subprocess

    code = (
        "import sys; from scrapepy.web.decode import decode_html; decode_html('é'.encode(), None);"
        "print('charset_normalizer' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
