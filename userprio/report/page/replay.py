"""A replay as an HTML page: how close it is to what really happened, what it assumes, and both policies compared."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from datetime import tzinfo
from math import log10
from statistics import median
from typing import Final

from userprio.report.page.cycle import what_if
from userprio.report.page.parts import (
    MOST_BANDS,
    Heading,
    Html,
    PageHead,
    PageRow,
    PageSection,
    StepLine,
    Tick,
    bar,
    bullets,
    chart,
    document,
    element,
    figures,
    joined,
    key,
    line,
    name_text,
    navigation,
    number,
    sections,
    stack,
    table,
    text,
)
from userprio.report.replay import (
    FAIRNESS,
    MEASURES,
    NOT_KNOWN,
    NOT_NEAR,
    NOT_SIMULATED,
    TOTALS,
    Total,
    busiest_first,
    length,
    nearness_lines,
    period_line,
)
from userprio.report.table import in_hours
from userprio.report.text import amount, count, depth_first, moment, percent
from userprio.simulation import Calibration, Compared, Figures, Replay, ReplayedPolicy, waited_s

_COLUMNS: Final = {
    "jobs": Heading("jobs"),
    "started": Heading("started"),
    "used_core_hours": Heading("core-hours", about="weight of its slots over time"),
    "share": Heading("share", about="its part of all use"),
    "entitled_share": Heading("entitled to", about="its part of all entitlements"),
    "wait_median_s": Heading("median wait", about="until the first start, or the end of the period"),
    "wait_p95_s": Heading("95% within", about="95% of its jobs did not wait longer"),
    "slowdown": Heading("slowdown", about="median of (wait + run) / run, runs of less than 10 s counted as 10 s"),
    "preemptions": Heading("interrupted", about="runs that did not finish"),
    "badput_core_hours": Heading("lost", about="core-hours of those runs"),
}
_USE: Final = Heading("use and entitlement", number=False, about="core-hours; each bar has a scale of its own")
_COLOURS: Final = ("before", "after")
_DEFINITIONS: Final = (
    "of use / entitlement of the submitters: (sum of x)² / (n · sum of x²), 1 if all have the same, 1/n if one has "
    "everything (Jain, Chiu and Hawe, DEC-TR-301, 1984)",
    "of the same ratios: 0 if all are equal, towards 1 the more one has (Gini, 1912)",
)
_MEMBERS: Final = "submitters who were entitled to something"
_ENTITLED: Final = (
    "At every moment, everybody with jobs in the queue is entitled to weight: the members of a group to its effective "
    "quota, and all, except groups that do not accept surplus, to what is left; both in proportion to 1 / "
    "sqrt(priority factor), and never to more than they ask for."
)
_WAIT_TICKS: Final = (
    *((1, "1s", False), (10, "10s", True), (60, "1m", False), (600, "10m", True), (3600, "1h", False)),
    *((36_000, "10h", True), (86_400, "1d", False), (864_000, "10d", True), (8_640_000, "100d", False)),
)
_STEPS: Final = 200
_TIMES: Final = 4


def replay_page(found: Replay, head: PageHead) -> str:
    """An HTML page about a replay; its terms must ask for `looks`."""
    parts = [*what_if(head), *_sections(found, head.zone)]
    pieces = (
        element("p", text(f"{period_line(found, head.zone)}. A simulation: nothing was changed."), "soft"),
        *_doubt(found.calibration),
        _totals(found.policies),
        navigation(parts),
        sections(parts),
    )
    return document(f"Replay of {head.source}" if head.source else "Replay", head, pieces)


def _doubt(found: Calibration | None) -> Iterator[Html]:
    """Doubts about the replay, to be read first."""
    if found is None:
        yield element("p", text(f"{NOT_KNOWN[0].upper()}{NOT_KNOWN[1:]}."), "doubt")
    elif not found.near:
        yield element("p", text(NOT_NEAR), "doubt")
        yield bullets(found.why_not, "warnings")


def _sections(found: Replay, zone: tzinfo) -> Iterator[PageSection]:
    if found.calibration is not None:
        yield PageSection("How close it is to what really happened", _beside_the_truth(found.calibration), "How close")
    yield PageSection("What is assumed", bullets([*found.assumptions, NOT_SIMULATED]), "Assumed")
    yield PageSection("The period", _period(found.policies))
    others = [{each.name: each for each in policy.groups} for policy in found.changed]
    if found.in_force.groups:
        rows = (
            _row(label, each, [them.get(each.name) for them in others], depth)
            for depth, label, each in depth_first(found.in_force.groups, lambda group: group.name)
        )
        more = "Figures of a group include its subgroups."
        yield PageSection("Groups", joined([_key(found, more), _table("group", rows)]))
    others = [{each.name: each for each in policy.submitters} for policy in found.changed]
    rows = (_row(each.name, each, [them.get(each.name) for them in others]) for each in found.in_force.submitters)
    yield PageSection("Submitters", joined([_key(found), _table("submitter", rows)]))
    yield PageSection("Use over time", _use(found, zone))
    yield PageSection("How long jobs waited", _waits(found), "Waits")
    yield PageSection("Fairness", _fairness(found.policies))


# Figures


def _totals(policies: Sequence[ReplayedPolicy]) -> Html:
    """The key figures of the period."""
    used, idle = (f"core-hours {what}" for what in ("used", "idle"))
    shown = {"used": used, "idle": idle, "median wait": "median wait", "95% of waits within": "95% of waits within"}
    return figures(
        (_between([write(figure(each)) for each in policies]), shown[what])
        for what, figure, write in map(_total_parts, TOTALS)
        if what in shown
    )


def _total_parts(total: Total) -> tuple[str, Callable[[ReplayedPolicy], float], Callable[[float], str]]:
    return total.name, total.of, total.write


def _between(written: Sequence[str]) -> str:
    """Both policies' texts, or one if they are the same."""
    if len(set(written)) == 1:
        return written[0]
    # A line may only wrap before the arrow.
    return " →\N{NO-BREAK SPACE}".join(one.replace(" ", "\N{NO-BREAK SPACE}") for one in written)


