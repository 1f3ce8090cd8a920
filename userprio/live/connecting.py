"""The two ways to a running pool, HTCondor's tools and its Python bindings, and the choice of way and negotiator."""

import json
import re
import shutil
import sys
from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import msgspec

from userprio.accounting import Edit, Quantity, one_of_each
from userprio.base import posix
from userprio.classad import Ad, Evaluator, Report, read_long
from userprio.live import worker
from userprio.live.transport import (
    NEGOTIATOR_ATTRIBUTES,
    TIMEOUT_S,
    ChildFailed,
    ChildResult,
    LiveError,
    LiveErrorKind,
    Negotiator,
    Transport,
    explained,
    read,
    run,
)

TOOLS: Final = (
    *("condor_userprio", "condor_status", "condor_q", "condor_config_val", "condor_qusers"),
    "condor_fetchlog",
)
_PLACES: Final = "/usr/bin:/usr/local/bin:/opt/condor/bin"
"""Where the tools may be besides PATH."""
_REFUSED: Final = re.compile(r"(?:set priority factor failed|negotiator rejected [^:]*): *(.+)")
_UNSENT: Final = re.compile(r"failed to (?:send|start) ")
_MODULAR: Final = "_CONDOR_USERPRIO_USE_NEGOTIATOR_MODULAR_QUERY"

_KINDS: Final = {
    worker.STATUSES["missing"]: LiveErrorKind.NOT_INSTALLED,
    worker.STATUSES["unreachable"]: LiveErrorKind.UNREACHABLE,
    worker.STATUSES["denied"]: LiveErrorKind.DENIED,
    worker.STATUSES["gone"]: LiveErrorKind.FAILED,
}
_BINDINGS: Final = "the child process with HTCondor's Python bindings"
_OTHER_WAY: Final = "HTCondor's command-line tools can: give --via tools"


def find_tools(environ: Mapping[str, str]) -> dict[str, str]:
    """The paths of the tools that are installed, by name."""
    places = f"{environ.get('PATH', '')}:{_PLACES}"
    paths = ((tool, shutil.which(tool, path=places)) for tool in TOOLS)
    return {tool: path for tool, path in paths if path is not None}


