"""The front door of the command line: which command, which exit status, and one plain sentence for every error."""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

import click

from scrapepy.cli.changes_command import changes
from scrapepy.cli.check_command import check
from scrapepy.cli.chunks_command import chunks
from scrapepy.cli.compare_command import compare
from scrapepy.cli.config_file import read_config
from scrapepy.cli.convert_command import convert
from scrapepy.cli.demo_command import demo
from scrapepy.cli.exit_codes import ExitCode, exit_code_of
from scrapepy.cli.list_command import list_command
from scrapepy.cli.mirror_command import mirror
from scrapepy.cli.output import close_stdout, complain, prepare_streams
from scrapepy.cli.refresh_command import refresh
from scrapepy.cli.resume import resume_command
from scrapepy.cli.search_command import search
from scrapepy.cli.serve_command import serve
from scrapepy.cli.shape import DefaultGroup
from scrapepy.cli.terminal import shortened
from scrapepy.errors import ScrapePyError
from scrapepy.version import __version__


@click.group(cls=DefaultGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="scrapepy", message="%(prog)s %(version)s")
def cli() -> None:
    """Mirror a documentation site: HTML for the browser, Markdown for the editor.

    'scrapepy URL' is short for 'scrapepy mirror URL'. Each command has --help with an example:

    \b
      scrapepy https://docs.example.com/guide/ --stay-in-path
    """


for _command in (mirror, refresh, convert, check, changes, chunks, compare, search, serve, list_command, demo):
    cli.add_command(_command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status (:class:`~scrapepy.cli.exit_codes.ExitCode`)."""
    args = list(sys.argv[1:] if arguments is None else arguments)
    prepare_streams()
    try:
        wants_help = bool({"-h", "--help", "--version"}.intersection(args))
        defaults = {} if wants_help else read_config(Path.cwd(), cli.commands)
        result = cli.main(args, prog_name="scrapepy", standalone_mode=False, default_map=defaults, obj=args)
        return int(result) if isinstance(result, int) else ExitCode.COMPLETE
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return ExitCode.USAGE
    except click.ClickException as error:
        complain(_click_sentence(error))
        return ExitCode.USAGE
    except ScrapePyError as error:
        complain(str(error))
        return exit_code_of(error)
    except (KeyboardInterrupt, click.Abort):
        complain(f"interrupted; to go on: {resume_command(args)}")
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        return ExitCode.COMPLETE
    except OSError as error:
        complain(_disk_sentence(error))
        close_stdout()  # help that did not fit on a full disk
        return ExitCode.USAGE if error.errno == errno.ENAMETOOLONG else ExitCode.DISK
    except Exception as error:
        # The last resort: a fault of ours. A reader of the message can do nothing with a traceback, unless asked for.
        if "--verbose" in args:
            traceback.print_exc()
        complain(f"internal error: {type(error).__name__}: {error}; run with --verbose for the traceback")
        return ExitCode.INCOMPLETE


def _disk_sentence(error: OSError) -> str:
    """What the system says where no room of ours has made an error of it."""
    from scrapepy.store.failures import store_error  # here, since it loads SQLite

    name = shortened(os.fsdecode(error.filename)) if isinstance(error.filename, str | bytes) else ""
    if error.errno == errno.ENAMETOOLONG:
        return f"the name is too long for the file system: {name}"
    return str(store_error(error, name or "standard output", "use" if name else "write"))


def _click_sentence(error: click.ClickException) -> str:
    """What is wrong, and where the right usage stands."""
    sentence = " ".join(error.format_message().split())
    context = getattr(error, "ctx", None)
    return f"{sentence} See '{context.command_path} --help'." if context is not None else sentence
