"""What a replay begins with, the pool and the jobs of its period; and its state, kept so that it can be resumed.

For each policy a folder has the decisions of its cycles (`*.cycles`, a line of JSON each) and what the negotiator
remembers after the last of them (`*.json`). The first file only grows; the second is replaced as a whole and says how
much of the first belongs to it, so that a replay may be stopped at any moment. Both hold plain values, which are
validated before use, and digests of everything that the replay depends on tell which replay they belong to.
"""

import errno
import hashlib
import json
import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from math import fsum
from pathlib import Path
from typing import IO, Any, Final, NoReturn, TypeVar

from msgspec import Struct, ValidationError, convert, field, structs
from msgspec.structs import replace

from userprio.base import posix
from userprio.base.errors import BadInput, Refused
from userprio.base.formats import counted, listed
from userprio.base.posix import fcntl
from userprio.base.writing import place_of
from userprio.classad import Ad, Expr, references
from userprio.ledger import Ledger
from userprio.negotiation import Because, Match
from userprio.pool import Pool, ScenarioData
from userprio.simulation.history import (
    Fate,
    History,
    JobKey,
    MachineTimes,
    PastJob,
    history_of,
    part_in_pieces,
    remarks_on_pieces,
)
from userprio.simulation.results import Capacity, ReplayTerms
from userprio.simulation.schedds import COUNTED
from userprio.simulation.slots import EventClock, Move, SimulatedSlots, machine_of
from userprio.simulation.world import ACCOUNT_FIELDS, CycleDecisions, CycleTimes, NegotiatorState, World

_RUNNING: Final = 2
_LEFT_OUT: Final = {Fate.HELD: "held before starting", Fate.PREPARING: "still being prepared"}
_MOST_IN_PIECES: Final = 0.5
_LONGEST_S: Final = 10 * 366 * 86_400


class ReplaySetup(Struct, frozen=True):
    """What a replay begins with."""

    scenario: ScenarioData
    """As it is at the beginning."""
    begins_at: float
    ends_at: float
    jobs: tuple[PastJob, ...]
    """All that take part, in the order in which they were queued."""
    present: Mapping[JobKey, int]
    """Where in `jobs` those are that wait or run as it begins."""
    arrivals: Sequence[tuple[int, PastJob]]
    """The others, which come later, in the order of time, each with where it is in `jobs`."""
    assumptions: tuple[str, ...]
    moves: tuple[Move, ...] = ()
    """Machines that come and go, in the order of time."""
    unrecorded: frozenset[JobKey] = frozenset()
    """Jobs of the snapshot that the history does not contain: nobody knows what became of them."""


def set_up_replay(scenario: ScenarioData, history: History, terms: ReplayTerms) -> ReplaySetup:
    """The beginning of a replay: the pool of the snapshot as it is if that is of the same second, else empty slots.

    Raises:
        BadInput: there are no slots, or the period has no length, no jobs or more than ten years, or most of the work
            is in jobs that need several slots at once.
    """
    if not scenario.pool.slots:
        raise BadInput("there are no slots to replay on", hint="Give a snapshot with slots.ads, or --slots 100:Cpus=8")
    begins, ends = _period(scenario, history, terms)
    as_it_is = int(begins) == scenario.now
    pool = scenario.pool if as_it_is else emptied(scenario, int(begins))
    snapshot = history_of(pool.jobs) if as_it_is else History(())
    known = {job.key for job in history.jobs}
    # A job that was still being prepared, and that the history shows to have run later, comes when the period begins.
    queued = {
        job.key for job in snapshot.jobs if not job.withdrawn or (job.key in known and job.fate is not Fate.PREPARING)
    }
    every = (*history.jobs, *(job for job in snapshot.jobs if job.key not in known))
    # Those that were queued, and not over, at some time in the period.
    candidates = [job for job in every if job.queued_at <= ends and (job.ended_at is None or job.ended_at > begins)]
    candidates.sort(key=lambda job: job.queued_at)
    jobs = [job for job in candidates if not job.withdrawn or job.key in queued]
    if not jobs:
        raise BadInput("no job of the history takes part in this period")
    if (part := part_in_pieces(jobs)) > _MOST_IN_PIECES:
        raise BadInput(
            f"{part:.0%} of the work in this period is in jobs that need several slots at once: here they would start "
            "in pieces, one by one, and waits would say nothing",
            hint="Give slots as large as these jobs, or leave them out of the trace",
        )
    jobs, completed = _completed(jobs, pool)
    # Started before the period and missing from the snapshot's queue: it runs, and the snapshot has no ad of it.
    begun = [job for job in jobs if job.key not in queued and job.started_at is not None and job.started_at < begins]
    present: dict[JobKey, int] = {}
    if as_it_is:
        pool = replace(pool, jobs=(*pool.jobs, *(job.ad.replace({"JobStatus": _RUNNING}) for job in begun)))
        keys = queued.union(job.key for job in begun)
        present = {job.key: index for index, job in enumerate(jobs) if job.key in keys}
    later = ((index, job) for index, job in enumerate(jobs) if job.key not in present)
    arrivals = [(index, job if as_it_is else _remainder(job, begins)) for index, job in later]
    ledger, of_ledger = _ledger_at(scenario.ledger, begins)
    moves = moves_within(history.machines, begins, ends)
    remarks = [*history.remarks, *remarks_on_pieces(jobs), *(() if as_it_is else _of_empty_slots(scenario, pool))]
    remarks += [*_of_left_out(job for job in candidates if job.withdrawn and job.key not in queued), *_of_lengths(jobs)]
    assumptions = (
        *history.remarks,
        *remarks_on_pieces(jobs),
        *remarks,
        *completed,
        *of_ledger,
        *_of_machines(history.machines, moves),
    )
    scenario = replace(scenario, pool=pool, now=int(begins), ledger=ledger)
    unrecorded = frozenset(job.key for job in snapshot.jobs) - known
    return ReplaySetup(scenario, begins, ends, tuple(jobs), present, arrivals, assumptions, moves, unrecorded)


