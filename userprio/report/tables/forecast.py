"""A forecast as tables and charts."""

from collections.abc import Callable, Iterator, Sequence
from datetime import tzinfo
from string import ascii_letters
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from userprio.report.forecast import Chart, draw_chart, lines, rest_name
from userprio.report.tables import add_name_column, indented, name_text, named_table, new_table, print_section
from userprio.report.text import amount, count, depth_first, duration, moment, percent
from userprio.simulation import Demand, Forecast, GroupCourse, RestCourse, SubmitterCourse

_DRAWN: Final = 12
_WIDEST_CHART: Final = 78
_CHART_HEIGHT: Final = 11
_COLOURS: Final = ("cyan", "magenta", "yellow", "green", "red", "blue")
_MOST_EVENTS: Final = 30
_DEMANDS: Final = {
    Demand.CONSTANT: "everybody keeps asking for as much as now",
    Demand.QUEUE: "no jobs but those of the snapshot",
}


def print_forecast(found: Forecast, console: Console, zone: tzinfo) -> None:
    """Print everything a person wants of a forecast; warnings are left to the caller."""
    first, last = found.times[0], found.times[-1]
    span = f"{moment(first, zone)} to {moment(last, zone)}"
    steps = f"{count(len(found.times) - 1, 'step')} of {_length(found.step_s)}, half-life {_length(found.half_life_s)}"
    console.print(Text(f"{span}, {steps}"))
    console.print(Text(f"pool of weight {amount(found.pool_weight)}; {_DEMANDS[found.terms.demand]}"))
    console.print(Text(_waited(found)))
    if found.terms.long_run is None and not found.steady_cycles and found.terms.demand is Demand.CONSTANT:
        console.print(Text("the long run takes a while in a pool of this size: --long-run works it out"))
    if not lines(found):
        console.print(Text("nobody asks for anything"))
        return
    columns = _columns(found)
    headings = [heading for heading, _ in columns]
    if found.groups:
        table = named_table(console, "group", *headings)
        for depth, label, group in depth_first(found.groups, lambda group: group.name):
            table.add_row(indented(name_text(label), 2 * depth), *_figures(group, columns))
        print_section(console, "Groups", table)
    if found.submitters:
        table = named_table(console, "submitter", *headings)
        for course in found.submitters:
            table.add_row(name_text(course.name), *_figures(course, columns))
        for rest in found.rest:
            table.add_row(name_text(rest_name(rest)), *_rest_figures(rest, found, headings))
        print_section(console, "Submitters", table)
    _print_charts(found, console)
    if found.overtakings:
        print_section(console, "Who overtakes whom", _overtakings(found, console, zone))
    if any(course.effect for course in found.submitters):
        title = "What a priority factor does: shares among those who always want more"
        print_section(console, title, _effects(found, console))
    if found.submitters:
        print_section(console, "How long jobs are taken to run", _lengths(found, console))


def _waited(found: Forecast) -> str:
    hours, share = amount(found.waited_weight_s / 3600), percent(found.waited_share)
    return f"slots stood empty between claims, until the next cycle, for {hours} core-hours, {share} of the pool"


def _length(seconds: float) -> str:
    return duration(round(seconds)) if seconds >= 60 else f"{amount(seconds)}s"


_Columns = list[tuple[str, Callable[[SubmitterCourse | GroupCourse], float | None]]]


def _columns(found: Forecast) -> _Columns:
    """Headings and what stands below them; the long run only where there is one."""
    span = found.times[-1] - found.times[0]
    end = f"in {_length(span)}"
    columns: _Columns = [
        ("in use\nnow", lambda course: course.points[0].in_use),
        ("\nmean", lambda course: course.used_weight_s / span),
        ("long\nrun", lambda course: None if course.steady is None else course.steady.in_use),
        ("real\nprio\nnow", lambda course: course.points[0].real_priority),
        (f"\n\n{end}", lambda course: course.points[-1].real_priority),
        ("effective\npriority\nnow", lambda course: course.points[0].effective_priority),
        (f"\n\n{end}", lambda course: course.points[-1].effective_priority),
        ("\nlong\nrun", lambda course: None if course.steady is None else course.steady.effective_priority),
    ]
    settled = any(course.steady for course in found.submitters)
    return [(heading, figure) for heading, figure in columns if settled or "run" not in heading]


