"""Tables of machines that came and went."""

import gzip
from datetime import UTC, datetime, timedelta, timezone
from math import inf
from pathlib import Path

import pytest

from userprio.base.errors import BadInput
from userprio.simulation.history import MachineTimes, read_machines

NINE = int(datetime(2026, 3, 2, 9, tzinfo=UTC).timestamp())


def read(folder: Path, text: str) -> MachineTimes:
    path = folder / "machines.csv"
    path.write_text(text)
    return read_machines(path, ["node1", "Node2.test"], UTC)


def test_a_line_is_a_machine_and_when_it_was_there(tmp_path: Path) -> None:
    """Names are compared without case; an empty time is one before or after everything."""
    found = read(
        tmp_path,
        "machine,from,until\n"
        "# what the shift noted\n"
        "\n"
        f"NODE1, {NINE},2026-03-02 10:00\n"
        "node1,2026-03-02T12:00:00Z,\n"
        '"node2.TEST",,2026-03-02T09:00:00+01:00\n',
    )
    assert found.stays == {
        "node1": ((NINE, NINE + 3600), (NINE + 3 * 3600, inf)),
        "Node2.test": ((-inf, NINE - 3600),),
    }
    assert found.source == str(tmp_path / "machines.csv")


def test_times_without_a_zone_are_local(tmp_path: Path) -> None:
    path = tmp_path / "machines.csv.gz"
    path.write_bytes(gzip.compress(b"node1,2026-03-02 09:00,\n"))
    found = read_machines(path, ["node1"], timezone(timedelta(hours=2)))
    assert found.stays["node1"] == ((NINE - 2 * 3600, inf),)


def test_stays_may_come_in_any_order_and_follow_each_other_at_once(tmp_path: Path) -> None:
    found = read(tmp_path, "node1,2000,\nnode1,1000,2000\n")
    assert found.stays["node1"] == ((1000, 2000), (2000, inf))


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("machine,from,until\nnode1,1000,2000\nnode3,1,2\n", 3, "no slot of the pool is on a machine 'node3'"),
        ("node1,1000,2000\nnode1,1999,\n", 2, "'node1' comes back before it has left, see line 1"),
        ("node1,1999,\nnode1,1000,2000\n", 2, "'node1' comes back before it has left, see line 1"),
        ("node1,2000,1000\n", 1, "the machine leaves before it comes"),
        ("node1,1000,1000\n", 1, "the machine leaves before it comes"),
        ("node1,monday,\n", 1, "'monday' is not a time"),
        ("node1,90d,\n", 1, "'90d' is not a time"),
        ("node1,,yesterday\n", 1, "'yesterday' is not a time"),
        ("node1,1000\n", 1, "this does not say when a machine was there"),
        (",1000,2000\n", 1, "this does not say when a machine was there"),
        ("node1,1000,2000,x\n", 1, "this does not say when a machine was there"),
        ("machine,from,until\n", None, "this file names no machines"),
        ("", None, "this file names no machines"),
    ],
)
def test_what_makes_no_sense_is_refused_with_file_and_line(
    tmp_path: Path, text: str, line: int | None, message: str
) -> None:
    with pytest.raises(BadInput) as refused:
        read(tmp_path, text)
    assert (refused.value.path, refused.value.line, refused.value.message) == (tmp_path / "machines.csv", line, message)


def slot_ad(name: str, started: int, heard: int) -> str:
    """What condor_status -long prints of a slot; times are seconds from nine o'clock."""
    return (
        f'MyType = "Machine"\nName = "{name}"\nDaemonStartTime = {NINE + started}\nLastHeardFrom = {NINE + heard}\n\n'
    )


def test_ads_of_several_moments_tell_since_when_a_startd_was_there_and_until_when(tmp_path: Path) -> None:
    """node1 was restarted at 4000 s, having been heard of last at 1800 s; node2 was not heard of again after that."""
    text = "".join(
        [
            *(slot_ad("slot1@node1", 0, 1800), slot_ad("slot2@node1", 0, 1700), slot_ad("slot1@NODE2.test", -50, 1800)),
            *(slot_ad("slot1@node1", 4000, 7200), slot_ad("slot1@other", 10, 7200)),
        ]
    )
    found = read(tmp_path, text)
    assert found.stays == {
        "node1": ((NINE, NINE + 1800), (NINE + 4000, inf)),
        "Node2.test": ((NINE - 50, NINE + 1800),),
    }
    assert "1 ad of other machines, or without times, left out" in found.remarks


def job_ad(host: str, ended: int, length: int, more: str = "StarterExitStatus = 0\n") -> str:
    """What a startd writes into its history."""
    times = f"CompletionDate = {NINE + ended}\nRemoteWallClockTime = {length}\n"
    return f'MyType = "Job"\nClusterId = 7\nProcId = 0\nRemoteHost = "{host}"\n{times}{more}\n'


def test_a_history_of_a_startd_tells_when_its_machine_worked_and_that_it_tells_no_more(tmp_path: Path) -> None:
    found = read(tmp_path, job_ad("slot1_2@node1", 900, 600) + job_ad("slot1_1@node1", 5000, 100))
    assert found.stays == {"node1": ((NINE + 300, NINE + 5000),)}
    assert any("does not say when its machine came and went" in remark for remark in found.remarks)


def test_a_history_of_a_schedd_is_not_taken_for_that_of_a_startd(tmp_path: Path) -> None:
    """Its wall-clock times are those of all runs of a job together, wherever they were."""
    with pytest.raises(BadInput, match="these ads do not say when a machine of the pool was there"):
        read(tmp_path, job_ad("slot1@node1", 900, 600, more=""))
