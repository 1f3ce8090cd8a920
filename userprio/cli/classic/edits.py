"""The change among condor_userprio's options (`user_prio.cpp`: `main`)."""

import re
from typing import Final

from userprio.accounting.edits import INTEGERS, REALS, Edit, EditAction
from userprio.cli.classic.arguments import ClassicError, Typed
from userprio.cxx import atof

PRECEDENCE: Final = (
    EditAction.SET_PRIORITY,
    EditAction.SET_FACTOR,
    EditAction.SET_FLOOR,
    EditAction.SET_CEILING,
    EditAction.CANCEL_CEILING_LEASE,
    EditAction.CANCEL_FLOOR_LEASE,
    EditAction.CANCEL_FACTOR_LEASE,
    EditAction.SET_ACCUMULATED,
    EditAction.SET_BEGIN,
    EditAction.SET_LAST,
    EditAction.RESET_USAGE,
    EditAction.DELETE,
    EditAction.RESET_ALL,
)
"""Of several changes the first in this order is made, wherever it stands on the command line."""

LEASABLE: Final = frozenset({EditAction.SET_FACTOR, EditAction.SET_FLOOR, EditAction.SET_CEILING})

_REAL: Final = re.compile(r"[-+]?(?:[0-9]{1,400}\.?[0-9]{0,400}|\.[0-9]{1,400})(?:[eE][-+]?[0-9]{1,5})?")
_WHOLE: Final = re.compile(r"([-+]?[0-9]{1,18})(?:\.0*)?")


def chosen_edit(typed: Typed) -> Edit | None:
    """The change that is to be made, None where none is asked for; its name and the range of its value are unchecked.

    Raises:
        ClassicError: the value is not a number, of which condor_userprio would make 0.
    """
    action = next((action for action in PRECEDENCE if action in typed.given), None)
    if action is None:
        return None
    names, values = typed.given[action][:1], typed.given[action][1:]
    value: float | int | None = None
    if values and "@" in names[0]:
        value = _number(typed, action, values[0])
    return Edit(action, names, value, typed.duration_s if action in LEASABLE else None)


def _number(typed: Typed, action: EditAction, text: str) -> float | int:
    if action in REALS and _REAL.fullmatch(text.strip()):
        return atof(text)
    found = _WHOLE.fullmatch(text.strip()) if action in INTEGERS else None
    if found is None:
        kind = "number" if action in REALS else "whole number"
        raise ClassicError(f"{typed.program}: {text!r} is no {kind}; nothing was changed")
    return int(found[1])
