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
        ("DEFRAG_DRAINING_SCHEDULE=gentle", "DEFRAG_DRAINING_SCHEDULE is 'gentle', and condor_defrag ends"),
        ("DEFRAG_MAX_WHOLE_MACHINES=-2", "condor_defrag would stop here"),
        ("DEFRAG_WHOLE_MACHINE_EXPR=Cpus > 7 // all", "and condor_defrag ends at its first poll"),
    ],
)
def test_knobs_that_would_end_the_daemon_are_refused_in_a_sentence(
    userprio: Run, pool: Path, knob: str, said: str
) -> None:
    done = userprio("defrag", "--snapshot", pool, "--set", knob)
    assert done.status != 0
    assert done.out == ""
    assert said in " ".join(done.err.split())
