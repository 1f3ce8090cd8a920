"""HTCondor's Python bindings as the way to a pool, in a child process (`worker`); see there why.

They are held to what they do well: queries. Of their edits there is no answer at all, floors, leases and unlimited
ceilings they lack, and legacy answers they mangle from ten records on.
"""

import json
import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from userprio.accounting import Edit, EditAction
from userprio.classad import Ad
from userprio.classad.files.long import read_long
from userprio.classad.files.source import Report
from userprio.live import worker
from userprio.live.errors import LiveError, Trouble
from userprio.live.process import PATIENCE_S, ChildFailed, Ended, read, run
from userprio.live.tool_errors import explained
from userprio.live.transport import Negotiator

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
_TROUBLES: Final = {
    worker.STATUSES["missing"]: Trouble.NOT_INSTALLED,
    worker.STATUSES["unreachable"]: Trouble.UNREACHABLE,
    worker.STATUSES["denied"]: Trouble.DENIED,
    worker.STATUSES["gone"]: Trouble.FAILED,
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
    patience_s: float = PATIENCE_S

    @property
    def title(self) -> str:
        """What it is, for people."""
        return "HTCondor's Python bindings"

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
        """See `Transport`: not to be had."""
        raise _unsupported("roll the usage of groups up")

    def held_slots(self, negotiator: Negotiator, submitter: str) -> Ad:
        """See `Transport`: not to be had."""
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
        doing = "asking for the negotiator's configuration"
        ended = self._run({"do": "configuration", "negotiator": negotiator.name})
        if ended.status:
            raise _explained(ended, doing)
        return "".join(_assignment(name, value) for name, value in json.loads(ended.out).items())

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
        ended = self._run(request)
        if ended.status:
            raise _explained(ended, f"sending {edit.action}")

    def _collector(self, doing: str, kind: str, attributes: list[str] | None = None) -> Iterator[Ad]:
        return self._ads(doing, {"do": "collector", "type": kind, "attributes": attributes})

    def _ads(self, doing: str, request: Mapping[str, Any]) -> Iterator[Ad]:
        chunks = read(self._argv(request), self._environ, self.patience_s)
        try:
            yield from read_long(chunks, Report(Path("htcondor2")))
        except ChildFailed as failed:
            raise _explained(failed.ended, doing) from failed

    def _run(self, request: Mapping[str, Any]) -> Ended:
        return run(self._argv(request), self._environ, self.patience_s)

    @property
    def _environ(self) -> dict[str, str]:
        return {**self.environ, "PYTHONIOENCODING": "utf-8:surrogateescape"}

    def _argv(self, request: Mapping[str, Any]) -> list[str]:
        # -P: the folder of the worker is no place to import from.
        return [sys.executable, "-P", str(Path(worker.__file__)), json.dumps({"pool": self.pool, **request})]


def _unsupported(what: str) -> LiveError:
    return LiveError(Trouble.UNSUPPORTED, f"HTCondor's Python bindings cannot {what}", _OTHER_WAY)


def _explained(ended: Ended, doing: str) -> LiveError:
    kind = _TROUBLES.get(ended.status)
    if kind is Trouble.NOT_INSTALLED:
        return not_installed_bindings(ended.complaint)
    if kind is None and ended.status not in worker.STATUSES.values() and not ended.complaint.strip():
        # The bindings end the process themselves where the configuration makes no sense to them.
        hint = "Look at what CONDOR_CONFIG names, with condor_config_val or userprio check"
        return LiveError(Trouble.FAILED, f"HTCondor's Python bindings gave up ({doing})", hint)
    return explained(ended.complaint, doing, kind)


def not_installed_bindings(reason: str = "") -> LiveError:
    """That the bindings are not there, and how to get them."""
    said = f": {' '.join(reason.split())}" if reason.strip() else ""
    hint = "Install them with pip install 'userprio[live]'"
    return LiveError(Trouble.NOT_INSTALLED, f"HTCondor's Python bindings are not installed here{said}", hint)


def _assignment(name: str, value: str) -> str:
    """A line of configuration; a value of several lines stands between marks."""
    if "\n" not in value:
        return f"{name} = {value}\n"
    mark = next(mark for mark in ("end", "endofvalue", "endofthevalue") if f"@{mark}" not in value)
    return f"{name} @={mark}\n{value}\n@{mark}\n"
