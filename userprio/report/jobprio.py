"""Moab's job priorities and fair share usage: reports, and their formats for scripts."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from typing import Any, Final

from userprio.moab import (
    BoundsMode,
    Breakdown,
    Component,
    CredentialKind,
    FairShare,
    FairShareUsage,
    MoabConfig,
    RankChange,
    Site,
    TargetState,
)
from userprio.report.data import Field, Rows, plain
from userprio.report.formats import Formats
from userprio.report.jobprio_text import JobListing, changes_text, explanation_text, priority_table
from userprio.report.text import TextColumn, grid, printable

_NO_TARGET: Final = "-------"


@dataclass(frozen=True, slots=True)
class UsageTable:
    """Credentials with their usage, by kind, and the rules it is interpreted by."""

    standings: FairShareUsage
    interval_s: int
    decay: float
    shares: tuple[FairShare, ...]


def usage_table(config: MoabConfig, site: Site, standings: FairShareUsage, *, everybody: bool) -> UsageTable:
    """The usage of all credentials; those with neither target nor usage only if `everybody`."""
    shares = []
    for kind in CredentialKind:
        jobs = {name for job in site.jobs if (name := job.belongs_to(kind)) is not None}
        names = {*config.names(kind), *standings.usage.amounts.get(kind, {}), *jobs}
        for name in sorted(names):
            share = standings.share(kind, name, config.credential(kind, name).target)
            if everybody or share.target is not None or share.used:
                shares.append(share)
    return UsageTable(standings, config.integer("FSINTERVAL"), config.real("FSDECAY"), tuple(shares))


def usage_text(table: UsageTable) -> str:
    """The usage table. Windows are in percent, totals in hours; an asterisk marks a violated target."""
    standings = table.standings
    depth = len(standings.weights)
    policy = standings.policy.text if standings.on else "not set: fair share is off"
    lines = [
        "Fair share usage",
        "",
        f"Depth: {depth} windows   Interval: {_clock(table.interval_s)}   Decay: {table.decay:.4f}   Policy: {policy}",
        *(["Mode: literal"] if standings.mode is BoundsMode.LITERAL else []),
        "",
    ]
    rows: list[Sequence[str]] = [("", "%", "Target", *(str(age) for age in range(depth)))]
    rows.append(("Weight", _NO_TARGET, _NO_TARGET, *(f"{weight:.4f}" for weight in standings.weights)))
    totals = standings.usage.total
    hours = (f"{(totals[age] if age < len(totals) else 0.0) / 3600:.2f}" for age in range(depth))
    rows.append(("Total hours", f"{standings.delivered:.2f}", _NO_TARGET, *hours))
    for kind in CredentialKind:
        members = [share for share in table.shares if share.kind is kind]
        if members:
            rows += [
                ("",) * len(rows[0]),
                ("ACCT" if kind is CredentialKind.ACCOUNT else kind.name, *[""] * (depth + 2)),
            ]
            rows += [tuple(_row(share)) for share in members]
    lines += grid([TextColumn(cells, left=number == 0) for number, cells in enumerate(zip(*rows, strict=True))])
    if any(share.state is not TargetState.OK for share in table.shares):
        lines += ["", "* target violated: a floor not reached, a ceiling exceeded, a target missed by over 5 points"]
    return "\n".join(lines) + "\n"


def _row(share: FairShare) -> Iterator[str]:
    yield printable(share.name) + "*" * (share.state is not TargetState.OK)
    yield f"{share.percent:.2f}"
    yield _NO_TARGET if share.target is None else f"{share.target.percent:.2f}{share.target.kind.value}"
    yield from (f"{percent:.2f}" if percent else _NO_TARGET for percent in share.windows)


def _clock(seconds: int) -> str:
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


@dataclass(frozen=True, slots=True)
class PriorityReport:
    """Jobs with their priorities, and how to show them."""

    listing: JobListing
    moved: Sequence[RankChange] | None = None
    """Each job's change from the settings before; None if none were overridden."""
    overrides: Mapping[str, str] = field(default_factory=dict)
    explained: bool = False
    """Explain each job term by term."""
    factors: bool = False
    raw: bool = False


def priorities_text(report: PriorityReport, zone: tzinfo) -> str:
    """An explanation of each job, the changes by overridden settings, or the table."""
    changes = "" if report.moved is None else changes_text(report.moved, report.overrides)
    if report.explained:
        parts = [explanation_text(one, report.listing.rules) for one in report.listing.breakdowns]
        return "\n".join([*parts, changes] if report.moved else parts)
    return changes or priority_table(report.listing, zone, factors=report.factors or report.raw, raw=report.raw)


def priorities_document(report: PriorityReport) -> str:
    """The listed jobs, schema `userprio.jobprio/1`, one per line, with raw, capped and weighted values in full.

    With `moved`, each job also has its priority and rank under the previous settings.
    """
    listing, moved = report.listing, report.moved
    rules = listing.rules
    before = {id(one.after): one for one in moved or ()}
    head = {
        "schema": "userprio.jobprio/1",
        "at": rules.now,
        "partition": rules.partition,
        "mode": rules.fair_share.mode.value,
        "hidden": listing.hidden,
        "components": [
            {
                "name": rule.component.value,
                "weight": rule.weight,
                "cap": rule.cap,
                "subfactors": [
                    {"name": one.subfactor.name, "weight": one.weight, "cap": one.cap, "unit": one.subfactor.unit}
                    for one in rule.subfactors
                ],
            }
            for rule in rules.components
        ],
    }
    return _document(head, "jobs", (_job(one, before.get(id(one))) for one in listing.breakdowns))


