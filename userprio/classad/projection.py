"""What many ads say in a few attributes, compared quickly: ads of one shape differ in their own texts only."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from operator import itemgetter
from typing import Final

from userprio.classad.ad import Ad, Shape
from userprio.classad.ast import Expr, Literal

RawValue = str | Expr | None
"""What an attribute says: its text as the file has it, or its expression where it has none; None without it."""


_MOST_PLANS: Final = 1 << 14
"""Outlines that are known at a time; those of neighbours come and go."""


class Projection:
    """Numbers for what ads say in some attributes: ads that say the same, in the same words, have the same number."""

    def __init__(self, names: Iterable[str] | None) -> None:
        self._names = None if names is None else tuple(names)
        self._numbers: dict[Hashable, int] = {}
        self._plans: dict[Hashable, tuple[Callable[[Ad], Hashable], dict[Hashable, int]]] = {}

    def number(self, ad: Ad) -> int:
        """The number of what this ad says."""
        outline = ad.outline
        plan = self._plans.get(outline)
        if plan is None:
            if len(self._plans) >= _MOST_PLANS:
                self._plans.clear()
            plan = self._plans[outline] = self._plan(ad), {}
        pick, known = plan
        own = pick(ad)
        number = known.get(own)
        if number is None:
            said = self._said(ad)
            number = known[own] = self._numbers.setdefault(said, len(self._numbers))
        return number

    def is_shared(self, ad: Ad) -> bool:
        """Whether all ads with the outline of this one say the same."""
        self.number(ad)
        return self._plans[ad.outline][0] is _nothing

    def _said(self, ad: Ad) -> Hashable:
        if self._names is None:
            return tuple((name, ad.raw_value(name.lower())) for name in ad)
        return tuple([ad.raw_value(name) for name in self._names])

    def _plan(self, ad: Ad) -> Callable[[Ad], Hashable]:
        """What tells ads of this outline apart."""
        names = [name.lower() for name in ad] if self._names is None else self._names
        where, changed = ad.shape.where, [name for name in names if ad.is_changed(name)]
        places = [place for name in names if isinstance(place := where.get(name), int) and name not in changed]
        own = itemgetter(*places) if places else None
        if not changed:
            return _nothing if own is None else lambda ad: own(ad.texts)
        return lambda ad: (None if own is None else own(ad.texts), *[_mark(ad.lookup(name)) for name in changed])


def _nothing(ad: Ad) -> Hashable:
    return None


def _mark(expr: Expr | None) -> Hashable:
    """Something that stands for an expression; that of a value is made faster than its hash."""
    return expr.label if isinstance(expr, Literal) else expr


class AdsByShape:
    """Ads put together by shape, to see what all of them say without asking each."""

    def __init__(self, ads: Iterable[Ad]) -> None:
        self._groups: dict[Hashable, list[Ad]] = {}
        for ad in ads:
            self._groups.setdefault(ad.outline, []).append(ad)

    def names(self) -> set[str]:
        """The names of all attributes, in lower case."""
        return {name.lower() for ads in self._groups.values() for name in ads[0]}

    def distinct_values(self, name: str) -> dict[RawValue, Ad]:
        """Everything that is said under this lower-case name, each with an ad that says it."""
        said: dict[RawValue, Ad] = {}
        for ads in self._groups.values():
            first = ads[0]
            place = first.shape.where.get(name)
            if first.is_changed(name):
                said.update({ad.raw_value(name): ad for ad in ads})
            elif isinstance(place, int):
                said.update({ad.texts[place]: ad for ad in ads})
            else:
                said[first.raw_value(name)] = first
        return said

    def representatives(self, tells: Callable[[str], bool]) -> list[Ad]:
        """Enough of the ads to see everything that is said in attributes with texts that `tells` is true of.

        Of ads that agree in shape and in these attributes there is one.
        """
        answers: dict[str, bool] = {}

        def telling(text: str) -> bool:
            answer = answers.get(text)
            if answer is None:
                answer = answers[text] = tells(text)
            return answer

        chosen: list[Ad] = []
        for outline, ads in self._groups.items():
            if not isinstance(outline, Shape):
                chosen += ads
                continue
            columns = zip(*[ad.texts for ad in ads], strict=True)
            places = [place for place, column in enumerate(columns) if any(map(telling, set(column)))]
            if places:
                own = itemgetter(*places)
                chosen += {own(ad.texts): ad for ad in ads}.values()
            else:
                chosen.append(ads[0])
        return chosen
