"""`userprio dump`, `diff`, `load` and `apply`."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from userprio.ledger import Ledger
from userprio.pool import examples

Run = Callable[..., Any]
ANN, BEN = "ann@lab.example", "ben@lab.example"
CONFIG = """\
SPARE = 8
GROUP_NAMES = group_a, group_b
GROUP_QUOTA_group_a = 10
GROUP_QUOTA_group_b = $(SPARE)
GROUP_ACCEPT_SURPLUS = true
NEGOTIATOR_INTERVAL = 60
"""
HEAD = """\
# The fair-share policy of a pool: knobs and settings of submitters. Submitters that are not named have the defaults.
# `userprio diff` compares a pool with it, `userprio plan` shows what it would do, `userprio apply` puts it into effect.

[config]
GROUP_NAMES = [
    "group_a",
    "group_b",
]
GROUP_QUOTA_group_a = 10
GROUP_QUOTA_group_b = 8
GROUP_ACCEPT_SURPLUS = true
"""


@pytest.fixture
def pool(userprio: Run, ledger: Path, tmp_path: Path) -> Run:
    """Run a command on the small ledger and a configuration with two groups."""
    config = tmp_path / "condor_config"
    config.write_text(CONFIG)
    return lambda *arguments, **more: userprio("--ledger", ledger, "--config", config, *arguments, **more)


@pytest.fixture
def policy(pool: Run, tmp_path: Path) -> Path:
    """What was dumped of the pool."""
    path = tmp_path / "policy.toml"
    path.write_text(pool("dump").out)
    return path


def test_a_dump_is_one_readable_file(pool: Run) -> None:
    pool("setfactor", ANN, "512.5", "--duration", "2d")
    pool("setfloor", ANN, "16")
    done = pool("dump")
    assert (done.status, done.err) == (0, "")
    assert done.out == HEAD + (
        "\n[setfactor]\n"
        '"ann@lab.example" = { value = 512.5, until = 2026-03-04 09:00:00+00:00, prior = 1000.0 }\n'
        '\n[setfloor]\n"ann@lab.example" = 16\n'
        "\n[setceiling]\n"
    )
    document = json.loads(pool("dump", "--format", "json").out)
    assert document["schema"] == "userprio.policy/1"
    assert document["setfactor"] == {ANN: {"value": 512.5, "until": 1772614800, "prior": 1000.0}}
    assert document["setfloor"] == {ANN: 16}
    assert document["config"]["GROUP_QUOTA_group_b"] == 8


def test_a_dump_that_is_loaded_changes_no_byte(pool: Run, policy: Path, ledger: Path) -> None:
    before = ledger.read_bytes()
    done = pool("load", policy)
    assert (done.status, done.err) == (0, "")
    assert done.out == f"# Plan: policy.toml\n# Ledger: {ledger}\n# Nothing to change.\n"
    assert pool("load", "-", typed=policy.read_text()).status == 0
    assert pool("diff", policy).status == 0
    assert ledger.read_bytes() == before
    assert not Path(f"{ledger}.operations").exists()


def test_where_only_knobs_differ_it_is_said_that_nothing_can_be_undone(pool: Run, policy: Path, ledger: Path) -> None:
    policy.write_text(policy.read_text().replace("GROUP_QUOTA_group_a = 10", "GROUP_QUOTA_group_a = 12"))
    for command in ("load", "apply"):
        done = pool(command, policy)
        assert done.status == 0
        assert done.out.splitlines()[2:] == [
            "# Nothing to change in the ledger: there is no operation to undo.",
            "GROUP_QUOTA_group_a = 12",
        ]
    assert pool("undo").err == "userprio: there is no operation to undo.\n"


def test_a_dump_is_a_file_of_changes_that_changes_nothing(userprio: Run, tmp_path: Path) -> None:
    userprio("init", "physics", tmp_path / "pool")
    path = tmp_path / "policy.toml"
    path.write_text(userprio("dump", "--snapshot", tmp_path / "pool").out)
    done = userprio("plan", "--snapshot", tmp_path / "pool", path)
    assert (done.status, done.out) == (0, "Nothing changes: the cycle comes out the same.\n")
    path.write_text(path.read_text().replace("GROUP_QUOTA_group_chemistry = 10", "GROUP_QUOTA_group_chemistry = 2"))
    assert userprio("plan", "--snapshot", tmp_path / "pool", path).status == 3


def changed(pool: Run) -> None:
    pool("setfactor", ANN, "77.125")
    pool("setfloor", BEN, "5", "--new", "--duration", "1d")


DIFFERENCES = """\
- knob GROUP_QUOTA_group_b: 8 -> not set
~ knob GROUP_QUOTA_group_a: 10 -> 12
+ knob PRIORITY_HALFLIFE: not set -> 3600
~ factor ann@lab.example: 77.125 -> 1000
~ floor ben@lab.example: 5 until 2026-03-03 09:00, then none -> none
5 differences between the pool and policy.toml.
"""

MARKDOWN = """\
5 differences between the pool and policy.toml.

