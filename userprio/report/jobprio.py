"""Moab's job priorities and fair share usage: reports for people, and their formats for scripts.

For people these are the listing, one job term by term, and what other settings would change. Their tables are plain
text, since they may have a hundred thousand jobs.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import tzinfo
from typing import Any, Final

from msgspec import Struct

from userprio import moab
from userprio.report.data import plain
from userprio.report.formats import Field, Formats, Rows, TableColumn
from userprio.report.table import Table, data_column
from userprio.report.text import TextColumn, amount, count, grid, moment, printable

_NO_TARGET: Final = "-------"


def tenths(value: float, sign: str = "") -> str:
    """With one decimal; `sign` is `+` for a sign before positive numbers too, but zero never has one."""
    text = f"{value:{sign}.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text


def signed(value: float) -> str:
    """With one decimal and always a sign."""
    return tenths(value, "+")


def full(value: float) -> str:
    """With six decimals, without trailing zeros; very small numbers in scientific notation."""
    if value == int(value):
        return str(int(value))
    return f"{value:.4g}" if abs(value) < 1e-3 else f"{value:.6f}".rstrip("0").rstrip(".")


def _full_signed(value: float) -> str:
    """`full`, but positive numbers with a sign."""
    return f"+{full(value)}" if value > 0 else full(value)


_LABELS: Final = {
    moab.Component.CRED: "Cred",
    moab.Component.FS: "FS",
    moab.Component.ATTR: "Attr",
    moab.Component.SERVICE: "Serv",
    moab.Component.TARGET: "Targ",
    moab.Component.RES: "Res",
    moab.Component.USAGE: "Usage",
}
"""Names of the components in headings, in the order of their columns."""
_RULE: Final = "--------"


class JobListing(Struct, frozen=True):
    """Jobs to list, highest priority first, and the rules behind their priorities."""

    breakdowns: Sequence[moab.Breakdown]
    rules: moab.MoabRules
    hidden: int = 0
    """How many jobs of the same file are active or blocked and not listed."""


def priority_table(listing: JobListing, zone: tzinfo, *, factors: bool, raw: bool) -> str:
    """The table; `factors` adds the subfactors in brackets, as points within their component or as `raw` values.

    Only components that count are shown, each with its share of the priority by magnitude. The row of weights is that
    for all jobs, without what credentials add.
    """
    rules = listing.rules
    lines = [f"Job priorities at {moment(rules.now, zone)}, partition {printable(rules.partition)}", ""]
    hidden = f"{listing.hidden} more that are active or blocked: -v shows active ones, -vv all."
    if not listing.breakdowns:
        return "\n".join([*lines, hidden if listing.hidden else "No jobs."]) + "\n"
    table = grid(_text_columns(listing, factors, raw))
    lines += [*table[:2], "", *table[2:-1], "", table[-1]]
    if any(breakdown.administered for breakdown in listing.breakdowns):
        lines += ["", "* with an administrator's priority"]
    if listing.hidden:
        lines += ["", hidden]
    return "\n".join(lines) + "\n"


def _text_columns(listing: JobListing, factors: bool, raw: bool) -> list[TextColumn]:
    breakdowns = listing.breakdowns
    columns = [
        TextColumn(
            ["Job", "Weights", *(printable(breakdown.job.id) for breakdown in breakdowns), "Percent"], left=True
        ),
        TextColumn(
            [
                "Priority",
                _RULE,
                *(f"{breakdown.priority}{'*' * breakdown.administered}" for breakdown in breakdowns),
                _RULE,
            ]
        ),
    ]
    # By magnitude: where components have opposite signs, parts of the plain sum would exceed 100%.
    total = sum(breakdown.magnitude for breakdown in breakdowns)
    for component in _LABELS:
        place = next((rule for rule in listing.rules.components if rule.component is component), None)
        # A component is at the same index in every job that has it.
        if place is None or (
            component is moab.Component.USAGE and not any(breakdown.job.active for breakdown in breakdowns)
        ):
            continue
        shares = [
            next((share for share in breakdown.shares if share.component is component), None)
            for breakdown in breakdowns
        ]
        known = [share for share in shares if share is not None]
        points = ("" if share is None else signed(share.points) for share in shares)
        percents = (
            "" if share is None else _part(abs(share.points), breakdown.magnitude)
            for breakdown, share in zip(breakdowns, shares, strict=True)
        )
        sum_of_all = _part(sum(abs(share.points) for share in known), total)
        columns.append(TextColumn([_LABELS[component], str(place.weight), *points, ""]))
        columns.append(TextColumn(["%", "", *percents, sum_of_all], " "))
        if factors:
            for number, weighing in enumerate(place.subfactors):
                terms = ("" if share is None else _term(share.terms[number], raw) for share in shares)
                weighted = sum(abs(share.weight * share.terms[number].points) for share in known)
                cells = [weighing.subfactor.label, str(weighing.weight), *terms, _part(weighted, total)]
                after = ")" if number == len(place.subfactors) - 1 else ""
                columns.append(TextColumn(cells, ":" if number else "(", after=after))
    if any(breakdown.job_class is not moab.JobClass.ELIGIBLE for breakdown in breakdowns):
        columns.append(TextColumn(["State", "", *(breakdown.job.state for breakdown in breakdowns), ""], left=True))
    if any(breakdown.verdicts for breakdown in breakdowns):
        columns.append(
            TextColumn(["", "", *(printable("; ".join(breakdown.verdicts)) for breakdown in breakdowns), ""], left=True)
        )
    return columns


def _term(term: moab.Term, raw: bool) -> str:
    if term.missing:
        return "?"
    return _raw(term) if raw else signed(term.points)


def _raw(term: moab.Term) -> str:
    return "?" if term.raw is None else full(term.raw)


def _part(part: float, total: float) -> str:
    return tenths(100 * part / total) if total else "0.0"


def listed(
    breakdowns: Sequence[moab.Breakdown],
    rules: moab.MoabRules,
    wanted: Callable[[moab.JobClass], bool] = moab.JobClass.ELIGIBLE.__eq__,
) -> JobListing:
    """The jobs of the wanted classes, and the number of others."""
    chosen = [breakdown for breakdown in breakdowns if wanted(breakdown.job_class)]
    return JobListing(chosen, rules, len(breakdowns) - len(chosen))


_HEADINGS: Final = ("", "", "raw", "", "counted", "weight", "points", "%")
_LEFT: Final = (0, 1, 3)
_SIGNS: Final = {"lower bound": "raised to the lowest priority", "upper bound": "held at the highest priority"}


def explanation_text(breakdown: moab.Breakdown, rules: moab.MoabRules) -> str:
    """Every term with its raw value, cap, weight and points; then the steps from their sum to the priority."""
    job = breakdown.job
    who = ", ".join(
        f"{kind.value} {name}" for kind in moab.CredentialKind if (name := job.belongs_to(kind)) is not None
    )
    star = "*" if breakdown.administered else ""
    cells = zip(_HEADINGS, *_term_rows(breakdown), strict=True)
    lines = [
        printable(f"Job {job.id} ({who})" if who else f"Job {job.id}") + f": priority {breakdown.priority}{star}",
        "",
        *grid([TextColumn(column, left=number in _LEFT) for number, column in enumerate(cells)]),
    ]
    notes = [printable(note) for note in _notes(breakdown, rules)]
    return "\n".join([*lines, *([""] if notes else []), *notes]) + "\n"


def _term_rows(breakdown: moab.Breakdown) -> Iterator[Sequence[str]]:
    for share in breakdown.shares:
        name = _LABELS[share.component]
        for term in share.terms:
            counted = full(term.capped) + (f" (cap {term.cap})" if term.raw not in (None, term.capped) else "")
            what, points = term.subfactor, _full_signed(term.points)
            yield (name, what.label, _raw(term), what.unit, counted, f"x {term.weight}", points, "")
            name = ""
        counted = full(share.capped) + (f" (cap {share.cap})" if share.capped != share.sum else "")
        part = tenths(breakdown.percent(share.component))
        yield ("", "sum", full(share.sum), "", counted, f"x {share.weight}", _full_signed(share.points), part)
    # Sums have no raw value, unit, cap or weight of their own.
    blank = [""] * 5
    yield ("Sum of the components", *blank, _full_signed(breakdown.sum), "")
    for step in breakdown.adjustments:
        yield (_SIGNS.get(step.name, step.name), *blank, _full_signed(step.after - step.before), "")
    yield ("Priority", *blank, str(breakdown.priority), "")


def _notes(breakdown: moab.Breakdown, rules: moab.MoabRules) -> Iterator[str]:
    job = breakdown.job
    if job.eligible_s is None and job.submitted is not None:
        since = "submission" if not job.blocks else "submission, excluding time that does not count"
        yield f"Queue time is counted since {since}."
    yield from _fair_share(breakdown, rules)
    for name in breakdown.missing:
        yield f"{name} cannot be computed from these data. It counts as 0."
    if any(step.name == "upper bound" for step in breakdown.adjustments):
        yield "The sum exceeded the highest priority. A cap, such as TARGETCAP, keeps one component from that."
    yield from (f"{verdict[:1].upper()}{verdict[1:]}." for verdict in breakdown.verdicts)


def _fair_share(breakdown: moab.Breakdown, rules: moab.MoabRules) -> Iterator[str]:
    if not rules.fair_share.on:
        return
    for kind in moab.CredentialKind:
        name = breakdown.job.belongs_to(kind)
        share = None if name is None else rules.share(kind, name)
        if share is None or share.target is None:
            continue
        bound = f", mode {rules.fair_share.mode.value}" if share.target.kind is not moab.FairShareBound.TARGET else ""
        yield (
            f"{kind.value} {share.name}: usage {amount(share.percent)}% against target {share.target} "
            f"({share.state.value}{bound}), {_full_signed(share.delta)} points."
        )
        if bound and rules.fair_share.mode is moab.BoundsMode.LITERAL:
            yield "  In mode literal, the result differs from the manual's own worked example."


def changes_text(moved: Sequence[moab.RankChange], overrides: Mapping[str, str]) -> str:
    """Every job with both priorities and ranks, and the change of each component."""
    settings = ", ".join(printable(f"{name}={value}") for name, value in overrides.items())
    changed = sum(change.climbed != 0 for change in moved)
    lines = [f"With {settings}: {count(changed, 'job')} of {len(moved)} would change place.", ""]
    if not moved:
        return f"{lines[0]}\n"
    columns = [
        TextColumn(["Job", *(printable(change.after.job.id) for change in moved)], left=True),
        TextColumn(["Before", *(f"{change.before.priority}" for change in moved)]),
        TextColumn(["After", *(f"{change.after.priority}" for change in moved)]),
        TextColumn(["Gain", *(signed(change.gained).removesuffix(".0") for change in moved)]),
        TextColumn(["Rank", *(f"{change.rank_before}" for change in moved)]),
        TextColumn(["->", *(f"{change.rank_after}" for change in moved)], " "),
        TextColumn(["", *(f"{change.climbed:+d}" if change.climbed else "" for change in moved)], " "),
    ]
    for component in moab.Component:
        gains = [change.after.points(component) - change.before.points(component) for change in moved]
        if any(gains):
            columns.append(TextColumn([_LABELS[component], *(signed(gain) for gain in gains)]))
    return "\n".join([*lines, *grid(columns)]) + "\n"


# Reports and their formats


class UsageTable(Struct, frozen=True):
    """Credentials with their usage, by kind, and the rules it is interpreted by."""

    standings: moab.FairShareUsage
    interval_s: int
    decay: float
    shares: tuple[moab.FairShare, ...]


def usage_table(
    config: moab.MoabConfig, site: moab.Site, standings: moab.FairShareUsage, *, everybody: bool
) -> UsageTable:
    """The usage of all credentials; those with neither target nor usage only if `everybody`."""
    shares = []
    for kind in moab.CredentialKind:
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
        *(["Mode: literal"] if standings.mode is moab.BoundsMode.LITERAL else []),
        "",
    ]
    rows: list[Sequence[str]] = [("", "%", "Target", *(str(age) for age in range(depth)))]
    rows.append(("Weight", _NO_TARGET, _NO_TARGET, *(f"{weight:.4f}" for weight in standings.weights)))
    totals = standings.usage.total
    hours = (f"{(totals[age] if age < len(totals) else 0.0) / 3600:.2f}" for age in range(depth))
    rows.append(("Total hours", f"{standings.delivered:.2f}", _NO_TARGET, *hours))
    for kind in moab.CredentialKind:
        members = [share for share in table.shares if share.kind is kind]
        if members:
            rows += [
                ("",) * len(rows[0]),
                ("ACCT" if kind is moab.CredentialKind.ACCOUNT else kind.name, *[""] * (depth + 2)),
            ]
            rows += [tuple(_row(share)) for share in members]
    lines += grid([TextColumn(cells, left=number == 0) for number, cells in enumerate(zip(*rows, strict=True))])
    if any(share.state is not moab.TargetState.OK for share in table.shares):
        lines += ["", "* target violated: a floor not reached, a ceiling exceeded, a target missed by over 5 points"]
    return "\n".join(lines) + "\n"


def _row(share: moab.FairShare) -> Iterator[str]:
    yield printable(share.name) + "*" * (share.state is not moab.TargetState.OK)
    yield f"{share.percent:.2f}"
    yield _NO_TARGET if share.target is None else f"{share.target.percent:.2f}{share.target.kind.value}"
    yield from (f"{percent:.2f}" if percent else _NO_TARGET for percent in share.windows)


def _clock(seconds: int) -> str:
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


class PriorityReport(Struct, frozen=True):
    """Jobs with their priorities, and how to show them."""

    listing: JobListing
    moved: Sequence[moab.RankChange] | None = None
    """Each job's change from the settings before; None if none were overridden."""
    overrides: Mapping[str, str] = {}
    explained: bool = False
    """Explain each job term by term."""
    factors: bool = False
    raw: bool = False


