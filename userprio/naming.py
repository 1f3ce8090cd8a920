"""Who is meant by a name as people type it: whole, without its domain, only its end, or mistyped.

Whatever only reads takes any of these through `one_meant`; edits want whole names. What a mistyped name of anything, a
knob or a code, may have been meant for is told by `likeliest`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from userprio.errors import UserprioError
from userprio.formats import listed

_MOST_GUESSES: Final = 3
_MOST_CANDIDATES: Final = 6
_CLOSE_ENOUGH: Final = 0.75

_MOST_COMPARED: Final = 2000
"""Names compared letter by letter; a ledger may hold a hundred thousand."""

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789._-+@"
_ALIKE: Final = 0.8
"""Share of letters that two names have in common, in order, from which on one is taken for the other."""
_SHORTEST: Final = 4
"""Names with fewer letters are alike by chance."""


@dataclass
class NothingFound(UserprioError):
    """There is nobody and nothing of that name, or more than one; `hint` says what may have been meant."""

    message: str
    hint: str | None = None

    def __str__(self) -> str:
        return f"{self.message}. {self.hint}" if self.hint else self.message


def one_meant(typed: str, known: Iterable[str], what: str = "submitter") -> str:
    """The name among `known` that `typed` stands for: see `meant`.

    Raises:
        NothingFound: nobody, or more than one, is called so; with the candidates, or with similar names.
    """
    names = list(known)
    found = meant(typed, names)
    if not found:
        raise NothingFound(f"there is no {what} {typed}", guess(nearest(typed, names)))
    return the_only(typed, found)


def the_only(typed: str, found: list[str]) -> str:
    """The one candidate.

    Raises:
        NothingFound: there are several.
    """
    if len(found) > 1:
        raise NothingFound(f"{typed} may be {listed(found, _MOST_CANDIDATES, 'or')}", "Give the whole name")
    return found[0]


def meant(typed: str, known: Iterable[str]) -> list[str]:
    """Everybody whom `typed` may stand for, in the order of `known`, those alone to whom it fits best.

    That is, best first: the whole name; all before its `@`; its end from a dot on, such as `higgs` or
    `higgs@example.org` of `group_physics.higgs@example.org`; of a group its end from an underscore on, such as
    `physics` of `group_physics`.
    """
    names = list(dict.fromkeys(known))
    if typed in names:
        return [typed]
    if not typed.strip("."):
        return []
    before_domain = [name for name in names if typed in (name.rpartition("@")[0], name.partition("@")[0])]
    if before_domain:
        return before_domain
    ends = [name for name in names if _ends(name, f".{typed}")]
    return ends or [name for name in names if "@" not in name and name.endswith(f"_{typed}")]


def _ends(name: str, tail: str) -> bool:
    """Whether the name, or what stands before its domain, has this end, in which the user's own name is."""
    path, at, domain = name.rpartition("@")
    if not at:
        return name.endswith(tail)
    return path.endswith(tail) or (name.endswith(tail) and len(tail) > len(domain) + 1)


def nearest(typed: str, known: Iterable[str]) -> list[str]:
    """Names that differ in case, that are somebody's last part, or that are close; three at most."""
    names = list(known)
    wanted = typed.lower()
    same = [name for name in names if wanted in (name.lower(), _user(name).lower(), name.rpartition("@")[0].lower())]
    if same:
        return same[:_MOST_GUESSES]
    from difflib import get_close_matches

    # Without domains, in which all would be alike.
    forms = {form: name for name in names for form in (_user(name).lower(), name.rpartition("@")[0].lower() or name)}
    asked = wanted.rpartition("@")[0] or wanted
    close = get_close_matches(asked, forms, n=_MOST_GUESSES) or get_close_matches(
        asked.rpartition(".")[2], forms, n=_MOST_GUESSES
    )
    return list(dict.fromkeys(forms[form] for form in close))


def _user(name: str) -> str:
    """The user's own part of a submitter name, without group and domain."""
    return name.rpartition("@")[0].rpartition(".")[2] if "@" in name else name.rpartition(".")[2]


def guess(names: list[str]) -> str | None:
    """A question for a hint; None without names."""
    return f"Did you mean {listed(names, joined_by='or')}?" if names else None


def near_misses(name: str, known: Iterable[str]) -> list[str]:
    """The submitters among `known` that may have been meant, three at most, the likeliest first.

    They are the same but for case, or without domain or group, or one typing error away, or merely similar.
    """
    from difflib import get_close_matches

    by_folded: dict[str, str] = {}
    namesakes: list[str] = []
    wanted = name.casefold()
    user = _own(wanted)
    for other in known:
        if "@" in other:
            folded = other.casefold()
            by_folded[folded] = other
            if user and _own(folded) == user:
                namesakes.append(other)
    if wanted in by_folded:
        return [by_folded[wanted]]
    if namesakes:
        return (get_close_matches(name, namesakes, _MOST_GUESSES, 0.0) if "@" in name else namesakes)[:_MOST_GUESSES]
    slips = [by_folded[slip] for slip in dict.fromkeys(_slips(wanted)) if slip in by_folded]
    if slips:
        return slips[:_MOST_GUESSES]
    alike = [folded for folded in by_folded if folded[:1] == wanted[:1]][:_MOST_COMPARED]
    return [by_folded[folded] for folded in get_close_matches(wanted, alike, _MOST_GUESSES, _CLOSE_ENOUGH)]


def _own(name: str) -> str:
    """The user without group and domain."""
    return name.partition("@")[0].rpartition(".")[2]


def _slips(name: str) -> Iterator[str]:
    """Every text that is one letter more, less or other than `name`, or has two neighbours swapped."""
    for at in range(len(name) + 1):
        head, tail = name[:at], name[at:]
        yield head + tail[1:]
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
        for letter in _LETTERS:
            yield head + letter + tail
            yield head + letter + tail[1:]


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
    from difflib import SequenceMatcher

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
