"""Text set in roff with the man macros: escaped, and with fonts where the text asks for them.

Prose marks what is typed as it stands with backquotes, and what is put in its place with asterisks. Options, names of
pages such as userprio(1), and placeholders that the caller names need no marks.
"""

import re
from collections.abc import Iterable
from typing import Final

# What troff would take for its own, and what a typesetter would turn into a nicer character that no shell understands.
_EXACT: Final = str.maketrans(
    {"\\": r"\e", "-": r"\-", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti", '"': r"\(dq"}
)
_PROSE: Final = str.maketrans({"\\": r"\e", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti"})

_MARKED: Final = re.compile(
    r"""
      `(?P<typed>[^`]+)`
    | (?<!\w)\*(?P<placeholder>[^*\s][^*]*)\*
    | (?P<page>\b[a-z][\w-]*)(?P<section>\([1-8]\))
    | (?<![\w-])(?P<option>--?[a-z][\w-]*)
    | (?P<word>\b[A-Z][A-Z_]*\b)
    """,
    re.VERBOSE,
)
_SENTENCE: Final = re.compile(r"(?<=[.?!:;]) (?=[A-Z`*-])")


def exact(text: str) -> str:
    """Text that is typed or printed just so: `-` is a minus and quotes are straight."""
    return _latin(text.translate(_EXACT))


def bold(text: str) -> str:
    """Exact text in the font of what is typed as it stands."""
    return rf"\fB{exact(text)}\fR"


def italic(text: str) -> str:
    """Exact text in the font of what something else is put in place of."""
    return rf"\fI{exact(text)}\fR"


def title(page: str, section: int, source: str, manual: str) -> str:
    """The beginning of a page, on which names of options and files are never divided.

    It bears no date, so that a page changes only when what it says changes.
    """
    return f'.TH {exact(page.upper())} {section} "" "{exact(source)}" "{exact(manual)}"\n.nh\n.ad l\n'


def heading(text: str) -> str:
    """The heading of a section."""
    return f".SH {exact(text)}\n"


def subheading(text: str) -> str:
    """The heading of a part of a section."""
    return f'.SS "{exact(text)}"\n'


def paragraph(text: str, placeholders: Iterable[str] = ()) -> str:
    """A paragraph of prose."""
    return f".PP\n{_filled(text, placeholders)}"


def tagged(tag: str, text: str, placeholders: Iterable[str] = ()) -> str:
    """A term, set in roff already, and the prose that explains it."""
    return f".TP\n{_line(tag)}\n{_filled(text, placeholders)}"


def example(lines: Iterable[str]) -> str:
    """Lines as they stand."""
    body = "".join(f"{_line(exact(line))}\n" for line in lines)
    return f".PP\n.RS 4\n.nf\n{body}.fi\n.RE\n"


def marked(text: str, placeholders: Iterable[str] = ()) -> str:
    """Running text in one line, its marks turned into fonts."""
    names = frozenset(placeholders)
    parts: list[str] = []
    end = 0
    for found in _MARKED.finditer(text):
        parts.append(_plain(text[end : found.start()]))
        parts.append(_in_font(found, names))
        end = found.end()
    return "".join(parts) + _plain(text[end:])


def _in_font(found: re.Match[str], placeholders: frozenset[str]) -> str:
    if found["page"] is not None:
        return bold(found["page"]) + found["section"]
    if found["word"] is not None:
        return italic(found["word"]) if found["word"] in placeholders else _plain(found["word"])
    typed = found["typed"] or found["option"]
    return italic(found["placeholder"]) if typed is None else bold(typed)


def _filled(text: str, placeholders: Iterable[str]) -> str:
    """Each sentence on lines of its own, so that troff sees where sentences end and a change shows where it is."""
    return "".join(f"{_line(marked(sentence, placeholders))}\n" for sentence in _SENTENCE.split(" ".join(text.split())))


def _line(text: str) -> str:
    """A line that troff does not take for a request."""
    return rf"\&{text}" if text.startswith((".", "'")) else text


def _plain(text: str) -> str:
    return _latin(text.translate(_PROSE))


def _latin(text: str) -> str:
    """Characters beyond ASCII by their number: troff's reader takes bytes."""
    return "".join(char if char.isascii() else rf"\[u{ord(char):04X}]" for char in text)
