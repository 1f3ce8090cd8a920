"""A negotiation cycle in words, and its formats for scripts; the figures are those of its summary."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from userprio.base.cxx import INT_MIN
from userprio.negotiation import (
    Because,
    CycleSummary,
    GroupOutcome,
    GroupTotals,
    Match,
    Outcome,
    Rejection,
    SecondOpinion,
    SubmitterSummary,
    Visit,
    summarise,
    visit_reasons,
)
from userprio.report.data import Rows, field_values
from userprio.report.text import ROOT, amount, count, duration, percent

_TOLERANCE: Final = 1e-9


class Tone(StrEnum):
    """Three degrees for output in colour; the words say the same without it."""

    GOOD = "good"
    """No job of the submitter waits."""
    HELD = "held"
    """Jobs wait, and the submitter holds something."""
    REFUSED = "refused"
    """Jobs wait, and the submitter holds nothing."""


def tone(left: int, holds: float) -> Tone:
    """The tone for a submitter with so many jobs left, which holds this weight after the cycle."""
    if left <= 0:
        return Tone.GOOD
    return Tone.HELD if holds > 0 else Tone.REFUSED


@dataclass(frozen=True, slots=True)
class Excess:
    """A submitter that won more than its limit in a visit, or a group that holds more than its limit."""

    name: str
    weight: float
    limit: float
    by_rank: bool = False
    """The excess includes slots that prefer its jobs to what they run, to which the limit does not apply."""


def visits_beyond(outcome: Outcome) -> dict[int, Excess]:
    """The visits, by index, that won more than their limit, since a match costs a whole slot."""
    found = {}
    at = 0
    for place, visit in enumerate(outcome.visits):
        ways = {match.because for match in outcome.matches[at : at + visit.matched]}
        at += visit.matched
        limit = min(visit.limit, visit.unclaimed_limit) if ways <= {Because.FREE} else visit.limit
        if _above(visit.won, limit):
            found[place] = Excess(visit.submitter, visit.won, limit, by_rank=Because.RANK in ways)
    return found


def groups_beyond(outcome: Outcome, won: Mapping[str | None, float]) -> dict[str, Excess]:
    """The groups that hold more after the cycle than the limit of any of their turns; `won` is by group."""
    limits: dict[str, int] = {}
    for step in outcome.passes:
        limits[step.group] = max(limits.get(step.group, INT_MIN), step.limit)
    found = {}
    for group in outcome.groups:
        gained, limit = won.get(group.name, 0.0), limits.get(group.name, INT_MIN)
        if gained and limit > INT_MIN and _above(group.usage + gained, limit):
            found[group.name] = Excess(group.name, group.usage + gained, limit)
    return found


def _above(weight: float, limit: float) -> bool:
    return weight > limit + _TOLERANCE * max(1.0, abs(limit))


_MOST_BEYOND: Final = 6


def starts_differ(outcome: Outcome) -> bool:
    """Whether some match starts a number of jobs other than one."""
    return any(match.jobs != 1 for match in outcome.matches)


def pool_line(outcome: Outcome, summary: CycleSummary) -> str:
    """The pool, what was matched and what stays idle, in a line."""
    pool = outcome.pool
    slots = f"{count(pool.slots, 'slot')}, weight {amount(pool.weight)}"
    matched = f"{count(summary.matches, 'match', 'matches')}, weight {amount(summary.weight)}"
    served = f"for {summary.served} of {count(summary.asking, 'submitter')}"
    jobs = f"{count(summary.jobs, 'job')} to start, {summary.idle_left} left idle"
    return f"{slots}; {matched}, {served}; {jobs}"


def gains(outcome: Outcome) -> dict[str | None, float]:
    """Weight won, by the group in whose turn it was won."""
    won: dict[str | None, float] = {}
    for match in outcome.matches:
        won[match.group] = won.get(match.group, 0.0) + match.cost
    return won


def configured(group: GroupOutcome) -> str:
    """A static quota as a weight, a dynamic one as a percentage of the parent's; empty for the root."""
    if group.name == ROOT:
        return ""
    return amount(group.configured_quota) if group.static else percent(group.configured_quota)


@dataclass(frozen=True, slots=True)
class RefusalCount:
    """What a submitter was refused for one reason, over all schedds."""

    submitter: str
    reason: str
    """In HTCondor's words."""
    rejections: int
    jobs: int
    """See `Refusal.jobs`."""


