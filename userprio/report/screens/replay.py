"""A replay as tables: first how near it is to what really was."""

from collections.abc import Callable, Iterator, Sequence
from datetime import tzinfo
from typing import Final

from userprio.report.sheets.model import Block, Cell, Head, Line, Sheet, Words, cell, name_head, number, text_head
from userprio.report.text import amount, count, depth_first, duration, moment, percent
from userprio.simulation import Calibration, Compared, Figures, Replay, ReplayedPolicy
from userprio.view import View

_LONG_S: Final = 3600
_NOT_SIMULATED: Final = (
    "not simulated: jobs that are suspended, held, released or removed while they wait; input and output; the time "
    "that cycles take; an interrupted job begins anew"
)


def replay_blocks(found: Replay, view: View, zone: tzinfo) -> Iterator[Block]:
    """Everything a person wants of a replay, what casts doubt on it first."""
    yield from _near(found)
    first, last = int(found.begins_at), int(found.ends_at)
    span = f"{moment(first, zone)} to {moment(last, zone)}"
    jobs = count(len(found.in_force.jobs), "job")
    yield Words.of(f"{span}, {_length(last - first)}: {jobs}, {count(found.in_force.cycles, 'cycle')}", apart=True)
    for told in (*found.assumptions, _NOT_SIMULATED):
        yield Words.of(told)
    yield _totals(found.policies)
    if found.in_force.groups:
        yield _by_group(found)
    yield _by_submitter(found)
    if found.calibration is not None:
        yield from _beside_the_truth(found.calibration)
    if found.terms.each_job:
        yield _each_job(found, zone)


def _near(found: Replay) -> Iterator[Words]:
    calibration = found.calibration
    if calibration is None:
        yield Words.of("whether this is near what really was is not known: the history tells of no starts", "bold red")
        return
    if not calibration.near:
        yield Words.of("This replay is not near what really was:", "bold red")
        for why in calibration.why_not:
            yield Words.of(f"  {why}", "red")
    jobs = count(calibration.jobs, "job")
    yield Words.of(
        f"{jobs} whose start is known: {percent(calibration.within_interval)} start within "
        f"{_length(calibration.interval_s)} (a cycle) of the truth, {percent(calibration.within_ten_minutes)} within "
        f"10 minutes, {percent(calibration.within_tenth)} within 10% of their wait"
    )
    worst = max(calibration.weight_s, key=lambda each: abs(each.replayed - each.true), default=None)
    if worst is not None:
        yield Words.of(
            f"{percent(1 - calibration.misplaced)} of the core-hours are used by the same submitters; the largest "
            f"difference is {amount(worst.true / 3600)} -> {amount(worst.replayed / 3600)} of {worst.name}"
        )


def _length(seconds: float) -> str:
    if seconds >= _LONG_S:
        return duration(round(seconds))
    return f"{amount(seconds)}s" if seconds < 60 else f"{int(seconds) // 60}m {int(seconds) % 60}s"


def _hours(weight_s: float) -> str:
    return amount(weight_s / 3600)


_Figure = tuple[str, Callable[[ReplayedPolicy], float], Callable[[float], str]]
_TOTALS: Final[Sequence[_Figure]] = (
    ("core-hours of the pool", lambda policy: policy.pool_weight_s, _hours),
    ("used", lambda policy: policy.everybody.used_weight_s, _hours),
    ("idle", lambda policy: policy.idle_weight_s, _hours),
    ("idle while as much waited", lambda policy: policy.idle_while_waiting_weight_s, _hours),
    ("lost to interruptions (badput)", lambda policy: policy.everybody.badput_weight_s, _hours),
    ("jobs started", lambda policy: policy.everybody.started, amount),
    ("jobs finished", lambda policy: policy.everybody.finished, amount),
    ("interruptions", lambda policy: policy.everybody.preemptions, amount),
    ("median wait", lambda policy: policy.everybody.waits.median_s, _length),
    ("95% of waits within", lambda policy: policy.everybody.waits.p95_s, _length),
    ("median slowdown", lambda policy: policy.everybody.slowdown, amount),
    ("Jain's index of use / entitlement", lambda policy: policy.fairness.jain, lambda value: f"{value:.3f}"),
    ("Gini coefficient of the same", lambda policy: policy.fairness.gini, lambda value: f"{value:.3f}"),
)


def _totals(policies: Sequence[ReplayedPolicy]) -> Sheet:
    lines = (
        Line((cell(what), *(number(figure(policy), write) for policy in policies))) for what, figure, write in _TOTALS
    )
    names = (Head(policy.name.replace(" ", "_"), policy.name) for policy in policies)
    heads = (text_head("figure", " "), *names)
    return Sheet(heads, tuple(lines), "The period", "figure")


