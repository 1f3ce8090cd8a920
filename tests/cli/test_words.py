"""What the program says of itself is true: commands, options and topics that are named exist, and examples run."""

import ast
import itertools
import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest

from tests.cli import test_help
from tests.shown import PAGES, ROOT
from userprio.cli.app import cli
from userprio.cli.classic.actions import is_classic
from userprio.cli.topics import names
from userprio.negotiation import Reason
from userprio.pool import examples

Run = Callable[..., Any]
TYPED = re.compile(r"`userprio((?: [^`\n]+|\n *[^`\n]+)*)`")
NAMED_PAGE = re.compile(r"\buserprio-([a-z-]+)\((\d)\)")


@cache
def sources() -> list[tuple[str, str]]:
    """Every text of the program and of its pages, with where it stands."""
    names = (*PAGES, "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
    pages = ((page, (ROOT / page).read_text(encoding="utf-8")) for page in names)
    return [*texts_of_the_program(), *pages]


def texts_of_the_program() -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / "userprio").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node.value
            elif isinstance(node, ast.JoinedStr):
                parts = (part.value if isinstance(part, ast.Constant) else "X" for part in node.values)
                yield f"{path.relative_to(ROOT)}:{node.lineno}", "".join(map(str, parts))


COMMANDS = cli.list_commands(click.Context(cli))


def told_commands() -> Iterator[tuple[str, str]]:
    for place, text in sources():
        for rest in TYPED.findall(text):
            yield place, " ".join(rest.split())


def options_of(name: str | None) -> set[str]:
    with click.Context(cli, info_name="userprio") as context:
        command = cli if name is None else cli.get_command(context, name)
        assert command is not None
        with click.Context(command, parent=context) as inner:
            return {option for param in command.get_params(inner) for option in (*param.opts, *param.secondary_opts)}


OPTIONS = {name: options_of(name) for name in (None, *COMMANDS)}


def test_every_command_that_is_named_exists_and_has_the_options_that_stand_with_it() -> None:
    seen = 0
    for place, line in told_commands():
        words = [word.strip("'\"") for word in line.split()]
        if is_classic(words[:1]) or not words:
            continue
        command = next((word for word in words if word in COMMANDS), None)
        first = next((word for word in words if re.fullmatch(r"[a-z][a-z-]+", word)), None)
        if first is not None and command is None:
            pytest.fail(f"{place}: there is no command in `userprio {line}`")
        if command == "help" and words[-1] != "help" and re.fullmatch(r"[a-z-]+", words[-1]):
            asked = line.partition("help ")[2].strip("\"'")
            assert asked in ("commands", *names(), *COMMANDS, *map(str, Reason)), f"{place}: {line}"
        for word in words:
            option = word.partition("=")[0]
            if re.fullmatch(r"--[a-z][a-z-]+", option):
                assert option in OPTIONS[command] | OPTIONS[None], f"{place}: userprio {line}"
        seen += 1
    assert seen > 100


def test_every_page_of_the_manual_that_is_named_exists() -> None:
    pages = {(name, "1") for name in COMMANDS} | {(name, "7") for name in names()}
    for place, text in sources():
        for found in NAMED_PAGE.findall(text):
            assert found in pages, f"{place}: userprio-{found[0]}({found[1]})"


def examples_of(name: str | None) -> list[str]:
    with click.Context(cli, info_name="userprio") as context:
        command = cli if name is None else cli.get_command(context, name)
        assert command is not None
        return [line.strip() for line in (command.epilog or "").splitlines() if line.startswith("  userprio ")]


EXAMPLES = [line for name in (None, *COMMANDS) for line in examples_of(name)]
SHIPPED = {example.name for example in examples.shipped()}


def needs_nothing(line: str) -> bool:
    """Whether an example asks about nothing but what comes with the program."""
    words = shlex.split(line.partition("   ")[0])
    named = [after for word, after in itertools.pairwise(words) if word == "--snapshot"]
    files = any("/" in word or word in ("--config", "--ledger", "--pool", ">", "|", "-") for word in words)
    return not files and (
        (all(name in SHIPPED for name in named) and bool(named)) or words[1] in ("help", "versions", "learn", "init")
    )


RUNNABLE = [line for line in EXAMPLES if needs_nothing(line) and "plot" not in line]


RUN_BY_HELP = {f"userprio {example}" for example in test_help.EXAMPLES}
"""Those that tests/cli/test_help.py runs, about shipped pools."""


def marked(line: str) -> object:
    """Days of a pool, where it ends up in the long run, other versions and the tutorial take some seconds."""
    is_long = any(word in f"{line} " for word in (" forecast ", " wait ", "long-run", "--to-version", " learn "))
    return pytest.param(line, marks=[pytest.mark.slow] if is_long else [])


@pytest.mark.parametrize(
    "line", [marked(line) for line in RUNNABLE if line.partition("#")[0].strip() not in RUN_BY_HELP]
)
def test_an_example_of_a_help_runs(line: str, userprio: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = userprio(*shlex.split(line)[1:])
    assert done.status in (0, 1, 3), done.err


OTHERS = [line for line in EXAMPLES if line not in RUNNABLE and "--pool" not in line and " snapshot pool" not in line]


@pytest.mark.parametrize("line", OTHERS)
def test_an_example_that_needs_files_is_understood(
    line: str, userprio: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its options and arguments are right: what it lacks here are a pool, a ledger or a name, and not the words."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(examples.find("physics").folder, tmp_path / "pool")
    words = shlex.split(line.partition("   ")[0])[1:]
    shell = next((at for at, word in enumerate(words) if word in "|<>"), len(words))
    words = words[:shell]
    if "--ledger" in OPTIONS.get(words[0], ()):
        words += ["--ledger", str(tmp_path / "pool/Accountantnew.log")]
    done = userprio(*words, typed="alice@example.org\n")
    assert "Try 'userprio" not in done.err, done.err


def test_every_command_has_an_example_that_runs_or_is_understood() -> None:
    for name in COMMANDS:
        assert examples_of(name), name
    assert len(RUNNABLE) > 30
