"""Edits of a running pool of which something dies, hangs or refuses: what the log says is what is so."""

import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.attacks.fake_pool import Ended, FakePool, Fault
from tests.marks import fewer
from userprio.ledger import OperationState

ANN, BEN, CAT, DAN = "ann@x", "ben@x", "cat@x", "dan@x"
NAMES = ANN, BEN, CAT
IN_TURN = (
    "userprio: warning: a running pool is changed one name at a time: if one fails, those before it stay changed\n"
)


@pytest.fixture
def pool(tmp_path: Path) -> FakePool:
    return FakePool.of(tmp_path, *NAMES, DAN)


def setfactor(pool: FakePool, value: int, *options: str, faults: Mapping[str, Fault] | None = None) -> Ended:
    """Set the factors of the three in a pool that fails so."""
    pool.fail(faults or {})
    return pool.userprio("setfactor", *NAMES, str(value), *options)


def made(operation: Mapping[str, Any]) -> set[str]:
    """The names for whom the log says that an operation was made."""
    return {change["name"] for change in operation["changes"]}


def changed(pool: FakePool, names: Sequence[str] = NAMES) -> set[str]:
    """The names with the new factor in the pool."""
    return {name for name in names if pool.factors[name] == 77}


def shown(pool: FakePool) -> str:
    """What the log shows of the last operation."""
    return " ".join(pool.userprio("log", "--last", "1").out.splitlines()[1].split())


# A pool that dies


def test_an_edit_that_nothing_disturbs_is_made_logged_and_undone(pool: FakePool) -> None:
    ended = setfactor(pool, 77)
    assert (ended.status, changed(pool)) == (0, set(NAMES))
    assert ended.err.startswith(f"{IN_TURN}userprio: operation 1 was made.\n")
    (operation,) = pool.log
    assert (operation["state"], made(operation)) == ("done", set(NAMES))
    assert (operation["missing"], operation["refused"], operation["unclear"]) == ([], [], [])
    assert pool.userprio("undo").status == 0
    assert set(pool.factors.values()) == {1000.0}


def test_of_a_pool_that_dies_after_an_edit_was_sent_it_is_said_what_is_not_known(pool: FakePool) -> None:
    ended = setfactor(pool, 77, faults={CAT: Fault.DIES_AFTER})
    assert (ended.status, ended.out) == (7, "")
    assert "ann@x, ben@x and cat@x were sent, and whether they arrived is not known: " in ended.err
    assert ended.err.endswith("Operation 1 is not settled yet; the next edit or undo of this pool does that.\n")
    assert changed(pool) == set(NAMES)
    (operation,) = pool.log
    assert operation["state"] == "intended"
    log = pool.userprio("log")
    assert "under way or interrupted" in log.out
    assert "operation 1 (setfactor) is under way or was interrupted" in log.err


def test_undo_settles_what_a_pool_that_died_left_open_and_takes_it_back(pool: FakePool) -> None:
    setfactor(pool, 77, faults={BEN: Fault.DIES_AFTER})
    pool.fail({})
    ended = pool.userprio("undo")
    assert ended.status == 0
    told = "it was made for ann@x and ben@x; it was not made for cat@x"
    assert f"userprio: warning: operation 1 (setfactor) was interrupted; the pool shows that {told}\n" in ended.err
    assert set(pool.factors.values()) == {1000.0}
    first, second = pool.log
    assert (first["state"], made(first), first["undone_by"]) == ("done", {ANN, BEN}, 2)
    assert (second["undoes"], made(second)) == (1, {ANN, BEN})


def test_what_is_not_sent_is_not_said_to_be_in_doubt(pool: FakePool) -> None:
    ended = setfactor(pool, 77, faults={BEN: Fault.DIES_BEFORE})
    assert "ann@x and ben@x were sent" in ended.err
    assert "not tried: cat@x" in ended.err


