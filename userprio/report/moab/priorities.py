"""The listing of priorities: a line for each job, Moab's `mdiag -p` without its cut numbers and lost signs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Final

from userprio.moab import Breakdown, Component, JobClass, Rules, Share, Term
from userprio.report.humanize import moment
from userprio.report.moab.figures import full, signed, tenths
from userprio.report.moab.grid import TextColumn, grid
from userprio.report.text import printable

_ORDER: Final = (
    Component.CRED,
    Component.FS,
    Component.ATTR,
    Component.SERVICE,
    Component.TARGET,
    Component.RES,
    Component.USAGE,
)
LABELS: Final = {
    Component.CRED: "Cred",
    Component.FS: "FS",
    Component.ATTR: "Attr",
    Component.SERVICE: "Serv",
    Component.TARGET: "Targ",
    Component.RES: "Res",
    Component.USAGE: "Usage",
}
"""Names of the components in headings."""
_RULE: Final = "--------"


@dataclass(frozen=True, slots=True)
class Listing:
    """Jobs to be listed, highest priority first, and the rules that they were weighed by."""

    breakdowns: Sequence[Breakdown]
    rules: Rules
    hidden: int = 0
    """Jobs of the same file that are active or blocked and not listed."""


def priority_table(listing: Listing, zone: tzinfo, *, factors: bool = False, raw: bool = False) -> str:
    """The table; `factors` adds the subfactors in brackets, as points within their component or as `raw` values.

    Only components that count are shown, with the share of each in the priority, magnitudes compared. The weights row
    shows what holds for all jobs, without what credentials add.
    """
    rules = listing.rules
    lines = [f"Job priorities at {moment(rules.now, zone)}, partition {printable(rules.partition)}", ""]
    if not listing.breakdowns:
        return "\n".join([*lines, _hidden(listing) or "No jobs."]) + "\n"
    table = grid(_columns(listing, factors, raw))
    lines += [*table[:2], "", *table[2:-1], "", table[-1]]
    if any(one.administered for one in listing.breakdowns):
        lines += ["", "* with an administrator's priority"]
    if listing.hidden:
        lines += ["", _hidden(listing)]
    return "\n".join(lines) + "\n"


def _hidden(listing: Listing) -> str:
    if not listing.hidden:
        return ""
    return f"{listing.hidden} more that are active or blocked: -v shows active ones, -vv all."


def _columns(listing: Listing, factors: bool, raw: bool) -> list[TextColumn]:
    jobs = listing.breakdowns
    columns = [
        TextColumn(["Job", "Weights", *(printable(one.job.id) for one in jobs), "Percent"], left=True),
        TextColumn(["Priority", _RULE, *(f"{one.priority}{'*' * one.administered}" for one in jobs), _RULE]),
    ]
    total = sum(one.magnitude for one in jobs)
    for component in _ORDER:
        place = next((rule for rule in listing.rules.components if rule.component is component), None)
        # The component is the same number of places down in every job that has it.
        if place is None or (component is Component.USAGE and not any(one.job.active for one in jobs)):
            continue
        shares = [next((share for share in one.shares if share.component is component), None) for one in jobs]
        columns += _component_columns(component, jobs, shares, place.weight, total)
        if factors:
            for number, weighing in enumerate(place.weighings):
                terms = [None if share is None else share.terms[number] for share in shares]
                columns.append(
                    TextColumn(
                        [
                            weighing.subfactor.label,
                            str(weighing.weight),
                            *(_term(term, raw) for term in terms),
                            _percent(sum(_weighted(share, number) for share in shares if share), total),
                        ],
                        ":" if number else "(",
                        after=")" if number == len(place.weighings) - 1 else "",
                    )
                )
    if any(one.job_class is not JobClass.ELIGIBLE for one in jobs):
        columns.append(TextColumn(["State", "", *(one.job.state for one in jobs), ""], left=True))
    if any(one.verdicts for one in jobs):
        columns.append(TextColumn(["", "", *(printable("; ".join(one.verdicts)) for one in jobs), ""], left=True))
    return columns


def _component_columns(
    component: Component, jobs: Sequence[Breakdown], shares: Sequence[Share | None], weight: int, total: float
) -> list[TextColumn]:
    points = TextColumn(
        [LABELS[component], str(weight), *("" if share is None else signed(share.points) for share in shares), ""]
    )
    percents = (
        "" if share is None else _percent(abs(share.points), one.magnitude)
        for one, share in zip(jobs, shares, strict=True)
    )
    mine = sum(abs(share.points) for share in shares if share is not None)
    return [points, TextColumn(["%", "", *percents, _percent(mine, total)], " ")]


def _term(term: Term | None, raw: bool) -> str:
    if term is None:
        return ""
    if term.missing:
        return "?"
    return full(term.raw) if raw else signed(term.points)


def _weighted(share: Share, number: int) -> float:
    return abs(share.weight * share.terms[number].points)


def _percent(part: float, total: float) -> str:
    return tenths(100 * part / total) if total else "0.0"


def listed(
    breakdowns: Sequence[Breakdown], rules: Rules, wanted: Callable[[JobClass], bool] = JobClass.ELIGIBLE.__eq__
) -> Listing:
    """The jobs of the wanted classes, and how many are left out."""
    chosen = [one for one in breakdowns if wanted(one.job_class)]
    return Listing(chosen, rules, len(breakdowns) - len(chosen))
