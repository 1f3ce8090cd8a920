"""The options that say what if, on every command that looks at a scenario; nothing is ever written by them."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from tests.negotiation.recorded import POOLS
from userprio.classad import Evaluator, text_of
from userprio.pool import examples, read_snapshot

Run = Callable[..., Any]
ALICE = "alice@example.org"
QUOTA = ("--set", "GROUP_QUOTA_group_chemistry=4")
COMMANDS = (
    ("negotiate",),
    ("quotas",),
    ("most",),
    ("all",),
    ("usage",),
    ("priority",),
    ("explain", "alice"),
    ("forecast", "--for", "10m", "--no-long-run"),
    ("defrag",),
)


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    """The shipped example physics as a pool of one's own."""
    return copytree(examples.find("physics").folder, tmp_path / "pool")


def files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
def test_every_command_says_first_that_it_is_a_what_if_and_writes_nothing(
    userprio: Run, pool: Path, command: tuple[str, ...]
) -> None:
    before = files(pool)
    done = userprio("--snapshot", pool, *command, *QUOTA, "--setfactor", f"{ALICE}=500", "--slots", "+4:Cpus=1")
    assert done.status == 0, done.err
    assert done.out.splitlines()[:5] == [
        "What if (nothing is written):",
        "~ GROUP_QUOTA_group_chemistry  10 -> 4",
        f"~ {ALICE}: priority factor  1000 -> 500",
        "+ slots (Cpus=1)  30 -> 34",
        "",
    ]
    assert files(pool) == before


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
def test_json_has_the_changes_in_a_key_of_their_own_and_none_where_nothing_is_changed(
    userprio: Run, command: tuple[str, ...]
) -> None:
    words = ("--snapshot", "physics", *command, "--format", "json")
    plain, changed = (json.loads(userprio(*words, *more).out) for more in ((), QUOTA))
    assert "what_if" not in plain
    assert list(changed)[:2] == ["schema", "what_if"]
    assert changed["what_if"] == [
        {
            "mark": "~",
            "kind": "knob",
            "name": "GROUP_QUOTA_group_chemistry",
            "attribute": None,
            "before": "10",
            "after": "4",
        }
    ]
    assert set(changed) == {*plain, "what_if"}


def test_csv_and_long_stay_as_they_are_and_stderr_says_what_was_changed(userprio: Run) -> None:
    told = "What if (nothing is written):\n~ GROUP_QUOTA_group_chemistry  10 -> 4\n"
    for words in (("quotas", "--format", "csv"), ("quotas", "--format", "long"), ("quotas", "--autoformat", "Name")):
        done = userprio("--snapshot", "physics", *words, *QUOTA)
        assert (done.status, done.err) == (0, told)
        assert "What if" not in done.out


