"""The sentences of an explanation, and its formats for scripts."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final

from msgspec import structs

from userprio.analysis.explain import Cause, ExplainedPair, Explanation, LimitStep, QuotaStep, Subject, TurnStep
from userprio.base.formats import listed, percent
from userprio.report.data import Rows
from userprio.report.text import amount, count

_LAST: Final = 3.3e38
"""Sort keys from here up mean no quota, no group, or no number."""
_MOST_BEFORE: Final = 4
_MOST_TAKERS: Final = 4

_SKIPPED: Final = {"zero slots allocated": "nothing allocated", "no submitters": "no submitter left"}
"""Plainer words for some of the negotiator's."""


def explanation_document(explained: Explanation) -> dict[str, Any]:
    """Schema `userprio.explain/1`: the fields of `Explanation` under their own names."""
    return {"schema": "userprio.explain/1", **structs.asdict(explained), "than": None, "difference": None}


def comparison_document(compared: ExplainedPair) -> dict[str, Any]:
    """The same for two: `than` is the other, `difference` the first point where they differ, and all points."""
    return {
        "schema": "userprio.explain/1",
        **structs.asdict(compared.one),
        "than": structs.asdict(compared.other),
        "difference": {
            "first": None if compared.first is None else compared.first.about,
            "sentence": compared.sentence,
            "points": [{**structs.asdict(point), "differs": point.differs} for point in compared.points],
        },
    }


def explanation_rows(explained: Explanation) -> Rows:
    """A row for each reason, the primary one first; for a group, a row for each member."""
    found = [(explained.name, finding) for finding in (explained.primary, *explained.others)]
    found += [(member.name, member.finding) for member in explained.members]
    names = ["name", "reason", "jobs", "job", "sentence"]
    return names, [{"name": name, **asdict(finding), "reason": str(finding.reason)} for name, finding in found]


def comparison_rows(compared: ExplainedPair) -> Rows:
    """The rows of both explanations."""
    names, rows = explanation_rows(compared.one)
    return names, [*rows, *explanation_rows(compared.other)[1]]


def headline(explained: Explanation) -> str:
    """What the job, submitter or group got, in a sentence."""
    name = explained.name
    if explained.subject is Subject.JOB:
        whose = f"Job {name} of {explained.submitter}"
        return f"{whose} {'waits' if explained.jobs_left else 'gets a slot'}."
    idle, left = explained.idle_jobs, explained.jobs_left
    who = f"Group {name}" if explained.subject is Subject.GROUP else name
    if not idle and not left:
        return f"{who}: no idle jobs, {amount(explained.usage)} in use."
    got = count(explained.matches, "slot")
    weight = f" of weight {amount(explained.weight)}" if explained.weight != explained.matches else ""
    starting = f" for {count(explained.jobs, 'job')}" if explained.further else ""
    return f"{who}: {count(idle, 'idle job')}; {got}{weight} won{starting}, {count(left, 'job')} left waiting."


def worth_line(explained: Explanation) -> str | None:
    """How many jobs its matches start; None if that is one each."""
    if not explained.further:
        return None
    given = count(explained.matches, "match", "matches")
    verb = "is" if explained.matches == 1 else "are"
    how = "a schedd gives what a job leaves of a partitionable slot to further jobs of the submitter"
    worth = f"{given} {verb} expected to start {count(explained.jobs, 'job')}: {how}."
    return f"Its submitter's {worth}" if explained.subject is Subject.JOB else worth


def losing_line(explained: Explanation) -> str | None:
    """Which of its running jobs are preempted, and by whom; None if none is."""
    lost = sum(len(each.slots) for each in explained.losses)
    if not lost:
        return None
    by = listed((f"{each.to} ({len(each.slots)})" for each in explained.losses), most=_MOST_TAKERS)
    whose = "Its submitter" if explained.subject is Subject.JOB else "It"
    jobs = "the job that runs there" if lost == 1 else "the jobs that run there"
    return (
        f"{whose} loses {count(lost, 'slot')} in this cycle, with {jobs}: preempted by {by}; it holds "
        f"{amount(explained.holds)} afterwards."
    )


def said(finding: Cause) -> str:
    """A finding as a sentence, and what HTCondor's log says of the jobs."""
    text = finding.sentence
    logged = "" if finding.refused is None else f" HTCondor logs: {finding.refused}."
    return f"{text[:1].upper()}{text[1:]}.{logged}"


