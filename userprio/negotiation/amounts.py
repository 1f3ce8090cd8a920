"""Numbers from ads that are to be added up for days."""

import math

from userprio.classad import Value, as_number


def finite(value: Value) -> float:
    """A number as a real; anything else, infinities too, as 0."""
    number = as_number(value)
    if number is None:
        return 0.0
    try:
        real = float(number)
    except OverflowError:
        return 0.0
    return real if math.isfinite(real) else 0.0
