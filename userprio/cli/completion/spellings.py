"""How names of submitters and groups may be shortened, as `userprio.base.naming.meant` accepts them.

`higgs` is enough for `group_physics.hep.higgs@example.org` if nobody else is called so: the word to offer is the
shortest that begins as what was typed and means one name.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from userprio.base.formats import listed
from userprio.cli.completion.words import Completions, beginning

_MOST_SHORTENED: Final = 5000
"""Of more names than that, which nobody looks through, all are offered in full."""
_MOST_IN_REMARK: Final = 3


class Spelling(NamedTuple):
    """A way to write a name. Of several names that a spelling may mean, it means those with the lowest rank."""

    rank: int
    text: str


_FULL, _WITHOUT_DOMAIN, _END, _END_OF_GROUP = range(4)


def spellings(name: str) -> Iterator[Spelling]:
    """The spellings of a name, those first that are better to offer: for submitters short ones, for groups the full."""
    path, at, domain = name.rpartition("@")
    if not at:
        yield Spelling(_FULL, name)
        yield from (Spelling(_END, end) for end in _ends(name, "."))
        yield from (Spelling(_END_OF_GROUP, end) for end in _ends(name, "_"))
        return
    ends = _ends(path, ".")
    yield from (Spelling(_END, end) for end in ends)
    yield Spelling(_WITHOUT_DOMAIN, path)
    yield from (Spelling(_END, f"{end}@{domain}") for end in ends)
    yield Spelling(_FULL, name)


def _ends(path: str, separator: str) -> list[str]:
    """What follows each separator, the shortest first."""
    parts = path.split(separator)
    return [end for at in range(len(parts) - 1, 0, -1) if (end := separator.join(parts[at:])).strip(".")]


def shortest(current: str, names: Sequence[str]) -> Completions:
    """For each name the best spelling that begins as what was typed and means no other; the full name describes it.

    If all names that are left have the same spelling, such as two users of different groups, they are offered in full.
    """
    if len(names) > _MOST_SHORTENED:
        return in_full(current, names)
    fitting = {name: [way for way in spellings(name) if way.text.startswith(current)] for name in names}
    meanings: dict[str, tuple[int, list[str]]] = {}
    for name, ways in fitting.items():
        for rank, text in ways:
            best, owners = meanings.setdefault(text, (rank, []))
            if rank < best:
                meanings[text] = rank, [name]
            elif rank == best and name not in owners:
                owners.append(name)
    words: dict[str, str] = {}
    shared: dict[str, list[str]] = {}
    for name, ways in fitting.items():
        word = next((way.text for way in ways if meanings[way.text][1] == [name]), None)
        if word is not None:
            words[word] = "" if word == name else name
        elif ways:
            shared.setdefault(ways[0].text, []).append(name)
    if not words and len(shared) == 1:
        (full,) = shared.values()
        return Completions(full, replacing=True)
    remarks = {text: listed(owners, _MOST_IN_REMARK, "or") for text, owners in shared.items()}
    return beginning(current, {**remarks, **words})


def in_full(current: str, names: Iterable[str]) -> Completions:
    """The full names that begin as what was typed; if none does, those that have a spelling that does."""
    known = list(names)
    if words := [name for name in known if name.startswith(current)]:
        return Completions(words)
    meant = [name for name in known if any(way.text.startswith(current) for way in spellings(name))]
    return Completions(meant, replacing=bool(meant))


def patterns(current: str, names: Sequence[str], groups: Iterable[str]) -> Completions:
    """The shortest spellings of submitters for `--user`, which stand for all whom they fit.

    Of a name, the group may be left out as a whole, and the domain.
    """
    longest_first = sorted((f"{group.lower()}." for group in groups), key=len, reverse=True)
    fitting: dict[str, list[str]] = {}
    for name in names:
        group = next((group for group in longest_first if name.lower().startswith(group)), "")
        own = name[len(group) :]
        ways = (own.rpartition("@")[0] or own, name.rpartition("@")[0] or name, own, name)
        if word := next((way for way in ways if way.startswith(current)), None):
            fitting.setdefault(word, []).append(name)
    remarks = {word: listed(owners, _MOST_IN_REMARK) for word, owners in fitting.items()}
    return beginning(current, {word: "" if remark == word else remark for word, remark in remarks.items()})
