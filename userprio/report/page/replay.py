"""A replay as an HTML page: how close it is to what really happened, what it assumes, and both policies compared."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from datetime import tzinfo
from math import log10
from statistics import median
from typing import Final

from userprio.report.layout.blocks import TableBlock, TableColumn
from userprio.report.page.cycle import what_if
from userprio.report.page.parts import (
    MOST_BANDS,
    Bars,
    Html,
    PageHead,
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
    navigation,
    sections,
    stack,
    table,
    text,
)
from userprio.report.replay import (
    FAIRNESS,
    NOT_KNOWN,
    NOT_NEAR,
    NOT_SIMULATED,
    TOTALS,
    FigureLine,
    Total,
    beside_the_truth,
    busiest_first,
    by_group,
    by_submitter,
    group_lines,
    length,
    nearness_lines,
    period_line,
    submitter_lines,
    totals,
)
from userprio.report.table import in_hours, text_column
from userprio.report.text import amount, count, depth_first, moment, percent
from userprio.simulation import Calibration, Figures, Replay, ReplayedPolicy, waited_s

_USE: Final = "core-hours; each bar has a scale of its own"
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


def replay_page(replay: Replay, head: PageHead) -> str:
    """An HTML page about a replay; its terms must ask for `looks`."""
    parts = [*what_if(head), *_sections(replay, head.zone)]
    pieces = (
        element("p", text(f"{period_line(replay, head.zone)}. A simulation: nothing was changed."), "soft"),
        *_doubt(replay.calibration),
        _totals(replay.policies),
        navigation(parts),
        sections(parts),
    )
    return document(f"Replay of {head.source}" if head.source else "Replay", head, pieces)


def _doubt(calibration: Calibration | None) -> Iterator[Html]:
    """Doubts about the replay, to be read first."""
    if calibration is None:
        yield element("p", text(f"{NOT_KNOWN[0].upper()}{NOT_KNOWN[1:]}."), "doubt")
    elif not calibration.near:
        yield element("p", text(NOT_NEAR), "doubt")
        yield bullets(calibration.why_not, "warnings")


def _sections(replay: Replay, zone: tzinfo) -> Iterator[PageSection]:
    if replay.calibration is not None:
        yield PageSection("How close it is to what really happened", _beside_the_truth(replay.calibration), "How close")
    yield PageSection("What is assumed", bullets([*replay.assumptions, NOT_SIMULATED]), "Assumed")
    yield PageSection("The period", table("the period", totals(replay.policies, TOTALS, heading="figure")))
    if replay.in_force.groups:
        more = "Figures of a group include its subgroups."
        tree = depth_first(group_lines(replay), lambda line: line.figures.name)
        groups = _table("groups", by_group(replay), [line for _, _, line in tree])
        yield PageSection("Groups", joined([_key(replay, more), groups]))
    submitters = _table("submitters", by_submitter(replay), submitter_lines(replay))
    yield PageSection("Submitters", joined([_key(replay), submitters]))
    yield PageSection("Use over time", _use(replay, zone))
    yield PageSection("How long jobs waited", _waits(replay), "Waits")
    yield PageSection("Fairness", _fairness(replay.policies))


# Figures


def _totals(policies: Sequence[ReplayedPolicy]) -> Html:
    """The key figures of the period."""
    used, idle = (f"core-hours {what}" for what in ("used", "idle"))
    shown = {"used": used, "idle": idle, "median wait": "median wait", "95% of waits within": "95% of waits within"}
    return figures(
        (_between([total.write(total.of(policy)) for policy in policies]), shown[total.name])
        for total in TOTALS
        if total.name in shown
    )


def _between(written: Sequence[str]) -> str:
    """Both policies' texts, or one if they are the same."""
    if len(set(written)) == 1:
        return written[0]
    # A line may only wrap before the arrow.
    return " →\N{NO-BREAK SPACE}".join(figure.replace(" ", "\N{NO-BREAK SPACE}") for figure in written)


def _key(replay: Replay, more: str = "") -> Html:
    named = [(class_, policy.name) for class_, policy in zip(_COLOURS, replay.policies, strict=False)]
    arrow = "Figures that differ are shown for both policies." if replay.changed else ""
    words = " ".join(sentence for sentence in (more, arrow, "Each bar has its own scale.") if sentence)
    return key(*named, ("mark", "entitled to"), more=words)


def _table(label: str, block: TableBlock, lines: Sequence[FigureLine]) -> Html:
    bars = [_bars([line.figures, *line.others]) for line in lines]
    return table(label, block, Bars("use and entitlement", _USE, bars))


