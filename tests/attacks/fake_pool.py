"""A pool whose tools fail as they are told: small scripts on a PATH of their own, and its accounts in files."""

import json
import os
import signal
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any, Final

from userprio.cli.app import run
from userprio.cli.environment import Environment
from userprio.ledger import Operation, OperationsLog
from userprio.live import connecting, session

NOW: Final = 1_772_442_000
TIMEOUT_S: Final = 0.4
"""How long a tool may be silent where one hangs; elsewhere a busy machine may keep all of them waiting."""
PATIENT_S: Final = 60.0


class Fault(StrEnum):
    """What happens when a request for somebody is sent."""

    REFUSED = "refused"
    IGNORED = "ignored"
    """Nothing, without a word, as where ADMINISTRATOR is missing."""
    DIES_BEFORE = "dies before"
    """The pool dies, and the request with it."""
    DIES_AFTER = "dies after"
    KILLED_BEFORE = "killed before"
    """The process that edits is killed."""
    KILLED_AFTER = "killed after"
    OUTLIVED = "outlived"
    """The same, and the tool goes on: the request arrives later."""
    INTERRUPTED = "interrupted"
    """Somebody types Ctrl-C, after the request has arrived."""
    HANGS_BEFORE = "hangs before"
    """The tool never answers."""
    HANGS_AFTER = "hangs after"


_STATUS: Final = """#!/bin/sh
[ -e "{folder}/down" ] && { echo 'ERROR: failed to connect to collector' >&2; exit 1; }
echo 'MyType = "Negotiator"
Name = "cm"
MyAddress = "<127.0.0.1:9614>"'
"""
_USERPRIO: Final = """#!/bin/sh
down() { echo 'ERROR: failed to connect to negotiator' >&2; exit 1; }
[ -e "{folder}/down" ] && down
shift 2
if [ "$1" = -negotiator ]; then
    for record in "{folder}"/accounts/*; do
        echo "Name = \\"${record##*/}\\""
        cat "$record"/*
        echo 'Priority = 500.0'
        echo
    done
    exit
fi
action=$1 name=$2 value=$3
echo "$*" >> "{folder}/sent"
record="{folder}/accounts/$name"
fault=$(cat "{folder}/faults/$name $value" 2>&- || cat "{folder}/faults/$name" 2>&-)
case $fault in
    refused) echo "negotiator rejected $action: not this one" >&2; exit 1;;
    ignored) exit;;
    'dies before') touch "{folder}/down"; down;;
    'killed before') kill -9 $PPID; exit;;
    'hangs before') exec sleep 5;;
    outlived) kill -9 $PPID; sleep 0.3;;
esac
case $action in
    -setfactor) mkdir -p "$record" && echo "PriorityFactor = $value" > "$record/PriorityFactor";;
    -setceiling) echo "Ceiling = $value" > "$record/Ceiling";;
    -setfloor) echo "Floor = $value" > "$record/Floor";;
    -delete) rm -r "$record";;
esac
case $fault in
    'dies after') touch "{folder}/down";;
    'killed after') kill -9 $PPID;;
    interrupted) kill -INT $PPID; exec sleep 5;;
    'hangs after') exec sleep 5;;
esac
"""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended; a negative status is the signal that killed it."""

    status: int
    out: str
    err: str


@dataclass(frozen=True, slots=True)
class FakePool:
    """A pool in a folder."""

    folder: Path

    @classmethod
    def of(cls, folder: Path, *names: str) -> "FakePool":
        """A pool with these submitters, each with a factor of 1000."""
        for name in ("bin", "faults", *(f"accounts/{name}" for name in names)):
            (folder / name).mkdir(parents=True)
        for name in names:
            (folder / "accounts" / name / "PriorityFactor").write_text("PriorityFactor = 1000.0\n")
        for tool, text in (("condor_status", _STATUS), ("condor_userprio", _USERPRIO)):
            path = folder / "bin" / tool
            path.write_text(text.replace("{folder}", str(folder)))
            path.chmod(0o755)
        return cls(folder)

    def fail(self, faults: Mapping[str, Fault]) -> None:
        """Let requests for these submitters, or for `name value`, fail from now on; a pool that died is back."""
        (self.folder / "down").unlink(missing_ok=True)
        for path in (self.folder / "faults").iterdir():
            path.unlink()
        for name, fault in faults.items():
            (self.folder / "faults" / name).write_text(fault)

    @property
    def factors(self) -> dict[str, float]:
        """The factors that the negotiator has."""
        records = sorted((self.folder / "accounts").iterdir())
        return {each.name: float((each / "PriorityFactor").read_text().partition("= ")[2]) for each in records}

    @property
    def sent(self) -> list[str]:
        """The requests that the tools were started for."""
        path = self.folder / "sent"
        return path.read_text().splitlines() if path.exists() else []

    def userprio(self, *words: str) -> Ended:
        """Run a command line on this pool, in a process of its own, which the tools can kill."""
        return self.ended(self.started(*words))

    def started(self, *words: str) -> int:
        """The process of a command line that runs."""
        child = os.fork()
        if not child:
            status = 99
            out, err = self._outputs(os.getpid())
            try:
                status = self._run(words, out, err)
            except BaseException:
                err.write_text(traceback.format_exc())
            finally:
                # Whatever happens: the tests go on in the parent only.
                os._exit(status)
        return child

    def ended(self, process: int) -> Ended:
        """How that command ends."""
        status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        out, err = self._outputs(process)
        return Ended(status, out.read_text(), err.read_text())

    def _outputs(self, process: int) -> tuple[Path, Path]:
        return self.folder / f"{process}.out", self.folder / f"{process}.err"

    def json(self, *words: str) -> Any:
        """What a command that succeeds says in JSON."""
        ended = self.userprio(*words, "--format", "json")
        assert ended.status == 0, ended.err
        return json.loads(ended.out)

    @property
    def operations(self) -> tuple[Operation, ...]:
        """The operations in the log, read without a command."""
        return OperationsLog(self.folder / "home" / "data" / "pools" / "cm").read()

    @property
    def log(self) -> list[Any]:
        """The operations that `userprio log` shows."""
        operations: list[Any] = self.json("log")["operations"]
        return operations

    def _run(self, words: tuple[str, ...], out: Path, err: Path) -> int:
        # Whoever runs the tests in the background of a script has Ctrl-C ignored.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        # In the child only: a tool that hangs must not take two minutes, nor one that is ignored three seconds.
        faults = {path.read_text() for path in (self.folder / "faults").iterdir()}
        timeout_s = TIMEOUT_S if faults & {Fault.HANGS_BEFORE, Fault.HANGS_AFTER} else PATIENT_S
        for module, name, value in (
            (connecting, "Tools", partial(connecting.Tools, timeout_s=timeout_s)),
            (session, "_PAUSES_S", (0.0, 0.0)),
        ):
            setattr(module, name, value)
        # Line by line, for who is killed writes nothing more.
        with out.open("w", buffering=1) as stdout, err.open("w", buffering=1) as stderr:
            home = self.folder / "home"
            environ = {"PATH": f"{self.folder}/bin:/usr/bin:/bin", "CONDOR_CONFIG": "ONLY_ENV"}
            env = Environment(
                stdout,
                stderr,
                environ,
                lambda: float(NOW),
                lambda: UTC,
                lambda: home / "config",
                lambda: home / "data",
                (),
                user="root",
            )
            return int(run(["--pool", "cm", *words], env))
