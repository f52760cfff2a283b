"""The shape that all commands share: options in sections, an example, switches with an opposite."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

ADDRESS_MARKS = (".", ":", "/")
"""What an address has and the name of a command has not."""


class SectionOption(click.Option):
    """An option that ``--help`` lists under a heading."""

    def __init__(self, *args: Any, section: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.section = section


class Switch(SectionOption):
    """A flag with an opposite: ``--stay-in-path`` and ``--no-stay-in-path``, ``--no-assets`` and ``--assets``.

    The opposite is there so that the command line can overrule ``scrapepy.toml``; ``--help`` does not list it.
    """

    def __init__(self, param_decls: Sequence[str], **kwargs: Any) -> None:
        name = param_decls[0]
        opposite = name.replace("--no-", "--", 1) if name.startswith("--no-") else name.replace("--", "--no-", 1)
        kwargs.setdefault("default", False)
        super().__init__([f"{name}/{opposite}", name.strip("-").replace("-", "_")], **kwargs)

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The help line of the switch alone."""
        return None if self.hidden else (self.opts[0], self.help or "")


class OptionalValue(SectionOption):
    """An option that may stand alone: ``--browser`` is ``--browser=all``. Its value follows ``=`` or, where it is one
    of its choices, a space; whatever else follows, such as an address, is not its value.
    """

    def __init__(self, *args: Any, value_if_alone: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.value_if_alone = value_if_alone

    def written_out(self, args: Sequence[str]) -> list[str]:
        """The command line with the value that the option has where it stands alone."""
        choices = self.type.choices if isinstance(self.type, click.Choice) else ()
        whole: list[str] = []
        for index, arg in enumerate(args):
            if arg == "--":
                return [*whole, *args[index:]]
            alone = arg in self.opts and not (index + 1 < len(args) and args[index + 1] in choices)
            whole.append(f"{arg}={self.value_if_alone}" if alone else arg)
        return whole

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The help line, with the value in brackets."""
        values = "|".join(self.type.choices) if isinstance(self.type, click.Choice) else ""
        return None if self.hidden else (f"{self.opts[0]}[={values}]", self.help or "")


class ExampleCommand(click.Command):
    """A command whose help has its options in sections and ends in examples."""

    def __init__(self, *args: Any, examples: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.examples = tuple(examples)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line."""
        for param in self.params:
            if isinstance(param, OptionalValue):
                args = param.written_out(args)
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, one list a section."""
        sections: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx) if isinstance(param, click.Option) else None
            if record is not None:
                sections.setdefault(getattr(param, "section", "") or "Options", []).append(record)
        for name, records in sections.items():
            with formatter.section(name):
                formatter.write_dl(records)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        if self.examples:
            with formatter.section("Examples"):
                for example in self.examples:
                    formatter.write(f"{'':{formatter.current_indent}}{example}\n")


class DefaultGroup(click.Group):
    """A group that runs ``mirror`` where no command is named: ``scrapepy URL`` is ``scrapepy mirror URL``."""

    default_command = "mirror"

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the default command in front of arguments that start with an address or an option of it."""
        if args and self._means_default(ctx, args[0]):
            args = [self.default_command, *args]
        return super().parse_args(ctx, args)

    def _means_default(self, ctx: click.Context, first: str) -> bool:
        if first in self.commands:
            return False
        if first.startswith("-"):
            own = {name for param in self.get_params(ctx) for name in (*param.opts, *param.secondary_opts)}
            return first.partition("=")[0] not in own
        return first == "localhost" or any(mark in first for mark in ADDRESS_MARKS)
