"""Functions about people: `userMap`, by the map files the caller hands over, and `userHome`, which never asks the
system.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from userprio.classad.functions.stringlists import tokens
from userprio.classad.operators import fold_case
from userprio.classad.values import ERROR, UNDEFINED, Value

if TYPE_CHECKING:
    from userprio.classad.context import Context, Strict


def _user_map(context: Context, arguments: list[Value]) -> Value:
    """`userMap(map, name [, preferred [, default]])`.

    With two arguments the comma-separated names that the map gives, else one of them: the preferred one in any case,
    or the first. `map` may be `map.method`, which is a map of its own here.
    """
    name, user = arguments[:2]
    default = arguments[3] if len(arguments) == 4 else UNDEFINED
    if not isinstance(name, str) or not isinstance(user, str):
        return ERROR if name is ERROR or user is ERROR else default
    lookup = context.user_maps.get(name.lower())
    found = None if lookup is None else lookup(user)
    if found is None:
        return default
    if len(arguments) == 2:
        return found
    items = tokens(found, ",")
    preferred = arguments[2]
    if isinstance(preferred, str):
        for item in items:
            if fold_case(item) == fold_case(preferred):
                return item
    return items[0] if items else default


def _user_home(context: Context, arguments: list[Value]) -> Value:
    """`userHome(name [, default])`: the default where it is a text that is not empty, else undefined.

    So HTCondor answers too unless `CLASSAD_ENABLE_USER_HOME` is set, and then only for the machine it runs on.
    """
    default = arguments[1] if len(arguments) == 2 else UNDEFINED
    if isinstance(default, str) and default:
        return default
    return UNDEFINED if arguments[0] is UNDEFINED or isinstance(arguments[0], str) else ERROR


STRICT: Final[dict[str, Strict]] = {"usermap": (2, 4, _user_map), "userhome": (1, 2, _user_home)}

ERROR_TOLERANT: Final = frozenset(STRICT)