def _document(head: Mapping[str, Any], name: str, rows: Iterable[Mapping[str, Any]]) -> str:
    """An object whose last member is a list with one row per line: ten times as fast as indenting."""
    start = json.dumps(plain(head), indent=2, allow_nan=False).removesuffix("\n}")
    lines = ",\n".join(f"    {json.dumps(row, allow_nan=False)}" for row in rows)
    return f'{start},\n  "{name}": [\n{lines}\n  ]\n}}\n' if lines else f'{start},\n  "{name}": []\n}}\n'


def _job(one: Breakdown, moved: RankChange | None) -> dict[str, Any]:
    found: dict[str, Any] = {
        **plain(_job_fields(one)),
        "components": [
            {
                "name": share.component.value,
                "sum": share.sum,
                "capped": share.capped,
                "weight": share.weight,
                "points": share.points,
                "percent": one.percent(share.component),
                "subfactors": [
                    {
                        "name": term.subfactor.name,
                        "raw": term.raw,
                        "capped": term.capped,
                        "weight": term.weight,
                        "points": term.points,
                    }
                    for term in share.terms
                ],
            }
            for share in one.shares
        ],
        "sum": one.sum,
        "adjustments": [{"name": step.name, "points": step.after - step.before} for step in one.adjustments],
        "missing": one.missing,
        "verdicts": plain(one.verdicts),
    }
    if moved is not None:
        found["before"] = {"priority": moved.before.priority, "rank": moved.rank_before}
        found["rank"] = moved.rank_after
    return found


def priorities_rows(report: PriorityReport) -> Rows:
    """A row for each listed job: points and percent of all components, then raw value and points of each subfactor.

    Only subfactors with weight have columns. With `moved`, previous priority and rank are beside the present ones.
    """
    listing, moved = report.listing, report.moved
    before = {id(one.after): one for one in moved or ()}
    names = [*_JOB_KEYS, "sum", "verdicts", *(_BEFORE_KEYS if moved is not None else ())]
    names += [f"{component.value}_{what}" for component in Component for what in ("points", "percent")]
    for rule in listing.rules.components:
        names += [f"{one.subfactor.name}_{what}" for one in rule.subfactors for what in ("raw", "capped", "points")]
    blank: dict[str, Field] = dict.fromkeys(names)
    rows = ({**blank, **_csv_row(one, before.get(id(one)))} for one in listing.breakdowns)
    return names, rows


_JOB_KEYS: Final = (
    *("id", "user", "group", "account", "qos", "class", "state"),
    *("list", "priority", "administered"),
)
_BEFORE_KEYS: Final = ("priority_before", "rank_before", "rank")


def _job_fields(one: Breakdown) -> dict[str, Field]:
    job = one.job
    known = (job.id, job.user, job.group, job.account, job.qos, job.class_, job.state)
    return dict(zip(_JOB_KEYS, (*known, one.job_class.value, one.priority, one.administered), strict=True))


def _csv_row(one: Breakdown, moved: RankChange | None) -> dict[str, Field]:
    row = {**_job_fields(one), "sum": one.sum, "verdicts": "; ".join(one.verdicts) or None}
    if moved is not None:
        row.update(priority_before=moved.before.priority, rank_before=moved.rank_before, rank=moved.rank_after)
    for share in one.shares:
        row[f"{share.component.value}_points"] = share.points
        row[f"{share.component.value}_percent"] = one.percent(share.component)
        for term in share.terms:
            row[f"{term.subfactor.name}_raw"] = term.raw
            row[f"{term.subfactor.name}_capped"] = term.capped
            row[f"{term.subfactor.name}_points"] = term.points
    return row


def usage_document(table: UsageTable) -> str:
    """Fair share usage, schema `userprio.jobprio-usage/1`; windows are in percent, the current one first."""
    standings = table.standings
    head = {
        "schema": "userprio.jobprio-usage/1",
        "policy": standings.policy.text,
        "mode": standings.mode.value,
        "interval_s": table.interval_s,
        "decay": table.decay,
        "window_weights": standings.weights,
        "totals": standings.usage.total,
        "capacity": standings.usage.capacity or None,
    }
    return _document(head, "credentials", (_credential(share) for share in table.shares))


def _credential(share: FairShare) -> dict[str, Any]:
    return {
        "kind": share.kind.value,
        "name": plain(share.name),
        "percent": share.percent,
        "used": share.used,
        "target": None if share.target is None else share.target.percent,
        "target_kind": None if share.target is None else share.target.kind.name.lower(),
        "state": share.state.value,
        "points": share.delta,
        "windows": share.windows,
    }


def usage_rows(table: UsageTable) -> Rows:
    """A row for each credential, with a column for each window."""
    ages = range(len(table.standings.weights))
    names = ["kind", "name", "percent", "used", "target", "target_kind", "state", "points"]
    rows: list[dict[str, Field]] = []
    for share in table.shares:
        fields = _credential(share)
        rows.append({name: fields[name] for name in names} | {f"window_{age}": share.windows[age] for age in ages})
    return [*names, *(f"window_{age}" for age in ages)], rows


PRIORITIES_FORMATS: Final = Formats[PriorityReport](
    document=priorities_document,
    rows=priorities_rows,
    text=lambda result, look: priorities_text(result, look.zone),
)


USAGE_FORMATS: Final = Formats[UsageTable](
    document=usage_document,
    rows=usage_rows,
    text=lambda result, look: usage_text(result),
)
