"""The output of `settings`, `snapshot` and `versions`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from userprio.base.versions import NEWEST, DecidedBy, Evidence, Rule, Version, rules
from userprio.report.data import Field, Rows, field_values
from userprio.report.formats import Formats
from userprio.report.sheets.model import Block, Cell, Head, Line, Sheet, Words, cell, name_head
from userprio.report.text import count, printable

USUAL: Final = (Version(23, 0, 28), Version(23, 9, 6), Version(24, 0, 23), Version(25, 0, 13), NEWEST)
"""The last version of each long-term series, and those whose behaviour has been observed."""
_NARROWEST: Final = 30

_WHOSE: Final = {
    DecidedBy.NEGOTIATOR: "the negotiator",
    DecidedBy.SCHEDD: "each schedd",
    DecidedBy.READER: "the daemon that reads the expression",
    DecidedBy.TOOL: "condor_userprio",
}


@dataclass(frozen=True, slots=True)
class SettingsReport:
    """Settings with their values, and the file that keeps them."""

    values: Mapping[str, str | None]
    path: Path
    sources: Mapping[str, str | None]
    """The source of each value."""
    profile: str | None = None
    """The current profile."""
    profiles: Sequence[str] = ()
    """All profiles."""


def settings_text(settings: SettingsReport) -> str:
    """A line for each setting with its source, the profiles, and the file that keeps them."""
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
    """Schema `userprio.settings/1`; unset values are null."""
    return {
        "schema": "userprio.settings/1",
        "file": str(settings.path),
        "settings": dict(settings.values),
        "sources": dict(settings.sources),
        "profile": settings.profile,
        "profiles": list(settings.profiles),
    }


def settings_rows(settings: SettingsReport) -> Rows:
    """A row for each setting."""
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
    """How many submitters and groups the ledger has."""


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
    """One row."""
    fields = _fields(report)
    return tuple(fields), [fields]


def _fields(report: SnapshotReport) -> dict[str, Field]:
    return {**field_values(report), "folder": str(report.folder)}


@dataclass(frozen=True, slots=True)
class VersionTable:
    """The behaviours that differ between versions, and the versions to show."""

    versions: tuple[Version, ...] = USUAL


def versions_document(table: VersionTable) -> dict[str, Any]:
    """Schema `userprio.versions/1`."""
    return {
        "schema": "userprio.versions/1",
        "newest": str(NEWEST),
        "behaviours": [
            {
                **_facts(rule),
                "since": [str(first) for first, _ in rule.spans],
                "before": [None if end is None else str(end) for _, end in rule.spans],
                "holds": {str(version): rule.holds(version) for version in table.versions},
            }
            for rule in rules()
        ],
    }


def _facts(rule: Rule) -> dict[str, Field]:
    return {
        "name": rule.name,
        "component": rule.decided_by.value,
        "meaning": rule.meaning,
        "simulated": rule.simulated,
        "known_from": rule.evidence.value,
    }


def versions_rows(table: VersionTable) -> Rows:
    """A row for each behaviour, with a column for each version."""
    return (*_facts(next(rules())), *map(str, table.versions)), _rows(table)


def _rows(table: VersionTable) -> Iterator[dict[str, Field]]:
    for rule in rules():
        yield {**_facts(rule), **{str(version): rule.holds(version) for version in table.versions}}


def versions_blocks(table: VersionTable) -> Iterator[Block]:
    """The behaviours, grouped by the daemon whose version decides them, and what the marks mean."""
    lines = []
    for component in dict.fromkeys(rule.decided_by for rule in rules()):
        title = cell(f"by the version of {_WHOSE[component]}", "bold")
        lines.append(Line((title, *[Cell()] * len(table.versions))))
        for rule in (each for each in rules() if each.decided_by is component):
            marks = ("*" if rule.evidence is Evidence.RUN else "") + ("" if rule.simulated else " (not simulated)")
            held = (cell("yes") if rule.holds(version) else cell("-", "dim") for version in table.versions)
            lines.append(Line((cell(f"{rule.meaning}{marks}"), *held)))
    heads = (name_head("behaviour"), *(Head(str(version), str(version)) for version in table.versions))
    yield Sheet(heads, tuple(lines), one="behaviour", fits=len(lines), narrowest=_NARROWEST)
    seen = "* seen when pools of 23.9.6 and 25.14.1 were run; the others were read in HTCondor's source."
    yield Words.of(seen, apart=True)


SETTINGS_FORMATS: Final = Formats[SettingsReport](
    document=settings_document,
    rows=settings_rows,
    text=lambda result, look: settings_text(result),
)


SNAPSHOT_FORMATS: Final = Formats[SnapshotReport](
    document=snapshot_document,
    rows=snapshot_rows,
    text=lambda result, look: snapshot_text(result),
)


VERSIONS_FORMATS: Final = Formats[VersionTable](
    document=versions_document,
    rows=versions_rows,
    screen=lambda result, look: versions_blocks(result),
)