def _bars(everyone: Sequence[Figures | None]) -> Html:
    """A bar for each policy, one below the other, on the same scale."""
    known = [
        (class_, policy_figures)
        for class_, policy_figures in zip(_COLOURS, everyone, strict=False)
        if policy_figures is not None
    ]
    # A scale for each row: on a common one, most submitters of a large pool would have no visible bar.
    scale = max(max(policy_figures.used_weight_s, policy_figures.entitled_weight_s) for _, policy_figures in known)
    bars = (
        bar(
            ((class_, policy_figures.used_weight_s),),
            policy_figures.entitled_weight_s,
            f"used {in_hours(policy_figures.used_weight_s)}, entitled to {in_hours(policy_figures.entitled_weight_s)}",
            scale,
        )
        for class_, policy_figures in known
    )
    return Html(f'<div class="bars">{"".join(bars)}</div>')


def _beside_the_truth(calibration: Calibration) -> Html:
    lines = [element("p", text(line.replace("->", "→"))) for line in nearness_lines(calibration)]
    about = element("p", text("Over jobs whose start the history has:"), "soft")
    return joined([*lines, about, table("beside what really happened", beside_the_truth(calibration))])


def _fairness(policies: Sequence[ReplayedPolicy]) -> Html:
    members = Total("submitters", lambda policy: policy.fairness.members, amount)
    meanings = dict(zip((*FAIRNESS, members), (*_DEFINITIONS, _MEMBERS), strict=True))
    meaning: TableColumn[Total] = text_column("meaning", lambda total: meanings[total], "what it is")
    block = totals(policies, (*FAIRNESS, members), meaning, heading="measure")
    return joined([table("fairness", block), element("p", text(_ENTITLED), "soft")])


# Charts


def _use(replay: Replay, zone: tzinfo) -> Html:
    """Use over time by group or submitter, one policy below the other."""
    names = busiest_first(replay)
    drawn, rest = names[:MOST_BANDS], names[MOST_BANDS:]
    # One height for all policies: with one for each, less use could look like more.
    highest = max(max(weight for _, weight in policy.capacity) for policy in replay.policies) or 1.0
    begin, span = replay.begins_at, replay.ends_at - replay.begins_at
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
    for policy in replay.policies:
        ends = [(look.at - begin) / span for look in policy.looks]
        bands = [
            (name, f"c{place}", [look.weights.get(name, 0.0) / highest for look in policy.looks])
            for place, name in enumerate(drawn)
        ]
        if rest:
            heights = [sum(look.weights.get(name, 0.0) for name in rest) / highest for look in policy.looks]
            bands.append((f"{len(rest)} more", "rest", heights))
        # The last capacity holds until the end, where nothing changes to mark it.
        steps = [*policy.capacity, (policy.until, policy.capacity[-1][1])]
        capacity = StepLine(
            "slots that are there", "there", [((at - begin) / span, step / highest) for at, step in steps]
        )
        used = policy.everybody.used_weight_s / policy.pool_weight_s if policy.pool_weight_s else 0.0
        words = f"weight in use over time, {policy.name}: {percent(used)} of the pool"
        pieces.append(chart(policy.name, words, [stack(bands, ends), line(capacity)], across, up))
    return joined(pieces)


def _waits(replay: Replay) -> Html:
    """The cumulative distribution of waits, on a logarithmic scale."""
    every = [
        (policy.name, class_, sorted(waited_s(course, policy.until) for course in policy.jobs))
        for class_, policy in zip(_COLOURS, replay.policies, strict=False)
    ]
    past = [course.past for course in replay.in_force.jobs]
    true = sorted(
        max(job.started_at - job.queued_at, 0.0)
        for job in past
        if job.started_at is not None and replay.begins_at <= job.started_at <= replay.ends_at
    )
    if true:
        every.append((f"really, {count(len(true), 'job')} whose start is known", "truth", true))
    longest = max(waits[-1] for _, _, waits in every)
    ticks = [tick for tick in _WAIT_TICKS if tick[0] <= longest] or [_WAIT_TICKS[0]]
    decades = max(log10(max(longest, _WAIT_TICKS[1][0])), 1.0)
    across = [Tick(log10(seconds) / decades, words, minor) for seconds, words, minor in ticks]
    up = [Tick(part, percent(part)) for part in (0.0, 0.5, 1.0)]
    lines = [line(StepLine(name, class_, _shares(waits, decades))) for name, class_, waits in every]
    parts = (f"{name}: median {length(median(waits))}" for name, _, waits in every)
    about = (
        "The part of the jobs that waited at most this long for their first start; jobs that never started count as "
        "waiting until the end of the period. Waits of less than a second are shown as 1s."
    )
    return joined(
        [
            key(*((class_, name) for name, class_, _ in every)),
            element("p", text(about), "soft"),
            chart("", f"parts of the jobs over their waits; {'; '.join(parts)}", lines, across, up),
        ]
    )


def _shares(waits: Sequence[float], decades: float) -> list[tuple[float, float]]:
    """Points of the curve: position on the axis, which starts at a second, and the part of the waits up to there."""
    places = [step / _STEPS for step in range(_STEPS + 1)]
    # The power may fall just short of a whole second, where waits of exactly that length would not count.
    return [(place, bisect_right(waits, 10 ** (place * decades) + 1e-6) / len(waits)) for place in places]
