"""Numbers inside sentences."""

from collections.abc import Iterable


def figure(value: float) -> str:
    """At most two decimals, no trailing zeros; four digits where it is very large."""
    if value != value or abs(value) >= 1e9:
        return f"{value:.4g}"
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    # What is not nothing must not look like it.
    return f"{value:.2g}" if text in ("0", "-0") and abs(value) > 1e-9 else "0" if text == "-0" else text


def percent(fraction: float) -> str:
    """A fraction of 1 in percent."""
    if 0 < fraction < 1e-4:
        return "<0.01%"
    return f"{figure(100 * fraction)}%"


def number_of(count: int, one: str, many: str | None = None) -> str:
    """`1 slot`, `2 slots`."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def listed(items: Iterable[str]) -> str:
    """`a, b and c`."""
    *most, last = list(items) or [""]
    return f"{', '.join(most)} and {last}" if most else last
