"""Cycles in a NegotiatorLog: when each began and ended, what it counted, and what disturbed it.

One reader for HTCondor 23.0 to 25.14: the lines that it looks at have not changed between them. Every line is anchored
behind its header, since dumped ads may quote log text. `Matched` and `Rejected` lines are of category D_MATCH, which
`NEGOTIATOR_DEBUG = D_FULLDEBUG` leaves out: matches are then counted by `Successfully matched`, and reasons are lost.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import tzinfo
from enum import Enum, StrEnum, auto
from functools import partial
from pathlib import Path
from typing import Final

from msgspec import Struct, field

from userprio.base.errors import BadInput
from userprio.base.versions import advertised_version, why_unknown
from userprio.classad import Report, read_bytes
from userprio.monitoring.headers import Headers


class CycleStatus(StrEnum):
    """How a cycle in a log ends."""

    FINISHED = "finished"
    ABORTED = "aborted"
    """It could not fetch its ads, and decided nothing."""
    CUT = "cut"
    """The negotiator died within it, or two negotiators write to this log."""
    UNFINISHED = "unfinished"
    """The log ends before the cycle does."""


class LogRemark(Struct, frozen=True):
    """Something about a log or a cycle, with its place."""

    path: Path
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}, line {self.line}: {self.message}"


class Decision(Struct, frozen=True):
    """A line of a cycle that says what was decided: its text behind the header."""

    line: int
    at: int
    text: str


class LoggedCycle(Struct, kw_only=True):
    """One cycle as its log counts it. Times are seconds since the epoch."""

    path: Path
    line: int
    """Of its beginning."""
    started: int
    ended: int
    """The last line of it that is in the log."""
    first: bool
    """The negotiator was started, and had no cycle since."""
    changes_before: tuple[LogRemark, ...]
    """The last commands that changed accounts, and readings of the configuration, since the cycle before."""
    policies: Mapping[str, LogRemark]
    """Knobs of `POLICIES` by name, with their values when the negotiator last read its configuration in this log."""
    state: CycleStatus = CycleStatus.UNFINISHED
    aged: int | None = None
    """When priorities were aged: the time that a dry run of it must assume. None if it did not come to that."""
    slots: int | None = None
    submitters: int | None = None
    """Submitter ads."""
    pies: int = 0
    spins: int = 0
    visits: int = 0
    requests: int = 0
    matches: int = 0
    preemptions: int = 0
    rejections: Counter[str] = field(default_factory=Counter)
    """How many requests were refused, by HTCondor's reason; of concurrency limits without their names."""
    matched_lines: int = 0
    """How many `Matched` lines there are: as many as matches, or none where the log has no D_MATCH."""
    out_of_time: tuple[str, ...] = ()
    """Submitters that time limits stopped or skipped."""
    failed: tuple[str, ...] = ()
    """Submitters whose schedd could not be talked to."""
    fetched_s: int = 0
    accounted_s: int = 0
    negotiated_s: int = 0
    slowest: tuple[str, int] | None = None
    """The submitter whose visit took longest, and its seconds; None if all took less than one."""
    disturbances: list[LogRemark] = []
    """Commands within the cycle that changed what later visits of it decided."""
    decisions: list[Decision] = []
    """Its lines; empty unless they were asked for."""

    @property
    def refused(self) -> int:
        """Requests that the log says were refused."""
        return sum(self.rejections.values())

    @property
    def unexplained(self) -> int:
        """Requests that were neither matched nor said to be refused: the log has no D_MATCH, or errors stopped them."""
        return max(self.requests - self.matches - self.refused, 0)

    @property
    def length_s(self) -> int | None:
        """From beginning to end, in whole seconds; None if the clock went back meanwhile."""
        return None if self.ended < self.started else self.ended - self.started


class Log(Struct):
    """What was noticed while cycles were read; complete once all of them are."""

    remarks: list[LogRemark] = field(default_factory=list)
    """What is missing from it or contradicts itself."""


