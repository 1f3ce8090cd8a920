"""Records looked up in the bytes of a log: always what the whole ledger says."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given, settings

from tests.ledger import logs
from tests.ledger.logs import ALICE, BOB, HEAD
from userprio.ledger import CUSTOMER_PREFIX, Ledger, LedgerError, LogBytes

OWN = Path(__file__).parent / "recorded"


def agrees(data: bytes) -> None:
    """Ask both for everything and compare."""
    try:
        ledger = Ledger.of_bytes(data)
    except LedgerError:
        log = LogBytes(data)
        with pytest.raises(LedgerError):
            print(log.damage)
        with pytest.raises(LedgerError):
            log.names()
        return
    log = LogBytes(data)
    assert log.data == data
    assert (log.damage is not None) == ledger.needs_repair
    assert log.names() == list(ledger.customers)
    wanted = [*logs.KEYS, "Customer.nobody@x", "Customer.alice", "Customer.alice@x Priority", "", "\ud800"]
    assert log.ads(wanted) == {key: ledger.ads[key] for key in wanted if key in ledger.ads}
    many = [*wanted, *(f"Customer.user{number}" for number in range(30))]
    assert log.ads(many) == log.ads(wanted)
    for attribute in ("CeilingLeaseExpiration", "priority", "Missing"):
        assert set(log.customers_with(attribute)) == {
            name
            for name in ledger.customers
            if attribute.lower() in {each.lower() for each in ledger.ads[CUSTOMER_PREFIX + name]}
        }


@pytest.mark.slow
@given(logs.any_logs)
@settings(max_examples=400)
@example(b"")
@example(HEAD)
@example(ALICE)
@example(b"105 \n")
@example(b"105 \n106 \n")
@example(b"106 \n105 \n")
@example(HEAD + b"105 \n105 \n" + ALICE + b"106 \n")
@example(HEAD + b"105 \n" + ALICE + b"106 \n106 \n")
@example(HEAD + ALICE + b"105 \n" + BOB + b"106 # a comment\n105 \n" + BOB)
@example(ALICE + HEAD)
@example(HEAD + b"103 Customer.alice@x Priority 0.5\n" + ALICE)
@example(HEAD + ALICE + b"103 Customer.alice@x Priority 089\n")
@example(HEAD + ALICE + b"103 Customer.alice@x Priority 1.\n")
@example(HEAD + ALICE + b"103 Customer.alice@x Priority 00.5\n")
@example(HEAD + ALICE + b"103 Customer.alice@x Priority 12345678901234567890\n")
@example(HEAD + ALICE + b"\n")
@example(HEAD + ALICE + b"\n" + BOB + b"105 \n106 \n")
@example(HEAD + ALICE.replace(b"\n", b"\r\n"))
@example(HEAD + ALICE + b"102 Customer.alice@x\n" + BOB + ALICE)
@example(HEAD + ALICE + b'103 Customer.alice@x Note " 102 Customer.alice@x "\n')
@example(HEAD + BOB + ALICE + b"103 Customer.bob@x Note 10 Customer.alice@x 3\n")
def test_records_looked_up_in_the_bytes_are_those_of_the_whole_ledger(data: bytes) -> None:
    agrees(data)


@pytest.mark.parametrize("path", sorted(OWN.glob("*.log")), ids=lambda path: path.name)
def test_logs_that_a_negotiator_left_are_read_alike(path: Path) -> None:
    agrees(path.read_bytes())
    log, ledger = LogBytes(path.read_bytes()), Ledger.read(path)
    assert log.ads(list(ledger.ads)) == ledger.ads


def test_a_plain_log_is_answered_without_building_the_whole_state() -> None:
    log = LogBytes(HEAD + ALICE + b"105 \n" + BOB + b"106 \n")
    assert log.names() == ["alice@x", "bob@x"]
    assert log.ads(["Customer.bob@x"])["Customer.bob@x"]["Ceiling"] == "5"
    assert log.damage is None
    assert "ledger" not in vars(log)


@pytest.mark.parametrize("part", range(1, 60))
def test_an_attribute_is_found_wherever_the_parts_end_that_are_searched(
    part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large log is searched in parts, without a copy of all of it in lower case."""
    monkeypatch.setattr("userprio.ledger.ledger._PART", part)
    log = LogBytes(HEAD + ALICE + BOB + b"103 Customer.alice@x ceilingleaseexpiration 1772441999\n")
    assert log.customers_with("CeilingLeaseExpiration") == ["alice@x"]
    assert log.customers_with("Ceiling") == ["bob@x"]


@pytest.mark.parametrize(
    "data",
    [
        ALICE,
        HEAD + b"105 \n105 \n" + ALICE + b"106 \n",
        HEAD + ALICE + b"106 \n",
        HEAD + ALICE + b"105 \n" + BOB,
        HEAD + ALICE + b"103 Customer.alice@x Priority 089\n106 \n",
        HEAD + ALICE + b"103 Customer.alice@x Priority 1",
    ],
    ids=["no sequence number", "nested", "unmatched end", "open", "no number", "torn"],
)
def test_a_log_that_is_not_plain_is_read_as_a_whole(data: bytes) -> None:
    log = LogBytes(data)
    with suppress(LedgerError):
        log.ads(["Customer.alice@x"])
        assert "ledger" in vars(log)
    agrees(data)


@pytest.mark.parametrize(
    "data",
    [
        HEAD + (ALICE + BOB) * 3,
        HEAD + ALICE + b"105 \n" + BOB * 20 + b"106 \n",
        HEAD + ALICE * 9 + b"103 Customer.alice@x\n" + BOB * 20,
        HEAD + ALICE * 20 + b"103 Customer.alice@x\n" + BOB * 9,
        HEAD + ALICE * 20 + b"103 Customer.alice@x Priority 0.5",
        HEAD,
    ],
    ids=["plain", "the middle in a transaction", "damage before it", "damage after it", "cut", "short"],
)
def test_a_large_log_that_two_processes_look_at_is_answered_for_as_a_small_one(
    data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("userprio.ledger.ledger.LARGE", 0)
    agrees(data)
