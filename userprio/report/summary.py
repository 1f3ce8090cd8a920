"""A summary of a negotiation cycle, and why each submitter's visit ended."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from userprio.cxx import INT_MIN
from userprio.negotiation import Because, GroupOutcome, Match, Outcome, Refusal, Visit, VisitOutcome
from userprio.report.data import Rows, field_values
from userprio.report.text import ROOT, amount, count, duration, percent

NO_JOBS_LEFT: Final = "no jobs left"
NO_MORE_OFFERED: Final = "no more offered"
OUT_OF_TIME: Final = "out of time"
NEVER_VISITED: Final = "never visited"
_TOLERANCE: Final = 1e-9


class Tone(StrEnum):
    """Three degrees for output in colour; the words say the same without it."""

    GOOD = "good"
    """No job of the submitter waits."""
    HELD = "held"
    """Jobs wait, because the submitter has all that it may have."""
    REFUSED = "refused"
    """Jobs wait, because nothing was found for them."""


@dataclass(frozen=True, slots=True)
class StopRemark:
    """Why the visit of a submitter ended."""

    words: str
    tone: Tone


_LIMITS: Final = {
    VisitOutcome.LIMIT: StopRemark("at its limit", Tone.HELD),
    VisitOutcome.CEILING: StopRemark("at its ceiling", Tone.HELD),
    VisitOutcome.SHARE_TOO_SMALL: StopRemark("limit < a slot", Tone.REFUSED),
    VisitOutcome.PIE_TOO_SMALL: StopRemark("pie < a slot", Tone.REFUSED),
    VisitOutcome.NO_TAG: StopRemark("no submitter tag", Tone.REFUSED),
    VisitOutcome.NAME_TOO_LONG: StopRemark("name too long", Tone.REFUSED),
    VisitOutcome.NO_TIME: StopRemark(OUT_OF_TIME, Tone.REFUSED),
    VisitOutcome.DEADLINE: StopRemark(OUT_OF_TIME, Tone.HELD),
}
"""Reasons that apply while jobs wait."""

_REFUSALS: Final = (
    ("concurrency limit", StopRemark("concurrency limit", Tone.REFUSED)),
    ("PREEMPTION_REQUIREMENTS", StopRemark("preemption refused", Tone.REFUSED)),
    ("submitter limit", StopRemark("at its limit", Tone.HELD)),
    ("", StopRemark("no slot found", Tone.REFUSED)),
)
"""Reasons by the beginning of the negotiator's words for refused requests."""

WORDS: Final = {
    NO_JOBS_LEFT: "Every idle job of the submitter at this schedd is expected to start.",
    "at its limit": "It has won what its submitter limit allows in this visit, or a further slot would exceed that.",
    "at its ceiling": "Its use has reached its ceiling.",
    "limit < a slot": "What it may still win is less than the smallest slot of the pool.",
    "pie < a slot": "What all submitters together may still win is less than the smallest slot of the pool.",
    "no slot found": "Requests were refused with `no match found`: no remaining slot fits, or is available.",
    "preemption refused": "Slots fit, but they are in use, and PREEMPTION_REQUIREMENTS protects them.",
    "concurrency limit": "A concurrency limit that its jobs name is used up.",
    NO_MORE_OFFERED: "No request was refused, but the schedd offered no more jobs, because of "
    "MAX_CONCURRENT_UPLOADS_PER_USER, MAX_JOBS_RUNNING, NEGOTIATOR_JOB_CONSTRAINT, START_VANILLA_UNIVERSE or "
    "MaxJobsRunning of the user, or because the snapshot lacks them.",
    "no submitter tag": "Its ad has no SubmitterTag, without which its schedd cannot be asked for jobs.",
    "name too long": "Its name is too long to ask its schedd for: the limit is 199 characters, or 99 before 24.9.2.",
    OUT_OF_TIME: "A time limit, NEGOTIATOR_MAX_TIME_PER_…, stopped it or left no time for it.",
    NEVER_VISITED: "It has idle jobs, but its turn never came: its group was left out or had nothing more to give, or "
    "its ad lacks the name of its schedd or counts no idle jobs.",
}
"""The meaning of each reason, in a sentence."""


