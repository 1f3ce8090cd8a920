"""A ledger from accounting ads is answered with the same ads, and an edit is believed only when the pool shows it."""

import random

import pytest
from msgspec.structs import replace

from tests.live.folder_transport import NEGOTIATOR, FolderTransport
from tests.live.test_snapshot import dump, transport
from tests.negotiation.recorded import recorded
from userprio.accounting import Edit, EditAction, EditError, PriorityRules, UnknownSubmitter, plan_edit
from userprio.accounting.answers import ledger_records, real_of
from userprio.base.cxx import round_trip
from userprio.base.errors import Refused
from userprio.classad import Ad
from userprio.config import read as read_config
from userprio.ledger import Change, Ledger, OperationState, format_record
from userprio.live import LiveError, LiveErrorKind, LiveSession, refusal_of, single, undoing
from userprio.live.session import ledger_of, received, shown
from userprio.pool import Pool
from userprio.pool.accounting_ads import quotas_left

NOW = 1_772_442_000
ANN, BOB, EVE = "ann@lab.example", "bob@lab.example", "eve@lab.example"
LOG = "".join(
    f"101 Customer.{name} * *\n103 Customer.{name} PriorityFactor 1000.000000\n103 Customer.{name} Priority 4.500000\n"
    for name in (ANN, BOB, EVE)
)
LEDGER = f"107 1 CreationTimestamp 1772000000\n101 Customer.<none> * *\n{LOG}".encode()
RULES = PriorityRules.from_config(read_config(None, environ={}))


def made(ledger: Ledger, edit: Edit) -> Ledger:
    """What a negotiator does with an edit that arrives."""
    return ledger.replay(plan_edit(received(edit), ledger, NOW, RULES, lambda name: "<none>", create=True).records)


@pytest.fixture
def way() -> FolderTransport:
    settings = read_config(None, environ={})
    return FolderTransport(Pool(), Ledger.of_bytes(LEDGER), dump(settings), settings, change=made)


def session(way: FolderTransport) -> LiveSession:
    return LiveSession(way, NEGOTIATOR, lambda: NOW, wait=lambda seconds: None)


def test_what_is_told_is_what_the_pool_shows_31_bits_and_all(way: FolderTransport) -> None:
    edit = Edit(EditAction.SET_FACTOR, (ANN,), 2500.0)
    here = session(way)
    sent = here.send(single(edit), here.plan(edit, create=False))
    assert sent.failures == ()
    assert sent.changes == (Change(f"Customer.{ANN}", "PriorityFactor", "1000.0", "2499.999999"),)


def test_several_values_are_sent_name_by_name_and_undone_together(way: FolderTransport) -> None:
    edits = Edit(EditAction.SET_FACTOR, (ANN, BOB), 4.0), Edit(EditAction.SET_CEILING, (ANN, BOB), 9)
    parts = single(*edits)
    assert [(part.names, part.action) for part in parts] == [
        ((name,), edit.action) for name in (ANN, BOB) for edit in edits
    ]
    here = session(way)
    sent = here.send(parts, here.plan(*edits, create=False))
    assert sent.failures == ()
    assert {(change.name, change.attribute) for change in sent.changes} == {
        (name, attribute) for name in (ANN, BOB) for attribute in ("PriorityFactor", "Ceiling")
    }
    again = session(way)
    back, plan = undoing(sent.changes, again.ledger)
    assert again.send(back, plan).failures == ()
    for name in (ANN, BOB):
        own = session(way).ledger.customers[name]
        assert (own.priority_factor, own.ceiling) == (pytest.approx(1000.0), None)


def test_what_comes_after_a_value_that_fails_is_not_sent(way: FolderTransport) -> None:
    edits = Edit(EditAction.SET_FACTOR, (ANN, BOB), 4.0), Edit(EditAction.SET_CEILING, (ANN, BOB), 9)

    way.refuse = lambda edit: LiveError(LiveErrorKind.DENIED, "not permitted") if edit.names == (BOB,) else None
    here = session(way)
    sent = here.send(single(*edits), here.plan(*edits, create=False))
    assert sent.failures == (f"factor of {BOB}: not permitted", f"not tried: ceiling of {BOB}")
    assert {(change.name, change.attribute) for change in sent.changes} == {(ANN, "PriorityFactor"), (ANN, "Ceiling")}


