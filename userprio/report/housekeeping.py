"""The output of `settings`, `snapshot` and `versions`."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from userprio.base.versions import NEWEST, DecidedBy, Evidence, Rule, Version, rules, why_unknown
from userprio.report.data import fields_of
from userprio.report.formats import Block, Formats, Paragraph, TableColumn, cell
from userprio.report.table import Table, data_column, field_columns, name_column
from userprio.report.text import count, printable

USUAL: Final = (Version(23, 0, 28), Version(23, 9, 6), Version(24, 0, 23), Version(25, 0, 13), NEWEST)
"""The last version of each long-term series, and those whose behaviour has been observed."""
_NARROWEST: Final = 30

_WHOSE: Final = {
    DecidedBy.NEGOTIATOR: "the negotiator",
    DecidedBy.SCHEDD: "each schedd",
    DecidedBy.READER: "the daemon that reads the expression",
    DecidedBy.TOOL: "condor_userprio",
    DecidedBy.SUBMIT: "condor_submit",
}


class SettingsReport(Struct, frozen=True):
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


_SETTINGS: Final = Table[tuple[str, str | None, str | None]]("settings").of(
    data_column("name", lambda setting: setting[0]),
    data_column("value", lambda setting: setting[1]),
    data_column("source", lambda setting: setting[2], about="where the value comes from"),
)


class SnapshotReport(Struct, frozen=True):
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


_OF_SNAPSHOTS: Final[tuple[TableColumn[SnapshotReport], ...]] = field_columns(
    lambda report: report, (name for name in fields_of(SnapshotReport) if name != "folder")
)
_SNAPSHOTS: Final = Table[SnapshotReport]("snapshot").of(
    data_column("folder", lambda report: str(report.folder)), *_OF_SNAPSHOTS
)


class VersionTable(Struct, frozen=True):
    """The behaviours that differ between versions, and the versions to show."""

    versions: tuple[Version, ...] = USUAL


def versions_document(table: VersionTable) -> dict[str, Any]:
    """Schema `userprio.versions/1`."""
    return {
        "schema": "userprio.versions/1",
        "newest": str(NEWEST),
        "behaviours": [
            {
                **_BEHAVIOURS.values(rule),
                "since": [str(first) for first, _ in rule.spans],
                "before": [None if end is None else str(end) for _, end in rule.spans],
                "holds": {str(version): _holds(rule, version) for version in table.versions},
            }
            for rule in rules()
        ],
    }


_BEHAVIOURS: Final = Table[Rule]("versions", noun="behaviour").of(
    data_column("name", lambda rule: rule.name),
    data_column("component", lambda rule: rule.decided_by.value, about="whose version decides it"),
    data_column("meaning", lambda rule: rule.meaning),
    data_column("simulated", lambda rule: rule.simulated),
    data_column("known_from", lambda rule: rule.evidence.value),
    name_column("behaviour", lambda rule: f"{rule.meaning}{_marks(rule)}", in_rows=False),
)


def _holds(rule: Rule, version: Version) -> bool | None:
    """Whether the version behaves so; None: nobody knows."""
    return None if why_unknown(version) else rule.holds(version)


def _version_column(version: Version) -> TableColumn[Rule]:
    doubt = "?" if why_unknown(version) else ""
    return TableColumn(
        str(version),
        str(version),
        lambda rule: _holds(rule, version),
        text=lambda rule: f"{'yes' if rule.holds(version) else '-'}{doubt}",
        style=lambda rule: "" if rule.holds(version) else "dim",
    )


def _with_versions(table: VersionTable) -> Table[Rule]:
    return _BEHAVIOURS.with_columns(*map(_version_column, table.versions))


def _marks(rule: Rule) -> str:
    return ("*" if rule.evidence is Evidence.RUN else "") + ("" if rule.simulated else " (not simulated)")


def versions_blocks(table: VersionTable) -> Iterator[Block]:
    """The behaviours, grouped by the daemon whose version decides them, and what the marks mean."""
    shown = _with_versions(table)
    rows = []
    for component in dict.fromkeys(rule.decided_by for rule in rules()):
        title = cell(f"by the version of {_WHOSE[component]}", "bold")
        rows.append(shown.filled({"behaviour": title}))
        rows += [shown.row(rule) for rule in rules() if rule.decided_by is component]
    # All rows at once: a behaviour left out would read as one that does not differ.
    yield shown.block(rows, fits=len(rows), narrowest=_NARROWEST)
    seen = "* seen when pools of 23.9.6 and 25.14.1 were run; the others were read in HTCondor's source."
    yield Paragraph.of(seen, space_before=True)
    for version in table.versions:
        if (why := why_unknown(version)) is not None:
            yield Paragraph.of(f"? HTCondor {version} is {why} that is known: a dry run treats it as that version.")


SETTINGS_FORMATS: Final = Formats[SettingsReport](
    document=settings_document,
    rows=lambda result: _SETTINGS.rows((name, value, result.sources[name]) for name, value in result.values.items()),
    text=lambda result, look: settings_text(result),
)

SNAPSHOT_FORMATS: Final = Formats[SnapshotReport](
    document=lambda result: {"schema": "userprio.snapshot/1", **_SNAPSHOTS.values(result)},
    rows=lambda result: _SNAPSHOTS.rows((result,)),
    text=lambda result, look: snapshot_text(result),
)

VERSIONS_FORMATS: Final = Formats[VersionTable](
    document=versions_document,
    rows=lambda result: _with_versions(result).rows(rules()),
    screen=lambda result, look: versions_blocks(result),
)
