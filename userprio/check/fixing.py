"""Findings that can be put right by machine: the text of a file with a few words of its statements replaced."""

from collections.abc import Iterable

from userprio.check.situation import Finding
from userprio.check.statements import statement_start


def fixed(text: str, findings: Iterable[Finding]) -> tuple[str, tuple[Finding, ...]]:
    """The text of a file with what findings in it say replaced, and the findings that this puts right.

    A replacement is made once, in the statement of the finding, and only where its words stand there as they are.
    """
    lines = text.split("\n")
    done = []
    for found in findings:
        if found.fix is None or found.line is None or not 0 < found.line <= len(lines):
            continue
        last = found.line - 1
        for at in range(statement_start(lines, last), last + 1):
            place = _place(lines[at], found.fix.old)
            if place is not None:
                lines[at] = lines[at][:place] + found.fix.new + lines[at][place + len(found.fix.old) :]
                done.append(found)
                break
    return "\n".join(lines), tuple(done)


def _place(line: str, words: str) -> int | None:
    """Where words stand in a line, not as a part of longer ones."""
    at = line.find(words)
    while at >= 0:
        before, after = line[:at][-1:], line[at + len(words) :][:1]
        if not (_joins(before, words[0]) or _joins(after, words[-1])):
            return at
        at = line.find(words, at + 1)
    return None


def _joins(neighbour: str, end: str) -> bool:
    return _in_a_name(neighbour) and _in_a_name(end)


def _in_a_name(character: str) -> bool:
    return character.isalnum() or character in ("_", ".") if character else False
