"""What a snapshot of a running pool holds."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from userprio.report.csv_form import Field, Rows
from userprio.report.humanize import count
from userprio.report.text import printable

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
