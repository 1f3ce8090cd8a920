"""A snapshot's folder as admins have it: what is in its files counts, and not only how they are called."""

import gzip
import os
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tests.negotiation.test_forms_of_ads import as_json, as_xml
from userprio import config
from userprio.base import BadInput
from userprio.classad import Ad, Dialect, read_ads, unparse, write_long
from userprio.ledger import Ledger
from userprio.negotiation import negotiate
from userprio.pool import Pool, ScenarioData, examples, read_snapshot

PHYSICS = examples.find("physics").folder
COUNTS = (30, 7, 46)
"""Slots, submitters and jobs of the example."""
OTHERS = """\
MyType = "Accounting"
Name = "group_physics"

MyType = "StartD"
Name = "node1"

MyType = "Negotiator"
CondorVersion = "$CondorVersion: 24.0.7 2025-05-01 $"

"""


def counts(pool: Pool) -> tuple[int, int, int]:
    return len(pool.slots), len(pool.submitters), len(pool.jobs)


def text(*names: str) -> str:
    return "\n".join((PHYSICS / name).read_text() for name in names)


def as_long(ads: Iterable[Ad]) -> str:
    return "".join(write_long(ads))


def as_new(ads: Iterable[Ad]) -> str:
    bodies = ("\n".join(f"{name} = {unparse(expr, Dialect.NEW)};" for name, expr in ad.items()) for ad in ads)
    return "\n".join(f"[\n{body}\n]" for body in bodies)


def test_the_example_is_what_it_is_taken_for() -> None:
    assert counts(read_snapshot(PHYSICS)) == COUNTS


def test_all_ads_of_a_collector_may_be_in_one_file(tmp_path: Path) -> None:
    """As `condor_status -any -long` prints them; ads of other daemons do not matter."""
    (tmp_path / "slots.ads").write_text(OTHERS + text("submitters.ads", "slots.ads"))
    (tmp_path / "jobs.ads").write_text(text("jobs.ads"))
    pool = read_snapshot(tmp_path)
    assert counts(pool) == COUNTS
    assert pool.negotiator is not None and pool.negotiator.raw_value("condorversion")
    assert pool.problems == ()


@pytest.mark.parametrize("write", [as_long, as_json, as_xml, as_new])
def test_files_of_other_names_are_known_by_their_contents(write: Callable[[Iterable[Ad]], str], tmp_path: Path) -> None:
    for name, other in (("slots.ads", "startd.txt"), ("submitters.ads", "subs"), ("jobs.ads", "condor_q.out")):
        (tmp_path / other).write_text(write(read_ads(PHYSICS / name)))
    pool = read_snapshot(tmp_path)
    assert counts(pool) == COUNTS
    assert pool.problems == (
        f"{tmp_path}: there is no jobs.ads; its ads are taken from condor_q.out",
        f"{tmp_path}: there is no slots.ads; its ads are taken from startd.txt",
        f"{tmp_path}: there is no submitters.ads; its ads are taken from subs",
    )


def test_one_file_of_everything_may_have_any_name_and_be_packed(tmp_path: Path) -> None:
    everything = OTHERS + text("submitters.ads", "slots.ads", "jobs.ads")
    (tmp_path / "pool.gz").write_bytes(gzip.compress(everything.encode()))
    assert counts(read_snapshot(tmp_path)) == COUNTS


def test_a_file_of_its_own_goes_before_what_another_one_has(tmp_path: Path) -> None:
    (tmp_path / "slots.ads").write_text(text("submitters.ads", "slots.ads", "submitters.ads"))
    (tmp_path / "submitters.ads").write_text(text("submitters.ads").partition("\n\n")[0])
    (tmp_path / "jobs.ads").write_text(text("jobs.ads"))
    (tmp_path / "more-slots").write_text(text("slots.ads").replace("Name = ", "Name = strcat(1, ") + ")")
    pool = read_snapshot(tmp_path)
    assert counts(pool) == (30, 1, 46)
    assert pool.problems == ()


def test_two_files_that_may_be_meant_are_named_and_not_read(tmp_path: Path) -> None:
    for name in ("before", "after"):
        (tmp_path / name).write_text(text("slots.ads"))
    (tmp_path / "submitters.ads").write_text(text("submitters.ads"))
    (tmp_path / "jobs.ads").write_text(text("jobs.ads"))
    pool = read_snapshot(tmp_path)
    assert counts(pool) == (0, 7, 46)
    message = f"{tmp_path}: slots.ads is missing. after or before may be meant, and none of them is read"
    assert pool.problems[0] == message


def test_what_is_no_file_of_ads_is_named_if_something_is_missing(tmp_path: Path) -> None:
    (tmp_path / "slots.ads").write_text(text("slots.ads"))
    (tmp_path / "submitters.ads").write_text(text("submitters.ads"))
    (tmp_path / "condor_q.txt").write_text("-- Schedd: ap.example.org : <10.0.0.1:9618>\n ID OWNER\n 1.0 ann\n")
    (tmp_path / "photo").write_bytes(b"\xff\xd8\xff\xe0" * 20)
    assert read_snapshot(tmp_path).problems == (
        f"{tmp_path}: there is no jobs.ads, and condor_q.txt and photo (this is a JPEG image, not a file of ads) "
        "cannot be read as ads, so that there are no jobs. `condor_q -global -allusers -long` prints them",
    )
    (tmp_path / "jobs.ads").write_text(text("jobs.ads"))
    assert read_snapshot(tmp_path).problems == ()


@pytest.mark.parametrize("empty", ["", "\n\n", "# none\n", None])
def test_a_cycle_over_a_pool_without_slots_says_so(empty: str | None, tmp_path: Path) -> None:
    if empty is not None:
        (tmp_path / "slots.ads").write_text(empty)
    (tmp_path / "jobs.ads").write_text(text("jobs.ads"))
    (tmp_path / "submitters.ads").write_text(text("submitters.ads"))
    pool = read_snapshot(tmp_path)
    assert pool.problems == ()
    (tmp_path / "condor_config").touch()
    knobs = config.read(tmp_path / "condor_config", environ={})
    warnings = negotiate(ScenarioData(pool, Ledger.empty(), knobs, 0)).warnings
    assert any(warning.startswith("nothing can be matched: the snapshot has no slots") for warning in warnings)


def test_a_folder_of_other_things_is_no_snapshot(tmp_path: Path) -> None:
    (tmp_path / "README").write_text("How we did it\n")
    with pytest.raises(BadInput, match="not a snapshot"):
        read_snapshot(tmp_path)


def test_no_file_outside_of_the_folder_is_looked_into(tmp_path: Path) -> None:
    folder, secret = tmp_path / "snapshot", tmp_path / "startd.txt"
    folder.mkdir()
    secret.write_text(text("slots.ads"))
    (folder / "startd.txt").symlink_to(secret)
    (folder / "jobs.ads").write_text(text("jobs.ads"))
    pool = read_snapshot(folder)
    assert pool.slots == ()
    assert "startd.txt" not in "".join(pool.problems)
    assert len(read_snapshot(folder, trust=True).slots) == 30


def test_a_pipe_in_the_folder_keeps_nobody_waiting(tmp_path: Path) -> None:
    (tmp_path / "jobs.ads").write_text(text("jobs.ads"))
    os.mkfifo(tmp_path / "startd.txt")
    assert counts(read_snapshot(tmp_path)) == (0, 0, 46)