class Tools(msgspec.Struct, frozen=True):
    """Queries the pool at `pool` with the tools; None is the pool that this machine is configured for.

    Any version of the tools will do, and authentication is as the site has set it up.
    """

    pool: str | None
    paths: Mapping[str, str]
    environ: Mapping[str, str]
    timeout_s: float = TIMEOUT_S

    def negotiators(self) -> list[Ad]:
        """See `Transport`."""
        options = ("-negotiator", "-long", "-attributes", ",".join(NEGOTIATOR_ATTRIBUTES))
        return list(self._ads("looking for the negotiator", "condor_status", *options))

    def own_ad(self, negotiator: Negotiator) -> Ad:
        """See `Transport`."""
        options = ("-negotiator", "-direct", negotiator.name, "-long")
        return self._one("asking the negotiator for its ad", "condor_status", *options)

    def published_accounts(self) -> list[Ad]:
        """See `Transport`."""
        return list(self._ads("asking for priorities", "condor_userprio", "-collector", "-long"))

    def accounts(self, negotiator: Negotiator) -> list[Ad]:
        """See `Transport`.

        In a pool with several negotiators the answer is the legacy one, which lacks leases: given a name, the tool
        asks for modular ads with that `NegotiatorName`, an attribute that only the collector's ads have.
        """
        doing = "asking for priorities"
        if negotiator.alone:
            options = ("-negotiator", "-allusers", "-long", "-modular")
            # The knob may be off in the configuration of this machine, and the tool would then get the numbered answer.
            return list(self._ads(doing, "condor_userprio", *options, environ={_MODULAR: "true"}))
        named = ("-negotiator", "-allusers", "-long", *_named(negotiator))
        return one_of_each([self._one(doing, "condor_userprio", *named, environ={_MODULAR: "false"})])

    def rolled_up_accounts(self, negotiator: Negotiator) -> Ad:
        """See `Transport`."""
        return self._one("asking for priorities", "condor_userprio", "-grouprollup", "-long", *_named(negotiator))

    def held_slots(self, negotiator: Negotiator, submitter: str) -> Ad:
        """See `Transport`."""
        options = ("-getreslist", submitter, "-long", *_named(negotiator))
        return self._one("asking for the slots of a submitter", "condor_userprio", *options)

    def schedds(self) -> list[Ad]:
        """See `Transport`."""
        return list(self._ads("asking for schedds", "condor_status", "-schedd", "-long"))

    def slots(self) -> Iterator[Ad]:
        """See `Transport`."""
        return self._ads("asking for slots", "condor_status", "-long", "-sort", "no")

    def submitters(self) -> Iterator[Ad]:
        """See `Transport`."""
        return self._ads("asking for submitters", "condor_status", "-submitters", "-long", "-sort", "no")

    def jobs(self, schedd: str, attributes: Collection[str]) -> Iterator[Ad]:
        """See `Transport`."""
        options = ("-name", schedd, "-allusers", "-long", "-attributes", ",".join(sorted(attributes)))
        return self._ads(f"asking {schedd} for its jobs", "condor_q", *options)

    def users(self, schedd: str) -> Iterator[Ad]:
        """See `Transport`."""
        return self._ads(f"asking {schedd} for its users", "condor_qusers", "-name", schedd, "-long")

    def configuration(self, negotiator: Negotiator) -> str:
        """See `Transport`."""
        argv = [self._path("condor_config_val"), *self._pool(), "-name", negotiator.name, "-negotiator", "-dump"]
        ended = run(argv, self.environ, self.timeout_s)
        # Where access is denied, the tool reports success and prints no knobs.
        if ended.status or "=" not in ended.out:
            kind = LiveErrorKind.DENIED if "end of message" in ended.stderr else None
            raise explained(ended.stderr, "asking for the negotiator's configuration", kind)
        return ended.out

    def log(self, negotiator: Negotiator) -> str:
        """See `Transport`."""
        argv = [self._path("condor_fetchlog"), *self._pool(), "-negotiator", negotiator.address, "NEGOTIATOR"]
        ended = run(argv, self.environ, self.timeout_s)
        if ended.status:
            # Whoever is refused is told no more than that it cannot connect.
            kind = LiveErrorKind.DENIED if "couldn't connect" in ended.stderr else None
            raise explained(ended.stderr, "fetching the negotiator's log, which needs ADMINISTRATOR", kind)
        return ended.out

    def check(self, edit: Edit) -> None:
        """See `Transport`: the tools can make every edit."""

    def send(self, negotiator: Negotiator, edit: Edit) -> None:
        """See `Transport`."""
        # repr() gives all digits of a real.
        options = [f"-{edit.action}", *edit.names, *(() if edit.value is None else (repr(edit.value),))]
        if edit.duration_s is not None:
            options += ["-duration", str(edit.duration_s)]
        argv = [*self._pool(), *_named(negotiator), *options]
        ended = run([self._path("condor_userprio"), *argv], self.environ, self.timeout_s)
        if ended.status:
            if refusal := _REFUSED.search(ended.stderr):
                raise LiveError(LiveErrorKind.NOT_DONE, f"the negotiator refuses: {refusal[1].strip()}")
            # It is reachable: its accounts were read just before.
            kind = LiveErrorKind.DENIED if _UNSENT.search(ended.stderr) else None
            raise explained(ended.stderr, f"sending {edit.action}", kind)

    def _ads(self, doing: str, tool: str, *options: str, environ: Mapping[str, str] | None = None) -> Iterator[Ad]:
        path = self._path(tool)
        chunks = read([path, *self._pool(), *options], {**self.environ, **(environ or {})}, self.timeout_s)
        try:
            yield from read_long(chunks, Report(Path(tool)))
        except ChildFailed as failed:
            raise explained(failed.ended.stderr, doing) from failed

    def _one(self, doing: str, tool: str, *options: str, environ: Mapping[str, str] | None = None) -> Ad:
        return next(self._ads(doing, tool, *options, environ=environ), Ad())

    def _pool(self) -> tuple[str, ...]:
        return () if self.pool is None else ("-pool", self.pool)

    def _path(self, tool: str) -> str:
        path = self.paths.get(tool)
        if path is None:
            hint = "Install the rest of HTCondor's tools, or give --via bindings"
            raise LiveError(LiveErrorKind.NOT_INSTALLED, f"{tool} is not installed here", hint)
        return path


def _named(negotiator: Negotiator) -> tuple[str, ...]:
    """The option that names a negotiator; none if it is alone, because with a name the tool works differently."""
    return () if negotiator.alone else ("-name", negotiator.name)


def bindings_installed() -> bool:
    """Whether the bindings seem to be installed; they are not imported to find out."""
    return find_spec("htcondor2") is not None


