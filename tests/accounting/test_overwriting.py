"""Edits that something else wrote over: what tells them from what changes by itself, and from later edits."""

from userprio.accounting import overwritten
from userprio.ledger import Change, Operation, OperationState

ANN = "Customer.ann@x"
NOW = 1_772_442_000


def change(attribute: str, before: object, after: object) -> Change:
    texts = (None if value is None else str(value) for value in (before, after))
    return Change(ANN, attribute, *texts)


def operation(id: int, *changes: Change, state: OperationState = OperationState.DONE) -> Operation:
    return Operation(
        id=id, state=state, at=NOW, who="root", action="setfactor", names=("ann@x",), version="1", changes=changes
    )


def told(*operations: Operation, now: int = NOW, **record: object) -> list[tuple[int, str]]:
    """Which operations were overwritten, with the record of ann@x as it is; none at all: there is none."""
    ads = {ANN: {"MyType": '"*"', **{name: str(value) for name, value in record.items()}}} if record else {}
    return [(found.operation.id, found.what) for found in overwritten(operations, ads, now)]


FACTOR = operation(1, change("PriorityFactor", "1000.0", "500.000000"))


def test_a_value_that_is_as_it_was_before_was_overwritten() -> None:
    assert told(FACTOR, PriorityFactor=1000.0) == [(1, "PriorityFactor of ann@x is 1000.0 again, and not 500.0")]
    assert told(operation(1, change("Floor", None, 16)), Ceiling=3) == [
        (1, "Floor of ann@x is missing again, and not 16")
    ]


def test_a_value_that_is_there_in_whatever_spelling_was_not() -> None:
    assert told(FACTOR, PriorityFactor="500.000000") == told(FACTOR, PriorityFactor="500.0") == []


def test_the_last_operation_that_wrote_a_value_answers_for_it() -> None:
    """A negotiator that saw neither edit has the value from before both."""
    second = operation(2, change("PriorityFactor", "500.0", "300.0"))
    assert told(FACTOR, second, PriorityFactor=300.0) == []
    assert [id for id, _ in told(FACTOR, second, PriorityFactor=500.0)] == [2]
    assert [id for id, _ in told(FACTOR, second, PriorityFactor=1000.0)] == [2]


def test_an_undo_is_no_overwriting() -> None:
    assert told(FACTOR, operation(2, change("PriorityFactor", "500.0", "1000.0")), PriorityFactor=1000.0) == []


def test_a_third_value_is_a_later_edit_by_other_means() -> None:
    assert told(FACTOR, PriorityFactor=700.0) == []


def test_usage_and_priorities_change_by_themselves() -> None:
    aged = operation(1, change("Priority", 4.5, 0.5), change("WeightedAccumulatedUsage", 10.0, 0.0))
    assert told(aged, Priority=4.5, WeightedAccumulatedUsage=10.0) == []


def test_what_never_came_about_or_is_uncertain_tells_nothing() -> None:
    for state in (OperationState.ABANDONED, OperationState.UNCERTAIN, OperationState.INTENDED):
        unsure = operation(1, *FACTOR.changes, state=state)
        assert told(unsure, PriorityFactor=1000.0) == []
    later = operation(2, change("PriorityFactor", 500.0, 9.0), state=OperationState.UNCERTAIN)
    assert told(FACTOR, later, PriorityFactor=1000.0) == []


LEASE = operation(
    1, change("FloorPreLeaseValue", None, 0), change("FloorLeaseExpiration", None, NOW + 60), change("Floor", None, 16)
)


def test_a_lease_that_ran_out_has_put_back_what_was_before() -> None:
    ended = {"FloorPreLeaseValue": 0, "FloorLeaseExpiration": 0, "Floor": 0}
    assert told(LEASE, now=NOW + 60, **ended) == []
    assert told(LEASE, now=NOW + 60, Ceiling=3) == []


def test_a_lease_that_is_gone_before_its_end_was_overwritten() -> None:
    assert len(told(LEASE, now=NOW + 59, Ceiling=3)) == 3


def test_a_value_set_beside_a_lease_goes_with_its_end() -> None:
    plain = operation(2, change("Floor", 16, 8))
    assert told(LEASE, plain, now=NOW + 60, Ceiling=3) == []
    assert [
        id for id, _ in told(LEASE, plain, now=NOW, Floor=16, FloorLeaseExpiration=NOW + 60, FloorPreLeaseValue=0)
    ] == [2]


NEW = operation(1, change("MyType", None, '"*"'), change("PriorityFactor", None, 500.0))


def test_a_record_that_was_made_and_is_gone_was_overwritten() -> None:
    assert told(NEW) == [(1, "the record of ann@x is gone again")]
    assert told(NEW, PriorityFactor=500.0) == []


DELETED = operation(
    1, change("MyType", '"*"', None), change("PriorityFactor", 500.0, None), change("BeginUsageTime", 7, None)
)


def test_a_record_that_was_deleted_and_is_the_same_again_was_overwritten() -> None:
    assert told(DELETED, BeginUsageTime=7, PriorityFactor=500.0) == [(1, "the record of ann@x is there again")]
    assert told(DELETED) == []


def test_a_submitter_who_comes_back_has_a_new_record() -> None:
    assert told(DELETED, BeginUsageTime=NOW, PriorityFactor=500.0) == []


def test_a_record_that_was_brought_back_by_undo_is_where_it_belongs() -> None:
    back = operation(
        2, change("MyType", None, '"*"'), change("PriorityFactor", None, 500.0), change("BeginUsageTime", None, 7)
    )
    assert told(DELETED, back, BeginUsageTime=7, PriorityFactor=500.0) == []
