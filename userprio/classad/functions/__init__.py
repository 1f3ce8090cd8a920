"""The functions of the ClassAd language, one module for each family, joined here by lower-case name.

`STRICT` are called with values, `LAZY` with expressions. An error among the arguments of a strict function is its
result, unless it is in `ERROR_TOLERANT`; the caller sees to that and to the number of arguments.
"""

from typing import Final

from userprio.classad.context import Lazy, Strict
from userprio.classad.functions import control, conversion, environment, lists, numbers, patterns, strings, times

__all__ = ["ERROR_TOLERANT", "LAZY", "STRICT"]

STRICT: Final[dict[str, Strict]] = {
    **conversion.STRICT,
    **numbers.STRICT,
    **strings.STRICT,
    **patterns.STRICT,
    **lists.STRICT,
    **times.STRICT,
    **environment.STRICT,
}

LAZY: Final[dict[str, Lazy]] = {**control.LAZY, **times.LAZY}

ERROR_TOLERANT: Final = (
    numbers.ERROR_TOLERANT | strings.ERROR_TOLERANT | lists.ERROR_TOLERANT | environment.ERROR_TOLERANT
)