def moves_within(times: MachineTimes | None, begin: float, end: float) -> tuple[Move, ...]:
    """The moves in a period, in the order of time. Machines that are not there as it begins go then.

    One that goes and comes in the same second goes first.
    """
    moves = []
    for machine, stays in () if times is None else times.stays.items():
        if not any(since <= begin < until for since, until in stays):
            moves.append(Move(begin, machine, comes=False))
        for since, until in stays:
            moves += [Move(at, machine, comes) for at, comes in ((since, True), (until, False)) if begin < at < end]
    return tuple(sorted(moves, key=lambda move: (move.at, move.comes)))


def capacity_of(slots: SimulatedSlots, moves: Iterable[Move], begin: float) -> Capacity:
    """The weight of the slots that are there from `begin` on; all of them still are in `slots`."""
    weights: dict[str, float] = defaultdict(float)
    for slot in slots:
        weights[machine_of(slot.name)] += slots.weight(slot)
    available = fsum(weights.values())
    steps = {begin: available}
    for move in moves:
        available += weights[move.machine] if move.comes else -weights[move.machine]
        steps[move.at] = max(available, 0.0)
    return tuple(steps.items())


# What a replay assumes, one sentence each


def _of_empty_slots(scenario: ScenarioData, emptied: Pool) -> Iterator[str]:
    slots = SimulatedSlots(scenario.pool.slots, scenario.config, EventClock(scenario.now))
    if scenario.pool.jobs or len(emptied.slots) != len(scenario.pool.slots) or slots.claimed():
        yield (
            "the snapshot is not of the time at which the period begins: its slots begin empty, without "
            "the jobs that it shows"
        )


def _of_left_out(jobs: Iterable[PastJob]) -> Iterator[str]:
    reasons = Counter(_LEFT_OUT.get(job.fate, "removed before starting") for job in jobs)
    yield from (f"{counted(number, 'job')} {reason} left out" for reason, number in reasons.items())


def _of_lengths(jobs: Iterable[PastJob]) -> Iterator[str]:
    """How long jobs run, and how long they stay when told to go, where the history does not say."""
    jobs = list(jobs)
    if unending := sum(job.length_s is None for job in jobs):
        yield (
            f"{counted(unending, 'job')} whose end the history does not have "
            f"{'runs' if unending == 1 else 'run'} as long as others of the same submitter that did not end sooner, by "
            "their median"
        )
    if killed := sum(job.killed is True for job in jobs):
        yield (
            f"{counted(killed, 'job')} had to be killed when told to go: they stay as long as they may, as do others "
            "of submitters most of whose jobs had to be killed"
        )


def _of_machines(machines: MachineTimes | None, moves: Sequence[Move]) -> Iterator[str]:
    if machines is None:
        yield "machines are there all the time: nothing says when one came or went"
        return
    moving = len({move.machine for move in moves})
    yield f"machines: {moving:,} came or went in the period, by {machines.source}"
    yield from machines.remarks


def _ledger_at(ledger: Ledger, begins: float) -> tuple[Ledger, list[str]]:
    """The ledger at the beginning of the period, and what that assumes."""
    if ledger.last_update_time <= begins:
        return ledger, []
    # Decay cannot be undone: what was charged in between is not known.
    remark = "the ledger is of a later time than the beginning of the period: priorities begin as it has them"
    return Ledger(ledger.ads, ledger.history, int(begins), ledger.sequence, ledger.created), [remark]


