"""A replay: what comes out and how close it is to what really happened, tables, and its plot."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import tzinfo
from math import floor
from typing import Any, Final

from msgspec import Struct, structs

from userprio.base import common_domain
from userprio.report.charts import sparkline
from userprio.report.data import field_values
from userprio.report.drawn_periods import difference_blocks, differences_data
from userprio.report.formats import Block, Field, Formats, Paragraph, Presentation, Rows, TableBlock, TableColumn
from userprio.report.plots import MOST_LINES, date_axis, dated, drawn_as, new_figure
from userprio.report.table import EPOCH, FRACTION, SECONDS, Table, data_column, in_hours, name_column, text_column
from userprio.report.text import amount, count, depth_first, length, moment, percent, printable
from userprio.simulation import Calibration, Compared, Figures, JobTimeline, Replay, ReplayedPolicy

NOT_SIMULATED: Final = (
    "not simulated: jobs that are suspended, held, released or removed while they wait; input and output; the time "
    "that cycles take; an interrupted job starts over"
)
NOT_KNOWN: Final = "it is not known how close this is to what really happened: the history has no starts"
NOT_NEAR: Final = "This replay is not close to what really happened:"


def three_decimals(value: float) -> str:
    """A measure between 0 and 1 where small differences matter."""
    return f"{value:.3f}"


def period_line(replay: Replay, zone: tzinfo) -> str:
    """The period, and how many jobs and cycles there were in it."""
    first, last = int(replay.begins_at), int(replay.ends_at)
    jobs, cycles = count(len(replay.in_force.jobs), "job"), count(replay.in_force.cycles, "cycle")
    return f"{moment(first, zone)} to {moment(last, zone)}, {length(last - first)}: {jobs}, {cycles}"


def busiest_first(replay: Replay) -> list[str]:
    """The groups or submitters that used anything under any policy, busiest first."""
    # Over all policies, so that the same name has the same colour in the chart of each.
    used: Counter[str] = Counter()
    for policy in replay.policies:
        for look in policy.looks:
            used.update(look.weights)
    return sorted(used, key=lambda name: (-used[name], name))


def nearness_lines(calibration: Calibration) -> Iterator[str]:
    """How close the replay comes to what really happened, in figures."""
    yield (
        f"{count(calibration.jobs, 'job')} whose start is known: {percent(calibration.within_interval)} start within "
        f"{length(calibration.interval_s)} (a cycle) of the truth, {percent(calibration.within_ten_minutes)} within "
        f"10 minutes, {percent(calibration.within_tenth)} within 10% of their wait"
    )
    # By absolute difference: of a submitter with little use, any difference would be a large part.
    worst = max(calibration.weight_s, key=lambda member: abs(member.replayed - member.true), default=None)
    if worst is not None:
        then, now = in_hours(worst.true), in_hours(worst.replayed)
        largest = "" if then == now else f"; the largest difference is {then} -> {now} core-hours of {worst.name}"
        yield f"{percent(1 - calibration.misplaced)} of the core-hours are used by the same submitters{largest}"


class Total(Struct, frozen=True):
    """A figure of a whole policy: its name, how to get it, how to write it."""

    name: str
    of: Callable[[ReplayedPolicy], float]
    write: Callable[[float], str]


TOTALS: Final[Sequence[Total]] = (
    Total("core-hours of the pool", lambda policy: policy.pool_weight_s, in_hours),
    Total("used", lambda policy: policy.everybody.used_weight_s, in_hours),
    Total("idle", lambda policy: policy.idle_weight_s, in_hours),
    Total("idle while as much waited", lambda policy: policy.idle_while_waiting_weight_s, in_hours),
    Total("lost to interruptions (badput)", lambda policy: policy.everybody.badput_weight_s, in_hours),
    Total("jobs started", lambda policy: policy.everybody.started, amount),
    Total("jobs finished", lambda policy: policy.everybody.finished, amount),
    Total("interruptions", lambda policy: policy.everybody.preemptions, amount),
    Total("median wait", lambda policy: policy.everybody.waits.median_s, length),
    Total("95% of waits within", lambda policy: policy.everybody.waits.p95_s, length),
    Total("median slowdown", lambda policy: policy.everybody.slowdown, amount),
)
FAIRNESS: Final[Sequence[Total]] = (
    Total("Jain's index of use / entitlement", lambda policy: policy.fairness.jain, three_decimals),
    Total("Gini coefficient of the same", lambda policy: policy.fairness.gini, three_decimals),
)

_WAITED: Final = "until the first start, or the end of the period"
_UNITS: Final = {
    "*_at": "seconds since the epoch",
    "*_s": "seconds",
    "*_core_hours": "weight-hours: core-hours where slots weigh their cores",
    "share": "fraction of all use",
    "slowdown": "median of (wait + run) / run, runs of less than 10 s counted as 10 s",
}


def replay_blocks(replay: Replay, look: Presentation) -> Iterator[Block]:
    """What comes out and how close it is to the truth, tables, and what is assumed."""
    changes, doubts = list(_outcome(replay)), list(nearness(replay.calibration))
    # Figures of a replay that is not close to the truth mislead whoever reads them first.
    trusted = bool(replay.changed) and replay.calibration is not None and replay.calibration.near
    yield from (*changes, *doubts) if trusted else (*doubts, *changes)
    for differences in replay.differences:
        yield from difference_blocks(differences)
    yield totals(replay.policies, (*TOTALS, *FAIRNESS))
    if replay.in_force.groups:
        yield by_group(replay, look)
    yield by_submitter(replay, look)
    if replay.calibration is not None:
        yield beside_the_truth(replay.calibration)
    if replay.terms.each_job:
        yield _JOBS.block(_job_lines(replay), "Jobs", zone=look.zone)
    yield from closing(replay, look.zone)


def _outcome(replay: Replay) -> Iterator[Paragraph]:
    """Waits and use of everybody, and whose use changes most."""
    median, p95 = (
        _between([length(getattr(policy.everybody.waits, which)) for policy in replay.policies])
        for which in ("median_s", "p95_s")
    )
    used = _between(
        [percent(policy.everybody.used_weight_s / (policy.pool_weight_s or 1.0)) for policy in replay.policies]
    )
    text = f"median wait {median}, 95% of jobs within {p95}; {used} of the pool used"
    if not replay.changed:
        yield Paragraph.of(text)
        return
    yield Paragraph.of(f"With the changes: {text}", "bold")
    lines = [line for line in submitter_lines(replay) if in_hours(_shift(line)) != "0"]
    most = sorted(lines, key=lambda line: (-abs(_shift(line)), line.figures.name))[:_MOST_NAMED]
    if most:
        domain = common_domain(figures.name for figures in replay.in_force.submitters)
        used_by = (_between([in_hours(side.used_weight_s) for side in line.sides]) for line in most)
        names = (line.figures.name.removesuffix(domain) for line in most)
        named = ", ".join(f"{name} {used}" for name, used in zip(names, used_by, strict=True))
        yield Paragraph.of(f"Core-hours change most for {named}")


def _between(written: Sequence[str]) -> str:
    """The texts of all policies, or one if they are the same."""
    return written[0] if len(set(written)) == 1 else " -> ".join(written)


def _shift(line: "FigureLine") -> float:
    """How many more weight-seconds it uses under the last policy."""
    return line.sides[-1].used_weight_s - line.figures.used_weight_s


def closing(replay: Replay, zone: tzinfo) -> Iterator[Paragraph]:
    """Its period, what it assumes, and what is not simulated."""
    yield Paragraph.of(f"Replayed: {period_line(replay, zone)}", "dim", space_before=True)
    for sentence in (*replay.assumptions, NOT_SIMULATED):
        yield Paragraph.of(sentence, "dim")


def nearness(calibration: Calibration | None) -> Iterator[Paragraph]:
    """How close the replay comes to what really happened."""
    if calibration is None:
        yield Paragraph.of(NOT_KNOWN, "bold red")
        return
    if not calibration.near:
        yield Paragraph.of(NOT_NEAR, "bold red")
        for why in calibration.why_not:
            yield Paragraph.of(f"  {why}", "red")
    for line in nearness_lines(calibration):
        yield Paragraph.of(line)


# Tables


class FigureLine(Struct, frozen=True):
    """The figures of a submitter, a group or everybody under a policy."""

    figures: Figures
    others: tuple[Figures | None, ...] = ()
    """The same under the other policies."""
    over_time: str = ""
    """Its use as a sparkline."""
    policy: str = ""
    kind: str = "submitter"

    @property
    def sides(self) -> tuple[Figures, ...]:
        """Its figures under all policies under which it has any."""
        return (self.figures, *(other for other in self.others if other is not None))


def _hours(key: str, heading: str, value: Callable[[Figures], float], about: str) -> TableColumn[Figures]:
    return TableColumn(key, heading, value, about=about, write=in_hours, sums=True)


def _part(key: str, heading: str, value: Callable[[Figures], float], about: str) -> TableColumn[Figures]:
    return TableColumn(key, heading, value, about=about, write=percent, sums=True)


def _of_jobs(
    key: str, heading: str, value: Callable[[Figures], float], about: str, write: Callable[[float], str] = length
) -> TableColumn[Figures]:
    """A figure that cannot be computed without a job, and has no sum: the median of all is not that of the medians."""
    return TableColumn(key, heading, lambda of: value(of) if of.jobs else None, about=about, write=write)


MEASURES: Final[tuple[TableColumn[Figures], ...]] = (
    _hours("used_core_hours", "core-hours", lambda of: of.used_weight_s, "weight of its slots over time"),
    _of_jobs("wait_median_s", "wait\nmedian", lambda of: of.waits.median_s, _WAITED),
    _of_jobs("wait_p95_s", "wait\n95%", lambda of: of.waits.p95_s, "95% of its jobs did not wait longer"),
    TableColumn("jobs", "jobs", lambda of: of.jobs, sums=True),
    TableColumn("started", "started", lambda of: of.started, sums=True),
    _part("share", "share", lambda of: of.share, "its part of all use"),
    _part("entitled_share", "entitled\nto", lambda of: of.entitled_share, "its part of all entitlements"),
    _of_jobs("slowdown", "slowdown", lambda of: of.slowdown, _UNITS["slowdown"], amount),
    TableColumn("preemptions", "interrupted", lambda of: of.preemptions, "", "runs that did not finish", sums=True),
    _hours("badput_core_hours", "core-hours\nlost", lambda of: of.badput_weight_s, "core-hours of those runs"),
)
"""The columns of the tables of submitters and groups, on screens and pages."""
_MOST_NAMED: Final = 3
_CELLS: Final = 12
"""The width of a sparkline, or of two for two policies."""


def _measure_column(measure: TableColumn[Figures], *, compared: bool = False) -> TableColumn[FigureLine]:
    """A measure under all policies; it is sorted by that under the last one."""

    def text(line: FigureLine) -> str:
        values = (measure.value(side) for side in line.sides)
        return _between(["none" if value is None else measure.write(value) for value in values])

    def style(line: FigureLine) -> str:
        return "bold" if " -> " in text(line) else ""

    key, about = measure.key, measure.about
    column = TableColumn[FigureLine](
        key, measure.heading, lambda line: measure.value(line.sides[-1]), about=about, write=measure.write
    )
    if not compared:
        return structs.replace(column, sums=measure.sums)
    # Without `sums`: the total of the figures of one policy would not say what differs.
    return structs.replace(column, text=text, style=style, aliases=(f"changed_{key}",))


_OVER_TIME: Final[TableColumn[FigureLine]] = text_column(
    "use_over_time",
    lambda line: line.over_time,
    "use over\ntime",
    about="from 0 to its own largest value",
    style=lambda line: "cyan",
    gives_way=1,
    optional=True,
)
_SUBMITTERS: Final = Table[FigureLine](
    "replay submitters", noun="submitter", by="used_core_hours", scripts=False, group=lambda line: line.figures.group
).of(name_column("submitter", lambda line: line.figures.name), *map(_measure_column, MEASURES), _OVER_TIME)
_GROUPS: Final = Table[FigureLine]("replay groups", noun="group", by="used_core_hours", scripts=False).of(
    name_column("group", lambda line: line.figures.name), *map(_measure_column, MEASURES), _OVER_TIME
)
FIGURE_COLUMNS: Final[tuple[TableColumn[FigureLine], ...]] = (
    data_column("jobs", lambda line: line.figures.jobs),
    data_column("started", lambda line: line.figures.started),
    data_column("finished", lambda line: line.figures.finished),
    data_column("used_core_hours", lambda line: line.figures.used_weight_s / 3600, "core-hours"),
    data_column("wait_median_s", lambda line: line.figures.waits.median_s, SECONDS),
    data_column("wait_p95_s", lambda line: line.figures.waits.p95_s, SECONDS, "95% of the jobs did not wait longer"),
    data_column("wait_mean_s", lambda line: line.figures.waits.mean_s, SECONDS),
    data_column("slowdown", lambda line: line.figures.slowdown, about="median of (wait + run) / run"),
    data_column("preemptions", lambda line: line.figures.preemptions, about="runs that did not finish"),
    data_column("badput_core_hours", lambda line: line.figures.badput_weight_s / 3600, "core-hours"),
    data_column("entitled_core_hours", lambda line: line.figures.entitled_weight_s / 3600, "core-hours"),
    data_column("share", lambda line: line.figures.share, FRACTION, "part of all use"),
    data_column("entitled_share", lambda line: line.figures.entitled_share, FRACTION, "part of all entitlements"),
    data_column("use_over_entitlement", lambda line: _over_entitlement(line.figures)),
)
_FIGURES: Final = Table[FigureLine]("replay figures", FIGURE_COLUMNS)
_ROWS: Final = Table[FigureLine]("replay").of(
    data_column("policy", lambda line: line.policy),
    data_column("kind", lambda line: line.kind, about="submitter, group or everybody"),
    data_column("name", lambda line: line.figures.name),
    data_column("group", lambda line: line.figures.group),
    *FIGURE_COLUMNS,
)


def _over_entitlement(figures: Figures) -> float | None:
    return figures.used_weight_s / figures.entitled_weight_s if figures.entitled_weight_s else None


def _figures(figures: Figures) -> dict[str, Field]:
    return _FIGURES.values(FigureLine(figures))


def _shown(table: Table[FigureLine], replay: Replay) -> Table[FigureLine]:
    """The table with the figures of all policies in place, as `a -> b`, if there are several."""
    if not replay.changed:
        return table
    name, *_, over_time = table.columns
    return structs.replace(
        table, columns=(name, *(_measure_column(measure, compared=True) for measure in MEASURES), over_time)
    )


def submitter_lines(replay: Replay) -> list[FigureLine]:
    """The submitters under the policy in force, each with its figures under the others."""
    return _beside([policy.submitters for policy in replay.policies])


def group_lines(replay: Replay) -> list[FigureLine]:
    """The same for groups."""
    return _beside([policy.groups for policy in replay.policies])


def _beside(policies: Sequence[Sequence[Figures]]) -> list[FigureLine]:
    # A submitter may be missing under another policy, if none of its jobs came to run there.
    first, *others = policies
    by_name = [{figures.name: figures for figures in members} for members in others]
    return [FigureLine(figures, tuple(known.get(figures.name) for known in by_name)) for figures in first]


def by_submitter(replay: Replay, look: Presentation | None = None) -> TableBlock:
    """A row for each submitter, with what changes under the other policies; with `look`, use over time as well."""
    lines = submitter_lines(replay)
    if look is not None and not replay.in_force.groups:
        lines = [_drawn(line, replay, look) for line in lines]
    return _shown(_SUBMITTERS, replay).block(lines, "Submitters")


def by_group(replay: Replay, look: Presentation | None = None) -> TableBlock:
    """The same for groups, as a tree."""
    # A group's figures include those of its subgroups, so that those of several groups do not add up.
    shown = _shown(_GROUPS, replay)
    table = structs.replace(shown, columns=tuple(structs.replace(column, inclusive=True) for column in shown.columns))
    lines = group_lines(replay)
    if look is not None:
        lines = [_drawn(line, replay, look) for line in lines]
    tree = depth_first(lines, lambda line: line.figures.name)
    return table.block((table.row(line, label=label, depth=depth) for depth, label, line in tree), "Groups")


def _drawn(line: FigureLine, replay: Replay, look: Presentation) -> FigureLine:
    """The line with its use over time under each policy, that of its subgroups included."""
    name, cells = line.figures.name, _CELLS // len(replay.policies)
    within = f"{name}.".lower()
    pictures = []
    for policy in replay.policies:
        members = {member for seen in policy.looks for member in seen.weights}
        own = [member for member in members if member == name or member.lower().startswith(within)]
        use = [sum(seen.weights.get(member, 0.0) for member in own) for seen in policy.looks]
        pictures.append(sparkline(use, cells, look) if use else "")
    return structs.replace(line, over_time=" -> ".join(pictures) if any(pictures) else "")


_TOTALS: Final = Table[Total]("replay period", noun="figure", scripts=False).of(
    text_column("figure", lambda total: total.name, " ")
)


def totals(
    policies: Sequence[ReplayedPolicy],
    figures: Sequence[Total],
    *more: TableColumn[Total],
    heading: str = " ",
) -> TableBlock:
    """Figures of whole policies, side by side."""
    table = _TOTALS.with_columns(*map(_policy_column, policies), *more)
    return table.block(figures, "The period", headings={"figure": heading})


def _policy_column(policy: ReplayedPolicy) -> TableColumn[Total]:
    return TableColumn(
        policy.name.replace(" ", "_"),
        policy.name,
        lambda total: total.of(policy),
        text=lambda total: total.write(total.of(policy)),
    )


class _TruthLine(Struct, frozen=True):
    use: Compared
    waits: Compared | None


def _wait(key: str, heading: str, of: Callable[[Compared], float]) -> TableColumn[_TruthLine]:
    return TableColumn(key, heading, lambda line: None if line.waits is None else of(line.waits), write=length)


_USE_BESIDE_TRUTH: Final[tuple[TableColumn[_TruthLine], ...]] = (
    TableColumn("true_core_hours", "core-hours\ntrue", lambda line: line.use.true / 3600, "core-hours", sums=True),
    TableColumn("core_hours", "\nreplayed", lambda line: line.use.replayed / 3600, "core-hours", sums=True),
)
TRUTH_OF_SUBMITTERS: Final = Table[_TruthLine](
    "replay calibration submitters", noun="submitter", by="true_core_hours", scripts=False
).of(name_column("submitter", lambda line: line.use.name), *_USE_BESIDE_TRUTH)
TRUTH_OF_GROUPS: Final = Table[_TruthLine](
    "replay calibration groups", noun="group", by="true_core_hours", scripts=False
).of(
    name_column("group", lambda line: line.use.name),
    *_USE_BESIDE_TRUTH,
    _wait("true_wait_median_s", "median\nwait true", lambda waits: waits.true),
    _wait("wait_median_s", "\nreplayed", lambda waits: waits.replayed),
)


def beside_the_truth(calibration: Calibration) -> TableBlock:
    """Use and waits compared with what really happened, by group if there are several."""
    title = "Compared with what really happened: jobs whose start the history has"
    if len(calibration.group_weight_s) > 1:
        waits = {group.name: group for group in calibration.group_waits_s}
        groups = (_TruthLine(use, waits.get(use.name)) for use in calibration.group_weight_s)
        return TRUTH_OF_GROUPS.block(groups, title)
    return TRUTH_OF_SUBMITTERS.block((_TruthLine(use, None) for use in calibration.weight_s), title)


class _JobLine(Struct, frozen=True):
    job: JobTimeline
    group: str
    changed: tuple[JobTimeline, ...]
    """The same job under the other policies."""


_JOBS: Final = Table[_JobLine](
    "replay jobs",
    noun="job",
    by="queued_at",
    order=(
        *("id", "schedd", "submitter", "group", "queued_at", "started_at", "last_started_at", "ended_at"),
        *("preemptions", "used_core_hours", "true_started_at", "true_last_started_at", "true_ended_at"),
    ),
).of(
    text_column("id", lambda line: line.job.past.id, "job"),
    name_column("submitter", lambda line: line.job.past.submitter),
    TableColumn("queued_at", "queued", lambda line: line.job.past.queued_at, EPOCH),
    TableColumn("started_at", "started", lambda line: _second(line.job.started_at), EPOCH),
    TableColumn("true_started_at", "really\nstarted", lambda line: line.job.past.started_at, EPOCH),
    TableColumn("ended_at", "ended", lambda line: _second(line.job.ended_at), EPOCH),
    data_column("schedd", lambda line: line.job.past.schedd),
    data_column("group", lambda line: line.group),
    data_column("last_started_at", lambda line: _second(line.job.last_started_at), EPOCH),
    data_column("preemptions", lambda line: line.job.preemptions, about="runs that did not finish"),
    data_column("used_core_hours", lambda line: line.job.weight_s / 3600, "core-hours"),
    data_column("true_last_started_at", lambda line: line.job.past.last_started_at, EPOCH),
    data_column("true_ended_at", lambda line: line.job.past.ended_at, EPOCH),
)


def _job_table(replay: Replay) -> Table[_JobLine]:
    if not replay.changed:
        return _JOBS
    # With several other policies, the last one's times are those of the rows.
    return _JOBS.with_columns(
        data_column("changed_started_at", lambda line: _second(line.changed[-1].started_at), EPOCH),
        data_column("changed_ended_at", lambda line: _second(line.changed[-1].ended_at), EPOCH),
    )


def _job_lines(replay: Replay) -> Iterator[_JobLine]:
    groups = {submitter.name: submitter.group for submitter in replay.in_force.submitters}
    # No policy may leave out a job, so that indexes agree.
    for job, *changed in zip(*(policy.jobs for policy in replay.policies), strict=True):
        yield _JobLine(job, groups[job.past.submitter], tuple(changed))


def _second(moment: float | None) -> int | None:
    """The time in whole seconds, as schedds record it."""
    return None if moment is None else floor(moment)


def replay_document(replay: Replay) -> dict[str, Any]:
    """A replay, schema `userprio.replay/1`; with `jobs` if each job was asked for."""
    document: dict[str, Any] = {
        "schema": "userprio.replay/1",
        "near": None if replay.calibration is None else replay.calibration.near,
        **field_values(replay, "begins_at", "ends_at"),
        "units": _UNITS,
        "calibration": None if replay.calibration is None else _calibration(replay.calibration),
        "assumptions": list(replay.assumptions),
        "policies": [_policy(policy) for policy in replay.policies],
        "differences": [differences_data(differences) for differences in replay.differences],
    }
    if replay.terms.each_job:
        document["jobs"] = list(_job_table(replay).dicts(_job_lines(replay)))
    return document


def replay_rows(replay: Replay) -> Rows:
    """A row for each policy and submitter or group; if each job was asked for, a row for each job."""
    if replay.terms.each_job:
        return _job_table(replay).rows(_job_lines(replay))
    return _ROWS.rows(
        FigureLine(figures, policy=policy.name, kind=kind)
        for policy in replay.policies
        for kind, members in (
            ("submitter", policy.submitters),
            ("group", policy.groups),
            ("everybody", (policy.everybody,)),
        )
        for figures in members
    )


def _policy(policy: ReplayedPolicy) -> dict[str, Any]:
    return {
        **field_values(policy, "name", "until", "cycles"),
        "pool_core_hours": policy.pool_weight_s / 3600,
        "idle_core_hours": policy.idle_weight_s / 3600,
        "idle_while_waiting_core_hours": policy.idle_while_waiting_weight_s / 3600,
        "utilisation": policy.everybody.used_weight_s / policy.pool_weight_s if policy.pool_weight_s else 0.0,
        "fairness": {"jain": policy.fairness.jain, "gini": policy.fairness.gini, "submitters": policy.fairness.members},
        "everybody": _figures(policy.everybody),
        "groups": [{"name": group.name, **_figures(group)} for group in policy.groups],
        "submitters": [
            {"name": submitter.name, "group": submitter.group, **_figures(submitter)} for submitter in policy.submitters
        ],
    }


def _calibration(calibration: Calibration) -> dict[str, Any]:
    return {
        **field_values(calibration, "near", "why_not", "jobs", "interval_s", "tolerance_s", "within_interval"),
        "within_10_minutes": calibration.within_ten_minutes,
        "within_10_percent": calibration.within_tenth,
        **field_values(calibration, "near_jobs", "misplaced", "really_waiting"),
        "submitters": [_compared(member, "core_hours", 3600) for member in calibration.weight_s],
        "groups": [_compared(group, "core_hours", 3600) for group in calibration.group_weight_s],
        "group_waits": [_compared(group, "wait_median_s", 1) for group in calibration.group_waits_s],
        **field_values(calibration, "peak_weight", "unknown_machines", "on_unknown_machines"),
    }


def _compared(member: Compared, what: str, unit: float) -> dict[str, Field]:
    return {"name": member.name, f"true_{what}": member.true / unit, what: member.replayed / unit}


def replay_image(replay: Replay, form: str, zone: tzinfo) -> bytes:
    """Use by group (by submitter without groups), stacked below the weight of the pool, as `svg` or `png`.

    Times are in `zone`. At most the ten busiest are drawn, and the use of all others together. The replay's terms must
    ask for `looks`.

    Raises:
        Refused: matplotlib is not installed.
    """
    names = busiest_first(replay)
    highest = max(weight for policy in replay.policies for _, weight in policy.capacity)
    with new_figure() as figure:
        # Policies share both axes: on axes of their own, different use could look the same.
        every = figure.subplots(len(replay.policies), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
        for axes, policy in zip(every, replay.policies, strict=True):
            stacks = _stacks(policy, names)
            if stacks:
                labels, colours, weights = zip(*stacks, strict=True)
                # A look's figures hold for the time since the previous look.
                moments = dated([replay.begins_at, *(look.at for look in policy.looks)])
                courses = [[course[0], *course] for course in weights]
                axes.stackplot(moments, courses, labels=labels, colors=colours, step="pre", linewidth=0)
            steps = [*policy.capacity, (policy.until, policy.capacity[-1][1])]
            capacity = [weight for _, weight in steps]
            axes.step(dated(at for at, _ in steps), capacity, where="post", color="0.4", linewidth=0.8, linestyle="--")
            axes.set_title(policy.name)
            axes.set_ylabel("weight in use")
        every[0].set_ylim(0, max(highest, 1.0) * 1.05)
        date_axis(every[-1], dated([replay.begins_at, replay.ends_at]), zone)
        if names:
            handles, labels = every[0].get_legend_handles_labels()
            columns = 2 if len(labels) <= MOST_LINES else 3
            figure.legend(handles, labels, loc="outside lower center", ncols=columns, frameon=False)
        return drawn_as(form, figure)


def _stacks(policy: ReplayedPolicy, names: list[str]) -> list[tuple[str, str, list[float]]]:
    """Names, their colours, and the weight in use at each look."""
    drawn, others = names[:MOST_LINES], names[MOST_LINES:]
    stacks = [
        (printable(name), f"C{number}", [look.weights.get(name, 0.0) for look in policy.looks])
        for number, name in enumerate(drawn)
    ]
    if others:
        rest = [sum(look.weights.get(name, 0.0) for name in others) for look in policy.looks]
        stacks.append((f"{len(others)} more", "0.7", rest))
    return stacks


REPLAY_FORMATS: Final = Formats[Replay](document=replay_document, rows=replay_rows, screen=replay_blocks)