|  | what | name | pool | policy |
| --- | --- | --- | --- | --- |
| `-` | knob | `GROUP_QUOTA_group_b` | `8` | `not set` |
| `~` | knob | `GROUP_QUOTA_group_a` | `10` | `12` |
| `+` | knob | `PRIORITY_HALFLIFE` | `not set` | `3600` |
| `~` | factor | `ann@lab.example` | `77.125` | `1000` |
| `~` | floor | `ben@lab.example` | `5 until 2026-03-03 09:00, then none` | `none` |
"""


@pytest.fixture
def edited(policy: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The policy with other knobs, named as somebody would in its folder."""
    text = policy.read_text().replace("GROUP_QUOTA_group_a = 10", "GROUP_QUOTA_group_a = 12")
    policy.write_text(text.replace("GROUP_QUOTA_group_b = 8", "PRIORITY_HALFLIFE = 3600"))
    monkeypatch.chdir(policy.parent)
    return Path(policy.name)


def test_differences_are_shown_with_status_3(pool: Run, edited: Path) -> None:
    changed(pool)
    done = pool("diff", edited)
    assert (done.status, done.err) == (3, "")
    assert sorted(done.out.splitlines()) == sorted(DIFFERENCES.splitlines())
    done = pool("diff", edited, "--format", "markdown")
    assert done.status == 3
    assert sorted(done.out.splitlines()) == sorted(MARKDOWN.splitlines())
    document = json.loads(pool("diff", edited, "--format", "json").out)
    assert document["schema"] == "userprio.diff/1"
    assert {
        "mark": "~",
        "kind": "floor",
        "name": BEN,
        "pool": {"value": 5, "until": 1772528400, "prior": 0},
        "policy": {"value": 0, "until": None, "prior": None},
    } in document["differences"]
    rows = pool("diff", edited, "--format", "csv").out.splitlines()
    assert rows[0] == "mark,kind,name,pool,pool_until,pool_prior,policy,policy_until,policy_prior"
    assert f"~,floor,{BEN},5,1772528400,0,0,," in rows


def test_a_file_without_any_table_is_not_said_to_be_the_policy_of_the_pool(pool: Run, tmp_path: Path) -> None:
    empty = tmp_path / "empty.toml"
    empty.write_text("")
    done = pool("diff", empty)
    assert (done.status, done.out) == (0, f"{empty} has no policy, so that nothing was compared.\n")
    assert json.loads(pool("diff", empty, "--format", "json").out)["nothing_compared"] is True
    empty.write_text("[config]\n")
    assert "nothing was compared" not in pool("diff", empty).out


def test_differences_have_colour_on_a_terminal(pool: Run, edited: Path) -> None:
    done = pool("diff", edited, terminal=True, COLUMNS="70")
    assert "\x1b[32m+" in done.out
    assert "\x1b[31m-" in done.out
    assert all(len(re.sub(r"\x1b\[[\d;]*m", "", line)) <= 70 for line in done.out.splitlines())


def test_a_name_cannot_act_in_markdown(pool: Run, policy: Path, ledger: Path) -> None:
    ledger.write_text(ledger.read_text() + "101 Customer.a`|``b@x * *\n103 Customer.a`|``b@x Floor 3\n")
    out = pool("diff", policy, "--format", "markdown").out
    assert "| `~` | floor | ```a`\\|``b@x``` | `3` | `none` |\n" in out


