"""The state of a replay, kept in a folder so that a replay that was stopped can be resumed.

For each policy there are the decisions of its cycles (`*.cycles`, a line of JSON each) and what the negotiator
remembers after the last of them (`*.json`). The first file only grows; the second is replaced as a whole and says how
much of the first belongs to it, so that a replay may be stopped at any moment. Both hold plain values, which are
validated before use, and digests of everything that the replay depends on tell which replay they belong to.
"""

import fcntl
import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final, TypeVar

from msgspec import Struct, ValidationError, convert, field, structs

from userprio.base.errors import BadInput, Refused
from userprio.base.formats import listed
from userprio.classad import Ad
from userprio.negotiation import Because, Match
from userprio.pool import ScenarioData
from userprio.simulation.history import PastJob
from userprio.simulation.replay_setup import ReplaySetup
from userprio.simulation.world import ACCOUNT_FIELDS, CycleDecisions, CycleTimes, NegotiatorState, World

_SCHEMA: Final = "userprio.replay-state/1"
_DAMAGED: Final = "this is not a state that a replay has kept, or it is damaged"
_HINT: Final = "Name another folder with --state, or remove this one to begin anew"
_LONGEST_LINE: Final = 1 << 28
_FEW_LETTERS: Final = 16
_CANNOT_BE: Final = "this is not what a replay has written"
T = TypeVar("T")


class SavedReplay(Struct, frozen=True):
    """Where the state of a replay is kept, and how often it is saved."""

    folder: Path
    version: str
    """Of this program: another version may decide otherwise."""
    is_due: Callable[[], bool] = field(default=lambda: True)
    """Whether it is time to save the state; asked again and again."""

    @contextmanager
    def held(self) -> Iterator[None]:
        """Lock the folder, which is made if it does not exist, for the length of the block.

        Raises:
            Refused: another replay has locked it.
        """
        self.folder.mkdir(exist_ok=True)
        with (self.folder / "lock").open("ab") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Refused(f"another replay is at work in {self.folder}; wait for it to end") from None
            yield

    def of(self, name: str, setup: ReplaySetup, times: CycleTimes) -> "SavedPolicy":
        """The state of one policy, empty if none is kept yet.

        Raises:
            BadInput: it is that of another replay, or damaged.
        """
        return SavedPolicy(self, self.folder / name.replace(" ", "-"), identity(setup, times, self.version))


class SavedPolicy:
    """The kept state of a replay under one policy."""

    def __init__(self, where: SavedReplay, path: Path, belongs_to: Mapping[str, str]) -> None:
        self._where, self._belongs_to = where, dict(belongs_to)
        self._head, self._cycles = path.with_suffix(".json"), path.with_suffix(".cycles")
        self._digest = hashlib.sha256()
        self._length = 0
        self._lines: list[bytes] = []
        """Those that are not written yet."""
        self._called: Sequence[str | None] | None = None
        """Whom the last cycle called."""
        self._state: NegotiatorState | None = None
        self.until: float | None = None
        """How far the replay had come when it was saved, seconds since the epoch; None: nothing is kept yet."""
        if self._head.exists():
            self._read()

    def begin(self, world: World) -> None:
        """Let a new world follow the kept decisions, and collect those that it makes after them."""
        if self._state is not None:
            world.follow(self._known(), self._state)
        world.on_decided = self._note

    def _note(self, decisions: CycleDecisions) -> None:
        row = row_of(decisions, self._called)
        self._called = decisions.called
        self._lines.append(json.dumps(row, separators=(",", ":")).encode() + b"\n")

    def keep(self, world: World, *, last: bool = False) -> None:
        """Save the state if that is due, or if this is the `last` time."""
        # While known decisions are followed there is nothing new, and before the first cycle nothing to remember.
        if not world.cycles or world.follows_known or not (last or self._where.is_due()):
            return
        with self._cycles.open("r+b" if self._length else "wb") as file:
            # What was written beyond that, the head does not know.
            file.truncate(self._length)
            file.seek(self._length)
            for line in self._lines:
                file.write(line)
                self._digest.update(line)
                self._length += len(line)
            _to_disk(file)
        self._lines.clear()
        state = world.negotiator_state
        head = {"schema": _SCHEMA, "of": self._belongs_to, "until": world.now, "bytes": self._length}
        head |= {"sha256": self._digest.hexdigest(), "remembered": structs.asdict(state)}
        # The lines are on the disk before the head that counts them; a crash in between leaves the head before, which
        # cuts them off.
        new = self._head.with_suffix(".new")
        with new.open("wb") as file:
            file.write(json.dumps(head).encode())
            _to_disk(file)
        new.replace(self._head)

    def _read(self) -> None:
        try:
            with self._head.open("rb") as file:
                head = json.loads(file.read(_LONGEST_LINE))
        except (ValueError, RecursionError):
            raise BadInput(_DAMAGED, self._head, hint=_HINT) from None
        match head:
            case {
                "schema": str(schema),
                "of": dict(of),
                "until": float(until),
                "bytes": int(length),
                "sha256": str(digest),
                "remembered": dict(state),
            } if schema == _SCHEMA:
                pass
            case _:
                raise BadInput(_DAMAGED, self._head, hint=_HINT)
        other = [what for what, own in self._belongs_to.items() if of.get(what) != own]
        if other:
            raise BadInput(f"this is the state of a replay with other {listed(other)}", self._head, hint=_HINT)
        if not self._cycles.exists():
            raise BadInput(_DAMAGED, self._cycles, hint=_HINT)
        with self._cycles.open("rb") as file:
            while self._length < length and (part := file.read(min(length - self._length, 1 << 20))):
                self._digest.update(part)
                self._length += len(part)
        if self._digest.hexdigest() != digest:
            raise BadInput(_DAMAGED, self._cycles, hint=_HINT)
        try:
            self._state = state_of(state)
        except BadInput as error:
            raise BadInput(error.message, self._head, hint=_HINT) from error
        self.until = until

    def _known(self) -> Iterator[CycleDecisions]:
        left = self._length
        with self._cycles.open("rb") as file:
            while left > 0:
                line = file.readline(_LONGEST_LINE)
                left -= len(line)
                try:
                    decisions = decisions_of(json.loads(line), self._called)
                except (ValueError, RecursionError, BadInput):
                    raise BadInput(_DAMAGED, self._cycles, hint=_HINT) from None
                self._called = decisions.called
                yield decisions


