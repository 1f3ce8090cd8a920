"""Writing ads in long form."""

from collections.abc import Iterable, Iterator
from typing import Final

from userprio.classad.ad import Ad
from userprio.classad.ast import Expr
from userprio.classad.files.long import HISTORY_SEPARATOR, split_line
from userprio.classad.parser import ClassAdSyntaxError, parse_prefix
from userprio.classad.printing import unparse
from userprio.errors import BadInput

_LINE_BREAKS: Final = frozenset("\n\r")
_NO_NAMES: Final = ("#", HISTORY_SEPARATOR)
_HINT: Final = "Long form has no way to write it"


def write_long(ads: Iterable[Ad]) -> Iterator[str]:
    """The text of each ad, ended by a blank line, attributes sorted without regard to case as HTCondor's tools do.

    An attribute that was read from a long file is written with the text it had there. To a file it belongs as UTF-8
    with `surrogateescape`. Raises `BadInput` for what would not be read back as the same: a line break in a string, a
    name with `=` in it, a string that ends in a backslash within an expression.
    """
    for ad in ads:
        lines = [_line(ad, name) for name in sorted(ad, key=str.lower)]
        yield "".join(lines) + "\n"


def _line(ad: Ad, name: str) -> str:
    expr = ad.expr(name)
    text = ad.source(name) or ("" if expr is None else unparse(expr))
    line = f"{name} = {text}"
    if not name or name.startswith(_NO_NAMES) or split_line(line)[0] != name or _LINE_BREAKS.intersection(name):
        raise BadInput(f"the attribute name {name!r} cannot be written", hint=_HINT)
    if _LINE_BREAKS.intersection(text) or ("\\" in text and expr != _read_back(text)):
        raise BadInput(f"the value of {name} cannot be written", hint=_HINT)
    return line + "\n"


def _read_back(text: str) -> Expr | None:
    try:
        return parse_prefix(text)
    except ClassAdSyntaxError:
        return None
