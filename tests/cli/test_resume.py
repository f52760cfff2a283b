from __future__ import annotations

import pytest

from scrapepy.cli.resume import resume_command


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        (["https://docs.test/"], "scrapepy https://docs.test/"),
        (["mirror", "docs.test", "--exclude", "/a b/*"], "scrapepy mirror docs.test --exclude '/a b/*'"),
        (["https://me:s3cret@docs.test/@x"], "scrapepy https://docs.test/@x"),
        (["me:s3cret@docs.test"], "scrapepy docs.test"),
        (["docs.test", "--header=Authorization: s3cret"], "scrapepy docs.test '--header=Authorization: ...'"),
        (["docs.test", "--header", "Cookie: s3cret"], "scrapepy docs.test --header 'Cookie: ...'"),
        (["docs.test", "--user-agent", "me (a@b.test)"], "scrapepy docs.test --user-agent 'me (a@b.test)'"),
    ],
)
def test_the_same_command_without_its_secrets(arguments: list[str], command: str) -> None:
    assert resume_command(arguments) == command
    assert "s3cret" not in resume_command(arguments)
