"""Jobs that never start, or not for long, found by dry runs of this pool with one thing changed.

They are groups whose quota is less than a slot, submitters that nothing matches, and queues that jobs in front block.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from userprio.check.policy import may_be_true
from userprio.check.quotas import quota_place
from userprio.check.situation import NOWHERE, Finding, Level, Situation, few, finding, plain
from userprio.classad import Ad, Evaluator, Value, is_true, text_of
from userprio.formats import counted
from userprio.negotiation import Outcome, negotiate
from userprio.pool import Scenario

_OFFERS: Final = "MAX_CONCURRENT_UPLOADS_PER_USER"
_NO_MATCH: Final = "no match found"
_WHOLE: Final = {"Cpus": "TotalSlotCpus", "Memory": "TotalSlotMemory", "Disk": "TotalSlotDisk", "GPUs": "TotalSlotGPUs"}


def check_starving(situation: Situation) -> Iterator[Finding]:
    """Run a cycle dry, and where somebody gets nothing, once more with what may keep it from starting changed."""
    if not (situation.pool.slots and situation.pool.submitters):
        return
    outcome = situation.outcome
    yield from _small_quotas(situation, outcome)
    yield from _blocked(situation, outcome)
    yield from _unmatched(situation, outcome)


def _matched(outcome: Outcome) -> Counter[str]:
    return Counter(match.submitter for match in outcome.matches)


def _small_quotas(situation: Situation, outcome: Outcome) -> Iterator[Finding]:
    """Groups whose quota is less than a slot: less than 1 gives none, and more gives one slot, however heavy."""
    tree, config, evaluator = situation.tree, situation.config, Evaluator(situation.now)
    divided = {
        text_of(evaluator, ad, "Name")
        for ad in situation.pool.slots
        if is_true(evaluator.attribute("PartitionableSlot", ad))
    }
    limits = {past.group: past.limit for past in outcome.passes}
    for group in outcome.groups:
        limit = limits.get(group.name)
        if limit is None or group.configured_quota <= 0 or group.accepts_surplus or group.autoregroup:
            continue
        costs = [match.cost for match in outcome.matches if match.group == group.name and match.slot not in divided]
        if limit <= 0 and group.left and not group.usage:
            what = (
                f"Group {group.name} has a quota of {plain(group.effective_quota)}, which is cut to the whole number "
                f"{limit}: none of its {counted(group.left, 'idle job')} starts"
            )
        elif costs and min(costs) > limit > 0:
            what = (
                f"Group {group.name} may hold {limit}, less than the lightest slot that its jobs are given, "
                f"{plain(min(costs))}: it gets one such slot, beyond its quota, and no second one"
            )
        else:
            continue
        own = tree.assigned(f"{group.name}.user@domain")
        hint = f"Give it a quota of at least {plain(min(costs, default=1.0))}, or let it accept surplus"
        yield finding(Level.WARNING, "quota-below-slot", quota_place(config, own), what, hint)


def _blocked(situation: Situation, outcome: Outcome) -> Iterator[Finding]:
    """Submitters whose schedd offers jobs that match nothing, and not the ones behind them."""
    config, matched = situation.config, _matched(outcome)
    stuck = {
        refusal.submitter: refusal.jobs
        for refusal in outcome.refusals
        if refusal.reason == _NO_MATCH and refusal.jobs and not matched[refusal.submitter]
    }
    cap = config.integer(_OFFERS, default=0) if stuck else 0
    if not cap:
        return
    free = negotiate(replace(situation.scenario, config=config.with_overrides({_OFFERS: "0"})))
    starts = Counter({name: number for name, number in _matched(free).items() if name in stuck})
    for name, number in starts.items():
        what = (
            f"{name} gets nothing, as the {cap} jobs that its schedd offers in a visit match no slot now; behind them "
            f"are jobs that match, {counted(number, 'match', 'matches')} at once"
        )
        hint = f"Hold the jobs that match nothing, see `userprio explain {name}`, or set {_OFFERS} = 0 at the schedd"
        yield finding(Level.WARNING, "queue-blocked", situation.submitter_place(name), what, hint)


def _unmatched(situation: Situation, outcome: Outcome) -> Iterator[Finding]:
    """Submitters of whom no job would match if the pool were theirs alone."""
    matched = _matched(outcome)
    refused: dict[str, set[str]] = {}
    for refusal in outcome.refusals:
        refused.setdefault(refusal.submitter, set()).add(refusal.reason)
    waiting = [name for name, reasons in refused.items() if reasons == {_NO_MATCH} and not matched[name]]
    if not waiting or _told_otherwise(situation):
        return
    never, got = waiting, waiting
    while never and got:  # one of them may take all that there is from the others
        alone = _matched(negotiate(_emptied(situation.scenario, never)))
        got = [name for name in never if alone[name]]
        never = [name for name in never if not alone[name]]
    if never:
        jobs = sum(refusal.jobs for refusal in outcome.refusals if refusal.submitter in never)
        what = (
            f"No slot of this pool matches the {counted(jobs, 'job')} that {few(never)} "
            f"{'is' if len(never) == 1 else 'are'} refused, even if all of it were free"
        )
        hint = f"`userprio explain {never[0]}` says which requirement leaves no slot"
        yield finding(Level.NOTE, "never-matches", NOWHERE, what, hint)


def _told_otherwise(situation: Situation) -> bool:
    """Whether other checks name what nothing matches for: empty limits, or slots that wait for the second cycle."""
    evaluator = Evaluator(situation.now)
    if any(
        "ConcurrencyLimits" in ad and evaluator.attribute("ConcurrencyLimits", ad) == "" for ad in situation.pool.jobs
    ):
        return True
    asked = {str(ad.raw_value("requirements")): ad.lookup("requirements") for ad in situation.pool.slots}
    return any(each is not None and not may_be_true(each) for each in asked.values())


def _emptied(scenario: Scenario, names: Sequence[str]) -> Scenario:
    """The pool as it would be with nothing running in it, these submitters alone, and no limits."""
    evaluator, pool = Evaluator(scenario.now), scenario.pool
    slots = tuple(_freed(ad, evaluator) for ad in pool.slots if not is_true(evaluator.attribute("DynamicSlot", ad)))
    submitters = tuple(ad for ad in pool.submitters if text_of(evaluator, ad, "Name") in names)
    knobs = {"GROUP_NAMES": "", "NEGOTIATOR_IGNORE_USER_PRIORITIES": "true", _OFFERS: "0"}
    config = scenario.config.with_overrides(knobs)
    return replace(scenario, pool=replace(pool, slots=slots, submitters=submitters), config=config)


def _freed(slot: Ad, evaluator: Evaluator) -> Ad:
    idle = {"State": "Unclaimed", "Activity": "Idle", "RemoteUser": None, "RemoteOwner": None, "AccountingGroup": None}
    changed: dict[str, Value | None] = {
        name: value for name, value in idle.items() if name in slot or value is not None
    }
    if is_true(evaluator.attribute("PartitionableSlot", slot)):
        changed |= {name: evaluator.attribute(total, slot) for name, total in _WHOLE.items() if total in slot}
    return slot.replace(changed)
