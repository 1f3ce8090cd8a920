"""Help, version, and how little is loaded for them."""

import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from tests.marks import slow
from userprio.base.formats import Format
from userprio.cli.app import cli
from userprio.cli.commands import COMMANDS, IN_SIGHT, Purpose
from userprio.cli.environment import ExitStatus
from userprio.cli.topics import names

Run = Callable[..., Any]
OF_NO_POOL = ("init", "versions", "settings", "help", "learn", "completion", "snapshot", "readlog", "history")
WIDTH = 80
LONG = r"forecast|wait|long-run|--for "
HEAVY = ("userprio.config", "userprio.classad", "userprio.negotiation", "userprio.report.formats", "msgspec", "rich")


def epilog_of(name: str) -> str:
    with cli.make_context("userprio", ["most"]) as context:
        command = cli.get_command(context, name)
    assert command is not None
    return command.epilog or ""


@pytest.fixture
def help_of(capsys: pytest.CaptureFixture[str], userprio: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """What a command line prints that asks for help, on 80 columns."""
    monkeypatch.setenv("COLUMNS", str(WIDTH))

    def ask(*words: str, terminal: bool = False) -> str:
        assert userprio(*words, terminal=terminal).status == 0
        return capsys.readouterr().out

    return ask


HelpOf = Callable[..., str]


def option_rows(text: str) -> list[str]:
    """The lines of help that begin with an option; those for several options at once have an ellipsis."""
    return re.findall(r"^  (-.*)$", text, re.MULTILINE)


@pytest.mark.parametrize("name", [None, *COMMANDS])
def test_every_help_has_an_example_and_the_long_one_has_the_rest(name: str | None, help_of: HelpOf) -> None:
    own = () if name is None else (name,)
    for asked in ("--help", "--help-all"):
        text = help_of(*own, asked)
        assert "Examples:\n" in text
        assert "  userprio " in text
        if asked == "--help-all" or name is None or COMMANDS[name].purpose is not Purpose.CHANGE:
            assert ("--snapshot POOL" in text) == (name not in OF_NO_POOL)
    assert "--color" in text


def test_the_help_of_the_program_fits_a_screen_and_says_where_to_begin(help_of: HelpOf) -> None:
    text = help_of("--help")
    lines = text.splitlines()
    assert len(lines) <= 40
    assert max(map(len, lines)) <= WIDTH
    begin, everything = (text.split(title)[1].split("\n\n")[0] for title in ("Begin with:", "All commands:"))
    assert [line.split()[0] for line in begin.splitlines()[1:]] == [
        *("status", "most", "explain", "check", "negotiate", "plan", "wait", "set", "undo", "snapshot", "learn")
    ]
    named = " ".join(line[11:] for line in everything.splitlines()).split()
    assert sorted(named) == sorted(IN_SIGHT)
    for told in ("--help-all", "--snapshot POOL", "`userprio help commands`", "`userprio help`"):
        assert told in text


def test_at_most_36_commands_are_in_sight_and_each_other_one_says_what_replaces_it(help_of: HelpOf) -> None:
    assert len(IN_SIGHT) <= 36
    text = help_of("--help-all")
    for name, command in COMMANDS.items():
        assert len(command.summary) <= 64 or command.hidden
        if command.instead is not None:
            assert re.search(rf"^  {name} +{re.escape(command.instead or command.summary)}$", text, re.MULTILINE)
            # These two are to come.
            assert command.instead.partition(" ")[0] in {"", "-getreslist", "set", "reset", *IN_SIGHT}


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_fits_a_screen_and_counts_what_it_leaves_out(name: str, help_of: HelpOf) -> None:
    text, long = help_of(name, "--help"), help_of(name, "--help-all")
    lines = text.splitlines()
    assert len(lines) <= 45
    assert max(map(len, lines)) <= WIDTH
    assert text.startswith(f"Usage: userprio {name} [OPTIONS]")
    examples = sum(line.startswith("  userprio ") for line in lines)
    assert examples == 2 or (COMMANDS[name].hidden and examples == 1)
    rows = [row for row in option_rows(text.partition("ptions:\n")[2]) if "…" not in row]
    # The two for help are in the long form, and nobody needs to be told of them.
    more = len(option_rows(long.partition("\nOptions:\n")[2])) - 2 - len(rows)
    assert lines[-1] == f"userprio {name} --help-all shows {more} more options, and the details."
    assert more > 0
    # Whatever is named in short stands in the long form too.
    words = {word.strip(",") for word in re.split(r"[\s/]", long)}
    assert {word.strip(",") for row in rows for word in re.split(r"[\s/]", row) if word.startswith("--")} <= words


def test_options_that_only_mean_something_together_share_a_line(help_of: HelpOf) -> None:
    text = help_of("plan", "--help")
    assert "  --sort … --columns    Choose rows and columns: --top --group --user.\n" in text
    assert "  --setfactor … --with  Try other changes too: --setprio --setfloor\n" in text


def test_an_option_that_few_need_is_in_the_long_help_alone(help_of: HelpOf) -> None:
    assert "--steps" not in help_of("aim", "--help")
    assert "--steps NUMBER" in help_of("aim", "--help-all")


def test_jobs_with_a_number_is_processes_as_before_and_no_help_says_so(help_of: HelpOf, userprio: Run) -> None:
    for name in ("replay", "size", "wait"):
        assert not re.search(r"--jobs (?:N\b|\d)", help_of(name, "--help-all"))
    done = userprio(*"wait ada --snapshot fairshare --jobs 9999".split())
    assert "9999 processes are not in the range from 1 to 1024" in done.err


@pytest.mark.parametrize("name", COMMANDS)
def test_h_is_help_of_every_command_and_nothing_else(name: str, help_of: HelpOf) -> None:
    assert help_of(name, "-h") == help_of(name, "--help")
    assert help_of(name, "--help-all").count("-h,") == 1


def test_h_alone_is_help_on_a_terminal_and_condor_userprios_option_elsewhere(
    help_of: HelpOf, userprio: Run, ledger: Path
) -> None:
    assert help_of("-h", terminal=True) == help_of("--help")
    found = {"CONDOR_CONFIG": "ONLY_ENV", "_CONDOR_ACCOUNTANT_DATABASE_FILE": str(ledger)}
    listed = userprio("-h", **found)
    assert (listed.status, listed.err) == (0, "")
    assert "ann@lab.example" in listed.out
    assert listed == userprio("-hierarchical", **found)


MINIMAL = {
    "verify": ("--log", "/nonexistent"),
    "record": ("/nonexistent/pool.db",),
    "resources": ("ann@lab",),
    "explain": ("ann@lab",),
    "plan": ("--expect", "/nonexistent"),
    "sweep": ("NEGOTIATOR_INTERVAL=5",),
    "aim": ("--share", "ann@lab=5%"),
    "replay": ("/nonexistent",),
    "size": ("/nonexistent",),
    "report": ("-o", "/nonexistent/page"),
    "setfactor": ("ann@lab", "5"),
    "setprio": ("ann@lab", "5"),
    "setaccum": ("ann@lab", "5"),
    "setbegin": ("ann@lab", "5"),
    "setlast": ("ann@lab", "5"),
    "setfloor": ("ann@lab", "5"),
    "setceiling": ("ann@lab", "5"),
    "set": ("ann@lab", "factor=5"),
    "cancel-lease": ("ann@lab", "factor"),
    "resetusage": ("ann@lab",),
    "reset": ("ann@lab",),
    "resetall": ("--yes",),
    "delete": ("ann@lab", "--yes"),
    "apply": ("/nonexistent", "--expect", "/nonexistent", "--dry-run"),
    "load": ("/nonexistent",),
    "snapshot": ("new",),
    "diff": ("-",),
}
"""What a command needs besides a pool, to get as far as that."""
OF_POOLS = [name for name, command in COMMANDS.items() if command.of_pools]


@pytest.mark.parametrize("name", OF_POOLS)
def test_the_formats_in_a_help_are_those_that_the_command_has(name: str, help_of: HelpOf, userprio: Run) -> None:
    long = " ".join(help_of(name, "--help-all").split())
    told = re.search(r"--format \[([a-z|]+)\]", long)
    formats = [] if told is None else told[1].split("|")
    if "--format FORMAT" in (short := " ".join(help_of(name, "--help").split())):
        assert f"--format FORMAT {', '.join(formats)}." in short
    for form in Format if formats else ():
        # Nothing can be read here, so that what is not refused ends soon all the same.
        done = userprio(name, *MINIMAL.get(name, ()), "--ledger", "/nonexistent", "--format", form, typed="")
        assert (done.status == ExitStatus.USAGE and "--format" in done.err) == (form not in formats), form


@pytest.mark.parametrize("name", OF_POOLS)
def test_a_running_pool_is_in_the_help_of_those_that_do_not_refuse_it(
    name: str, help_of: HelpOf, userprio: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = "--pool HOST" in help_of(name, "--help-all")
    assert told == ("--pool HOST" in help_of(name, "--help"))
    # Without HTCondor's tools on PATH nothing can be asked.
    done = userprio(name, *MINIMAL.get(name, ()), "--pool", "nowhere.invalid", typed="", PATH="")
    assert (done.status == ExitStatus.USAGE) is not told, done.err


def test_all_commands_are_listed_by_group_and_then_the_earlier_spellings(userprio: Run) -> None:
    text = userprio("help", "commands").out
    assert re.findall(r"^(\S.*):$", text, re.MULTILINE) == [
        *(purpose.value for purpose in Purpose),
        "Earlier spellings, which work as before, and what replaces them",
    ]
    listed = re.findall(r"^  ([a-z-]+)  ", text, re.MULTILINE)
    assert set(listed[: len(IN_SIGHT)]) == set(IN_SIGHT)
    assert sorted(listed) == sorted(COMMANDS)
    assert "  setfloor      set NAME floor=WEIGHT\n" in text


def test_help_alone_lists_the_pages(userprio: Run) -> None:
    text = userprio("help").out
    assert all(f"  {name} " in text for name in names())
    assert len(text.splitlines()) <= 24


@pytest.mark.parametrize(
    ("typed", "guess"), [("negociate", "negotiate"), ("setfaktor", "setfactor"), ("setfloo", "setfloor")]
)
def test_a_misspelt_command_is_guessed_those_in_sight_first(typed: str, guess: str, userprio: Run) -> None:
    done = userprio(typed)
    assert done.status is ExitStatus.USAGE
    assert done.err == f"userprio: No such command '{typed}'. Did you mean {guess}?\nTry 'userprio --help'.\n"


def test_what_resembles_no_command_is_told_where_all_are_listed(userprio: Run) -> None:
    assert userprio("xyzzy").err.startswith("userprio: No such command 'xyzzy'. `userprio help commands` lists all.\n")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("plan --wth x", "No such option --wth. Did you mean --with?"),
        ("completion", "Missing argument 'SHELL'. Choose from: bash, zsh, fish."),
        ("most --top none", "Invalid value for '--top': 'none' is neither a number of rows nor `all`."),
        ("explain", "Name a submitter, or give --group, --job, --slot, --free or --submit."),
    ],
)
def test_wrong_usage_is_a_sentence_and_where_to_read_on(typed: str, told: str, userprio: Run) -> None:
    done = userprio(*typed.split())
    assert done.status is ExitStatus.USAGE
    assert (done.out, done.err) == ("", f"userprio: {told}\nTry 'userprio {typed.split()[0]} --help'.\n")