def test_as_long_as_the_pool_is_dead_nothing_is_settled_and_nothing_is_sent(pool: FakePool) -> None:
    setfactor(pool, 77, faults={BEN: Fault.DIES_AFTER})
    before = pool.sent
    ended = pool.userprio("setfactor", DAN, "5")
    assert (ended.status, pool.sent) == (7, before)
    assert [operation["state"] for operation in pool.log] == ["intended"]


def test_a_request_that_is_given_up_waiting_for_may_still_arrive(pool: FakePool) -> None:
    ended = setfactor(pool, 77, faults={BEN: Fault.HANGS_BEFORE})
    assert ended.status == 7
    assert "userprio: warning: ann@x: PriorityFactor was changed to 77.0\n" in ended.err
    assert "ben@x was sent, and whether it arrived is not known: ben@x: " in ended.err
    (pool.folder / "accounts" / BEN / "PriorityFactor").write_text("PriorityFactor = 77.0\n")
    pool.fail({})
    assert "it was made for ann@x and ben@x; it was not made for cat@x" in pool.userprio("setfactor", DAN, "5").err
    assert made(pool.log[0]) == {ANN, BEN}


def test_a_request_that_arrived_though_its_tool_hung_is_known_to_be_made(pool: FakePool) -> None:
    ended = setfactor(pool, 77, faults={CAT: Fault.HANGS_AFTER})
    assert ended.status == 7
    assert "not known" not in ended.err
    assert [made(operation) for operation in pool.log] == [set(NAMES)]


def test_who_changed_since_an_interruption_is_said_to_be_unclear_and_left_alone_by_undo(pool: FakePool) -> None:
    setfactor(pool, 77, faults={CAT: Fault.DIES_AFTER})
    (pool.folder / "accounts" / BEN / "PriorityFactor").write_text("PriorityFactor = 5.0\n")
    pool.fail({})
    ended = pool.userprio("undo")
    assert "ben@x changed since, so whether it was made there is not known" in ended.err
    assert pool.factors == {ANN: 1000.0, BEN: 5.0, CAT: 1000.0, DAN: 1000.0}
    first = pool.log[0]
    assert (first["state"], first["unclear"], made(first)) == ("uncertain", [BEN], {ANN, CAT})


# Being killed


@pytest.mark.parametrize(("fault", "names"), [(Fault.KILLED_BEFORE, {ANN}), (Fault.KILLED_AFTER, {ANN, BEN})])
def test_an_edit_that_is_killed_between_two_names_is_in_the_log(pool: FakePool, fault: Fault, names: set[str]) -> None:
    assert setfactor(pool, 77, faults={BEN: fault}).status == -9
    assert changed(pool) == names
    assert [operation["state"] for operation in pool.log] == ["intended"]
    pool.fail({})
    assert pool.userprio("setfactor", DAN, "5").status == 0
    first, second = pool.log
    assert (first["state"], made(first)) == ("done", names)
    assert (second["names"], second["state"]) == ([DAN], "done")
    assert pool.userprio("undo", "1").status == 0
    assert not changed(pool)


def test_what_a_tool_sends_after_its_command_was_killed_is_waited_for(pool: FakePool) -> None:
    assert setfactor(pool, 77, faults={BEN: Fault.OUTLIVED}).status == -9
    assert changed(pool) == {ANN}
    pool.fail({})
    refused = pool.userprio("--wait", "0s", "setfactor", DAN, "5")
    # Not the one that was killed, which the kernel names as the holder of the lock.
    assert (refused.status, "another process is editing the pool" in refused.err) == (4, True)
    assert pool.userprio("setfactor", DAN, "5").status == 0
    first, _ = pool.log
    assert (first["state"], made(first)) == ("done", {ANN, BEN})
    assert changed(pool) == {ANN, BEN}


