"""What the commands around a pool tell: the user's own defaults, and a snapshot that was taken."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from userprio.report.data import Field, Rows
from userprio.report.text import count, printable


@dataclass(frozen=True, slots=True)
class SettingsReport:
    """Settings with their values, and the file that keeps them."""

    values: Mapping[str, str | None]
    path: Path


def settings_text(settings: SettingsReport) -> str:
    """A line for each setting, and the file that keeps them."""
    width = max(map(len, settings.values))
    lines = [f"{name:<{width}}  {'(not set)' if value is None else value}" for name, value in settings.values.items()]
    return "".join(f"{printable(line)}\n" for line in (*lines, f"Saved in {settings.path}"))


def settings_document(settings: SettingsReport) -> dict[str, Any]:
    """Schema `userprio.settings/1`; what is not set is null."""
    return {"schema": "userprio.settings/1", "file": str(settings.path), "settings": dict(settings.values)}


def settings_rows(settings: SettingsReport) -> Rows:
    """A line for each setting."""
    return ("name", "value"), ({"name": name, "value": value} for name, value in settings.values.items())


SNAPSHOT: Final = "userprio.snapshot/1"


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
    return {"schema": SNAPSHOT, **_fields(report)}


def snapshot_rows(report: SnapshotReport) -> Rows:
    """One line under its headings."""
    fields = _fields(report)
    return tuple(fields), [fields]


def _fields(report: SnapshotReport) -> dict[str, Field]:
    return {
        "folder": str(report.folder),
        "pool": report.pool,
        "negotiator": report.negotiator,
        "at": report.at,
        "slots": report.slots,
        "submitters": report.submitters,
        "jobs": report.jobs,
        "records": report.records,
    }
