"""What the many lines of a negotiation cycle come to, and why the negotiator left each submitter."""

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
    """Three degrees, for whoever can show them; the words say the same without."""

    GOOD = "good"
    """No job of the submitter waits."""
    HELD = "held"
    """It has what it may have, and jobs wait."""
    REFUSED = "refused"
    """Jobs wait, and nothing could be done for them."""


@dataclass(frozen=True, slots=True)
class StopRemark:
    """Why the negotiator left a submitter."""

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
"""While jobs wait."""

_REFUSALS: Final = (
    ("concurrency limit", StopRemark("concurrency limit", Tone.REFUSED)),
    ("PREEMPTION_REQUIREMENTS", StopRemark("preemption refused", Tone.REFUSED)),
    ("submitter limit", StopRemark("at its limit", Tone.HELD)),
    ("", StopRemark("no slot found", Tone.REFUSED)),
)
"""By how the negotiator's words for refused requests begin."""

WORDS: Final = {
    NO_JOBS_LEFT: "Every idle job of the submitter at this schedd is expected to start.",
    "at its limit": "It has what its submitter limit lets it win in this visit, or a slot would go beyond that.",
    "at its ceiling": "It has in use what its ceiling allows.",
    "limit < a slot": "What it may still win is less than the smallest slot of the pool.",
    "pie < a slot": "What all together may still win is less than the smallest slot of the pool.",
    "no slot found": "Requests were refused with `no match found`: no slot that was left fits, or can be had.",
    "preemption refused": "Slots fit, but they are somebody's, and PREEMPTION_REQUIREMENTS protect them.",
    "concurrency limit": "A concurrency limit that its jobs name has no room.",
    NO_MORE_OFFERED: "No request was refused, but the schedd offered no more jobs, because of "
    "MAX_CONCURRENT_UPLOADS_PER_USER, MAX_JOBS_RUNNING, NEGOTIATOR_JOB_CONSTRAINT, START_VANILLA_UNIVERSE or "
    "MaxJobsRunning of the user, or because the snapshot lacks them.",
    "no submitter tag": "Its ad has no SubmitterTag, without which its schedd cannot be asked for jobs.",
    "name too long": "Its name is longer than what its schedd can be asked for: 199 characters, 99 before 24.9.2.",
    OUT_OF_TIME: "A limit of time, NEGOTIATOR_MAX_TIME_PER_…, stopped it or left no time for it.",
    NEVER_VISITED: "It has idle jobs, and its turn never came: its group was left out or had nothing more to give, or "
    "its ad lacks the name of its schedd or counts no idle jobs.",
}
"""What the words mean, in a sentence each."""


def ending(visit: Visit) -> StopRemark:
    """Why the negotiator left a submitter, good only where none of its jobs at that schedd stays idle."""
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
    """Why a submitter was left in the end, over all its schedds: good only where none of its jobs stays idle."""
    last = final(visits)
    waiting = [visit for visit in last if visit.left > 0]
    return ending((waiting or last)[-1])


@dataclass(frozen=True, slots=True)
class Excess:
    """A submitter that won more in a visit than its limit, or a group that holds more."""

    name: str
    weight: float
    limit: float
    by_rank: bool = False
    """Slots that prefer its jobs to what they run were among it, to which the limit does not apply."""


def visits_beyond(outcome: Outcome) -> dict[int, Excess]:
    """The visits, by their place, that won more than their limit: a match costs a whole slot."""
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
    """The groups that hold more after the cycle than any of their turns let them, by what they won in it."""
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
    """One cycle in a few numbers."""

    matches: int
    weight: float
    """Weight charged for the matches."""
    served: int
    """Submitters that got at least one match."""
    submitters: int
    """Submitters visited, or with idle jobs and never visited."""
    idle_left: int
    """Idle jobs that no match is expected to start, those of submitters never visited too."""
    jobs: int
    """Jobs expected to start from the matches, see `Match.jobs`."""
    unmatched: int
    """Idle jobs without a match; some of them may start on what others leave of a partitionable slot."""
    out_of_time: int
    """Submitters that a limit of time stopped, or left no time for, at one schedd at least."""


def summarise(outcome: Outcome) -> Summary:
    """Count matches, submitters, the jobs that start and those that stay idle."""
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
    """Whether there are matches that start other than one job."""
    return any(match.jobs != 1 for match in outcome.matches)