def pool_lines(explained: Explanation) -> Iterator[str]:
    """The pool in sentences."""
    pool = explained.pool
    free = pool.weight - pool.in_use
    yield (
        f"{count(pool.slots, 'slot')}, weight {amount(pool.weight)}: {amount(pool.in_use)} in use before the cycle, "
        f"{amount(free)} not. The smallest weighs {amount(pool.smallest)}."
    )
    if pool.pie != pool.weight:
        yield f"Shares are parts of {amount(pool.pie)}: NEGOTIATOR_SLOT_POOLSIZE_CONSTRAINT, or slots are not weighed."
    if pool.slots_in_snapshot != pool.slots:
        left = pool.slots_in_snapshot - pool.slots
        yield f"{count(left, 'more slot')} left out: NEGOTIATOR_SLOT_CONSTRAINT, or without a name."
    if pool.candidates != pool.slots:
        yield f"{count(pool.candidates, 'slot')} of them looked at, the others being out of reach from the start."


def quota_line(step: QuotaStep) -> str:
    """How a group's quota is computed."""
    own = amount(step.effective_quota)
    if step.parent is None:
        regroup = ", which is the whole pool again under autoregroup" if step.autoregroup else ""
        handed = f"pool {amount(step.parent_quota)} - {amount(step.children_quota)} for groups"
        return f"{handed} = {amount(max(step.parent_quota - step.children_quota, 0.0))}{regroup}"
    if step.static:
        text = f"{amount(step.configured)}, static"
        if step.static_siblings > step.for_static:
            text += f", x {amount(step.for_static)} / {amount(step.static_siblings)} static under {step.parent}"
        elif step.static_siblings > step.parent_quota:
            text += (
                f" ({amount(step.static_siblings)} static under {step.parent}, which has {amount(step.parent_quota)})"
            )
    else:
        base = amount(step.parent_quota)
        if step.for_static:
            base = f"({base} - {amount(step.for_static)} static)"
        text = f"{percent(step.configured)} of {base}"
        if step.dynamic_siblings > 1:
            text += f" / {amount(step.dynamic_siblings)}"
    text += f" = {amount(step.subtree_quota)}"
    if step.children_quota:
        if step.effective_quota == step.subtree_quota:
            return f"{text}, all of it its own besides the {amount(step.children_quota)} of its groups"
        text += f", - {amount(step.children_quota)} for its groups = {own}"
    return text


def turn_note(step: TurnStep) -> str:
    """Remarks on a group's turn besides its numbers."""
    if step.skipped is not None:
        return f"left out: {_SKIPPED.get(step.skipped, step.skipped)}"
    parts = []
    if step.capped_by is not None:
        parts.append(f"cut by the quota of {step.capped_by}")
    if step.slots is not None and step.limit is not None:
        if step.slots != step.slots:
            parts.append("0/0")
        elif step.slots > step.limit:
            parts.append(f"{amount(step.slots)}, fraction dropped")
    return "; ".join(parts)


def order_line(step: TurnStep) -> str:
    """Which groups were served earlier in the round."""
    key = "last" if step.sort_key >= _LAST else amount(step.sort_key)
    told = ", ".join(step.before[:_MOST_BEFORE])
    if len(step.before) > _MOST_BEFORE:
        told += f" and {len(step.before) - _MOST_BEFORE} more"
    after = f"after {told}" if told else "before all others"
    return f"Served {after} in round {step.round}; sort key {key}."


def limit_lines(step: LimitStep) -> Iterator[tuple[str, str, float | None]]:
    """The computation of a submitter limit: what, how, and the number; None for no limit."""
    yield "share of the pie", f"{percent(step.share)} x {amount(step.pie)}", step.goal
    yield "in use before the visit", "", step.usage
    of_share = f"{amount(step.goal)} - {amount(step.usage)}" + (", not below 0" if step.goal < step.usage else "")
    if step.limit >= 1e300:
        yield "submitter limit", "NEGOTIATOR_IGNORE_USER_PRIORITIES", None
    else:
        if step.floor and step.limit == step.floor:
            how = "the floor"
        elif step.limit < step.allowed:
            how = f"{amount(step.allowed)}, cut to what was left of the pie"
        else:
            how = of_share
        yield "submitter limit", how, step.limit
    if step.group_room is not None:
        yield "left of the group's limit", "", step.group_room
        # What was left of the pie does not cut it, nor does a floor.
        how = "what is left of the group's" if step.unclaimed_limit == step.group_room else of_share
        yield "limit for free slots", how, step.unclaimed_limit
    if step.ceiling is not None:
        yield "left under its ceiling", f"{amount(step.ceiling)} - {amount(step.usage)}", step.ceiling_left
    if step.floor:
        yield "floor", "", float(step.floor)
    yield "won in this visit", "", step.won
