"""What listings say that only the memory of a negotiator holds: shares of the last cycle, the time of the update."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

RECORDED = Path(__file__).parent / "recorded"
POOLS = Path(__file__).parents[1] / "negotiation" / "pools"

SLOTS = "\n\n".join(
    f'MyType = "Machine"\nName = "slot1@e{number}"\nMachine = "e{number}"\nState = "Unclaimed"\nCpus = 1\n'
    f'SlotWeight = 1\nMemory = 1024\nStartdIpAddr = "<127.0.0.1:{number}>"\nRequirements = True'
    for number in range(1, 11)
)
SUBMITTERS = "\n\n".join(
    f'MyType = "Submitter"\nName = "{name}@x"\nScheddName = "s"\nScheddIpAddr = "<127.0.0.1:99>"\nSubmitterTag = ""\n'
    f"IdleJobs = {idle}\nRunningJobs = {running}\nWeightedIdleJobs = {idle}\nWeightedRunningJobs = {running}"
    for name, idle, running in [("ann", 3, 0), ("bob", 0, 2)]
)
LEDGER = """\
101 Accountant. * *
103 Accountant. LastUpdateTime 1772441940
101 Customer.ann@x * *
103 Customer.ann@x PriorityFactor 1000.0
101 Customer.bob@x * *
103 Customer.bob@x PriorityFactor 3000.0
"""


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    for name, text in [("slots.ads", SLOTS), ("submitters.ads", SUBMITTERS), ("ledger.log", LEDGER)]:
        (tmp_path / name).write_text(text)
    (tmp_path / "condor_config").write_text("")
    return tmp_path


def shares(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith(("Name", "SubmitterShare", "SubmitterLimit"))]


def test_who_has_nothing_but_running_jobs_has_a_share_too(userprio: Run, pool: Path) -> None:
    """Factors of 1000 and 3000 divide the pie of 10 into 7.5 and 2.5."""
    printed = userprio("--snapshot", pool, "--ledger", pool / "ledger.log", "-long", "-modular", "bob@x").out
    assert shares(printed) == ['Name = "bob@x"', "SubmitterLimit = 2.5", "SubmitterShare = 0.25"]
    numbered = userprio("--snapshot", pool, "--ledger", pool / "ledger.log", "-long", "-grouprollup").out
    assert {"SubmitterShare2 = 0.75", "SubmitterShare3 = 0.25"} <= set(shares(numbered))


def test_without_preemption_only_those_with_idle_jobs_have_a_share(userprio: Run, pool: Path) -> None:
    (pool / "condor_config").write_text("NEGOTIATOR_CONSIDER_PREEMPTION = False\n")
    printed = userprio("--snapshot", pool, "--ledger", pool / "ledger.log", "-long", "-modular", "ann@x").out
    assert shares(printed) == ['Name = "ann@x"', "SubmitterLimit = 10.0", "SubmitterShare = 1.0"]


def test_an_update_in_the_future_is_listed_as_of_the_present(userprio: Run, pool: Path) -> None:
    path = pool / "ledger.log"
    path.write_text(LEDGER.replace("1772441940", "1999999999"))
    at = ("--ledger", path, "--now", "1772442000", "-allusers")
    assert userprio(*at).out.splitlines()[0] == "Last Priority Update:  3/2  09:00"
    assert set(userprio(*at, "-af", "LastUpdate").out.split()) == {"1772442000"}


GROUPS = "GROUP_NAMES = lab, ops\nGROUP_QUOTA_lab = 7\nGROUP_QUOTA_DYNAMIC_ops = 0.5\n"


def test_from_a_ledger_alone_groups_are_sorted_as_by_a_negotiator_without_slots(userprio: Run, tmp_path: Path) -> None:
    """Its first cycle gives groups without quota the sort key 3.3E+38 and <none> 3.4E+38, which puts it last."""
    config, path = tmp_path / "config", tmp_path / "ledger.log"
    config.write_text(GROUPS)
    path.write_text(f"{LEDGER}101 Customer.lab.cy@x * *\n103 Customer.lab.cy@x PriorityFactor 1000.0\n")
    at = ("--config", config, "--ledger", path, "-allusers")
    names = [line.split()[0] for line in userprio(*at).out.splitlines()[4:-2]]
    assert names == ["lab", "cy@x", "ops", "<none>", "ann@x", "bob@x"]
    keys = userprio(*at, "-af", "Name", "GroupSortKey").out.splitlines()
    assert {"lab 3.3E+38", "ops 3.3E+38", "<none> 3.4E+38"} <= set(keys)
    (tmp_path / "slots.ads").touch()
    assert userprio("--snapshot", tmp_path, *at).out == userprio(*at).out


def test_without_groups_no_cycle_gives_the_root_a_sort_key(userprio: Run, tmp_path: Path) -> None:
    config, path = tmp_path / "config", tmp_path / "ledger.log"
    config.write_text("")
    path.write_text(f"{LEDGER}101 Customer.<none> * *\n103 Customer.<none> PriorityFactor 1000.0\n")
    at = ("--config", config, "--ledger", path, "-allusers")
    assert "<none> 0.0" in userprio(*at, "-af", "Name", "GroupSortKey").out.splitlines()


def test_the_sort_keys_of_a_ledger_alone_are_those_recorded_in_an_empty_pool(userprio: Run, tmp_path: Path) -> None:
    recorded = json.loads(gzip.decompress((RECORDED / "empty-pool.json.gz").read_bytes()))
    path = tmp_path / "ledger.log"
    path.write_text(recorded["ledger"])
    at = ("--config", POOLS / "empty-pool" / "condor_config", "--ledger", path, "--now", str(recorded["recorded_at"]))
    listed = userprio(*at, "-allusers", "-groupid", "-order", "-sortkey").out
    assert listed == recorded["listings"]["allusers-groupid-order-sortkey"]


COLLECTORS = """\
Last Priority Update: 11/21 06:10
                    Effective   Priority  Wghted Total Usage  Time Since Submitter Submitter
