"""The command `defrag`: what it takes, prints, and ends with."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
POOL = """
[config]
DEFRAG_DRAINING_MACHINES_PER_HOUR = 12

[[slots]]
count = 3
PartitionableSlot = true
Cpus = 2
TotalSlotCpus = 8
"""


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    path = tmp_path / "pool.toml"
    path.write_text(POOL)
    return path


def test_the_first_poll_is_told_and_the_status_is_0(userprio: Run, pool: Path) -> None:
    done = userprio("defrag", "--snapshot", pool)
    assert (done.status, done.err) == (0, "")
    assert "0 machines draining, 0 whole, 2 to drain\n" in done.out
    assert "all rank 0, and chance decides" in " ".join(done.out.split())


def test_json_has_polls_ranks_and_what_is_left_to_chance(userprio: Run, pool: Path) -> None:
    found = json.loads(userprio("defrag", "--snapshot", pool, "--polls", "2", "--format", "json").out)
    assert found["schema"] == "userprio.defrag/1"
    assert [poll["at"] - found["at"] for poll in found["polls"]] == [0, 600]
    assert (len(found["unranked"]), found["partitionable_slots"]) == (3, 3)
    assert len(found["polls"][0]["left_to_chance"]) == 3


@pytest.mark.parametrize(
    ("knob", "said"),
    [
        ("DEFRAG_DRAINING_SCHEDULE=gentle", "DEFRAG_DRAINING_SCHEDULE is 'gentle', and condor_defrag exits"),
        ("DEFRAG_MAX_WHOLE_MACHINES=-2", "condor_defrag would stop here"),
        ("DEFRAG_WHOLE_MACHINE_EXPR=Cpus > 7 // all", "and condor_defrag exits at its first poll"),
        ('DEFRAG_NAME=my"own@cm', 'the name my"own@cm cannot be quoted in an expression, and condor_defrag exits'),
    ],
)
def test_knobs_that_would_end_the_daemon_are_refused_in_a_sentence(
    userprio: Run, pool: Path, knob: str, said: str
) -> None:
    done = userprio("defrag", "--snapshot", pool, "--set", knob)
    assert done.status != 0
    assert done.out == ""
    assert said in " ".join(done.err.split())


def test_figures_beyond_all_bounds_and_slots_without_a_name_do_no_harm(userprio: Run, tmp_path: Path) -> None:
    """An infinite time to vacate is none, as `(int)` has it; a slot of cores that are not a number has none."""
    own = 'Name = "slot1@b"\nPartitionableSlot = true\nCpus = 4\nTotalSlotCpus = 8\n'
    dynamic = 'Name = "slot1_1@b"\nDynamicSlot = true\nState = "Claimed"\nRemoteUser = "ann@x"\nJobStart = 1800000000\n'
    odd = 'Cpus = real("NaN")\nMachineMaxVacateTime = real("INF")\nRetirementTimeRemaining = real("INF")\n'
    (tmp_path / "slots.ads").write_text("\n".join([own, dynamic + odd, own.partition("\n")[2]]))
    (tmp_path / "submitters.ads").touch()
    (tmp_path / "jobs.ads").touch()
    given = ("--snapshot", tmp_path, "--now", "1800000100", "--set", "DEFRAG_DRAINING_MACHINES_PER_HOUR=12")
    done = userprio("defrag", *given, "--format", "json")
    found = json.loads(done.out)
    assert found["polls"][0]["drained"] == ["slot1@b"]
    assert [(one["cores"], one["badput_core_s"], one["after_s"]) for one in found["drains"]] == [(4, 0, 0)]
    assert "1 slot ad has no Name and was left out" in found["warnings"]


def test_a_daemon_that_never_drains_has_nothing_to_drain(userprio: Run, pool: Path) -> None:
    """One that never polls is shown once, with what there is."""
    never = userprio("defrag", "--snapshot", pool, "--polls", "3", "--set", "DEFRAG_INTERVAL=0").out
    assert never.count("DEFRAG_INTERVAL = 0: there are no polls") == 1
    seldom = userprio("defrag", "--snapshot", pool, "--set", "DEFRAG_INTERVAL=7200").out
    assert "to drain: nothing\n" in seldom
