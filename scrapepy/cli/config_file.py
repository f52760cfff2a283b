"""``scrapepy.toml`` in the current folder: the same names as on the command line, which wins.

::

    delay = 1.0
    stay-in-path = true
    exclude = ["/blog/*", "*?print=1"]
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from scrapepy.cli.shape import OptionalValue
from scrapepy.errors import UsageError

FILE_NAME = "scrapepy.toml"

DefaultMap = dict[str, dict[str, Any]]
"""Command name → parameter name → value, as click takes it."""


def read_config(folder: Path, commands: Mapping[str, click.Command]) -> DefaultMap:
    """The defaults that the file sets for each command; nothing where there is no file.

    Raises UsageError for a file that is no TOML, a name that no command has, and a value of the wrong kind.
    """
    path = folder / FILE_NAME
    try:
        with path.open("rb") as file:
            values = tomllib.loads(file.read().decode("utf-8-sig"))  # editors on Windows put a mark in front
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise UsageError(f"{FILE_NAME} cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{FILE_NAME} is no valid TOML: {error}") from error
    defaults: DefaultMap = {name: {} for name in commands}
    for key, value in values.items():
        owners = _owners(key.replace("_", "-"), commands)
        if not owners:
            raise UsageError(f"{FILE_NAME}: no command has an option named {key!r}")
        for name, option in owners:
            defaults[name][str(option.name)] = _checked(key, value, option)
    return defaults


def _owners(key: str, commands: Mapping[str, click.Command]) -> list[tuple[str, click.Option]]:
    return [
        (name, param)
        for name, command in commands.items()
        for param in command.params
        if isinstance(param, click.Option) and "--" + key in param.opts
    ]


def _checked(key: str, value: Any, option: click.Option) -> Any:
    """The value, or UsageError: click would convert much that is not meant, such as ``"no"`` for a switch."""
    if option.is_flag:
        if not isinstance(value, bool):
            raise UsageError(f"{FILE_NAME}: {key} is a switch; write true or false")
        return value
    if isinstance(option, OptionalValue) and isinstance(value, bool):
        return option.value_if_alone if value else option.default
    parts = value if option.multiple and isinstance(value, list) else [value]
    for part in parts:
        if isinstance(part, bool | dict | list):
            raise UsageError(f"{FILE_NAME}: {key} takes {'a list of texts' if option.multiple else 'one value'}")
        try:
            option.type.convert(part, option, None)
        except click.BadParameter as error:
            raise UsageError(f"{FILE_NAME}: {key}: {error.message}") from error
    return parts if option.multiple else value
