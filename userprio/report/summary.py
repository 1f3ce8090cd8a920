"""What the many lines of a negotiation cycle come to."""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from userprio.negotiation.outcome import Outcome, Refusal, Visit
from userprio.report.csv_form import Rows
from userprio.report.endings import Excess, ending, final
from userprio.report.humanize import amount, count
from userprio.report.json_form import field_values

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


def refusals(outcome: Outcome) -> list[Refusal]:
    """Rejections by submitter and reason over all schedds, in the order of their first appearance."""
    found: dict[tuple[str, str], Refusal] = {}
    for one in outcome.refusals:
        key = one.submitter, one.reason
        known = found.get(key)
        found[key] = (
            one
            if known is None
            else replace(known, rejections=known.rejections + one.rejections, jobs=known.jobs + one.jobs)
        )
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


def outcome_document(outcome: Outcome) -> dict[str, Any]:
    """A negotiation cycle, schema `userprio.negotiate/1`: the fields of `Outcome` under their own names.

    A visit also has `stopped`, the words of the table for its end.

    Infinities and not-a-number, for which JSON has no word, are null; so is what does not apply. A pass whose limit
    HTCondor computed from 0/0 has -2147483648.
    """
    visits = [{**field_values(visit), "stopped": ending(visit).words} for visit in outcome.visits]
    schema = "userprio.negotiate/1"
    return {"schema": schema, **field_values(outcome), "visits": visits, "summary": summarise(outcome)}


def outcome_rows(outcome: Outcome) -> Rows:
    """One line for each visit of a submitter, in order, with the fields of `Visit` and why it was left, in words.

    Visits are the one table that holds shares, limits and what each submitter got; matches and rejections one by one
    are in the JSON.
    """
    names = [field.name for field in fields(Visit)]
    rows = (
        {**{name: getattr(visit, name) for name in names}, "stopped": ending(visit).words} for visit in outcome.visits
    )
    return [*names, "stopped"], rows
