"""HTCondor's daemons as child processes: their configuration, their ports, starting them and taking them down."""

import os
import random
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from tests.pool.root import PROGRAMS, HTCondor

DOMAIN: Final = "pool.test"
PATIENCE_S: Final = 120.0
"""How long the pool may take for one thing on a busy machine."""
_POLL_S: Final = 0.02
_PORTS: Final = range(20000, 32000)
"""Below those that the system gives to outgoing connections."""

_BASE: Final = """
RELEASE_DIR = /usr
BIN = /usr/bin
SBIN = /usr/sbin
LIB = /usr/lib/condor
LIBEXEC = /usr/libexec/condor
LOCAL_DIR = {inside}
LOG = $(LOCAL_DIR)/log
SPOOL = $(LOCAL_DIR)/spool
EXECUTE = $(LOCAL_DIR)/execute
LOCK = $(LOCAL_DIR)/lock
RUN = $(LOCAL_DIR)/lock
LOCAL_CONFIG_DIR =
LOCAL_CONFIG_FILE = $(LOCAL_DIR)/knobs
CONDOR_IDS = {uid}.{gid}

CONDOR_HOST = 127.0.0.1
COLLECTOR_HOST = 127.0.0.1:{port}
NETWORK_INTERFACE = 127.0.0.1
NETWORK_HOSTNAME = cm.{domain}
BIND_ALL_INTERFACES = False
ENABLE_IPV6 = False
USE_SHARED_PORT = False
UID_DOMAIN = {domain}
FILESYSTEM_DOMAIN = {domain}
TRUST_UID_DOMAIN = True
SCHEDD_NAME = ap1.{domain}

SEC_DEFAULT_AUTHENTICATION = OPTIONAL
SEC_DEFAULT_AUTHENTICATION_METHODS = FS, CLAIMTOBE
SEC_DEFAULT_ENCRYPTION = OPTIONAL
SEC_DEFAULT_INTEGRITY = OPTIONAL
SEC_USE_FAMILY_SESSION = False
DISCARD_SESSION_KEYRING_ON_STARTUP = False
ALLOW_READ = *
ALLOW_WRITE = *
ALLOW_ADMINISTRATOR = *
ALLOW_DAEMON = *
ALLOW_NEGOTIATOR = *
ALLOW_CLIENT = *
ALLOW_ADVERTISE_STARTD = *
ALLOW_ADVERTISE_SCHEDD = *
ALLOW_ADVERTISE_MASTER = *

# One cycle, when the negotiator starts; nothing moves but what the tests move.
NEGOTIATOR_INTERVAL = 100000
NEGOTIATOR_MIN_INTERVAL = 100000
SCHEDD_INTERVAL = 100000
SCHEDD_DEBUG = D_FULLDEBUG
SCHEDD_MIN_INTERVAL = 1
SCHEDD_INTERVAL_TIMESLICE = 1
SCHEDD_SEND_RESCHEDULE = False
SUBMIT_SEND_RESCHEDULE = False
CLASSAD_LIFETIME = 86400
MAX_JOBS_PER_OWNER = 1000000
MAX_JOBS_PER_SUBMISSION = 1000000
NEGOTIATOR_DEBUG = D_FULLDEBUG, D_MATCH, D_ACCOUNTANT{slots_looked_at}
COLLECTOR_DEBUG = D_ERROR
MAX_NEGOTIATOR_LOG = 0
MAX_SCHEDD_LOG = 0
"""


class PoolFailed(Exception):
    """The pool did not do what it should; the message ends with what it said."""


def until(done: Callable[[], bool], what: str) -> None:
    """Wait for a condition.

    Raises:
        PoolFailed: it does not become true in time.
    """
    deadline = time.monotonic() + PATIENCE_S
    while not done():
        if time.monotonic() > deadline:
            raise PoolFailed(f"{PATIENCE_S:g} s of waiting were in vain: {what}")
        time.sleep(_POLL_S)