EXAMPLES = [
    example.split("#")[0].strip()
    for name in COMMANDS
    for example in re.findall(
        r"^  userprio (.*--snapshot (?:physics|fairshare|research|moab)\b.*)$", epilog_of(name), re.M
    )
]


@pytest.mark.parametrize(
    "example",
    [
        *(example for example in EXAMPLES if not re.search(LONG, example)),
        *slow([example for example in EXAMPLES if re.search(LONG, example)]),
    ],
)
def test_an_example_on_a_shipped_pool_does_what_it_is_for(
    example: str, userprio: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = userprio(*shlex.split(example))
    # A plan that changes something ends with 3, and one example is to show an error that is found.
    assert done.status in ({0, 3} if "plan " in example else {"check" in example and "=-5" in example})


@pytest.mark.parametrize("name", COMMANDS)
def test_the_options_of_a_help_are_options_and_each_says_what_it_does(
    name: str, capsys: pytest.CaptureFixture[str], userprio: Run
) -> None:
    assert userprio(name, "--help-all").status == 0
    options = capsys.readouterr().out.split("Options:\n")[1].split("\n\n")[0]
    assert not [line for line in options.splitlines() if re.match(r"  [^ -]", line)]


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str], userprio: Run) -> None:
    assert userprio("--version").status == 0
    assert capsys.readouterr().out == f"userprio, version {version('userprio')}\n"


def test_the_lines_on_the_commands_are_those_of_commands_that_exist() -> None:
    with cli.make_context("userprio", ["most"]) as context:
        for name in COMMANDS:
            command = cli.get_command(context, name)
            assert command is not None
            assert command.name == name
        assert cli.get_command(context, "none") is None


def test_help_loads_nothing_that_is_not_needed_for_it() -> None:
    code = (
        "import sys; from userprio.cli.app import run; from userprio.cli.environment import Environment; "
        f"run(['--help'], Environment.of_process()); print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