def priorities_text(report: PriorityReport, zone: tzinfo) -> str:
    """An explanation of each job, the changes by overridden settings, or the table."""
    changes = "" if report.moved is None else changes_text(report.moved, report.overrides)
    if report.explained:
        parts = [explanation_text(breakdown, report.listing.rules) for breakdown in report.listing.breakdowns]
        return "\n".join([*parts, changes] if report.moved else parts)
    return changes or priority_table(report.listing, zone, factors=report.factors or report.raw, raw=report.raw)


def priorities_document(report: PriorityReport) -> str:
    """The listed jobs, schema `userprio.jobprio/1`, one per line, with raw, capped and weighted values in full.

    With `moved`, each job also has its priority and rank under the previous settings.
    """
    listing, moved = report.listing, report.moved
    rules = listing.rules
    before = {id(breakdown.after): breakdown for breakdown in moved or ()}
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
                    {
                        "name": weighing.subfactor.name,
                        "weight": weighing.weight,
                        "cap": weighing.cap,
                        "unit": weighing.subfactor.unit,
                    }
                    for weighing in rule.subfactors
                ],
            }
            for rule in rules.components
        ],
    }
    return _document(head, "jobs", (_job(breakdown, before.get(id(breakdown))) for breakdown in listing.breakdowns))


