"""What the commands around a pool tell: the user's own defaults, a snapshot that was taken, what `check` found."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from userprio.check import Finding, Level
from userprio.errors import placed
from userprio.report.data import Field, Rows, field_values
from userprio.report.text import count, printable


@dataclass(frozen=True, slots=True)
class SettingsReport:
    """Settings with their values, and the file that keeps them."""

    values: Mapping[str, str | None]
    path: Path
    sources: Mapping[str, str | None]
    """Where each value comes from."""
    profile: str | None = None
    """The profile that is chosen."""
    profiles: Sequence[str] = ()
    """All that there are."""


def settings_text(settings: SettingsReport) -> str:
    """A line for each setting with where it comes from, the profiles, and the file that keeps them."""
    width = max(map(len, settings.values))
    texts = {name: "(not set)" if value is None else value for name, value in settings.values.items()}
    wide = max(map(len, texts.values()))
    rows = ((name, text, settings.sources[name] or "") for name, text in texts.items())
    lines = [f"{name:<{width}}  {text:<{wide}}  {source}".rstrip() for name, text, source in rows]
    if settings.profiles:
        marked = (f"{name} (chosen)" if name == settings.profile else name for name in settings.profiles)
        lines.append(f"Profiles: {', '.join(marked)}")
    return "".join(f"{printable(line)}\n" for line in (*lines, f"Saved in {settings.path}"))


def settings_document(settings: SettingsReport) -> dict[str, Any]:
    """Schema `userprio.settings/1`; what is not set is null."""
    return {
        "schema": "userprio.settings/1",
        "file": str(settings.path),
        "settings": dict(settings.values),
        "sources": dict(settings.sources),
        "profile": settings.profile,
        "profiles": list(settings.profiles),
    }


def settings_rows(settings: SettingsReport) -> Rows:
    """A line for each setting."""
    rows = ({"name": name, "value": value, "source": settings.sources[name]} for name, value in settings.values.items())
    return ("name", "value", "source"), rows


@dataclass(frozen=True, slots=True)
class SnapshotReport:
    """A snapshot that was taken."""

    folder: Path
    pool: str
    negotiator: str
    at: int
    """Seconds since the epoch."""
    slots: int
    submitters: int
    jobs: int
    records: int
    """Of submitters and groups in the ledger."""


def snapshot_text(report: SnapshotReport) -> str:
    """One line."""
    parts = (
        count(report.slots, "slot"),
        count(report.submitters, "submitter"),
        count(report.jobs, "job"),
        count(report.records, "accounting record"),
    )
    return printable(f"{report.folder}: {', '.join(parts)}") + "\n"


def snapshot_document(report: SnapshotReport) -> dict[str, Any]:
    """Schema `userprio.snapshot/1`."""
    return {"schema": "userprio.snapshot/1", **_fields(report)}


def snapshot_rows(report: SnapshotReport) -> Rows:
    """One line under its headings."""
    fields = _fields(report)
    return tuple(fields), [fields]


def _fields(report: SnapshotReport) -> dict[str, Field]:
    return {**field_values(report), "folder": str(report.folder)}


_FIELDS: Final = {"happens": "message", "advice": "hint"}
"""Keys of JSON and CSV that are not called as the field of a finding."""
_KEYS: Final = ("level", "code", "file", "line", *_FIELDS, "replace", "by")


def _record(finding: Finding) -> dict[str, str | int | None]:
    fix = finding.fix
    instead = {"replace": None if fix is None else fix.old, "by": None if fix is None else fix.new}
    return {key: instead[key] if key in instead else getattr(finding, _FIELDS.get(key, key)) for key in _KEYS}


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
        "schema": "userprio.check/1",
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
        line = "" if finding.line is None else f"{finding.line}:"
        place = "" if finding.file is None else f"{finding.file}:{line} "
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
