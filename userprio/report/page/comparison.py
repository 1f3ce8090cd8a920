"""Two cycles, or a past period under several policies, as an HTML page.

Of two cycles: the changes made, what comes out differently, and both in full. Of a replay: how close it is to what
really happened, what it assumes, and the policies compared.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from datetime import tzinfo
from itertools import starmap
from math import log10
from statistics import median
from typing import Final

from userprio.analysis.plan import Figure, Mark, Plan, SubmitterDifference
from userprio.negotiation import summarise
from userprio.report.formats import TableBlock, TableColumn
from userprio.report.page.cycle import cycle_figures, cycle_sections, what_if
from userprio.report.page.parts import (
    MOST_BANDS,
    Bars,
    Html,
    PageHead,
    PageSection,
    StepLine,
    Tick,
    bars,
    bullets,
    chart,
    document,
    element,
    figures,
    folded,
    joined,
    key,
    line,
    navigation,
    scale_of,
    sections,
    stack,
    table,
    text,
    wrapping,
)
from userprio.report.plan import (
    CHANGES,
    GROUPS,
    SUBMITTERS,
    ChangeLine,
    between,
    difference_lines,
    figure_column,
    several_jobs,
    shift_tables,
    summary_line,
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
from userprio.report.visits import STARTS_NOTE
from userprio.report.what_if import change_texts
from userprio.simulation import Calibration, Figures, Replay, ReplayedPolicy, waited_s

_SIDES: Final = (("before", "as things are"), ("after", "with the changes"))


def comparison_page(plan: Plan, name: str, head: PageHead) -> str:
    """An HTML page about a plan of this name."""
    parts = [*what_if(head), *_differences(plan, head.zone)]
    both = zip(_SIDES, (plan.before, plan.after), strict=True)
    full = joined(
        folded(
            f"The whole cycle {when}",
            joined([cycle_figures(outcome), sections(list(cycle_sections(outcome)), 3, f"{place}-")]),
            place,
        )
        for (place, when), outcome in both
    )
    dry_runs = f"Two dry runs for {moment(plan.before.at, head.zone)}: nothing was changed."
    pieces = (
        element("p", text(dry_runs), "soft"),
        element("p", text(summary_line(plan).replace("->", "→"))),
        _figures(plan),
        navigation(parts, [(place, f"Cycle {when}") for place, when in _SIDES]),
        sections(parts),
        full,
    )
    return document(f"What {name} would do to {head.source}", head, pieces)


def _differences(plan: Plan, zone: tzinfo) -> Iterator[PageSection]:
    difference = plan.difference
    yield PageSection("Changes", _changes(plan, zone))
    if plan.remarks:
        yield PageSection("What was assumed", bullets(plan.remarks, "warnings"), "Assumed")
    sides = ("before", "before"), ("after", "after")
    pairs = key(*sides, more="All bars of a table have one scale.")
    # Like the tables, which are left out if empty, so that bars stand beside their own rows.
    shown = [shifts for shifts in (difference.gains, difference.losses) if shifts]
    for block, shifts in zip(shift_tables(plan), shown, strict=True):
        yield PageSection(block.title, joined([pairs, _shifts(block, (shift.holds for shift in shifts))]))
    if difference.groups:
        own = element("p", text("Only groups that differ; figures are without subgroups."), "soft")
        yield PageSection("Groups", joined([key(*sides, ("mark", "quota")), own, _groups(plan)]))
    if difference.submitters:
        note = f"{STARTS_NOTE[0].upper()}{STARTS_NOTE[1:]}" if several_jobs(plan) else ""
        about = element("p", text(f"Only those that differ. {note}".strip()), "soft")
        yield PageSection("Submitters", joined([about, _submitters(plan)]))
    for title, warnings in (
        ("New warnings", difference.new_warnings),
        ("Warnings that go away", difference.gone_warnings),
    ):
        if warnings:
            yield PageSection(title, bullets(warnings, "warnings"))


def _figures(plan: Plan) -> Html:
    difference = plan.difference.pool
    before, after = summarise(plan.before), summarise(plan.after)
    pairs = (
        (difference.weight, "weight of the pool"),
        (difference.matched_weight, "weight given"),
        (Figure(before.served, after.served), "submitters served"),
        (difference.jobs, "jobs expected to start"),
        (Figure(before.idle_left, after.idle_left), "jobs left idle"),
        (difference.preemptions, "preemptions"),
    )
    return figures((between(figure).replace("->", "→"), words) for figure, words in pairs)


def _changes(plan: Plan, zone: tzinfo) -> Html:
    changes = list(starmap(ChangeLine, change_texts(plan.changes, plan.inputs, zone, plan.upgrade)))
    if not changes:
        return element("p", text("These changes change nothing."))
    return table("changes", CHANGES.block(changes), without=_MARK)


def _pair(figure: Figure, marks: Figure | None, scale: float) -> Html:
    """A bar for the weight held before above one for after."""
    held = (figure.before or 0.0, figure.after or 0.0)
    drawn = (None, None) if marks is None else (marks.before, marks.after)
    sides = zip(_SIDES, held, drawn, strict=True)
    return bars([(when, weight, mark, f"holds {when}: {amount(weight)}") for (when, _), weight, mark in sides], scale)


_MARK: Final = ("mark",)
"""The column of marks, whose words are beside the names instead."""


def _shifts(shifts: TableBlock, holds: Iterable[Figure]) -> Html:
    pairs = list(holds)
    scale = scale_of(side for pair in pairs for side in (pair.before, pair.after))
    drawn = Bars(
        "weight", "held after the cycle, before and after the changes", [_pair(pair, None, scale) for pair in pairs]
    )
    return table(shifts.title.lower(), shifts, drawn, without=_MARK, also=("jobs",))


def _groups(plan: Plan) -> Html:
    lines = list(difference_lines(plan.difference.groups))
    # What its own submitters hold is compared with the effective quota, and all below it with that of the subtree.
    quotas = [line.group.subtree_quota if line.whole else line.group.effective_quota for line in lines]
    pairs = [(line.figure("holds"), quota) for line, quota in zip(lines, quotas, strict=True)]
    scale = scale_of(side for pair in pairs for figure in pair for side in (figure.before, figure.after))
    drawn = Bars("holds and quota", "before and after the changes", [_pair(*pair, scale) for pair in pairs])
    rows = (GROUPS.row(line, label=f"{line.name}{_new_or_gone(line.group.mark)}") for line in lines)
    every = tuple(column.key for column in GROUPS.columns)
    return table("groups", GROUPS.block(rows), drawn, without=_MARK, also=every)


def _new_or_gone(mark: Mark) -> str:
    """A word for an entry that exists on one side only."""
    return {Mark.MORE: " (new)", Mark.LESS: " (gone)"}.get(mark, "")


def _submitters(plan: Plan) -> Html:
    summaries = (summarise(outcome) for outcome in (plan.before, plan.after))
    sides = [{submitter.name: submitter for submitter in summary.submitters} for summary in summaries]

    def idle(submitter: SubmitterDifference) -> Figure:
        return Figure(*(float(side[submitter.name].left) if submitter.name in side else None for side in sides))

    def why(submitter: SubmitterDifference) -> str:
        before, after = (str(side[submitter.name].reason or "") if submitter.name in side else "" for side in sides)
        return after if before == after else f"{before or 'takes no part'} -> {after or 'takes no part'}"

    submitters = SUBMITTERS.with_columns(
        figure_column("idle_left", idle, "idle left", about="idle jobs that no match is expected to start"),
        text_column("reason", why, "why no more", about="why most of the jobs left wait"),
    )
    rows = (
        submitters.row(submitter, label=f"{submitter.name}{_new_or_gone(submitter.mark)}")
        for submitter in plan.difference.submitters
    )
    return table("submitters", submitters.block(rows), without=_MARK)


_CORE_HOURS: Final = "core-hours; all bars of the table have one scale"
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
    parts = [*what_if(head), *_of_replay(replay, head.zone)]
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


def _of_replay(replay: Replay, zone: tzinfo) -> Iterator[PageSection]:
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
    return wrapping(" → ".join(written))


def _key(replay: Replay, more: str = "") -> Html:
    named = [(class_, policy.name) for class_, policy in zip(_COLOURS, replay.policies, strict=False)]
    arrow = "Figures that differ are shown for both policies." if replay.changed else ""
    words = " ".join(sentence for sentence in (more, arrow, "All bars have one scale.") if sentence)
    return key(*named, ("mark", "entitled to"), more=words)


def _table(label: str, block: TableBlock, lines: Sequence[FigureLine]) -> Html:
    scale = scale_of(
        amount for line in lines for side in line.sides for amount in (side.used_weight_s, side.entitled_weight_s)
    )
    drawn = [_bars([line.figures, *line.others], scale) for line in lines]
    return table(label, block, Bars("use and entitlement", _CORE_HOURS, drawn), without=("use_over_time",))


def _bars(everyone: Sequence[Figures | None], scale: float) -> Html:
    """A bar for each policy, one below the other."""
    rows = []
    for class_, under in zip(_COLOURS, everyone, strict=False):
        if under is not None:
            used, entitled = under.used_weight_s, under.entitled_weight_s
            rows.append((class_, used, entitled, f"used {in_hours(used)}, entitled to {in_hours(entitled)}"))
    return bars(rows, scale)


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
