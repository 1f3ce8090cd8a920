"""Submitters whose names look the same, or nearly so, though HTCondor compares them byte by byte.

What is taken for the same look: compatible forms of a character, such as full-width letters; composed and decomposed
accents; characters that show nothing; and letters of the Cyrillic and Greek alphabets that are drawn like Latin ones.
"""

from collections import defaultdict
from functools import partial
from typing import Final
from unicodedata import category, normalize

from userprio.analysis.check.findings import Findings, Situation, few, warning
from userprio.base import counted
from userprio.classad import Evaluator, text_of
from userprio.ledger import CUSTOMER_PREFIX

_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\ufe0f\ufe0e")
"""Characters without a look that are letters, marks or symbols by their category."""
_UNSEEN: Final = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
_ALIKE: Final = str.maketrans(
    # Capital and small letters apart, since some look alike in one of the two only.
    "АВЕЅІЈКМНОРСТУХԚԜӀ" + "аеѕіјорсухԁһԛԝӏ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "αγηικνορυχω" + "ıɑɡ" + "‐‒–—−",
    "ABESIJKMHOPCTYXQWI" + "aesijopcyxdhqwl" + "ABEZHIKMNOPTYX" + "aynikvopuxw" + "iag" + "-----",
)


def check_lookalikes(situation: Situation) -> Findings:
    """Names that differ in more than case and yet look the same, active or not."""
    evaluator = Evaluator(situation.now)
    placed = {
        name: partial(situation.record_place, CUSTOMER_PREFIX + name, None)
        for name in situation.scenario.ledger.customers
        if "@" in name
    }
    for ad in situation.scenario.pool.submitters:
        name = text_of(evaluator, ad, "Name")
        if name is not None:
            placed.setdefault(name, partial(situation.submitter_place, name))
    # Nearly all names are plain, and plain ones can differ only in case, which is another finding.
    odd = [name for name in placed if not _is_plain(name)]
    if not odd:
        return
    alike: defaultdict[str, list[str]] = defaultdict(list)
    looks = {_look(name) for name in odd}
    for name in placed:
        look = name.casefold() if _is_plain(name) else _look(name)
        if look in looks:
            alike[look].append(name)
    for names in alike.values():
        if len({name.casefold() for name in names}) < 2:
            continue
        # A plain name before those that look like it; these with escapes, or nobody would see the difference.
        odd_names, plain = [name for name in names if not _is_plain(name)], list(filter(_is_plain, names))
        written = few([ascii(name)[1:-1] for name in (*plain[:1], *odd_names, *plain[1:])])
        what = f"{written} look the same, and are {counted(len(names), 'submitter')} to HTCondor"
        last = odd_names[-1]
        hint = "Each has a priority of its own: see which is meant, and delete the records of the others"
        yield warning("lookalike-names", placed[last](), what, hint)


def _is_plain(name: str) -> bool:
    return name.isascii() and name.isprintable() and " " not in name


def _look(name: str) -> str:
    """The same text for names that look the same."""
    seen = "".join(char for char in normalize("NFKC", name) if category(char) not in _UNSEEN and char not in _BLANK)
    return normalize("NFKC", seen.translate(_ALIKE).casefold())
