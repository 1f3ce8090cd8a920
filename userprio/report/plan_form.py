"""A plan for scripts and in sentences: reasons for gains and losses, a summary, and its configuration."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from userprio.analysis.plan import (
    Difference,
    Figure,
    Link,
    Mark,
    Plan,
    SavedKnob,
    SavedPlan,
    Shift,
    Strand,
    Upgrade,
    What,
    Why,
)
from userprio.report.data import Field, Rows, field_values, plain
from userprio.report.formats import Formats
from userprio.report.operations import EditReport, change_fields, edit_text
from userprio.report.summary import outcome_document, starts_differ
from userprio.report.text import amount, count, percent, printable
from userprio.report.what_if import change_values, changed_fields, mark_of, record_changes

_END: Final = "end_of_value"


def fragment_text(saved: SavedPlan, report: EditReport | None) -> str:
    """A configuration file for HTCondor, such as one in LOCAL_CONFIG_DIR; only comments if the plan has no knobs."""
    lines = [f"# Plan: {printable(saved.name)}"]
    if report is not None and report.dry_run:
        lines.append("# A dry run; the ledger is not changed. These would be the changes:")
        lines += [f"#   {line}" for line in edit_text(report).splitlines()]
    elif report is not None and report.operation is None:
        lines.append("# Ledger: nothing to change.")
    elif report is not None and report.operation is not None:
        number = report.operation.id
        lines.append(f"# Ledger: operation {number}; `userprio undo {number}` undoes it.")
        lines += [f"#   {line}" for line in edit_text(report).splitlines()]
    lines += knob_lines(saved.knobs)
    lines += [f"# Not applied: {printable(sentence)}" for sentence in saved.not_applied]
    return "".join(f"{line}\n" for line in lines)


def knob_lines(knobs: Sequence[SavedKnob]) -> Iterator[str]:
    """The lines that set knobs; a knob to be removed from the configuration becomes a comment."""
    for knob in knobs:
        name = printable(knob.name)
        if knob.after is None:
            yield f"# Remove: {name}{f' ({printable(knob.where)})' if knob.where else ''}"
        elif "\n" in knob.after:
            mark = next(mark for mark in _marks() if f"@{mark}" not in knob.after)
            yield f"{name} @={mark}"
            yield from knob.after.split("\n")
            yield f"@{mark}"
        else:
            yield f"{name} = {knob.after}"


def _marks() -> Iterator[str]:
    """Candidates for the tag that ends a multi-line value, the usual one first."""
    yield _END
    yield from (f"{_END}_{number}" for number in itertools.count(2))


_COLUMNS: Final = ("mark", "kind", "name", "figure", "before", "after")


def summary_line(plan: Plan) -> str:
    """The plan in a sentence."""
    if not plan.changes_something:
        return "Nothing changes: the cycle comes out the same."
    found = plan.difference
    if not found:
        drains = plan.draining is not None and plan.draining.differs
        parts = ["the ledger"] if plan.inputs.edits.changes or plan.inputs.edits.ended else []
        parts += ["what condor_defrag drains"] if drains else []
        change = "changes" if len(parts) == 1 else "change"
        return f"Only {' and '.join(parts)} {change}: the cycle comes out the same."
    parts = []
    for shifts, verb, how in ((found.gains, "gain", "more"), (found.losses, "lose", "fewer")):
        weighty = [shift for shift in shifts if shift.holds.differs]
        if weighty:
            total = sum(abs(shift.by) for shift in weighty)
            parts.append(f"{count(len(weighty), f'submitter {verb}s', f'submitters {verb}')} {amount(total)}")
        others = [shift for shift in shifts if not shift.holds.differs]
        if others:
            jobs = int(sum(abs(shift.jobs.by) for shift in others))
            whose = count(len(others), "submitter")
            parts.append(f"the matches of {whose} start {jobs} {how} jobs for the same weight")
    who = ", ".join(parts) or f"nobody gains or loses{_but(found)}"
    figures = (
        ("matches", found.pool.matches),
        *([("jobs to start", found.pool.jobs)] if several_jobs(plan) else []),
        ("preemptions", found.pool.preemptions),
        ("idle weight", found.pool.idle_weight),
    )
    told = ", ".join(f"{name} {between(figure)}" for name, figure in figures)
    return f"{who[0].upper()}{who[1:]}; {told}."


def _but(found: Difference) -> str:
    """How the cycle differs although everybody gets as much."""
    if found.moved:
        other = count(found.moved, "match is with another slot", "matches are with other slots")
        return f", but {other} or for other jobs"
    return ", but requests are refused for other reasons" if found.refused_otherwise else ""


def several_jobs(plan: Plan) -> bool:
    """Whether some match starts a number of jobs other than one."""
    return starts_differ(plan.before) or starts_differ(plan.after)


def between(figure: Figure, text: Callable[[float], str] = amount) -> str:
    """A figure before and after, or once if they look the same."""
    before, after = ("none" if each is None else text(each) for each in (figure.before, figure.after))
    return after if before == after else f"{before} -> {after}"


def plan_document(plan: Plan) -> dict[str, Any]:
    """A plan, schema `userprio.plan/1`.

    `before` and `after` are the two cycles in the schema of `negotiate`. `changes` has what was changed; `gains` and
    `losses` who holds more or less, largest first, with `why` if asked for; `difference` all figures of whatever
    differs. Weights are sums of SlotWeight.
    """
    found, whys = plan.difference, {why.submitter: why for why in plan.whys}
    return {
        "schema": "userprio.plan/1",
        "name": plan.changes.name,
        "changes_something": plan.changes_something,
        "summary": summary_line(plan),
        "changes": changed_fields(plan.changes, plan.inputs, plan.upgrade),
        "gains": [_shift(shift, whys) for shift in found.gains],
        "losses": [_shift(shift, whys) for shift in found.losses],
        "difference": {
            "pool": asdict(found.pool),
            "groups": [asdict(group) for group in found.groups],
            "submitters": [asdict(submitter) for submitter in found.submitters],
            "moved_matches": found.moved,
            "refused_otherwise": found.refused_otherwise,
        },
        "new_warnings": found.new_warnings,
        "gone_warnings": found.gone_warnings,
        "remarks": plan.remarks,
        "upgrade": None if plan.upgrade is None else _upgrade(plan.upgrade),
        "draining": None if plan.draining is None else plain(plan.draining),
        "before": outcome_document(plan.before),
        "after": outcome_document(plan.after),
    }


def _upgrade(upgrade: Upgrade) -> dict[str, Any]:
    return {
        "before": str(upgrade.before),
        "after": str(upgrade.after),
        "behaviours": [
            {
                "name": rule.name,
                "component": rule.decided_by.value,
                "meaning": rule.meaning,
                "after": rule.holds(upgrade.after),
                "makes_a_difference": matters,
            }
            for rule, matters in upgrade.changes
        ],
    }


def _shift(shift: Shift, whys: Mapping[str, Why]) -> dict[str, Any]:
    why = whys.get(shift.submitter)
    return {**shift_fields(shift), **({} if why is None else {"why": why_document(why)})}


def shift_fields(shift: Shift) -> dict[str, Any]:
    """A gain or loss without its reasons."""
    return {
        "submitter": shift.submitter,
        "group": shift.group,
        "before": shift.holds.before or 0.0,
        "after": shift.holds.after or 0.0,
        "by": shift.by,
        "jobs_before": shift.jobs.before or 0.0,
        "jobs_after": shift.jobs.after or 0.0,
    }


def plan_rows(plan: Plan) -> Rows:
    """A row for each change and each figure that differs."""
    return _COLUMNS, _rows(
        (*change_values(plan.changes, plan.inputs, plan.upgrade), *_differences(plan.difference), *_whys(plan))
    )


def _rows(values: Iterable[Sequence[Field]]) -> Iterator[Mapping[str, Field]]:
    return (dict(zip(_COLUMNS, row, strict=True)) for row in values)


def _whys(plan: Plan) -> Iterator[tuple[Field, ...]]:
    """Rows of reasons, if asked for, with the sentence in the column of the figure after."""
    return ((Mark.CHANGED, "why", why.submitter, None, None, why_text(why)) for why in plan.whys)


def _differences(found: Difference) -> Iterator[tuple[Field, ...]]:
    for mark, kind, shifts in ((Mark.MORE, "gain", found.gains), (Mark.LESS, "loss", found.losses)):
        for shift in shifts:
            if shift.holds.differs:
                yield mark, kind, shift.submitter, "holds", shift.holds.before, shift.holds.after
            if shift.in_jobs:
                yield mark, kind, shift.submitter, "jobs", shift.jobs.before, shift.jobs.after
    compared: list[tuple[Mark, str, str, Any]] = [(Mark.CHANGED, "total", "pool", found.pool)]
    compared += [(group.mark, "group", group.name, group) for group in found.groups]
    compared += [(submitter.mark, "submitter", submitter.name, submitter) for submitter in found.submitters]
    for mark, kind, name, figures in compared:
        for what, figure in field_values(figures).items():
            if isinstance(figure, Figure) and figure.differs:
                yield mark, kind, name, what, figure.before, figure.after
    if found.moved:
        yield Mark.CHANGED, "total", "pool", "moved_matches", 0, found.moved
    if found.refused_otherwise:
        yield Mark.CHANGED, "total", "pool", "refused_otherwise", False, True
    for mark, warnings in ((Mark.MORE, found.new_warnings), (Mark.LESS, found.gone_warnings)):
        for warning in warnings:
            yield mark, "warning", warning, None, None, None


@dataclass(frozen=True, slots=True)
class Applied:
    """A plan that was carried out."""

    saved: SavedPlan
    report: EditReport | None
    """What was done to the ledger; None: the plan does not edit it."""


def applied_text(applied: Applied, *, on_terminal: bool) -> str:
    """The configuration to add, verbatim for a file; on a terminal with control characters escaped."""
    text = fragment_text(applied.saved, applied.report)
    return "".join(f"{printable(line)}\n" for line in text.splitlines()) if on_terminal else text


def applied_document(applied: Applied) -> dict[str, Any]:
    """A plan as carried out, schema `userprio.apply/1`; `operation` is null if the ledger is unchanged."""
    saved, report = applied.saved, applied.report
    operation = None if report is None else report.operation
    return {
        "schema": "userprio.apply/1",
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
    """A row for each changed attribute of the ledger and each knob to be set."""
    report = applied.report
    rows = list(record_changes(() if report is None else (*report.ended, *report.changes)))
    for knob in applied.saved.knobs:
        rows.append((mark_of(knob.before, knob.after), "knob", knob.name, None, knob.before, knob.after))
    return _COLUMNS, _rows(rows)


_NAMES: Final = {
    What.POOL_WEIGHT: "the weight of the pool",
    What.CONFIGURED_QUOTA: "the quota of {}",
    What.EFFECTIVE_QUOTA: "the effective quota of {}",
    What.DEMAND: "the demand of {}",
    What.SURPLUS: "the surplus for {}",
    What.GROUP_LIMIT: "the limit of {}",
    What.FACTOR: "its factor",
    What.REAL_PRIORITY: "its real priority",
    What.FLOOR: "its floor",
    What.CEILING: "its ceiling",
    What.SHARE: "its share of the pie",
    What.LIMIT: "its own limit",
    What.IDLE_JOBS: "its idle jobs",
    What.IN_USE: "its weight in use",
    What.STOPPED: "its last visit ended with",
    What.TAKES_FROM: "slots that it takes from {}",
    What.TAKEN_BY: "slots that {} takes from it",
    What.WON: "the weight of its matches",
    What.JOBS: "jobs to start",
}


def why_text(why: Why) -> str:
    """The chains of reasons, a sentence or two each; `so` precedes what is computed from the step before."""
    parts = [part for strand in why.strands for part in _strand_parts(strand)]
    if why.holds is not None and (len(why.strands) > 1 or not _is_counted(why)):
        parts.append(f"{'together ' if len(why.strands) > 1 else ''}it holds {_counted(why.holds)}")
    return " ".join(f"{part[0].upper()}{part[1:]}." for part in parts)


def _strand_parts(strand: Strand) -> list[str]:
    """A part for each cause; the last one continues with the effects of all."""
    *others, last = [_chain(cause) for cause in strand.causes] or [""]
    effects = _chain(strand.effects)
    return [*others, f"{last}, so {effects}" if last else effects]


def _is_counted(why: Why) -> bool:
    """Whether the change in matches already says how much more or less it holds."""
    holds = _counted_as(why.holds.after) - _counted_as(why.holds.before) if why.holds else 0.0
    matches = [link for strand in why.strands for step in strand.effects for link in step if link.what is What.MATCHES]
    return any(_counted_as(link.after) - _counted_as(link.before) == holds for link in matches)


def why_document(why: Why) -> dict[str, Any]:
    """The sentences, and the links one by one: each step's links act together and lead to the next step."""
    return {"sentence": why_text(why), "strands": [asdict(strand) for strand in why.strands]}


