"""The runner works, at a size at which it measures nothing."""

from pathlib import Path

import pytest

from tests.bench.__main__ import main
from tests.bench.sizes import SIZES
from tests.bench.snapshot import LEDGER, SLOTS, write_snapshot
from userprio.pool import read_snapshot


def test_a_pool_of_one_size_and_seed_is_always_the_same(tmp_path: Path) -> None:
    one, two = (write_snapshot(tmp_path / name, SIZES["tiny"]) for name in ("one", "two"))
    for file in (SLOTS, "jobs.ads", "submitters.ads", LEDGER, "condor_config"):
        assert (one / file).read_bytes() == (two / file).read_bytes()


def test_a_pool_has_what_it_was_asked_for(tmp_path: Path) -> None:
    size = SIZES["tiny"]
    pool = read_snapshot(write_snapshot(tmp_path, size))
    assert (len(pool.slots), len(pool.submitters), len(pool.jobs)) == (size.slots, size.submitters, size.jobs)
    assert not pool.problems
    assert all(len(ad) > 100 for ad in pool.slots)
    states = {ad.source("State") for ad in pool.slots}
    assert states == {'"Claimed"', '"Unclaimed"'}
    assert any("PartitionableSlot" in ad for ad in pool.slots)


@pytest.mark.slow
def test_stages_of_a_cycle_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cycle", "tiny", "--runs", "1", "--folder", str(tmp_path)]) == 0
    heads, figures = capsys.readouterr().out.splitlines()
    assert heads.split("  ")[-11:-3] == [
        "read s",
        "account s",
        "match s",
        "reasons s",
        "report s",
        "total s",
        "matches",
        "matches a second",
    ]
    assert figures.startswith("tiny: 60 slots, 6 submitters, 120 jobs")
    assert int(figures.split()[-5]) > 0, "nothing was matched"


def test_an_unknown_size_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        main(["cycle", "gigantic", "--folder", str(tmp_path)])