class Daemons:
    """The daemons and tools of one HTCondor over one folder."""

    def __init__(self, htcondor: HTCondor, folder: Path) -> None:
        self.htcondor = htcondor
        self.folder = folder
        self.port = 0
        """Of the collector, on 127.0.0.1; 0 before it runs."""
        self._running: list[subprocess.Popen[bytes]] = []

    @property
    def sessions(self) -> frozenset[int]:
        """The sessions of the daemons that run, one each; what a daemon starts belongs to its session."""
        return frozenset(process.pid for process in self._running)

    def configure(self, knobs: str) -> None:
        """Write the configuration: what any pool here needs, and then `knobs`."""
        for name in ("log", "spool", "execute", "lock", "in"):
            (self.folder / name).mkdir(exist_ok=True)
        # What is submitted is read, and the pool entered, by somebody else than root.
        for path in (self.folder, self.folder / "in"):
            path.chmod(0o755)
        base = _BASE.format(
            inside=self.htcondor.inside(self.folder),
            port=self.port,
            domain=DOMAIN,
            uid=os.geteuid(),
            gid=os.getegid(),
            # Slots of equal rank are then in an order of the negotiator's own, which nothing else tells.
            slots_looked_at=", D_MACHINE" if "NEGOTIATOR_IGNORE_JOB_RANKS" in knobs.upper() else "",
        )
        (self.folder / "condor_config").write_text(base)
        (self.folder / "knobs").write_text(knobs)

    def collect(self, knobs: str) -> None:
        """Start the collector on a port that nobody has.

        Raises:
            PoolFailed: it does not come up.
        """
        for _ in range(5):
            self.port = _free_port()
            self.configure(knobs)
            try:
                self.start("collector", "-p", str(self.port))
                self.until("Collector", lambda: _answers(self.port))
            except PoolFailed as failed:
                # Somebody else may have been quicker to take the port.
                reason = str(failed)
                self.end()
            else:
                return
        raise PoolFailed(reason)

    def start(self, daemon: str, *options: str, env: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
        """Start a daemon, which ends with the pool, and with the thread that started it whatever becomes of that.

        It is named as in `schedd`, or by its path.
        """
        program = daemon if "/" in daemon else f"condor_{daemon}"
        argv = self.htcondor.argv(self.folder, [program, "-f", *options])
        process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", *argv],
            env=self._environ(env),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._running.append(process)
        return process

    def until(self, daemon: str, done: Callable[[], bool]) -> None:
        """Wait for a condition that a daemon, such as `Sched`, brings about.

        Raises:
            PoolFailed: it does not in time, or a daemon ended; with the end of its log.
        """
        deadline = time.monotonic() + PATIENCE_S
        while not done():
            late = time.monotonic() > deadline
            if late or any(process.poll() is not None for process in self._running):
                # What it did last may have been what was waited for.
                if not late and done():
                    return
                what = (
                    f"nothing came of {PATIENCE_S:g} s of waiting for" if late else "a daemon ended while waiting for"
                )
                raise PoolFailed(f"{what} the {daemon.lower()}: {self.said(f'{daemon}Log')[-1500:]}")
            time.sleep(_POLL_S)

    def stop(self, process: subprocess.Popen[bytes], number: int = signal.SIGTERM) -> int:
        """Ask a daemon to end, wait until it has, and return its exit status.

        Raises:
            PoolFailed: it does not end.
        """
        process.send_signal(number)
        try:
            status = process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired as stuck:
            raise PoolFailed(f"{process.args!r} goes on in spite of signal {number}") from stuck
        self._running.remove(process)
        return status

    def end(self) -> None:
        """Take every daemon down, and what it started."""
        while self._running:
            process = self._running.pop()
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def run(self, *command: str, env: Mapping[str, str] | None = None, submitting: bool = False) -> str:
        """What a tool of HTCondor's prints.

        Raises:
            PoolFailed: it fails.
        """
        done = self.attempt(*command, env=env, submitting=submitting)
        if done.returncode:
            raise PoolFailed(
                f"{' '.join(command)[:200]}: exit {done.returncode}: {done.stdout[-300:]}{done.stderr[-600:]}"
            )
        return done.stdout

    def attempt(
        self, *command: str, env: Mapping[str, str] | None = None, submitting: bool = False
    ) -> subprocess.CompletedProcess[str]:
        """Run a tool of HTCondor's, whatever comes of it.

        Raises:
            PoolFailed: it does not come to an end.
        """
        try:
            return subprocess.run(
                self.htcondor.argv(self.folder, command, submitting=submitting),
                env=self._environ(env),
                capture_output=True,
                encoding="utf-8",
                errors="surrogateescape",
                stdin=subprocess.DEVNULL,
                timeout=PATIENCE_S,
            )
        except subprocess.TimeoutExpired as stuck:
            raise PoolFailed(f"{' '.join(command)[:200]} takes more than {PATIENCE_S:g} s") from stuck

    def said(self, log: str) -> str:
        """What stands in a daemon's log; nothing if it wrote none."""
        path = self.folder / "log" / log
        return path.read_text(errors="surrogateescape") if path.exists() else ""

    def _environ(self, more: Mapping[str, str] | None) -> dict[str, str]:
        config = str(self.htcondor.inside(self.folder) / "condor_config")
        fixed = {"PATH": PROGRAMS, "CONDOR_CONFIG": config, "TZ": "UTC", "LC_ALL": "C.UTF-8", "HOME": "/tmp"}
        return {**fixed, **(more or {})}


def _free_port() -> int:
    while True:
        port = random.SystemRandom().choice(_PORTS)
        with socket.socket() as tried, suppress(OSError):
            tried.bind(("127.0.0.1", port))
            return port


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def silent_listeners(addresses: Sequence[tuple[str, int]]) -> list[socket.socket]:
    """Listeners that never answer, where slots claim to live: a schedd's claim then stays pending through the cycle."""
    listeners: list[socket.socket] = []
    try:
        for address in addresses:
            listener = socket.socket()
            listeners.append(listener)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(128)
    except OSError:
        for listener in listeners:
            listener.close()
        raise
    return listeners
