"""The command that goes on after an interruption."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from scrapepy.mirroring.start_url import without_credentials


def resume_command(arguments: Sequence[str]) -> str:
    """The same command again, without the secrets that were typed: passwords in addresses, values of headers.

    >>> resume_command(["https://me:secret@example.com/", "--header", "Authorization: Bearer x"])
    "scrapepy https://example.com/ --header 'Authorization: ...'"
    """
    words: list[str] = []
    for word in arguments:
        if words and words[-1] == "--header":
            words.append(_without_value(word))
        elif word.startswith("--header="):
            words.append("--header=" + _without_value(word.removeprefix("--header=")))
        elif word.startswith("-") or any(character.isspace() for character in word):
            words.append(word)  # no address
        else:
            words.append(without_credentials(word))
    return shlex.join(["scrapepy", *words])


def _without_value(header: str) -> str:
    return header.partition(":")[0] + ": ..."
