"""The functions of the ClassAd language, one module for each family, joined here by lower-case name.

`STRICT` are called with values, `LAZY` with expressions. An error among the arguments of a strict function is its
result, unless it is in `ERROR_TOLERANT`; the caller sees to that and to the number of arguments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from userprio.classad.functions import (
    control,
    conversion,
    environment,
    lists,
    numbers,
    patterns,
    predicates,
    stringlists,
    strings,
    times,
    usermaps,
    versions,
)

if TYPE_CHECKING:
    from userprio.classad.context import Lazy, Strict

__all__ = ["ERROR_TOLERANT", "LAZY", "STRICT"]

STRICT: Final[dict[str, Strict]] = {
    **predicates.STRICT,
    **conversion.STRICT,
    **numbers.STRICT,
    **strings.STRICT,
    **patterns.STRICT,
    **lists.STRICT,
    **stringlists.STRICT,
    **versions.STRICT,
    **times.STRICT,
    **environment.STRICT,
    **usermaps.STRICT,
}

LAZY: Final[dict[str, Lazy]] = {**control.LAZY, **times.LAZY}

ERROR_TOLERANT: Final = (
    predicates.ERROR_TOLERANT
    | strings.ERROR_TOLERANT
    | lists.ERROR_TOLERANT
    | versions.ERROR_TOLERANT
    | usermaps.ERROR_TOLERANT
)