def _chain(steps: Iterable[Iterable[Link]]) -> str:
    return ", so ".join(_listed([_link_text(link) for link in step]) for step in steps)


def _listed(parts: list[str]) -> str:
    return " and ".join(part for part in (", ".join(parts[:-1]), parts[-1]) if part)


def _link_text(link: Link) -> str:
    of = "" if link.of is None else printable(link.of)
    match link.what:
        case What.EFFECTIVE_PRIORITY:
            whose = f"the effective priority of {of}" if of else "its effective priority"
            return f"{whose} {_link_figures(link)}"
        case What.GROUP_IN_USE:
            return f"{of} has {_link_figures(link)} in use as the cycle begins"
        case What.SLOTS:
            return _slots_text(link, of)
        case What.IDLE_JOBS | What.IN_USE | What.WON | What.JOBS:
            return f"{_NAMES[link.what]} {_counted(link)}"
        case What.HELD_GONE:
            slots = count(round(_counted_as(link.after)), "slot")
            return f"{slots} that it had in use {'is' if link.after == 1 else 'are'} gone"
        case What.TAKES_FROM if not of:
            return f"slots that it takes from users who are not known {_link_figures(link)}"
        case What.MATCHES:
            by = _counted_as(link.after) - _counted_as(link.before)
            more = "more" if by > 0 else "fewer"
            return f"{count(round(abs(by)), 'match', 'matches')} {more} ({_counted(link)})"
    return f"{_NAMES[link.what].format(of)} {_link_figures(link, percent if link.what is What.SHARE else amount)}"


