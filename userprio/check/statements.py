"""Which lines of a file of configuration a statement takes: continued ones, and the text of a here document."""

import re
from collections.abc import Sequence
from typing import Final

_DOCUMENT: Final = re.compile(r"\s*[\w./]+\s*@=\s*(\S+)\s*$")


def statement_end(lines: Sequence[str], first: int) -> int:
    """The index of the last line of the statement that begins at an index; both count from 0."""
    at = first
    while at < len(lines) - 1 and lines[at].rstrip().endswith("\\"):
        at += 1
    document = _DOCUMENT.match(lines[at]) if at < len(lines) else None
    if document is not None:
        end = f"@{document[1]}"
        return next((i for i in range(at + 1, len(lines)) if lines[i].strip() == end), at)
    return at


def statement_start(lines: Sequence[str], last: int) -> int:
    """The index of the first line of the statement that ends at an index."""
    if lines[last].strip().startswith("@"):
        for at in range(last - 1, -1, -1):
            document = _DOCUMENT.match(lines[at])
            if document is not None and f"@{document[1]}" == lines[last].strip():
                return at
    at = last
    while at > 0 and lines[at - 1].rstrip().endswith("\\"):
        at -= 1
    return at
