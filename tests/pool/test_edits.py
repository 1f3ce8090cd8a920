"""Every edit: what is written here is read by a real negotiator, and what that one writes for the same edit is ours."""

import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.pool.daemons import until
from tests.pool.pool import Pool
from tests.pool.reports import Reader, differences, told_by
from tests.pool.root import HTCondor, version
from userprio.accounting import Edit, EditAction, EditError, plan_edit
from userprio.base.cxx import INT_MAX
from userprio.base.versions import Behaviour, parse_version
from userprio.ledger import Ledger, LedgerStore, format_record

KNOBS = """
GROUP_NAMES = physics, physics.hep, chemistry
GROUP_QUOTA_physics = 10
GROUP_QUOTA_physics.hep = 4
GROUP_QUOTA_chemistry = 5
GROUP_PRIO_FACTOR_chemistry = 20
"""
READER = Reader(KNOBS)
ALICE = "alice@pool.test"
CURIE = "physics.hep.curie@pool.test"


def ledger_text(now: int) -> bytes:
    """A ledger of four submitters and two groups; two leases run, and Bob's has run out."""
    return f"""\
107 3 CreationTimestamp {now - 864000}
101 Customer.<none> * *
103 Customer.<none> PriorityFactor 1000.000000
101 Accountant. * *
103 Accountant. LastUpdateTime {now - 5000}
101 Customer.alice@pool.test * *
103 Customer.alice@pool.test PriorityFactor 1000.000000
103 Customer.alice@pool.test Priority 12.500000
103 Customer.alice@pool.test AccumulatedUsage 360000.000000
103 Customer.alice@pool.test WeightedAccumulatedUsage 720000.000000
103 Customer.alice@pool.test BeginUsageTime {now - 90000}
103 Customer.alice@pool.test LastUsageTime {now - 80000}
101 Customer.physics.hep.curie@pool.test * *
103 Customer.physics.hep.curie@pool.test PriorityFactor 100.000000
103 Customer.physics.hep.curie@pool.test Priority 3.250000
103 Customer.physics.hep.curie@pool.test PriorityFactorPreLeaseValue 1000.000000
103 Customer.physics.hep.curie@pool.test PriorityFactorLeaseExpiration {now + 5000}
103 Customer.physics.hep.curie@pool.test Ceiling 7
103 Customer.physics.hep.curie@pool.test CeilingPreLeaseValue -1
103 Customer.physics.hep.curie@pool.test CeilingLeaseExpiration {now + 5000}
103 Customer.physics.hep.curie@pool.test Floor 2
103 Customer.physics.hep.curie@pool.test FloorPreLeaseValue 1
103 Customer.physics.hep.curie@pool.test FloorLeaseExpiration {now + 5000}
101 Customer.bob@pool.test * *
103 Customer.bob@pool.test PriorityFactor 10.000000
103 Customer.bob@pool.test PriorityFactorPreLeaseValue 500.000000
103 Customer.bob@pool.test PriorityFactorLeaseExpiration {now - 100}
101 Customer.chemistry.dora@pool.test * *
103 Customer.chemistry.dora@pool.test Priority 0.500000
101 Customer.physics * *
103 Customer.physics PriorityFactor 1000.000000
103 Customer.physics WeightedAccumulatedUsage 5.500000
""".encode()


def put_ledger(pool: Pool, htcondor: HTCondor, now: int) -> None:
    """Let the pool begin with that ledger; without the leases where HTCondor knows of none."""
    text = ledger_text(now)
    if not Behaviour(parse_version(version(htcondor))).floors_and_factors_can_be_leased:
        text = b"".join(line for line in text.splitlines(keepends=True) if b"Lease" not in line)
    pool.put_ledger(text)


EDITS = {
    "setprio": Edit(EditAction.SET_PRIORITY, (ALICE,), 77.125),
    "setfactor": Edit(EditAction.SET_FACTOR, (ALICE,), 2500.0),
    "setfloor": Edit(EditAction.SET_FLOOR, (ALICE,), 4),
    "setceiling": Edit(EditAction.SET_CEILING, (ALICE,), 9),
    "setaccum": Edit(EditAction.SET_ACCUMULATED, (ALICE,), 123456.75),
    "setbegin": Edit(EditAction.SET_BEGIN, (ALICE,), 1700000000),
    "setlast": Edit(EditAction.SET_LAST, (ALICE,), 1700000001),
    "resetusage": Edit(EditAction.RESET_USAGE, (ALICE,)),
    "resetall": Edit(EditAction.RESET_ALL),
    "delete": Edit(EditAction.DELETE, (ALICE,)),
    "setfactor for a time": Edit(EditAction.SET_FACTOR, (ALICE,), 10.0, 3600),
    "setfloor for a time": Edit(EditAction.SET_FLOOR, (ALICE,), 3, 3600),
    "setceiling for a time": Edit(EditAction.SET_CEILING, (ALICE,), 0, 3600),
    "cancelfactorlease": Edit(EditAction.CANCEL_FACTOR_LEASE, (CURIE,)),
    "cancelfloorlease": Edit(EditAction.CANCEL_FLOOR_LEASE, (CURIE,)),
    "cancelceilinglease": Edit(EditAction.CANCEL_CEILING_LEASE, (CURIE,)),
    "setfactor during a lease": Edit(EditAction.SET_FACTOR, (CURIE,), 50.0),
    "setfloor during a lease": Edit(EditAction.SET_FLOOR, (CURIE,), 6),
    "setceiling during a lease": Edit(EditAction.SET_CEILING, (CURIE,), 11),
    "a lease after a lease": Edit(EditAction.SET_FACTOR, ("bob@pool.test",), 30.0, 60),
    "setceiling back to none": Edit(EditAction.SET_CEILING, (CURIE,), -1),
    "setfactor of somebody unknown": Edit(EditAction.SET_FACTOR, ("new@pool.test",), 5.0),
    "delete during a lease": Edit(EditAction.DELETE, (CURIE,)),
}