@pytest.mark.parametrize(
    ("value", "arrives"), [(2500.0, 2499.999999), (5.0, 4.999999998), (0.5, 0.5), (1.0, 1.0), (1e10, 1e10)]
)
def test_a_real_arrives_with_31_bits(value: float, arrives: float) -> None:
    found = received(Edit(EditAction.SET_FACTOR, (ANN,), value)).value
    assert found == pytest.approx(arrives, rel=2e-9)
    assert received(Edit(EditAction.SET_FACTOR, (ANN,), value, 60)).value == value


def test_an_edit_that_vanishes_without_a_word_is_a_failure(way: FolderTransport) -> None:
    way.change = None
    edit = Edit(EditAction.SET_FACTOR, (ANN,), 500.0)
    here = session(way)
    sent = here.send(single(edit), here.plan(edit, create=False))
    assert sent.changes == ()
    error = refusal_of(sent)
    assert error.kind is LiveErrorKind.NOT_DONE
    assert f"{ANN}: PriorityFactor is 1000.0, not " in str(error)


def test_an_edit_that_arrives_late_is_waited_for(way: FolderTransport) -> None:
    way.change = None
    edit = Edit(EditAction.SET_FACTOR, (ANN,), 500.0)
    pauses: list[float] = []

    def wait(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            way.ledger = made(way.ledger, edit)

    here = LiveSession(way, NEGOTIATOR, lambda: NOW, wait=wait)
    assert here.send(single(edit), here.plan(edit, create=False)).failures == ()
    assert len(pauses) == 3


def test_where_one_of_several_names_fails_it_is_told_which_changed_and_which_were_not_tried(
    way: FolderTransport,
) -> None:
    way.refuse = lambda edit: LiveError(LiveErrorKind.DENIED, "no") if BOB in edit.names else None
    edit = Edit(EditAction.SET_FACTOR, (ANN, BOB, EVE), 500.0)
    here = session(way)
    sent = here.send(single(edit), here.plan(edit, create=False))
    assert [change.name for change in sent.changes] == [ANN]
    assert sent.failures == (f"{BOB}: no", f"not tried: {EVE}")
    assert refusal_of(sent).kind is LiveErrorKind.DENIED


@pytest.mark.parametrize(
    "edit",
    [
        Edit(EditAction.SET_PRIORITY, (ANN,), 77.125),
        Edit(EditAction.SET_FLOOR, (ANN,), 3),
        Edit(EditAction.SET_FLOOR, (ANN,), 0),
        Edit(EditAction.SET_CEILING, (ANN,), -1),
        Edit(EditAction.SET_CEILING, (ANN,), 7, 3600),
        Edit(EditAction.SET_FACTOR, (ANN,), 70.0, 3600),
        Edit(EditAction.SET_ACCUMULATED, (ANN,), 123456.75),
        Edit(EditAction.SET_BEGIN, (ANN,), 1700000000),
        Edit(EditAction.RESET_USAGE, (ANN,)),
        Edit(EditAction.RESET_ALL),
        Edit(EditAction.DELETE, (ANN, BOB)),
        Edit(EditAction.SET_FACTOR, ("new@lab.example",), 3.0),
    ],
    ids=str,
)
def test_every_edit_that_is_made_is_recognised(edit: Edit, way: FolderTransport) -> None:
    here = session(way)
    assert here.send(single(edit), here.plan(edit, create=True)).failures == ()


def test_nothing_is_sent_of_what_cannot_be(way: FolderTransport) -> None:
    here = session(way)
    for edit in (
        Edit(EditAction.SET_FACTOR, (ANN,), 0.5),
        Edit(EditAction.SET_FACTOR, ("bob smith@lab.example",), 5.0),
        Edit(EditAction.CANCEL_FLOOR_LEASE, (ANN,)),
    ):
        with pytest.raises(EditError):
            here.plan(edit, create=True)
    with pytest.raises(UnknownSubmitter, match=r"did you mean ann@lab\.example"):
        here.plan(Edit(EditAction.SET_FACTOR, ("anm@lab.example",), 5.0), create=False)
    assert way.sent == []


def undone(way: FolderTransport, edit: Edit) -> list[str]:
    """What is different after an edit and its undoing."""
    before = session(way).ledger
    here = session(way)
    changes = here.send(single(edit), here.plan(edit, create=True)).changes
    again = session(way)
    edits, plan = undoing(changes, again.ledger)
    assert again.send(edits, plan).failures == ()
    after = session(way).ledger
    keys = before.ads.keys() | after.ads.keys()
    return [key for key in sorted(keys) if values(before, key) != values(after, key)]


def values(ledger: Ledger, key: str) -> object:
    name = key.removeprefix("Customer.")
    customer = ledger.customers.get(name)
    if customer is None:
        return None
    stale = {"factor_pre_lease_value": None, "ceiling_pre_lease_value": None, "floor_pre_lease_value": None}
    times = {"factor_lease_expiration": customer.factor_lease_expiration or None}
    rounded = {"priority_factor": round(customer.priority_factor or 0, 3)}
    return replace(customer, **stale, **times, **rounded)


@pytest.mark.parametrize(
    "edit",
    [
        Edit(EditAction.SET_FACTOR, (ANN, BOB), 2500.0),
        Edit(EditAction.SET_CEILING, (ANN,), 7),
        Edit(EditAction.SET_FACTOR, (ANN,), 70.0, 3600),
        Edit(EditAction.SET_FACTOR, ("new@lab.example",), 3.0),
        Edit(EditAction.DELETE, (ANN,)),
    ],
    ids=str,
)
def test_an_edit_is_undone_by_others(edit: Edit, way: FolderTransport) -> None:
    assert undone(way, edit) == []


def test_what_changed_since_is_not_undone(way: FolderTransport) -> None:
    here = session(way)
    edit = Edit(EditAction.SET_FACTOR, (ANN,), 500.0)
    changes = here.send(single(edit), here.plan(edit, create=False)).changes
    way.ledger = made(way.ledger, Edit(EditAction.SET_FACTOR, (ANN,), 7.0))
    with pytest.raises(Refused, match=r"PriorityFactor of ann@lab\.example is "):
        undoing(changes, session(way).ledger)


def factor_set(ledger: Ledger, name: str, value: float) -> Ledger:
    return made(ledger, Edit(EditAction.SET_FACTOR, (name,), value))


def test_what_a_cycle_did_meanwhile_is_not_taken_for_the_work_of_an_edit_that_was_refused(way: FolderTransport) -> None:
    def refuse(edit: Edit) -> LiveError:
        way.ledger = made(way.ledger, Edit(EditAction.SET_PRIORITY, (ANN,), 4.4))
        return LiveError(LiveErrorKind.NOT_DONE, "no")

    way.refuse = refuse
    edit = Edit(EditAction.SET_PRIORITY, (ANN,), 77.0)
    here = session(way)
    sent = here.send(single(edit), here.plan(edit, create=False))
    assert (sent.changes, sent.shown.unclear, sent.refused) == ((), (ANN,), (ANN,))


def test_of_an_interrupted_edit_the_pool_shows_what_was_made_what_was_not_and_what_is_not_known(
    way: FolderTransport,
) -> None:
    edit = Edit(EditAction.SET_FACTOR, (ANN, BOB, EVE), 77.0)
    plan = session(way).plan(edit, create=False)
    way.ledger = factor_set(factor_set(way.ledger, ANN, 77.0), BOB, 5.0)
    look = shown(plan.changes, session(way).ledger, resets=False)
    assert [(change.name, change.after) for change in look.changes] == [(ANN, "77.0")]
    assert look.unclear == (BOB,)
    assert look.state is OperationState.UNCERTAIN


@pytest.mark.parametrize("cycle", [False, True])
def test_a_record_that_is_still_there_was_not_deleted_though_a_cycle_changed_its_priority(
    cycle: bool, way: FolderTransport
) -> None:
    plan = session(way).plan(Edit.deletion(ANN), create=False)
    if cycle:
        way.ledger = made(way.ledger, Edit(EditAction.SET_PRIORITY, (ANN,), 4.4))
    look = shown(plan.changes, session(way).ledger, resets=False)
    assert look.state is OperationState.ABANDONED
    assert look.differences == (f"{ANN}: its record is still there",)


def test_a_record_that_was_deleted_and_made_again_is_not_taken_for_the_old_one(way: FolderTransport) -> None:
    way.ledger = made(way.ledger, Edit(EditAction.SET_CEILING, (ANN,), 9))
    plan = session(way).plan(Edit.deletion(ANN), create=False)
    way.ledger = factor_set(made(way.ledger, Edit.deletion(ANN)), ANN, 1000.0)
    look = shown(plan.changes, session(way).ledger, resets=False)
    assert (look.changes, look.unclear) == ((), (ANN,))


@pytest.mark.parametrize(("factor", "unclear"), [(77.0, ()), (1000.0, ("new@lab.example",))])
def test_a_new_record_is_our_work_if_it_has_what_we_set(
    factor: float, unclear: tuple[str, ...], way: FolderTransport
) -> None:
    plan = session(way).plan(Edit(EditAction.SET_FACTOR, ("new@lab.example",), 77.0), create=True)
    assert shown(plan.changes, session(way).ledger, resets=False).state is OperationState.ABANDONED
    way.ledger = factor_set(way.ledger, "new@lab.example", factor)
    look = shown(plan.changes, session(way).ledger, resets=False)
    assert (look.unclear, bool(look.changes)) == (unclear, not unclear)


def test_the_time_of_a_reset_is_the_negotiators_and_that_of_setbegin_is_ours(way: FolderTransport) -> None:
    way.ledger = made(way.ledger, Edit(EditAction.SET_BEGIN, (ANN,), 1_700_000_000))
    here = session(way)
    reset = here.plan(Edit(EditAction.RESET_USAGE, (ANN,)), create=False)
    begin = here.plan(Edit(EditAction.SET_BEGIN, (ANN,), NOW), create=False)
    assert shown(reset.changes, here.ledger, resets=True).state is OperationState.ABANDONED
    way.ledger = made(way.ledger, Edit(EditAction.SET_BEGIN, (ANN,), NOW + 30))
    assert shown(reset.changes, session(way).ledger, resets=True).unclear == ()
    assert shown(begin.changes, session(way).ledger, resets=False).unclear == (ANN,)


def test_a_lease_that_ended_does_not_come_back(way: FolderTransport) -> None:
    way.ledger = made(way.ledger, Edit(EditAction.SET_FACTOR, (ANN,), 70.0, 3600))
    here = session(way)
    edit = Edit(EditAction.CANCEL_FACTOR_LEASE, (ANN,))
    changes = here.send(single(edit), here.plan(edit, create=False)).changes
    with pytest.raises(Refused, match="cannot be given back a lease"):
        undoing(changes, session(way).ledger)


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


def test_priorities_that_come_without_a_time_are_those_of_now_and_do_not_age_away() -> None:
    """Before 25.10.1 no ad tells LastUpdate: without it, priorities would be halved for each day since 1970."""
    ad = Ad.lazy([("Name", '"ann@lab"'), ("PriorityFactor", "100.0"), ("Priority", "12827.5")])
    ledger = ledger_of([ad], 1772442000)
    assert ledger.last_update_time == 1772442000
    assert ledger.customers["ann@lab"].priority == 128.275


def test_what_is_in_the_ads_can_be_written_and_read_as_a_log() -> None:
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