def _cell(values: Sequence[float | None], write: Callable[[float], str]) -> Html:
    """A figure of each policy, sorted by the last; bold if the difference is visible."""
    told = _between(["none" if value is None else write(value) for value in values])
    return number(values[-1] or 0.0, told, "changed pair" if "→" in told else "")


def _period(policies: Sequence[ReplayedPolicy]) -> Html:
    headings = [Heading("figure", number=False), *(Heading(policy.name) for policy in policies)]
    rows = (
        PageRow([text(what), *(number(figure(policy), write(figure(policy))) for policy in policies)])
        for what, figure, write in map(_total_parts, TOTALS)
    )
    return table("the period", headings, rows)


def _key(found: Replay, more: str = "") -> Html:
    named = [(class_, policy.name) for class_, policy in zip(_COLOURS, found.policies, strict=False)]
    arrow = "Figures that differ are shown for both policies." if found.changed else ""
    words = " ".join(each for each in (more, arrow, "Each bar has its own scale.") if each)
    return key(*named, ("mark", "entitled to"), more=words)


def _table(what: str, rows: Iterator[PageRow]) -> Html:
    return table(f"{what}s", [Heading(what, number=False), _USE, *_COLUMNS.values()], rows)


def _row(label: str, each: Figures, others: Sequence[Figures | None], depth: int = 0) -> PageRow:
    everyone = [each, *others]
    figured = [(measure.of, measure.write) for measure in MEASURES]
    cells = [_cell([None if one is None else figure(one) for one in everyone], write) for figure, write in figured]
    return PageRow([name_text(label), _bars(everyone), *cells], depth, each.name)


def _bars(everyone: Sequence[Figures | None]) -> Html:
    """A bar for each policy, one below the other, on the same scale."""
    known = [(class_, each) for class_, each in zip(_COLOURS, everyone, strict=False) if each is not None]
    whole = max(max(each.used_weight_s, each.entitled_weight_s) for _, each in known)
    bars = (
        bar(
            ((class_, each.used_weight_s),),
            each.entitled_weight_s,
            f"used {in_hours(each.used_weight_s)}, entitled to {in_hours(each.entitled_weight_s)}",
            whole,
        )
        for class_, each in known
    )
    return Html(f'<div class="bars">{"".join(bars)}</div>')


def _beside_the_truth(found: Calibration) -> Html:
    told = [element("p", text(line.replace("->", "→"))) for line in nearness_lines(found)]
    groups = len(found.group_weight_s) > 1
    waits = {one.name: one for one in found.group_waits_s}
    what = "group" if groups else "submitter"
    headings = [Heading(what, number=False), Heading("true core-hours"), Heading("replayed core-hours")]
    if groups:
        headings += [Heading("true wait", about="the median"), Heading("replayed wait")]
    rows = []
    for one in found.group_weight_s if groups else found.weight_s:
        cells = [
            name_text(one.name),
            number(one.true, in_hours(one.true)),
            number(one.replayed, in_hours(one.replayed)),
        ]
        rows.append(PageRow([*cells, *(_both(waits.get(one.name)) if groups else ())]))
    about = element("p", text("Over jobs whose start the history has:"), "soft")
    return joined([*told, about, table("beside what really happened", headings, rows)])


def _both(one: Compared | None) -> list[Html]:
    return [Html("")] * 2 if one is None else [number(each, length(each)) for each in (one.true, one.replayed)]