def _document(head: Mapping[str, Any], name: str, rows: Iterable[Mapping[str, Any]]) -> str:
    """An object whose last member is a list with one row per line: ten times as fast as indenting."""
    start = json.dumps(plain(head), indent=2, allow_nan=False).removesuffix("\n}")
    lines = ",\n".join(f"    {json.dumps(row, allow_nan=False)}" for row in rows)
    return f'{start},\n  "{name}": [\n{lines}\n  ]\n}}\n' if lines else f'{start},\n  "{name}": []\n}}\n'


def _job(breakdown: moab.Breakdown, moved: moab.RankChange | None) -> dict[str, Any]:
    fields: dict[str, Any] = {
        **plain(_PRIORITIES.values(_PriorityLine(breakdown))),
        "components": [
            {
                "name": share.component.value,
                **{name: getattr(share, name) for name in ("sum", "capped", "weight", "points")},
                "percent": breakdown.percent(share.component),
                "subfactors": [
                    {
                        "name": term.subfactor.name,
                        **{name: getattr(term, name) for name in ("raw", "capped", "weight", "points")},
                    }
                    for term in share.terms
                ],
            }
            for share in breakdown.shares
        ],
        "sum": breakdown.sum,
        "adjustments": [{"name": step.name, "points": step.after - step.before} for step in breakdown.adjustments],
        "missing": breakdown.missing,
        "verdicts": plain(breakdown.verdicts),
    }
    if moved is not None:
        fields["before"] = {"priority": moved.before.priority, "rank": moved.rank_before}
        fields["rank"] = moved.rank_after
    return fields


