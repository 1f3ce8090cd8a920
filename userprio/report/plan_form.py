"""A plan for scripts, in a line, and as a piece of configuration once it is applied."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from userprio.plan import Figure, GroupDifference, Mark, Plan, SavedKnob, SavedPlan, Shift, SubmitterDifference
from userprio.report.data import Field, Rows
from userprio.report.operations import EditReport, change_fields, dropped, edit_text, made
from userprio.report.summary import outcome_document, starts_differ
from userprio.report.text import amount, count, printable

_END: Final = "end_of_value"


def fragment_text(saved: SavedPlan, report: EditReport | None) -> str:
    """A file for HTCondor to read, such as one in LOCAL_CONFIG_DIR; of a plan without knobs comments alone."""
    return "".join(f"{line}\n" for line in _fragment_lines(saved, report))


def _fragment_lines(saved: SavedPlan, report: EditReport | None) -> Iterator[str]:
    yield f"# Plan: {printable(saved.name)}"
    if report is not None:
        yield from _ledger_lines(report)
    yield from knob_lines(saved.knobs)
    for sentence in saved.not_applied:
        yield f"# Not applied: {printable(sentence)}"


def _ledger_lines(report: EditReport) -> Iterator[str]:
    if report.operation is None:
        yield "# Ledger: nothing to change."
        return
    number = report.operation.id
    yield f"# Ledger: operation {number}; `userprio undo {number}` takes it back."
    for line in edit_text(report).splitlines():
        yield f"#   {line}"


def knob_lines(knobs: Sequence[SavedKnob]) -> Iterator[str]:
    """The lines that set knobs; one that is only to be taken out of the configuration is a comment."""
    for knob in knobs:
        name = printable(knob.name)
        if knob.after is None:
            yield f"# Take out: {name}{f' ({printable(knob.where)})' if knob.where else ''}"
        elif "\n" in knob.after:
            yield f"{name} @={_END}"
            yield from knob.after.split("\n")
            yield f"@{_END}"
        else:
            yield f"{name} = {knob.after}"


PLAN: Final = "userprio.plan/1"
APPLY: Final = "userprio.apply/1"

_COLUMNS: Final = ("mark", "kind", "name", "figure", "before", "after")


def summary_line(plan: Plan) -> str:
    """The plan in a sentence."""
    if not plan.changes_something:
        return "Nothing changes: the cycle comes out the same."
    found = plan.difference
    if not found:
        return "Only the ledger changes: the cycle comes out the same."
    parts = []
    for shifts, one, many, how in ((found.gains, "gains", "gain", "more"), (found.losses, "loses", "lose", "fewer")):
        weighty = [shift for shift in shifts if shift.holds.differs]
        if weighty:
            verb = one if len(weighty) == 1 else many
            total = sum(abs(shift.by) for shift in weighty)
            parts.append(f"{count(len(weighty), 'submitter')} {verb} {amount(total)}")
        others = [shift for shift in shifts if not shift.holds.differs]
        if others:
            jobs = int(sum(abs(shift.jobs.by) for shift in others))
            whose = count(len(others), "submitter")
            parts.append(f"the matches of {whose} start {jobs} {how} jobs for the same weight")
    who = ", ".join(parts) or "nobody gains or loses"
    figures = (
        ("matches", found.pool.matches),
        *([("jobs to start", found.pool.jobs)] if several_jobs(plan) else []),
        ("preemptions", found.pool.preemptions),
        ("idle weight", found.pool.idle_weight),
    )
    told = ", ".join(f"{name} {between(figure)}" for name, figure in figures)
    return f"{who[0].upper()}{who[1:]}; {told}."


def several_jobs(plan: Plan) -> bool:
    """Whether there are matches that start other than one job each."""
    return starts_differ(plan.before) or starts_differ(plan.after)


def between(figure: Figure) -> str:
    """A figure before and after, once if people see no difference."""
    before, after = (("none" if each is None else amount(each)) for each in (figure.before, figure.after))
    return after if before == after else f"{before} -> {after}"


def plan_document(plan: Plan) -> dict[str, Any]:
    """A plan, schema `userprio.plan/1`.

    `before` and `after` are the two cycles in the schema of `negotiate`; `changes` what goes in, `gains` and `losses`
    who holds more or less, the largest first; `difference` every figure of what differs. Weights are sums of
    SlotWeight.
    """
    found = plan.difference
    return {
        "schema": PLAN,
        "name": plan.changes.name,
        "changes_something": plan.changes_something,
        "summary": summary_line(plan),
        "changes": list(_changes(plan)),
        "gains": [_shift(shift) for shift in found.gains],
        "losses": [_shift(shift) for shift in found.losses],
        "difference": {
            "pool": {field.name: asdict(getattr(found.pool, field.name)) for field in fields(found.pool)},
            "groups": [asdict(group) for group in found.groups],
            "submitters": [asdict(submitter) for submitter in found.submitters],
        },
        "new_warnings": found.new_warnings,
        "gone_warnings": found.gone_warnings,
        "remarks": plan.remarks,
        "before": outcome_document(plan.before),
        "after": outcome_document(plan.after),
    }


def _shift(shift: Shift) -> dict[str, Field]:
    return {
        "submitter": shift.submitter,
        "group": shift.group,
        "before": shift.holds.before or 0.0,
        "after": shift.holds.after or 0.0,
        "by": shift.by,
        "jobs_before": shift.jobs.before or 0.0,
        "jobs_after": shift.jobs.after or 0.0,
    }


def _changes(plan: Plan) -> Iterator[dict[str, Field]]:
    """What goes in: knobs, attributes of records, slots, jobs."""
    if plan.changes.to_snapshot is not None:
        yield _change("~", "pool", plan.changes.to_snapshot, None, None, None)
    for knob in plan.inputs.knobs:
        mark = mark_of(knob.before, None if knob.removed else knob.after)
        yield _change(mark, "knob", knob.name, None, knob.before, knob.after)
    edits = plan.inputs.edits
    for changes in (edits.ended, edits.changes):
        new, gone = set(made(changes)), set(dropped(changes))
        for name in (*new, *gone):
            yield _change("+" if name in new else "-", "record", name, None, name in gone, name in new)
        for change in change_fields(changes):
            before, after = change["before"], change["after"]
            yield _change(
                mark_of(before, after), "record", str(change["name"]), str(change["attribute"]), before, after
            )
    for one in plan.inputs.pool:
        mark = "+" if one.after > one.before else "-" if one.after < one.before else " "
        yield _change(mark, one.what, one.whose, None, one.before, one.after)


def mark_of(before: object, after: object) -> str:
    """`+` for what is added, `-` for what is removed, `~` for what is changed."""
    return Mark.MORE if before is None else Mark.LESS if after is None else Mark.CHANGED


def _change(mark: str, kind: str, name: str, attribute: str | None, before: Field, after: Field) -> dict[str, Field]:
    return {"mark": mark, "kind": kind, "name": name, "attribute": attribute, "before": before, "after": after}


def plan_rows(plan: Plan) -> Rows:
    """One line for each change and each figure that differs."""
    return _COLUMNS, _rows(plan)


def _rows(plan: Plan) -> Iterator[Mapping[str, Field]]:
    for change in _changes(plan):
        yield _row(
            change["mark"], change["kind"], change["name"], change["attribute"], change["before"], change["after"]
        )
    found = plan.difference
    for kind, shifts in (("gain", found.gains), ("loss", found.losses)):
        for shift in shifts:
            mark = "+" if kind == "gain" else "-"
            if shift.holds.differs:
                yield _row(mark, kind, shift.submitter, "holds", *_ends(shift.holds))
            if shift.in_jobs:
                yield _row(mark, kind, shift.submitter, "jobs", *_ends(shift.jobs))
    for name, figure in _figures(found.pool):
        if figure.differs:
            yield _row(Mark.CHANGED, "total", "pool", name, *_ends(figure))
    listed: tuple[GroupDifference | SubmitterDifference, ...] = (*found.groups, *found.submitters)
    for each in listed:
        for name, figure in _figures(each):
            if figure.differs:
                kind = "group" if isinstance(each, GroupDifference) else "submitter"
                yield _row(each.mark, kind, each.name, name, *_ends(figure))
    for mark, warnings in (("+", found.new_warnings), ("-", found.gone_warnings)):
        for warning in warnings:
            yield _row(mark, "warning", warning, None, None, None)


def _row(*values: Field) -> Mapping[str, Field]:
    return dict(zip(_COLUMNS, values, strict=True))


def _ends(figure: Figure) -> tuple[float | None, float | None]:
    return figure.before, figure.after


def _figures(thing: Any) -> Iterator[tuple[str, Figure]]:
    for field in fields(thing):
        figure = getattr(thing, field.name)
        if isinstance(figure, Figure):
            yield field.name, figure


@dataclass(frozen=True, slots=True)
class Applied:
    """A plan that was carried out."""

    saved: SavedPlan
    report: EditReport | None
    """What was done to the ledger; None: it is not part of the plan."""


def applied_text(applied: Applied, *, on_terminal: bool) -> str:
    """What goes into the configuration. A file gets values as they are; on a terminal they must not act."""
    text = fragment_text(applied.saved, applied.report)
    return "".join(f"{printable(line)}\n" for line in text.splitlines()) if on_terminal else text


def applied_document(applied: Applied) -> dict[str, Any]:
    """What was carried out of a plan, schema `userprio.apply/1`; `operation` is null where the ledger stays."""
    saved, report = applied.saved, applied.report
    operation = None if report is None else report.operation
    return {
        "schema": APPLY,
        "name": saved.name,
        "operation": None if operation is None else operation.id,
        "ledger": None if report is None else str(report.ledger),
        "changes": [] if report is None else change_fields(report.changes),
        "ended_leases": [] if report is None else change_fields(report.ended),
        "knobs": [{"name": knob.name, "before": knob.before, "after": knob.after} for knob in saved.knobs],
        "fragment": fragment_text(saved, report),
        "not_applied": saved.not_applied,
    }


def applied_rows(applied: Applied) -> Rows:
    """One line for each attribute of the ledger that was changed, and for each knob that is to be set."""
    saved, report = applied.saved, applied.report
    rows: list[Mapping[str, Field]] = []
    for change in change_fields(() if report is None else (*report.ended, *report.changes)):
        before, after = change["before"], change["after"]
        rows.append(_row(mark_of(before, after), "record", change["name"], change["attribute"], before, after))
    for knob in saved.knobs:
        rows.append(_row(mark_of(knob.before, knob.after), "knob", knob.name, None, knob.before, knob.after))
    return _COLUMNS, rows
