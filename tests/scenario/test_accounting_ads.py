"""The cycle before a snapshot: quotas and use that it left, and who of several sources is believed."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.negotiation.builders import NOW, configured, free, submitter
from userprio.base.errors import BadInput
from userprio.classad import Ad, write_long
from userprio.ledger import Ledger, LedgerError
from userprio.pool import (
    Pool,
    QuotaSource,
    last_cycle,
    previous_quotas,
    read_accounts,
    read_snapshot,
)
from userprio.pool.accounting_ads import of_one_negotiator
from userprio.pool.loading import load_scenario

GROUP = {"Name": "a", "IsAccountingGroup": True, "EffectiveQuota": 2.461368042093603, "LastUpdate": NOW - 20}
ANN = {"Name": "a.ann@pool.test", "Priority": 1500.0, "PriorityFactor": 1000.0, "LastUpdate": NOW - 20}


def pool(*ads: dict[str, Any], negotiator: dict[str, Any] | None = None) -> Pool:
    return Pool(negotiator=None if negotiator is None else Ad(negotiator), accounting=tuple(map(Ad, ads)))


def quotas_in(**quotas: float) -> Ledger:
    lines = ["107 1 CreationTimestamp 1"]
    for name, quota in quotas.items():
        lines += [f"101 Customer.{name} * *", f"103 Customer.{name} EffectiveQuota {quota}"]
    return Ledger.of_bytes("".join(f"{line}\n" for line in lines).encode())


def test_quotas_are_those_of_the_collector_then_those_of_a_ledger_that_has_any() -> None:
    assert previous_quotas(pool(GROUP), quotas_in(a=7.0)) == ({"a": 2.461368042093603}, QuotaSource.ACCOUNTING_ADS)
    assert previous_quotas(pool(), quotas_in(a=7.0)) == ({"a": 7.0}, QuotaSource.LEDGER)
    assert previous_quotas(pool(), Ledger.empty()) == (None, QuotaSource.ASSUMED)


def test_a_negotiator_that_was_reconfigured_answers_quotas_of_zero_which_are_not_believed() -> None:
    assert previous_quotas(pool(), quotas_in(a=0.0, b=0.0)) == (None, QuotaSource.ASSUMED)
    of_no_slots = pool({**GROUP, "EffectiveQuota": 0.0})
    assert previous_quotas(of_no_slots, Ledger.empty()) == ({"a": 0.0}, QuotaSource.ACCOUNTING_ADS)


def test_of_several_ads_of_a_group_the_last_updated_counts() -> None:
    older = {**GROUP, "EffectiveQuota": 9.0, "LastUpdate": NOW - 80}
    assert last_cycle(pool(GROUP, older)).quotas == last_cycle(pool(older, GROUP)).quotas == {"a": 2.461368042093603}


def test_the_cycle_ended_when_the_newest_source_says() -> None:
    heard = {**ANN, "ResourcesUsed": 3, "LastHeardFrom": NOW - 17}
    said = {"LastNegotiationCycleEnd0": NOW - 18, "LastNegotiationCycleMatches0": 4}
    last = last_cycle(pool(GROUP, heard, negotiator=said))
    assert (last.ended, last.matches, last.slots) == (NOW - 17, 4, {"a.ann@pool.test": 3})
    # The collector's copy of a negotiator's ad may be of a cycle long ago.
    assert last_cycle(pool(GROUP, negotiator={**said, "LastNegotiationCycleEnd0": NOW - 90})).matches is None


def test_of_the_ads_of_several_negotiators_those_of_ours_count_and_none_if_it_is_not_known() -> None:
    day, night = (Ad({**GROUP, "NegotiatorName": name}) for name in ("day", "night"))
    assert of_one_negotiator([day, night], Ad({"Name": "Night"})) == ((night,), None)
    ads, doubt = of_one_negotiator([day, night], None)
    assert (ads, doubt is not None) == ((), True)
    assert of_one_negotiator([day], Ad({"Name": "renamed"})) == ((day,), None)


def write(path: Path, ads: list[dict[str, Any]]) -> Path:
    path.write_text("".join(write_long(map(Ad, ads))))
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "slots.ads").write_text("".join(write_long(free(2))))
    (tmp_path / "submitters.ads").write_text("".join(write_long([submitter("a.ann", 2, heard=NOW - 40)])))
    write(tmp_path / "accounting.ads", [{**GROUP, "LastHeardFrom": NOW - 19}])
    return tmp_path


def test_a_folder_has_them_and_is_as_old_as_the_newest_of_its_ads(folder: Path) -> None:
    scenario = load_scenario(folder, clock=NOW)
    assert scenario.previous_quotas == {"a": 2.461368042093603}
    assert scenario.previous_quotas_source is QuotaSource.ACCOUNTING_ADS
    assert scenario.now == NOW - 19
    first = load_scenario(folder, clock=NOW, first_cycle=True)
    assert (first.previous_quotas, first.previous_quotas_source) == ({}, QuotaSource.NONE)


def test_ads_of_several_negotiators_in_a_folder_are_remarked_on(folder: Path) -> None:
    write(folder / "accounting.ads", [{**GROUP, "NegotiatorName": name} for name in ("day", "night")])
    (said,) = read_snapshot(folder).problems
    assert "several negotiators" in said and "accounting.ads" in said


def test_what_condor_userprio_printed_stands_for_a_ledger_where_there_is_none(folder: Path) -> None:
    write(folder / "userprio.ads", [ANN])
    scenario = load_scenario(folder, clock=NOW)
    assert scenario.ledger.customers["a.ann@pool.test"].priority == 1.5
    assert any("this is not a ledger" in problem for problem in scenario.pool.problems)
    log = "107 1 CreationTimestamp 1\n101 Customer.a.ann@pool.test * *\n103 Customer.a.ann@pool.test Priority 9.0\n"
    (folder / "Accountantnew.log").write_text(log)
    assert load_scenario(folder, clock=NOW).ledger.customers["a.ann@pool.test"].priority == 9.0


def test_a_group_that_has_a_default_factor_gets_that_of_the_configuration(tmp_path: Path) -> None:
    group = {"Name": "a", "IsAccountingGroup": True, "Priority": 30.0, "PriorityFactor": 0.0}
    path = write(tmp_path / "printed", [group, ANN])
    config = configured("GROUP_NAMES = a\nGROUP_PRIO_FACTOR_a = 10\n")
    assert read_accounts(path, config, NOW).customers["a"].priority == 3.0


def test_it_may_be_in_any_form_of_ads(tmp_path: Path) -> None:
    (tmp_path / "printed").write_text(json.dumps([ANN]))
    assert read_accounts(tmp_path / "printed", configured(), NOW).customers["a.ann@pool.test"].priority == 1.5


@pytest.mark.parametrize("text", ["", "nonsense\n", "Name = 5\n", 'Name = "slot1@exec"\nCpus = 8\n'])
def test_what_is_neither_is_still_called_no_ledger(tmp_path: Path, text: str) -> None:
    path = tmp_path / "given"
    path.write_text(text)
    if text:
        with pytest.raises(LedgerError, match="this is not an accounting ledger"):
            read_accounts(path, configured(), NOW)
    else:
        assert read_accounts(path, configured(), NOW).lacks is None


def test_accounts_of_several_negotiators_are_refused_with_the_file(tmp_path: Path) -> None:
    path = write(tmp_path / "printed", [{**ANN, "NegotiatorName": "day"}, {**GROUP, "NegotiatorName": "night"}])
    with pytest.raises(BadInput, match="several negotiators") as caught:
        read_accounts(path, configured(), NOW)
    assert caught.value.path == path
