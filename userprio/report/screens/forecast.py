"""A forecast as tables and charts."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import tzinfo
from itertools import groupby
from string import ascii_letters
from typing import Final

from userprio.report.forecast import Chart, draw_chart, forecast_document, forecast_rows, lines, rest_name
from userprio.report.formats import Formats
from userprio.report.sheets.model import (
    Block,
    Cell,
    Drawing,
    Head,
    Line,
    Sheet,
    Words,
    cell,
    name_head,
    number,
    text_head,
)
from userprio.report.text import amount, count, depth_first, duration, moment, percent
from userprio.simulation import Demand, Forecast, GroupTrajectory, RemainderTrajectory, SubmitterTrajectory

_DRAWN: Final = 12
_WIDEST_CHART: Final = 78
_CHART_HEIGHT: Final = 11
_COLOURS: Final = ("cyan", "magenta", "yellow", "green", "red", "blue")
_DEMANDS: Final = {
    Demand.CONSTANT: "demand stays as it is now",
    Demand.QUEUE: "no jobs but those of the snapshot",
}


def forecast_blocks(found: Forecast, zone: tzinfo) -> Iterator[Block]:
    """A forecast as tables and charts; warnings are left to the caller."""
    first, last = found.times[0], found.times[-1]
    span = f"{moment(first, zone)} to {moment(last, zone)}"
    steps = f"{count(len(found.times) - 1, 'step')} of {_length(found.step_s)}, half-life {_length(found.half_life_s)}"
    yield Words.of(f"{span}, {steps}")
    yield Words.of(f"pool of weight {amount(found.pool_weight)}; {_DEMANDS[found.terms.demand]}")
    yield Words.of(_waited(found))
    if found.terms.long_run is None and not found.steady_cycles and found.terms.demand is Demand.CONSTANT:
        yield Words.of("the long run takes a while to compute for a pool of this size: ask for it with --long-run")
    if not lines(found):
        yield Words.of("nobody asks for anything")
        return
    columns = _columns(found)
    heads = tuple(head for head, _ in columns)
    if found.groups:
        tree = depth_first(found.groups, lambda group: group.name)
        rows = (
            Line((cell(label), *_figures(group, columns)), group=group.name, depth=depth)
            for depth, label, group in tree
        )
        inclusive = (replace(head, inclusive=True) for head in heads)
        yield Sheet((name_head("group"), *inclusive), tuple(rows), "Groups", "group", "mean_in_use")
    if found.submitters:
        rows = (Line((cell(one.name), *_figures(one, columns)), one.name, one.group) for one in found.submitters)
        rest = (Line((cell(rest_name(one)), *_rest_figures(one, found, heads)), group=one.group) for one in found.rest)
        yield Sheet((name_head("submitter"), *heads), (*rows, *rest), "Submitters", "submitter", "mean_in_use")
    yield Drawing(lambda width: _charts(found, width))
    if found.overtakings:
        yield _overtakings(found, zone)
    if any(course.effect for course in found.submitters):
        yield _effects(found)
    if found.submitters:
        yield _lengths(found)


def _waited(found: Forecast) -> str:
    hours, share = amount(found.waited_weight_s / 3600), percent(found.waited_share)
    return (
        f"slots stood empty between claims, charged until the next cycle, for {hours} core-hours, {share} of the pool"
    )


def _length(seconds: float) -> str:
    return duration(round(seconds)) if seconds >= 60 else f"{amount(seconds)}s"


_Columns = list[tuple[Head, Callable[[SubmitterTrajectory | GroupTrajectory], float | None]]]


def _columns(found: Forecast) -> _Columns:
    """Columns and their values; the long run is there only if it was computed, or asked for."""
    span = found.times[-1] - found.times[0]
    end = f"in {_length(span)}"
    columns: _Columns = [
        (
            Head("in_use", "in use\nafter\ncycle 1", sums=True, aliases=("in_use_at_first",)),
            lambda course: course.points[0].in_use,
        ),
        (
            Head("mean_in_use", "charged\nmean", sums=True, aliases=("in_use_mean",)),
            lambda course: course.used_weight_s / span,
        ),
        (
            Head("steady_in_use", "in use\nlong\nrun", sums=True),
            lambda course: None if course.steady is None else course.steady.in_use,
        ),
        (Head("real_priority", "real\nprio\nnow"), lambda course: course.points[0].real_priority),
        (Head("real_priority_then", f"\n\n{end}"), lambda course: course.points[-1].real_priority),
        (Head("effective_priority", "effective\npriority\nnow"), lambda course: course.points[0].effective_priority),
        (Head("effective_priority_then", f"\n\n{end}"), lambda course: course.points[-1].effective_priority),
        (
            Head("steady_effective_priority", "\nlong\nrun"),
            lambda course: None if course.steady is None else course.steady.effective_priority,
        ),
    ]
    settled = any(course.steady for course in found.submitters)
    return [(replace(head, extra=head.key.startswith("steady") and not settled), figure) for head, figure in columns]


def _figures(course: SubmitterTrajectory | GroupTrajectory, columns: _Columns) -> list[Cell]:
    return [number(figure(course)) for _, figure in columns]


def _rest_figures(rest: RemainderTrajectory, found: Forecast, heads: Sequence[Head]) -> list[Cell]:
    """The figures that several have together: their use."""
    use = rest.in_use[0], rest.used_weight_s / (found.times[-1] - found.times[0]), rest.steady_in_use
    figures = [number(figure) for figure in use]
    return [*figures, *[Cell()] * (len(heads) - len(figures))]


def _charts(found: Forecast, most: int) -> Iterator[Words]:
    known = lines(found)
    drawn, others = known[:_DRAWN], known[_DRAWN:]
    width = min(most, _WIDEST_CHART)
    chart = draw_chart(found.times, [line.in_use for line in drawn], width, _CHART_HEIGHT)
    yield Words.of("Weight in use", "bold", apart=True)
    yield from _coloured(chart)
    priorities = [line.priorities for line in drawn if line.priorities]
    chart = draw_chart(found.times, priorities, width, _CHART_HEIGHT, logarithmic=True)
    yield Words.of("Effective priority, less is better (logarithmic)", "bold", apart=True)
    yield from _coloured(chart)
    yield from _legend([line.name for line in drawn], width)
    if others:
        yield Words.of(f"  and {len(others)} more that use less")


def _coloured(chart: Chart) -> Iterator[Words]:
    for text, owners in chart:
        runs = groupby(zip(text, owners, strict=True), lambda pair: pair[1])
        yield Words(
            tuple(
                ("".join(letter for letter, _ in run), "" if owner is None else _colour(owner)) for owner, run in runs
            )
        )


def _legend(names: Sequence[str], width: int) -> Iterator[Words]:
    """An empty line, then letters and names, in two columns if there is room."""
    entries = [f"{ascii_letters[number]} {name}" for number, name in enumerate(names)]
    half = width // 2 - 2
    rows: list[list[tuple[str, str]]] = []
    for place, entry in enumerate(entries):
        parts = [(entry[:1], _colour(place)), (entry[1:], "")]
        if place % 2 == 1 and len(entry) <= half and len(entries[place - 1]) <= half:
            rows[-1] += [(" " * (half + 2 - len(entries[place - 1])), ""), *parts]
        else:
            rows.append([("  ", ""), *parts])
    return (Words(tuple(parts), apart=place == 0) for place, parts in enumerate(rows))


def _colour(number: int) -> str:
    return _COLOURS[number % len(_COLOURS)]


def _overtakings(found: Forecast, zone: tzinfo) -> Sheet:
    lines = []
    for event in found.overtakings:
        after = event.at - found.times[0]
        verb = "draws level with" if event.level else "overtakes"
        when = Cell(_length(after), "", after), Cell(moment(event.at, zone), "", event.at)
        lines.append(Line((*when, cell(event.who), cell(verb), cell(event.whom)), event.who))
    heads = (Head("after", "after"), Head("at", "at"), name_head("who"), text_head("how", " "), name_head("whom"))
    return Sheet(heads, tuple(lines), "Who overtakes whom", "event")


_EFFECT_HEADS: Final = (
    name_head("submitter"),
    Head("factor", "factor"),
    Head("share_now", "share\nnow"),
    Head("share_now_doubled", "factor\ndoubled"),
    Head("share_long_run", "long\nrun"),
    Head("share_long_run_doubled", "factor\ndoubled"),
)


def _effects(found: Forecast) -> Sheet:
    lines = []
    for course in found.submitters:
        effect = course.effect
        if effect is not None:
            shares = (effect.now, effect.now_doubled, effect.long_run, effect.long_run_doubled)
            cells = (cell(course.name), number(course.factor), *(number(share, percent) for share in shares))
            lines.append(Line(cells, course.name, course.group))
    title = "What a priority factor does: shares among submitters who always want more"
    return Sheet(_EFFECT_HEADS, tuple(lines), title, "submitter", "share_now")


_LENGTH_HEADS: Final = (
    name_head("submitter"),
    Head("running_jobs", "running", sums=True),
    Head("idle_jobs", "idle", sums=True),
    Head("job_length_s", "each"),
    name_head("job_length_from", "known from"),
)


def _lengths(found: Forecast) -> Sheet:
    lines = []
    for course in found.submitters:
        jobs = number(course.running_jobs, str), number(course.idle_jobs, str)
        each = number(course.length.seconds, _length), cell(course.length.source)
        lines.append(Line((cell(course.name), *jobs, *each), course.name, course.group))
    return Sheet(_LENGTH_HEADS, tuple(lines), "How long jobs are assumed to run", "submitter", "running_jobs")


FORECAST_FORMATS: Final = Formats[Forecast](
    document=forecast_document,
    rows=forecast_rows,
    screen=lambda result, look: forecast_blocks(result, look.zone),
)
