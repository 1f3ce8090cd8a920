"""Tasks as jobs of HTCondor: one cluster of jobs for all that is submitted at once, their files in a folder.

A task's result stays in the folder under a digest of all that it depends on, and is taken from there the next time.
What becomes of the jobs stands in the log that HTCondor writes for them.
"""

import hashlib
import io
import pickle
import re
import shutil
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Final, TypeVar

from msgspec import Struct

from userprio.base import posix
from userprio.base.errors import Refused
from userprio.base.executors import Carried, WorkerLost, Workers
from userprio.base.writing import write_file
from userprio.live.transport import run as run_tool

R = TypeVar("R")

SUBMIT: Final = "jobs.sub"
OWN_LINES: Final = "site.sub"
"""Lines of the submit description that are the site's own, after which those of this program no longer count."""
_LOG: Final = "jobs.log"
_LIST: Final = "jobs.list"
_LETTERS: Final = 24
_DESCRIPTION: Final = """\
executable = {python}
transfer_executable = False
arguments = -m userprio.live.condor_task {run} $(task).task $(task).result
should_transfer_files = YES
when_to_transfer_output = ON_EXIT
transfer_input_files = {run}, $(task).task
transfer_output_files = $(task).result
error = $(task).err
log = {log}
request_cpus = 1
request_memory = 2GB
request_disk = 1GB
batch_name = userprio
{own}
queue task from {list}
"""
_CLUSTER: Final = re.compile(r"^(\d+)\.0 - \1\.\d+$", re.MULTILINE)
_EVENT: Final = re.compile(rb"^(005|009|012) \((\d+)\.(\d+)\.\d+\).*\n(?:\t(.*)\n)?", re.MULTILINE)
_END: Final = b"\n...\n"
_LOST: Final = {b"009": "was removed", b"012": "was held"}


class _Job(Struct):
    """A task that is a job, or is to be."""

    name: str
    future: Future[Any]
    lost: int = 0
    """How many jobs of it came to nothing."""


