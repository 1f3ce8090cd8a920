"""A pool in which all is real but the machines: slots are ads, jobs stand in a schedd, a negotiator negotiates.

It begins empty and stands still until told: its user advertises, submits, takes the snapshot, and runs the cycle.
"""

import os
import re
import shutil
import signal
import socket
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.pool.advertise import send, withdraw
from tests.pool.daemons import DOMAIN, Daemons, PoolFailed
from tests.pool.negotiator_log import Decided, read_cycle
from tests.pool.root import HTCondor
from tests.pool.slots import SlotKind, inhabit
from tests.pool.wire import RESCHEDULE, host_and_port, integer, tell
from userprio.classad import Ad
from userprio.classad.files import read_ads

_IDLE: Final = "1"
_RUNNING: Final = "2"
_REMOVED: Final = "3"
_TOLD: Final = "Re-reading config files"
_FINISHED: Final = "Finished Negotiation Cycle"
_AS_CLIENT: Final = {"_CONDOR_SEC_CLIENT_NEGOTIATION": "NEVER", "_CONDOR_SHADOW": "$(LOCAL_DIR)/in/shadow"}
"""Schedds ask the machines of the slots for their claims without a handshake."""
_SHADOW: Final = '#!/bin/sh\nread end <"${0%/*}/life"\n'
"""What runs for a job that runs: it waits for the end of a pipe that whoever started the pool holds open."""
_ENDLESS: Final = 3 << 23
"""So much, in bytes, is in no log of a cycle that ends."""
_AT_ONCE: Final = {
    "_CONDOR_NEGOTIATOR_MIN_INTERVAL": "0",
    "_CONDOR_NEGOTIATOR_CYCLE_DELAY": "0",
    "_CONDOR_NEGOTIATOR_ADDRESS_FILE": "$(LOG)/.negotiator_address",
}
"""A cycle that is asked for begins, however short ago the last one was; and where to ask."""
_READ_KNOBS: Final = "NEGOTIATOR_MIN_INTERVAL = "
_NOBODY: Final = "flush@nobody.test"
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
    """The negotiator died in the middle of its cycle, or was stopped since that would not end."""

    def __init__(self, message: str, decided: Decided, *, endless: bool = False) -> None:
        """`decided` is as far as it got."""
        super().__init__(message)
        self.decided, self.endless = decided, endless


class Schedd:
    """One of the schedds of a pool, which share nothing but the collector."""

    def __init__(self, number: int, pool: Path) -> None:
        self.name = f"ap{number}.{DOMAIN}"
        self.folders = {name: name.lower() + (str(number) if number > 1 else "") for name in ("SPOOL", "LOG", "LOCK")}
        self.environ = {f"_CONDOR_{name}": f"$(LOCAL_DIR)/{folder}" for name, folder in self.folders.items()}
        self.environ["_CONDOR_SCHEDD_NAME"] = self.name
        self.process: subprocess.Popen[bytes] | None = None
        self.submitted = False
        """Jobs were."""
        self._log, self._spool = pool / self.folders["LOG"], pool / self.folders["SPOOL"]

    def said(self) -> str:
        """What stands in its log."""
        return (self._log / "SchedLog").read_text(errors="replace")

    def reread(self) -> None:
        """Have it read its configuration again."""
        if self.process is not None:
            self.process.send_signal(signal.SIGHUP)

    @property
    def address(self) -> tuple[str, int]:
        """Where it listens."""
        return _address_in(self._spool / ".schedd_address")


def _address_in(path: Path) -> tuple[str, int]:
    found = host_and_port(path.read_text())
    if found is None:
        raise PoolFailed(f"no address in {path}")
    return found