def refusals(outcome: Outcome) -> list[RefusalCount]:
    """Rejections by submitter and reason over all schedds, in the order of their first appearance."""
    counts: dict[tuple[str, str], tuple[int, int]] = {}
    for refusal in outcome.refusals:
        key = refusal.submitter, refusal.reason
        rejections, jobs = counts.get(key, (0, 0))
        counts[key] = rejections + refusal.rejections, jobs + refusal.jobs
    return [RefusalCount(*key, *both) for key, both in counts.items()]


def beyond_note(excesses: Iterable[Excess], *, holds: bool) -> str:
    """Who exceeded a limit, by how much, and why that is possible, in a sentence; empty if nobody did.

    `holds`: weights are those held after the cycle, not those won in a visit.
    """
    found = list(excesses)
    if not found:
        return ""
    told = [f"{one.name} {amount(one.weight)} of {amount(one.limit)}" for one in found[:_MOST_BEYOND]]
    if len(found) > _MOST_BEYOND:
        told.append(f"and {len(found) - _MOST_BEYOND} more")
    why = "a match costs its whole slot, and the first of a visit may round the limit up"
    if any(one.by_rank for one in found):
        why += "; the limit does not apply to slots that prefer a job to what they run"
    return f"* {'holds' if holds else 'got'} more than its limit ({why}): {', '.join(told)}."


STARTS_NOTE: Final = (
    "jobs start: expected from the matches. A schedd gives what a job leaves of a partitionable slot to further jobs "
    "of the same submitter, in their order, as long as one fits (CLAIM_PARTITIONABLE_LEFTOVERS); a slot that gives no "
    "claim starts none."
)
"""How the number of jobs that start is computed."""


def eviction_note(matches: Iterable[Match]) -> str:
    """When preempted slots become free, and how much work is lost, in a sentence; empty without preemption."""
    found = [match.eviction for match in matches if match.eviction is not None]
    if not found:
        return ""
    told, gone = (max(getattr(one, name) for one in found) for name in ("told_after_s", "gone_after_s"))
    kill = max(one.gone_after_s - one.told_after_s for one in found)
    stay = f"after {duration(round(told))} of retirement" if told else "at once"
    known = [one.lost_weight_s for one in found if one.lost_weight_s is not None]
    lost = f"at most {amount(sum(known) / 3600)} weight-hours of work are lost"
    if not known:
        lost = "how much work is lost is not known, since the ads do not say how long the jobs have run"
    elif len(known) < len(found):
        lost += f", not counting {count(len(found) - len(known), 'job')} whose age the ads do not say"
    jobs, slots, are = ("job", "its slot is", "is") if len(found) == 1 else ("jobs", "their slots are", "are")
    return (
        f"preemption: {len(found)} {jobs} {are} told to go (SIGTERM) {stay}, and killed (SIGKILL) "
        f"{duration(round(kill))} later if need be: {slots} free in {duration(round(gone))} at the latest, "
        f"and {lost}."
    )


def time_notes(outcome: Outcome) -> list[str]:
    """How long a real negotiator would need, if estimated, and which submitters time limits held back."""
    notes = []
    if outcome.estimated_s is not None:
        notes.append(
            f"time: a real negotiator is estimated to need {_seconds(outcome.estimated_s)} s for this cycle, "
            "and stops where NEGOTIATOR_MAX_TIME_PER_… makes it. It may well take half or twice as long."
        )
    stopped: dict[str, dict[str, None]] = {}
    for visit in outcome.visits:
        if visit.time_limit is not None:
            stopped.setdefault(visit.time_limit, {})[visit.submitter] = None
    notes += [f"out of time: {knob} stopped, or left no time for, {_some(list(who))}." for knob, who in stopped.items()]
    return notes


def _seconds(estimate: float) -> str:
    if estimate < 0.1:
        return "less than 0.1"
    return f"{estimate:.1f}" if estimate < _WHOLE_SECONDS else f"{estimate:.0f}"


_WHOLE_SECONDS: Final = 10


def _some(names: list[str]) -> str:
    shown = names[:_MOST_BEYOND]
    more = len(names) - len(shown)
    return ", ".join([*shown, f"and {more} more"] if more else shown)


class CycleRows(StrEnum):
    """What the rows of a cycle may be about."""

    GROUPS = "groups"
    SUBMITTERS = "submitters"
    VISITS = "visits"
    MATCHES = "matches"
    REJECTIONS = "rejections"


@dataclass(frozen=True, slots=True)
class CycleTable:
    """One kind of rows of a cycle."""

    outcome: Outcome
    rows: CycleRows