def test_ctrl_c_between_two_names_leaves_the_operation_to_be_settled(pool: FakePool) -> None:
    ended = setfactor(pool, 77, faults={BEN: Fault.INTERRUPTED})
    assert ended.status == 130
    assert "interrupted; what was sent before stays. Operation 1 is not settled yet" in ended.err
    pool.fail({})
    assert pool.userprio("undo").status == 0
    assert set(pool.factors.values()) == {1000.0}


def test_a_dry_run_settles_nothing_and_says_so(pool: FakePool) -> None:
    setfactor(pool, 77, faults={BEN: Fault.KILLED_AFTER})
    pool.fail({})
    ended = pool.userprio("undo", "--dry-run")
    assert "Operation 1 is not settled yet" in ended.err
    assert [operation["state"] for operation in pool.log] == ["intended"]


def test_half_a_line_at_the_end_of_the_log_means_that_nothing_was_sent(pool: FakePool) -> None:
    setfactor(pool, 77)
    path = pool.folder / "home" / "data" / "pools" / "cm.operations"
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"id": 2, "state": "inten')
    assert pool.userprio("setfactor", DAN, "5").status == 0
    assert [operation["id"] for operation in pool.log] == [1, 2]
    assert path.read_bytes().startswith(whole)


def test_what_cannot_be_logged_is_not_sent(pool: FakePool) -> None:
    (pool.folder / "home" / "data").mkdir(parents=True)
    (pool.folder / "home" / "data" / "pools").write_text("not a folder")
    ended = setfactor(pool, 77)
    assert (ended.status, pool.sent) == (4, [])
    assert "the edit cannot be logged, so nothing was sent" in ended.err


def test_nothing_is_sent_where_the_log_is_not_ones_own(pool: FakePool) -> None:
    setfactor(pool, 77)
    before = pool.sent
    log = pool.folder / "home" / "data" / "pools" / "cm.operations"
    os.link(log, pool.folder / "another name")
    ended = pool.userprio("setfactor", DAN, "5")
    assert (ended.status, pool.sent) == (6, before)
    assert "the operations log has 2 names" in ended.err


def test_two_edits_of_one_pool_wait_for_each_other(pool: FakePool) -> None:
    """The second would otherwise settle the first by what it has done so far."""
    pool.fail({BEN: Fault.HANGS_AFTER})
    first = pool.started("setfactor", ANN, BEN, "77")
    while not pool.sent:
        time.sleep(0.01)
    assert pool.userprio("setfactor", DAN, "5").status == 0
    assert pool.ended(first).status == 7
    assert [made(operation) for operation in pool.log] == [{ANN, BEN}, {DAN}]


# Being refused


def test_the_log_says_who_was_refused_and_who_was_not_reached(pool: FakePool) -> None:
    ended = setfactor(pool, 77, faults={BEN: Fault.REFUSED})
    assert ended.status == 4
    assert ended.err == (
        f"{IN_TURN}userprio: warning: ann@x: PriorityFactor was changed to 77.0\n"
        "userprio: ben@x: the negotiator refuses: not this one; not tried: cat@x. "
        "`userprio undo 1 --pool cm` takes back what was made.\n"
    )
    assert shown(pool).endswith("priority factor 1000 -> 77 for ann@x; refused for ben@x; not made for cat@x")
    (operation,) = pool.log
    assert (operation["state"], made(operation), operation["refused"]) == ("done", {ANN}, [BEN])
    assert [change["name"] for change in operation["missing"]] == [BEN, CAT]
    pool.fail({})
    assert pool.userprio("undo", "1").status == 0
    assert set(pool.factors.values()) == {1000.0}


def test_who_is_ignored_without_a_word_is_said_not_to_be_changed(pool: FakePool) -> None:
    ended = setfactor(pool, 77, faults={BEN: Fault.IGNORED})
    assert ended.status == 4
    assert "the pool does not show the edit: ben@x: PriorityFactor is 1000.0, not 77" in ended.err
    assert shown(pool).endswith("priority factor 1000 -> 77 for ann@x, cat@x; not made for ben@x")


