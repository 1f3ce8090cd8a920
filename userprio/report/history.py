"""A pool's recorded past: use over time, reasons, and bills, as tables and for scripts."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import tzinfo
from math import nan
from typing import Any, Final

from msgspec import Struct

from userprio.monitoring import (
    AgreementSummary,
    Bill,
    BillEntry,
    Condition,
    Period,
    ReasonTime,
    RecentPast,
    Timeline,
    TimelineStep,
    UsageRemark,
    UsageRemarkKind,
    VerifiedMoment,
)
from userprio.report.charts import sparkline
from userprio.report.data import field_values
from userprio.report.formats import Block, Formats, Paragraph, Presentation, TableColumn, cell, number
from userprio.report.plots import date_axis, dated, drawn_as, new_figure
from userprio.report.table import (
    EPOCH,
    FRACTION,
    SECONDS,
    WEIGHT,
    Table,
    data_column,
    in_hours,
    name_column,
    text_column,
)
from userprio.report.text import amount, count, duration, moment, percent, printable

_SHOWN_REMARKS: Final = 10
_WHOLE: Final = 0.95
"""The part of a time that is recorded where nothing is said about the rest."""


class HistoryReport(Struct, frozen=True):
    """The recorded past of submitters and groups, or of everybody."""

    period: Period
    timelines: tuple[Timeline, ...]
    remarks: tuple[UsageRemark, ...]
    everybody: tuple[TimelineStep, ...] = ()
    """A step for each submitter, if nobody was asked for."""
    reasons: tuple[ReasonTime, ...] = ()
    """Those of everybody."""
    by_reason: bool = False
    """Reasons were asked for."""
    agreement: AgreementSummary | None = None
    """How often dry runs agreed with the log; None: no log was recorded."""

    @property
    def all_reasons(self) -> tuple[ReasonTime, ...]:
        """Those that were asked for."""
        return (*self.reasons, *(entry for timeline in self.timelines for entry in timeline.reasons))

    @property
    def all_steps(self) -> tuple[TimelineStep, ...]:
        """The steps of all names."""
        return (*self.everybody, *(step for timeline in self.timelines for step in timeline.steps))


_REMARKS: Final[Mapping[UsageRemarkKind, Callable[[UsageRemark], str]]] = {
    UsageRemarkKind.GAP: lambda remark: (
        f"nothing was recorded for {duration(remark.at - remark.since)}; "
        f"{in_hours(remark.weight_s)} weight-hours were charged meanwhile, when is not known"
    ),
    UsageRemarkKind.RESTART: lambda remark: (
        "the ledger is another one, or an older state of it, or all usage was "
        "reset; what was used since the moment before is charged only as far as it has been counted again"
    ),
    UsageRemarkKind.HALF_LIFE: lambda remark: (
        f"PRIORITY_HALFLIFE changed from {remark.before:g} to {remark.after:g} s; "
        "priorities before and after do not compare, charges do"
    ),
    UsageRemarkKind.RESET: lambda remark: (
        f"usage was reset at some {in_hours(remark.before)} weight-hours; what was used "
        "between the moment before and the reset is not charged"
    ),
    UsageRemarkKind.FELL: lambda remark: (
        f"usage fell from {in_hours(remark.before)} to {in_hours(remark.after)} "
        "weight-hours without a reset; nothing is charged"
    ),
    UsageRemarkKind.JUMP: lambda remark: (
        f"usage rose from {in_hours(remark.before)} to {in_hours(remark.after)} "
        "weight-hours, more than the pool has; nothing is charged"
    ),
    UsageRemarkKind.LATE: lambda remark: (
        f"the record appeared with {in_hours(remark.after)} weight-hours that began before; they are not charged"
    ),
    UsageRemarkKind.GONE: lambda remark: (
        f"the record, with {in_hours(remark.before)} weight-hours, was deleted; what was "
        "used since the moment before is not charged"
    ),
}


def remark_text(remark: UsageRemark, zone: tzinfo) -> str:
    """A remark as a sentence, with its place in time, and the submitter."""
    whose = f"{remark.name}: " if remark.name else ""
    return f"{moment(remark.since, zone)} to {moment(remark.at, zone)}: {whose}{_REMARKS[remark.kind](remark)}"


def verified_text(verified: VerifiedMoment, zone: tzinfo) -> str:
    """What came of the cycle after a recorded moment, as a sentence."""
    because = f"; {verified.because}" if verified.because else ""
    matches = f"{verified.foretold:,} of {count(verified.matches, 'match', 'matches')} foretold"
    return printable(f"cycle of {moment(verified.cycle, zone, True)}: {verified.verdict}; {matches}{because}")


def agreement_texts(agreement: AgreementSummary, zone: tzinfo) -> Iterator[str]:
    """How often dry runs agreed with the log, and where one did not last."""
    compared = agreement.agree + agreement.differ
    others = ", ".join(f"{number:,} {verdict}" for verdict, number in agreement.others.items())
    agrees = f"dry runs agree with {agreement.agree:,} of {count(compared, 'compared cycle')} of the log"
    text = agrees if compared else "no cycle of the log could be compared"
    yield f"{text}; besides, {others}" if others else text
    if agreement.last_difference is not None:
        yield f"the last that differs, {verified_text(agreement.last_difference, zone)}"


def past_document(past: RecentPast | None) -> dict[str, Any] | None:
    """The last days of a pool, for JSON; None if nothing of them is recorded."""
    if past is None:
        return None
    rest = {"leaders": list(_STEPS.dicts(past.leaders)), "agreement": agreement_document(past.agreement)}
    return field_values(past) | rest


def past_texts(past: RecentPast, zone: tzinfo, domain: str = "") -> Iterator[str]:
    """The last days of a pool in a few words; names lack the domain that is common to all."""
    in_use = "" if past.of_pool is None else f"{percent(past.of_pool)} of the pool in use, "
    length = past.ends_at - past.begins_at
    recorded = f" ({duration(past.covered_s)} recorded)" if past.covered_s < _WHOLE * length else ""
    yield f"since {moment(past.begins_at, zone)}{recorded} on average {in_use}{past.left:,.0f} idle jobs left"
    leaders = (f"{printable(step.name.removesuffix(domain))} {percent(step.of_use or 0)}" for step in past.leaders)
    if past.leaders:
        yield f"most of the use: {', '.join(leaders)}"
    if past.agreement is not None:
        yield next(agreement_texts(past.agreement, zone))


def _remark_blocks(remarks: Sequence[UsageRemark], zone: tzinfo) -> Iterator[Block]:
    for index, remark in enumerate(remarks[:_SHOWN_REMARKS]):
        yield Paragraph.of(remark_text(remark, zone), space_before=not index)
    if len(remarks) > _SHOWN_REMARKS:
        yield Paragraph.of(f"and {count(len(remarks) - _SHOWN_REMARKS, 'more remark')}; JSON has all")


_STEPS: Final = Table[TimelineStep]("history", noun="step").of(
    name_column("name", lambda step: step.name, about="a submitter, or a group with its subgroups"),
    name_column("group", lambda step: step.group, extra=True),
    TableColumn("begun_at", "from", lambda step: step.begun_at, EPOCH),
    TableColumn("held", "in use", lambda step: step.held, WEIGHT, "mean of the moments"),
    TableColumn("quota", "quota", lambda step: step.quota, WEIGHT, "with the subgroups", optional=True),
    TableColumn("of_pool", "of\npool", lambda step: step.of_pool, FRACTION, "of the pool's weight", write=percent),
    TableColumn("of_use", "of\nuse", lambda step: step.of_use, FRACTION, "of what all have in use", write=percent),
    TableColumn("left", "idle\nleft", lambda step: step.left, "jobs", "that the next cycle would leave, mean"),
    TableColumn(
        "priority", "priority", lambda step: step.priority, about="effective priority; of everybody, the last",
        optional=True,
    ),
    text_column("reason", lambda step: step.reason, "mostly because", about="why most idle jobs waited", optional=True),
    data_column("ended_at", lambda step: step.ended_at, EPOCH),
    data_column("covered_s", lambda step: step.covered_s, SECONDS, "that were recorded"),
    data_column("requested", lambda step: step.requested, WEIGHT, "demand of a group, running jobs included"),
)  # fmt: skip
_WAITS: Final = Table[ReasonTime]("history reasons", noun="step").of(
    name_column("name", lambda waited: waited.name, about="whose jobs; empty: everybody's", optional=True),
    TableColumn("begun_at", "from", lambda waited: waited.begun_at, EPOCH),
    text_column("reason", lambda waited: waited.reason),
    TableColumn("job_hours", "job-hours", lambda waited: waited.job_s / 3600, "job-hours", "that idle jobs waited for "
                "it", sums=True),
)  # fmt: skip


def _condition_text(what: str, condition: Condition, covered_s: int, zone: tzinfo) -> str:
    if not condition.covered_s:
        return f"never {what}"
    text = f"{what} {percent(condition.covered_s / covered_s)} of the time"
    if condition.since is None:
        return f"{text}, not at the end"
    return f"{text}; at the end since {moment(condition.since, zone)}{' or earlier' * condition.throughout}"


def _conditions(timeline: Timeline, zone: tzinfo) -> Iterator[str]:
    covered = timeline.covered_s
    if timeline.promise is not None and timeline.below is not None and timeline.above is not None:
        promise = f"{percent(timeline.promise)} of the pool"
        yield _condition_text(f"below {promise}", timeline.below, covered, zone)
        if timeline.below.covered_s:
            yield f"below it with idle jobs left {percent(timeline.below_with_jobs_s / covered)} of the time"
        yield _condition_text(f"above {promise}", timeline.above, covered, zone)
    if timeline.over_quota is not None:
        yield _condition_text("over its quota", timeline.over_quota, covered, zone)


def _picture(timeline: Timeline, look: Presentation) -> Iterator[str]:
    """Use over time as a row of characters, one for each step."""
    use = [step.held for step in timeline.steps]
    if len(use) > 1 and (course := sparkline(use, len(use), look)):
        yield f"in use {course} at most {amount(max(use))}"


def _history_blocks(report: HistoryReport, look: Presentation) -> Iterator[Block]:
    zone = look.zone
    if report.by_reason:
        yield _WAITS.block(report.all_reasons, zone=zone)
        for timeline in report.timelines:
            if timeline.promise is not None and timeline.covered_s:
                texts = (f"{printable(timeline.name)}: {text}" for text in _conditions(timeline, zone))
                yield from map(Paragraph.of, texts)
    elif not report.timelines:
        covered = report.everybody[0].covered_s if report.everybody else 0
        span = f"{moment(report.period.begins_at, zone)} to {moment(report.period.ends_at, zone)}"
        yield Paragraph.of(f"{span}; {duration(covered)} of it recorded")
        yield _STEPS.block(report.everybody, noun="submitter", by="held", zone=zone, hide={"begun_at"})
    else:
        for timeline in report.timelines:
            yield _STEPS.block(timeline.steps, printable(timeline.name), zone=zone, hide={"name"})
            yield from map(Paragraph.of, _picture(timeline, look))
            if timeline.covered_s:
                yield from map(Paragraph.of, _conditions(timeline, zone))
    if report.agreement is not None:
        for index, text in enumerate(agreement_texts(report.agreement, zone)):
            yield Paragraph.of(text, space_before=not index)
    yield from _remark_blocks(report.remarks, zone)


def history_document(report: HistoryReport) -> dict[str, Any]:
    """Schema `userprio.history/1`: the steps of each name or, if none was asked for, one of each submitter."""
    names = [
        field_values(timeline)
        | {"steps": list(_STEPS.dicts(timeline.steps)), "reasons": list(_WAITS.dicts(timeline.reasons))}
        for timeline in report.timelines
    ]
    return {
        "schema": "userprio.history/1",
        **field_values(report.period, "begins_at", "ends_at", "step_s"),
        "names": names,
        "submitters": list(_STEPS.dicts(report.everybody)),
        "reasons": list(_WAITS.dicts(report.reasons)),
        "agreement": agreement_document(report.agreement),
        "remarks": list(map(field_values, report.remarks)),
    }


def agreement_document(agreement: AgreementSummary | None) -> dict[str, Any] | None:
    """How often dry runs agreed with the log, for JSON; None if no log was recorded."""
    return None if agreement is None else field_values(agreement) | {"ratio": agreement.ratio}


TIMELINE_FORMATS: Final = Formats[HistoryReport](
    document=history_document,
    rows=lambda report: _WAITS.rows(report.all_reasons) if report.by_reason else _STEPS.rows(report.all_steps),
    screen=_history_blocks,
)


def history_image(report: HistoryReport, form: str, zone: tzinfo) -> bytes:
    """Use over time above the effective priorities of submitters, as `svg` or `png`, with times in `zone`.

    Of a promise, use is drawn as a part of the pool, with the promise across it; else as weight, with quotas of groups.
    What was not recorded is left blank.

    Raises:
        Refused: matplotlib is not installed.
    """
    period = report.period
    promise = next((timeline.promise for timeline in report.timelines if timeline.promise is not None), None)
    # Groups have none.
    prior = any(step.priority is not None for timeline in report.timelines for step in timeline.steps)
    with new_figure() as figure:
        axes = figure.subplots(1 + prior, 1, sharex=True, squeeze=False)[:, 0]
        use, last = axes[0], axes[-1]
        for number, timeline in enumerate(report.timelines):
            colour, steps = f"C{number}", timeline.steps
            held = [step.held if promise is None else step.of_pool for step in steps]
            use.plot(*_course(period, steps, held), color=colour, label=printable(timeline.name))
            if promise is None:
                quotas = _course(period, steps, [step.quota for step in steps])
                use.plot(*quotas, color=colour, linewidth=0.8, linestyle="--")
            if prior:
                last.plot(*_course(period, steps, [step.priority for step in steps]), color=colour)
        use.set_ylim(bottom=0)
        use.set_ylabel("weight in use" if promise is None else "part of the pool in use")
        if promise is not None:
            use.axhline(promise, color="0.4", linewidth=0.8, linestyle="--")
            use.yaxis.set_major_formatter(lambda value, place: percent(value))
        if prior:
            last.set_yscale("log")
            last.yaxis.set_major_formatter(lambda value, place: amount(value))
            last.set_ylabel("effective priority (less is better)")
        date_axis(last, dated([period.begins_at, period.ends_at]), zone)
        figure.legend(loc="outside lower center", ncols=2, frameon=False)
        return drawn_as(form, figure)


def _course(
    period: Period, steps: Sequence[TimelineStep], values: Sequence[float | None]
) -> tuple[list[float], list[float]]:
    """Moments and values of a line that is level within each step, and interrupted where nothing was recorded."""
    times: list[float] = []
    course: list[float] = []
    for step, following, value in zip(steps, (*steps[1:], None), values, strict=True):
        # A day in which the clocks change is an hour longer.
        goes_on = following is not None and following.begun_at - step.begun_at < 1.5 * period.step_s
        end = following.begun_at if following is not None and goes_on else step.ended_at
        level = nan if value is None else value
        times += [step.begun_at, end, end]
        course += [level, level, level if goes_on else nan]
    return dated(times), course


class _GroupBill(Struct, frozen=True):
    group: str
    hours: float
    price: float | None


_ENTRIES: Final = Table[BillEntry]("history bill", noun="submitter", by="weight_hours").of(
    name_column("submitter", lambda entry: entry.submitter),
    name_column("group", lambda entry: entry.group, optional=True, gives_way=1),
    TableColumn("weight_hours", "weight-\nhours", lambda entry: entry.weight_s / 3600, "weight-hours", "charged by "
                "the ledger", sums=True),
    TableColumn("estimated_hours", "of these\nestimated", lambda entry: entry.estimated_s / 3600, "weight-hours",
                "whose time is partly outside, and that were divided", sums=True, blank_zero=True,
                optional=True),
    TableColumn("rate", "rate", lambda entry: entry.rate, "per weight-hour", write="{:.6g}".format, optional=True),
    TableColumn("price", "price", lambda entry: entry.price, about="in the currency of the rates", sums=True,
                write="{:.2f}".format, optional=True),
)  # fmt: skip
_GROUPS: Final = Table[_GroupBill]("history bill groups", noun="group", by="weight_hours", scripts=False).of(
    name_column("group", lambda group: group.group or "<none>", about="without its subgroups"),
    TableColumn("weight_hours", "weight-\nhours", lambda group: group.hours, "weight-hours", sums=True),
    TableColumn("price", "price", lambda group: group.price, about="in the currency of the rates", sums=True,
                write="{:.2f}".format, optional=True),
)  # fmt: skip


def _by_group(bill: Bill) -> list[_GroupBill]:
    members: dict[str, list[BillEntry]] = defaultdict(list)
    for entry in bill.entries:
        members[entry.group].append(entry)
    groups = (
        _GroupBill(group, sum(entry.weight_s for entry in entries) / 3600, _price(entries))
        for group, entries in members.items()
    )
    return sorted(groups, key=lambda group: -group.hours)


def _price(entries: Sequence[BillEntry]) -> float | None:
    """What they cost together, as far as there are rates for them."""
    prices = [entry.price for entry in entries if entry.price is not None]
    return sum(prices) if prices else None


_NOTHING_CHARGED: Final = {
    0: "nothing was recorded of this time",
    1: "only one moment of this time was recorded, and a bill needs two: it has what the ledger charged between them",
}
"""Why a bill is empty, by the number of moments."""


def _shortcomings(bill: Bill, zone: tzinfo) -> Iterator[str]:
    if bill.recorded_from is None or bill.recorded_until is None:
        yield _NOTHING_CHARGED.get(bill.moments, "the ledger was not updated between the moments of this time")
        return
    if bill.recorded_from > bill.begins_at:
        yield f"nothing was recorded before {moment(bill.recorded_from, zone)}: what was used earlier is not in it"
    if bill.recorded_until < bill.ends_at:
        yield f"nothing is recorded after {moment(bill.recorded_until, zone)}: what was used later is not in it"
    if any(entry.estimated_s for entry in bill.entries):
        yield "charges at its beginning or end reach beyond it, and were divided evenly over their time"
    unrated = [entry for entry in bill.entries if entry.rate is None]
    if bill.rated and unrated:
        hours = in_hours(sum(entry.weight_s for entry in unrated))
        yield f"there is no rate for {count(len(unrated), 'submitter')}, with {hours} weight-hours"


def _bill_blocks(bill: Bill, zone: tzinfo) -> Iterator[Block]:
    yield Paragraph.of(f"{moment(bill.begins_at, zone)} to {moment(bill.ends_at, zone)}", "bold")
    if bill.entries:
        total = {"weight_hours": number(sum(entry.weight_s for entry in bill.entries) / 3600),
                 "price": number(_price(bill.entries), "{:.2f}".format)}  # fmt: skip
        names = {"submitter": cell("total")}
        yield _ENTRIES.block(bill.entries, total=_ENTRIES.filled(names | total))
        if any(entry.group for entry in bill.entries):
            yield _GROUPS.block(_by_group(bill), "Groups")
    for index, text in enumerate(_shortcomings(bill, zone)):
        yield Paragraph.of(text, space_before=not index)
    yield from _remark_blocks(bill.remarks, zone)


def bill_document(bill: Bill) -> dict[str, Any]:
    """Schema `userprio.bill/1`: an entry for each submitter and group, and what makes the bill incomplete."""
    fields = field_values(bill, "begins_at", "ends_at", "recorded_from", "recorded_until")
    return {
        "schema": "userprio.bill/1",
        **fields,
        "entries": list(_ENTRIES.dicts(bill.entries)),
        "remarks": list(map(field_values, bill.remarks)),
    }


BILL_FORMATS: Final = Formats[Bill](
    document=bill_document,
    rows=lambda bill: _ENTRIES.rows(bill.entries),
    screen=lambda bill, look: _bill_blocks(bill, look.zone),
)