def pool_line(outcome: Outcome) -> str:
    """One sentence: the pool, what was matched, what stays idle."""
    pool, summary = outcome.pool, summarise(outcome)
    slots = f"{count(pool.slots, 'slot')}, weight {amount(pool.weight)}"
    matched = f"{count(summary.matches, 'match', 'matches')}, weight {amount(summary.weight)}"
    served = f"for {summary.served} of {count(summary.submitters, 'submitter')}"
    jobs = f"{count(summary.jobs, 'job')} to start, {summary.idle_left} left idle"
    return f"{slots}; {matched}, {served}; {jobs}"


def gains(outcome: Outcome) -> dict[str | None, float]:
    """Weight that each group's negotiations won, by the group under which they were held."""
    won: dict[str | None, float] = {}
    for match in outcome.matches:
        won[match.group] = won.get(match.group, 0.0) + match.cost
    return won


def configured(group: GroupOutcome) -> str:
    """A static quota in slots, a dynamic one as the part of the parent's it is; nothing for the root."""
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
    """Who went beyond a limit, and why that may be, in a sentence with the numbers; empty where nobody did.

    `holds`: weights are what is held after the cycle, not what was won in a visit.
    """
    found = list(excesses)
    if not found:
        return ""
    told = [f"{one.name} {amount(one.weight)} of {amount(one.limit)}" for one in found[:_MOST_BEYOND]]
    if len(found) > _MOST_BEYOND:
        told.append(f"and {len(found) - _MOST_BEYOND} more")
    why = "a match costs its whole slot, and the first of a visit may round the limit up"
    if any(one.by_rank for one in found):
        why += "; slots that prefer a job to what they run are given whatever the limit"
    return f"* {'holds' if holds else 'got'} more than its limit ({why}): {', '.join(told)}."


STARTS_NOTE: Final = (
    "jobs start: expected from the matches. What a job leaves of a partitionable slot its schedd gives to further jobs "
    "of the same submitter, in their order, as long as one fits (CLAIM_PARTITIONABLE_LEFTOVERS); a slot that gives no "
    "claim starts none."
)
"""How the number of jobs that start comes about."""


def eviction_note(matches: Iterable[Match]) -> str:
    """When the slots are free that were taken from somebody, and what work is lost, in a sentence; else nothing."""
    found = [match.eviction for match in matches if match.eviction is not None]
    if not found:
        return ""
    told, gone = (max(getattr(one, name) for one in found) for name in ("told_after_s", "gone_after_s"))
    kill = max(one.gone_after_s - one.told_after_s for one in found)
    stay = f"after {duration(round(told))} of retirement" if told else "at once"
    known = [one.lost_weight_s for one in found if one.lost_weight_s is not None]
    lost = f"work of {amount(sum(known) / 3600)} weight-hours is lost at most"
    if not known:
        lost = "how much work is lost is not known, since the ads do not say how long the jobs have run"
    elif len(known) < len(found):
        lost += f", without that of {count(len(found) - len(known), 'job')} whose age the ads do not say"
    jobs, slots, are = ("job", "its slot is", "is") if len(found) == 1 else ("jobs", "their slots are", "are")
    return (
        f"preemption: {len(found)} {jobs} {are} told to go (SIGTERM) {stay}, and killed (SIGKILL) "
        f"{duration(round(kill))} later if need be: {slots} free in {duration(round(gone))} at the latest, "
        f"and {lost}."
    )


def time_notes(outcome: Outcome) -> list[str]:
    """How long a real negotiator would need, where that was estimated, and whom limits of time held back."""
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

    Infinities and not-a-number, for which JSON has no word, are null and told in `not_finite`; null alone is what does
    not apply. A pass whose limit
    HTCondor computed from 0/0 has -2147483648.
    """
    visits = [{**field_values(visit), "stopped": ending(visit).words} for visit in outcome.visits]
    document = {"schema": "userprio.negotiate/1", **field_values(outcome)}
    return document | {"visits": visits, "summary": summarise(outcome)}


def outcome_rows(outcome: Outcome) -> Rows:
    """One line for each visit of a submitter, in order, with the fields of `Visit` and why it was left, in words.

    Visits are the one table that holds shares, limits and what each submitter got; matches and rejections one by one
    are in the JSON.
    """
    rows = ({**field_values(visit), "stopped": ending(visit).words} for visit in outcome.visits)
    return [*Visit.__dataclass_fields__, "stopped"], rows