def test_an_edit_that_is_refused_as_a_whole_has_nothing_to_undo(pool: FakePool) -> None:
    assert setfactor(pool, 77, faults={ANN: Fault.REFUSED}).status == 4
    assert shown(pool).endswith("refused for ann@x; not made for ben@x, cat@x")
    assert pool.userprio("undo").err == "userprio: there is no operation to undo.\n"
    assert pool.userprio("undo", "1").status == 4


def test_what_an_undo_was_refused_can_be_undone_later(pool: FakePool) -> None:
    setfactor(pool, 77)
    pool.fail({BEN: Fault.REFUSED})
    assert pool.userprio("undo", "1").status == 4
    assert changed(pool) == {BEN, CAT}
    pool.fail({})
    assert pool.userprio("undo", "1").status == 0
    assert not changed(pool)
    assert [operation["undone_by"] for operation in pool.log] == [3, None, None]
    assert pool.userprio("undo", "1").status == 4


# All or nothing


def test_with_atomic_what_was_made_before_a_refusal_is_taken_back(pool: FakePool) -> None:
    ended = setfactor(pool, 77, "--atomic", faults={CAT: Fault.REFUSED})
    assert ended.status == 4
    assert ended.err.endswith(
        "userprio: cat@x: the negotiator refuses: not this one. What was made is taken back by operation 2.\n"
    )
    assert "if one fails, those before it are taken back" in ended.err
    assert set(pool.factors.values()) == {1000.0}
    first, second = pool.log
    assert (made(first), first["refused"], first["undone_by"]) == ({ANN, BEN}, [CAT], 2)
    assert (made(second), second["undoes"], second["reason"]) == ({ANN, BEN}, 1, "not all of it could be made")


def test_with_atomic_nothing_is_different_where_nothing_is_refused(pool: FakePool) -> None:
    assert setfactor(pool, 77, "--atomic").status == 0
    assert changed(pool) == set(NAMES)
    assert len(pool.log) == 1


def test_with_atomic_it_is_said_what_could_not_be_taken_back(pool: FakePool) -> None:
    ended = setfactor(pool, 77, "--atomic", faults={CAT: Fault.REFUSED, f"{BEN} 1000.0": Fault.REFUSED})
    assert ended.status == 4
    assert "What was made is taken back by operation 2, except for ben@x: ben@x: the negotiator refuses" in ended.err
    assert changed(pool) == {BEN}
    assert [operation["undone_by"] for operation in pool.log] == [None, None]


def test_with_atomic_a_pool_that_died_is_not_said_to_be_as_before(pool: FakePool) -> None:
    ended = setfactor(pool, 77, "--atomic", faults={BEN: Fault.DIES_AFTER})
    assert ended.status == 7
    assert ended.err.endswith("does that; --atomic took nothing back.\n")


# At most once


def test_under_a_key_an_edit_of_a_pool_is_sent_once(pool: FakePool) -> None:
    first = setfactor(pool, 77, "--once", "k")
    before = pool.sent
    again = setfactor(pool, 77, "--once", "k")
    assert (again.status, again.out, pool.sent) == (0, first.out, before)
    assert again.err == "userprio: operation 1 made this edit already; nothing was done now.\n"
    assert setfactor(pool, 78, "--once", "k").status == 2
    assert setfactor(pool, 78, "--once", "l").status == 0


@pytest.mark.parametrize("fault", [Fault.DIES_AFTER, Fault.DIES_BEFORE, Fault.KILLED_AFTER, Fault.HANGS_BEFORE])
def test_a_second_try_under_a_key_sends_only_what_is_missing(pool: FakePool, fault: Fault) -> None:
    setfactor(pool, 77, "--once", "k", faults={BEN: fault})
    there = changed(pool)
    before = len(pool.sent)
    ended = setfactor(pool, 77, "--once", "k")
    assert ended.status == 0
    assert "operation 1 made a part of this edit; only the rest is sent now" in ended.err
    assert [line.split()[1] for line in pool.sent[before:]] == [name for name in NAMES if name not in there]
    assert changed(pool) == set(NAMES)
    assert "made this edit already" in setfactor(pool, 77, "--once", "k").err