def test_loading_is_one_operation_and_prints_the_knobs(pool: Run, edited: Path, ledger: Path) -> None:
    changed(pool)
    before = ledger.read_text()
    refused = pool("load", edited)
    assert (refused.status, refused.out) == (4, "")
    assert refused.err == "userprio: load asks for confirmation, which needs a terminal; use --yes.\n"
    assert ledger.read_text() == before
    done = pool("load", "--yes", "--reason", "review 17", edited)
    assert done.status == 0
    assert done.err == (
        "userprio: operation 3 was made.\n"
        "userprio: 3 knobs differ, which no tool can change: put this where the negotiator reads its configuration "
        "last, and run condor_reconfig.\n"
    )
    lines = done.out.splitlines()
    assert lines[:2] == ["# Plan: policy.toml", f"# Ledger: {ledger}"]
    assert lines[2] == "# Operation 3; `userprio undo 3` undoes it."
    assert {"GROUP_QUOTA_group_a = 12", "PRIORITY_HALFLIFE = 3600"} < set(lines)
    taken_out = next(line for line in lines if line.startswith("# Remove: "))
    assert re.fullmatch(r"# Remove: GROUP_QUOTA_group_b \(.*condor_config, line 4\)", taken_out)
    assert ledger.read_text().removeprefix(before).count("105 ") == 1
    assert Ledger.read(ledger).customers[ANN].priority_factor == 1000.0
    logged = json.loads(pool("log", "--last", "1", "--format", "json").out)["operations"][0]
    assert (logged["action"], logged["reason"], logged["names"]) == ("load", "policy.toml: review 17", [ANN, BEN])
    assert pool("undo").status == 0
    assert Ledger.read(ledger).customers[ANN].priority_factor == 77.125


def test_a_knob_that_must_not_be_empty_goes_back_to_its_default(pool: Run, policy: Path, tmp_path: Path) -> None:
    """GROUP_SORT_EXPR without a value would stop a negotiator; DEFAULT_PRIO_FACTOR is set for the negotiator alone."""
    config = tmp_path / "condor_config"
    config.write_text(f"{CONFIG}GROUP_SORT_EXPR = 1\nNEGOTIATOR.DEFAULT_PRIO_FACTOR = 20\n")
    policy.write_text(policy.read_text().replace("[config]", "[config]\nDEFAULT_PRIO_FACTOR = 30"))
    done = pool("diff", policy)
    assert set(done.out.splitlines()[:-1]) == {
        "- knob GROUP_SORT_EXPR: 1 -> not set",
        "~ knob DEFAULT_PRIO_FACTOR: 20 -> 30",
        f"~ factor {ANN}: 1000 -> 30",
    }
    lines = pool("load", "--yes", policy).out.splitlines()
    assert "NEGOTIATOR.DEFAULT_PRIO_FACTOR = 30" in lines
    assert f"# Remove: GROUP_SORT_EXPR ({config}, line 7)" in lines


def test_a_pool_that_was_changed_is_brought_back(pool: Run, policy: Path) -> None:
    changed(pool)
    assert pool("diff", policy).status == 3
    assert pool("load", "--yes", policy).status == 0
    assert pool("diff", policy).status == 0
    assert pool("dump").out == policy.read_text()


@pytest.mark.parametrize("command", ["load", "apply"])
def test_the_log_has_the_command_that_was_typed(pool: Run, policy: Path, command: str) -> None:
    changed(pool)
    assert pool(command, "--yes", policy).status == 0
    assert json.loads(pool("log", "--format", "json").out)["operations"][-1]["action"] == command


def test_the_knobs_go_to_a_file_if_wanted(pool: Run, edited: Path, tmp_path: Path) -> None:
    done = pool("load", edited, "-o", tmp_path / "60-policy")
    assert (done.status, done.out) == (0, "")
    assert f"{tmp_path / '60-policy'} is written: put it where" in done.err
    assert "GROUP_QUOTA_group_a = 12\n" in (tmp_path / "60-policy").read_text()
    missing = pool("load", "--yes", edited, "-o", tmp_path / "none" / "60-policy")
    assert missing.status == 6


@pytest.mark.parametrize("command", ["load", "apply"])
def test_a_dry_run_writes_no_file_and_says_so(pool: Run, edited: Path, tmp_path: Path, command: str) -> None:
    done = pool(command, edited, "--dry-run", "-o", tmp_path / "60-policy")
    assert done.status == 0
    assert "GROUP_QUOTA" in done.out
    assert done.err.count("this is a dry run: nothing was changed") == 1
    assert not (tmp_path / "60-policy").exists()


def test_a_dry_run_of_loading_tells_and_writes_nothing(pool: Run, policy: Path, ledger: Path) -> None:
    changed(pool)
    before = ledger.read_text()
    done = pool("load", "--dry-run", policy)
    assert done.status == 0
    assert "#   ann@lab.example PriorityFactor 77.125 -> 1000.0\n" in done.out
    assert ledger.read_text() == before


def test_loading_twice_under_a_key_is_loading_once(pool: Run, policy: Path, ledger: Path) -> None:
    changed(pool)
    assert pool("load", "--yes", "--once", "k", policy).status == 0
    pool("setfactor", ANN, "5")
    again = pool("load", "--yes", "--once", "k", policy)
    assert again.status == 0
    assert "operation 3 made this edit already" in again.err
    assert Ledger.read(ledger).customers[ANN].priority_factor == 5.0


