"""Choosing the way to a pool, and one of its negotiators."""

from collections.abc import Mapping
from enum import StrEnum

from userprio.classad import Evaluator
from userprio.live.bindings import Bindings, bindings_installed, not_installed_bindings
from userprio.live.tools import TOOLS, Tools, find_tools
from userprio.live.transport import LiveError, LiveErrorKind, Negotiator, Transport


class Via(StrEnum):
    """A way to a pool that may be asked for."""

    TOOLS = "tools"
    BINDINGS = "bindings"


def connect(pool: str | None, via: Via | None, environ: Mapping[str, str]) -> Transport:
    """The way to `pool` that is asked for; without a wish the tools, and where there are none the bindings.

    `pool` is the collector's host, with its port where that is not 9618; None is the pool that this machine is
    configured for. Nothing is sent yet.

    Raises:
        LiveError: NOT_INSTALLED.
    """
    if via is Via.BINDINGS:
        if not bindings_installed():
            raise not_installed_bindings()
        return Bindings(pool, environ)
    tools = find_tools(environ)
    if {"condor_userprio", "condor_status"} <= tools.keys():
        return Tools(pool, tools, environ)
    if via is None and bindings_installed():
        return Bindings(pool, environ)
    missing = " nor ".join(tool for tool in TOOLS[:2] if tool not in tools)
    if via is Via.TOOLS:
        hint = "Install HTCondor's tools or put them on PATH" + (
            ", or give --via bindings" if bindings_installed() else ""
        )
        raise LiveError(LiveErrorKind.NOT_INSTALLED, f"there is no {missing} on PATH", hint)
    message = f"nothing here can ask a running pool: there is no {missing} on PATH, and no Python bindings either"
    hint = "Install HTCondor's tools, or the bindings with pip install 'userprio[live]'"
    raise LiveError(LiveErrorKind.NOT_INSTALLED, message, hint)


def choose_negotiator(transport: Transport, pool: str, name: str | None) -> Negotiator:
    """The one negotiator of the pool, or the one of that name.

    Raises:
        LiveError: there is none, none of that name, or several to choose from.
    """
    evaluator = Evaluator(now=0)
    found: dict[str, str] = {}
    for ad in transport.negotiators():
        known, address = evaluator.attribute("Name", ad), evaluator.attribute("MyAddress", ad)
        if isinstance(known, str) and isinstance(address, str):
            found[known] = address
    if not found:
        hint = "condor_negotiator may be down, or its first ad is still to come; condor_status -negotiator lists them"
        raise LiveError(LiveErrorKind.NO_NEGOTIATOR, f"the collector of {pool} knows of no negotiator", hint)
    if name is None:
        if len(found) > 1:
            names = ", ".join(sorted(found))
            raise LiveError(
                LiveErrorKind.SEVERAL_NEGOTIATORS, f"{pool} has several negotiators: {names}", "Give --name"
            )
        name = next(iter(found))
    matching = [known for known in found if known.lower() == name.lower()]
    if not matching:
        names = ", ".join(sorted(found))
        raise LiveError(LiveErrorKind.NO_NEGOTIATOR, f"{pool} has no negotiator {name}", f"It has {names}")
    return Negotiator(matching[0], found[matching[0]], alone=len(found) == 1)