class Bindings(msgspec.Struct, frozen=True):
    """Queries the pool at `pool` with the bindings; None is the pool that this machine is configured for.

    They run in a child process (see `worker` for why), and are best at queries. Their edits get no answer at all;
    floors, leases and unlimited ceilings are missing, and legacy answers of ten or more records come out garbled.
    """

    pool: str | None
    environ: Mapping[str, str]
    timeout_s: float = TIMEOUT_S

    def negotiators(self) -> list[Ad]:
        """See `Transport`."""
        return list(self._collector("looking for the negotiator", "Negotiator", [*NEGOTIATOR_ATTRIBUTES]))

    def own_ad(self, negotiator: Negotiator) -> Ad:
        """See `Transport`."""
        request = {"do": "negotiator", "negotiator": negotiator.name}
        return next(self._ads("asking the negotiator for its ad", request), Ad())

    def published_accounts(self) -> list[Ad]:
        """See `Transport`."""
        return list(self._collector("asking for priorities", "Accounting"))

    def accounts(self, negotiator: Negotiator) -> list[Ad]:
        """See `Transport`."""
        return list(self._ads("asking for priorities", {"do": "accounts", "address": negotiator.address}))

    def rolled_up_accounts(self, negotiator: Negotiator) -> Ad:
        """See `Transport`: not available."""
        raise _unsupported("roll up the usage of groups")

    def held_slots(self, negotiator: Negotiator, submitter: str) -> Ad:
        """See `Transport`: not available."""
        raise _unsupported("list the slots of a submitter: they mix up ten or more of them")

    def schedds(self) -> list[Ad]:
        """See `Transport`."""
        return list(self._collector("asking for schedds", "Schedd"))

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

    def users(self, schedd: str) -> Iterator[Ad]:
        """See `Transport`."""
        return self._ads(f"asking {schedd} for its users", {"do": "users", "schedd": schedd})

    def configuration(self, negotiator: Negotiator) -> str:
        """See `Transport`."""
        request = {"do": "configuration", "negotiator": negotiator.name}
        knobs = json.loads(self._run("asking for the negotiator's configuration", request))
        return "".join(_assignment(name, value) for name, value in knobs.items())

    def log(self, negotiator: Negotiator) -> str:
        """See `Transport`."""
        raise _unsupported("fetch logs")

    def check(self, edit: Edit) -> None:
        """See `Transport`."""
        if edit.duration_s is not None:
            raise _unsupported("make leases")
        value = edit.spec.value
        if value is not None and value.quantity is Quantity.LIMIT and edit.value is not None and edit.value < 0:
            raise _unsupported("remove a ceiling")
        if edit.spec.method is None:
            raise _unsupported(f"do {edit.action}")

    def send(self, negotiator: Negotiator, edit: Edit) -> None:
        """See `Transport`."""
        self.check(edit)
        arguments = [*edit.names, *(() if edit.value is None else (edit.value,))]
        request = {"do": "edit", "address": negotiator.address, "method": edit.spec.method, "arguments": arguments}
        self._run(f"sending {edit.action}", request)

    def _collector(self, doing: str, kind: str, attributes: list[str] | None = None) -> Iterator[Ad]:
        return self._ads(doing, {"do": "collector", "type": kind, "attributes": attributes})

    def _ads(self, doing: str, request: Mapping[str, Any]) -> Iterator[Ad]:
        chunks = read(self._argv(request), self._environ, self.timeout_s, _BINDINGS)
        try:
            yield from read_long(chunks, Report(Path("htcondor2")))
        except ChildFailed as failed:
            raise _explained(failed.ended, doing) from failed

    def _run(self, doing: str, request: Mapping[str, Any]) -> str:
        ended = run(self._argv(request), self._environ, self.timeout_s, _BINDINGS)
        if ended.status:
            raise _explained(ended, doing)
        return ended.out

    @property
    def _environ(self) -> dict[str, str]:
        return {**self.environ, "PYTHONIOENCODING": "utf-8:surrogateescape"}

    def _argv(self, request: Mapping[str, Any]) -> list[str]:
        # -P: nothing must be imported from the worker's folder.
        return [sys.executable, "-P", str(Path(worker.__file__)), json.dumps({"pool": self.pool, **request})]


def _unsupported(what: str) -> LiveError:
    return LiveError(LiveErrorKind.UNSUPPORTED, f"HTCondor's Python bindings cannot {what}", _OTHER_WAY)


