"""What `check` found, as JSON, CSV and lines of text."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from userprio.check import Finding, Level
from userprio.errors import placed
from userprio.report.data import Rows
from userprio.report.text import count, printable

CHECK: Final = "userprio.check/1"
_FIELDS: Final = {"happens": "message", "advice": "hint"}
"""Keys of JSON and CSV that are not called as the field of a finding."""
_KEYS: Final = ("level", "code", "file", "line", *_FIELDS)


def _record(finding: Finding) -> dict[str, str | int | None]:
    fields = asdict(finding)
    return {key: fields[_FIELDS.get(key, key)] for key in _KEYS}


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found, in order."""

    found: Sequence[Finding]
    at: int
    """The time that it is for, seconds since the epoch."""


def findings_document(findings: Findings) -> dict[str, Any]:
    """Schema `userprio.check/1`: the findings in order, and how many there are of each level."""
    levels = Counter(finding.level for finding in findings.found)
    return {
        "schema": CHECK,
        "at": findings.at,
        "summary": {f"{level}s": levels[level] for level in Level},
        "findings": [_record(finding) for finding in findings.found],
    }


def findings_rows(findings: Findings) -> Rows:
    """A line for each finding, in order."""
    return _KEYS, (_record(finding) for finding in findings.found)


def findings_text(findings: Findings) -> str:
    """Two lines for each finding, the first in the form that editors jump to a place by: `file:line: level: ...`."""
    lines = []
    for finding in findings.found:
        place = "" if finding.file is None else f"{finding.file}:{'' if finding.line is None else f'{finding.line}:'} "
        lines.append(f"{place}{finding.level}: {finding.message}. [{finding.code}]")
        lines.append(f"    {finding.hint}.")
    return "".join(f"{printable(line)}\n" for line in (*lines, summary(findings.found)))


def summary(findings: Sequence[Finding]) -> str:
    """How many findings of each level, in a few words."""
    levels = Counter(finding.level for finding in findings)
    parts = [count(levels[level], str(level)) for level in Level if levels[level]]
    return ", ".join(parts) if parts else "No problems found."


def place_text(finding: Finding) -> str:
    """Where it is, in words."""
    return placed("", finding.file, finding.line).removesuffix(": ") if finding.file is not None else ""