_BEGUN: Final = b"---------- Started Negotiation Cycle ----------"
_ENDED: Final = b"---------- Finished Negotiation Cycle ----------"
_CHANGES: Final = (
    b"Setting the ",
    b"Resetting the usage of ",
    b"Deleting accounting record of ",
    b"Deleting accountanting record of ",
    b"Set ceiling lease for ",
    b"Set floor lease for ",
    b"Set priority-factor lease for ",
    b"Cancelled ",
)
"""How lines begin that say that a command changed an account."""
RECONFIGURED: Final = "the negotiator read its configuration"
_CONFIGURED: Final = b"NEGOTIATOR_MIN_INTERVAL = "
"""A knob that is logged whenever the configuration is read."""
POLICIES: Final = (
    "PREEMPTION_REQUIREMENTS",
    "PREEMPTION_RANK",
    "NEGOTIATOR_PRE_JOB_RANK",
    "NEGOTIATOR_POST_JOB_RANK",
)
"""Expressions that are logged whenever the configuration is read (`Matchmaker::reinitialize`)."""
_POLICY_LINES: Final = {b"%s = " % name.encode(): name for name in POLICIES}
_MOST_CHANGES: Final = 1_000
_NAMED: Final = (b"Group ", b"Round ")
_CONCURRENCY: Final = "concurrency limit reached"
_MOST_REMARKS: Final = 100
_BACK_S: Final = 2
"""Clocks that are set by NTP step back that far without anything being wrong."""


class _Open(LoggedCycle, kw_only=True):
    """A cycle that is being read."""

    accounted: int | None = None
    """When its second phase began."""
    negotiating: int | None = None
    """When its third phase began."""
    preempting: bool = False
    """Its next match takes a slot from somebody."""
    in_table: bool = False
    """The table of groups may follow."""
    late: list[str] = []
    lost: list[str] = []
    visited: tuple[str, int] = ("", 0)
    """Who is visited, and since when."""

    def left(self, at: int) -> None:
        """The visit that was under way has ended."""
        name, since = self.visited
        if name and at - since > (0 if self.slowest is None else self.slowest[1]):
            self.slowest = (name, at - since)
        self.visited = ("", at)

    def closed(self, state: CycleStatus, ended: int | None = None) -> LoggedCycle:
        """The cycle, with what is known only once it is over."""
        at = self.ended if ended is None else ended
        self.left(at)
        self.state, self.ended = state, at
        accounted = at if self.accounted is None else self.accounted
        negotiating = at if self.negotiating is None else self.negotiating
        self.fetched_s = accounted - self.started
        self.accounted_s, self.negotiated_s = max(negotiating - accounted, 0), max(at - negotiating, 0)
        self.out_of_time, self.failed = tuple(dict.fromkeys(self.late)), tuple(dict.fromkeys(self.lost))
        self.rejections = Counter(dict(self.rejections.most_common()))
        return self


