"""What a negotiator remembers from one cycle to the next, where a dry run does not know it: what it would change."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from userprio.accounting.quotas import QuotaSettings, assign_quotas, build_tree
from userprio.negotiation.added_attributes import steady_quotas
from userprio.negotiation.clock import NO_TIME, Costs
from userprio.negotiation.cycle import negotiate
from userprio.negotiation.outcome import Match, Outcome, Rejection
from userprio.negotiation.schedd import JobOrder
from userprio.negotiation.time_limits import time_limit_remarks
from userprio.pool import FIRST_CYCLE, QuotaSource, ScenarioData, TimeLimits, previous_quotas

_TRIED_SIZES: Final = (0.95, 1.05)
"""The sizes of the pool in the last cycle that are tried, as fractions of today's."""
_MOST_TRIED: Final = 5_000
"""Slots of the largest pool of which more cycles are run for a remark."""
_HOW_TO_KNOW: Final = (
    "condor_status -any -constraint 'MyType==\"Accounting\"' -long > accounting.ads adds the true ones to a snapshot"
)


def first_cycle_remarks(
    scenario: ScenarioData,
    outcome: Outcome,
    concerns: Callable[[str], bool] = lambda _: True,
    job_order: JobOrder | None = None,
    costs: Costs = NO_TIME,
) -> tuple[str, ...]:
    """Remarks on how the first cycle of a negotiator and one of a running negotiator differ; none if they do not.

    `outcome` is that of the scenario. The other cycle is run only if it can make a difference. Only submitters that
    `concerns` selects by name are compared.
    """
    if not outcome.reads_previous_quotas:
        return ()
    other = replace(scenario, previous_quotas=None if outcome.first_cycle else FIRST_CYCLE)
    here, elsewhere = (_decisions(result, concerns) for result in (outcome, negotiate(other, job_order, costs=costs)))
    if here == elsewhere:
        return ()
    matched, matched_elsewhere = len(here[0]), len(elsewhere[0])
    matches = "1 match" if matched_elsewhere == 1 else f"{matched_elsewhere} matches"
    differs = f"{matches} instead of {matched}" if matched != matched_elsewhere else "other matches or rejections"
    if outcome.first_cycle:
        return (
            f"from its second cycle on this negotiator decides differently ({differs}): it then adds RemoteGroup, "
            "RemoteGroupQuota and RemoteGroupResourcesInUse to claimed slots, and policies here read them",
        )
    return (
        f"a negotiator that has just started decides differently in its first cycle ({differs}): it does not yet add "
        "RemoteGroup, RemoteGroupQuota and RemoteGroupResourcesInUse to claimed slots, and policies here read them",
    )


def assumed_quota_remarks(
    scenario: ScenarioData, outcome: Outcome, job_order: JobOrder | None = None, costs: Costs = NO_TIME
) -> tuple[str, ...]:
    """A remark that the quotas of the last cycle are assumed, if others could make a difference.

    The size of a pool changes with every slot that is split and by its weights, and with it the quotas. What a cycle
    would decide if it had been somewhat smaller or larger is found out, unless the pool is a large one.
    """
    pool = scenario.pool
    if not outcome.reads_previous_quotas or outcome.previous_quotas_source is not QuotaSource.ASSUMED:
        return ()
    # Without the ads in a snapshot that has them, as with changes to it, the pool is meant to have been like this.
    if not pool.recorded or pool.accounting:
        return ()
    weight = outcome.groups[0].subtree_quota
    today = _quotas_at(scenario, weight)
    tried = ((size, _quotas_at(scenario, weight * size)) for size in _TRIED_SIZES)
    others = [(size, quotas) for size, quotas in tried if quotas != today]
    assumed = "the groups' quotas of the last cycle, which policies here read, are assumed to be today's"
    if others and len(pool.slots) > _MOST_TRIED:
        return (f"{assumed}. {_HOW_TO_KNOW}",)
    decisions = _decisions(outcome, lambda _: True)
    for size, quotas in others:
        other = _decisions(negotiate(replace(scenario, previous_quotas=quotas), job_order, costs=costs), lambda _: True)
        if other != decisions:
            than = f"{abs(1 - size):.0%} {'smaller' if size < 1 else 'larger'}"
            return (f"{assumed}: had the pool been {than}, {_difference(decisions, other)}. {_HOW_TO_KNOW}",)
    return ()


def changed_quota_remarks(
    scenario: ScenarioData, outcome: Outcome, job_order: JobOrder | None = None, costs: Costs = NO_TIME
) -> tuple[str, ...]:
    """A remark on how the first cycle after changes to a running pool and the following ones differ, if they do.

    A negotiator keeps the quotas of its last cycle when it is reconfigured (`groupQuotasHash`), so that slots show
    them until it has had another. `outcome` is that of the scenario, with these quotas or without.
    """
    quotas, source = previous_quotas(scenario.pool, scenario.ledger)
    if quotas is None or not outcome.reads_previous_quotas or outcome.first_cycle:
        return ()
    lasting = scenario.previous_quotas is None
    other = replace(scenario, previous_quotas=quotas if lasting else None, quotas_given_by=source)
    here = _decisions(outcome, lambda _: True)
    elsewhere = _decisions(negotiate(other, job_order, costs=costs), lambda _: True)
    if here == elsewhere:
        return ()
    differs = _difference(here, elsewhere)
    if lasting:
        return (
            f"in the first cycle after the changes {differs}: slots then still show the quotas of the cycle before "
            "(RemoteGroupQuota), which policies here read",
        )
    return (
        f"slots still show the quotas of the cycle before the changes (RemoteGroupQuota), which policies here read; "
        f"with those that this cycle leaves {differs}",
    )


def _quotas_at(scenario: ScenarioData, weight: float) -> Mapping[str, float]:
    """The effective quotas that a cycle leaves in a pool of this weight, by group."""
    tree = build_tree(scenario.config)
    return steady_quotas(tree, assign_quotas(tree, weight, QuotaSettings.from_config(scenario.config)))


def with_remarks(
    scenario: ScenarioData,
    outcome: Outcome,
    job_order: JobOrder | None = None,
    costs: Costs = NO_TIME,
    *,
    changed: bool = False,
) -> Outcome:
    """The outcome with all remarks added to its warnings: on these, and on time limits.

    `changed`: the scenario is a running pool with changes.
    """
    after = changed_quota_remarks(scenario, outcome, job_order, costs) if changed else ()
    first = first_cycle_remarks(scenario, outcome, job_order=job_order, costs=costs)
    assumed = assumed_quota_remarks(scenario, outcome, job_order, costs)
    late = time_limit_remarks(outcome, TimeLimits.from_config(scenario.config))
    return replace(outcome, warnings=(*outcome.warnings, *assumed, *after, *first, *late))


_Decisions = tuple[list[Match], list[Rejection]]


def _difference(here: _Decisions, elsewhere: _Decisions) -> str:
    """How other decisions differ, to follow a condition."""
    matched, matched_elsewhere = len(here[0]), len(elsewhere[0])
    if matched == matched_elsewhere:
        return "there would be other matches or rejections"
    matches = "1 match" if matched_elsewhere == 1 else f"{matched_elsewhere} matches"
    return f"there would be {matches} instead of {matched}"


def _decisions(outcome: Outcome, concerns: Callable[[str], bool]) -> _Decisions:
    return (
        [match for match in outcome.matches if concerns(match.submitter)],
        [rejection for rejection in outcome.rejections if concerns(rejection.submitter)],
    )
