"""Matches whose claims the ads do not show yet are told of, with whose they are; what has only ended is not."""

from collections.abc import Iterable, Mapping

import pytest
from msgspec.structs import replace

from tests.negotiation.builders import NOW, configured, free, held, jobs, slot, submitter
from userprio.classad import Ad
from userprio.ledger import Ledger
from userprio.negotiation import Outcome, PendingMatches, negotiate
from userprio.pool import Pool, ScenarioData

ANN, BEN = "ann@pool.test", "ben@pool.test"
ENDED = NOW - 3
"""When the last cycle was."""


def account(name: str, slots: int, updated: int = ENDED) -> Ad:
    return Ad(
        {"Name": name, "IsAccountingGroup": "@" not in name, "LastUpdate": updated, "ResourcesUsed": slots}
        | ({} if "@" in name else {"EffectiveQuota": 4.0})
    )


def ledger(records: Mapping[str, str], updated: int = ENDED) -> Ledger:
    """Records of slots by name, with their users."""
    lines = ["107 1 CreationTimestamp 1", "101 Accountant. * *", f"103 Accountant. LastUpdateTime {updated}"]
    for name, user in records.items():
        key = f"Resource.{name}@<10.0.0.1:9618?addrs=10.0.0.1-9618>"
        lines += [f"101 {key} * *", f'103 {key} RemoteUser "{user}"', f"103 {key} StartTime {updated}"]
    return Ledger.of_bytes("".join(f"{line}\n" for line in lines).encode())


def outcome(
    slots: Iterable[Ad],
    accounting: Iterable[Ad] = (),
    records: Ledger | None = None,
    now: int = NOW,
    negotiator: Ad | None = None,
    schedds: Iterable[Ad] = (),
) -> Outcome:
    waiting = (submitter("ann", 2), submitter("ben", 1)), (*jobs("ann", 2, 1), *jobs("ben", 1, 2))
    pool = Pool(tuple(slots), *waiting, negotiator=negotiator, recorded=True)
    pool = replace(pool, accounting=tuple(accounting), schedds=tuple(schedds))
    return negotiate(ScenarioData(pool, records or ledger({}), configured(), now))


def test_slots_that_the_last_cycle_counted_and_the_ads_do_not_show_are_pending() -> None:
    """Ann had 3 slots at its end, 1 of them is claimed in the ads; ben had 1, and has 2 by now."""
    ads = [account("<none>", 4), account(ANN, 3), account(BEN, 1)]
    result = outcome([*held("ann", 1, 1), *held("ben", 2, 2), *free(3, 4)], ads)
    assert result.pending == PendingMatches(2, {ANN: 2}, {}, 3)
    (said,) = [warning for warning in result.warnings if "last cycle" in warning]
    assert said.startswith(
        f"2 matches of the last cycle, which ended 3 s before, are not visible in the ads ({ANN}: 2)"
    )


def test_a_while_after_a_cycle_fewer_claims_are_claims_that_have_ended() -> None:
    assert outcome(free(3), [account(ANN, 3)], now=NOW + 10).pending is None


def test_the_ad_of_who_had_no_jobs_in_the_last_cycle_is_one_of_an_earlier_cycle() -> None:
    assert outcome(free(3), [account(ANN, 3, ENDED - 60), account("<none>", 0)]).pending is None


def test_a_record_of_a_slot_that_nobody_has_claimed_since_is_a_pending_match() -> None:
    slots = [slot(1, EnteredCurrentState=ENDED - 500), slot(2, EnteredCurrentState=ENDED + 1), *held("ben", 1, 3)]
    records = ledger({"slot1@exec1": ANN, "slot1@exec2": ANN, "slot1@exec3": BEN, "slot1@gone": BEN})
    assert outcome(slots, records=records).pending == PendingMatches(1, {ANN: 1}, {}, None)


def test_a_record_of_a_partitionable_slot_counts_until_a_slot_was_taken_from_it() -> None:
    whole = [slot(number, PartitionableSlot="true", Cpus=8, EnteredCurrentState=5) for number in (1, 2)]
    taken = held("ann", 1, 1, Name='"slot1_1@exec1"', EnteredCurrentState=ENDED + 1)
    records = ledger({"slot1@exec1": ANN, "slot1@exec2": BEN})
    assert outcome([*whole, *taken], records=records).pending == PendingMatches(1, {BEN: 1}, {}, None)
    assert outcome([*whole, *taken], records=records, now=NOW + 20).pending is None


@pytest.mark.parametrize(("heard", "pending"), [(NOW - 2, PendingMatches(5, {}, {"ap1": 5}, None)), (NOW - 200, None)])
def test_the_claims_that_a_schedd_says_are_pending_count_if_it_said_so_lately(
    heard: int, pending: PendingMatches | None
) -> None:
    schedds = [
        Ad({"Name": "ap1", "NumPendingClaims": 5, "LastHeardFrom": heard}),
        Ad({"Name": "ap2", "NumPendingClaims": 0, "LastHeardFrom": heard}),
    ]
    assert outcome(free(2), schedds=schedds).pending == pending


def test_without_accounting_ads_a_cycle_that_has_just_ended_is_named_if_it_made_matches() -> None:
    ad = Ad({"Name": "cm", "LastNegotiationCycleEnd0": NOW - 1, "LastNegotiationCycleMatches0": 7})
    result = outcome(free(2), negotiator=ad)
    assert result.pending == PendingMatches(None, {}, {}, 1)
    assert any("right after a cycle, which ended 1 s before," in warning for warning in result.warnings)
    assert outcome(free(2), negotiator=ad.replace({"LastNegotiationCycleMatches0": 0})).pending is None
    assert outcome(free(2), negotiator=ad, accounting=[account(ANN, 0, NOW - 1)]).pending is None


def test_a_pool_of_ones_own_has_no_pending_matches() -> None:
    pool = Pool(tuple(free(2)), (submitter("ann", 1),), tuple(jobs("ann", 1, 1)), accounting=(account(ANN, 3),))
    assert negotiate(ScenarioData(pool, ledger({}), configured(), NOW)).pending is None
