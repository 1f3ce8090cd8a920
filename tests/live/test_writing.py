"""A scenario written as the files of a snapshot is read as the same."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.negotiation.recorded import each_pool, recorded
from userprio.ledger import DestroyAd, NewAd, Record, SequenceNumber, SetAttribute
from userprio.live import scenario_files
from userprio.negotiation import decide
from userprio.pool import ScenarioData
from userprio.pool.loading import load_scenario


def read_back(scenario: ScenarioData, folder: Path) -> ScenarioData:
    for name, texts in scenario_files(scenario).items():
        (folder / name).write_text("".join(texts), encoding="utf-8", errors="surrogateescape")
    return load_scenario(folder, clock=0, now=scenario.now)


def same_ledger(first: ScenarioData, second: ScenarioData) -> None:
    for field in ("ads", "history", "last_update_time", "updated_after", "sequence", "created"):
        assert getattr(first.ledger, field) == getattr(second.ledger, field), field


@each_pool
def test_every_recorded_pool_is_decided_alike(name: str, tmp_path: Path) -> None:
    pool = recorded(name)
    again = read_back(pool.scenario, tmp_path)
    same_ledger(pool.scenario, again)
    scenario = replace(pool.scenario, previous_quotas=again.previous_quotas, quotas_given_by=again.quotas_given_by)
    first, second = decide(scenario).outcome(), decide(again).outcome()
    assert (first.matches, first.visits, first.groups) == (second.matches, second.visits, second.groups)


def test_a_ledger_keeps_the_order_in_which_records_came_and_went(tmp_path: Path) -> None:
    scenario = load_scenario("physics", clock=0)
    key = "Customer.curie@example.org"
    late = "Customer.late@example.org"
    records: list[Record] = [
        DestroyAd(key),
        NewAd(late, "*"),
        SetAttribute(late, "Priority", "3.5"),
        SetAttribute("Accountant.", "LastUpdateTime", "1772441950"),
        NewAd(key, "*"),
        SequenceNumber(7, 1_700_000_000),
    ]
    ledger = scenario.ledger.replay(records)
    scenario = replace(scenario, ledger=ledger)
    again = read_back(scenario, tmp_path)
    same_ledger(scenario, again)
    assert again.ledger.in_table_order() == ledger.in_table_order()


@pytest.mark.parametrize("text", ["1", "a \\\n  b", "$(X) # no comment", "x @=end y"])
def test_knobs_keep_their_texts(tmp_path: Path, text: str) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "slots.ads").write_text('Name = "slot1@a"\nMyType = "Machine"\n')
    (source / "condor_config").write_text(f"X = 3\nNEGOTIATOR_PRE_JOB_RANK = {text}\n")
    scenario = load_scenario(source, clock=0)
    (tmp_path / "again").mkdir()
    again = read_back(scenario, tmp_path / "again")
    assert again.config.text("NEGOTIATOR_PRE_JOB_RANK") == scenario.config.text("NEGOTIATOR_PRE_JOB_RANK")