class _PriorityLine(Struct, frozen=True):
    """A job with its priority."""

    breakdown: moab.Breakdown
    moved: moab.RankChange | None = None
    """How it moves from the settings before; None if none were overridden."""
    terms: Mapping[str, Field] = {}
    """What its components and subfactors come to, by the names of their columns."""


_PRIORITIES: Final = Table[_PriorityLine]("jobprio").of(
    data_column("id", lambda line: line.breakdown.job.id, about="the job"),
    data_column("user", lambda line: line.breakdown.job.user),
    data_column("group", lambda line: line.breakdown.job.group),
    data_column("account", lambda line: line.breakdown.job.account),
    data_column("qos", lambda line: line.breakdown.job.qos, about="quality of service"),
    data_column("class", lambda line: line.breakdown.job.class_),
    data_column("state", lambda line: line.breakdown.job.state),
    data_column("list", lambda line: line.breakdown.job_class.value, about="active, eligible or blocked"),
    data_column("priority", lambda line: line.breakdown.priority),
    data_column("administered", lambda line: line.breakdown.administered, about="an administrator set it"),
)
_SUMS: Final[tuple[TableColumn[_PriorityLine], ...]] = (
    data_column("sum", lambda line: line.breakdown.sum, about="of the weighted components"),
    data_column("verdicts", lambda line: "; ".join(line.breakdown.verdicts) or None),
)
_MOVES: Final[tuple[TableColumn[_PriorityLine], ...]] = (
    data_column("priority_before", lambda line: None if line.moved is None else line.moved.before.priority),
    data_column("rank_before", lambda line: None if line.moved is None else line.moved.rank_before),
    data_column("rank", lambda line: None if line.moved is None else line.moved.rank_after),
)


