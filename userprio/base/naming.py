"""Which name is meant by what people type: the full name, one without its domain, only its end, or a mistyped one.

Commands that only read accept any of these through `one_meant`; edits need full names. `likeliest` finds what any
mistyped name, of a knob or a code, was probably meant to be.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from userprio.base.errors import UserprioError
from userprio.base.formats import listed
from userprio.base.records import Fields

_MOST_GUESSES: Final = 3
_MOST_CANDIDATES: Final = 6
_CLOSE_ENOUGH: Final = 0.75

_MOST_COMPARED: Final = 2000  # Names compared letter by letter; a ledger may hold a hundred thousand

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789._-+@"
_ALIKE: Final = 0.8  # The similarity ratio from which on one name is taken for another
_SHORTEST: Final = 4  # Names with fewer letters are too often similar by chance


class NothingFound(Fields, UserprioError):
    """A name that matches nothing, or more than one thing; `hint` says what may have been meant."""

    message: str
    hint: str | None = None

    def __str__(self) -> str:
        return f"{self.message}. {self.hint}" if self.hint else self.message


def common_domain(names: Iterable[str]) -> str:
    """What all names of submitters end with, from the @ on; empty if they differ."""
    domains = {name[name.index("@") :] if "@" in name else "" for name in names}
    return domains.pop() if len(domains) == 1 else ""


def one_meant(typed: str, known: Iterable[str], what: str = "submitter") -> str:
    """The name among `known` that `typed` means, see `meant`.

    Raises:
        NothingFound: none or several match; with the candidates, or with similar names.
    """
    names = list(known)
    matches = meant(typed, names)
    if not matches:
        raise NothingFound(f"there is no {what} {typed}", guess(nearest(typed, names)))
    return the_only(typed, matches)


def the_only(typed: str, candidates: list[str]) -> str:
    """The one candidate.

    Raises:
        NothingFound: there are several.
    """
    if len(candidates) > 1:
        raise NothingFound(f"{typed} may be {listed(candidates, _MOST_CANDIDATES, 'or')}", "Give the full name")
    return candidates[0]


def meant(typed: str, known: Iterable[str]) -> list[str]:
    """The names that match `typed` best, in the order of `known`.

    From best to worst, a match is: the full name; everything before its `@`; its end after a dot, such as `higgs` or
    `higgs@example.org` for `group_physics.higgs@example.org`; for a group, its end after an underscore, such as
    `physics` for `group_physics`.
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
    """Whether the name, with or without its domain, has this end, which must include part of the user's name."""
    path, at, domain = name.rpartition("@")
    if not at:
        return name.endswith(tail)
    return path.endswith(tail) or (name.endswith(tail) and len(tail) > len(domain) + 1)


def nearest(typed: str, known: Iterable[str]) -> list[str]:
    """Names that are `typed` but for case, domain or group, or else similar ones; three at most."""
    names = list(known)
    wanted = typed.lower()
    same = [name for name in names if wanted in (name.lower(), _user(name).lower(), name.rpartition("@")[0].lower())]
    if same:
        return same[:_MOST_GUESSES]
    from difflib import get_close_matches

    # Without domains, which would make all names similar.
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
    """The hint `Did you mean ...?`; None if there are no names."""
    return f"Did you mean {listed(names, joined_by='or')}?" if names else None


def near_misses(name: str, known: Iterable[str]) -> list[str]:
    """The submitters among `known` that may have been meant, at most three, the likeliest first.

    They differ only in case, or else in domain or group, or by one typing error, or are merely similar.
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
    """Every text that differs from `name` by one letter added, removed or replaced, or by two neighbours swapped."""
    for at in range(len(name) + 1):
        head, tail = name[:at], name[at:]
        yield head + tail[1:]
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
        for letter in _LETTERS:
            yield head + letter + tail
            yield head + letter + tail[1:]


def one_slip(name: str, other: str) -> bool:
    """Whether the names differ by one letter added, removed or replaced, or by two neighbours swapped."""
    if name == other or abs(len(name) - len(other)) > 1:
        return False
    at = next((i for i, (a, b) in enumerate(zip(name, other, strict=False)) if a != b), min(len(name), len(other)))
    rest, other_rest = name[at:], other[at:]
    return (
        rest[1:] == other_rest[1:]
        or rest[1:] == other_rest
        or rest == other_rest[1:]
        or (rest[1::-1] == other_rest[:2] and rest[2:] == other_rest[2:])
    )


class OneSlip:
    """Finds names one typing error away among many, without comparing with each of them."""

    def __init__(self, known: Iterable[str]) -> None:
        # Names one typing error apart become equal when at most one letter is left out of each.
        self._with_rest: dict[str, list[tuple[int, str]]] = {}
        for place, name in enumerate(known):
            for rest in _rests(name):
                self._with_rest.setdefault(rest, []).append((place, name))

    def first(self, name: str) -> str | None:
        """The first known name that is one typing error away; None if there is none."""
        near = (pair for rest in _rests(name) for pair in self._with_rest.get(rest, ()) if one_slip(name, pair[1]))
        return min(near, default=(0, None))[1]


def _rests(name: str) -> set[str]:
    return {name, *(name[:at] + name[at + 1 :] for at in range(len(name)))}


def swapped(name: str, other: str) -> bool:
    """Whether the names differ by two neighbouring letters swapped."""
    return sorted(name) == sorted(other) and one_slip(name, other)


def likeliest(name: str, known: Iterable[str]) -> str | None:
    """The name in `known` that is most similar, ignoring case; None if none is similar enough."""
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