def _slots_text(link: Link, of: str) -> str:
    before, after = round(_counted_as(link.before)), round(_counted_as(link.after))
    if before:
        slots = count(before, "slot")
        return f"it gets {slots} that went to {of} before" if of else f"it gets {count(before, 'new slot')}"
    slots = count(after, "slot that it got", "slots that it got")
    goes, is_ = ("goes", "is") if after == 1 else ("go", "are")
    return f"{slots} {goes} to {of}" if of else f"{slots} {is_} gone"


def _counted_as(value: float | str | None) -> float:
    return value if isinstance(value, int | float) else 0.0


def _counted(link: Link) -> str:
    """The figures; a missing one counts as 0."""
    return _link_figures(replace(link, before=_counted_as(link.before), after=_counted_as(link.after)))


def _link_figures(link: Link, text: Callable[[float], str] = amount) -> str:
    """Both figures, with more digits if they would otherwise look the same."""
    before, after = (_shown(value, text) for value in (link.before, link.after))
    if before == after and link.before != link.after:
        before, after = (_shown(value, "{:.9g}".format) for value in (link.before, link.after))
    return after if before == after else f"{before} -> {after}"


def _shown(value: float | str | None, text: Callable[[float], str]) -> str:
    return "none" if value is None else printable(value) if isinstance(value, str) else text(value)


APPLIED_FORMATS: Final = Formats[Applied](
    document=applied_document,
    rows=applied_rows,
    text=lambda result, look: applied_text(result, on_terminal=look.on_terminal),
)