_Column = tuple[Head, Callable[[Figures], float | None], Callable[[float], str]]
_COLUMNS: Final[Sequence[_Column]] = (
    (Head("jobs", "jobs", sums=True), lambda each: each.jobs, amount),
    (Head("started", "started", sums=True), lambda each: each.started, amount),
    (Head("used_core_hours", "core-\nhours", sums=True, write=_hours), lambda each: each.used_weight_s, _hours),
    (Head("share", "share", sums=True, write=percent), lambda each: each.share, percent),
    (Head("entitled_share", "entitled\nto", sums=True, write=percent), lambda each: each.entitled_share, percent),
    (Head("wait_median_s", "wait\nmedian"), lambda each: each.waits.median_s, _length),
    (Head("wait_p95_s", "\n95%"), lambda each: each.waits.p95_s, _length),
    (Head("slowdown", "slow-\ndown"), lambda each: each.slowdown, amount),
    (Head("preemptions", "inter-\nrupted", sums=True), lambda each: each.preemptions, amount),
    (Head("badput_core_hours", "lost\ncore-h", sums=True, write=_hours), lambda each: each.badput_weight_s, _hours),
)
_BESIDE: Final = ("used_core_hours", "wait_median_s", "wait_p95_s")
"""What is shown of another policy too."""


def _heads(found: Replay) -> tuple[Head, ...]:
    changed = tuple(
        Head(f"changed_{head.key}", f"{head.heading.strip()}\nthen", sums=head.sums, write=head.write)
        for head, _, _ in _COLUMNS
        if head.key in _BESIDE
    )
    return (*(head for head, _, _ in _COLUMNS), *(changed * len(found.changed)))


def _cells(each: Figures, others: Sequence[Figures | None]) -> list[Cell]:
    cells = [number(figure(each), write) for _, figure, write in _COLUMNS]
    for other in others:
        beside = [(figure, write) for head, figure, write in _COLUMNS if head.key in _BESIDE]
        cells += [number(None if other is None else figure(other), write) for figure, write in beside]
    return cells


def _by_submitter(found: Replay) -> Sheet:
    others = [{each.name: each for each in policy.submitters} for policy in found.changed]
    lines = (
        Line((cell(each.name), *_cells(each, [them.get(each.name) for them in others])), each.name, each.group)
        for each in found.in_force.submitters
    )
    heads = (name_head("submitter"), *_heads(found))
    return Sheet(heads, tuple(lines), "Submitters", "submitter", "used_core_hours")


def _by_group(found: Replay) -> Sheet:
    others = [{each.name: each for each in policy.groups} for policy in found.changed]
    lines = (
        Line((cell(label), *_cells(each, [them.get(each.name) for them in others])), group=each.name, depth=depth)
        for depth, label, each in depth_first(found.in_force.groups, lambda group: group.name)
    )
    return Sheet((name_head("group"), *_heads(found)), tuple(lines), "Groups", "group", "used_core_hours")


def _beside_the_truth(found: Calibration) -> Iterator[Sheet]:
    groups = len(found.group_weight_s) > 1
    each = found.group_weight_s if groups else found.weight_s
    waits = {one.name: one for one in found.group_waits_s} if groups else {}
    heads = [name_head("group" if groups else "submitter"), Head("true_core_hours", "core-hours\ntrue", sums=True)]
    heads.append(Head("core_hours", "\nreplayed", sums=True))
    if groups:
        heads += [Head("true_wait_median_s", "median\nwait true"), Head("wait_median_s", "\nreplayed")]
    lines = []
    for one in each:
        cells = [cell(one.name), number(one.true / 3600), number(one.replayed / 3600)]
        if groups:
            cells += _both(waits.get(one.name))
        lines.append(Line(tuple(cells), "" if groups else one.name, one.name if groups else ""))
    title = "Beside what really was: jobs whose start the history tells"
    yield Sheet(tuple(heads), tuple(lines), title, "group" if groups else "submitter", "true_core_hours")


def _both(one: Compared | None) -> list[Cell]:
    return [Cell(), Cell()] if one is None else [number(one.true, _length), number(one.replayed, _length)]


_JOB_HEADS: Final = (
    text_head("id", "job"),
    name_head("submitter"),
    Head("queued_at", "queued"),
    Head("started_at", "started"),
    Head("true_started_at", "really\nstarted"),
    Head("ended_at", "ended"),
)


def _each_job(found: Replay, zone: tzinfo) -> Sheet:
    lines = []
    for course in found.in_force.jobs:
        past = course.past
        moments = (past.queued_at, course.started_at, past.started_at, course.ended_at)
        cells = (number(at, lambda value: moment(int(value), zone)) for at in moments)
        lines.append(Line((cell(past.id), cell(past.submitter), *cells), past.submitter))
    return Sheet(_JOB_HEADS, tuple(lines), "Jobs", "job", "queued_at")
