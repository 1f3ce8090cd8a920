"""The machines of a pool, as far as its schedds notice: they grant claims and refuse them, and take them back.

A job whose claim is granted runs: its schedd counts it, and has started a shadow for it, which does nothing.
"""

import os
import re
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from socket import socket

from tests.pool.advertise import SECRET
from tests.pool.daemons import until
from tests.pool.pool import Pool, Schedd
from tests.pool.wire import NOT_OK, OK, RELEASE_CLAIM, integer, message, read_message, tell, text

_UNHURRIED_S = 0.4
"""How long a schedd may take to turn down a match without a word."""
_STARTED = re.compile(r"Started shadow for job (\d+\.\d+) on \S+ (<.*#)\.\.\. for .*\(shadow pid = (\d+)\)")

_DELETED = re.compile(r"Match record \(\S+ (<.*#)\.\.\. .*\) deleted")


@dataclass(frozen=True, slots=True)
class ClaimRequest:
    """A schedd that waits for the answer of a startd."""

    claim: str
    peer: socket

    def answer(self, reply: int) -> None:
        """Grant the claim or refuse it."""
        with self.peer:
            self.peer.sendall(message(integer(reply)))


@dataclass(frozen=True, slots=True)
class Running:
    """A job that runs on a claim."""

    schedd: Schedd
    job: str
    """cluster.proc."""
    claim: str
    shadow: int
    """The process that runs for it."""


def claim_requests(pool: Pool, matches: int) -> list[ClaimRequest]:
    """What the schedds ask for after a cycle with so many matches, of which they may have turned some down."""
    found: list[ClaimRequest] = []
    before = pool.claims_asked
    deadline = time.monotonic() + _UNHURRIED_S

    def complete() -> bool:
        found.extend(_waiting(pool))
        asked = sum(schedd.said().count("In Scheduler::contactStartd()") for schedd in pool.schedds) - before
        return len(found) == asked and (asked == matches or time.monotonic() > deadline)

    until(complete, "the claims that schedds ask for")
    pool.claims_asked += len(found)
    return sorted(found, key=lambda request: request.claim)


def _waiting(pool: Pool) -> Iterator[ClaimRequest]:
    for listener in pool.listeners:
        listener.setblocking(False)
        with suppress(BlockingIOError):
            while True:
                peer, _ = listener.accept()
                content = read_message(peer)
                # Behind the command stands the claim id, as text.
                yield ClaimRequest(content[8:].partition(b"\0")[0].decode(), peer)


def grant(pool: Pool, requests: Sequence[ClaimRequest]) -> None:
    """Grant claims, and wait until their jobs run."""
    for request in requests:
        request.answer(OK)
    until(lambda: {request.claim for request in requests} <= _ever_started(pool).keys(), "jobs that start")


def refuse(pool: Pool, requests: Sequence[ClaimRequest]) -> None:
    """Refuse claims, and wait until the schedds have forgotten them."""
    for request in requests:
        request.answer(NOT_OK)
    until(lambda: {request.claim for request in requests} <= _forgotten(pool), "schedds that forget a claim")


def take_back(pool: Pool, jobs: Sequence[Running], *, remove: bool) -> None:
    """Startds take back claims; their jobs wait again, or are removed from the queue.

    The schedd sees to the next job of its queue only after the claim is gone, so that nobody inherits it.
    """
    for one in jobs:
        tell(one.schedd.address, [integer(RELEASE_CLAIM) + text(one.claim)])
    until(lambda: {one.claim for one in jobs} <= _forgotten(pool), "schedds that forget a claim")
    if remove:
        remove_jobs(pool, [(one.schedd, one.job) for one in jobs])
    for one in jobs:
        with suppress(ProcessLookupError):
            os.kill(one.shadow, signal.SIGKILL)
    until(
        lambda: all(f"Exited delete_shadow_rec( {one.shadow} )" in one.schedd.said() for one in jobs),
        "shadows that are reaped",
    )


def remove_jobs(pool: Pool, jobs: Sequence[tuple[Schedd, str]]) -> None:
    """Remove jobs (schedd and cluster.proc) as their users would."""
    for schedd in pool.schedds:
        if theirs := [job for owner, job in jobs if owner is schedd]:
            pool.run("condor_rm", *theirs, env=schedd.environ)


def running(pool: Pool) -> list[Running]:
    """The jobs that run now, in a fixed order."""
    gone = _forgotten(pool)
    return sorted(
        (one for claim, one in _ever_started(pool).items() if claim not in gone),
        key=lambda one: (one.schedd.name, *map(int, one.job.split("."))),
    )


def _ever_started(pool: Pool) -> dict[str, Running]:
    """By claim."""
    return {
        public + SECRET: Running(schedd, job, public + SECRET, int(shadow))
        for schedd in pool.schedds
        for job, public, shadow in _STARTED.findall(schedd.said())
    }


def _forgotten(pool: Pool) -> set[str]:
    """The claims that schedds had, and have no longer."""
    return {public + SECRET for schedd in pool.schedds for public in _DELETED.findall(schedd.said())}
