"""Slots: those without an address, claims beyond a quota or spared by preemption, jobs that startds evict, and whole
slots that stay idle because limits are fractions."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from userprio.analysis.check.findings import NOWHERE, Finding, Level, few, finding, knob_place, plain
from userprio.analysis.check.quotas import quota_place
from userprio.analysis.check.situation import Situation
from userprio.base.credentials import masked
from userprio.base.formats import counted, listed
from userprio.classad import (
    UNDEFINED,
    Ad,
    Evaluator,
    Expr,
    Value,
    flag_of,
    integer_of,
    is_true,
    text_of,
    truth,
    unparse,
)
from userprio.config import Config
from userprio.negotiation import (
    Because,
    CycleObserver,
    CycleState,
    GroupRound,
    LiveVisit,
    Match,
    Outcome,
    PassTerms,
    Visit,
    VisitOutcome,
    negotiate,
)
from userprio.negotiation.matching import refusing
from userprio.negotiation.schedd import Schedds
from userprio.pool import NegotiatorSettings, Submitter, fetched_slots
from userprio.simulation import KEEPING_TO_QUOTAS, beyond_quotas

_VANILLA: Final = 5
_POLICY: Final = "PREEMPTION_REQUIREMENTS"
_THROWN_OUT: Final = "PREEMPTION_REQUIREMENTS == False"
_MOST: Final = 3
"""How many submitters are reported, the first ones."""


_ADDRESS: Final = "StartdIpAddr"


def check_addresses(situation: Situation) -> Iterator[Finding]:
    """Slots without the address that a match needs (`matchmakingProtocol`), unless a match with them gives no claim."""
    if not situation.pool.slots:
        return
    evaluator = Evaluator(situation.now)
    slots, _ = fetched_slots(situation.pool.slots, NegotiatorSettings.of(situation.scenario), evaluator)
    without = [
        text_of(evaluator, ad, "Name") or ""
        for ad in slots
        if text_of(evaluator, ad, _ADDRESS) is None
        and flag_of(evaluator, ad, "WantClaiming", True)
        and not flag_of(evaluator, ad, "Offline")
    ]
    if without:
        have, example, them = ("have", f"such as {without[0]}", "them") if without[1:] else ("has", without[0], "it")
        what = (
            f"{len(without)} of {counted(len(slots), 'slot')} {have} no {_ADDRESS}, {example}: a negotiator cannot "
            f"give {them} to anybody, and nothing new starts on {them} in a dry run either"
        )
        hint = (
            f"Startds publish it; a list that was made with -attributes needs {_ADDRESS}, and MyAddress for the "
            "protocol, among them: write it again with condor_status -long"
        )
        yield finding(Level.WARNING, "slots-without-address", NOWHERE, what, hint)


def check_leftovers(situation: Situation) -> Iterator[Finding]:
    """Groups that exceed their quotas in the next cycle, because schedds use up what jobs leave of a slot."""
    config, pool, tree = situation.config, situation.pool, situation.tree
    if not (pool.slots and pool.submitters and tree.group_mode):
        return
    for beyond in beyond_quotas(situation.scenario, situation.outcome):
        group = tree.assigned(f"{beyond.group}.user@domain")
        place = knob_place(config, "CLAIM_PARTITIONABLE_LEFTOVERS")
        place = quota_place(config, group) if place == NOWHERE else place
        what = f"In the next cycle {beyond.sentence}"
        yield finding(Level.WARNING, "leftovers-beyond-quota", place, what, KEEPING_TO_QUOTAS)


class _Policy:
    """The policy that startds apply to claimed slots (`ResState::eval_policy`): MY is the slot, TARGET its job."""

    def __init__(self, config: Config, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        asked = ("PREEMPT", "WANT_VACATE", "KILL", "WANT_SUSPEND", "SUSPEND")
        names = [f"{name}{of}" for name in asked for of in ("", "_VANILLA")]
        self._knobs = {name: config.expression(name) for name in names}

    def says(self, knob: str, slot: Ad, job: Ad) -> bool:
        """Whether a knob is true; for vanilla jobs its `_VANILLA` variant decides, if that is true or false.

        What a slot publishes under the knob's name takes precedence over the configuration.
        """
        universe = integer_of(self._evaluator, job, "JobUniverse") or integer_of(self._evaluator, slot, "JobUniverse")
        if universe == _VANILLA:
            own = truth(self._value(f"{knob}_VANILLA", slot, job))
            if isinstance(own, bool):
                return own
        return is_true(self._value(knob, slot, job))

    def _value(self, knob: str, slot: Ad, job: Ad) -> Value:
        if knob in slot:
            return self._evaluator.attribute(knob, slot, job)
        expression = self._knobs[knob]
        return UNDEFINED if expression is None else self._evaluator.evaluate(expression, slot, job)

    def fate(self, slot: Ad, job: Ad) -> tuple[str, str] | None:
        """The knob that is true, and what happens to the running or suspended job; None if nothing does."""
        activity = text_of(self._evaluator, slot, "Activity")
        if text_of(self._evaluator, slot, "State") != "Claimed" or activity not in ("Busy", "Suspended"):
            return None
        if activity == "Busy" and self.says("WANT_SUSPEND", slot, job):
            return ("SUSPEND", "the job in each is suspended") if self.says("SUSPEND", slot, job) else None
        if not self.says("PREEMPT", slot, job):
            return None
        killed = self.says("KILL", slot, job) or not self.says("WANT_VACATE", slot, job)
        what = "killed, without time to vacate," if killed else "told to go"
        return "PREEMPT", f"the job in each is {what} once its retirement (MAXJOBRETIREMENTTIME) is over"


def check_startd_policy(situation: Situation) -> Iterator[Finding]:
    """Claimed slots whose startds would now evict or suspend their jobs, whether or not anybody wants the slots."""
    config, evaluator = situation.config, Evaluator(situation.now)
    policy = _Policy(config, evaluator)
    jobs = {text_of(evaluator, ad, "GlobalJobId"): ad for ad in situation.pool.jobs}
    by_fate: dict[tuple[str, str], list[str]] = {}
    for slot in situation.pool.slots:
        number = text_of(evaluator, slot, "GlobalJobId")
        ending = policy.fate(slot, Ad() if number is None else jobs.get(number, Ad()))
        if ending is not None:
            by_fate.setdefault(ending, []).append(text_of(evaluator, slot, "Name") or "")
    claimed = sum(text_of(evaluator, slot, "State") == "Claimed" for slot in situation.pool.slots)
    for (knob, fate), names in by_fate.items():
        what = f"{knob} is true of {len(names)} of {counted(claimed, 'claimed slot')} ({few(names)}): {fate}"
        hint = (
            f"If that is not meant, look at `condor_config_val -startd {knob}` on these machines, each of which reads "
            "its own configuration; the dry runs do not simulate it"
        )
        yield finding(Level.NOTE, "startd-policy", knob_place(config, f"{knob}_VANILLA", knob), what, hint)


def check_preemption(situation: Situation) -> Iterator[Finding]:
    """For each submitter that PREEMPTION_REQUIREMENTS refuses, count the claimed slots that each condition refuses."""
    config = situation.config
    if not (situation.pool.slots and situation.pool.submitters and config.is_set(_POLICY)):
        return
    # The observed cycle costs a second one; most pools need none.
    if not any(refusal.reason == _THROWN_OUT for refusal in situation.outcome.refusals):
        return
    watched = _Refused()
    negotiate(situation.scenario, observer=watched)
    refusals = [f"for {name} {_counts(*counts)}" for name, counts in watched.counts.items()]
    if refusals:
        what = f"{_POLICY} keeps {few(list(watched.counts))} from slots that others hold: {', '.join(refusals)}"
        hint = "Nothing needs to be done if that is what the policy is for"
        yield finding(Level.NOTE, "preemption-refused", knob_place(config, _POLICY), what, hint)


def _counts(claimed: int, conditions: tuple[tuple[Expr, int], ...]) -> str:
    conditions_text = [f"`{masked(unparse(condition)).strip()}` refuses {count}" for condition, count in conditions]
    return f"{listed(conditions_text)} of {claimed}"


class _Refused(CycleObserver):
    """Collects, for the first submitters that the policy refuses, which conditions refuse them."""

    def __init__(self) -> None:
        self.counts: dict[str, tuple[int, tuple[tuple[Expr, int], ...]]] = {}

    def visit(
        self,
        state: CycleState,
        terms: PassTerms,
        submitter: Submitter,
        schedds: Schedds,
        record: Visit,
        visit: LiveVisit | None,
    ) -> None:
        """At the end of a visit that ended with a refusal, count for its last request."""
        policy = state.settings.ranks.preemption_requirements
        name = record.submitter
        if visit is None or policy is None or record.refused != _THROWN_OUT or name in self.counts:
            return
        if len(self.counts) >= _MOST or (job := visit.last_request) is None:
            return
        # Slots that do not fit anyway would blame the policy for what requirements refuse.
        kinds = Counter(slot.kind for slot in state.slots if slot.kind.user and slot.kind.user != name)
        fit = [(kind.ad, count) for kind, count in kinds.items() if state.assessor.matches(job, kind)]
        conditions = refusing(policy, fit, job.ad, state.evaluator)
        if conditions:
            self.counts[name] = sum(count for _, count in fit), conditions


_LIMITED: Final = frozenset({VisitOutcome.LIMIT, VisitOutcome.SHARE_TOO_SMALL, VisitOutcome.PIE_TOO_SMALL})
_REFUSED: Final = "submitter limit exceeded"
_ROUNDING: Final = 1e-6


def check_shares(situation: Situation) -> Iterator[Finding]:
    """Dry-run a cycle and check what stays idle while jobs wait."""
    if not (situation.pool.slots and situation.pool.submitters):
        return
    outcome = situation.outcome
    smallest = outcome.pool.smallest_weight
    # Less than the smallest slot idle is nothing that anyone could have had.
    idle = outcome.pool.weight - outcome.pool.in_use - _given(outcome.matches)
    if smallest <= 0 or idle < smallest - _ROUNDING:
        return
    divided = _divided(situation, outcome)
    yield from _cut_quotas(situation, outcome, divided, idle)
    yield from _cut_shares(situation, outcome, divided, idle)


def _divided(situation: Situation, outcome: Outcome) -> frozenset[str]:
    """Submitters that were given partitionable slots, for which they are charged in full until the next cycle.

    What their limits leave in this cycle says nothing about later ones.
    """
    evaluator = Evaluator(situation.now)
    slots = {
        evaluator.attribute("Name", ad)
        for ad in situation.pool.slots
        if is_true(evaluator.attribute("PartitionableSlot", ad))
    }
    return frozenset(match.submitter for match in outcome.matches if match.slot in slots)


def _given(matches: tuple[Match, ...]) -> float:
    return sum(match.cost for match in matches if match.because is Because.FREE)


def _cut_quotas(situation: Situation, outcome: Outcome, divided: frozenset[str], idle: float) -> Iterator[Finding]:
    """Group limits cut to whole numbers in the first round, for groups that could have used the fraction."""
    tree = situation.tree
    if not outcome.rounds:
        return
    limits = {past.group: past.limit for past in outcome.passes if past.round == 1}
    others = {tree.assigned(name).name for name in divided}
    cut = [
        (group.name, group.allocated, limits[group.name])
        for group in outcome.rounds[0].groups
        if group.name in limits
        and group.name not in others
        and _is_cut(group, limits[group.name])
        and _held(outcome, group.name) > limits[group.name] - outcome.pool.smallest_weight
    ]
    lost = sum(allocated - limit for _, allocated, limit in cut)
    smallest = outcome.pool.smallest_weight
    idle_weight = min(int((lost + _ROUNDING) / smallest) * smallest, idle)
    if idle_weight < smallest - _ROUNDING:
        return
    limited = [f"{name} {plain(allocated)} to {limit}" for name, allocated, limit in cut]
    first = next(group for group in tree.groups if group.name == cut[0][0])
    what = (
        f"Limits of groups are cut to whole numbers ({few(limited)}): slots of weight {plain(idle_weight)} out of "
        f"{plain(outcome.pool.weight)} stay idle, though jobs wait"
    )
    hint = "Choose quotas that give whole numbers on this pool, or let the groups accept surplus"
    yield finding(Level.WARNING, "fractional-quotas", quota_place(situation.config, first), what, hint)


def _held(outcome: Outcome, name: str) -> float:
    """What a group holds after the cycle, in weighted slots."""
    usage = sum(group.usage for group in outcome.groups if group.name == name)
    return usage + sum(match.cost for match in outcome.matches if match.group == name)


def _is_cut(group: GroupRound, limit: int) -> bool:
    return 0 < group.allocated - limit < 1 and group.requested > limit


def _cut_shares(situation: Situation, outcome: Outcome, divided: frozenset[str], idle: float) -> Iterator[Finding]:
    """Submitters that each have a fraction of a slot left, where the fractions add up to whole slots."""
    left = {name: rest for name, rest in _left(outcome).items() if name not in divided}
    fractions = sum(rest for rest, _ in left.values())
    smallest = outcome.pool.smallest_weight
    if len(left) < 2 or fractions < smallest - _ROUNDING:
        return
    # Without limits these slots would be matched unless something else prevents it, such as requirements or ceilings.
    unlimited = situation.config.with_overrides({"NEGOTIATOR_IGNORE_USER_PRIORITIES": "true"})
    free = negotiate(replace(situation.scenario, config=unlimited))
    more = min(_given(free.matches) - _given(outcome.matches), idle, fractions + _ROUNDING)
    idle_weight = int((more + _ROUNDING) / smallest) * smallest
    if idle_weight <= 0:
        return
    names = sorted(left)
    what = (
        f"{counted(len(names), 'submitter')} ({few(names)}) are each left with a share of less than a slot: slots "
        f"of weight {plain(idle_weight)} out of {plain(outcome.pool.weight)} stay idle, though their jobs wait"
    )
    served = names[: max(1, int(idle_weight / smallest + _ROUNDING))]
    floor = int(left[served[0]][1] + smallest)
    hint = (
        f"Floors that are one slot higher use up the rest: userprio setfloor {served[0]} {floor}"
        f"{f', and likewise {few(served[1:])}' if served[1:] else ''}; "
        "or choose factors that give whole shares"
    )
    place = situation.submitter_place(names[0])
    yield finding(Level.WARNING, "fractional-shares", place, what, hint)


def _left(outcome: Outcome) -> dict[str, tuple[float, float]]:
    """What limits leave to submitters with more jobs, where less than the smallest slot, and what these then hold."""
    refused = {rejection.submitter for rejection in outcome.rejections if rejection.reason == _REFUSED}
    last = {visit.submitter: visit for visit in outcome.visits}
    left: dict[str, tuple[float, float]] = {}
    for name, visit in last.items():
        if name not in refused or visit.outcome not in _LIMITED or visit.idle_jobs <= visit.matched:
            continue
        used = sum(
            match.cost
            for match in outcome.matches
            if (match.submitter, match.round, match.group, match.spin) == (name, visit.round, visit.group, visit.spin)
        )
        rest = min(visit.limit, visit.unclaimed_limit) - used
        if _ROUNDING < rest < outcome.pool.smallest_weight:
            left[name] = rest, visit.usage + used
    return left