# The pool and the jobs as the period begins


def _period(scenario: ScenarioData, history: History, terms: ReplayTerms) -> tuple[float, float]:
    ends = history.ends_at if terms.ends_at is None else terms.ends_at
    if terms.begins_at is not None:
        begins = terms.begins_at
    else:
        # A snapshot from shortly before the first job is of the same time too.
        early = history.begins_at - scenario.now <= ends - history.begins_at
        begins = float(scenario.now) if scenario.now < ends and early else float(int(history.begins_at))
    if ends <= begins:
        raise BadInput("the period that is to be replayed is over before it begins")
    if ends - begins > _LONGEST_S:
        raise BadInput("the period that is to be replayed is longer than ten years", hint="Shorten it: --from, --until")
    return begins, ends


def emptied(scenario: ScenarioData, now: int) -> Pool:
    """The pool without any job, its ads as new as that."""
    slots = SimulatedSlots(scenario.pool.slots, scenario.config, EventClock(scenario.now))
    for slot, _ in slots.claimed():
        slots.free(slot)
    heard = {"LastHeardFrom": now, "MyCurrentTime": now, "EnteredCurrentState": now, "EnteredCurrentActivity": now}
    pool = scenario.pool
    ads = (ad.replace({"LastHeardFrom": now, **{name: 0 for name in COUNTED if name in ad}}) for ad in pool.submitters)
    return replace(pool, slots=tuple(slot.ad.replace(heard) for slot in slots), submitters=tuple(ads), jobs=())


def _remainder(job: PastJob, begins: float) -> PastJob:
    """The rest of a job that ran as the period began and whose slot is not known: it waits at the beginning."""
    if job.last_started_at is None or job.last_started_at >= begins or job.length_s is None:
        return job
    return replace(job, length_s=max(job.last_started_at + job.length_s - begins, 0.0))


def _completed(jobs: Sequence[PastJob], pool: Pool) -> tuple[list[PastJob], list[str]]:
    """The jobs, with the attributes that their Requirements look at and their records lack taken from other ads.

    `condor_history -attributes` leaves out what it was not asked for.
    """
    wanted: dict[int, tuple[Expr, frozenset[str]]] = {}
    lacking: Counter[str] = Counter()
    for job in jobs:
        requirements = job.ad.expr("Requirements")
        if requirements is not None:
            if id(requirements) not in wanted:
                own = (reference.name for reference in references(requirements) if reference.scope == "my")
                wanted[id(requirements)] = requirements, frozenset(own)
            lacking.update(name for name in wanted[id(requirements)][1] if name not in job.ad)
    # Only what is the same everywhere: where ads differ, nothing tells which value the job had.
    given = {name: value for name in lacking if (value := _common(name, pool)) is not None}
    if not given:
        return list(jobs), []
    names = [next((own for own in ad if own.lower() == name), name) for name in sorted(given) for ad in pool.slots[:1]]
    remark = f"jobs that lack {listed(names)}, which their Requirements look at, have what the ads of the snapshot say"
    ads = (job.ad.replace({name: value for name, value in given.items() if name not in job.ad}) for job in jobs)
    return [replace(job, ad=ad) for job, ad in zip(jobs, ads, strict=True)], [remark]


def _common(name: str, pool: Pool) -> Expr | None:
    """The value that all jobs of a snapshot that have the attribute share, or else all slots; None if they differ."""
    for ads in (pool.jobs, pool.slots):
        values = {repr(expr): expr for ad in ads if (expr := ad.expr(name)) is not None}
        if len(values) == 1:
            return next(iter(values.values()))
    return None


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
    def held(self) -> Iterator["StateFolder"]:
        """Lock the folder, which is made if it does not exist, for the length of the block.

        Raises:
            Refused: another replay has locked it, nothing can be locked here, or somebody else could have put links
                into it.
            OSError: it cannot be made or opened.
        """
        if not (posix.HAS_LOCKS and posix.HAS_FOLDERS):
            raise Refused("this system has no locks on files that end with a process; replay without --state")
        with place_of(self.folder) as (above, name):
            with suppress(FileExistsError):
                os.mkdir(name, 0o755, dir_fd=above)
            file = os.open(name, os.O_RDONLY | posix.O_DIRECTORY | posix.O_NOFOLLOW | posix.O_CLOEXEC, dir_fd=above)
        try:
            status = os.fstat(file)
            if status.st_uid != posix.effective_user():
                raise Refused(f"{self.folder} belongs to user {status.st_uid}; name a folder of your own with --state")
            if status.st_mode & 0o022:
                raise Refused(f"others may write to {self.folder}; run chmod go-w on it, or name another with --state")
            folder = StateFolder(self.folder, file)
            with folder.open("lock", write=True) as lock:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    raise Refused(f"another replay is at work in {self.folder}; wait for it to end") from None
                yield folder
        finally:
            os.close(file)

    def of(self, name: str, setup: ReplaySetup, times: CycleTimes, folder: "StateFolder") -> "SavedPolicy":
        """The state of one policy in the locked folder, empty if none is kept yet.

        Raises:
            BadInput: it is that of another replay, or damaged.
        """
        return SavedPolicy(self, folder, name.replace(" ", "-"), identity(setup, times, self.version))


