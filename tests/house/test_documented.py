"""What a person can type, and what the program answers, is all in the documentation and in the help."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import click
import pytest

from scrapepy.cli.exit_codes import ExitCode
from scrapepy.cli.main import cli, main
from scrapepy.cli.shape import ExampleCommand

ROOT = Path(__file__).parents[2]
REFERENCE = (ROOT / "docs/reference/command-line.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXIT_CODES = (ROOT / "docs/reference/exit-codes.md").read_text(encoding="utf-8")
OPTIONS = [
    (name, option.opts[0])
    for name, command in cli.commands.items()
    for option in command.params
    if isinstance(option, click.Option)
]
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "benchmarks/README.md")]
PAGES += sorted((ROOT / "docs").rglob("*.md"))


def section(command: str) -> str:
    """The part of the reference that is about a command."""
    parts = re.split(r"^## ", REFERENCE, flags=re.MULTILINE)
    (part,) = [part for part in parts if part.startswith(f"scrapepy {command}")]
    return part


@pytest.mark.parametrize("command", cli.commands)
def test_every_command_is_documented(command: str) -> None:
    assert section(command)
    assert f"`scrapepy {command}" in README


@pytest.mark.parametrize(("command", "option"), OPTIONS)
def test_every_option_is_documented(command: str, option: str) -> None:
    assert re.search(rf"`(?:-\w \w+`, `)?{option}[ `]", section(command)), f"{option} is not in the reference"
    if command == "mirror":
        assert f"`{option}`" in README


def test_no_option_is_documented_that_does_not_exist() -> None:
    known = {name for command in cli.commands.values() for param in command.params for name in param.opts}
    known |= {name for command in cli.commands.values() for param in command.params for name in param.secondary_opts}
    for page in PAGES:
        typed = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", "\n".join(about_scrapepy(page))))
        assert typed - known - {"--help", "--version"} == set(), page


def about_scrapepy(page: Path) -> list[str]:
    """Lines of a page but for commands of other programs."""
    lines = page.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not re.search(r"pip |apt-get |benchmarks/|--fast|--slow|mypy|wget", line)]


@pytest.mark.parametrize("code", ExitCode)
def test_every_exit_code_is_documented(code: ExitCode) -> None:
    assert re.search(rf"^\| {code} \| ", EXIT_CODES, re.MULTILINE)
    paragraph = README[README.index("The exit status is") :].partition("\n\n")[0]
    assert re.search(rf"\b{code}\b", paragraph)


@pytest.mark.parametrize("name", cli.commands)
def test_every_command_has_help_with_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = cli.commands[name]
    assert isinstance(command, ExampleCommand)
    assert main([name, "--help"]) == 0
    shown = capsys.readouterr().out
    assert "Examples:\n  " in shown
    assert all(example in shown for example in command.examples)
    for option in command.params:
        if isinstance(option, click.Option) and not option.hidden:
            assert option.opts[0] in shown
            assert option.help, option.opts


def test_every_example_is_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples parse: no option in them is out of date."""
    monkeypatch.chdir(tmp_path)
    for command in cli.commands.values():
        assert isinstance(command, ExampleCommand)
        for example in command.examples:
            words = [word.strip("'") for word in example.rpartition("| ")[2].split()][1:]
            context = cli.make_context("scrapepy", words, resilient_parsing=True)
            name, found, rest = cli.resolve_command(context, [*context._protected_args, *context.args])
            assert found is command, (example, name)
            command.make_context(str(name), rest, parent=context).close()


def test_links_between_the_pages_lead_somewhere() -> None:
    for page in PAGES:
        text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{target} in {page}"


def test_the_readme_opens_with_the_two_commands() -> None:
    lines = README.splitlines()
    assert [line.split("#")[0].strip() for line in lines[2:6]] == ["```console", "$ make demo", "$ make check", "```"]
    targets = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^demo:", targets, re.MULTILINE)
    assert re.search(r"^check:", targets, re.MULTILINE)


def test_every_dependency_is_accounted_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    decision = (ROOT / "docs/adr/0003-dependencies.md").read_text(encoding="utf-8")
    for requirement in [
        *project["dependencies"],
        *project["optional-dependencies"]["extract"],
        *project["optional-dependencies"]["reader"],
    ]:
        name = re.split(r"[<>=\[ ]", requirement)[0]
        assert f"| {name} " in decision, name
