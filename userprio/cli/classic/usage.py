"""The text that is printed, on stderr and with status 1, where condor_userprio prints its own."""

import textwrap
from collections.abc import Iterator
from typing import Final

from userprio.cli.classic.options import OPTIONS, Option, Section

_HEAD: Final = """\
Usage: userprio [OPTIONS] [CHANGE | LISTING-OPTIONS [USERS]]

What condor_userprio takes, on a ledger. USERS are whole names, or what stands before the @;
each option may be shortened as far as that tool lets it.
"""
_FOOT: Final = """\

OPTIONS say where the ledger is: --ledger, --config, --snapshot, --now, --format; see userprio --help.
"""
_COLUMN: Final = 34
_WIDTH: Final = 96


def usage_text() -> str:
    """All options by what they are about."""
    parts = [_HEAD]
    for section in Section:
        lines = [line for option in OPTIONS if option.section is section for line in _lines(option)]
        parts.append("\n".join((f"\n{section}:", *lines, "")))
    return "".join((*parts, _FOOT))


def _lines(option: Option) -> Iterator[str]:
    words = [f"-{option.name}{'[:FLAGS]' if option.flags else ''}", *option.arguments]
    term = "  " + " ".join(words) + ("..." if option.many else "")
    about = textwrap.wrap(option.about, _WIDTH - _COLUMN)
    if len(term) >= _COLUMN - 1:
        yield term
    else:
        yield f"{term:{_COLUMN}}{about.pop(0)}"
    yield from (" " * _COLUMN + line for line in about)
