"""Input that means harm: a sentence that says where and what to do, in bounded time and memory, and nothing written."""

import csv
import io
import json
import os
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from userprio.base.limits import AD_LINE, CONFIG_FILE, LEDGER_FILE, NAMED, TOML_FILE
from userprio.pool import examples

Run = Callable[..., Any]
PATIENCE_S = 60
MEMORY = 1 << 30
"""Of address space; a 1 GiB file that is held would not fit."""
ESCAPES = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e\r\n"
FORMULA = '=cmd|" /C calc"!A0'


@pytest.fixture
def physics(tmp_path: Path) -> Path:
    """A copy of the shipped example, to be spoiled."""
    return Path(shutil.copytree(examples.find("physics").folder, tmp_path / "physics"))


@pytest.fixture
def untouched(physics: Path) -> Iterator[None]:
    """After the test the example holds what it held when the test was done spoiling it."""
    yield
    assert {path.name for path in physics.parent.iterdir()} <= {"physics", "config_home", "data", "other"}
    assert not [path for path in physics.rglob("*") if path.suffix in (".lock", ".operations", ".new")]


def refused(done: Any, *parts: str) -> None:
    """One sentence on stderr, nothing on stdout, and the status of bad input."""
    assert done.status == 6, done.err
    assert done.out == ""
    errors = [line for line in done.err.splitlines() if not line.startswith("userprio: warning: ")]
    assert len(errors) == 1
    for part in parts:
        assert part in errors[0]


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def in_a_process(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own that has a gibibyte and a minute."""
    return subprocess.run(
        [sys.executable, "-m", "userprio", *map(str, arguments)],
        capture_output=True,
        text=True,
        errors="surrogateescape",
        timeout=PATIENCE_S,
        preexec_fn=limited,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "CONDOR_CONFIG": "ONLY_ENV"},
        check=False,
    )


def said(done: subprocess.CompletedProcess[str], *parts: str) -> None:
    assert done.returncode == 6, done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    for part in parts:
        assert part in done.stderr


FILES = ("condor_config", "Accountantnew.log", "slots.ads", "submitters.ads", "jobs.ads")


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize("name", FILES)
def test_a_pipe_in_the_place_of_a_file_is_refused_and_not_waited_for(userprio: Run, physics: Path, name: str) -> None:
    (physics / name).unlink(missing_ok=True)
    os.mkfifo(physics / name)
    arguments = {"condor_config": ["--config"], "Accountantnew.log": ["--ledger"]}.get(name)
    named = [*arguments, physics / name] if arguments else []
    refused(userprio("--snapshot", physics, *named, "negotiate"), str(physics / name), "pipe")


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize("name", FILES)
def test_a_link_to_itself_or_to_an_endless_device_is_refused(userprio: Run, physics: Path, name: str) -> None:
    for target in (physics / name, Path("/dev/zero")):
        (physics / name).unlink(missing_ok=True)
        (physics / name).symlink_to(target)
        arguments = {"condor_config": ["--config"], "Accountantnew.log": ["--ledger"]}.get(name)
        named = [*arguments, physics / name] if arguments else []
        done = userprio("--snapshot", physics, *named, "negotiate")
        if target == physics / name and not arguments:
            # A link that leads nowhere is a file that is not there.
            assert done.status in (0, 6)
        else:
            refused(done, str(physics / name))


@pytest.mark.usefixtures("untouched")
def test_a_pipe_is_not_edited(userprio: Run, physics: Path) -> None:
    ledger = physics / "Accountantnew.log"
    ledger.unlink()
    os.mkfifo(ledger)
    done = userprio("--snapshot", physics, "--ledger", ledger, "setfactor", "ann@pool.test", "5")
    assert done.status in (4, 6)
    assert str(ledger) in done.err
    assert len(done.err.splitlines()) == 1
    for leftover in physics.glob("*.lock"):
        leftover.unlink()


def test_configuration_may_be_the_null_device(userprio: Run) -> None:
    assert userprio("--snapshot", "physics", "--config", "/dev/null", "most").status == 0


def test_a_pipe_that_configuration_includes_is_refused(userprio: Run, physics: Path) -> None:
    os.mkfifo(physics / "pipe")
    config = physics / "condor_config"
    config.write_text(f"A = 1\ninclude : {physics}/pipe\n")
    refused(userprio("--snapshot", physics, "most"), f"{config}, line 2", "pipe")
    config.write_text(f"A = 1\nLOCAL_CONFIG_FILE = {physics}/pipe\n")
    refused(userprio("--snapshot", physics, "most"), f"{physics}/pipe", f"{config}, line 2", "LOCAL_CONFIG_FILE")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "most"),
    [("condor_config", CONFIG_FILE), ("Accountantnew.log", LEDGER_FILE), ("pool.toml", TOML_FILE)],
)
def test_a_file_of_a_gigabyte_is_refused_unread(tmp_path: Path, name: str, most: int) -> None:
    path = tmp_path / name
    with path.open("wb") as file:
        file.truncate(1 << 30)
    option = {"condor_config": "--config", "Accountantnew.log": "--ledger"}.get(name, "--snapshot")
    said(in_a_process(option, path, "most"), str(path), f"larger than {NAMED[most].most >> 20} MiB")


@pytest.mark.slow
def test_a_line_of_a_gigabyte_is_refused(physics: Path) -> None:
    slots = physics / "slots.ads"
    with slots.open("wb") as file:
        file.write(b'Name = "')
        for _ in range(NAMED[AD_LINE].most // (1 << 20) + 2):
            file.write(b"a" * (1 << 20))
        file.truncate(1 << 30)
    most = NAMED[AD_LINE].most >> 20
    said(in_a_process("--snapshot", physics, "negotiate"), f"{slots}, line 1", f"longer than {most} MiB")
    with slots.open("wb") as file:
        file.truncate(1 << 30)
    said(in_a_process("--snapshot", physics, "negotiate"), f"{slots}, line 1", "NUL")


@pytest.mark.slow
@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize(
    "text", ["(" * 1_000_000 + "1" + ")" * 1_000_000, "-" * 100_000 + "1", "{" * 100_000, "a" + ".a" * 50_000]
)
def test_a_million_brackets_cost_one_attribute(userprio: Run, physics: Path, text: str) -> None:
    slots = physics / "slots.ads"
    slots.write_text(f'Name = "a"\nCpus = 1\nRequirements = {text}\n')
    done = userprio("--snapshot", physics, "negotiate", "--format", "json")
    assert "Traceback" not in done.err
    assert done.status in (0, 6)
    if done.err:
        assert f"{slots}, line 3" in done.err


EXPLODING = {
    "refers to itself": 'X = X\nRequirements = X[X] + { X }[0]["a"]',
    "doubles its work": "\n".join(f"A{i} = A{i + 1} + A{i + 1}" for i in range(40)) + "\nA40 = 1\nRequirements = A0",
    "doubles its text": "\n".join(f"A{i} = strcat(A{i + 1}, A{i + 1})" for i in range(40))
    + '\nA40 = "abcdefgh"\nRequirements = A0 == "x"',
    "backtracks for ever": f'Requirements = regexp("^(a+)+$", "{"a" * 60}b")',
    "replaces each byte by many": f'Requirements = size(replaceAll("", "{"a" * 30000}", "{"b" * 30000}")) > 0',
}


@pytest.mark.slow
@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize(
    "what", ["refers to itself", "doubles its text", "backtracks for ever", "replaces each byte by many"]
)
def test_a_slot_whose_requirements_explode_matches_nothing(physics: Path, what: str) -> None:
    (physics / "slots.ads").write_text(f'Name = "a"\nMyType = "Machine"\nCpus = 1\n{EXPLODING[what]}\n')
    done = in_a_process("--snapshot", physics, "negotiate", "--format", "json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["matches"] == []


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("A = $(B)\nB = $(A)\nGROUP_NAMES = $(A)\n", 3, "in a circle"),
        ("A = x\n" + "A = $(A)$(A)\n" * 60, 27, "too much text"),
        ("if $(A)\n" * 64, 64, "63"),
        ("include : @/condor_config\n", 1, "20 levels"),
        ("A = 1\nB = $CHOICE(9,x)\nGROUP_NAMES = $(B)\n", 3, "CHOICE"),
        ("A = 1\n\x00\x01\xff\n", 2, "no = in it"),
        ("GROUP_NAMES @=end\na\n", 2, "`@end`"),
    ],
)
def test_a_configuration_that_means_harm(userprio: Run, physics: Path, text: str, line: int, what: str) -> None:
    config = physics / "condor_config"
    config.write_bytes(text.replace("@/", f"{physics}/").encode("latin-1"))
    before = sorted(path.name for path in physics.iterdir())
    refused(userprio("--snapshot", physics, "negotiate"), f"{config}, line {line}", what)
    assert sorted(path.name for path in physics.iterdir()) == before


@pytest.mark.slow
def test_values_that_double_in_many_knobs_are_refused(tmp_path: Path) -> None:
    lines = "".join(f"A{i} = {'x' * 1000}\n" + f"A{i} = $(A{i})$(A{i})\n" * 15 for i in range(100))
    path = tmp_path / "condor_config"
    path.write_text(lines)
    said(in_a_process("--snapshot", "physics", "--config", path, "most"), f"{path}, line ", "256 MiB")


@pytest.mark.slow
def test_includes_that_multiply_are_refused(tmp_path: Path) -> None:
    for level in range(18):
        (tmp_path / f"c{level}").write_text(f"include : {tmp_path}/c{level + 1}\n" * 3)
    (tmp_path / "c18").write_text("A = 1\n")
    done = in_a_process("--snapshot", "physics", "--config", tmp_path / "c0", "most")
    said(done, f"{tmp_path}/c", ", line ", "10,000 files")


@pytest.mark.slow
def test_a_local_file_that_lists_itself_under_ever_new_names_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "condor_config"
    path.write_text(f"T = {tmp_path}\nLOCAL_CONFIG_FILE = $(T)/local\n")
    (tmp_path / "local").write_text(f"T = $(T){'/.' * 200}\n")
    done = in_a_process("--snapshot", "physics", "--config", path, "most")
    assert done.returncode in (0, 6)
    assert "Traceback" not in done.stderr


LEDGER = """\
101 Accountant. * *
103 Accountant. LastUpdateTime 1772441940
101 Customer.{name} * *
103 Customer.{name} Priority 4.5
103 Customer.{name} PriorityFactor 1000.0
103 Customer.{name} BeginUsageTime 1772441000
103 Customer.{name} WeightedAccumulatedUsage 3600.0
103 Customer.{name} LastUsageTime 1772441940
"""
NAME = "e\x1b]0;owned\x07\x1b[2J\x9b31m\u202e@lab"
RAW = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]")


@pytest.mark.parametrize("command", ["most", "all", "usage", "priority", "quotas"])
@pytest.mark.parametrize("form", ["table", "classic", "json", "csv", "long"])
@pytest.mark.parametrize("terminal", [True, False])
def test_escape_codes_in_names_never_reach_the_terminal(
    userprio: Run, tmp_path: Path, command: str, form: str, terminal: bool
) -> None:
    ledger = tmp_path / "log"
    ledger.write_text(LEDGER.format(name=NAME), encoding="utf-8")
    done = userprio(
        "--ledger", ledger, command, "--format", form, terminal=terminal, NO_COLOR="1", CONDOR_CONFIG="ONLY_ENV"
    )
    assert done.status in (0, 1), done.err
    shown = re.sub(r"\x1b\[[0-9;]*m", "", done.out) if form == "table" else done.out
    assert not RAW.search(shown), ascii(shown)
    assert not RAW.search(done.err)


def test_escape_codes_in_a_snapshot_never_reach_the_terminal(userprio: Run, physics: Path) -> None:
    for name in ("slots.ads", "submitters.ads", "jobs.ads"):
        path = physics / name
        path.write_text(path.read_text().replace("pool.test", f"p{ESCAPES[:-2]}.test"))
    for form in ("table", "json", "csv"):
        done = userprio("--snapshot", physics, "negotiate", "--format", form, terminal=True, NO_COLOR="1")
        shown = re.sub(r"\x1b\[[0-9;]*m", "", done.out)
        assert not RAW.search(shown), form
        assert not RAW.search(done.err)


def test_errors_about_such_names_do_not_hold_them_raw(userprio: Run, tmp_path: Path) -> None:
    config = tmp_path / "c\x1b[2J"
    config.write_text(f"{ESCAPES[:-2]} no operator\n")
    done = userprio("--snapshot", "physics", "--config", config, "most")
    refused(done, "line 1")
    assert not RAW.search(done.err)


@pytest.mark.parametrize("name", ["=cmd|calc!A0@lab", "+1@lab", "-1@lab", "@SUM(1)", "=1+1@lab"])
def test_a_name_that_is_a_formula_is_text_in_a_spreadsheet(userprio: Run, tmp_path: Path, name: str) -> None:
    ledger = tmp_path / "log"
    ledger.write_text(LEDGER.format(name=name))
    done = userprio("--ledger", ledger, "all", "--format", "csv", CONDOR_CONFIG="ONLY_ENV")
    cells = [cell for row in csv.reader(io.StringIO(done.out)) for cell in row]
    assert f"'{name}" in cells
    assert not [cell for cell in cells if cell[:1] in "=+@" and cell]


@pytest.mark.parametrize(
    "value", ["nan", "inf", "-inf", "1e999", "-1e999", "1e-999", "9" * 5000, "-0.0", "0x10", '"4"', "TRUE", "{1}"]
)
def test_numbers_in_a_ledger_that_are_none(userprio: Run, tmp_path: Path, value: str) -> None:
    ledger = tmp_path / "log"
    ledger.write_text(LEDGER.format(name="ann@lab").replace("Priority 4.5", f"Priority {value}"))
    for form in ("table", "classic", "json", "csv"):
        done = userprio("--ledger", ledger, "all", "--format", form, CONDOR_CONFIG="ONLY_ENV")
        assert done.status in (0, 1, 6)
        assert "Traceback" not in done.err
        if form == "json" and done.out:
            json.loads(done.out)


def test_line_ends_of_another_system(userprio: Run, physics: Path) -> None:
    plain = userprio("--snapshot", physics, "negotiate", "--format", "json")
    for name in ("condor_config", "slots.ads", "submitters.ads", "jobs.ads"):
        path = physics / name
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    done = userprio("--snapshot", physics, "negotiate", "--format", "json")
    assert (done.status, done.out) == (0, plain.out)
    ledger = physics / "Accountantnew.log"
    ledger.write_bytes(ledger.read_bytes().replace(b"\n", b"\r\n"))
    refused(userprio("--snapshot", physics, "negotiate"), f"{ledger}, line 1", "CR LF", "line feeds")


@pytest.mark.parametrize(
    "name", ["../../../etc", "..", "physics/../physics", "\x00", "a\x00b", "-", "", "physics/", "~root", "$(A)"]
)
def test_names_of_snapshots_that_are_paths(userprio: Run, name: str) -> None:
    done = userprio("--snapshot", name, "negotiate")
    assert done.status in (2, 6)
    assert done.out == ""
    assert len([line for line in done.err.splitlines() if line]) >= 1
    assert "Traceback" not in done.err


@pytest.mark.usefixtures("untouched")
def test_a_ledger_named_by_a_foreign_configuration_is_not_made(userprio: Run, physics: Path) -> None:
    (physics / "Accountantnew.log").unlink()
    with (physics / "condor_config").open("a") as file:
        file.write(f"\nACCOUNTANT_DATABASE_FILE = {physics}/../other/new.log\n")
    done = userprio("--snapshot", physics, "setfactor", "ann@pool.test", "5")
    assert not (physics.parent / "other").exists()
    assert "Traceback" not in done.err