def test_a_second_try_under_a_key_sends_all_of_what_was_taken_back(pool: FakePool) -> None:
    setfactor(pool, 77, "--once", "k", "--atomic", faults={CAT: Fault.REFUSED})
    assert not changed(pool)
    assert setfactor(pool, 77, "--once", "k", "--atomic").status == 0
    assert changed(pool) == set(NAMES)


def test_of_several_values_only_those_that_are_missing_are_sent_again(pool: FakePool) -> None:
    pool.fail({BEN: Fault.KILLED_BEFORE})
    words = ("set", ANN, BEN, "factor=77", "ceiling=9", "--once", "k")
    assert pool.userprio(*words).status == -9
    pool.fail({})
    assert pool.userprio(*words).status == 0
    assert [line.split()[:2] for line in pool.sent] == [
        ["-setfactor", ANN],
        ["-setceiling", ANN],
        ["-setfactor", BEN],
        ["-setfactor", BEN],
        ["-setceiling", BEN],
    ]


def test_an_undo_is_made_once_under_a_key_too(pool: FakePool) -> None:
    setfactor(pool, 77)
    setfactor(pool, 78)
    assert pool.userprio("undo", "--once", "k").status == 0
    assert "operation 3 made this edit already" in pool.userprio("undo", "--once", "k").err
    assert changed(pool) == set(NAMES)


# Drawn

MANY = (*NAMES, DAN, "fay@x")
# What arrives late is not yet there to be compared.
DRAWN = [None, *(fault for fault in Fault if fault is not Fault.OUTLIVED)]


@pytest.mark.slow
@settings(max_examples=fewer(40), deadline=None)
@given(st.tuples(*[st.sampled_from(DRAWN)] * len(MANY)), st.booleans())
def test_whatever_fails_the_log_the_pool_and_the_message_agree(faults: tuple[Fault | None, ...], again: bool) -> None:
    with TemporaryDirectory() as folder:
        pool = FakePool.of(Path(folder) / "pool", *MANY, "eve@x")
        pool.fail({name: fault for name, fault in zip(MANY, faults, strict=True) if fault is not None})
        words = ("setfactor", *MANY, "77", "--once", "k")
        ended = pool.userprio(*words)
        there = changed(pool, MANY)
        rest = set(MANY) - there
        (operation,) = pool.operations
        assert "Traceback" not in ended.err
        assert (ended.status == 0) is all(fault is None for fault in faults)
        if operation.state is OperationState.INTENDED:
            assert ended.status in (7, 130, -9)
            assert ended.status == -9 or "Operation 1 is not settled yet" in ended.err
        else:
            assert {change.name for change in operation.changes} == there
            assert {change.name for change in operation.missing} == rest
            warned = {name for name in MANY if f"{name}: PriorityFactor was changed" in ended.err}
            assert ended.status == 0 or warned == there
        pool.fail({})
        assert pool.userprio("setfactor", "eve@x", "5").status == 0
        settled = pool.operations[0]
        assert {change.name for change in settled.changes} == there
        assert settled.state is (OperationState.DONE if there else OperationState.ABANDONED)
        if again:
            before = len(pool.sent)
            assert pool.userprio(*words).status == 0
            assert {line.split()[1] for line in pool.sent[before:]} == rest
            assert changed(pool, MANY) == set(MANY)
        for number in ([1] if there else []) + ([3] if again and rest else []):
            assert pool.userprio("undo", str(number)).status == 0
        assert {name: pool.factors[name] for name in MANY} == dict.fromkeys(MANY, 1000.0)