def read_cycles(
    paths: Sequence[Path],
    zone: tzinfo,
    log: Log,
    *,
    time_format: str | None = None,
    with_decisions: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Iterator[LoggedCycle]:
    """The cycles of a log and of the files that it was rotated into, whatever their order, plain or packed with gzip.

    `zone` is that of the negotiator's machine. `progress` is called with the bytes of files read so far. Memory is
    bounded by the longest cycle, and only if `with_decisions`.

    Raises:
        BadInput: a file is no log of HTCondor's, or times in `time_format` cannot be read back.
        OSError: a file cannot be read.
    """
    for path in paths:
        if path.is_dir():
            raise BadInput("this is a folder, not a log", path, hint="Give the files of the log in it")
    headers = Headers(zone, time_format)
    beginnings = [(_first_time(path, zone, time_format), place) for place, path in enumerate(paths)]
    reading = _Reading(headers, log, with_decisions=with_decisions)
    done = 0
    for _, place in sorted(beginnings):
        path = paths[place]
        yield from reading.file(path, None if progress is None else partial(_further, progress, done))
        done += path.stat().st_size
    yield from reading.end()


def _further(progress: Callable[[int], None], before: int, read: int) -> None:
    progress(before + read)


def _lines(path: Path, progress: Callable[[int], None] | None = None) -> Iterator[tuple[list[bytes], bool]]:
    """The lines of a file, some thousand at a time, and whether there are NUL bytes in them."""
    rest, nul = b"", False
    for data in read_bytes(path, Report(path), progress):
        lines = (rest + data).split(b"\n")
        rest, nul_before = lines.pop(), nul
        nul = b"\0" in data
        # A line without end, which no log has, must not grow with the file.
        rest = rest[-_LONGEST:] if len(rest) > _LONGEST else rest
        yield lines, nul or nul_before
    if rest:
        yield [rest], nul


_LONGEST: Final = 1 << 20
_LINES_TRIED: Final = 10_000


def _first_time(path: Path, zone: tzinfo, time_format: str | None) -> int:
    headers, tried = Headers(zone, time_format), 0
    for lines, _ in _lines(path):
        for line in lines:
            if head := headers.split(line):
                return head[0]
        tried += len(lines)
        if tried > _LINES_TRIED:
            break
    if not tried and not path.stat().st_size:
        raise BadInput(
            "this file is empty", path, hint="After a rotation the cycles are in the file it was rotated into"
        )
    hint = "If DEBUG_TIME_FORMAT is set there, give it with --time-format"
    raise BadInput("no line of this file begins with a time as HTCondor's logs do", path, hint=hint)


def text_of(raw: bytes) -> str:
    """Text of a log; whatever is not UTF-8 in it comes through as in ads."""
    return raw.decode("utf-8", "surrogateescape")


def _reason(raw: bytes) -> str:
    return _CONCURRENCY if raw.startswith(b"concurrency limit ") else text_of(raw)


class _Reading:
    """The state between two lines."""

    def __init__(self, headers: Headers, log: Log, *, with_decisions: bool) -> None:
        self._headers, self._log, self._with_decisions = headers, log, with_decisions
        self._cycle: _Open | None = None
        self._before: int | None = None
        """The time of the last line."""
        self._restarted = False
        self._between: deque[LogRemark] = deque(maxlen=_MOST_CHANGES)
        """Changes since the last cycle."""
        self._policies: dict[str, LogRemark] = {}

    def _remark(self, path: Path, line: int, message: str) -> None:
        if len(self._log.remarks) < _MOST_REMARKS:
            self._log.remarks.append(LogRemark(path, line, message))

    def end(self) -> Iterator[LoggedCycle]:
        """The cycle that the log does not finish."""
        if self._cycle is not None:
            yield self._cycle.closed(CycleStatus.UNFINISHED)

    def file(self, path: Path, progress: Callable[[int], None] | None) -> Iterator[LoggedCycle]:
        """The cycles that end in this file."""
        split, kinds, keep = self._headers.split, _KINDS, self._with_decisions
        number, known, begin, at = 0, b"\n", 0, 0
        for lines, nul in _lines(path, progress):
            for line in lines:
                number += 1
                if nul and b"\0" in line:
                    self._remark(path, number, "NUL bytes, which a crash of the machine leaves; skipped")
                    line = line.replace(b"\0", b"")
                # Most lines are of the same second as the one before.
                if not line.startswith(known) or line[begin : begin + 1] == b"(":
                    head = split(line)
                    if head is None:
                        continue
                    at, begin = head
                    known = line[:begin]
                key = line[begin : begin + 10]
                handle = kinds.get(key)
                cycle = self._cycle
                if handle is None:
                    # Of lines about a group its name comes first, and rows of the table of groups begin with it.
                    if cycle is None or not keep or not (cycle.in_table or key.startswith(_NAMED)):
                        continue
                    handle = _LineKind.DECISION
                if handle is _LineKind.BOUNDARY:
                    yield from self._at_boundary(path, number, at, line[begin:].rstrip(b"\r"))
                elif cycle is not None:
                    text = line[begin:].rstrip(b"\r")
                    cycle.ended = at
                    if not isinstance(handle, _LineKind):
                        handle(cycle, text, at)
                    if keep and handle not in _UNKEPT:
                        cycle.decisions.append(Decision(number, at, text_of(text)))
                    if handle is _LineKind.CHANGE and text.startswith(_CHANGES):
                        cycle.disturbances.append(LogRemark(path, number, text_of(text)))
                elif handle is _LineKind.VERSION and (version := advertised_version(text_of(line[begin:]))):
                    if unknown := why_unknown(version):
                        self._remark(
                            path, number, f"HTCondor {version}, {unknown} whose log is known; lines may differ"
                        )
                elif handle is _LineKind.CHANGE and line.startswith(_CHANGES, begin):
                    self._between.append(LogRemark(path, number, text_of(line[begin:].rstrip(b"\r"))))
                elif handle is _LineKind.KNOB:
                    self._at_knob(path, number, line[begin:].rstrip(b"\r"))

    def _at_knob(self, path: Path, number: int, text: bytes) -> None:
        if text.startswith(_CONFIGURED) and not self._restarted:
            self._between.append(LogRemark(path, number, RECONFIGURED))
        for prefix, name in _POLICY_LINES.items():
            if text.startswith(prefix):
                # Cycles that were read before keep what held then.
                self._policies = {**self._policies, name: LogRemark(path, number, text_of(text[len(prefix) :]))}

    def _at_boundary(self, path: Path, number: int, at: int, text: bytes) -> Iterator[LoggedCycle]:
        cycle = self._cycle
        if self._before is not None and at < self._before - _BACK_S:
            self._remark(path, number, f"the clock went back by {self._before - at:,} s")
        self._before = at
        if text == _BEGUN:
            if cycle is not None:
                self._remark(
                    path,
                    number,
                    "a cycle begins before the one before it has ended, and the negotiator was not started anew: two "
                    "negotiators write to this log, or part of it is missing",
                )
                yield cycle.closed(CycleStatus.CUT)
            self._cycle = _Open(
                path=path,
                line=number,
                started=at,
                ended=at,
                first=self._restarted,
                changes_before=tuple(self._between),
                policies=self._policies,
            )
            self._restarted = False
            self._between.clear()
        elif text == _ENDED:
            if cycle is None:
                self._remark(path, number, "a cycle ends whose beginning is not in this log; it is left out")
                return
            self._cycle = None
            yield cycle.closed(CycleStatus.FINISHED, at)
        elif text.startswith(b"** ") and text.endswith(b" STARTING UP"):
            self._restarted = True
            if cycle is not None:
                self._cycle = None
                yield cycle.closed(CycleStatus.CUT)
        elif text.startswith(b"Aborting negotiation cycle") and cycle is not None:
            self._cycle = None
            yield cycle.closed(CycleStatus.ABORTED, at)


class _LineKind(Enum):
    """Lines that are not counted in the cycle that they are in."""

    BOUNDARY = auto()
    """A cycle begins or ends, or the negotiator starts."""
    VERSION = auto()
    """The version of HTCondor, when the negotiator starts."""
    KNOB = auto()
    """A knob, as after the configuration was read; within a cycle there is none."""
    CHANGE = auto()
    """A command, perhaps one that changed an account."""
    DECISION = auto()
    """What was decided, as far as no row counts it."""


_Handler = Callable[[_Open, bytes, int], None]


def _public(cycle: _Open, text: bytes, at: int) -> None:
    words = text.replace(b",", b" ").split()
    if len(words) >= 6 and words[3].isdigit() and words[5].isdigit():
        cycle.submitters, cycle.slots = int(words[3]), int(words[5])


def _phase(cycle: _Open, text: bytes, at: int) -> None:
    match text[6:7]:
        case b"2":
            cycle.accounted = cycle.aged = at
        case b"3":
            cycle.negotiating = at if cycle.negotiating is None else cycle.negotiating
        case b"4":
            cycle.negotiating = at if cycle.negotiating is None else cycle.negotiating
            cycle.spins += 1


def _significant(cycle: _Open, text: bytes, at: int) -> None:
    # Ageing follows this line immediately.
    if text.startswith(b"Leaving compute_significant_attrs()") and cycle.aged is not None:
        cycle.aged = at


def _visit(cycle: _Open, text: bytes, at: int) -> None:
    if b" at <" in text:
        cycle.left(at)
        cycle.visits += 1
        cycle.visited = (text_of(text.split(b" ", 5)[4]), at)
    elif b"time limits" in text or b"MAX_TIME_PER_CYCLE" in text:
        cycle.late.append(text_of(text.split(b" ", 5)[4]))


def _requested(cycle: _Open, text: bytes, at: int) -> None:
    if text.startswith(b"    Request "):
        cycle.requests += 1
        cycle.preempting = False
    elif text.startswith(b"    Reached deadline for "):
        cycle.late.append(text_of(text.split(b" ", 8)[7]))


def _matched(cycle: _Open, text: bytes, at: int) -> None:
    cycle.matched_lines += 1


def _gave(cycle: _Open, text: bytes, at: int) -> None:
    cycle.matches += 1
    cycle.preemptions += cycle.preempting
    cycle.preempting = False


def _preempts(cycle: _Open, text: bytes, at: int) -> None:
    cycle.preempting = True


def _rejected(cycle: _Open, text: bytes, at: int) -> None:
    if text.startswith(b"      Rejected "):
        cycle.rejections[_reason(text.partition(b">: ")[2])] += 1


def _ended_pie(cycle: _Open, text: bytes, at: int) -> None:
    cycle.left(at)
    cycle.pies += 1


def _failed(cycle: _Open, text: bytes, at: int) -> None:
    if text.startswith(b"  Error: Ignoring submitter") and cycle.visited[0]:
        cycle.lost.append(cycle.visited[0])


def _quotas(cycle: _Open, text: bytes, at: int) -> None:
    cycle.in_table = text.startswith(b"group quota: Quotas have been assigned")


_KINDS: Final[dict[bytes, _Handler | _LineKind]] = {
    b"----------": _LineKind.BOUNDARY,
    b"** condor_": _LineKind.BOUNDARY,
    b"** $Condor": _LineKind.VERSION,
    b"Aborting n": _LineKind.BOUNDARY,
    b"Public ads": _public,
    **{b"Phase %d:  " % phase: _phase for phase in (1, 2, 3)},
    **{b"Phase 4.%d:" % spin: _phase for spin in range(1, 10)},
    **{b"Phase 4.%d" % spin: _phase for spin in range(10, 100)},
    b"Leaving co": _significant,
    b"  Negotiat": _visit,
    b"    Reques": _requested,
    b"    Reache": _requested,
    b"      Matc": _matched,
    b"      Succ": _gave,
    b"      Reje": _rejected,
    b"      Pree": _preempts,
    b" negotiate": _ended_pie,
    b"  Error: I": _failed,
    b"group quot": _quotas,
    b"    Hit su": _LineKind.DECISION,
    b"  This sub": _LineKind.DECISION,
    b"Halting ne": _LineKind.DECISION,
    b"Setting th": _LineKind.CHANGE,
    b"Resetting ": _LineKind.CHANGE,
    b"Deleting a": _LineKind.CHANGE,
    b"Set ceilin": _LineKind.CHANGE,
    b"Set floor ": _LineKind.CHANGE,
    b"Set priori": _LineKind.CHANGE,
    b"Cancelled ": _LineKind.CHANGE,
    b"NEGOTIATOR": _LineKind.KNOB,
    b"PREEMPTION": _LineKind.KNOB,
    b"Not consid": _LineKind.DECISION,
}
_UNKEPT: Final = frozenset(
    {_LineKind.BOUNDARY, _LineKind.CHANGE, _LineKind.KNOB, _LineKind.VERSION, _public, _significant, _failed}
)
