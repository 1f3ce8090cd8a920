"""A pool in which all is real but the machines: slots are ads, jobs stand in a schedd, a negotiator negotiates.

It begins empty and stands still until told: its user advertises, submits, takes the snapshot, and runs the cycle.
"""

import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.pool.advertise import send
from tests.pool.daemons import DOMAIN, Daemons, PoolFailed
from tests.pool.negotiator_log import Decided, read_cycle
from tests.pool.root import HTCondor
from tests.pool.slots import SlotKind, inhabit

_JOB: Final = {
    "executable": "/bin/sleep",
    "arguments": "1000",
    "transfer_executable": "false",
    "should_transfer_files": "YES",
    "request_cpus": "1",
    "request_memory": "100",
    "request_disk": "1000",
}


@dataclass(frozen=True, slots=True)
class Cluster:
    """Jobs that are submitted together."""

    user: str
    count: int
    group: str | None = None
    submit: Mapping[str, str | None] = field(default_factory=dict)
    """Submit commands besides the usual ones; None takes a usual one out."""
    schedd: int = 1


class NegotiatorEnded(PoolFailed):
    """The negotiator died in the middle of its cycle."""

    def __init__(self, message: str, decided: Decided) -> None:
        super().__init__(message)
        self.decided = decided
        """As far as it got."""


class _Schedd:
    """One of the schedds of a pool, which share nothing but the collector."""

    def __init__(self, number: int) -> None:
        self.name = f"ap{number}.{DOMAIN}"
        self.folders = {name: name.lower() + (str(number) if number > 1 else "") for name in ("SPOOL", "LOG", "LOCK")}
        self.environ = {f"_CONDOR_{name}": f"$(LOCAL_DIR)/{folder}" for name, folder in self.folders.items()}
        self.environ["_CONDOR_SCHEDD_NAME"] = self.name
        self.process: subprocess.Popen[bytes] | None = None
        self.jobs = 0


