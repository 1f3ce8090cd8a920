"""The interface to a running pool, the errors of using it, and the child processes that do the work."""

import codecs
import os
import re
import select
import subprocess
import time
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path
from typing import Final, Protocol

import msgspec

from userprio.accounting import Edit
from userprio.base import posix
from userprio.base.errors import UserprioError
from userprio.base.limits import ANSWER, ANSWER_TIME, BYTES, budget
from userprio.base.records import Fields
from userprio.classad import Ad

TIMEOUT_S: Final = 120.0
"""How long a child may be silent. HTCondor's own tools time out after 20 s for a connection, 60 s for a query. How long
the answer may take in all is `ANSWER_TIME`."""

NEGOTIATOR_ATTRIBUTES: Final = ("MyType", "Name", "Machine", "MyAddress", "CondorVersion", "CondorPlatform")
"""The attributes queried of negotiators' ads."""

_BLOCK: Final = 1 << 16
_LONGEST_STDERR: Final = 4000
_POLL_S: Final = 0.05
_LONGEST: Final = 300


class LiveErrorKind(Enum):
    """The kinds of error that callers may want to distinguish."""

    UNREACHABLE = "unreachable"
    """No answer, or not in time."""
    DENIED = "denied"
    """The daemon answers, but denies us access."""
    NO_NEGOTIATOR = "no negotiator"
    """The pool has none, or none of that name."""
    SEVERAL_NEGOTIATORS = "several negotiators"
    """The pool has several, and none was named."""
    NOT_INSTALLED = "not installed"
    """Neither HTCondor's tools nor its bindings are installed, or not the ones that were asked for."""
    UNCONFIGURED = "unconfigured"
    """The tools find no configuration on this machine, which they need for any pool."""
    UNSUPPORTED = "unsupported"
    """This transport cannot do it; the other one can."""
    NOT_DONE = "not done"
    """An edit was sent, but the pool refused it or does not show it."""
    TOO_LARGE = "too large"
    """An answer is larger than the run allows."""
    FAILED = "failed"
    """Any other error of a tool or daemon."""


class LiveError(Fields, UserprioError):
    """A running pool could not be queried or changed.

    `message` is one plain sentence without a final full stop; `hint` says what to do about it.
    """

    kind: LiveErrorKind
    message: str
    hint: str | None = None

    def __str__(self) -> str:
        return f"{self.message}. {self.hint}" if self.hint else self.message


class Negotiator(msgspec.Struct, frozen=True):
    """A negotiator of the pool."""

    name: str
    address: str
    """Its command socket, as HTCondor writes it: `<127.0.0.1:9614?addrs=...>`."""
    alone: bool = True
    """Whether it is the pool's only negotiator."""
    ad: Ad | None = None
    """Its own ad, with `NEGOTIATOR_ATTRIBUTES`."""


class Transport(Protocol):
    """A way to query and change a running pool. Ads come in the order in which the daemon sent them.

    Every method raises `LiveError`; an iterator does so when it reaches the problem.
    """

    def negotiators(self) -> list[Ad]:
        """The collector's ads of negotiators, with `NEGOTIATOR_ATTRIBUTES`."""

    def own_ad(self, negotiator: Negotiator) -> Ad:
        """The ad that the negotiator itself has now; the collector's may be minutes old."""

    def published_accounts(self) -> list[Ad]:
        """The accounting ads that the collector has, of all negotiators."""

    def accounts(self, negotiator: Negotiator) -> list[Ad]:
        """The negotiator's modular answer: one ad for each record."""

    def rolled_up_accounts(self, negotiator: Negotiator) -> Ad:
        """The negotiator's legacy answer, with usage rolled up to groups: one ad, attributes numbered."""

    def held_slots(self, negotiator: Negotiator, submitter: str) -> Ad:
        """The slots charged to a submitter: one ad, attributes numbered."""

    def schedds(self) -> list[Ad]:
        """The schedds' own ads, whole."""

    def slots(self) -> Iterator[Ad]:
        """All slot ads, whole."""

    def submitters(self) -> Iterator[Ad]:
        """All submitter ads, whole."""

    def jobs(self, schedd: str, attributes: Collection[str]) -> Iterator[Ad]:
        """All job ads of a schedd, with those of these attributes that a job has."""

    def users(self, schedd: str) -> Iterator[Ad]:
        """A schedd's user records, whole, with the numbers of their jobs."""

    def configuration(self, negotiator: Negotiator) -> str:
        """The negotiator's configuration, in HTCondor's configuration language."""

    def log(self, negotiator: Negotiator) -> str:
        """The negotiator's log as it is now, whole."""

    def check(self, edit: Edit) -> None:
        """Raise UNSUPPORTED if `send` cannot make such an edit; the hint names the transport that can."""

    def send(self, negotiator: Negotiator, edit: Edit) -> None:
        """Send an edit of one name, or of all records if the action is.

        Returning does not mean that the edit was made: most edits get no answer. Read the accounts back.
        """


