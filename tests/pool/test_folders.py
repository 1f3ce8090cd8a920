"""What HTCondor's tools print of a pool, kept under other names than a snapshot's, is the same pool."""

from collections.abc import Callable
from pathlib import Path

from tests.pool.pool import Cluster, Pool
from tests.pool.slots import SlotKind
from userprio.classad import Ad, Evaluator, text_of
from userprio.pool import read_snapshot


def names(ads: tuple[Ad, ...]) -> list[str | None]:
    evaluator = Evaluator(now=0)
    return [text_of(evaluator, ad, "Name") for ad in ads]


def test_all_that_a_collector_has_may_be_in_one_file(new_pool: Callable[..., Pool], tmp_path: Path) -> None:
    pool = new_pool("GROUP_NAMES = lab\n")
    pool.advertise([SlotKind(4, {})])
    pool.submit([Cluster("ann", 3, "lab"), Cluster("bob", 2)])
    pool.settle()
    pool.negotiate()
    usual, other = tmp_path / "usual", tmp_path / "other"
    usual.mkdir()
    other.mkdir()
    pool.snapshot(usual)
    (other / "pool.txt").write_text(pool.run("condor_status", "-any", "-long", "-sort", "no"))
    (other / "jobs.txt").write_text(pool.run("condor_q", "-global", "-allusers", "-long"))
    (other / "table.txt").write_text(pool.run("condor_status"))
    expected, read = read_snapshot(usual), read_snapshot(other)
    assert names(read.slots) == names(expected.slots)
    assert sorted(map(str, names(read.submitters))) == sorted(map(str, names(expected.submitters)))
    assert len(read.jobs) == len(expected.jobs) == 5
    assert read.negotiator is not None
    assert [problem for problem in read.problems if "are taken from" not in problem] == []
