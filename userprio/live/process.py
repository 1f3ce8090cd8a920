"""Child processes: run to their end, or read while they write, and never waited for without end."""

import codecs
import os
import select
import subprocess
import tempfile
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, Final

from userprio.live.errors import LiveError, Trouble

PATIENCE_S: Final = 120.0
"""How long a child may say nothing. HTCondor's own tools give up a connection after 20 s and a query after 60 s."""

_BLOCK: Final = 1 << 16
_LONGEST_COMPLAINT: Final = 4000


@dataclass(frozen=True, slots=True)
class Ended:
    """How a child ended."""

    status: int
    out: str
    complaint: str
    """What it wrote to stderr, the end of it."""


class ChildFailed(Exception):
    """A child whose output was being read ended with another status than 0; for its transport to explain."""

    def __init__(self, ended: Ended) -> None:
        super().__init__(ended.complaint)
        self.ended = ended


def run(argv: Sequence[str], environ: Mapping[str, str], patience_s: float = PATIENCE_S) -> Ended:
    """Run a child to its end.

    Raises:
        LiveError: UNREACHABLE, it says nothing for so long; FAILED, it cannot be started.
    """
    parts: list[str] = []
    pieces = read(argv, environ, patience_s)
    try:
        while True:
            parts.append(next(pieces))
    except StopIteration as end:
        return Ended(0, "".join(parts), end.value)
    except ChildFailed as failed:
        return Ended(failed.ended.status, "".join(parts), failed.ended.complaint)


def read(argv: Sequence[str], environ: Mapping[str, str], patience_s: float = PATIENCE_S) -> Generator[str, None, str]:
    """What a child writes, piece by piece, UTF-8 with `surrogateescape`; a reader who stops early ends it.

    The generator returns what it complained of all the same.

    Raises:
        ChildFailed: it ended with another status than 0.
        LiveError: as for `run`.
    """
    with tempfile.TemporaryFile() as complaints, _started(argv, environ, complaints) as child:
        assert child.stdout is not None
        pipe = child.stdout.fileno()
        decode = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode
        while True:
            ready, _, _ = select.select([pipe], [], [], patience_s)
            if not ready:
                raise LiveError(
                    Trouble.UNREACHABLE,
                    f"there has been no answer for {patience_s:g} s",
                    "The daemon may be busy: a negotiator answers nobody during a cycle. Try again",
                )
            data = os.read(pipe, _BLOCK)
            if not data:
                break
            yield decode(data)
        if rest := decode(b"", final=True):
            yield rest
        status = child.wait()
        if status:
            raise ChildFailed(Ended(status, "", _end_of(complaints)))
        return _end_of(complaints)


@contextmanager
def _started(
    argv: Sequence[str], environ: Mapping[str, str], complaints: IO[bytes]
) -> Iterator[subprocess.Popen[bytes]]:
    try:
        child = subprocess.Popen(
            argv, env=dict(environ), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=complaints
        )
    except OSError as failed:
        raise LiveError(Trouble.FAILED, f"{argv[0]} cannot be started: {failed.strerror}") from failed
    try:
        yield child
    finally:
        assert child.stdout is not None
        child.stdout.close()
        if child.poll() is None:
            child.kill()
        child.wait()


def _end_of(file: IO[bytes]) -> str:
    size = file.seek(0, os.SEEK_END)
    file.seek(max(size - _LONGEST_COMPLAINT, 0))
    return file.read().decode("utf-8", "replace")
