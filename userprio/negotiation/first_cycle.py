"""Whether the first cycle of a negotiator and those that follow come out differently, in a sentence."""

from collections.abc import Callable
from dataclasses import replace

from userprio.negotiation.cycle import negotiate
from userprio.negotiation.outcome import Match, Outcome, Rejection
from userprio.pool.scenario import FIRST_CYCLE, Scenario
from userprio.schedd.jobs import JobOrder


def first_cycle_remarks(
    scenario: Scenario,
    outcome: Outcome,
    concerns: Callable[[str], bool] = lambda _: True,
    job_order: JobOrder | None = None,
) -> tuple[str, ...]:
    """What to say where a first cycle and one of a running negotiator come out differently; nothing where they do not.

    `outcome` is that of the scenario. The other cycle is run only if it can make a difference. `concerns` picks the
    submitters that count.
    """
    if not outcome.reads_previous_quotas:
        return ()
    other = replace(scenario, previous_quotas=None if outcome.first_cycle else FIRST_CYCLE)
    here, there = (_decisions(each, concerns) for each in (outcome, negotiate(other, job_order)))
    if here == there:
        return ()
    one, two = len(here[0]), len(there[0])
    differs = f"{_matches(two)} instead of {one}" if one != two else "other matches or rejections"
    if outcome.first_cycle:
        return (
            f"from its second cycle on this negotiator decides otherwise ({differs}): claimed slots then show "
            "RemoteGroup, RemoteGroupQuota and RemoteGroupResourcesInUse, which policies here read",
        )
    return (
        f"a negotiator that has just started decides otherwise in its first cycle ({differs}): claimed slots do not "
        "show RemoteGroup, RemoteGroupQuota and RemoteGroupResourcesInUse yet, which policies here read",
    )


def with_first_cycle_remarks(scenario: Scenario, outcome: Outcome, job_order: JobOrder | None = None) -> Outcome:
    """The outcome with those remarks among its warnings."""
    remarks = first_cycle_remarks(scenario, outcome, job_order=job_order)
    return replace(outcome, warnings=(*outcome.warnings, *remarks))


def _decisions(outcome: Outcome, concerns: Callable[[str], bool]) -> tuple[list[Match], list[Rejection]]:
    return (
        [match for match in outcome.matches if concerns(match.submitter)],
        [rejection for rejection in outcome.rejections if concerns(rejection.submitter)],
    )


def _matches(number: int) -> str:
    return "1 match" if number == 1 else f"{number} matches"
