"""Where schedds exceed the quotas of a cycle by using what jobs leave of partitionable slots."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

from userprio.accounting import slot_weight
from userprio.base.formats import counted
from userprio.classad import Ad, Evaluator, text_of
from userprio.negotiation import Match, Outcome, amounts_of, cut, requested, whole
from userprio.negotiation.schedd import offered_jobs
from userprio.pool import NegotiatorSettings, ScenarioData

_ROUNDING: Final = 1e-6
KEEPING_TO_QUOTAS: Final = (
    "CLAIM_PARTITIONABLE_LEFTOVERS = False at the schedds keeps to quotas: a match then starts one job, and a "
    "partitionable slot has one match in a cycle, or with CONSUMPTION_POLICY = True at its startd several"
)
"""What to do about it."""


class BeyondQuota(Struct, frozen=True):
    """A group without surplus that exceeds its quota through leftovers. Weights are sums of SlotWeight."""

    group: str
    quota: float
    in_use: float
    """Before the cycle."""
    started: float
    """Weight of the jobs that are expected to start, if all are like those that were matched."""
    matches: int
    jobs: int
    slot: str
    """The one on which most of them start."""
    slot_jobs: int
    slot_weight: float
    """What is free of it as the cycle begins."""

    @property
    def sentence(self) -> str:
        """What happens, without a full stop."""
        starts = "starts" if self.matches == 1 else "start"
        held = f" and {self.in_use:.6g} is in use already" if self.in_use else ""
        return (
            f"group {self.group} comes to {self.in_use + self.started:.6g} of its quota of {self.quota:.6g}, since "
            f"schedds put further jobs on what a job leaves of a partitionable slot, whatever the quota: "
            f"{counted(self.matches, 'match', 'matches')} {starts} {counted(self.jobs, 'job')}{held}; "
            f"{self.slot}, of which {self.slot_weight:.6g} is free, takes {self.slot_jobs} of them"
        )


def beyond_quotas(scenario: ScenarioData, outcome: Outcome) -> tuple[BeyondQuota, ...]:
    """The groups without surplus whose jobs go beyond their quotas in this cycle, the largest excess first.

    To groups that may have surplus a quota is not a limit.
    """
    limited = (group for group in outcome.groups[1:] if not (group.accepts_surplus or group.autoregroup))
    closed = {group.name: group for group in limited if group.subtree_quota > 0}
    matches_of: dict[str, list[Match]] = defaultdict(list)
    for match in outcome.matches:
        if match.group in closed:
            matches_of[match.group].append(match)
    by_group = {name: matches for name, matches in matches_of.items() if any(match.jobs > 1 for match in matches)}
    if not by_group:
        return ()
    evaluator, rules = Evaluator(scenario.now), NegotiatorSettings.of(scenario).charging
    wanted = {match.slot for matches in by_group.values() for match in matches}
    names = ((text_of(evaluator, ad, "Name") or "", ad) for ad in scenario.pool.slots)
    slots = {name: ad for name, ad in names if name in wanted}
    jobs = offered_ads(scenario.pool.jobs, evaluator)

    def weight(match: Match) -> float:
        """That of the part of a slot that the job of a match gets."""
        slot, job = slots[match.slot], matched_ad(match, jobs) or Ad()
        available = amounts_of(slot, evaluator)
        amounts = cut(requested(job, slot, available, evaluator), available)
        part = slot.replace({name: whole(amount) for name, amount in amounts.items()})
        return slot_weight(part, rules, evaluator)

    exceeding = []
    for name, matches in by_group.items():
        group, started = closed[name], sum(match.jobs * weight(match) for match in matches)
        if group.usage + started > group.subtree_quota + _ROUNDING:
            on: Counter[str] = Counter()
            for match in matches:
                on[match.slot] += match.jobs
            ((slot, most),) = on.most_common(1)
            use, numbers = (group.subtree_quota, group.usage, started), (len(matches), on.total())
            free = slot_weight(slots[slot], rules, evaluator)
            exceeding.append(BeyondQuota(name, *use, *numbers, slot, most, free))
    return tuple(sorted(exceeding, key=lambda excess: excess.quota - excess.in_use - excess.started))


def offered_ads(ads: Iterable[Ad], evaluator: Evaluator) -> dict[tuple[str | None, str], Ad]:
    """The ads of the jobs that schedds offer, by schedd and cluster.proc."""
    queues = offered_jobs(ads, evaluator).items()
    return {(schedd, job.id): job.ad for (_, schedd), queue in queues for job in queue}


def matched_ad(match: Match, ads: Mapping[tuple[str | None, str], Ad]) -> Ad | None:
    """The ad of a match's job, which may not say at which schedd it is."""
    return ads.get((match.schedd, match.request)) or ads.get((None, match.request))
