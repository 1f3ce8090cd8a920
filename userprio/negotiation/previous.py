"""What the cycle before left behind: the groups' effective quotas, which slots held by their members show.

A negotiator keeps them in memory only (`groupQuotasHash`). Policies read them as `RemoteGroupQuota` and, without a
value, as the absence of `RemoteGroup` and `RemoteGroupResourcesInUse`: all three are missing in its first cycle.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from userprio.ledger import CUSTOMER_PREFIX, Ledger
from userprio.ledger.values import real_of
from userprio.ledger.views import attribute
from userprio.negotiation.outcome import Match, Outcome, Rejection
from userprio.quotas import GroupTree, Quotas

FIRST_CYCLE: Final[Mapping[str, float]] = MappingProxyType({})
"""The previous quotas of a negotiator that just started: there are none."""

QUOTA_LEFT = "EffectiveQuota"
"""In the record of a group: the effective quota of the last cycle, as a running negotiator reports it.

HTCondor writes it to no ledger. It is in those made from the answer of a running negotiator.
"""

MISSING_IN_FIRST_CYCLE: Final = ("remotegroup", "remotegroupquota", "remotegroupresourcesinuse")
"""Attributes of a claimed slot, in lower case; those of other slots of its machine have a prefix."""


def quotas_left(ledger: Ledger) -> dict[str, float] | None:
    """The effective quotas that the cycle before left, by group; None where the ledger does not tell."""
    quotas: dict[str, float] = {}
    for key, ad in ledger.ads.items():
        if key.startswith(CUSTOMER_PREFIX) and "@" not in key:
            quota = real_of(attribute(ad, QUOTA_LEFT), ad)
            if quota is not None:
                quotas[key.removeprefix(CUSTOMER_PREFIX)] = quota
    return quotas or None


def steady_quotas(tree: GroupTree, quotas: Quotas) -> dict[str, float]:
    """What every cycle leaves, by group, as long as configuration and size of the pool stay what they are.

    `quotas` are those of the quota phase; surplus and rounds do not touch them. The root has the whole pool under
    autoregroup (`GroupEntry::hgq_negotiate_with_all_groups`).
    """
    left = quotas.with_whole_pool_for_root() if tree.root.autoregroup else quotas
    return {group.name: left.effective[group.number] for group in tree.groups}


def may_be_read(names: tuple[str, ...] | None) -> bool:
    """Whether expressions that refer to these attributes (in lower case; None: to any) may read previous quotas."""
    return names is None or any(name.endswith(MISSING_IN_FIRST_CYCLE) for name in names)


def first_cycle_remarks(
    outcome: Outcome,
    cycle: Callable[[Mapping[str, float] | None], Outcome],
    concerns: Callable[[str], bool] = lambda _: True,
) -> tuple[str, ...]:
    """What to say where a first cycle and one of a running negotiator come out differently; nothing where they do not.

    `cycle` runs the cycle of this outcome with other previous quotas; that is done only if it can make a difference.
    `concerns` picks the submitters that count.
    """
    if not outcome.reads_previous_quotas:
        return ()
    other = cycle(None if outcome.first_cycle else FIRST_CYCLE)
    here, there = (_decisions(each, concerns) for each in (outcome, other))
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


def with_first_cycle_remarks(outcome: Outcome, cycle: Callable[[Mapping[str, float] | None], Outcome]) -> Outcome:
    """The outcome with those remarks among its warnings."""
    return replace(outcome, warnings=(*outcome.warnings, *first_cycle_remarks(outcome, cycle)))


def _decisions(outcome: Outcome, concerns: Callable[[str], bool]) -> tuple[list[Match], list[Rejection]]:
    return (
        [match for match in outcome.matches if concerns(match.submitter)],
        [rejection for rejection in outcome.rejections if concerns(rejection.submitter)],
    )


def _matches(number: int) -> str:
    return "1 match" if number == 1 else f"{number} matches"