def outcome_document(outcome: Outcome) -> dict[str, Any]:
    """A negotiation cycle, schema `userprio.negotiate/1`: the fields of `Outcome` under their own names.

    Besides: `submitters`, `takeovers` and `summary`, which sum it up; in each group `holds`, and `whole`, its figures
    with those of its subgroups; in each visit `stopped`, why most of the jobs left wait that its submitter has at that
    schedd, or null if the submitter was visited there again.

    Infinities and NaN, which JSON lacks, are null and listed in `not_finite`; any other null means not applicable. A
    pass whose limit HTCondor computed from 0/0 has -2147483648. `reference` is left out unless the reference engine was
    asked.
    """
    summary = summarise(outcome)
    groups = [
        {**field_values(group), "holds": summed.alone.holds, "whole": summed.whole}
        for group, summed in zip(outcome.groups, summary.groups, strict=True)
    ]
    totals = {
        "matches": summary.matches,
        "weight": summary.weight,
        "served": summary.served,
        "submitters": summary.asking,
        "idle_left": summary.idle_left,
        "jobs": summary.jobs,
        "unmatched": summary.unmatched,
        "out_of_time": summary.out_of_time,
    }
    document = {"schema": "userprio.negotiate/1", **field_values(outcome)}
    if outcome.reference is None:
        del document["reference"]
    return document | {
        "groups": groups,
        "visits": list(_visit_rows(outcome)),
        "submitters": list(map(_submitter_row, summary.submitters)),
        "takeovers": summary.takeovers,
        "summary": totals,
    }


def reference_lines(opinion: SecondOpinion) -> list[str]:
    """What the reference engine says about a cycle, a line for the sum of it and one for each difference."""
    if opinion.agrees is None:
        return ["the reference engine cannot judge this cycle. It does not know:", *opinion.not_covered]
    if opinion.agrees:
        return ["the reference engine agrees: it decides every visit, match and rejection in the same way"]
    return ["the reference engine does not agree:", *opinion.differences]


def outcome_rows(outcome: Outcome) -> Rows:
    """A row for each visit of a submitter, in order, with the fields of `Visit` and `stopped` as in the document."""
    return [*Visit.__dataclass_fields__, "stopped"], _visit_rows(outcome)


def cycle_table_document(table: CycleTable) -> dict[str, Any]:
    """The whole cycle: documents are not cut to rows."""
    return outcome_document(table.outcome)


def cycle_table_rows(table: CycleTable) -> Rows:
    """The rows asked for."""
    outcome = table.outcome
    match table.rows:
        case CycleRows.GROUPS:
            return _group_rows(outcome)
        case CycleRows.SUBMITTERS:
            rows = list(map(_submitter_row, summarise(outcome).submitters))
            return _SUBMITTER_FIELDS, [{name: row[name] for name in _SUBMITTER_FIELDS} for row in rows]
        case CycleRows.MATCHES:
            names = [name for name in Match.__dataclass_fields__ if name != "eviction"]
            return names, ({name: getattr(match, name) for name in names} for match in outcome.matches)
        case CycleRows.REJECTIONS:
            return list(Rejection.__dataclass_fields__), map(field_values, outcome.rejections)
    return outcome_rows(outcome)


def _visit_rows(outcome: Outcome) -> Iterator[dict[str, Any]]:
    for visit, reason in zip(outcome.visits, visit_reasons(outcome), strict=True):
        yield {**field_values(visit), "stopped": reason}


def _submitter_row(submitter: SubmitterSummary) -> dict[str, Any]:
    return {"submitter": submitter.name, **field_values(submitter), "idle_jobs": submitter.idle_jobs} | {
        "refused": submitter.refused
    }


_SUBMITTER_FIELDS: Final = (
    "submitter",
    *(name for name in SubmitterSummary.__dataclass_fields__ if name not in ("name", "reasons")),
    "idle_jobs",
    "refused",
)
_GROUP_FIGURES: Final = tuple(GroupTotals.__dataclass_fields__)


def _group_rows(outcome: Outcome) -> Rows:
    """Two rows for a group with subgroups: with them, and by itself."""
    rows: list[dict[str, Any]] = []
    for group in summarise(outcome).groups:
        about = {"group": group.name, "parent": group.parent, "limit": group.limit}
        if group.has_subgroups:
            rows.append({**about, "with_subgroups": True, **field_values(group.whole)})
        rows.append({**about, "with_subgroups": False, **field_values(group.alone)})
    return ["group", "parent", "with_subgroups", "limit", *_GROUP_FIGURES], rows