def _explained(ended: ChildResult, doing: str) -> LiveError:
    kind = _KINDS.get(ended.status)
    if kind is LiveErrorKind.NOT_INSTALLED:
        return _not_installed_bindings(ended.stderr)
    if kind is None and ended.status not in worker.STATUSES.values() and not ended.stderr.strip():
        # The bindings end the process if they cannot parse the configuration.
        hint = "Look at what CONDOR_CONFIG names, with condor_config_val or userprio check"
        return LiveError(LiveErrorKind.FAILED, f"HTCondor's Python bindings gave up ({doing})", hint)
    return explained(ended.stderr, doing, kind)


def _not_installed_bindings(reason: str = "") -> LiveError:
    """The error that the bindings are not installed; the hint says how to install them."""
    said = f": {' '.join(reason.split())}" if reason.strip() else ""
    hint = "Install them with pip install 'userprio[live]'"
    return LiveError(LiveErrorKind.NOT_INSTALLED, f"HTCondor's Python bindings are not installed here{said}", hint)


def _assignment(name: str, value: str) -> str:
    """A line of configuration; a multi-line value becomes a here document."""
    if "\n" not in value:
        return f"{name} = {value}\n"
    mark = next(mark for mark in ("end", "endofvalue", "endofthevalue") if f"@{mark}" not in value)
    return f"{name} @={mark}\n{value}\n@{mark}\n"


class Via(StrEnum):
    """A way to a pool, as given with `--via`."""

    TOOLS = "tools"
    BINDINGS = "bindings"


def connect(pool: str | None, via: Via | None, environ: Mapping[str, str]) -> Transport:
    """The way to `pool` that `via` asks for; None: the tools or, if they are not installed, the bindings.

    `pool` is the collector's host, with its port unless that is 9618; None is the pool that this machine is configured
    for. Nothing is sent yet.

    Raises:
        LiveError: NOT_INSTALLED.
    """
    if not posix.HAS_PROCESS_GROUPS:
        message = "a running pool cannot be asked from this system, which has no process groups"
        hint = "Run userprio snapshot on Linux or macOS, and give its folder with --snapshot"
        raise LiveError(LiveErrorKind.NOT_INSTALLED, message, hint)
    if via is Via.BINDINGS:
        if not bindings_installed():
            raise _not_installed_bindings()
        return Bindings(pool, environ)
    tools = find_tools(environ)
    # The others are needed only for snapshots; without these two not even a listing works.
    if {"condor_userprio", "condor_status"} <= tools.keys():
        return Tools(pool, tools, environ)
    if via is None and bindings_installed():
        return Bindings(pool, environ)
    missing = " nor ".join(tool for tool in TOOLS[:2] if tool not in tools)
    if via is Via.TOOLS:
        other = ", or give --via bindings" if bindings_installed() else ""
        hint = f"Install HTCondor's tools or put them on PATH{other}"
        raise LiveError(LiveErrorKind.NOT_INSTALLED, f"there is no {missing} on PATH", hint)
    message = (
        f"nothing installed here can query a running pool: there is no {missing} on PATH, and no Python bindings either"
    )
    hint = "Install HTCondor's tools, or the bindings with pip install 'userprio[live]'"
    raise LiveError(LiveErrorKind.NOT_INSTALLED, message, hint)


def choose_negotiator(transport: Transport, pool: str, name: str | None) -> Negotiator:
    """The one negotiator of the pool, or the one of that name.

    Raises:
        LiveError: there is none, none of that name, or several to choose from.
    """
    evaluator = Evaluator(now=0)
    negotiators: dict[str, tuple[str, Ad]] = {}
    for ad in transport.negotiators():
        known, address = evaluator.attribute("Name", ad), evaluator.attribute("MyAddress", ad)
        if isinstance(known, str) and isinstance(address, str):
            negotiators[known] = address, ad
    if not negotiators:
        hint = "condor_negotiator may be down, or has not sent its first ad yet; condor_status -negotiator lists them"
        raise LiveError(LiveErrorKind.NO_NEGOTIATOR, f"the collector of {pool} does not know a negotiator", hint)
    names = ", ".join(sorted(negotiators))
    if name is None and len(negotiators) > 1:
        raise LiveError(LiveErrorKind.SEVERAL_NEGOTIATORS, f"{pool} has several negotiators: {names}", "Give --name")
    for known, (address, ad) in negotiators.items():
        if name is None or known.lower() == name.lower():
            return Negotiator(known, address, alone=len(negotiators) == 1, ad=ad)
    raise LiveError(LiveErrorKind.NO_NEGOTIATOR, f"{pool} has no negotiator {name}", f"It has {names}")