def _figures(course: SubmitterCourse | GroupCourse, columns: _Columns) -> list[str]:
    return [amount(figure(course)) for _, figure in columns]


def _rest_figures(rest: RestCourse, found: Forecast, headings: Sequence[str]) -> list[str]:
    """What can be said of several together: their use."""
    use = rest.in_use[0], rest.used_weight_s / (found.times[-1] - found.times[0]), rest.steady_in_use
    figures = [amount(figure) for figure in use[: 3 if found.steady_cycles else 2]]
    return [*figures, *[""] * (len(headings) - len(figures))]


def _print_charts(found: Forecast, console: Console) -> None:
    known = lines(found)
    drawn, others = known[:_DRAWN], known[_DRAWN:]
    width = min(console.width, _WIDEST_CHART)
    chart = draw_chart(found.times, [line.in_use for line in drawn], width, _CHART_HEIGHT)
    print_section(console, "Weight in use", *_coloured(chart))
    priorities = [line.priorities for line in drawn if line.priorities]
    chart = draw_chart(found.times, priorities, width, _CHART_HEIGHT, logarithmic=True)
    print_section(console, "Effective priority, less is better (logarithmic)", *_coloured(chart))
    console.print()
    console.print(*_legend([line.name for line in drawn], width), sep="\n")
    if others:
        console.print(Text(f"  and {len(others)} more that use less"))


def _coloured(chart: Chart) -> Iterator[Text]:
    for text, owners in chart:
        line = Text(text)
        for place, owner in enumerate(owners):
            if owner is not None:
                line.stylize(_colour(owner), place, place + 1)
        yield line


def _legend(names: Sequence[str], width: int) -> list[Text]:
    """Letters and names, two beside each other where there is room."""
    entries = [f"{ascii_letters[number]} {name}" for number, name in enumerate(names)]
    half = width // 2 - 2
    lines: list[Text] = []
    for number, entry in enumerate(entries):
        text = Text(entry)
        text.stylize(_colour(number), 0, 1)
        beside = number % 2 == 1 and len(entry) <= half and len(entries[number - 1]) <= half
        if beside:
            lines[-1].append(" " * (half + 2 - len(entries[number - 1])))
            lines[-1].append_text(text)
        else:
            lines.append(Text("  ").append_text(text))
    return lines


def _colour(number: int) -> str:
    return _COLOURS[number % len(_COLOURS)]


def _overtakings(found: Forecast, console: Console, zone: tzinfo) -> Table:
    table = new_table(console)
    table.add_column("after", justify="right", no_wrap=True)
    table.add_column("at", no_wrap=True)
    add_name_column(table, "who")
    table.add_column("")
    add_name_column(table, "whom")
    for event in found.overtakings[:_MOST_EVENTS]:
        after = _length(event.at - found.times[0])
        verb = "draws level with" if event.level else "overtakes"
        table.add_row(after, moment(event.at, zone), name_text(event.who), verb, name_text(event.whom))
    if len(found.overtakings) > _MOST_EVENTS:
        table.add_row("", "", f"and {len(found.overtakings) - _MOST_EVENTS} more", "", "")
    return table


def _effects(found: Forecast, console: Console) -> Table:
    table = named_table(console, "submitter", "factor", "share\nnow", "factor\ndoubled", "long\nrun", "factor\ndoubled")
    for course in found.submitters:
        effect = course.effect
        if effect is not None:
            shares = (effect.now, effect.now_doubled, effect.long_run, effect.long_run_doubled)
            table.add_row(name_text(course.name), amount(course.factor), *map(percent, shares))
    return table


def _lengths(found: Forecast, console: Console) -> Table:
    table = named_table(console, "submitter", "running", "idle", "each")
    add_name_column(table, "known from")
    for course in found.submitters:
        jobs = str(course.running_jobs), str(course.idle_jobs)
        table.add_row(name_text(course.name), *jobs, _length(course.length.seconds), course.length.source)
    return table
