"""The functions of the ClassAd language, one module for each family, joined here by lower-case name.

`STRICT` are called with values, `LAZY` with expressions. An error among the arguments of a strict function is its
result, unless it is in `ERROR_TOLERANT`; the caller sees to that and to the number of arguments.
"""

from typing import Final

from userprio.classad.context import Lazy, Strict
from userprio.classad.functions import control, conversion, patterns, texts, times

__all__ = ["ERROR_TOLERANT", "LAZY", "STRICT"]

STRICT: Final[dict[str, Strict]] = conversion.STRICT | texts.STRICT | patterns.STRICT | times.STRICT
LAZY: Final[dict[str, Lazy]] = control.LAZY | times.LAZY
ERROR_TOLERANT: Final = conversion.ERROR_TOLERANT | texts.ERROR_TOLERANT
