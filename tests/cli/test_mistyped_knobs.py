"""Knobs that are given by name, in --set and in a pool.toml, and are not what they seem."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

POOL = """\
[config]
GROUP_NAMES = "a, b"
GROUP_QUOTA_a = 3
GROUP_QUOTA_b = "$(HALF)"
{}

[[slots]]
count = 4

[[jobs]]
user = "ann"
group = "a"
count = 2
"""

COMMANDS = [
    ("negotiate",),
    ("quotas",),
    ("most",),
    ("-allusers",),
    ("report", "-o", "report.html"),
    ("forecast", "--for", "1h"),
    ("explain", "a.ann@pool.example"),
    ("plan", "--slots", "+1"),
    ("jobs",),
]


def written(folder: Path, *knobs: str) -> Path:
    path = folder / "pool.toml"
    path.write_text(POOL.format("\n".join(("HALF = 2", *knobs))))
    return path


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
def test_a_mistyped_knob_is_refused_by_every_command_with_what_may_be_meant(
    userprio: Run, tmp_path: Path, command: tuple[str, ...]
) -> None:
    pool = written(tmp_path)
    done = userprio("--snapshot", pool, "--set", "NEGOTIATOR_CONSIDER_PREEMTION=true", *command)
    assert (done.status, done.out) == (6, "")
    assert done.err == (
        "userprio: --set NEGOTIATOR_CONSIDER_PREEMTION=true: there is no knob NEGOTIATOR_CONSIDER_PREEMTION. "
        "Did you mean NEGOTIATOR_CONSIDER_PREEMPTION?\n"
    )
    done = userprio("--snapshot", written(tmp_path, "GROUP_QUTA_a = 1"), *command)
    assert (done.status, done.out) == (6, "")
    assert done.err == (f"userprio: {pool}, line 6: there is no knob GROUP_QUTA_a. Did you mean GROUP_QUOTA_a?\n")


@pytest.mark.parametrize(
    "knob",
    [
        "HALF=1",
        "half=1",
        "NEGOTIATOR.PRIORITY_HALFLIFE=5",
        "XSW_LIMIT=3",
        "lab.sw_LIMIT=3",
        "CONCURRENCY_LIMIT_DEFAULT_lab=3",
        "GROUP_QUOTA_DYNAMIC_A=0.5",
        "JOB_TRANSFORM_NAMES=x",
        "JOB_TRANSFORM_x=SET A 1",
        "ALIVE_INTERVAL=300",
        "UNDEFINED_SO_FAR=2",
    ],
)
def test_knobs_that_anything_reads_and_macros_of_ones_own_are_taken_without_a_word(
    userprio: Run, tmp_path: Path, knob: str
) -> None:
    pool = written(tmp_path, 'START = "$(UNDEFINED_SO_FAR) > 1"')
    done = userprio("--snapshot", pool, "negotiate", "--set", knob)
    assert (done.status, done.err) == (0, "")


def test_a_knob_of_a_daemon_with_another_local_name_is_said_to_change_nothing(userprio: Run, tmp_path: Path) -> None:
    for pool in (written(tmp_path, ""), written(tmp_path, "'NEG1.PRIORITY_HALFLIFE' = 4")):
        done = userprio("--snapshot", pool, "negotiate", "--set", "NEG1.PRIORITY_HALFLIFE=5")
        assert done.status == 0
        assert "nothing reads NEG1.PRIORITY_HALFLIFE here. It changes nothing" in done.err


def test_check_lists_mistyped_knobs_among_its_findings(userprio: Run, tmp_path: Path) -> None:
    pool = written(tmp_path, "GROUP_QUTA_a = 1")
    out = userprio(
        "--snapshot", pool, "check", "--set", "GROUP_QUOTA_DYNMIC_a=0.5", "--set", "NEGOTIATR_INTERVAL=9"
    ).out
    assert f"{pool}:6: warning: GROUP_QUTA_a is not a known knob" in out
    assert "the command line: warning: GROUP_QUOTA_DYNMIC_a is never read" in out
    assert "Write NEGOTIATOR_INTERVAL, if that is what you mean" in out
    assert "config-" not in out


def test_other_unknown_knobs_are_warned_of_once(userprio: Run, tmp_path: Path) -> None:
    pool = written(tmp_path, "TEA = 1")
    done = userprio("--snapshot", pool, "--set", "COFFEE=1", "negotiate")
    assert done.status == 0
    assert done.err.splitlines() == [
        f"userprio: warning: {pool}, line 6: nothing reads TEA here. It changes nothing",
        "userprio: warning: --set COFFEE=1: nothing reads COFFEE here. It changes nothing",
    ]
    assert "[config-unknown-knob]" in userprio("--snapshot", written(tmp_path), "--set", "COFFEE=1", "check").out


def test_a_quota_of_no_group_is_refused_where_it_was_just_typed_and_warned_of_in_a_file(
    userprio: Run, tmp_path: Path
) -> None:
    pool = written(tmp_path, "GROUP_QUOTA_c = 1")
    done = userprio("--snapshot", pool, "quotas")
    assert done.status == 0
    assert f"{pool}, line 6: GROUP_QUOTA_c changes nothing: there is no group c." in done.err
    done = userprio("--snapshot", written(tmp_path), "--set", "GROUP_QUOTA_c=1", "quotas")
    assert done.status == 6
    assert "GROUP_QUOTA_c changes nothing: there is no group c. GROUP_NAMES lists the groups" in done.err
    taken = ("--set", "GROUP_NAMES=$(GROUP_NAMES), c", "--set", "GROUP_QUOTA_c=1")
    assert userprio("--snapshot", written(tmp_path), *taken, "quotas").err == ""
