"""A ledger from accounting ads is answered with the same ads."""

import random

import pytest

from tests.live.folder_transport import NEGOTIATOR
from tests.live.test_snapshot import transport
from tests.negotiation.recorded import recorded
from userprio.classad import Ad
from userprio.cxx import round_trip
from userprio.ledger import Ledger
from userprio.live import ledger_of
from userprio.live.accounts import real_of
from userprio.pool.scenario import quotas_left


@pytest.mark.parametrize("name", ["aging", "floors-and-ceilings", "factor-below-one", "edge-factors"])
def test_a_negotiator_on_the_ledger_would_answer_with_the_same_ads(name: str) -> None:
    way = transport(name)
    before = way.accounts(NEGOTIATOR)
    way.ledger = ledger_of(before, recorded(name).at)
    after = {str(ad.source("Name")): ad for ad in way.accounts(NEGOTIATOR)}
    assert len(after) == len(before)
    for ad in before:
        again = after[str(ad.source("Name"))]
        assert {each: again.source(each) for each in again} == {each: ad.source(each) for each in ad}


def test_a_real_priority_is_found_again_to_its_last_decimal() -> None:
    chance = random.Random(5)
    for _ in range(3000):
        real = round_trip(max(chance.uniform(0.5, 10 ** chance.uniform(0, 6)), 0.5))
        factor = round_trip(chance.choice([1.0, 1000.0, 2499.999999, chance.uniform(1, 1e7)]))
        sent = float(f"{real * factor:.16G}")
        assert real_of(sent, factor) == real


def test_what_is_in_the_ads_can_be_written_and_read_as_a_log() -> None:
    from userprio.ledger import format_record
    from userprio.live import ledger_records

    records = ledger_records(transport("aging").accounts(NEGOTIATOR), 1772442000)
    text = "".join(map(format_record, records)).encode()
    read = Ledger.of_bytes(text)
    assert read.warnings == ()
    assert read.customers.keys() == Ledger.empty().replay(records).customers.keys()
    assert read.last_update_time == recorded("aging").ledger.last_update_time


def test_quotas_that_a_cycle_left_are_there_for_the_next_one() -> None:
    ads = [
        Ad.lazy(
            [("Name", '"physics"'), ("PriorityFactor", "1000.0"), ("Priority", "500.0"), ("EffectiveQuota", "7.5")]
        ),
        Ad.lazy([("Name", '"ann@lab"'), ("PriorityFactor", "1000.0"), ("Priority", "500.0")]),
    ]
    assert quotas_left(ledger_of(ads, 0)) == {"physics": 7.5}
