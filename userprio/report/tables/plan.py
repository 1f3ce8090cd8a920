"""A plan as tables: what goes in, who gains and loses, what differs of groups and submitters; the sum in a line."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import tzinfo
from itertools import groupby
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from userprio.plan import Difference, Draining, Figure, GroupDifference, Mark, Plan, Shift, SubmitterDifference, Upgrade
from userprio.report.plan_form import between, several_jobs, summary_line
from userprio.report.summary import STARTS_NOTE, eviction_note
from userprio.report.tables import add_name_column, indented, limit_text, name_text, new_table, print_heading
from userprio.report.tables.defrag import few_names, shares_text
from userprio.report.tables.what_if import change_texts
from userprio.report.text import ROOT, amount, count, percent, within_group
from userprio.report.why import why_text

_STYLES: Final = {Mark.MORE: "green", Mark.CHANGED: "yellow", Mark.LESS: "red", Mark.SAME: ""}
_MOST_ROWS: Final = 40
"""Of one table; JSON and CSV have all."""


def print_plan(plan: Plan, console: Console, zone: tzinfo) -> None:
    """Print everything a person wants of a plan; remarks are left to the caller, who has a stream for them."""
    found, several = plan.difference, several_jobs(plan)
    if plan.inputs or plan.changes.to_snapshot is not None or plan.upgrade is not None:
        _print(console, "Changes", _changes(plan, console, zone))
    if plan.upgrade is not None:
        _upgrade(plan.upgrade, console)
    if plan.draining is not None:
        print_heading(console, "condor_defrag, at a poll as it starts")
        for when, side in (("before", plan.draining.before), ("after", plan.draining.after)):
            console.print(name_text(f"{when}: {_draining(side)}"))
        console.print()
    if found.gains:
        _print(console, "Who gains", _shifts(found.gains, Mark.MORE, several, console))
    if found.losses:
        _print(console, "Who loses", _shifts(found.losses, Mark.LESS, several, console))
    if plan.whys:
        print_heading(console, "Why")
        console.print(_whys(plan, console))
        console.print()
    if found.groups:
        _print(console, "Groups", _groups(found.groups, console))
    if found.submitters:
        _print(console, "Submitters", _submitters(found.submitters, several, console))
    if found.new_warnings or found.gone_warnings:
        print_heading(console, "Warnings")
        _warnings(found, console)
        console.print()
    console.print(Text(summary_line(plan), style="bold"))
    if several:
        console.print(Text(STARTS_NOTE))
    if note := eviction_note(plan.after.matches):
        console.print(Text(note))


def _draining(side: Draining | None) -> str:
    """How many machines are drained, which, and how many are due in all."""
    if side is None:
        return "it ends at a value of its knobs"
    poll, due = side.poll, shares_text(side.rate)
    if poll.nothing_because is not None:
        return f"drains nothing: {poll.nothing_because} (due: {due})"
    which = f": {few_names(poll.drained)}" if poll.drained else ""
    return f"drains {count(len(poll.drained), 'machine')}{which} (due: {due})"


def _upgrade(upgrade: Upgrade, console: Console) -> None:
    print_heading(console, f"What HTCondor {upgrade.after} decides differently from {upgrade.before}")
    for rule in upgrade.to_blame:
        mark = Mark.MORE if rule.holds(upgrade.after) else Mark.LESS
        console.print(Text.assemble(_mark(mark), f" {rule.meaning} ({rule.decided_by.value})"))
    console.print(Text(_harmless(upgrade), style="dim"))
    console.print()


def _harmless(upgrade: Upgrade) -> str:
    """How many behaviours differ of which this cycle shows nothing."""
    number = len(upgrade.changes) - len(upgrade.to_blame)
    other = "other " if upgrade.to_blame else ""
    if not number:
        return f"No {other}simulated behaviour differs."
    differ = "behaviour differs, but makes" if number == 1 else "behaviours differ, but make"
    return f"{number} {other}{differ} no difference in this cycle."


def _print(console: Console, heading: str, table: Table) -> None:
    print_heading(console, heading)
    console.print(table)
    console.print()


def _new_table(console: Console, subject: str, headings: Iterable[str]) -> Table:
    """A table whose first column is the mark. Figures fold between before and after rather than lose a digit."""
    table = new_table(console)
    table.add_column("", no_wrap=True, vertical="top")
    add_name_column(table, subject)
    for heading in headings:
        table.add_column(heading, justify="right", vertical="top")
    return table


def _mark(mark: Mark | str) -> Text:
    return Text(str(mark), style=_STYLES[Mark(mark)])


def _ended(table: Table, rows: int) -> Table:
    """The same with a last line for rows that are left out."""
    if rows > _MOST_ROWS:
        table.add_row("", Text(f"and {rows - _MOST_ROWS} more; --format csv has all", style="dim"))
    return table


def _changes(plan: Plan, console: Console, zone: tzinfo) -> Table:
    rows = list(change_texts(plan.changes, plan.inputs, zone, plan.upgrade))
    table = _new_table(console, "what", ("before", "after"))
    for mark, *texts in rows[:_MOST_ROWS]:
        table.add_row(_mark(mark), *map(name_text, texts))
    return _ended(table, len(rows))


def _shifts(shifts: Sequence[Shift], mark: Mark, several: bool, console: Console) -> Table:
    table = _new_table(console, "submitter", ("holds", "by", *(["jobs\nstart"] if several else [])))
    for shift in shifts[:_MOST_ROWS]:
        by = Text(f"{mark}{amount(abs(shift.by))}" if shift.holds.differs else "")
        jobs = [_cell(shift.jobs)] if several else []
        table.add_row(_mark(mark), name_text(shift.submitter), _cell(shift.holds), by, *jobs)
    return _ended(table, len(shifts))


def _whys(plan: Plan, console: Console) -> Table:
    table = _new_table(console, "submitter", ())
    table.add_column("what led there", overflow="fold", vertical="top", ratio=1)
    gains = {shift.submitter for shift in plan.difference.gains}
    for why in plan.whys[:_MOST_ROWS]:
        mark = Mark.MORE if why.submitter in gains else Mark.LESS
        table.add_row(_mark(mark), name_text(why.submitter), name_text(why_text(why)))
    return _ended(table, len(plan.whys))


_GROUP_COLUMNS: Final[Mapping[str, tuple[str, bool]]] = {
    "effective_quota": ("effective\nquota", True),
    "subtree_quota": ("subtree\nquota", False),
    "requested": ("demand", False),
    "in_use": ("in use", False),
    "allocated": ("allocated", True),
    "limit": ("limit", True),
    "holds": ("holds", True),
}
"""Figure, its heading, and whether it is shown even where no group differs in it."""


def _groups(groups: Sequence[GroupDifference], console: Console) -> Table:
    names = [
        name
        for name, (_, always) in _GROUP_COLUMNS.items()
        if always or any(getattr(group, name).differs for group in groups)
    ]
    table = _new_table(console, "group", (_GROUP_COLUMNS[name][0] for name in names))
    for group in groups[:_MOST_ROWS]:
        cells = (_cell(getattr(group, name), limit_text if name == "limit" else amount) for name in names)
        table.add_row(_mark(group.mark), name_text(group.name), *cells)
    return _ended(table, len(groups))


def _submitters(submitters: Sequence[SubmitterDifference], several: bool, console: Console) -> Table:
    """Under the name of its group each submitter goes without that."""
    columns = {"effective_priority": "effective\npriority", "share": "share", "limit": "limit", "matches": "matches"}
    if several:
        columns["jobs"] = "jobs\nstart"
    if any(one.preempted.before or one.preempted.after for one in submitters):
        columns["preempted"] = "preempted"
    columns["holds"] = "holds"
    table = _new_table(console, "submitter", columns.values())
    titled = any(one.group != ROOT for one in submitters)
    for group, members in groupby(submitters[:_MOST_ROWS], lambda one: one.group):
        if titled:
            table.add_row("", name_text(group, style="bold"))
        for one in members:
            name = indented(name_text(within_group(one.name, group)), 2 * titled)
            cells = (_cell(getattr(one, what), percent if what == "share" else amount) for what in columns)
            table.add_row(_mark(one.mark), name, *cells)
    return _ended(table, len(submitters))


def _cell(figure: Figure, text: Callable[[float], str] = amount) -> Text:
    """A figure before and after, bold where people see a difference; once, if they see none."""
    told = between(figure, text)
    return Text(told, style="bold" if " -> " in told else "")


def _warnings(found: Difference, console: Console) -> None:
    for mark, warnings in ((Mark.MORE, found.new_warnings), (Mark.LESS, found.gone_warnings)):
        for warning in warnings[:_MOST_ROWS]:
            console.print(Text.assemble(_mark(mark), " ", name_text(warning)))
        if len(warnings) > _MOST_ROWS:
            console.print(Text(f"and {count(len(warnings) - _MOST_ROWS, 'more warning')}"))