class Pool:
    """A running pool; made by `running_pool`."""

    def __init__(self, daemons: Daemons, knobs: str, schedds: int) -> None:
        self.folder = daemons.folder
        self.network = ""
        """The first two numbers of the address of every slot's machine; empty before there are slots."""
        self._daemons = daemons
        self._knobs = knobs
        self.schedds = [Schedd(number, self.folder) for number in range(1, schedds + 1)]
        self.listeners: list[socket.socket] = []
        """Where slots claim to live."""
        self._inhabited = 0
        self._negotiator: subprocess.Popen[bytes] | None = None
        self.slots: dict[str, dict[str, str]] = {}
        """What is advertised, by name."""
        self.claims: dict[str, str] = {}
        """The slot of every claim that was ever offered."""
        self.claims_asked = 0
        """How many claims schedds asked startds for."""
        self._life: int | None = None
        self._edition = 0
        self._flushed = 0

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
        shadow, life = self.folder / "in/shadow", self.folder / "in/life"
        shadow.write_text(_SHADOW)
        shadow.chmod(0o755)
        os.mkfifo(life)
        life.chmod(0o644)
        self._life = os.open(life, os.O_RDWR)
        for schedd in self.schedds:
            for name in schedd.folders.values():
                (self.folder / name).mkdir(exist_ok=True)
            schedd.process = self._daemons.start("schedd", env={**schedd.environ, **_AS_CLIENT})
        if self.schedds:
            self._daemons.until("Sched", self._schedds_known)

    def close(self) -> None:
        """Take everything down."""
        self._daemons.end()
        if self._life is not None:
            os.close(self._life)
            self._life = None
        for listener in self.listeners:
            listener.close()

    def advertise(self, kinds: Iterable[SlotKind]) -> list[str]:
        """Put the slots of these kinds into the collector, besides those that are there; their names."""
        machines = inhabit(kinds, self.network, self._inhabited)
        self.network = machines.network
        self.listeners += machines.listeners
        self._inhabited += len(machines.ads)
        self._send(machines.ads)
        return [ad["Name"].strip('"') for ad in machines.ads]

    def readvertise(self, ads: Sequence[Mapping[str, str]]) -> None:
        """From now on these are the pool's slots, with claims that nobody was offered before; others are gone.

        Raises:
            PoolFailed: the collector does not take them in.
        """
        self._edition += 1
        names = {ad["Name"].strip('"') for ad in ads}
        if gone := self.slots.keys() - names:
            withdraw(self._daemons.port, sorted(gone))
            self.slots = {name: ad for name, ad in self.slots.items() if name in names}
        self._send([{**ad, "Edition": str(self._edition)} for ad in ads])
        constraint = f"Edition == {self._edition}"
        self._daemons.until("Collector", lambda: self._count("-constraint", constraint) == len(ads))

    def _send(self, ads: Sequence[dict[str, str]]) -> None:
        if ads:
            self.claims |= send(self._daemons.port, ads, self._edition)
            self.slots |= {ad["Name"].strip('"'): ad for ad in ads}

    def jobs(self) -> dict[tuple[str, str], Ad]:
        """The ads of the jobs in the queues, by name of the schedd and cluster.proc."""
        found: dict[tuple[str, str], Ad] = {}
        for schedd in self.schedds:
            if schedd.submitted:
                path = self.folder / "in/queue.ads"
                path.write_text(self.run("condor_q", "-allusers", "-long", env=schedd.environ))
                ads = read_ads(path)
                found |= {(schedd.name, f"{ad.source('ClusterId')}.{ad.source('ProcId')}"): ad for ad in ads}
        return found

    def submit(self, clusters: Sequence[Cluster]) -> None:
        """Submit these clusters in this order, as real jobs; schedds tell the collector of them with `settle`."""
        descriptions = []
        for cluster in clusters:
            lines = {**_JOB, "accounting_group_user": cluster.user, "accounting_group": cluster.group, **cluster.submit}
            text = "".join(f"{name} = {value}\n" for name, value in lines.items() if value is not None)
            descriptions.append((f"{text}queue {cluster.count}\n", cluster.schedd))
        self.submit_descriptions(descriptions)

    def submit_descriptions(self, descriptions: Iterable[tuple[str, int]]) -> None:
        """Submit these descriptions, each with the number of the schedd that it goes to."""
        commands = []
        for number, (text, at) in enumerate(descriptions, 1):
            path = self._given(f"{number}.sub", text)
            schedd = self.schedds[at - 1]
            schedd.submitted = True
            env = " ".join(f"{name}='{value}'" for name, value in schedd.environ.items())
            commands.append(f"env {env} condor_submit -terse {path}")
        if commands:
            self._daemons.run("sh", "-c", "cd /tmp && " + " && ".join(commands), submitting=True)

    def settle(self) -> None:
        """Wait until the collector knows of every slot and every idle job.

        Raises:
            PoolFailed: it does not.
        """
        asked = [schedd for schedd in self.schedds if schedd.submitted]
        self._daemons.until("Sched", lambda: not any(_REMOVED in self._statuses(schedd) for schedd in asked))
        for schedd in asked:
            # It would report at some time of its own choice; reading its configuration again makes it do so soon, once.
            told = schedd.said().count(_TOLD)
            schedd.reread()
            self._daemons.until("Sched", partial(_has_reported, schedd, told))
        self._daemons.until("Collector", lambda: self._count() == len(self.slots))
        jobs = Counter(status for schedd in asked for status in self._statuses(schedd))
        self._daemons.until("Sched", lambda: self._reported() == (jobs[_IDLE], jobs[_RUNNING]))

    def snapshot(self, folder: Path) -> None:
        """Write what a negotiator would read now: configuration, ads in the collector's order, ledger."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "condor_config").write_text(self._knobs)
        (folder / "slots.ads").write_text(self.run("condor_status", "-long", "-sort", "no"))
        (folder / "submitters.ads").write_text(self.run("condor_status", "-submitters", "-long", "-sort", "no"))
        queues = [self.run("condor_q", "-allusers", "-long", env=schedd.environ).strip("\n") for schedd in self.schedds]
        (folder / "jobs.ads").write_text("\n\n".join(queues) + "\n")
        names = self.run("condor_status", "-schedd", "-af", "Name").split()
        (folder / "qusers.ads").write_text("\n".join(self._users(schedd, names) for schedd in self.schedds))
        if self.ledger.exists():
            shutil.copyfile(self.ledger, folder / "Accountantnew.log")

    def tell_negotiator(self, folder: Path) -> None:
        """Add to a snapshot what the negotiator, once it runs, says of itself."""
        (folder / "negotiator.ads").write_text(self.run("condor_status", "-negotiator", "-long"))

    def limit_user(self, most: int) -> None:
        """Let the user who submits run so many jobs at once in the last schedd that has any."""
        schedd = next((schedd for schedd in reversed(self.schedds) if schedd.submitted), None)
        if schedd is not None:
            self.run("condor_qusers", "-edit", f"submit@{DOMAIN}", f"MaxJobsRunning={most}", env=schedd.environ)

    def _users(self, schedd: Schedd, names: Sequence[str]) -> str:
        """The records of a schedd's users, with that of the `names` of schedds that is its own."""
        name = next(name for name in names if name.partition("@")[0] == schedd.name)
        text = self.run("condor_qusers", "-long", env=schedd.environ)
        return re.sub("^User = ", f'ScheddName = "{name}"\nUser = ', text, flags=re.MULTILINE)

    def autoclusters(self) -> dict[str, int]:
        """The autocluster of each job (schedd#cluster.proc) that has one: schedds form them when a cycle begins."""
        lines: list[str] = []
        for schedd in self.schedds:
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
            NegotiatorEnded: it dies over it, or it does not end.
            PoolFailed: it runs none.
        """
        (self.folder / "log/NegotiatorLog").unlink(missing_ok=True)
        self._negotiator = self._daemons.start("negotiator", env=_AT_ONCE)
        return self._decided(self._negotiator, 1)

    def negotiate_again(self) -> Decided:
        """Have the negotiator that runs make another cycle, and return what it decided.

        Raises:
            NegotiatorEnded: it dies over it, or does not come to an end.
            PoolFailed: it runs none.
        """
        if self._negotiator is None:
            raise PoolFailed("no negotiator runs")
        before = self.said("NegotiatorLog").count(_FINISHED)
        tell(_address_in(self.folder / "log/.negotiator_address"), [integer(RESCHEDULE)])
        return self._decided(self._negotiator, before + 1)

    def _decided(self, negotiator: "subprocess.Popen[bytes]", number: int) -> Decided:
        try:
            self._daemons.until("Negotiator", partial(self._cycles_over, number))
        except PoolFailed as failed:
            log, died = self.said("NegotiatorLog"), negotiator.poll() is not None
            # In the middle of a cycle it would not listen to less.
            self.stop_negotiator(signal.SIGKILL)
            if log.count("Started Negotiation Cycle") == number:
                raise NegotiatorEnded(str(failed), read_cycle(log), endless=not died) from failed
            raise
        log = self.said("NegotiatorLog")
        if _is_endless(log):
            self.stop_negotiator(signal.SIGKILL)
            raise NegotiatorEnded("it decides the same again and again", read_cycle(log), endless=True)
        if log.count(_FINISHED) < number:
            raise PoolFailed(f"the negotiator made no cycle: {log[-1500:]}")
        return read_cycle(log)

    def reconfigure(self, knobs: str) -> None:
        """From now on these are the pool's knobs; the negotiator takes note at once, schedds with `settle`."""
        self._knobs = knobs
        (self.folder / "knobs").write_text(knobs)
        if self._negotiator is not None:
            before = self.said("NegotiatorLog").count(_READ_KNOBS)
            self._negotiator.send_signal(signal.SIGHUP)
            self._daemons.until("Negotiator", lambda: self.said("NegotiatorLog").count(_READ_KNOBS) > before)

    def flush_ledger(self) -> None:
        """Bring what the negotiator has in memory into its ledger's file, where what a cycle writes comes late."""
        self.run("condor_userprio", "-setprio", _NOBODY, "1")
        self.run("condor_userprio", "-delete", _NOBODY)
        gone = f"102 Customer.{_NOBODY}\n"
        self._flushed += 1
        self._daemons.until("Negotiator", lambda: self.ledger.read_text(errors="replace").count(gone) == self._flushed)

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
        return {schedd.name for schedd in self.schedds} <= {name.partition("@")[0] for name in names}

    def _count(self, *options: str) -> int:
        """How many slots the collector knows of."""
        return self.run("condor_status", *options, "-af", "Name").count("\n")

    def _statuses(self, schedd: Schedd) -> list[str]:
        return self.run("condor_q", "-allusers", "-af", "JobStatus", env=schedd.environ).split()

    def _reported(self) -> tuple[int, int]:
        """How many jobs wait, and how many run, as far as the collector knows."""
        told = self.run("condor_status", "-submitters", "-af", "IdleJobs", "RunningJobs").split()
        counts = [int(count) if count.isdigit() else 0 for count in told]
        return sum(counts[::2]), sum(counts[1::2])

    def _cycles_over(self, number: int) -> bool:
        log = self.said("NegotiatorLog")
        return log.count(_FINISHED) >= number or "Aborting negotiation cycle" in log or _is_endless(log)


def _is_endless(log: str) -> bool:
    """Whether the last cycle has said more than any that ends; those before it may have said much as well."""
    return len(log) - log.rfind(_FINISHED) > _ENDLESS


def _has_reported(schedd: Schedd, told: int) -> bool:
    """Whether the schedd reported since it was told to, which it was so often before, and has not put off another."""
    log = schedd.said()
    _, _, since = log.rpartition(_TOLD)
    return log.count(_TOLD) > told and since.rfind("Sent ad to") > since.rfind("Setting delay until next queue scan")


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
