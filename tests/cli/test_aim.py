"""`userprio aim`, as typed."""

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from tests.cli.test_replay import BEGIN, ad
from userprio.pool import examples

Run = Callable[..., Any]

PRINTED = """\
Targets after the next cycle
who                target     before  after  holds  wanted  reached
group_physics.hep  share 60%   46.7%    60%     18      18  yes

What to change
what                           before  after
GROUP_QUOTA_group_physics.hep      12     16

Who gains
   submitter                              holds  by
+  group_physics.hep.higgs@example.org  8 -> 12  +4

Who loses
   submitter                               holds  by
-  alice@example.org                      2 -> 0  -2
-  group_physics.feynman@example.org      3 -> 1  -2
-  group_physics.lep.noether@example.org  5 -> 4  -1

In the next cycle: 1 user gains 4 (group_physics.hep.higgs), 3 users lose 5 (alice 2, group_physics.feynman 2, \
group_physics.lep.noether 1); matches 24 -> 23, preemptions 0, idle weight 0 -> 1.

The target is reached to within a weight of 0.5 with 1 change; 15 cycles of 500 at most.
"""

MISSED = (
    "group_physics.hep.salam@example.org, at least 12, is not reached: group_physics.hep.salam@example.org asks for no "
    "more: its idle jobs got 6 slots."
)


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    """The shipped example physics as a pool of one's own."""
    return copytree(examples.find("physics").folder, tmp_path / "pool")


def lines(text: str) -> str:
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def test_the_targets_and_the_smallest_change_are_shown(userprio: Run) -> None:
    done = userprio("aim", "--snapshot", "physics", "--share", "hep=60%")
    assert (done.status, done.err, lines(done.out)) == (0, "", PRINTED)


def test_a_target_that_is_not_reached_is_status_1_with_the_reason(userprio: Run) -> None:
    done = userprio("aim", "--snapshot", "physics", "--hold", "12:salam")
    assert done.status == 1
    assert MISSED in done.out.splitlines()
    assert done.out.splitlines()[-1].startswith("1 target of 1 not reached to within a weight of 0.5; ")


def test_a_target_that_is_reached_already_needs_no_change(userprio: Run, tmp_path: Path) -> None:
    done = userprio("aim", "--snapshot", "physics", "--hold", "6:salam", "-o", tmp_path / "any.plan")
    assert done.status == 0
    assert done.out.endswith("The target is reached to within a weight of 0.5 as things are.\n")
    assert "there is nothing to change, so no plan is saved" in done.err
    assert not (tmp_path / "any.plan").exists()


def test_json_has_the_targets_the_levers_and_the_changes(userprio: Run) -> None:
    options = (
        "--share",
        "hep=60%",
        "--use",
        "higgs=3x:salam",
        "--turn",
        "quotas:*",
        "--turn",
        "factors:higgs=100..5000",
        "--steps=20",
    )
    done = userprio("aim", "--snapshot", "physics", *options, "--format", "json")
    found = json.loads(done.out)
    assert (done.status == 0) is found["reached"]
    assert found["schema"] == "userprio.aim/1"
    assert [each["kind"] for each in found["targets"]] == ["share", "use"]
    assert {each["label"] for each in found["levers"]} >= {
        "GROUP_QUOTA_group_chemistry",
        "setfactor:group_physics.hep.higgs@example.org",
    }
    assert (found["levers"][-1]["low"], found["levers"][-1]["high"]) == (100, 5000)
    turned = {each["label"] for each in found["levers"] if each["turned"]}
    assert {change["name"] for change in found["changes"]} <= {label.removeprefix("setfactor:") for label in turned}