_KINDS: Final = (
    (
        LiveErrorKind.UNCONFIGURED,
        re.compile(r"CONDOR_IDS|CONDOR_CONFIG environment variable|environment variable CONDOR_CONFIG"),
    ),
    (
        LiveErrorKind.DENIED,
        re.compile(
            r"\bDENIED\b|permission denied|not authorized|unauthorized|AUTHENTICATE:|authentication (?:\w+ ){0,3}failed"
            r"|failed to authenticate|SECMAN:20(?:03|04|05|10)|Failed to create (?:security )?session|not permitted",
            re.IGNORECASE,
        ),
    ),
    (
        LiveErrorKind.UNREACHABLE,
        re.compile(
            r"failed to connect|communication error|couldn't contact|unknown host|unable to resolve"
            r"|failed communication|connection (?:refused|timed out|reset)|timed? ?out|CEDAR:6\d\d\d"
            r"|not a valid hostname|no route|failed to (?:get|read|send)|failed to start",
            re.IGNORECASE,
        ),
    ),
    (
        LiveErrorKind.NO_NEGOTIATOR,
        re.compile(r"can't locate negotiator|unable to locate|can't find address", re.IGNORECASE),
    ),
)
"""Searched in this order: a tool that is denied access often also says that it failed to connect."""

_NOISE: Final = re.compile(r"^\s*(?:$|Extra Info|WARNING:|Usage:)", re.IGNORECASE)

_TELLING: Final = re.compile(r"\b[A-Z]{4,}:\d+:|unknown host|DENIED|Unable to resolve")
"""Lines that make the others redundant."""

_SAID: Final = {
    LiveErrorKind.UNCONFIGURED: (
        "HTCondor's tools have no configuration on this machine",
        "With CONDOR_CONFIG=ONLY_ENV in the environment they do without, for root if CONDOR_IDS=0.0 is there as well",
    ),
    LiveErrorKind.UNREACHABLE: (
        "the pool does not answer",
        "Check the host and port of --pool, or without it the configured COLLECTOR_HOST, and whether collector "
        "and negotiator run",
    ),
    LiveErrorKind.DENIED: (
        "the pool does not give us access",
        "The pool decides by its ALLOW_ and SEC_ knobs who may do what; edits need ADMINISTRATOR, the rest READ",
    ),
}
"""Message and hint."""


class ChildResult(msgspec.Struct, frozen=True):
    """How a child ended."""

    status: int
    out: str
    stderr: str
    """The end of what it wrote to stderr."""


class ChildFailed(Fields, Exception):
    """A child whose output was being read ended with a status other than 0; its transport explains it."""

    ended: ChildResult


def run(argv: Sequence[str], environ: Mapping[str, str], timeout_s: float = TIMEOUT_S, name: str = "") -> ChildResult:
    """Run a child to its end; of what it writes there may be as much as the bound `ANSWER` allows.

    Raises:
        LiveError: UNREACHABLE, it was silent for `timeout_s` seconds, or has not ended in the time that `ANSWER_TIME`
            allows; TOO_LARGE, it writes more than it may; FAILED, it cannot be started. The message has its `name`, or
            that of its file.
        Exceeded: it writes more than the run may read.
    """
    parts: list[str] = []
    pieces = read(argv, environ, timeout_s, name, most=budget().most(ANSWER))
    try:
        while True:
            parts.append(next(pieces))
    except StopIteration as end:
        return ChildResult(0, "".join(parts), end.value)
    except ChildFailed as failed:
        return ChildResult(failed.ended.status, "".join(parts), failed.ended.stderr)


def read(
    argv: Sequence[str],
    environ: Mapping[str, str],
    timeout_s: float = TIMEOUT_S,
    name: str = "",
    *,
    most: int | None = None,
) -> Generator[str, None, str]:
    """The output of a child, piece by piece, as UTF-8 with `surrogateescape`; closing the generator kills the child.

    The generator returns what the child wrote to stderr even though it succeeded. `most` bounds the bytes of stdout;
    those of stderr may always be as many as `ANSWER` allows, and all count as read by the run.

    Raises:
        ChildFailed: it ended with a status other than 0.
        LiveError, Exceeded: as for `run`.
    """
    name = name or Path(argv[0]).name
    with _started(argv, environ, name) as child:
        said = _Stderr(name)
        decode = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode
        size = 0
        for data in _stdout(child, said, timeout_s):
            size += len(data)
            if most is not None and size > most:
                raise _too_large(name, "its answer")
            budget().spend(BYTES, len(data), name)
            yield decode(data)
        if rest := decode(b"", final=True):
            yield rest
        if child.returncode:
            raise ChildFailed(ChildResult(child.returncode, "", said.text))
        return said.text