User Name            Priority    Factor   In Use (wghted-hrs) Last Usage   Floor    Ceiling
------------------ ------------ --------- ------ ------------ ---------- --------- ---------
alice@pool.test         7061.54   1000.00      6       100.00    0+01:00
bob@pool.test          70615.44   2000.00      1        70.00    0+01:00
------------------ ------------ --------- ------ ------------ ---------- --------- ---------
Number of users: 2                             7       170.00    0+23:59
"""


def test_the_collector_has_only_submitters_with_jobs(userprio: Run, tmp_path: Path) -> None:
    """As condor_userprio 25.14.1 printed it: gone@pool.test was active, and has no jobs."""
    recorded = json.loads(gzip.decompress((RECORDED / "aging.json.gz").read_bytes()))
    path = tmp_path / "ledger.log"
    path.write_text(recorded["ledger"])
    at = ("--snapshot", POOLS / "aging", "--ledger", path, "--now", str(recorded["recorded_at"]))
    text = userprio(*at, "-most", "-collector").out
    assert "".join(f"{line.rstrip()}\n" for line in text.splitlines()) == COLLECTORS
    assert userprio(*at, "most", "--collector").out == text
    assert "gone@pool.test" in userprio(*at, "-most", "-negotiator").out
    assert "gone@pool.test" in userprio(*at, "most").out


def test_the_collector_has_every_group_with_0_for_what_is_unknown(userprio: Run, pool: Path) -> None:
    (pool / "condor_config").write_text(GROUPS)
    at = ("--snapshot", pool, "--ledger", pool / "ledger.log", "-collector", "-af", "Name", "WeightedAccumulatedUsage")
    assert userprio(*at).out.splitlines() == ["<none> 0.0", "lab 0.0", "ops 0.0"]


def test_without_a_snapshot_nobody_knows_what_the_collector_has(userprio: Run, pool: Path) -> None:
    at = ("--config", pool / "condor_config", "--ledger", pool / "ledger.log", "-allusers")
    done = userprio(*at, "-collector")
    assert done.out == userprio(*at).out
    assert "only a snapshot says who has jobs" in done.err
