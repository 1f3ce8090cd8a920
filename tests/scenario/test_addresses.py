"""Whether slot and schedd can reach each other."""

import pytest

from tests.negotiation.builders import cycle, jobs, slot, submitter
from userprio.pool.slots import ip_protocols


@pytest.mark.parametrize(
    ("sinful", "protocols"),
    [
        ("<10.0.0.1:9618>", {4}),
        ("<[::1]:9618>", {6}),
        ("<10.0.0.1:9618?addrs=10.0.0.1-9618+[fd00::1]-9618&alias=x>", {4, 6}),
        ("<[fd00::1]:9618?alias=x&addrs=[fd00::1]-9618>", {6}),
        ("", set()),
        (None, set()),
    ],
)
def test_an_address_tells_its_protocols(sinful: str | None, protocols: set[int]) -> None:
    assert ip_protocols(sinful) == protocols


def test_slots_of_another_protocol_than_the_schedds_are_passed_over() -> None:
    slots = [slot(1, MyAddress='"<[fd00::1]:9618>"'), slot(2)]
    outcome = cycle(slots, [submitter("a", 2)], jobs("a", 2, 1))
    assert [match.slot for match in outcome.matches] == ["slot1@exec2"]


def test_a_slot_without_an_address_is_taken_to_be_reachable() -> None:
    outcome = cycle([slot(1).replace({"MyAddress": None})], [submitter("a", 1)], jobs("a", 1, 1))
    assert len(outcome.matches) == 1
