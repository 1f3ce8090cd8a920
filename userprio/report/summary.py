"""A negotiation cycle in words; the figures are those of its summary."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final

from msgspec import Struct

from userprio.base.cxx import INT_MIN
from userprio.negotiation import Because, CycleSummary, GroupOutcome, Match, Outcome, SecondOpinion
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


class Excess(Struct, frozen=True):
    """A submitter that won more than its limit in a visit, or a group that holds more than its limit."""

    name: str
    weight: float
    limit: float
    by_rank: bool = False
    """The excess includes slots that prefer its jobs to what they run, to which the limit does not apply."""


def visits_beyond(outcome: Outcome) -> dict[int, Excess]:
    """The visits, by index, that won more than their limit, since a match costs a whole slot."""
    excesses = {}
    at = 0
    for place, visit in enumerate(outcome.visits):
        ways = {match.because for match in outcome.matches[at : at + visit.matched]}
        at += visit.matched
        limit = min(visit.limit, visit.unclaimed_limit) if ways <= {Because.FREE} else visit.limit
        if _above(visit.won, limit):
            excesses[place] = Excess(visit.submitter, visit.won, limit, by_rank=Because.RANK in ways)
    return excesses


def groups_beyond(outcome: Outcome, won: Mapping[str | None, float]) -> dict[str, Excess]:
    """The groups that hold more after the cycle than the limit of any of their turns; `won` is by group."""
    limits: dict[str, int] = {}
    for step in outcome.passes:
        limits[step.group] = max(limits.get(step.group, INT_MIN), step.limit)
    excesses = {}
    for group in outcome.groups:
        gained, limit = won.get(group.name, 0.0), limits.get(group.name, INT_MIN)
        if gained and limit > INT_MIN and _above(group.usage + gained, limit):
            excesses[group.name] = Excess(group.name, group.usage + gained, limit)
    return excesses


def _above(weight: float, limit: float) -> bool:
    # A sum of costs may differ from its limit in the last digits, which is no excess.
    return weight > limit + _TOLERANCE * max(1.0, abs(limit))


_MOST_BEYOND: Final = 6


def starts_differ(outcome: Outcome) -> bool:
    """Whether some match starts a number of jobs other than one."""
    return any(match.jobs != 1 for match in outcome.matches)


def reference_lines(opinion: SecondOpinion) -> list[str]:
    """What the reference engine says about a cycle, a line for the sum of it and one for each difference."""
    if opinion.agrees is None:
        return ["the reference engine cannot judge this cycle. It does not know:", *opinion.not_covered]
    if opinion.agrees:
        return ["the reference engine agrees: it decides every visit, match and rejection in the same way"]
    return ["the reference engine does not agree:", *opinion.differences]


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


class RefusalCount(Struct, frozen=True):
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
    exceeding = list(excesses)
    if not exceeding:
        return ""
    parts = [f"{excess.name} {amount(excess.weight)} of {amount(excess.limit)}" for excess in exceeding[:_MOST_BEYOND]]
    if len(exceeding) > _MOST_BEYOND:
        parts.append(f"and {len(exceeding) - _MOST_BEYOND} more")
    why = "a match costs its whole slot, and the first of a visit may round the limit up"
    if any(excess.by_rank for excess in exceeding):
        why += "; the limit does not apply to slots that prefer a job to what they run"
    return f"* {'holds' if holds else 'got'} more than its limit ({why}): {', '.join(parts)}."


STARTS_NOTE: Final = (
    "jobs start: expected from the matches. A schedd gives what a job leaves of a partitionable slot to further jobs "
    "of the same submitter, in their order, as long as one fits (CLAIM_PARTITIONABLE_LEFTOVERS); a slot that gives no "
    "claim starts none."
)
"""How the number of jobs that start is computed."""


def eviction_note(matches: Iterable[Match]) -> str:
    """When preempted slots become free, and how much work is lost, in a sentence; empty without preemption."""
    evictions = [match.eviction for match in matches if match.eviction is not None]
    if not evictions:
        return ""
    notified, gone = (
        max(getattr(eviction, name) for eviction in evictions) for name in ("told_after_s", "gone_after_s")
    )
    kill = max(eviction.gone_after_s - eviction.told_after_s for eviction in evictions)
    stay = f"after {duration(round(notified))} of retirement" if notified else "at once"
    known = [eviction.lost_weight_s for eviction in evictions if eviction.lost_weight_s is not None]
    lost = f"at most {amount(sum(known) / 3600)} weight-hours of work are lost"
    if not known:
        lost = "how much work is lost is not known, since the ads do not say how long the jobs have run"
    elif len(known) < len(evictions):
        lost += f", not counting {count(len(evictions) - len(known), 'job')} whose age the ads do not say"
    # The latest times of all slots: a sentence for each would hide when the last one is free.
    jobs, slots, are = ("job", "its slot is", "is") if len(evictions) == 1 else ("jobs", "their slots are", "are")
    return (
        f"preemption: {len(evictions)} {jobs} {are} told to go (SIGTERM) {stay}, and killed (SIGKILL) "
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


class CycleTable(Struct, frozen=True):
    """One kind of rows of a cycle."""

    outcome: Outcome
    rows: CycleRows
