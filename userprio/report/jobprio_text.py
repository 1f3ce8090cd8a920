"""Moab's job priorities for people: the listing, one job term by term, and what other settings would change.

Tables are plain text, since they may have a hundred thousand jobs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Final

from userprio.moab import (
    BoundsMode,
    Breakdown,
    Component,
    CredentialKind,
    FairShareBound,
    JobClass,
    MoabRules,
    RankChange,
    Term,
)
from userprio.report.text import TextColumn, amount, count, grid, moment, printable


def signed(value: float) -> str:
    """With one decimal and always a sign."""
    text = f"{value:+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text


def tenths(value: float) -> str:
    """With one decimal."""
    text = f"{value:.1f}"
    return "0.0" if text == "-0.0" else text


def full(value: float) -> str:
    """With six decimals, without trailing zeros; very small numbers in scientific notation."""
    if value == int(value):
        return str(int(value))
    return f"{value:.4g}" if abs(value) < 1e-3 else f"{value:.6f}".rstrip("0").rstrip(".")


def _full_signed(value: float) -> str:
    """`full`, but positive numbers with a sign."""
    return f"+{full(value)}" if value > 0 else full(value)


_LABELS: Final = {
    Component.CRED: "Cred",
    Component.FS: "FS",
    Component.ATTR: "Attr",
    Component.SERVICE: "Serv",
    Component.TARGET: "Targ",
    Component.RES: "Res",
    Component.USAGE: "Usage",
}
"""Names of the components in headings, in the order of their columns."""
_RULE: Final = "--------"


@dataclass(frozen=True, slots=True)
class JobListing:
    """Jobs to list, highest priority first, and the rules behind their priorities."""

    breakdowns: Sequence[Breakdown]
    rules: MoabRules
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
    table = grid(_columns(listing, factors, raw))
    lines += [*table[:2], "", *table[2:-1], "", table[-1]]
    if any(one.administered for one in listing.breakdowns):
        lines += ["", "* with an administrator's priority"]
    if listing.hidden:
        lines += ["", hidden]
    return "\n".join(lines) + "\n"


def _columns(listing: JobListing, factors: bool, raw: bool) -> list[TextColumn]:
    jobs = listing.breakdowns
    columns = [
        TextColumn(["Job", "Weights", *(printable(one.job.id) for one in jobs), "Percent"], left=True),
        TextColumn(["Priority", _RULE, *(f"{one.priority}{'*' * one.administered}" for one in jobs), _RULE]),
    ]
    total = sum(one.magnitude for one in jobs)
    for component in _LABELS:
        place = next((rule for rule in listing.rules.components if rule.component is component), None)
        # A component is at the same index in every job that has it.
        if place is None or (component is Component.USAGE and not any(one.job.active for one in jobs)):
            continue
        shares = [next((share for share in one.shares if share.component is component), None) for one in jobs]
        known = [share for share in shares if share is not None]
        points = ("" if share is None else signed(share.points) for share in shares)
        percents = (
            "" if share is None else _percent(abs(share.points), one.magnitude)
            for one, share in zip(jobs, shares, strict=True)
        )
        sum_of_all = _percent(sum(abs(share.points) for share in known), total)
        columns.append(TextColumn([_LABELS[component], str(place.weight), *points, ""]))
        columns.append(TextColumn(["%", "", *percents, sum_of_all], " "))
        if factors:
            for number, weighing in enumerate(place.subfactors):
                terms = ("" if share is None else _term(share.terms[number], raw) for share in shares)
                weighted = sum(abs(share.weight * share.terms[number].points) for share in known)
                cells = [weighing.subfactor.label, str(weighing.weight), *terms, _percent(weighted, total)]
                after = ")" if number == len(place.subfactors) - 1 else ""
                columns.append(TextColumn(cells, ":" if number else "(", after=after))
    if any(one.job_class is not JobClass.ELIGIBLE for one in jobs):
        columns.append(TextColumn(["State", "", *(one.job.state for one in jobs), ""], left=True))
    if any(one.verdicts for one in jobs):
        columns.append(TextColumn(["", "", *(printable("; ".join(one.verdicts)) for one in jobs), ""], left=True))
    return columns


def _term(term: Term, raw: bool) -> str:
    if term.missing:
        return "?"
    return _raw(term) if raw else signed(term.points)


def _raw(term: Term) -> str:
    return "?" if term.raw is None else full(term.raw)


def _percent(part: float, total: float) -> str:
    return tenths(100 * part / total) if total else "0.0"


def listed(
    breakdowns: Sequence[Breakdown], rules: MoabRules, wanted: Callable[[JobClass], bool] = JobClass.ELIGIBLE.__eq__
) -> JobListing:
    """The jobs of the wanted classes, and the number of others."""
    chosen = [one for one in breakdowns if wanted(one.job_class)]
    return JobListing(chosen, rules, len(breakdowns) - len(chosen))


_HEADINGS: Final = ("", "", "raw", "", "counted", "weight", "points", "%")
_LEFT: Final = (0, 1, 3)
_SIGNS: Final = {"lower bound": "raised to the lowest priority", "upper bound": "held at the highest priority"}


def explanation_text(breakdown: Breakdown, rules: MoabRules) -> str:
    """Every term with its raw value, cap, weight and points; then the steps from their sum to the priority."""
    job = breakdown.job
    who = ", ".join(f"{kind.value} {name}" for kind in CredentialKind if (name := job.belongs_to(kind)) is not None)
    star = "*" if breakdown.administered else ""
    cells = zip(_HEADINGS, *_term_rows(breakdown), strict=True)
    lines = [
        printable(f"Job {job.id} ({who})" if who else f"Job {job.id}") + f": priority {breakdown.priority}{star}",
        "",
        *grid([TextColumn(column, left=number in _LEFT) for number, column in enumerate(cells)]),
    ]
    notes = [printable(note) for note in _notes(breakdown, rules)]
    return "\n".join([*lines, *([""] if notes else []), *notes]) + "\n"


def _term_rows(breakdown: Breakdown) -> Iterator[Sequence[str]]:
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
    blank = [""] * 5
    yield ("Sum of the components", *blank, _full_signed(breakdown.sum), "")
    for step in breakdown.adjustments:
        yield (_SIGNS.get(step.name, step.name), *blank, _full_signed(step.after - step.before), "")
    yield ("Priority", *blank, str(breakdown.priority), "")


def _notes(breakdown: Breakdown, rules: MoabRules) -> Iterator[str]:
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


def _fair_share(breakdown: Breakdown, rules: MoabRules) -> Iterator[str]:
    if not rules.fair_share.on:
        return
    for kind in CredentialKind:
        name = breakdown.job.belongs_to(kind)
        share = None if name is None else rules.share(kind, name)
        if share is None or share.target is None:
            continue
        bound = f", mode {rules.fair_share.mode.value}" if share.target.kind is not FairShareBound.TARGET else ""
        yield (
            f"{kind.value} {share.name}: usage {amount(share.percent)}% against target {share.target} "
            f"({share.state.value}{bound}), {_full_signed(share.delta)} points."
        )
        if bound and rules.fair_share.mode is BoundsMode.LITERAL:
            yield "  In mode literal, the result differs from the manual's own worked example."


def changes_text(moved: Sequence[RankChange], overrides: Mapping[str, str]) -> str:
    """Every job with both priorities and ranks, and the change of each component."""
    settings = ", ".join(printable(f"{name}={value}") for name, value in overrides.items())
    changed = sum(one.climbed != 0 for one in moved)
    lines = [f"With {settings}: {count(changed, 'job')} of {len(moved)} would change place.", ""]
    if not moved:
        return f"{lines[0]}\n"
    columns = [
        TextColumn(["Job", *(printable(one.after.job.id) for one in moved)], left=True),
        TextColumn(["Before", *(f"{one.before.priority}" for one in moved)]),
        TextColumn(["After", *(f"{one.after.priority}" for one in moved)]),
        TextColumn(["Gain", *(signed(one.gained).removesuffix(".0") for one in moved)]),
        TextColumn(["Rank", *(f"{one.rank_before}" for one in moved)]),
        TextColumn(["->", *(f"{one.rank_after}" for one in moved)], " "),
        TextColumn(["", *(f"{one.climbed:+d}" if one.climbed else "" for one in moved)], " "),
    ]
    for component in Component:
        gains = [one.after.points(component) - one.before.points(component) for one in moved]
        if any(gains):
            columns.append(TextColumn([_LABELS[component], *(signed(gain) for gain in gains)]))
    return "\n".join([*lines, *grid(columns)]) + "\n"
