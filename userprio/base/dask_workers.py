"""Tasks on the workers of a dask cluster. Only what is done with `--on dask:` needs dask's `distributed`."""

import logging
import warnings
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from functools import partial
from typing import Any, Final, TypeVar

from userprio.base.errors import Refused
from userprio.base.executors import Carried, OtherVersion, WorkerLost, Workers, check_version, own_version

R = TypeVar("R")

_ANSWERS_S: Final = 10
"""How long a scheduler may take to answer."""
_ASKED: Final = (
    "__import__('importlib').import_module('userprio.base.executors').own_version() "
    "if __import__('importlib.util').util.find_spec('userprio') else ''"
)
"""What a worker's version is, in a form that a worker without this program can answer too."""


class DaskWorkers(Workers):
    """The workers of a dask scheduler. What tasks share is sent to each of them once.

    Tasks of a worker that is lost are run again by others, as often as the scheduler has it: its
    `distributed.scheduler.allowed-failures`, three times unless set otherwise.
    """

    def __init__(self, address: str, tell: Callable[[str], None] | None = None) -> None:
        """Connect to the scheduler at an address such as `tcp://cm.lab.example:8786`, and compare versions.

        Raises:
            Refused: `distributed` is not installed, or nothing answers there.
            OtherVersion: a worker has another version of this program or of Python, or none.
        """
        super().__init__(tell)
        try:
            from distributed import Client
        except ImportError:
            raise Refused("--on dask: needs dask's distributed: pip install 'userprio[cluster]'") from None
        # It would write tracebacks to stderr; what matters is raised, or said by `tell`.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        try:
            self._client = Client(address, timeout=_ANSWERS_S, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            reason = str(error).partition("\n")[0].rstrip(".")
            raise Refused(f"no dask scheduler answers at {address}: {reason}") from None
        self._executor = self._client.get_executor(pure=False)
        self._lost: list[str] = []
        self._sent: tuple[Carried[Any, Any], Any] | None = None
        try:
            for worker, version in self._client.run(eval, _ASKED).items():
                _check(version, worker)
        except OtherVersion:
            self._client.close()
            raise
        self._client.subscribe_topic("all", self._note)

    def _note(self, event: tuple[Any, Mapping[str, Any] | Any]) -> None:
        what = event[1]
        if isinstance(what, Mapping) and what.get("action") == "remove-worker" and not what.get("expected"):
            self._lost.append(str(what.get("worker", "")))

    def attend(self) -> None:
        """Tell of workers that were lost since the last time."""
        while self._lost:
            self.tell(f"dask's worker {self._lost.pop(0)} was lost; what it had not finished is run again")
            if not self._lost and not self._client.scheduler_info()["workers"]:
                self.tell("dask has no worker left; this goes on when there is one")

    def submit(self, run: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        """Run it on any worker."""
        outer: Future[R] = Future()
        with warnings.catch_warnings():
            # What tasks share is large, and sent once.
            warnings.filterwarnings("ignore", "Sending large graph")
            if isinstance(run, Carried):
                inner = self._executor.submit(_call, self._shared(run), *args, **kwargs)
            else:
                inner = self._executor.submit(run, *args, **kwargs)
        inner.add_done_callback(partial(_pass_on, outer))
        outer.add_done_callback(lambda _: inner.cancel() if outer.cancelled() else None)
        return outer

    def _shared(self, run: Carried[Any, Any]) -> Any:
        """What tasks share, as a task of its own: should all workers be lost that have it, it is made again."""
        if self._sent is None or self._sent[0] is not run:
            arrive, data = run.__reduce__()
            self._sent = run, self._client.submit(arrive, *data, pure=False)
        return self._sent[1]

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the scheduler; it and its workers stay."""
        self.attend()
        self._client.close()


def _check(version: str, worker: str) -> None:
    if not version:
        raise OtherVersion(f"dask's worker {worker} lacks userprio; install {own_version()} there")
    check_version(own_version(), version, f"dask's worker {worker}")


def _call(run: Carried[Any, R], *args: Any) -> R:
    return run(*args)


def _pass_on(to: Future[R], done: Future[R]) -> None:
    """Hand on a result, or in words what became of the task."""
    if to.done():
        return
    if done.cancelled():
        to.set_exception(WorkerLost("dask's scheduler is gone, or has given up this work"))
    elif (error := done.exception()) is None:
        to.set_result(done.result())
    elif type(error).__name__ == "KilledWorker":
        to.set_exception(WorkerLost("all workers of dask that were at work on a part of this died of it"))
    elif isinstance(error, ImportError):
        to.set_exception(OtherVersion(f"a worker lacks this userprio, {own_version()}: {error}"))
    else:
        to.set_exception(error)
