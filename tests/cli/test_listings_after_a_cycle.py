"""What listings say that only the memory of a negotiator holds: shares of the last cycle, the time of the update."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

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