class Pool:
    """A running pool; made by `running_pool`."""

    def __init__(self, daemons: Daemons, knobs: str, schedds: int) -> None:
        self.folder = daemons.folder
        self.network = ""
        """The first two numbers of the address of every slot's machine; empty before there are slots."""
        self._daemons = daemons
        self._knobs = knobs
        self._schedds = [_Schedd(number) for number in range(1, schedds + 1)]
        self._listeners: list[socket.socket] = []
        self._negotiator: subprocess.Popen[bytes] | None = None
        self._slots = 0

    @property
    def address(self) -> str:
        """The collector's, as `-pool` wants it."""
        return f"127.0.0.1:{self._daemons.port}"

    @property
    def sessions(self) -> frozenset[int]:
        """The sessions in which all the pool's processes run."""
        return self._daemons.sessions

    @property
    def ledger(self) -> Path:
        """The negotiator's ledger. Matches reach it when the negotiator stops, and not surely before."""
        return self.folder / "spool/Accountantnew.log"

    def start(self) -> None:
        """Bring up the collector and the schedds.

        Raises:
            PoolFailed: they do not come up.
        """
        self._daemons.collect(self._knobs)
        for schedd in self._schedds:
            for name in schedd.folders.values():
                (self.folder / name).mkdir(exist_ok=True)
            schedd.process = self._daemons.start("schedd", env=schedd.environ)
        if self._schedds:
            self._daemons.until("Sched", self._schedds_known)

    def close(self) -> None:
        """Take everything down."""
        self._daemons.end()
        for listener in self._listeners:
            listener.close()

    def advertise(self, kinds: Iterable[SlotKind]) -> None:
        """Put the slots of these kinds into the collector."""
        machines = inhabit(kinds)
        self.network = machines.network
        self._listeners += machines.listeners
        ads = machines.ads
        if not ads:
            return
        self._slots += len(ads)
        send(self._daemons.port, ads)

    def submit(self, clusters: Sequence[Cluster]) -> None:
        """Submit these clusters in this order, as real jobs; schedds tell the collector of them with `settle`."""
        commands = []
        for number, cluster in enumerate(clusters, 1):
            lines = {**_JOB, "accounting_group_user": cluster.user, "accounting_group": cluster.group, **cluster.submit}
            text = "".join(f"{name} = {value}\n" for name, value in lines.items() if value is not None)
            path = self._given(f"{number}.sub", f"{text}queue {cluster.count}\n")
            schedd = self._schedds[cluster.schedd - 1]
            env = " ".join(f"{name}='{value}'" for name, value in schedd.environ.items())
            commands.append(f"env {env} condor_submit -terse {path}")
            schedd.jobs += cluster.count
        if commands:
            self._daemons.run("sh", "-c", "cd /tmp && " + " && ".join(commands), submitting=True)

    def settle(self) -> None:
        """Wait until the collector knows of every slot and every idle job.

        Raises:
            PoolFailed: it does not.
        """
        for schedd in self._schedds:
            # It would report at some time of its own choice; reading its configuration again makes it do so soon, once.
            if schedd.process is not None and schedd.jobs:
                schedd.process.send_signal(signal.SIGHUP)
                self._daemons.until("Sched", partial(self._has_reported, schedd))
        self._daemons.until("Collector", self._slots_known)
        self._daemons.until("Sched", self._jobs_known)

    def snapshot(self, folder: Path) -> None:
        """Write what a negotiator would read now: configuration, ads in the collector's order, ledger."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "condor_config").write_text(self._knobs)
        (folder / "slots.ads").write_text(self.run("condor_status", "-long", "-sort", "no"))
        (folder / "submitters.ads").write_text(self.run("condor_status", "-submitters", "-long", "-sort", "no"))
        queues = [
            self.run("condor_q", "-allusers", "-long", env=schedd.environ).strip("\n") for schedd in self._schedds
        ]
        (folder / "jobs.ads").write_text("\n\n".join(queues) + "\n")
        if self.ledger.exists():
            shutil.copyfile(self.ledger, folder / "Accountantnew.log")

    def autoclusters(self) -> dict[str, int]:
        """The autocluster of each job (schedd#cluster.proc) that has one: schedds form them when a cycle begins."""
        lines: list[str] = []
        for schedd in self._schedds:
            told = self.run("condor_q", "-allusers", "-af", "GlobalJobId", "AutoClusterId", env=schedd.environ)
            lines += told.splitlines()
        pairs = (line.split() for line in lines)
        return {job: int(number) for job, number in pairs if number.isdigit()}

    def put_ledger(self, text: bytes) -> None:
        """Put a ledger where the next negotiator will look for it."""
        self.ledger.write_bytes(text)
        self.ledger.chmod(0o600)

    def aged_at(self) -> list[int]:
        """When priorities were aged, seconds since the epoch, as far as the ledger's log goes back."""
        text = self.ledger.read_text(errors="surrogateescape")
        return [int(moment) for moment in re.findall(r"^103 Accountant\. LastUpdateTime (\d+)$", text, re.MULTILINE)]

    def negotiate(self) -> Decided:
        """Start the negotiator, wait until it has run one cycle, and return what it decided; it stays up for queries.

        Raises:
            NegotiatorEnded: it dies over it.
            PoolFailed: it runs none.
        """
        (self.folder / "log/NegotiatorLog").unlink(missing_ok=True)
        self._negotiator = self._daemons.start("negotiator")
        try:
            self._daemons.until("Negotiator", self._cycle_over)
        except PoolFailed as failed:
            log, died = self.said("NegotiatorLog"), self._negotiator.poll() is not None
            # In the middle of a cycle it would not listen to less.
            self.stop_negotiator(signal.SIGKILL)
            if died and "Started Negotiation Cycle" in log:
                raise NegotiatorEnded(str(failed), read_cycle(log)) from failed
            raise
        log = self.said("NegotiatorLog")
        if "Finished Negotiation Cycle" not in log:
            raise PoolFailed(f"the negotiator made no cycle: {log[-1500:]}")
        return read_cycle(log)

    def start_negotiator(self) -> "subprocess.Popen[bytes]":
        """Start the negotiator and leave it to whatever becomes of it; `forget_negotiator` takes it down."""
        self._negotiator = self._daemons.start("negotiator")
        return self._negotiator

    def forget_negotiator(self) -> None:
        """Take the negotiator down, if it has not ended by itself."""
        if self._negotiator is not None:
            self._daemons.stop(self._negotiator, signal.SIGKILL)
            self._negotiator = None

    def stop_negotiator(self, number: int = signal.SIGTERM) -> None:
        """Stop it, as an administrator would unless another signal is given; its ledger is then whole."""
        if self._negotiator is not None:
            self._daemons.stop(self._negotiator, number)
            self._negotiator = None

    def run(self, *command: str, env: Mapping[str, str] | None = None) -> str:
        """What a tool of HTCondor's prints.

        Raises:
            PoolFailed: it fails.
        """
        return self._daemons.run(*command, env=env)

    def attempt(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a tool of HTCondor's, whatever comes of it."""
        return self._daemons.attempt(*command)

    def said(self, log: str) -> str:
        """What stands in a daemon's log, such as `NegotiatorLog`."""
        return self._daemons.said(log)

    def _given(self, name: str, text: str) -> str:
        """The path, as HTCondor's tools see it, of a file that holds `text`."""
        path = self.folder / "in" / name
        path.write_text(text)
        path.chmod(0o644)
        return str(self._daemons.htcondor.inside(self.folder) / "in" / name)

    def _schedds_known(self) -> bool:
        names = self.run("condor_status", "-schedd", "-af", "Name").split()
        return {schedd.name for schedd in self._schedds} <= {name.partition("@")[0] for name in names}

    def _slots_known(self) -> bool:
        return self.run("condor_status", "-af", "Name").count("\n") == self._slots

    def _jobs_known(self) -> bool:
        idle = self.run("condor_status", "-submitters", "-af", "IdleJobs").split()
        return sum(int(count) for count in idle if count.isdigit()) == sum(schedd.jobs for schedd in self._schedds)

    def _has_reported(self, schedd: "_Schedd") -> bool:
        """Whether the schedd reported since it was told to, and has not put off another report."""
        path = self.folder / schedd.folders["LOG"] / "SchedLog"
        _, told, since = path.read_text(errors="replace").rpartition("Re-reading config files")
        return bool(told) and since.rfind("Sent ad to") > since.rfind("Setting delay until next queue scan")

    def _cycle_over(self) -> bool:
        log = self.said("NegotiatorLog")
        return "Finished Negotiation Cycle" in log or "Aborting negotiation cycle" in log


@contextmanager
def running_pool(htcondor: HTCondor, knobs: str = "", *, schedds: int = 1) -> Iterator[Pool]:
    """A pool with a collector and so many schedds, gone when the block ends. `knobs` are added to its configuration."""
    with TemporaryDirectory(prefix="pool-") as folder:
        pool = Pool(Daemons(htcondor, Path(folder)), knobs, schedds)
        try:
            pool.start()
            yield pool
        finally:
            pool.close()
