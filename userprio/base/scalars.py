"""Numbers of other libraries."""

from typing import Any


def plain_number(value: Any) -> Any:
    """A single number of numpy or pandas as Python's own, which the rest of the program knows; anything else as it is.

    numpy is not imported for it: its numbers are arrays without dimensions.
    """
    if hasattr(value, "dtype") and getattr(value, "ndim", None) == 0:
        return value.item()
    return value