def _to_disk(file: IO[bytes]) -> None:
    file.flush()
    os.fsync(file.fileno())


# What is kept, as values of JSON


def row_of(decisions: CycleDecisions, before: Sequence[str | None] | None) -> list[Any]:
    """Decisions as values of JSON; whom the cycle called is null if it is the same as `before`, in the last one."""
    row: list[Any] = [decisions.at, None if decisions.called == before else decisions.called]
    if decisions.matches or decisions.satisfied:
        row.append([[getattr(match, name) for name in _MatchRow.__struct_fields__] for match in decisions.matches])
        row.append([list(pair) for pair in decisions.satisfied])
    return row


def decisions_of(row: object, before: Sequence[str | None] | None) -> CycleDecisions:
    """The decisions from such values.

    Raises:
        BadInput: `row_of` cannot have made them.
    """
    read = _checked(row, _Row)
    called = before if read.called is None else read.called
    if called is None:
        raise BadInput(_CANNOT_BE)
    return CycleDecisions(read.at, called, [match.match() for match in read.matches], read.satisfied)


class _MatchRow(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Those fields of a match that move the pool."""

    submitter: str
    schedd: str
    request: str
    slot: str
    because: Because

    def match(self) -> Match:
        """The match, as far as it is known."""
        because = self.because
        return Match(None, None, 0, self.submitter, self.schedd, self.request, 0, self.slot, because, None, 0.0)


class _Row(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    at: float
    called: list[str | None] | None
    matches: list[_MatchRow] = []
    satisfied: list[tuple[str, str]] = []


def state_of(values: object) -> NegotiatorState:
    """What a negotiator remembers, from values of JSON.

    Raises:
        BadInput: they are not of that kind.
    """
    state = _checked(values, NegotiatorState)
    # An older Account may have had fewer fields, or others.
    for name, *fields in (account or [None] for account in state.accounts):
        if not isinstance(name, str) or len(fields) != len(ACCOUNT_FIELDS) or any(isinstance(it, str) for it in fields):
            raise BadInput(_CANNOT_BE)
    return state


def _checked(values: object, kind: type[T]) -> T:
    """Values of JSON as the record that they were made from; BadInput where they are of another kind."""
    try:
        return convert(values, kind)
    except ValidationError:
        raise BadInput(_CANNOT_BE) from None


# Which replay it belongs to


def identity(setup: ReplaySetup, times: CycleTimes, version: str) -> dict[str, str]:
    """Digests of everything that a replay depends on, by the names that messages give it."""
    scenario, config = setup.scenario, setup.scenario.config
    pool = scenario.pool
    ads = (pool.slots, pool.submitters, pool.users, () if pool.negotiator is None else (pool.negotiator,))
    knobs = ((name, config.raw(name)) for name in sorted(config.names(), key=str.lower))
    return {
        "userprio": version,
        "jobs": _digest(_words_of_jobs(setup.jobs)),
        "period or times of cycles": _digest(map(repr, (setup.begins_at, setup.ends_at, structs.astuple(times)))),
        "slots": _digest(word for group in ads for word in ("ads", *_words(group))),
        "queues": _digest((*map(repr, setup.present.items()), *_words(pool.jobs))),
        "machines": _digest(map(repr, setup.moves)),
        "knobs": _digest(map(repr, knobs)),
        "versions of HTCondor": _digest([repr(scenario.versions)]),
        "accounts": _digest(_words_of_accounts(scenario)),
    }


def _words_of_jobs(jobs: Iterable[PastJob]) -> Iterator[str]:
    names = [name for name in PastJob.__struct_fields__ if name != "ad"]
    known: dict[int, str] = {}
    for job in jobs:
        yield repr([getattr(job, name) for name in names])
        # The jobs of a trace share a few ads.
        if id(job.ad) not in known:
            known[id(job.ad)] = "\0".join(_words([job.ad]))
        yield known[id(job.ad)]


def _words_of_accounts(scenario: ScenarioData) -> Iterator[str]:
    ledger = scenario.ledger
    yield repr((ledger.last_update_time, scenario.previous_quotas, scenario.groups_served_at))
    for key, values in ledger.ads.items():
        yield repr((key, dict(values)))


def _words(ads: Iterable[Ad]) -> Iterator[str]:
    known: dict[int, tuple[Any, str]] = {}
    for ad in ads:
        yield "ad"
        for name in ad:
            value = ad.raw_value(name.lower())
            if not isinstance(value, str):
                if id(value) not in known:
                    known[id(value)] = value, repr(value)
                value = known[id(value)][1]
            yield f"{name}={value}"


def _digest(words: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for word in words:
        digest.update(word.encode("utf-8", "surrogatepass"))
        digest.update(b"\0")
    return digest.hexdigest()[:_FEW_LETTERS]