class StateFolder(Struct, frozen=True):
    """The folder of a state, open. Its files are opened in it by their names, and are never links."""

    path: Path
    file: int

    def open(self, name: str, *, write: bool = False) -> IO[bytes]:
        """Open a file to read it, or to `write` over its beginning, in which case there need not be one.

        Raises:
            OSError: it cannot be opened, or is a link.
        """
        flags = os.O_RDWR | os.O_CREAT if write else os.O_RDONLY
        try:
            file = os.open(name, flags | posix.O_NOFOLLOW | posix.O_CLOEXEC, 0o600, dir_fd=self.file)
        except OSError as failed:
            reason = "this is a link, and is not followed" if failed.errno == errno.ELOOP else failed.strerror
            raise type(failed)(failed.errno, reason, str(self.path / name)) from failed
        return os.fdopen(file, "r+b" if write else "rb")

    def has(self, name: str) -> bool:
        """Whether there is anything of that name."""
        with suppress(FileNotFoundError):
            os.stat(name, dir_fd=self.file, follow_symlinks=False)
            return True
        return False


class SavedPolicy:
    """The kept state of a replay under one policy."""

    def __init__(self, where: SavedReplay, folder: StateFolder, name: str, belongs_to: Mapping[str, str]) -> None:
        self._where, self._folder, self._belongs_to = where, folder, dict(belongs_to)
        self._head, self._cycles, self._new = f"{name}.json", f"{name}.cycles", f"{name}.new"
        self._digest = hashlib.sha256()
        self._length = 0
        self._lines: list[bytes] = []
        """Those that are not written yet."""
        self._called: Sequence[str | None] | None = None
        """Whom the last cycle called."""
        self._state: NegotiatorState | None = None
        self.until: float | None = None
        """How far the replay had come when it was saved, seconds since the epoch; None: nothing is kept yet."""
        if folder.has(self._head):
            self._read()

    def __reduce__(self) -> NoReturn:
        """Its folder is open in this process, and in those that are forked from it."""
        raise Refused("the state of a replay is kept on this machine, and cannot be kept by workers elsewhere")

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
        with self._folder.open(self._cycles, write=True) as file:
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
        with self._folder.open(self._new, write=True) as file:
            file.write(json.dumps(head).encode())
            file.truncate()
            _to_disk(file)
        os.replace(self._new, self._head, src_dir_fd=self._folder.file, dst_dir_fd=self._folder.file)

    def _read(self) -> None:
        head_path = self._folder.path / self._head
        try:
            with self._folder.open(self._head) as file:
                head = json.loads(file.read(_LONGEST_LINE))
        except (ValueError, RecursionError):
            raise BadInput(_DAMAGED, head_path, hint=_HINT) from None
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
                raise BadInput(_DAMAGED, head_path, hint=_HINT)
        other = [what for what, own in self._belongs_to.items() if of.get(what) != own]
        if other:
            raise BadInput(f"this is the state of a replay with other {listed(other)}", head_path, hint=_HINT)
        if not self._folder.has(self._cycles):
            raise BadInput(_DAMAGED, self._folder.path / self._cycles, hint=_HINT)
        with self._folder.open(self._cycles) as file:
            while self._length < length and (part := file.read(min(length - self._length, 1 << 20))):
                self._digest.update(part)
                self._length += len(part)
        if self._digest.hexdigest() != digest:
            raise BadInput(_DAMAGED, self._folder.path / self._cycles, hint=_HINT)
        try:
            self._state = state_of(state)
        except BadInput as error:
            raise BadInput(error.message, head_path, hint=_HINT) from error
        self.until = until

    def _known(self) -> Iterator[CycleDecisions]:
        left = self._length
        with self._folder.open(self._cycles) as file:
            while left > 0:
                line = file.readline(_LONGEST_LINE)
                left -= len(line)
                try:
                    decisions = decisions_of(json.loads(line), self._called)
                except (ValueError, RecursionError, BadInput):
                    raise BadInput(_DAMAGED, self._folder.path / self._cycles, hint=_HINT) from None
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
