"""Every call by which an edit touches its files fails once, or is the last one that the process makes."""

import errno
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.faults.checking import Whole, problems, whole
from tests.faults.conftest import some
from tests.faults.edits import EDITS, Edit, put
from tests.faults.machine import Machine

KILL, KILL_HALF, SHORT, SHORT_THEN_FULL = -1, -2, -3, -4
_MOST: Final = 60
"""Of one edit."""


class Fault(NamedTuple):
    """How a call goes wrong."""

    what: int
    from_then_on: bool = False

    def __str__(self) -> str:
        names = {KILL: "killed", KILL_HALF: "killed half way", SHORT: "short", SHORT_THEN_FULL: "short, then full"}
        return names.get(self.what) or errno.errorcode[self.what] + (" from then on" if self.from_then_on else "")


ALWAYS: Final = (Fault(KILL), Fault(errno.EIO), Fault(errno.EINTR))
BROKEN: Final = Fault(errno.EIO, from_then_on=True)
OF_CALLS: Final[Mapping[str, tuple[Fault, ...]]] = {
    "create": (Fault(errno.ENOSPC), Fault(errno.EACCES)),
    "open": (Fault(errno.EMFILE),),
    "write": (
        Fault(KILL_HALF),
        Fault(SHORT),
        Fault(SHORT_THEN_FULL),
        Fault(errno.ENOSPC),
        Fault(errno.ENOSPC, from_then_on=True),
        BROKEN,
    ),
    "pwrite": (Fault(KILL_HALF), Fault(SHORT), Fault(errno.ENOSPC, from_then_on=True)),
    "fsync": (Fault(errno.ENOSPC), BROKEN),
    "fdatasync": (Fault(errno.ENOSPC), BROKEN),
    "ftruncate": (BROKEN,),
    "rename": (Fault(errno.ENOSPC), Fault(errno.EACCES)),
    "unlink": (Fault(errno.EACCES),),
    "fchown": (Fault(errno.EPERM),),
    "fchmod": (Fault(errno.EPERM),),
    "flock": (Fault(errno.ENOLCK),),
    "fsetxattr": (Fault(errno.EPERM), Fault(errno.ENOSPC)),
    "flistxattr": (Fault(errno.ENOTSUP),),
}


def faults_of(made: Whole) -> list[tuple[int, str, Fault]]:
    """Every call of an edit with every way in which it can go wrong."""
    return [(at, name, fault) for at, name in enumerate(made.calls, 1) for fault in (*ALWAYS, *OF_CALLS.get(name, ()))]


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_wherever_an_edit_fails_it_was_made_or_not_and_the_next_one_works(
    edit: Edit, machine: Machine, tried: Counter[str], folder: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """The ledger is as before or as after; it is as after if success was said; the operations log agrees; a following
    edit needs no flag and changes nothing else; no files are left behind; and what is said are sentences.
    """
    made = whole(edit, folder, tmp_path / "trace", machine)
    wrong = []
    for at, name, fault in some(faults_of(made), _MOST, request.node.name):
        put(made.before, folder)
        ended = machine.run(made.request(at, fault.what, from_then_on=fault.from_then_on))
        tried["faults in calls"] += 1
        wrong += [f"call {at}, {name}, {fault}: {what}" for what in problems(made, machine, ended)]
    assert not wrong, "\n".join(wrong)


def test_an_edit_that_was_made_succeeds_with_a_warning_though_a_file_cannot_be_closed(
    machine: Machine, folder: Path, tmp_path: Path
) -> None:
    """All was synced before: what a file server says on closing the ledger, the log or the lock is no news of it."""
    made = whole(EDITS["setfactor"], folder, tmp_path / "trace", machine)
    closed = [at for at, name in enumerate(made.calls, 1) if name == "close"]
    # The ledger once it was written, and twice when it was looked at again; the log, the lock.
    for at in closed[-5:]:
        put(made.before, folder)
        ended = machine.run(made.request(at, errno.EIO))
        assert ended.status == 0
        assert sorted(ended.err.splitlines()) == [
            "userprio: operation 1 was made.",
            "userprio: warning: a file could not be closed (Input/output error), though what was written to it is on "
            "disk",
        ]
        assert list(problems(made, machine, ended)) == []


def test_every_kind_of_call_that_an_edit_makes_is_known_here(machine: Machine, folder: Path, tmp_path: Path) -> None:
    """The wrappers catch what the program calls: an edit writes and syncs, a compaction renames."""
    calls = Counter(whole(EDITS["update and compaction"], folder, tmp_path / "trace", machine).calls)
    assert calls["flock"] == 1
    assert calls["rename"] == 1
    assert calls["create"] == 3, "lock, log, new ledger"
    assert calls["fdatasync"] >= 5, "log, three parts of the ledger, log"
    assert calls["fsync"] == 3, "folder, new ledger, folder"
