"""What other settings would change about the order of jobs, side by side."""

from collections.abc import Mapping, Sequence

from userprio.moab import Component, Moved
from userprio.report.humanize import count
from userprio.report.moab.figures import signed
from userprio.report.moab.grid import TextColumn, grid
from userprio.report.moab.priorities import LABELS
from userprio.report.text import printable


def changes_text(moved: Sequence[Moved], overrides: Mapping[str, str]) -> str:
    """Every job with both priorities and both ranks, and by how much each component changed."""
    settings = ", ".join(printable(f"{name}={value}") for name, value in overrides.items())
    changed = sum(one.climbed != 0 for one in moved)
    lines = [f"With {settings}: {count(changed, 'job')} of {len(moved)} would change place.", ""]
    if not moved:
        return "\n".join(lines[:1]) + "\n"
    columns = [
        TextColumn(["Job", *(printable(one.after.job.id) for one in moved)], left=True),
        TextColumn(["Before", *(f"{one.before.priority}" for one in moved)]),
        TextColumn(["After", *(f"{one.after.priority}" for one in moved)]),
        TextColumn(["Gain", *(signed(one.gained).removesuffix(".0") for one in moved)]),
        TextColumn(["Rank", *(f"{one.rank_before}" for one in moved)]),
        TextColumn(["->", *(f"{one.rank_after}" for one in moved)], " "),
        TextColumn(["", *(_climbed(one.climbed) for one in moved)], " "),
    ]
    for component in Component:
        gains = [one.after.points(component) - one.before.points(component) for one in moved]
        if any(gains):
            columns.append(TextColumn([LABELS[component], *(signed(gain) for gain in gains)]))
    return "\n".join([*lines, *grid(columns)]) + "\n"


def _climbed(places: int) -> str:
    return f"{places:+d}" if places else ""