def _fairness(policies: Sequence[ReplayedPolicy]) -> Html:
    headings = [Heading("measure", number=False), *(Heading(policy.name) for policy in policies)]
    headings.append(Heading("what it is", number=False))
    rows = [
        PageRow([text(what), *(number(figure(each), write(figure(each))) for each in policies), text(means)])
        for (what, figure, write), means in zip(map(_total_parts, FAIRNESS), _DEFINITIONS, strict=True)
    ]
    rows.append(PageRow([text("submitters"), *(number(each.fairness.members) for each in policies), text(_MEMBERS)]))
    return joined([table("fairness", headings, rows), element("p", text(_ENTITLED), "soft")])


# Charts


def _use(found: Replay, zone: tzinfo) -> Html:
    """Use over time by group or submitter, one policy below the other."""
    names = busiest_first(found)
    drawn, rest = names[:MOST_BANDS], names[MOST_BANDS:]
    highest = max(max(weight for _, weight in policy.capacity) for policy in found.policies) or 1.0
    begin, span = found.begins_at, found.ends_at - found.begins_at
    across = [
        Tick(part / _TIMES, moment(int(begin + span * part / _TIMES), zone), 0 < part < _TIMES)
        for part in range(_TIMES + 1)
    ]
    up = [Tick(part, amount(part * highest)) for part in (0.0, 0.5, 1.0)]
    colours = [(f"c{place}", name) for place, name in enumerate(drawn)]
    if rest:
        colours.append(("rest", f"{len(rest)} more"))
    about = "Weight in use; the dashed line is the weight of all slots."
    pieces = [key(*colours), element("p", text(about), "soft")]
    for policy in found.policies:
        ends = [(look.at - begin) / span for look in policy.looks]
        bands = [
            (name, f"c{place}", [look.weights.get(name, 0.0) / highest for look in policy.looks])
            for place, name in enumerate(drawn)
        ]
        if rest:
            heights = [sum(look.weights.get(name, 0.0) for name in rest) / highest for look in policy.looks]
            bands.append((f"{len(rest)} more", "rest", heights))
        steps = [*policy.capacity, (policy.until, policy.capacity[-1][1])]
        there = StepLine("slots that are there", "there", [((at - begin) / span, each / highest) for at, each in steps])
        words = f"weight in use over time, {policy.name}: {_of_the_pool(policy)} of the pool"
        pieces.append(chart(policy.name, words, [stack(bands, ends), line(there)], across, up))
    return joined(pieces)


def _of_the_pool(policy: ReplayedPolicy) -> str:
    return percent(policy.everybody.used_weight_s / policy.pool_weight_s if policy.pool_weight_s else 0.0)


def _waits(found: Replay) -> Html:
    """The cumulative distribution of waits, on a logarithmic scale."""
    every = [
        (policy.name, class_, sorted(waited_s(course, policy.until) for course in policy.jobs))
        for class_, policy in zip(_COLOURS, found.policies, strict=False)
    ]
    past = [course.past for course in found.in_force.jobs]
    true = sorted(
        max(each.started_at - each.queued_at, 0.0)
        for each in past
        if each.started_at is not None and found.begins_at <= each.started_at <= found.ends_at
    )
    if true:
        every.append((f"really, {count(len(true), 'job')} whose start is known", "truth", true))
    longest = max(waits[-1] for _, _, waits in every)
    ticks = [tick for tick in _WAIT_TICKS if tick[0] <= longest] or [_WAIT_TICKS[0]]
    decades = max(log10(max(longest, _WAIT_TICKS[1][0])), 1.0)
    across = [Tick(log10(seconds) / decades, words, minor) for seconds, words, minor in ticks]
    up = [Tick(part, percent(part)) for part in (0.0, 0.5, 1.0)]
    lines = [line(StepLine(name, class_, _shares(waits, decades))) for name, class_, waits in every]
    told = (f"{name}: median {length(median(waits))}" for name, _, waits in every)
    about = (
        "The part of the jobs that waited at most this long for their first start; jobs that never started count as "
        "waiting until the end of the period. Waits of less than a second are shown as 1s."
    )
    return joined(
        [
            key(*((class_, name) for name, class_, _ in every)),
            element("p", text(about), "soft"),
            chart("", f"parts of the jobs over their waits; {'; '.join(told)}", lines, across, up),
        ]
    )


def _shares(waits: Sequence[float], decades: float) -> list[tuple[float, float]]:
    """Points of the curve: position on the axis, which starts at a second, and the part of the waits up to there."""
    places = [step / _STEPS for step in range(_STEPS + 1)]
    return [(place, bisect_right(waits, 10 ** (place * decades) + 1e-6) / len(waits)) for place in places]