@pytest.mark.slow
def test_a_page_for_colleagues_says_so_in_its_first_section(userprio: Run, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    assert userprio("--snapshot", "physics", "report", *QUOTA, "-o", path).status == 0
    page = path.read_text()
    assert page.index("<h2>What if (nothing is written)</h2>") < page.index("<h2>Groups</h2>")
    assert "<p>~ GROUP_QUOTA_group_chemistry  10 → 4</p>" in page
    userprio("--snapshot", "physics", "report", "-o", path)
    assert "What if" not in path.read_text()


@pytest.mark.slow
def test_what_changes_nothing_is_told_beside_what_does(userprio: Run) -> None:
    done = userprio(
        "--snapshot", "physics", "negotiate", "--set", "GROUP_QUOTA_group_chemistry=10", "--jobs", f"{ALICE}=9"
    )
    assert done.out.splitlines()[:3] == [
        "What if (nothing is written):",
        f"+ {ALICE}: idle jobs  4 -> 9",
        "  GROUP_QUOTA_group_chemistry  10, as it is",
    ]
    done = userprio("--snapshot", "physics", "most", "--setfactor", f"{ALICE}=1000")
    assert done.out.splitlines()[:3] == [
        "What if, but these changes change nothing:",
        f"  {ALICE}: setfactor, as it is",
        "",
    ]


@pytest.mark.slow
def test_a_password_is_not_shown_whether_it_changes_or_not(userprio: Run, tmp_path: Path) -> None:
    config = tmp_path / "condor_config"
    config.write_text("DB_PASS = sesame1\nPROXY = https://u:sesame@one\n")
    knobs = ("--set", "DB_PASS=sesame2", "--set", "PROXY=https://u:sesame@one")
    for form in ("table", "json", "csv"):
        done = userprio("--snapshot", "fairshare", "--config", config, "most", *knobs, "--format", form)
        assert done.status == 0, done.err
        assert "sesame" not in done.out + done.err
        assert "DB_PASS" in done.out + done.err
    text = userprio("--snapshot", "fairshare", "--config", config, "most", *knobs).out
    assert text.splitlines()[1:3] == [
        "~ DB_PASS  *** -> ***",
        "  PROXY  https://***@one, as it is",
    ]


def test_on_a_terminal_it_fits_the_width(userprio: Run) -> None:
    knobs = ("--set", f"NEGOTIATOR_SLOT_CONSTRAINT={' && '.join(['Cpus > 0'] * 12)}")
    text = userprio("--snapshot", "physics", "quotas", *knobs, terminal=True, COLUMNS="80", NO_COLOR="1").out
    assert max(map(len, re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines())) <= 80


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
@pytest.mark.parametrize(
    ("change", "status", "message"),
    [
        (("--setfactor", "alcie@example.org=5"), 4, f"did you mean {ALICE}? Give --new to add a new submitter."),
        (("--delete", "alcie@example.org"), 4, f"did you mean {ALICE}?"),
        (("--jobs", "alcie@example.org=4"), 4, f"did you mean {ALICE}?"),
        (("--slots", "-slot9*"), 6, "no slot or machine is called slot9*"),
        (("--setfactor", f"{ALICE}=0.5"), 4, "a priority factor must be at least 1, not 0.5"),
        (("--set", "GROUP_QOUTA_group_chemistry=4"), 6, "Did you mean GROUP_QUOTA_group_chemistry?"),
        (("--with", "nowhere.toml"), 6, "nowhere.toml: No such file"),
    ],
)
def test_what_cannot_be_is_refused_as_plan_refuses_it(
    userprio: Run, command: tuple[str, ...], change: tuple[str, ...], status: int, message: str
) -> None:
    done = userprio("--snapshot", "physics", *command, *change)
    assert (done.status, done.out) == (status, "")
    assert message in done.err
    assert done.err == userprio("--snapshot", "physics", "plan", *change).err


def test_a_file_of_changes_goes_with_every_command_and_options_come_on_top(userprio: Run, tmp_path: Path) -> None:
    file = tmp_path / "changes.toml"
    file.write_text(f'[config]\nGROUP_QUOTA_group_chemistry = 4\n[setfactor]\n"{ALICE}" = 500\n')
    done = userprio(
        "--snapshot", "physics", "quotas", "--with", file, "--set", "GROUP_QUOTA_group_chemistry=6", "--format", "json"
    )
    quotas = {record["name"]: record["effective_quota"] for record in json.loads(done.out)["records"]}
    assert quotas["group_chemistry"] == 6.0
    plan = ("--snapshot", "physics", "plan", "--format", "json")
    as_argument, as_option = (json.loads(userprio(*plan, *words).out) for words in ((file,), ("--with", file)))
    assert as_argument == as_option
    file.write_text('to_snapshot = "fairshare"\n')
    assert "pool  as it is -> fairshare" in userprio("--snapshot", "physics", "negotiate", "--with", file).out


def test_a_lease_and_a_newcomer_are_what_the_edit_would_make_of_them(userprio: Run) -> None:
    words = ("--setfactor", f"{ALICE}=7", "--duration", "2d", "--new", "--setceiling", "eve@example.org=3")
    done = userprio("--snapshot", "physics", "most", "--all-users", *words, "--format", "json")
    document = json.loads(done.out)
    records = {record["name"]: record for record in document["records"]}
    assert records[ALICE]["priority_factor"] == 7.0
    assert records[ALICE]["factor_lease_ends_at"] == document["at"] + 2 * 86400
    assert records["eve@example.org"]["ceiling"] == 3


def test_a_listing_needs_no_pool_for_edits_and_a_file_of_ads_takes_none(userprio: Run, ledger: Path) -> None:
    done = userprio("--ledger", ledger, "most", "--setfactor", "ann@lab.example=10", "--format", "json")
    assert [record["effective_priority"] for record in json.loads(done.out)["records"]][-1] == 45.0
    refused = userprio("most", "--input-file", ledger, "--setfactor", "ann@lab.example=10")
    assert refused.status == 2
    assert "to which no changes can be made" in refused.err


def test_a_ledger_is_looked_for_where_the_knobs_say(userprio: Run, ledger: Path, tmp_path: Path) -> None:
    spool = tmp_path / "spool"
    spool.mkdir()
    ledger.rename(spool / "Accountantnew.log")
    done = userprio("most", "--set", f"SPOOL={spool}")
    assert "ann@lab.example" in done.out
    assert done.out.startswith("What if (nothing is written):\n~ SPOOL  ")


# What HTCondor recorded, edited by the commands that edit, against the same edits supposed.
RECORDED = (
    "floors-and-ceilings",
    "manual-surplus",
    "priority-factors",
    "preempt-by-priority",
    "steady-nested-regex",
    "talk-four-users",
    "autoregroup",
    "partitionable-groups",
    "aging",
)


@pytest.mark.parametrize("name", RECORDED)
def test_a_supposed_change_comes_out_like_the_same_change_made(userprio: Run, tmp_path: Path, name: str) -> None:
    """The ledger edited with the editing commands, and knobs written into the configuration: figure by figure."""
    made = copytree(POOLS / name, tmp_path / "made")
    (made / "ledger.log").rename(made / "Accountantnew.log")
    there = copytree(made, tmp_path / "there")
    evaluator = Evaluator(0)
    users = sorted({text_of(evaluator, ad, "Name") or "" for ad in read_snapshot(made).submitters})
    supposed = []
    for place, action in enumerate(("setfactor", "setprio", "setfloor", "setceiling")):
        who, value = users[place % len(users)], str(3 + place)
        assert userprio("--snapshot", made, action, "--new", who, value).status == 0
        supposed.append(f"--{action}={who}={value}")
    gone = users[-1]
    assert userprio("--snapshot", made, "delete", "--yes", gone).status == 0
    supposed.append(f"--delete={gone}")
    knobs = {"PRIORITY_HALFLIFE": "7200", "DEFAULT_PRIO_FACTOR": "77", "GROUP_ACCEPT_SURPLUS": "True"}
    with (made / "condor_config").open("a") as file:
        file.write("\n" + "".join(f"{knob} = {text}\n" for knob, text in knobs.items()))
    supposed += [f"--set={knob}={text}" for knob, text in knobs.items()]
    for command in ("negotiate", "most", "quotas"):
        edited = json.loads(userprio("--snapshot", made, command, "--format", "json").out)
        done = userprio("--snapshot", there, command, "--new", *supposed, "--format", "json")
        document = json.loads(done.out)
        assert document.pop("what_if"), done.err
        assert document == edited, command


def test_a_real_priority_counts_in_a_pool_that_has_no_ledger(userprio: Run, tmp_path: Path) -> None:
    """The manual's example: effective priorities of 5, 10 and 20 share the machines 4 : 2 : 1."""
    users = "".join(f'[[jobs]]\nuser = "{name}"\ncount = 100\n' for name in "abc")
    pool = tmp_path / "pool.toml"
    pool.write_text(f'domain = "lab"\ntime = 2026-03-02T09:00:00Z\n[[slots]]\ncount = 28\n{users}')
    priorities = [word for given in ("a@lab=5", "b@lab=10", "c@lab=20") for word in ("--setprio", given)]

    def answer(*command: str) -> Any:
        words = (*command, "--new", "--set", "DEFAULT_PRIO_FACTOR=1", *priorities, "--format", "json")
        done = userprio("--snapshot", pool, *words)
        assert not done.err
        return json.loads(done.out)

    visits = answer("negotiate")["visits"]
    assert [(visit["priority"], round(visit["share"], 3), visit["won"]) for visit in visits] == [
        (5.0, 0.571, 16.0),
        (10.0, 0.286, 8.0),
        (20.0, 0.143, 4.0),
    ]
    assert [each["real_priority"] for each in answer("explain", "a")["share"]["competitors"]] == [5.0, 10.0, 20.0]
    planned = answer("plan")["difference"]["submitters"]
    assert {each["name"]: each["holds"]["after"] for each in planned} == {"a@lab": 16, "b@lab": 8, "c@lab": 4}
    foretold = answer("forecast", "--for", "30m", "--no-long-run")["submitters"]
    assert [(each["points"][0]["in_use"], each["points"][0]["real_priority"]) for each in foretold] == [
        (16.0, 5.0),
        (8.0, 10.0),
        (4.0, 20.0),
    ]