class CondorWorkers(Workers):
    """Jobs of HTCondor, by this machine's condor_submit."""

    def __init__(self, folder: Path, environ: Mapping[str, str], tell: Callable[[str], None] | None = None) -> None:
        """Files are in the folder, which is made if there is none; whoever can write there decides what is computed.

        Raises:
            Refused: there is no condor_submit on PATH, or others may write to the folder.
            OSError: it cannot be made or read.
        """
        super().__init__(tell)
        self._folder, self._environ = folder.absolute(), environ
        if shutil.which("condor_submit", path=environ.get("PATH", "")) is None:
            raise Refused("there is no condor_submit on PATH: --on htcondor: submits jobs on this machine")
        self._folder.mkdir(mode=0o700, exist_ok=True)
        status = self._folder.stat()
        if status.st_uid != posix.effective_user() or status.st_mode & 0o022:
            raise Refused(f"{folder} must be a folder of your own, to which nobody else may write")
        self._waiting: list[_Job] = []
        self._jobs: dict[tuple[int, int], _Job] = {}
        self._read = (self._folder / _LOG).stat().st_size if (self._folder / _LOG).exists() else 0
        """How much of the log is known."""
        self._shared: tuple[Carried[Any, Any], str] | None = None

    def submit(self, run: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        """A task whose result is there, or will be; `attend` submits it."""
        if not isinstance(run, Carried):
            raise TypeError("only what travels can be a job")
        if self._shared is None or self._shared[0] is not run:
            # What is left of the budget decides nothing but whether a task comes to an end.
            digest = hashlib.sha256(in_order((run.run, run.version))).hexdigest()
            name = f"run-{digest[:_LETTERS]}"
            write_file(self._folder / name, pickle.dumps(run.__reduce__()[1]))
            self._shared = run, name
        task = in_order(args)
        name = f"{self._shared[1]}-{hashlib.sha256(task).hexdigest()[:_LETTERS]}"
        job = _Job(name, Future())
        if not self._finish(job):
            write_file(self._folder / f"{name}.task", task)
            self._waiting.append(job)
        return job.future

    def attend(self) -> None:
        """Submit what waits for it, and collect results."""
        if self._waiting:
            self._send()
        log = self._folder / _LOG
        if not self._jobs or not log.exists():
            return
        with log.open("rb") as file:
            file.seek(self._read)
            text = file.read()
        # An event may be half written.
        text = text[: text.rfind(_END) + len(_END)] if _END in text else b""
        self._read += len(text)
        for event in _EVENT.finditer(text):
            kind, cluster, proc, reason = event.groups()
            job = self._jobs.pop((int(cluster), int(proc)), None)
            if job is not None and not self._finish(job):
                how = _LOST.get(kind, "ended without a result")
                detail = "" if reason is None or kind == b"005" else f": {reason.decode(errors='replace').strip()}"
                self._again(job, f"job {int(cluster)}.{int(proc)} of HTCondor {how}{detail}", held=kind == b"012")

    def _finish(self, job: _Job) -> bool:
        """Take the result of a task, if it is there and whole."""
        try:
            failed, result = pickle.loads((self._folder / f"{job.name}.result").read_bytes())
        except (FileNotFoundError, EOFError, pickle.UnpicklingError):
            return False
        if failed:
            # Not for ever: another machine may do it.
            (self._folder / f"{job.name}.result").unlink()
            job.future.set_exception(result)
        else:
            job.future.set_result(result)
        return True

    def _again(self, job: _Job, how: str, *, held: bool) -> None:
        job.lost += 1
        if held:
            self._remove(how.split()[1])
        if job.future.cancelled():
            return
        if job.lost > 1:
            job.future.set_exception(WorkerLost(f"{how}; {self._folder / job.name}.err may say more"))
            return
        self.tell(f"{how}; it is submitted again")
        self._waiting.append(job)

    def _send(self) -> None:
        jobs, self._waiting = self._waiting, []
        shared = {job.name.rpartition("-")[0] for job in jobs}
        for run in sorted(shared):
            own = [job for job in jobs if job.name.startswith(run)]
            site = self._folder / OWN_LINES
            lines = site.read_text(encoding="utf-8") if site.exists() else ""
            description = _DESCRIPTION.format(
                python=sys.executable, run=run, log=_LOG, list=self._folder / _LIST, own=lines
            )
            write_file(self._folder / _LIST, "".join(f"{job.name}\n" for job in own).encode())
            write_file(self._folder / SUBMIT, f"initialdir = {self._folder}\n{description}".encode())
            ended = run_tool(["condor_submit", "-terse", str(self._folder / SUBMIT)], self._environ)
            found = _CLUSTER.search(ended.out)
            if ended.status or found is None:
                said = " ".join(ended.stderr.split()) or f"it ended with status {ended.status}"
                raise Refused(f"condor_submit refuses {self._folder / SUBMIT}: {said}".rstrip("."))
            self._jobs |= {(int(found[1]), number): job for number, job in enumerate(own)}

    def _remove(self, *which: str) -> None:
        run_tool(["condor_rm", *which], self._environ)

    def end(self) -> None:
        """Remove the jobs whose results nobody waits for; results that are there stay."""
        clusters = sorted({cluster for cluster, _ in self._jobs})
        self._jobs.clear()
        self._waiting.clear()
        if clusters:
            self._remove(*map(str, clusters))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Remove what is left of the jobs."""
        self.end()


class _Ordered(pickle._Pickler):
    """Pickles sets in an order of their own, so that the same values have the same bytes in every process."""

    def reducer_override(self, value: Any) -> Any:
        """What a set is made of again; the pickler that is written in C would not ask for it."""
        if type(value) not in (set, frozenset):
            return NotImplemented
        return type(value), (sorted(value, key=lambda own: (type(own).__name__, repr(own))),)


def in_order(value: Any) -> bytes:
    """A value pickled, the same bytes for the same value."""
    file = io.BytesIO()
    _Ordered(file, pickle.HIGHEST_PROTOCOL).dump(value)
    return file.getvalue()