def test_csv_has_a_line_for_each_target_and_each_change(userprio: Run) -> None:
    done = userprio("aim", "--snapshot", "physics", "--share", "hep=60%", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert [(row["kind"], row["name"], row["after"]) for row in rows] == [
        ("share", "group_physics.hep", "0.6"),
        ("quotas", "group_physics.hep", "16.0"),
    ]


def test_the_plan_is_saved_and_applied_and_then_the_target_is_reached(userprio: Run, pool: Path) -> None:
    """Two thirds of 12 slots: higgs from 8 to 10, by a factor in the ledger and a quota in the configuration."""
    plan = pool.parent / "fairer.plan"
    options = ("--hold", "10:higgs", "--share", "chemistry=16.7%", "--within", "0.6")
    done = userprio("--snapshot", pool, "aim", *options, "-o", plan)
    assert done.status == 0, done.out
    assert f"Saved to {plan}; `userprio apply` carries it out.\n" in done.err
    applied = userprio("apply", plan)
    assert applied.status == 0
    with (pool / "condor_config").open("a", encoding="utf-8") as file:
        file.write(applied.out)
    again = userprio("--snapshot", pool, "aim", *options)
    assert again.status == 0
    assert again.out.endswith("2 targets are reached to within a weight of 0.6 as things are.\n")


@pytest.mark.slow
def test_what_comes_nearest_is_saved_only_when_that_is_asked_for(userprio: Run, pool: Path) -> None:
    plan = pool.parent / "nearest.plan"
    options = ("--snapshot", pool, "aim", "--share", "lep=1%", "-o", plan)
    done = userprio(*options)
    assert done.status == 1
    assert "a target is not reached, so no plan is saved; --nearest saves what comes nearest" in done.err
    assert not plan.exists()
    done = userprio(*options, "--nearest")
    assert done.status == 1
    assert plan.exists()


def test_other_changes_hold_throughout_and_are_saved_too(userprio: Run, pool: Path) -> None:
    plan = pool.parent / "more.plan"
    changes = ("--set", "GROUP_QUOTA_group_chemistry=4", "--jobs", "alice@example.org=+6")
    done = userprio("--snapshot", pool, "aim", "--share", "hep=60%", *changes, "-o", plan, "--format", "json")
    found = json.loads(done.out)
    assert found["what_if"][0]["name"] == "GROUP_QUOTA_group_chemistry"
    assert "GROUP_QUOTA_group_chemistry" in {change["name"] for change in found["changes"]}
    assert 'name = "GROUP_QUOTA_group_chemistry"' in plan.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "status", "message"),
    [
        ((), 2, "There is no target: give --share, --use, --hold or --wait-p95."),
        (("--share", "hep"), 6, "--share hep: this is not a share of the pool"),
        (("--share", "nobody=10%"), 6, "there is no submitter or group nobody"),
        (("--hold", "1:hep", "--turn", "luck"), 6, "--turn luck: this is not something that can be turned"),
        (("--hold", "1:hep", "--nearest"), 2, "--nearest goes with -o."),
        (("--hold", "1:hep", "--job-length", "2h"), 2, "--job-length is for --over long-run"),
        (("--hold", "1:hep", "--steps", "0"), 2, "'--steps'"),
        (("--wait-p95", "hep"), 6, "--wait-p95 hep: this is not a time that somebody waits"),
        (("--share", "hep=4%", "--futures", "10"), 2, "--futures is for --over replay."),
        (("--wait-p95", "hep=4h"), 2, "--wait-p95 is for --over replay."),
        (("--share", "hep=4%", "--over", "replay"), 2, "--over replay goes with --history, and --history with it."),
    ],
)
def test_mistakes_are_told(userprio: Run, options: tuple[str, ...], status: int, message: str) -> None:
    done = userprio("--snapshot", "physics", "aim", *options)
    assert (done.status, message in done.err, done.out) == (status, True, ""), done.err


@pytest.mark.slow
def test_a_wait_is_sought_over_a_past_period(userprio: Run, tmp_path: Path) -> None:
    """Four slots, and 24 jobs of ten minutes: bob's 8 are to begin within a quarter of an hour."""
    jobs = [ad("bob" if number % 3 == 0 else "ann", number, 10, 60, 600) for number in range(1, 25)]
    history, pool = tmp_path / "history.ads", tmp_path / "pool.toml"
    history.write_text("".join(jobs), encoding="utf-8")
    pool.write_text("[config]\nNEGOTIATOR_INTERVAL = 60\nCLAIM_WORKLIFE = 0\n\n[[slots]]\ncount = 4\nCpus = 1\n")
    options = ("--snapshot", pool, "aim", "--over", "replay", "--history", history, "--until", str(BEGIN + 7200))
    done = userprio(*options, "--wait-p95", "bob=25m")
    assert done.status == 0, done.err + done.out
    assert done.out.startswith("Targets in the replayed period\n")
    assert "setfactor:bob@pool.test" in done.out
    assert re.search(r"bob@pool\.test +95% wait 25 minutes at most +\d+m +2\dm +yes", done.out), done.out
    assert re.search(r"with 1 change; \d+ replays of 40 at most\.", done.out)
    done = userprio(*options, "--wait-p95", "bob=1m", "--format", "json")
    assert done.status == 1
    [found] = json.loads(done.out)["targets"]
    assert (found["kind"], found["amount"], found["wanted"]) == ("wait_p95", 60, None)
    assert found["because"].startswith("with the pool to itself 95% of its jobs would wait ")
