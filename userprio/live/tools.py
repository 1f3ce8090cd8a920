"""HTCondor's command-line tools as the way to a pool: any version, with the authentication that the site has set up."""

import re
import shutil
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from userprio.accounting import Edit, split_legacy
from userprio.classad import Ad, Report, read_long
from userprio.live.transport import (
    TIMEOUT_S,
    ChildFailed,
    LiveError,
    LiveErrorKind,
    Negotiator,
    explained,
    read,
    run,
)

TOOLS: Final = ("condor_userprio", "condor_status", "condor_q", "condor_config_val")
_PLACES: Final = "/usr/bin:/usr/local/bin:/opt/condor/bin"
"""Where they may be besides the search path."""
_REFUSED: Final = re.compile(r"(?:set priority factor failed|negotiator rejected [^:]*): *(.+)")
_UNSENT: Final = re.compile(r"failed to (?:send|start) ")
_MODULAR: Final = "_CONDOR_USERPRIO_USE_NEGOTIATOR_MODULAR_QUERY"


def find_tools(environ: Mapping[str, str]) -> dict[str, str]:
    """The paths of the tools that are installed, by name."""
    places = f"{environ.get('PATH', '')}:{_PLACES}"
    found = ((tool, shutil.which(tool, path=places)) for tool in TOOLS)
    return {tool: path for tool, path in found if path is not None}


@dataclass(frozen=True, slots=True)
class Tools:
    """The tools over the pool at `pool`, None for the one that this machine is configured for."""

    pool: str | None
    paths: Mapping[str, str]
    environ: Mapping[str, str]
    timeout_s: float = TIMEOUT_S

    def negotiators(self) -> list[Ad]:
        """See `Transport`."""
        options = ("-negotiator", "-long", "-attributes", "Name,MyAddress")
        return list(self._ads("looking for the negotiator", "condor_status", *options))

    def published_accounts(self) -> list[Ad]:
        """See `Transport`."""
        return list(self._ads("asking for priorities", "condor_userprio", "-collector", "-long"))

    def accounts(self, negotiator: Negotiator) -> list[Ad]:
        """See `Transport`.

        Beside other negotiators the answer is the legacy one, which lacks leases: together with a name the tool asks
        for modular ads of that `NegotiatorName`, an attribute that only the collector's have.
        """
        doing = "asking for priorities"
        if negotiator.alone:
            options = ("-negotiator", "-allusers", "-long", "-modular")
            return list(self._ads(doing, "condor_userprio", *options, environ={_MODULAR: "true"}))
        named = ("-negotiator", "-allusers", "-long", *_named(negotiator))
        whole = self._one(doing, "condor_userprio", *named, environ={_MODULAR: "false"})
        updated = {"LastUpdate": whole.expr("LastUpdate")}
        return [ad.replace(updated) for ad in split_legacy(whole) if "Name" in ad]

    def rolled_up_accounts(self, negotiator: Negotiator) -> Ad:
        """See `Transport`."""
        return self._one("asking for priorities", "condor_userprio", "-grouprollup", "-long", *_named(negotiator))

    def held_slots(self, negotiator: Negotiator, submitter: str) -> Ad:
        """See `Transport`."""
        options = ("-getreslist", submitter, "-long", *_named(negotiator))
        return self._one("asking for the slots of a submitter", "condor_userprio", *options)

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

    def configuration(self, negotiator: Negotiator) -> str:
        """See `Transport`."""
        argv = [self._path("condor_config_val"), *self._pool(), "-name", negotiator.name, "-negotiator", "-dump"]
        ended = run(argv, self.environ, self.timeout_s)
        # When it is refused, the tool reports success and prints no knob.
        if ended.status or "=" not in ended.out:
            kind = LiveErrorKind.DENIED if "end of message" in ended.stderr else None
            raise explained(ended.stderr, "asking for the negotiator's configuration", kind)
        return ended.out

    def check(self, edit: Edit) -> None:
        """See `Transport`: the tools can do it all."""

    def send(self, negotiator: Negotiator, edit: Edit) -> None:
        """See `Transport`."""
        options = [f"-{edit.action}", *edit.names, *(() if edit.value is None else (repr(edit.value),))]
        if edit.duration_s is not None:
            options += ["-duration", str(edit.duration_s)]
        argv = [*self._pool(), *_named(negotiator), *options]
        ended = run([self._path("condor_userprio"), *argv], self.environ, self.timeout_s)
        if ended.status:
            if refusal := _REFUSED.search(ended.stderr):
                raise LiveError(LiveErrorKind.NOT_DONE, f"the negotiator refuses: {refusal[1].strip()}")
            # Its accounts were read just before, so it is there.
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
    """The only one of a pool needs no name, by which the tool would look for it in another way."""
    return () if negotiator.alone else ("-name", negotiator.name)