def priorities_rows(report: PriorityReport) -> Rows:
    """A row for each listed job: points and percent of all components, then raw value and points of each subfactor.

    Only subfactors with weight have columns. With `moved`, previous priority and rank are beside the present ones.
    """
    listing, moved = report.listing, report.moved
    before = {id(change.after): change for change in moved or ()}
    names = [f"{component.value}_{what}" for component in moab.Component for what in ("points", "percent")]
    for rule in listing.rules.components:
        for weighing in rule.subfactors:
            names += [f"{weighing.subfactor.name}_{what}" for what in ("raw", "capped", "points")]
    moves = () if moved is None else _MOVES
    table = _PRIORITIES.with_columns(*_SUMS, *moves, *map(_term_column, names))
    return table.rows(
        _PriorityLine(breakdown, before.get(id(breakdown)), _terms(breakdown)) for breakdown in listing.breakdowns
    )


def _term_column(name: str) -> TableColumn[_PriorityLine]:
    return data_column(name, lambda line: line.terms.get(name))


def _terms(breakdown: moab.Breakdown) -> dict[str, Field]:
    terms: dict[str, Field] = {}
    for share in breakdown.shares:
        terms[f"{share.component.value}_points"] = share.points
        terms[f"{share.component.value}_percent"] = breakdown.percent(share.component)
        for term in share.terms:
            terms[f"{term.subfactor.name}_raw"] = term.raw
            terms[f"{term.subfactor.name}_capped"] = term.capped
            terms[f"{term.subfactor.name}_points"] = term.points
    return terms


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
    credentials = ({**plain(_CREDENTIALS.values(share)), "windows": share.windows} for share in table.shares)
    return _document(head, "credentials", credentials)


_CREDENTIALS: Final = Table[moab.FairShare]("jobprio usage").of(
    data_column("kind", lambda share: share.kind.value, about="user, group, account, class or quality of service"),
    data_column("name", lambda share: share.name),
    data_column("percent", lambda share: share.percent, "percent", "of all usage, windows weighted"),
    data_column("used", lambda share: share.used),
    data_column("target", lambda share: None if share.target is None else share.target.percent, "percent"),
    data_column("target_kind", lambda share: None if share.target is None else share.target.kind.name.lower()),
    data_column("state", lambda share: share.state.value, about="whether the target is met"),
    data_column("points", lambda share: share.delta, about="what it adds to a job's priority"),
)


def usage_rows(table: UsageTable) -> Rows:
    """A row for each credential, with a column for each window."""
    windows = map(_window_column, range(len(table.standings.weights)))
    return _CREDENTIALS.with_columns(*windows).rows(table.shares)


def _window_column(age: int) -> TableColumn[moab.FairShare]:
    return data_column(f"window_{age}", lambda share: share.windows[age], "percent")


PRIORITIES_FORMATS: Final = Formats[PriorityReport](
    document=priorities_document, rows=priorities_rows, text=lambda result, look: priorities_text(result, look.zone)
)

USAGE_FORMATS: Final = Formats[UsageTable](
    document=usage_document, rows=usage_rows, text=lambda result, look: usage_text(result)
)
