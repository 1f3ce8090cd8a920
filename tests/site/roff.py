"""Markdown from the manual pages, of which it knows what `tests.generate.roff` writes."""

import re
from collections.abc import Iterator
from html import escape
from typing import Final

from tests.site.links import linked

_ESCAPES: Final = {
    r"\e": "\\",
    r"\-": "-",
    r"\(aq": "'",
    r"\(ga": "`",
    r"\(ha": "^",
    r"\(ti": "~",
    r"\(dq": '"',
    r"\&": "",
}
_ESCAPED: Final = re.compile("|".join([*map(re.escape, _ESCAPES), r"\\\[u([0-9A-F]+)\]"]))
_FONT: Final = re.compile(r"\\f([BI])(.*?)\\fR(\([1-8]\))?")
_NAME: Final = re.compile(r"^\.SH NAME\n(?:[^.].*\n)*", re.MULTILINE)
_OPEN_FONT: Final = re.compile(r"(\\f[BI](?:(?!\\fR)[^\n])*)\n")
"""A change of font that lasts beyond its line."""
_SPECIAL: Final = re.compile(r"([\\`*_\[\]#{}])")


def markdown(page: str) -> str:
    """A manual page as Markdown, without its title and its section NAME."""
    lines = iter(_OPEN_FONT.sub(r"\1 ", _NAME.sub("", page)).splitlines())
    return "\n".join(_blocks(lines)) + "\n"


def _blocks(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        request, _, rest = line.partition(" ")
        match request:
            case ".TH" | ".nh" | ".ad" | ".fi" | ".RE":
                pass
            case ".SH":
                yield f"\n## {_plain(rest).capitalize()}\n"
            case ".SS":
                title = _plain(rest.strip('"'))
                yield f"\n### {_escaped(title)}\n"
            case ".PP":
                yield ""
            case ".TP":
                yield f"\n{_inline(_whole_line(lines))}\n"
                yield f":   {_inline(next(lines))}"
            case ".IP":
                label = "" if rest.startswith(r"\(bu") else rest.partition(" ")[0] + " "
                yield f"\n-   {label}{_inline(next(lines))}"
            case ".RS":
                next(lines)
                yield from _verbatim(lines)
            case _:
                yield f"    {_inline(line)}" if line.startswith(" ") else _inline(line)


def _whole_line(lines: Iterator[str]) -> str:
    """A line that was divided where it is long."""
    line = next(lines)
    while line.endswith(r"\c"):
        line = line.removesuffix(r"\c") + next(lines)
    return line


def _verbatim(lines: Iterator[str]) -> Iterator[str]:
    yield "\n```text"
    line = _whole_line(lines)
    while line != ".fi":
        yield _plain(line)
        line = _whole_line(lines)
    yield "```\n"


def _inline(text: str) -> str:
    """Text with fonts: what is typed as code, placeholders in italics, names of pages as links."""
    parts, end = [], 0
    for found in _FONT.finditer(text):
        parts.append(_escaped(_plain(text[end : found.start()])))
        font, inner, section = found.groups()
        plain = _plain(inner)
        if section:
            parts.append(linked(f"{plain}{section}"))
        else:
            parts.append(f"*{_escaped(plain)}*" if font == "I" else code(plain))
        end = found.end()
    return "".join(parts) + _escaped(_plain(text[end:]))


def code(text: str) -> str:
    """Text in the font of code."""
    mark = "``" if "`" in text else "`"
    return f"{mark} {text} {mark}" if "`" in text else f"{mark}{text}{mark}"


def _plain(text: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)) if found[1] else _ESCAPES[found[0]], text)


def _escaped(text: str) -> str:
    return escape(_SPECIAL.sub(r"\\\1", text), quote=False).replace("|", "&#124;")
