"""Names of submitters: what may be one, and what a mistyped one may have meant."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Final

_MOST_HINTS: Final = 3
_CLOSE_ENOUGH: Final = 0.75
_MOST_COMPARED: Final = 2000
"""Names compared letter by letter; a ledger may hold a hundred thousand."""
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789._-+@"


def fault_in(name: str) -> str | None:
    """Why `name` cannot be a submitter's, None if it can (`IsValidSubmitterName`, and what the log's text allows).

    Names are written into the log as they are: white space would cut the ledger short at the next reading, a quote
    would turn the name in the records of its slots into UNDEFINED.
    """
    if not name:
        return "it is empty"
    if any(char.isspace() for char in name):
        return "it holds white space"
    if '"' in name:
        return "it holds a quote"
    if not name.isprintable():
        return "it holds a character that cannot be printed"
    user, at, domain = name.rpartition("@")
    if not at:
        return "it has no @; submitters are named in full, such as alice@pool.test"
    if not user or not domain:
        return "the @ stands at its end" if user else "the @ stands at its beginning"
    return None


def near_misses(name: str, known: Iterable[str]) -> list[str]:
    """The submitters among `known` that may have been meant, three at most, the likeliest first.

    They are the same but for case, or without domain or group, or one slip of the fingers away, or merely alike.
    """
    by_folded: dict[str, str] = {}
    namesakes: list[str] = []
    wanted = name.casefold()
    user = _user(wanted)
    for other in known:
        if "@" in other:
            folded = other.casefold()
            by_folded[folded] = other
            if user and _user(folded) == user:
                namesakes.append(other)
    if wanted in by_folded:
        return [by_folded[wanted]]
    if namesakes:
        return (get_close_matches(name, namesakes, _MOST_HINTS, 0.0) if "@" in name else namesakes)[:_MOST_HINTS]
    slips = [by_folded[slip] for slip in dict.fromkeys(_slips(wanted)) if slip in by_folded]
    if slips:
        return slips[:_MOST_HINTS]
    alike = [folded for folded in by_folded if folded[:1] == wanted[:1]][:_MOST_COMPARED]
    return [by_folded[folded] for folded in get_close_matches(wanted, alike, _MOST_HINTS, _CLOSE_ENOUGH)]


def _user(name: str) -> str:
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