REFUSED = {
    "a factor lease during a lease": Edit(EditAction.SET_FACTOR, (CURIE,), 20.0, 7200),
    "a floor lease during a lease": Edit(EditAction.SET_FLOOR, (CURIE,), 1, 7200),
    "a ceiling lease during a lease": Edit(EditAction.SET_CEILING, (CURIE,), 5, 7200),
    "cancelfactorlease without one": Edit(EditAction.CANCEL_FACTOR_LEASE, (ALICE,)),
    "cancelfloorlease without one": Edit(EditAction.CANCEL_FLOOR_LEASE, (ALICE,)),
    "cancelceilinglease without one": Edit(EditAction.CANCEL_CEILING_LEASE, (ALICE,)),
    "setprio of a group": Edit(EditAction.SET_PRIORITY, ("physics",), 3.5),
}


def commit(path: Path, edit: Edit, now: int) -> None:
    """Make an edit as the command line does."""
    with LedgerStore(path).locked(now) as session:
        plan = plan_edit(edit, session.ledger, now, READER.rules, READER.group_of, create=True)
        session.commit(plan.records)


def classic(edit: Edit) -> Sequence[str]:
    """The same edit in condor_userprio's words."""
    value = () if edit.value is None else (f"{edit.value}",)
    duration = () if edit.duration_s is None else ("-duration", f"{edit.duration_s}")
    return (f"-{edit.action}", *edit.names, *value, *duration)


def received(edit: Edit) -> Edit:
    """The edit as it reaches a negotiator: a real travels as 31 bits of fraction and an exponent (`Stream::code`)."""
    if edit.spec.value is None or not edit.spec.value.real or edit.value is None or edit.duration_s is not None:
        return edit
    fraction, exponent = math.frexp(edit.value)
    return replace(edit, value=math.ldexp(int(fraction * INT_MAX) / INT_MAX, exponent))


def test_every_edit_is_among_them() -> None:
    assert {edit.action for edit in EDITS.values()} == set(EditAction)


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_a_real_negotiator_reads_what_an_edit_wrote(
    edit: Edit, htcondor: HTCondor, new_pool: Callable[..., Pool]
) -> None:
    """Started on the edited ledger it tells of the same values, aged to the second of its start."""
    pool = new_pool(KNOBS, schedds=0)
    now = int(time.time())
    put_ledger(pool, htcondor, now)
    commit(pool.ledger, edit, now)
    edited = Ledger.read(pool.ledger)
    pool.negotiate()
    told = told_by(pool)
    moments = [moment for moment in pool.aged_at() if moment >= now]
    ours = READER.records(READER.started(edited, moments))
    assert differences(told, ours) == []


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_a_real_negotiator_writes_the_same_edit(edit: Edit, htcondor: HTCondor, new_pool: Callable[..., Pool]) -> None:
    """What condor_userprio's command adds to the ledger is what we would have added, and we read it as it does."""
    pool = new_pool(KNOBS, schedds=0)
    put_ledger(pool, htcondor, int(time.time()))
    pool.negotiate()
    # Whoever asks makes it store the factors that were not stored yet.
    told_by(pool)
    before = pool.ledger.read_bytes()
    began = int(time.time())
    pool.run("condor_userprio", "-negotiator", *classic(edit))
    until(lambda: pool.ledger.read_bytes() != before, "the ledger changes")
    told = told_by(pool)
    pool.stop_negotiator()
    after = Ledger.read(pool.ledger)
    assert differences(told, READER.records(after)) == []
    written = pool.ledger.read_bytes().removeprefix(before).decode().splitlines(keepends=True)
    moments = range(began, int(time.time()) + 1)
    asked, known = received(edit), Ledger.of_bytes(before)
    plans = [plan_edit(asked, known, now, READER.rules, READER.group_of, create=True) for now in moments]
    # It writes some edits as a transaction and others not; ours all are one.
    assert [line for line in written if line not in ("105 \n", "106 \n")] in [
        [format_record(record) for record in plan.records] for plan in plans
    ]


