"""Findings that a configuration itself asks to leave out: `# userprio: ignore[code, ...]` above a statement.

The comment stands on a line of its own, since HTCondor takes a # further right for part of the value, and is about the
next statement, however many lines that has. `# userprio: ignore-file[code, ...]` is about the whole file.
"""

import re
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

from userprio.check.situation import Finding
from userprio.check.statements import statement_end
from userprio.limits import CONFIG_FILE, read_file

_MARK: Final = re.compile(r"#\s*userprio:\s*ignore(-file)?\[([\w\-*,\s]+)\]", re.I)


def without_ignored(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings but for those that the files they are in ask to leave out."""
    marks = {file: list(_marks(file)) for file in {each.file for each in findings} if file is not None}
    return tuple(each for each in findings if each.file is None or not _is_ignored(each, marks[each.file]))


def _is_ignored(found: Finding, marks: list[tuple[int, int, list[str]]]) -> bool:
    line = found.line or 0
    return any(
        first <= line <= last and any(fnmatchcase(found.code, pattern) for pattern in patterns)
        for first, last, patterns in marks
    )


def _marks(file: str) -> Iterator[tuple[int, int, list[str]]]:
    """The first and the last line that each comment in a file is about, and the codes that it names."""
    try:
        lines = read_file(Path(file), CONFIG_FILE).decode(errors="replace").split("\n")
    except (OSError, ValueError):
        return
    for number, line in enumerate(lines, 1):
        found = _MARK.match(line.strip())
        if found is None:
            continue
        patterns = [each.strip().lower() for each in found[2].split(",")]
        if found[1]:
            yield 0, len(lines), patterns
            continue
        first = number
        while first < len(lines) and (not lines[first].strip() or lines[first].strip().startswith("#")):
            first += 1
        yield first + 1, statement_end(lines, first) + 1, patterns
