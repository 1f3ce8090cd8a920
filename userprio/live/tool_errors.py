"""From what HTCondor's programs complain of to one sentence and its kind."""

import re
from typing import Final

from userprio.live.errors import LiveError, Trouble

_LONGEST: Final = 300

_KINDS: Final = (
    (
        Trouble.DENIED,
        re.compile(
            r"\bDENIED\b|permission denied|not authorized|unauthorized|AUTHENTICATE:|authentication (?:\w+ ){0,3}failed"
            r"|failed to authenticate|SECMAN:20(?:03|04|05|10)|Failed to create (?:security )?session|not permitted",
            re.IGNORECASE,
        ),
    ),
    (
        Trouble.UNREACHABLE,
        re.compile(
            r"failed to connect|communication error|couldn't contact|unknown host|unable to resolve"
            r"|failed communication|connection (?:refused|timed out|reset)|timed? ?out|CEDAR:6\d\d\d"
            r"|not a valid hostname|no route|failed to (?:get|read|send)|failed to start",
            re.IGNORECASE,
        ),
    ),
    (Trouble.NO_NEGOTIATOR, re.compile(r"can't locate negotiator|unable to locate|can't find address", re.IGNORECASE)),
)
"""Looked for in this order: a tool that was refused often says that it failed to connect as well."""

_NOISE: Final = re.compile(r"^\s*(?:$|Extra Info|WARNING:|Usage:)", re.IGNORECASE)

_TELLING: Final = re.compile(r"\b[A-Z]{4,}:\d+:|unknown host|DENIED|Unable to resolve")
"""Lines beside which the others say nothing new."""

_HINTS: Final = {
    Trouble.UNREACHABLE: "Check the host and port of --pool, and that its collector and negotiator run",
    Trouble.DENIED: (
        "The pool decides by its ALLOW_ and SEC_ knobs who may do what; edits need ADMINISTRATOR, the rest READ"
    ),
}


def explained(complaint: str, doing: str, kind: Trouble | None = None) -> LiveError:
    """The error behind what a program wrote to stderr while it was `doing` something, such as `asking for slots`."""
    found = kind or next((kind for kind, pattern in _KINDS if pattern.search(complaint)), Trouble.FAILED)
    what = {
        Trouble.UNREACHABLE: "the pool does not answer",
        Trouble.DENIED: "the pool does not let us",
    }.get(found, "HTCondor reports an error")
    reason = _gist(complaint)
    return LiveError(found, f"{what} ({doing}){f': {reason}' if reason else ''}", _HINTS.get(found))


def _gist(complaint: str) -> str:
    """The lines that say something, on one line; what a tool explains at length behind them is left out."""
    lines: list[str] = []
    for line in complaint.strip().splitlines():
        if _NOISE.match(line):
            if lines:
                break
            continue
        lines.append(line.strip())
    lines = [line for line in lines if _TELLING.search(line)] or lines
    return " ".join(dict.fromkeys(lines))[:_LONGEST].strip().rstrip(".")
