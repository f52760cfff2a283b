"""Pages that ask for a password, and pages that only speak of it."""

from __future__ import annotations

import pytest

from scrapepy.decide.login_form import has_password_field


@pytest.mark.parametrize(
    "body",
    [
        b"<form><input type=password name=pw></form>",
        b'<INPUT name="pw" TYPE = "Password">',
        b"<input\n  class='x'\n  type='password'/>",
        b"<script>var a = 1</script><input type=password><script>var b</script>",
    ],
)
def test_asks_for_one(body: bytes) -> None:
    assert has_password_field(body)


@pytest.mark.parametrize(
    "body",
    [
        b"<p>Choose a good password.</p>",
        b"<pre>&lt;input type=password&gt;</pre>",
        b"<!-- <input type=password> -->",
        b"<script>form.innerHTML = '<input type=password>'</script>",
        b'<input type="text" name="password">',
        b'<input data-type="password" type="text">',
        b"<input type=passwords>",
    ],
)
def test_does_not(body: bytes) -> None:
    assert not has_password_field(body)