def _stdout(child: "subprocess.Popen[bytes]", said: "_Stderr", timeout_s: float) -> Iterator[bytes]:
    """What a child writes to stdout until it has ended; what it writes to stderr is added to `said`.

    Both are read as they come: a tool that fills the pipe for errors would wait for a reader, and this one for output.
    """
    assert child.stdout is not None
    assert child.stderr is not None
    out, err = child.stdout.fileno(), child.stderr.fileno()
    pipes = [out, err]
    heard = time.monotonic()
    ends = heard + budget().most(ANSWER_TIME)
    while True:
        # What the child has started may hold the pipes for ever, and is not waited for.
        ended = out not in pipes and child.poll() is not None
        now = time.monotonic()
        if now >= ends:
            raise _late(said.name)
        wait_s = 0.0 if ended else _POLL_S if out not in pipes else max(min(ends, heard + timeout_s) - now, 0.0)
        ready, _, _ = select.select(pipes, [], [], wait_s)
        if ended and not ready:
            return
        if not ready and time.monotonic() >= heard + timeout_s:
            raise LiveError(
                LiveErrorKind.UNREACHABLE,
                f"there has been no answer for {timeout_s:g} s",
                "The daemon may be busy: a negotiator does not answer during a cycle. Try again",
            )
        for pipe in ready:
            data = os.read(pipe, _BLOCK)
            heard = time.monotonic()
            if not data:
                pipes.remove(pipe)
            elif pipe == err:
                said.add(data)
            else:
                yield data
                # The time that the reader takes for it is not the child's.
                ends += time.monotonic() - heard
                heard = time.monotonic()


class _Stderr(msgspec.Struct):
    """What a child says on stderr, of which the end is kept."""

    name: str
    size: int = 0
    end: bytes = b""

    def add(self, data: bytes) -> None:
        """Raises LiveError: it is too much."""
        self.size += len(data)
        if self.size > budget().most(ANSWER):
            raise _too_large(self.name, "what it writes to stderr")
        self.end = (self.end + data)[-_LONGEST_STDERR:]

    @property
    def text(self) -> str:
        return self.end.decode("utf-8", "replace")


def _too_large(name: str, what: str) -> LiveError:
    run = budget()
    message = f"{name} is stopped, since {what} is larger than {run.text(ANSWER)}"
    return LiveError(LiveErrorKind.TOO_LARGE, message, run.advice(ANSWER))


def _late(name: str) -> LiveError:
    run = budget()
    message = f"{name} is stopped, since its answer is not complete after {run.text(ANSWER_TIME)}"
    return LiveError(LiveErrorKind.UNREACHABLE, message, run.advice(ANSWER_TIME))


@contextmanager
def _started(argv: Sequence[str], environ: Mapping[str, str], name: str) -> Iterator["subprocess.Popen[bytes]"]:
    try:
        child = subprocess.Popen(
            argv,
            env=dict(environ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            process_group=0,
            # Python's own descriptors are not inheritable; the lock that an edit of a pool holds is.
            close_fds=False,
        )
    except OSError as failed:
        raise LiveError(LiveErrorKind.FAILED, f"{name} cannot be started: {failed.strerror}") from failed
    with child:
        try:
            yield child
        finally:
            # A reader that stops early must not leave a tool behind, nor what that has started.
            if child.returncode is None:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(child.pid, posix.SIGKILL)


def explained(stderr: str, doing: str, kind: LiveErrorKind | None = None) -> LiveError:
    """The error behind what a program wrote to stderr while it was `doing` something, such as `asking for slots`."""
    cause = kind or next((kind for kind, pattern in _KINDS if pattern.search(stderr)), LiveErrorKind.FAILED)
    what, hint = _SAID.get(cause, ("HTCondor reports an error", None))
    reason = _gist(stderr)
    return LiveError(cause, f"{what} ({doing}){f': {reason}' if reason else ''}", hint)


def _gist(stderr: str) -> str:
    """The informative lines, joined; lengthy explanations after them are left out."""
    lines: list[str] = []
    for line in stderr.strip().splitlines():
        if _NOISE.match(line):
            if lines:
                break
            continue
        lines.append(line.strip())
    lines = [line for line in lines if _TELLING.search(line)] or lines
    return " ".join(dict.fromkeys(lines))[:_LONGEST].strip().rstrip(".")
