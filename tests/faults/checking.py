"""What has to hold once a command was interrupted, and what a folder shows of it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.faults.edits import FOLLOWING, LEDGER, NOW, ZOE, Edit, contents, in_folder, prepared
from tests.faults.machine import Event, Machine, events
from tests.faults.server import Ended, Request
from userprio.ledger import Ledger, LedgerError, OperationsError, OperationsLog, OperationState, compacted_text

State = Mapping[str, Mapping[str, str]]

_KNOWN: Final = re.compile(rf"{LEDGER}(\.lock|\.operations(\.\d+)?|\.dropped-\d+(-\d+)?)?")
_MADE: Final = re.compile(r"userprio: operation \d+ was made\.")
_SENTENCE: Final = re.compile(r"userprio: (warning: \S.*|\S.*\.|the plan \S.* is to edit \S.*:)|  setfactor \S.*")


@dataclass(frozen=True, slots=True)
class Whole:
    """An edit that nothing interrupts: what is there before, what after, and what it does on the way."""

    edit: Edit
    folder: Path
    before: Mapping[str, bytes]
    """Files by name."""
    state_before: State
    state_after: State
    operations: int
    """How many there are in the log before."""
    trace: tuple[Event, ...]

    @property
    def calls(self) -> list[str]:
        """The calls on files that it makes, in order."""
        return [event.words[1] for event in self.trace if event.name == "call"]

    def request(self, at: int = 0, fault: int = 0, *, from_then_on: bool = False, trace: Path | None = None) -> Request:
        """The edit with a fault in it."""
        return Request(
            str(self.folder),
            in_folder(self.edit.arguments, self.folder),
            NOW,
            at,
            fault,
            from_then_on,
            None if trace is None else str(trace),
            self.edit.rotates_at,
        )


def whole(edit: Edit, folder: Path, trace: Path, machine: Machine) -> Whole:
    """Prepare an edit in an empty folder, and make it once without faults."""
    before = prepared(edit, folder, machine)
    state_before = state(folder)
    operations = len(OperationsLog(folder / LEDGER).read())
    found = Whole(edit, folder, before, state_before, state_before, operations, ())
    ended = machine.run(found.request(trace=trace))
    assert ended.status == 0, ended.err
    state_after = state(folder)
    assert state_after != state_before
    return Whole(edit, folder, before, state_before, state_after, operations, tuple(events(trace)))


def state(folder: Path) -> State:
    """The records of the ledger in a folder, as a compaction would spell them."""
    ads = Ledger.read(folder / LEDGER).ads
    return {key: {name: compacted_text(text) for name, text in ad.items()} for key, ad in ads.items()}


def problems(made: Whole, machine: Machine, ended: Ended | None, *, over: bool = False) -> Iterator[str]:
    """What does not hold in the folder of an edit that ended so, or in a loss of power; the next edit is made there.

    Of a loss of power, `over` says that success had been reported.
    """
    if ended is not None and ended.status >= 0:
        yield from _told(ended)
    try:
        found = state(made.folder)
    except LedgerError as error:
        yield f"the ledger cannot be read: {error}"
        return
    if found not in (made.state_before, made.state_after):
        yield "the ledger is neither as before nor as after the edit"
        return
    done = found == made.state_after
    if (over if ended is None else ended.status == 0) and not done:
        yield "success was reported, and the edit is not there"
    # What could be neither synced nor taken back was not made, though it can be read until the machine stops.
    torn = ended is not None and "the part already written could not be removed" in ended.err
    if ended is not None and ended.status > 0 and done and not torn:
        yield f"status {ended.status} was reported, and the edit is there: {ended.err}"
    if ended is not None and "nothing was changed" in ended.err and done:
        yield f"it is said that nothing was changed, and the edit is there: {ended.err}"
    following = machine.run(Request(str(made.folder), in_folder(FOLLOWING, made.folder), NOW + 10))
    if following.status != 0:
        yield f"the next edit ends with {following.status}: {following.err}"
        return
    *said, made_too = following.err.splitlines()
    if not _MADE.fullmatch(made_too) or len(said) > 1 or not all("was taken out" in line for line in said):
        yield f"the next edit says: {following.err}"
    expected = {key: dict(ad) for key, ad in found.items()}
    expected[f"Customer.{ZOE}"]["Floor"] = "77"
    if state(made.folder) != expected:
        yield "the next edit changed something else"
    yield from _log(made, done)
    strays = [name for name in contents(made.folder) if name not in made.before and not _KNOWN.fullmatch(name)]
    if strays:
        yield f"files are left behind: {strays}"


def _told(ended: Ended) -> Iterator[str]:
    lines = ended.err.splitlines()
    if ended.status and not lines:
        yield f"it ends with {ended.status} and says nothing"
    for line in lines:
        if not _SENTENCE.fullmatch(line):
            yield f"this is not a sentence: {ended.err}"
            return


def _log(made: Whole, done: bool) -> Iterator[str]:
    """What is wrong with the log after the next edit."""
    try:
        operations = OperationsLog(made.folder / LEDGER).read()
    except OperationsError as error:
        yield f"the log cannot be read: {error}"
        return
    if [operation.id for operation in operations] != list(range(1, len(operations) + 1)):
        yield f"the operations have the numbers {[operation.id for operation in operations]}"
    states = [operation.state for operation in operations[made.operations :]]
    agree = [[OperationState.DONE]] if done else [[], [OperationState.ABANDONED]]
    if states[:-1] not in agree or states[-1:] != [OperationState.DONE]:
        yield f"the log says {[*map(str, states)]}, and the edit was {'made' if done else 'not made'}"
