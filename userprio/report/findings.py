"""What `check` found, as JSON, CSV and lines of text."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Final

from userprio.check import Finding, Level
from userprio.errors import placed
from userprio.report.csv_form import csv_table
from userprio.report.humanize import count
from userprio.report.json_form import dump
from userprio.report.text import printable

CHECK: Final = "userprio.check/1"
_FIELDS: Final = {"happens": "message", "advice": "hint"}
"""Keys of JSON and CSV that are not called as the field of a finding."""
_KEYS: Final = ("level", "code", "file", "line", *_FIELDS)


def _record(finding: Finding) -> dict[str, str | int | None]:
    fields = asdict(finding)
    return {key: fields[_FIELDS.get(key, key)] for key in _KEYS}


def findings_json(findings: Sequence[Finding], at: int) -> str:
    """Schema `userprio.check/1`: the findings in order, and how many there are of each level."""
    levels = Counter(finding.level for finding in findings)
    return dump(
        {
            "schema": CHECK,
            "at": at,
            "summary": {f"{level}s": levels[level] for level in Level},
            "findings": [_record(finding) for finding in findings],
        }
    )


def findings_csv(findings: Sequence[Finding]) -> str:
    """A line for each finding, in order."""
    return csv_table(_KEYS, [_record(finding) for finding in findings])


def findings_text(findings: Sequence[Finding]) -> str:
    """Two lines for each finding, the first in the form that editors jump to a place by: `file:line: level: ...`."""
    lines = []
    for finding in findings:
        place = "" if finding.file is None else f"{finding.file}:{'' if finding.line is None else f'{finding.line}:'} "
        lines.append(f"{place}{finding.level}: {finding.message}. [{finding.code}]")
        lines.append(f"    {finding.hint}.")
    return "".join(f"{printable(line)}\n" for line in (*lines, summary(findings)))


def summary(findings: Sequence[Finding]) -> str:
    """How many findings of each level, in a few words."""
    levels = Counter(finding.level for finding in findings)
    parts = [count(levels[level], str(level)) for level in Level if levels[level]]
    return ", ".join(parts) if parts else "Nothing to complain about."


def place_text(finding: Finding) -> str:
    """Where it is, in words."""
    return placed("", finding.file, finding.line).removesuffix(": ") if finding.file is not None else ""
