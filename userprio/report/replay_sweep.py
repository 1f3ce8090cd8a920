"""A past period replayed with each of a range of values: the replays side by side."""

from collections.abc import Iterator, Sequence
from datetime import tzinfo
from typing import Any, Final

from msgspec import Struct

from userprio.analysis.plan import Dimension
from userprio.report.data import field_values
from userprio.report.formats import Block, Field, Formats, Paragraph, TableBlock, TableColumn
from userprio.report.replay import (
    COMPARED,
    FAIRNESS,
    MEASURES,
    TOTALS,
    FigureLine,
    closing,
    group_lines,
    nearness,
    replay_document,
    replay_rows,
    submitter_lines,
    totals,
)
from userprio.report.table import Table, name_column
from userprio.report.text import printable
from userprio.simulation import Enough, Figures, Replay

_TITLES: Final = {
    "used_core_hours": "Core-hours",
    "wait_median_s": "Median wait until the first start",
    "wait_p95_s": "95% of waits within",
}


class ReplaySweep(Struct, frozen=True):
    """Replays of a past period: under the policy in force, and with each combination of values."""

    dimensions: tuple[Dimension, ...]
    values: tuple[tuple[str, ...], ...]
    """Those of each policy of the replay after the first."""
    replay: Replay
    enough: Enough | None = None
    """The first of the values, in their order, with which waits keep to a bound, if one was given."""


def bound_line(enough: Enough, names: Sequence[str]) -> str:
    """The first value that keeps to a bound on waits; `names` are those of the values, in their order."""
    if enough.first is None:
        return f"{enough.bound.text} holds nowhere in this range."
    return f"{enough.bound.text} holds first at {names[enough.first]}."


def weeks_line(enough: Enough, names: Sequence[str]) -> str:
    """What single weeks of the period take."""
    if len(enough.weeks) < 2:
        return "The period has jobs of one week only, so that nothing says how far weeks differ."
    firsts = [week.first for week in enough.weeks if week.first is not None]
    missed = len(enough.weeks) - len(firsts)
    range_ = sorted(firsts)
    parts = []
    if firsts:
        some = f"{len(firsts)} of {len(enough.weeks)} weeks"
        between = names[range_[0]] if range_[0] == range_[-1] else f"from {names[range_[0]]} to {names[range_[-1]]}"
        parts.append(f"by itself it holds in {some} first at {between}")
    if missed:
        parts.append(f"{missed} of {len(enough.weeks)} weeks keep to it nowhere in this range")
    line = "; ".join(parts)
    return f"{line[0].upper()}{line[1:]}."


def replay_sweep_document(sweep: ReplaySweep) -> dict[str, Any]:
    """A sweep over a replay, schema `userprio.replay-sweep/1`: a replay whose policies have `values`, null in force."""
    document = replay_document(sweep.replay)
    policies = zip(document["policies"], (None, *sweep.values), strict=True)
    return {
        **document,
        "schema": "userprio.replay-sweep/1",
        "dimensions": [field_values(dimension, "label", "kind", "name", "values") for dimension in sweep.dimensions],
        "policies": [{**policy, "values": _values(sweep, values)} for policy, values in policies],
        "until_wait": bound_data(sweep.enough, "values", [_values(sweep, values) for values in sweep.values]),
    }


def bound_data(enough: Enough | None, key: str, values: Sequence[object]) -> dict[str, Any] | None:
    """A bound on waits with the first of these values that keeps to it, under `key`, also of each week."""
    if enough is None:
        return None

    def first(place: int | None) -> dict[str, object]:
        return {key: None if place is None else values[place]}

    weeks = [{**field_values(week, "begins_at", "jobs"), **first(week.first)} for week in enough.weeks]
    return {**field_values(enough.bound, "figure", "most_s"), **first(enough.first), "weeks": weeks}


def _values(sweep: ReplaySweep, values: tuple[str, ...] | None) -> dict[str, str] | None:
    if values is None:
        return None
    return dict(zip((dimension.label for dimension in sweep.dimensions), values, strict=True))


def replay_sweep_blocks(sweep: ReplaySweep, zone: tzinfo) -> Iterator[Block]:
    """Figures of the period and of everybody, a column for each combination of values; doubts come first."""
    replay = sweep.replay
    yield from nearness(replay)
    headings = [replay.in_force.name, *(printable(", ".join(values)) for values in sweep.values)]
    over = printable(", ".join(dimension.label for dimension in sweep.dimensions))
    yield totals(replay.policies, (*TOTALS, *FAIRNESS), heading=over, names=headings)
    for measure in MEASURES:
        if measure.key in COMPARED:
            if replay.in_force.groups:
                yield _side_by_side(measure, group_lines(replay), "group", headings)
            yield _side_by_side(measure, submitter_lines(replay), "submitter", headings)
    if sweep.enough is not None:
        names = [printable(", ".join(values)) for values in sweep.values]
        yield Paragraph.of(bound_line(sweep.enough, names), "bold", space_before=True)
        yield Paragraph.of(weeks_line(sweep.enough, names))
    yield from closing(replay, zone)


def _side_by_side(
    measure: TableColumn[Figures], lines: Sequence[FigureLine], noun: str, headings: Sequence[str]
) -> TableBlock:
    """A figure of each submitter or group under each policy."""

    def column(index: int, heading: str) -> TableColumn[FigureLine]:
        def value(line: FigureLine) -> Field:
            own = (line.figures, *line.others)[index]
            return None if own is None else measure.value(own)

        return TableColumn("", heading, value, write=measure.write, sums=measure.sums and noun == "submitter")

    table = Table[FigureLine]("replay sweep", noun=noun, scripts=False).of(
        name_column(noun, lambda line: line.figures.name),
        *(column(index, heading) for index, heading in enumerate(headings)),
    )
    return table.block(lines, f"{_TITLES[measure.key]}, by {noun}")


REPLAY_SWEEP_FORMATS: Final = Formats[ReplaySweep](
    document=replay_sweep_document,
    rows=lambda result: replay_rows(result.replay),
    screen=lambda result, look: replay_sweep_blocks(result, look.zone),
)
