"""Text set in roff with the man macros: escaped, and with fonts where the text asks for them.

Prose marks what is typed as it stands with backquotes, and what is put in its place with asterisks. Options, names of
pages such as userprio(1), and placeholders that the caller names need no marks.
"""

import re
from collections.abc import Iterable
from typing import Final

from userprio.cli.topics import label_of

_WIDTH: Final = 78
"""Of lines, not counting what keeps one from being a request."""

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


def title(page: str, section: int, date: str, source: str, manual: str) -> str:
    """The beginning of a page, on which names of options and files are never divided."""
    return f'.TH {exact(page.upper())} {section} "{date}" "{exact(source)}" "{exact(manual)}"\n.nh\n.ad l\n'


def joined(parts: Iterable[str]) -> str:
    """The parts of a page; the paragraph behind a heading begins by itself."""
    return re.sub(r"^(\.S[HS] .*\n)\.PP\n", r"\1", "".join(parts), flags=re.MULTILINE)


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
    return f".TP\n{_kept(tag)}\n{_filled(text, placeholders)}"


def item(text: str) -> str:
    """An item of a list, in prose."""
    label = label_of(text)
    return f".IP {label} 3\n{_filled(text[len(label) :], ())}" if label else f".IP \\(bu 2\n{_filled(text, ())}"


def example(lines: Iterable[str]) -> str:
    """Lines as they stand."""
    body = "".join(f"{_kept(exact(text))}\n" for text in lines)
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
    return "".join(f"{line(marked(sentence, placeholders))}\n" for sentence in _SENTENCE.split(" ".join(text.split())))


def line(text: str) -> str:
    """A line of running text, in as many as are needed; none is taken for a request."""
    return "\n".join(map(_unrequested, _wrapped(text, _WIDTH)))


def _kept(text: str) -> str:
    """A line that stays one on the page, in as many as are needed."""
    return " \\c\n".join(map(_unrequested, _wrapped(text, _WIDTH - 3)))


def _wrapped(text: str, width: int) -> list[str]:
    """The text divided at single blanks, where it is too long."""
    found = [""]
    for word in re.split(r"(?<=\S) (?=\S)", text):
        if found[-1] and len(found[-1]) + 1 + len(word) > width:
            found.append(word)
        else:
            found[-1] = f"{found[-1]} {word}" if found[-1] else word
    return found


def _unrequested(text: str) -> str:
    """A line that troff does not take for a request."""
    return rf"\&{text}" if text.startswith((".", "'")) else text


def _plain(text: str) -> str:
    return _latin(text.translate(_PROSE))


def _latin(text: str) -> str:
    """Characters beyond ASCII by their number: troff's reader takes bytes."""
    return "".join(char if char.isascii() else rf"\[u{ord(char):04X}]" for char in text)
