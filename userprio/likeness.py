"""Whether a name may be a mistyped other."""

from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Final

_ALIKE: Final = 0.8
"""Share of letters that two names have in common, in order, from which on one is taken for the other."""
_SHORTEST: Final = 4
"""Names with fewer letters are alike by chance."""


def one_slip(one: str, other: str) -> bool:
    """Whether the names are one letter more, less or other apart, or two neighbours are swapped."""
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest, other_rest = one[at:], other[at:]
    return (
        rest[1:] == other_rest[1:]
        or rest[1:] == other_rest
        or rest == other_rest[1:]
        or (rest[1::-1] == other_rest[:2] and rest[2:] == other_rest[2:])
    )


class OneSlip:
    """Finds what a name is one slip away from among many, without a look at each of them."""

    def __init__(self, known: Iterable[str]) -> None:
        # Names that are one slip apart have a common rest: with one letter left out of either, of both, or of none.
        self._with_rest: dict[str, list[tuple[int, str]]] = {}
        for place, one in enumerate(known):
            for rest in _rests(one):
                self._with_rest.setdefault(rest, []).append((place, one))

    def first(self, name: str) -> str | None:
        """The first of those known that are one slip away."""
        near = (pair for rest in _rests(name) for pair in self._with_rest.get(rest, ()) if one_slip(name, pair[1]))
        return min(near, default=(0, None))[1]


def _rests(name: str) -> set[str]:
    return {name, *(name[:at] + name[at + 1 :] for at in range(len(name)))}


def swapped(one: str, other: str) -> bool:
    """Whether two neighbouring letters are swapped."""
    return sorted(one) == sorted(other) and one_slip(one, other)


def likeliest(name: str, known: Iterable[str]) -> str | None:
    """The one of `known` that `name` may have been meant for, case ignored; None if none comes close."""
    wanted = name.casefold()
    best: tuple[float, str] | None = None
    for other in known:
        folded = other.casefold()
        if folded == wanted:
            return other
        if min(len(wanted), len(folded)) < _SHORTEST and not swapped(wanted, folded):
            continue
        ratio = 1.0 if one_slip(wanted, folded) else SequenceMatcher(None, wanted, folded, autojunk=False).ratio()
        if ratio >= _ALIKE and (best is None or ratio > best[0]):
            best = ratio, other
    return None if best is None else best[1]