@pytest.mark.parametrize(
    ("text", "status", "message"),
    [
        ("[setfactor]\nann = 5\n", 4, "policy.toml, line 2: ann is not a full name"),
        ('[setfactor]\n"ann@x" = 0.5\n', 4, "policy.toml, line 2: a priority factor must be at least 1, not 0.5"),
        ("[config]\nGROUP_QUOTA_group_a = 'many'\n", 6, "policy.toml, line 2: GROUP_QUOTA_group_a is `many`"),
        ("[jobs]\n", 6, "jobs does not belong to a policy"),
    ],
)
def test_what_cannot_be_loaded_is_refused_before_anything_is_touched(
    pool: Run, ledger: Path, tmp_path: Path, text: str, status: int, message: str
) -> None:
    before = ledger.read_text()
    (tmp_path / "policy.toml").write_text(text)
    done = pool("load", "--yes", tmp_path / "policy.toml")
    assert (done.status, done.out) == (status, "")
    assert message in done.err
    assert done.err.count("\n") == 1
    assert ledger.read_text() == before


def test_a_file_that_is_not_there_is_said(pool: Run) -> None:
    for command in ("diff", "load"):
        assert pool(command, "none.toml").status == 6
    assert pool("diff", "-").status == 2


def test_a_policy_is_not_loaded_into_a_running_pool(userprio: Run) -> None:
    assert userprio("--pool", "cm", "load", "policy.toml").status == 2


def test_a_torn_ledger_is_left_alone_where_nothing_is_to_change(pool: Run, policy: Path, ledger: Path) -> None:
    torn = f"{ledger.read_text()}105 \n103 Customer.{ANN} PriorityFactor 5.000000\n"
    ledger.write_text(torn)
    assert pool("load", policy).status == 0
    assert ledger.read_text() == torn


class TestApply:
    """`userprio apply`, of a policy or a saved plan; tests/cli/test_replacements.py compares it with `load`."""

    def test_a_policy_comes_from_standard_input_too(self, pool: Run, policy: Path, ledger: Path) -> None:
        before = pool("dump").out
        pool("set", ANN, "factor=7", "floor=3")
        done = pool("apply", "-", "--yes", typed=before)
        assert (done.status, pool("dump").out) == (0, before)
        assert done.out.startswith(f"# Plan: standard input\n# Ledger: {ledger}\n# Operation 2;")

    def test_a_plan_is_told_from_a_policy_by_what_it_says(self, userprio: Run, tmp_path: Path) -> None:
        folder = copytree(examples.find("physics").folder, tmp_path / "pool")
        plan, piece = tmp_path / "policy.toml", tmp_path / "60-spring"
        changes = ("--set", "GROUP_QUOTA_group_chemistry=4", "--setfactor", "alice@example.org=500")
        assert userprio("--snapshot", folder, "plan", *changes, "-o", plan).status == 3
        tried = userprio("apply", plan, "-o", piece, "--dry-run")
        assert (tried.err.count("this is a dry run"), piece.exists()) == (1, False)
        done = userprio("apply", plan, "-o", piece, terminal=True)
        assert (done.status, done.out) == (0, "")
        assert piece.read_text().endswith("GROUP_QUOTA_group_chemistry = 4\n")
        assert f"{piece} is written: put it where" in done.err
        assert done.err.endswith("userprio: `userprio undo 1` takes it back.\n")
        typed = userprio("apply", "-", typed=plan.read_text())
        assert (typed.status, "the ledger has changed since the plan was made" in typed.err) == (5, True)

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (
                "",
                "this is neither a saved plan nor a policy. `userprio plan -o FILE` saves a plan, and `userprio dump`",
            ),
            ('name = "spring"', "this is neither a saved plan nor a policy"),
            ('schema = "userprio.log/1"', "this is neither a saved plan nor a policy"),
            ('schema = "userprio.saved-plan/9"', "this plan has version 9 of the format; only version 2 is supported"),
            ('schema = "userprio.saved-plan/2"', "this saved plan is damaged"),
            ("[setfactor]\n[setprio]", "setprio does not belong to a policy"),
            ("102 Customer.ann", "file, line 1, column 5: not valid TOML"),
        ],
    )
    def test_what_is_neither_is_refused_before_anything_is_touched(
        self, pool: Run, ledger: Path, tmp_path: Path, text: str, message: str
    ) -> None:
        before, path = ledger.read_bytes(), tmp_path / "file"
        path.write_text(text)
        done = pool("apply", path, "--yes")
        assert (done.status, done.out, ledger.read_bytes()) == (6, "", before)
        assert message in done.err