def ending(visit: Visit) -> StopRemark:
    """Why the visit ended; `NO_JOBS_LEFT` only if none of the submitter's jobs at that schedd stays idle."""
    if visit.left <= 0:
        return StopRemark(NO_JOBS_LEFT, Tone.GOOD)
    if visit.outcome is not VisitOutcome.SATISFIED:
        return _LIMITS[visit.outcome]
    refused = visit.refused
    if refused is None:
        return StopRemark(NO_MORE_OFFERED, Tone.HELD)
    return next(said for begins, said in _REFUSALS if refused.startswith(begins))


def final(visits: Iterable[Visit]) -> list[Visit]:
    """The last visit of a submitter at each of its schedds."""
    return list({(visit.submitter, visit.schedd): visit for visit in visits}.values())


def last_ending(visits: Iterable[Visit]) -> StopRemark:
    """Why the last visits ended, over all schedds; `NO_JOBS_LEFT` only if none of the submitter's jobs stays idle."""
    last = final(visits)
    waiting = [visit for visit in last if visit.left > 0]
    return ending((waiting or last)[-1])


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


@dataclass(frozen=True, slots=True)
class Summary:
    """The key figures of a cycle."""

    matches: int
    weight: float
    """Weight charged for its matches."""
    served: int
    """Submitters that got at least one match."""
    submitters: int
    """Submitters visited, or with idle jobs and never visited."""
    idle_left: int
    """Idle jobs that no match is expected to start, including those of submitters never visited."""
    jobs: int
    """Jobs expected to start from the matches, see `Match.jobs`."""
    unmatched: int
    """Idle jobs without a match; some may start on what others leave of a partitionable slot."""
    out_of_time: int
    """Submitters that a time limit stopped, or left no time for, at one schedd or more."""


def summarise(outcome: Outcome) -> Summary:
    """Count matches, submitters, and the jobs that start or stay idle."""
    jobs = sum(match.jobs for match in outcome.matches)
    left = sum(visit.left for visit in final(outcome.visits)) + sum(one.idle_jobs for one in outcome.unvisited)
    return Summary(
        matches=len(outcome.matches),
        weight=sum(match.cost for match in outcome.matches),
        served=len({match.submitter for match in outcome.matches}),
        submitters=len({one.submitter for one in outcome.visits} | {one.submitter for one in outcome.unvisited}),
        idle_left=left,
        jobs=jobs,
        unmatched=max(left + jobs - len(outcome.matches), 0),
        out_of_time=len({visit.submitter for visit in outcome.visits if visit.time_limit is not None}),
    )


def starts_differ(outcome: Outcome) -> bool:
    """Whether some match starts a number of jobs other than one."""
    return any(match.jobs != 1 for match in outcome.matches)


def pool_line(outcome: Outcome) -> str:
    """The pool, what was matched and what stays idle, in a line."""
    pool, summary = outcome.pool, summarise(outcome)
    slots = f"{count(pool.slots, 'slot')}, weight {amount(pool.weight)}"
    matched = f"{count(summary.matches, 'match', 'matches')}, weight {amount(summary.weight)}"
    served = f"for {summary.served} of {count(summary.submitters, 'submitter')}"
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


def refusals(outcome: Outcome) -> list[Refusal]:
    """Rejections by submitter and reason over all schedds, in the order of their first appearance."""
    found: dict[tuple[str, str], Refusal] = {}
    for one in outcome.refusals:
        known = found.get((one.submitter, one.reason), replace(one, rejections=0, jobs=0))
        added = replace(known, rejections=known.rejections + one.rejections, jobs=known.jobs + one.jobs)
        found[one.submitter, one.reason] = added
    return list(found.values())


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


def outcome_document(outcome: Outcome) -> dict[str, Any]:
    """A negotiation cycle, schema `userprio.negotiate/1`: the fields of `Outcome` under their own names.

    A visit also has `stopped`, the words of the table for its end.

    Infinities and NaN, which JSON lacks, are null and listed in `not_finite`; any other null means not applicable. A
    pass whose limit HTCondor computed from 0/0 has -2147483648.
    """
    visits = [{**field_values(visit), "stopped": ending(visit).words} for visit in outcome.visits]
    document = {"schema": "userprio.negotiate/1", **field_values(outcome)}
    return document | {"visits": visits, "summary": summarise(outcome)}


def outcome_rows(outcome: Outcome) -> Rows:
    """A row for each visit of a submitter, in order, with the fields of `Visit` and why it ended, in words.

    Only visits have shares, limits and what each submitter got; the JSON also has each match and rejection.
    """
    rows = ({**field_values(visit), "stopped": ending(visit).words} for visit in outcome.visits)
    return [*Visit.__dataclass_fields__, "stopped"], rows
