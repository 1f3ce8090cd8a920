"""Choosing the way to a pool."""

from collections.abc import Mapping
from enum import StrEnum

from userprio.live.bindings import Bindings, bindings_installed, not_installed_bindings
from userprio.live.errors import LiveError, Trouble
from userprio.live.tools import TOOLS, Tools, find_tools
from userprio.live.transport import Transport


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
        raise LiveError(Trouble.NOT_INSTALLED, f"there is no {missing} on PATH", hint)
    message = f"nothing here can ask a running pool: there is no {missing} on PATH, and no Python bindings either"
    hint = "Install HTCondor's tools, or the bindings with pip install 'userprio[live]'"
    raise LiveError(Trouble.NOT_INSTALLED, message, hint)
