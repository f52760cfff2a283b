from __future__ import annotations

from pathlib import Path

import pytest

from scrapepy.cli.config_file import read_config
from scrapepy.cli.main import cli
from scrapepy.errors import UsageError


def read(folder: Path, text: str) -> dict[str, dict[str, object]]:
    (folder / "scrapepy.toml").write_text(text, encoding="utf-8")
    return read_config(folder, cli.commands)


def test_no_file_sets_nothing(tmp_path: Path) -> None:
    assert read_config(tmp_path, cli.commands) == {}


def test_names_are_those_of_the_command_line(tmp_path: Path) -> None:
    defaults = read(
        tmp_path, 'delay = 2\nstay-in-path = true\nmax_size = "1MB"\nexclude = ["/blog/*"]\nheader = "A: b"\n'
    )
    assert defaults["mirror"] == {
        "delay": 2,
        "stay_in_path": True,
        "max_size": "1MB",
        "exclude": ["/blog/*"],
        "headers": ["A: b"],
    }
    assert defaults["list"] == {}


def test_an_option_of_several_commands_is_set_for_all_of_them(tmp_path: Path) -> None:
    defaults = read(tmp_path, "min-words = 10\n")
    assert defaults["mirror"] == defaults["convert"] == {"min_words": 10}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("dely = 1\n", "no command has an option named 'dely'"),
        ('stay-in-path = "yes"\n', "stay-in-path is a switch; write true or false"),
        ('delay = "slow"\n', "delay: 'slow' is no number of seconds"),
        ("delay = [1]\n", "delay takes one value"),
        ("include = [[1]]\n", "include takes a list of texts"),
        ("max-pages = 0\n", "max-pages: 0 is not in the range"),
        ('scripts = "none"\n', "scripts: 'none' is not one of"),
        ("delay = \n", "no valid TOML"),
        ("[mirror]\ndelay = 1\n", "no command has an option named 'mirror'"),
    ],
)
def test_what_cannot_be_meant_is_said(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(UsageError, match=r"scrapepy\.toml") as caught:
        read(tmp_path, text)
    assert says in str(caught.value)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    (tmp_path / "scrapepy.toml").write_bytes(b'path = "\xff"')
    with pytest.raises(UsageError, match="no valid TOML"):
        read_config(tmp_path, cli.commands)
