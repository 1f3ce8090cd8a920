"""The shipped examples are pools as HTCondor's own tools would have recorded them."""

import re
from collections import Counter
from pathlib import Path

import pytest

from userprio.accounting.quotas import build_tree
from userprio.base.errors import BadInput
from userprio.classad import Evaluator
from userprio.config import read
from userprio.ledger import Ledger
from userprio.negotiation import Outcome, negotiate
from userprio.pool import examples, read_snapshot
from userprio.pool.examples import Example
from userprio.pool.scenario import ScenarioData

NOW = 1_772_442_000
RECORDED = [example for example in examples.shipped() if (example.folder / "slots.ads").exists()]
FILES = {"about.txt", "condor_config", "slots.ads", "submitters.ads", "jobs.ads", "qusers.ads", "Accountantnew.log"}


def by_name(example: Example) -> str:
    return example.name


def cycle_of(name: str) -> Outcome:
    folder = examples.find(name).folder
    config = read(folder / "condor_config", environ={})
    return negotiate(ScenarioData(read_snapshot(folder), Ledger.read(folder / "Accountantnew.log"), config, NOW))


def test_these_are_shipped() -> None:
    assert [example.name for example in examples.shipped()] == [
        *("fairshare", "full", "groups", "handmade", "moab", "physics", "pie", "research", "thirds")
    ]


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(BadInput, match="Did you mean research") as caught:
        examples.find("reserch")
    assert "fairshare, full, groups, handmade, moab, physics, pie, research, thirds" in str(caught.value)


@pytest.mark.parametrize("example", examples.shipped(), ids=by_name)
def test_each_says_in_one_line_what_it_is(example: Example) -> None:
    assert re.fullmatch(r"[^\n]{20,120}", example.about)


@pytest.mark.parametrize("example", examples.shipped(), ids=by_name)
def test_each_is_small(example: Example) -> None:
    assert sum(file.stat().st_size for file in example.folder.iterdir()) < 150_000


@pytest.mark.parametrize("example", RECORDED, ids=by_name)
def test_each_is_complete_and_read_without_a_remark(example: Example) -> None:
    assert {file.name for file in example.folder.iterdir()} == FILES
    config = read(example.folder / "condor_config", environ={})
    ledger = Ledger.read(example.folder / "Accountantnew.log")
    assert config.warnings == ()
    assert build_tree(config).warnings == ()
    assert ledger.warnings == ()
    assert read_snapshot(example.folder).problems == ()


@pytest.mark.parametrize("example", RECORDED, ids=by_name)
def test_the_submitters_ads_count_what_the_other_files_hold(example: Example) -> None:
    pool, evaluator = read_snapshot(example.folder), Evaluator(now=NOW)
    running = Counter(evaluator.attribute("RemoteUser", slot) for slot in pool.slots if "RemoteUser" in slot)
    counted = Counter[object]()
    idle = 0
    for ad in pool.submitters:
        jobs = evaluator.attribute("RunningJobs", ad)
        waiting = evaluator.attribute("IdleJobs", ad)
        assert isinstance(jobs, int) and isinstance(waiting, int)
        counted[evaluator.attribute("Name", ad)] += jobs
        idle += waiting
    assert +counted == running
    assert idle == len(pool.jobs)


@pytest.mark.parametrize("example", RECORDED, ids=by_name)
def test_the_ledger_charges_what_the_slots_say(example: Example) -> None:
    pool, evaluator = read_snapshot(example.folder), Evaluator(now=NOW)
    ledger = Ledger.read(example.folder / "Accountantnew.log")
    claimed = {
        f"{evaluator.attribute('Name', slot)}@{evaluator.attribute('StartdIpAddr', slot)}": (
            evaluator.attribute("RemoteUser", slot)
        )
        for slot in pool.slots
        if "RemoteUser" in slot
    }
    assert {name: resource.remote_user for name, resource in ledger.resources.items()} == claimed
    users = Counter(claimed.values())
    assert {name: used for name, used in used_by(ledger).items() if used} == users


def used_by(ledger: Ledger) -> dict[str, int]:
    return {name: customer.resources_used or 0 for name, customer in ledger.customers.items() if "@" in name}


def test_physics_keeps_its_quotas_and_gives_hep_what_is_left() -> None:
    outcome = cycle_of("physics")
    quotas = {group.name: group.effective_quota for group in outcome.groups}
    assert quotas == {
        "<none>": 0.0,
        "group_physics": 3.0,
        "group_chemistry": 10.0,
        "group_physics.hep": 12.0,
        "group_physics.lep": 5.0,
    }
    assert outcome.matches
    assert outcome.rejections


def test_fairshare_shows_every_way_in_which_shares_are_bent() -> None:
    outcome = cycle_of("fairshare")
    assert outcome.groups == ()
    names = {visit.submitter.partition("@")[0] for visit in outcome.visits}
    assert names == {"ada", "ben", "carol", "dmitri", "emil", "nice-user.fay"}
    assert {visit.kind for visit in outcome.visits} == {"floor", "normal"}
    dmitri = [match for match in outcome.matches if match.submitter.startswith("dmitri")]
    assert len(dmitri) == 4


def test_research_has_licences_that_run_out() -> None:
    outcome = cycle_of("research")
    assert len(outcome.groups) == 12
    assert any("concurrency limit" in rejection.reason for rejection in outcome.rejections)


def test_the_handwritten_example_is_a_single_file() -> None:
    folder: Path = examples.find("handmade").folder
    assert {file.name for file in folder.iterdir()} == {"about.txt", "pool.toml"}


def test_the_moab_example_is_a_handwritten_pool_with_moabs_files() -> None:
    folder: Path = examples.find("moab").folder
    assert {file.name for file in folder.iterdir()} == {"about.txt", "pool.toml", "moab.cfg", "moab.toml"}