@pytest.mark.parametrize("edit", REFUSED.values(), ids=REFUSED.keys())
def test_what_a_real_negotiator_refuses_is_refused_here(
    edit: Edit, htcondor: HTCondor, new_pool: Callable[..., Pool]
) -> None:
    pool = new_pool(KNOBS, schedds=0)
    put_ledger(pool, htcondor, int(time.time()))
    pool.negotiate()
    told = told_by(pool)
    before = pool.ledger.read_bytes()
    assert pool.attempt("condor_userprio", "-negotiator", *classic(edit)).returncode != 0
    assert (told_by(pool), pool.ledger.read_bytes()) == (told, before)
    with pytest.raises(EditError):
        plan_edit(edit, Ledger.of_bytes(before), int(time.time()), READER.rules, READER.group_of)


TYPED = {
    "a word for a priority": ("-setprio", ALICE, "abc"),
    "a priority with a unit": ("-setprio", ALICE, "12h"),
    "a priority in hexadecimal": ("-setprio", ALICE, "0x10"),
    "a priority without end": ("-setprio", ALICE, "1e400"),
    "a priority below zero": ("-setprio", ALICE, "-0"),
    "a time with a letter": ("-setbegin", ALICE, "12x"),
    "a word for a time": ("-setlast", ALICE, "yesterday"),
    "a ceiling with a fraction": ("-setceiling", ALICE, "7.5"),
    "a ceiling after a blank": ("-setceiling", ALICE, " 8"),
    "a floor with a comma": ("-setfloor", ALICE, "3,5"),
    "a factor with a comma": ("-setfactor", ALICE, "20,5"),
    "a factor without end": ("-setfactor", ALICE, "1e400"),
    "a factor that is no number": ("-setfactor", ALICE, "nan"),
    "a word for a factor": ("-setfactor", ALICE, "abc"),
    "a usage with a word behind it": ("-setaccum", ALICE, "5 hours"),
    "a time before all times": ("-setbegin", ALICE, "-4x"),
}


def test_values_that_are_hardly_numbers_are_read_as_condor_userprio_reads_them(
    htcondor: HTCondor, new_pool: Callable[..., Pool], tmp_path: Path
) -> None:
    """Text, exit status and what the ledger has then are the same; here a warning says how the value was read."""
    pool = new_pool(KNOBS, schedds=0)
    put_ledger(pool, htcondor, int(time.time()))
    pool.negotiate()
    told_by(pool)
    path = tmp_path / "ledger.log"
    for what, words in TYPED.items():
        path.write_bytes(pool.ledger.read_bytes())
        theirs = pool.attempt("condor_userprio", "-negotiator", *words)
        pool.flush_ledger()
        ours = run_userprio("--ledger", path, *words)
        assert (ours.returncode, ours.stdout) == (theirs.returncode, theirs.stdout), what
        assert theirs.stderr in ours.stderr, what
        assert Ledger.read(path).customers[ALICE] == Ledger.read(pool.ledger).customers[ALICE], what
        assert ("warning" in ours.stderr) is (what not in ("a priority below zero", "a ceiling after a blank")), what


def test_a_negotiator_does_not_start_again_after_an_edit_of_a_name_with_a_blank(
    htcondor: HTCondor, new_pool: Callable[..., Pool], tmp_path: Path
) -> None:
    """This is why such an edit is refused here."""
    pool = new_pool(KNOBS, schedds=0)
    put_ledger(pool, htcondor, int(time.time()))
    pool.negotiate()
    path = tmp_path / "ledger.log"
    path.write_bytes(pool.ledger.read_bytes())
    refused = run_userprio("--ledger", path, "-setfactor", "x y@d", "5")
    assert (refused.returncode, refused.stdout, path.read_bytes()) == (1, "", pool.ledger.read_bytes())
    assert "cannot read a ledger with such a name" in refused.stderr
    pool.run("condor_userprio", "-negotiator", "-setfactor", "x y@d", "5")
    pool.flush_ledger()
    pool.stop_negotiator()
    negotiator = pool.start_negotiator()
    until(lambda: negotiator.poll() is not None, "the negotiator ends")
    pool.forget_negotiator()
    assert "corrupt log record" in pool.said("NegotiatorLog")


def run_userprio(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the command line without a configuration."""
    environ = {**os.environ, "CONDOR_CONFIG": "ONLY_ENV"}
    argv = [sys.executable, "-m", "userprio", *map(str, words)]
    return subprocess.run(argv, env=environ, capture_output=True, text=True, stdin=subprocess.DEVNULL)
