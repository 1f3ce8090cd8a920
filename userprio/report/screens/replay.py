"""A replay as tables, starting with how close it is to what really happened."""

from collections.abc import Iterator, Sequence
from datetime import tzinfo
from typing import Final

from userprio.base.formats import View
from userprio.report.formats import Formats
from userprio.report.replay import (
    COLUMNS,
    FAIRNESS,
    NOT_KNOWN,
    NOT_NEAR,
    NOT_SIMULATED,
    TOTALS,
    hours,
    length,
    nearness_lines,
    period_line,
    replay_document,
    replay_rows,
)
from userprio.report.sheets.model import Block, Cell, Head, Line, Sheet, Words, cell, name_head, number, text_head
from userprio.report.text import depth_first, moment, percent
from userprio.simulation import Calibration, Compared, Figures, Replay, ReplayedPolicy


def replay_blocks(found: Replay, view: View, zone: tzinfo) -> Iterator[Block]:
    """A replay as tables, doubts first."""
    yield from _near(found)
    yield Words.of(period_line(found, zone), apart=True)
    for told in (*found.assumptions, NOT_SIMULATED):
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
        yield Words.of(NOT_KNOWN, "bold red")
        return
    if not calibration.near:
        yield Words.of(NOT_NEAR, "bold red")
        for why in calibration.why_not:
            yield Words.of(f"  {why}", "red")
    for line in nearness_lines(calibration):
        yield Words.of(line)


def _totals(policies: Sequence[ReplayedPolicy]) -> Sheet:
    lines = (
        Line((cell(what), *(number(figure(policy), write) for policy in policies)))
        for what, figure, write in (*TOTALS, *FAIRNESS)
    )
    names = (Head(policy.name.replace(" ", "_"), policy.name) for policy in policies)
    heads = (text_head("figure", " "), *names)
    return Sheet(heads, tuple(lines), "The period", "figure")


_COLUMNS: Final = (
    Head("jobs", "jobs", sums=True),
    Head("started", "started", sums=True),
    Head("used_core_hours", "core-\nhours", sums=True, write=hours),
    Head("share", "share", sums=True, write=percent),
    Head("entitled_share", "entitled\nto", sums=True, write=percent),
    Head("wait_median_s", "wait\nmedian"),
    Head("wait_p95_s", "\n95%"),
    Head("slowdown", "slow-\ndown"),
    Head("preemptions", "inter-\nrupted", sums=True),
    Head("badput_core_hours", "lost\ncore-h", sums=True, write=hours),
)
_BESIDE: Final = ("used_core_hours", "wait_median_s", "wait_p95_s")
"""The columns that are shown for another policy as well."""


def _heads(found: Replay) -> tuple[Head, ...]:
    changed = tuple(
        Head(f"changed_{head.key}", f"{head.heading.strip()}\nchanged", sums=head.sums, write=head.write)
        for head in _COLUMNS
        if head.key in _BESIDE
    )
    return (*_COLUMNS, *(changed * len(found.changed)))


def _cells(each: Figures, others: Sequence[Figures | None]) -> list[Cell]:
    cells = [_cell(each, head.key) for head in _COLUMNS]
    for other in others:
        cells += [_cell(other, key) for key in _BESIDE]
    return cells


def _cell(each: Figures | None, key: str) -> Cell:
    figure, write = COLUMNS[key]
    return number(None if each is None else figure(each), write)


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
    title = "Compared with what really happened: jobs whose start the history has"
    yield Sheet(tuple(heads), tuple(lines), title, "group" if groups else "submitter", "true_core_hours")


def _both(one: Compared | None) -> list[Cell]:
    return [Cell(), Cell()] if one is None else [number(one.true, length), number(one.replayed, length)]


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


REPLAY_FORMATS: Final = Formats[Replay](
    document=replay_document,
    rows=replay_rows,
    screen=lambda result, look: replay_blocks(result, look.view, look.zone),
)
