"""How function macros write numbers and texts (C's printf, `validatePrintfFormat`), and parts of a path (`$F...()`)."""

import re
from dataclasses import dataclass
from typing import Final

_DIRECTIVE = re.compile(r"%([-+ #0]*)(\d*)(\.\d*)?(hh|h|ll|l|L|q|j|z|t)?([A-Za-z])")
_NUMBER_LENGTH: Final = 55
"""Room for a formatted number; what is longer is cut."""
_STRING_WIDTH: Final = 2**16
"""A width or precision beyond this is refused, as nothing but a mistake asks for it."""


def format_integer(form: str, value: int) -> str | None:
    """`value` in a format with one integer directive; None for any other format."""
    found = _only_directive(form, "diouxXc")
    if found is None:
        return None
    flags, width, precision, length, conversion = found
    bits = 64 if length in ("l", "ll", "q", "j", "z", "t") else 32
    value &= 2**bits - 1
    if conversion in "di":
        conversion = "d"
        value -= 2**bits if value >= 2 ** (bits - 1) else 0
    if conversion == "u":
        conversion = "d"
    if conversion == "c":
        value &= 0xFF
    return _filled(form, f"%{flags}{_capped(width)}{_capped(precision)}{conversion}", value)[:_NUMBER_LENGTH]


def format_real(form: str, value: float) -> str | None:
    """`value` in a format with one real directive; None for any other format. `.0` is added where no dot came out."""
    found = _only_directive(form, "fFeEgG")
    if found is None:
        return None
    flags, width, precision, _, conversion = found
    text = _filled(form, f"%{flags}{_capped(width)}{_capped(precision)}{conversion}", value)[:_NUMBER_LENGTH]
    return text if "." in text else f"{text}.0"


def format_string(form: str, value: str) -> str | None:
    """`value` in a format with one string directive; None for any other format."""
    found = _only_directive(form, "s")
    if found is None:
        return None
    flags, width, precision, _, _ = found
    if any(len(number) > 9 or int(number or 0) > _STRING_WIDTH for number in (width, precision.lstrip("."))):
        return None
    return _filled(form, f"%{flags}{width}{precision}s", value)


def _only_directive(form: str, conversions: str) -> tuple[str, str, str, str, str] | None:
    """The parts of the only directive of a format, if it is one of `conversions`."""
    bare = form.replace("%%", "")
    found = _DIRECTIVE.search(bare)
    if found is None or found[5] not in conversions or bare.count("%") != 1:
        return None
    return found[1], found[2], found[3] or "", found[4] or "", found[5]


def _capped(number: str) -> str:
    """A width or precision, no larger than what is shown of it."""
    dot = "." if number.startswith(".") else ""
    digits = number.lstrip(".")
    if len(digits.lstrip("0")) > 2 or int(digits or 0) > _NUMBER_LENGTH + 1:
        digits = str(_NUMBER_LENGTH + 1)
    return dot + digits


def _filled(form: str, directive: str, value: int | float | str) -> str:
    """The format with the value in the place of its directive."""
    before, _, after = form.replace("%%", "\0").partition("%")
    found = _DIRECTIVE.match(f"%{after}")
    rest = after[found.end() - 1 :] if found else after
    return (before + directive % value + rest).replace("\0", "%")


@dataclass(frozen=True, slots=True)
class PathParts:
    """Which parts of a path to keep, and how to write them. Nothing kept means all of it."""

    directory: bool = False
    parents: int = 0
    """How many of the last directories."""
    stem: bool = False
    extension: bool = False
    bare: bool = False
    """Without the slash after a directory or the dot before an extension."""
    quote: str = ""
    separator: str = ""
    """The slash to write all slashes as; empty: as they are."""
    suffix: str | None = None
    """An ending, in any case, that counts as the extension and is left out."""

    @classmethod
    def of(cls, letters: str) -> "PathParts":
        """The parts that the letters after `$F` ask for."""
        lower = letters.lower()
        slashes = [letter for letter in lower if letter in "uw"]
        return cls(
            directory="p" in lower,
            parents=lower.count("d"),
            stem="n" in lower,
            extension="x" in lower,
            bare="b" in lower,
            quote=("'" if "a" in lower else '"') if "q" in lower else "",
            separator={"w": "\\", "u": "/"}[slashes[-1]] if slashes else "",
        )


def path_parts(text: str, want: PathParts) -> str:
    """The wanted parts of a path, quoted anew if at all.

    The file name stands after the last `/`; directories are counted by both kinds of slash, as HTCondor does. Of an
    empty part in quotes HTCondor leaves one quote only, by mistake; here it has both.
    """
    path = _unquoted(text, want.quote)
    if want.separator:
        path = path.replace("\\/".replace(want.separator, ""), want.separator)
    name = path.rfind("/") + 1
    dot = path.rfind(".", name + 1)
    extension = len(path) if dot < 0 else dot
    keeps_extension = want.extension
    if want.suffix is not None and path[name:].lower().endswith(want.suffix.lower()):
        extension = len(path) - len(want.suffix)
        keeps_extension = False
    kept = _kept(path, want, name, extension, keeps_extension)
    return f"{want.quote}{kept}{want.quote}"


def _kept(path: str, want: PathParts, name: int, extension: int, keeps_extension: bool) -> str:
    """The part of `path` that is kept, given where its file name and its extension begin."""
    file = want.stem or keeps_extension
    directory = want.directory and (name > 0 or not file)
    parents = want.parents if name > 0 or not file else 0
    end = extension if want.stem and not keeps_extension else len(path)
    if not (file or directory or parents):
        return path
    if not file:
        end = max(name - 1, 0) if want.bare else name
    if parents:
        slashes = [i for i, c in enumerate(path) if c in "/\\"]
        start = slashes[-parents - 1] + 1 if parents < len(slashes) else 0
        return path[start:end] if name > 0 else ""
    if directory:
        return path[:end]
    if want.stem:
        return path[name:end]
    return path[extension + 1 if want.bare else extension :]


def _unquoted(text: str, quote: str) -> str:
    """A path without the quotes around it, twice if they are there twice."""
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1]
    if text and (text[0] == '"' or text[0] == quote):
        return text[1:].removesuffix(text[0])
    return text
