"""HTCondor's Python bindings as the way to a pool, in a child process (`worker`); see there why.

They are used for what they do well: queries. Their edits get no answer at all; floors, leases and unlimited ceilings
are missing, and legacy answers of ten records or more come out garbled.
"""

import json
import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from userprio.accounting import Edit, EditAction
from userprio.classad import Ad, Report, read_long
from userprio.live import worker
from userprio.live.transport import (
    TIMEOUT_S,
    ChildFailed,
    ChildResult,
    LiveError,
    LiveErrorKind,
    Negotiator,
    explained,
    read,
    run,
)

_METHODS: Final = {
    EditAction.SET_PRIORITY: "setPriority",
    EditAction.SET_FACTOR: "setFactor",
    EditAction.SET_CEILING: "setCeiling",
    EditAction.SET_ACCUMULATED: "setUsage",
    EditAction.SET_BEGIN: "setBeginUsage",
    EditAction.SET_LAST: "setLastUsage",
    EditAction.RESET_USAGE: "resetUsage",
    EditAction.RESET_ALL: "resetAllUsage",
    EditAction.DELETE: "deleteUser",
}
_KINDS: Final = {
    worker.STATUSES["missing"]: LiveErrorKind.NOT_INSTALLED,
    worker.STATUSES["unreachable"]: LiveErrorKind.UNREACHABLE,
    worker.STATUSES["denied"]: LiveErrorKind.DENIED,
    worker.STATUSES["gone"]: LiveErrorKind.FAILED,
}
_OTHER_WAY: Final = "HTCondor's command-line tools can: give --via tools"


def bindings_installed() -> bool:
    """Whether the bindings seem to be here; they are not imported to find out."""
    return find_spec("htcondor2") is not None


@dataclass(frozen=True, slots=True)
class Bindings:
    """The bindings over the pool at `pool`, None for the one that this machine is configured for."""

    pool: str | None
    environ: Mapping[str, str]
    timeout_s: float = TIMEOUT_S

    def negotiators(self) -> list[Ad]:
        """See `Transport`."""
        return list(self._collector("looking for the negotiator", "Negotiator", ["Name", "MyAddress"]))

    def published_accounts(self) -> list[Ad]:
        """See `Transport`."""
        return list(self._collector("asking for priorities", "Accounting"))

    def accounts(self, negotiator: Negotiator) -> list[Ad]:
        """See `Transport`."""
        return list(self._ads("asking for priorities", {"do": "accounts", "address": negotiator.address}))

    def rolled_up_accounts(self, negotiator: Negotiator) -> Ad:
        """See `Transport`: not available."""
        raise _unsupported("roll the usage of groups up")

    def held_slots(self, negotiator: Negotiator, submitter: str) -> Ad:
        """See `Transport`: not available."""
        raise _unsupported("list the slots of a submitter: they mix them up from ten slots on")

    def slots(self) -> Iterator[Ad]:
        """See `Transport`."""
        return self._collector("asking for slots", "Startd")

    def submitters(self) -> Iterator[Ad]:
        """See `Transport`."""
        return self._collector("asking for submitters", "Submitter")

    def jobs(self, schedd: str, attributes: Collection[str]) -> Iterator[Ad]:
        """See `Transport`."""
        request = {"do": "jobs", "schedd": schedd, "attributes": sorted(attributes)}
        return self._ads(f"asking {schedd} for its jobs", request)

    def configuration(self, negotiator: Negotiator) -> str:
        """See `Transport`."""
        request = {"do": "configuration", "negotiator": negotiator.name}
        knobs = json.loads(self._run("asking for the negotiator's configuration", request))
        return "".join(_assignment(name, value) for name, value in knobs.items())

    def check(self, edit: Edit) -> None:
        """See `Transport`."""
        if edit.duration_s is not None:
            raise _unsupported("make leases")
        if edit.action is EditAction.SET_CEILING and edit.value is not None and edit.value < 0:
            raise _unsupported("take a ceiling away")
        if edit.action not in _METHODS:
            raise _unsupported(f"do {edit.action}")

    def send(self, negotiator: Negotiator, edit: Edit) -> None:
        """See `Transport`."""
        self.check(edit)
        arguments = [*edit.names, *(() if edit.value is None else (edit.value,))]
        method = _METHODS[edit.action]
        request = {"do": "edit", "address": negotiator.address, "method": method, "arguments": arguments}
        self._run(f"sending {edit.action}", request)

    def _collector(self, doing: str, kind: str, attributes: list[str] | None = None) -> Iterator[Ad]:
        return self._ads(doing, {"do": "collector", "type": kind, "attributes": attributes})

    def _ads(self, doing: str, request: Mapping[str, Any]) -> Iterator[Ad]:
        chunks = read(self._argv(request), self._environ, self.timeout_s)
        try:
            yield from read_long(chunks, Report(Path("htcondor2")))
        except ChildFailed as failed:
            raise _explained(failed.ended, doing) from failed

    def _run(self, doing: str, request: Mapping[str, Any]) -> str:
        ended = run(self._argv(request), self._environ, self.timeout_s)
        if ended.status:
            raise _explained(ended, doing)
        return ended.out

    @property
    def _environ(self) -> dict[str, str]:
        return {**self.environ, "PYTHONIOENCODING": "utf-8:surrogateescape"}

    def _argv(self, request: Mapping[str, Any]) -> list[str]:
        # -P: nothing is to be imported from the folder of the worker.
        return [sys.executable, "-P", str(Path(worker.__file__)), json.dumps({"pool": self.pool, **request})]


def _unsupported(what: str) -> LiveError:
    return LiveError(LiveErrorKind.UNSUPPORTED, f"HTCondor's Python bindings cannot {what}", _OTHER_WAY)


def _explained(ended: ChildResult, doing: str) -> LiveError:
    kind = _KINDS.get(ended.status)
    if kind is LiveErrorKind.NOT_INSTALLED:
        return not_installed_bindings(ended.stderr)
    if kind is None and ended.status not in worker.STATUSES.values() and not ended.stderr.strip():
        # The bindings end the process themselves where the configuration makes no sense to them.
        hint = "Look at what CONDOR_CONFIG names, with condor_config_val or userprio check"
        return LiveError(LiveErrorKind.FAILED, f"HTCondor's Python bindings gave up ({doing})", hint)
    return explained(ended.stderr, doing, kind)


def not_installed_bindings(reason: str = "") -> LiveError:
    """That the bindings are not there, and how to get them."""
    said = f": {' '.join(reason.split())}" if reason.strip() else ""
    hint = "Install them with pip install 'userprio[live]'"
    return LiveError(LiveErrorKind.NOT_INSTALLED, f"HTCondor's Python bindings are not installed here{said}", hint)


def _assignment(name: str, value: str) -> str:
    """A line of configuration; a value of several lines is put between marks."""
    if "\n" not in value:
        return f"{name} = {value}\n"
    mark = next(mark for mark in ("end", "endofvalue", "endofthevalue") if f"@{mark}" not in value)
    return f"{name} @={mark}\n{value}\n@{mark}\n"
