"""The child process in which HTCondor's Python bindings run. It imports nothing from userprio, and is run by its path.

Importing the bindings may end the process (a syntax error in the configuration), hang it (a circular macro) or run
commands (`include command`), and it changes the environment; all of that is better done in a separate process. The only
argument is the request, as JSON; ads go to stdout in long form, errors to stderr, as one line, with a status from
`STATUSES`.
"""

import importlib
import json
import re
import socket
import sys
from collections.abc import Callable, Iterable
from typing import Any, Final

STATUSES: Final = {"missing": 10, "unreachable": 11, "denied": 12, "gone": 13, "failed": 14}
"""Exit statuses of the process besides 0."""

UNSET: Final = "Not defined"
"""What the bindings return for a knob that exists but has no value."""

_ADDRESS: Final = re.compile(r"<?(\[[0-9a-fA-F:.]+\]|[^:?>\s]+)(?::([0-9]{1,5}))?(?:[?>].*)?\Z", re.DOTALL)
_COLLECTOR_PORT: Final = 9618
_PROBE_S: Final = 10.0

Request = dict[str, Any]


class _Trouble(Exception):
    """An error: the name of a status, and the message."""


def main(argument: str) -> int:
    """Carry out the request; returns the exit status."""
    request: Request = json.loads(argument)
    try:
        htcondor2 = _bindings()
        try:
            _ACTIONS[request["do"]](htcondor2, request)
        except (htcondor2.HTCondorException, OSError, ValueError, TypeError, KeyError) as failed:
            raise _Trouble(*_diagnosis(request, failed)) from failed
    except _Trouble as error:
        kind, said = error.args
        sys.stderr.write(f"{said}\n")
        return STATUSES[kind]
    sys.stdout.flush()
    return 0


def _bindings() -> Any:
    try:
        return importlib.import_module("htcondor2")
    except ImportError as missing:
        raise _Trouble("missing", str(missing)) from missing


def _diagnosis(request: Request, failed: Exception) -> tuple[str, str]:
    """The name of a status, and a message.

    The bindings say `Failed communication` for denied access and dead hosts alike; trying to connect tells which it is.
    """
    said = " ".join(str(failed).split()) or type(failed).__name__
    if isinstance(failed, (ValueError, TypeError, KeyError)):
        return "failed", said
    address = _ADDRESS.match(request.get("address") or request.get("pool") or "")
    if address is None:
        return "unreachable", said
    host = address[1].strip("[]")
    try:
        socket.create_connection((host, int(address[2] or _COLLECTOR_PORT)), _PROBE_S).close()
    except (OSError, ValueError) as silent:
        return "unreachable", f"{said}; {host}: {silent}"
    return "denied", f"{said}; {host} is listening, but does not answer"


def _ad(htcondor2: Any, address: str) -> Any:
    return htcondor2.classad.ClassAd({"MyAddress": address})


def _write(ads: Iterable[Any]) -> None:
    for ad in ads:
        text = ad.printOld()
        sys.stdout.write(text if text.endswith("\n") else f"{text}\n")
        sys.stdout.write("\n")


def _collector(htcondor2: Any, request: Request) -> None:
    """Ads from the collector, of the requested type."""
    kind = getattr(htcondor2.AdType, request["type"])
    _write(htcondor2.Collector(request["pool"]).query(kind, projection=request.get("attributes")))


def _accounts(htcondor2: Any, request: Request) -> None:
    """The accounting ads from the negotiator itself; `getPriorities` garbles ten or more of them."""
    negotiator = htcondor2.Collector(_ad(htcondor2, request["address"]))
    _write(negotiator.query(htcondor2.AdType.Accounting))


def _location(htcondor2: Any, request: Request, kind: str) -> Any:
    """The location ad of the daemon that the request names."""
    name = request[kind.lower()]
    location = htcondor2.Collector(request["pool"]).locate(getattr(htcondor2.DaemonType, kind), name)
    if location is None:
        raise _Trouble("gone", f"the collector knows no {kind.lower()} {name}")
    return location


def _jobs(htcondor2: Any, request: Request) -> None:
    _write(htcondor2.Schedd(_location(htcondor2, request, "Schedd")).query("true", request["attributes"]))


def _users(htcondor2: Any, request: Request) -> None:
    _write(htcondor2.Schedd(_location(htcondor2, request, "Schedd")).queryUserAds("true"))


def _negotiator(htcondor2: Any, request: Request) -> None:
    """The ad that the negotiator itself has."""
    kind = htcondor2.DaemonType.Negotiator
    _write([htcondor2.Collector(request["pool"]).directQuery(kind, request["negotiator"])])


def _configuration(htcondor2: Any, request: Request) -> None:
    """The negotiator's knobs as JSON, with expanded values."""
    knobs = htcondor2.RemoteParam(_location(htcondor2, request, "Negotiator"))
    json.dump({name: value for name, value in knobs.items() if value != UNSET}, sys.stdout)


def _edit(htcondor2: Any, request: Request) -> None:
    negotiator = htcondor2.Negotiator(_ad(htcondor2, request["address"]))
    getattr(negotiator, request["method"])(*request["arguments"])


_ACTIONS: Final[dict[str, Callable[[Any, Request], None]]] = {
    "collector": _collector,
    "accounts": _accounts,
    "jobs": _jobs,
    "users": _users,
    "negotiator": _negotiator,
    "configuration": _configuration,
    "edit": _edit,
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
