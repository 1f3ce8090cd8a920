"""Quotas that do not add up, conflicting flags of groups, and what dry runs show of quotas and slots.

Those are effects on order and surplus, slots without an address, claims beyond a quota or spared by preemption, jobs
that startds evict, and whole slots that stay idle because limits are fractions.
"""

from collections import Counter, defaultdict
from typing import Final

from msgspec.structs import replace

from userprio.accounting.quotas import ROOT, Group, GroupTree, QuotaSettings, assign_quotas
from userprio.analysis.check.findings import Findings, Location, Situation, few, knob_place, note, plain, verb, warning
from userprio.base import counted, listed, masked
from userprio.classad import UNDEFINED, Ad, Evaluator, Expr, Value, flag_of, integer_of, text_of, truth, unparse
from userprio.config import Config
from userprio.negotiation import Because, CycleObserver, CycleState, LiveVisit, Outcome, Visit, VisitOutcome, negotiate
from userprio.negotiation.matching import refusing
from userprio.negotiation.schedd import VANILLA
from userprio.pool import NegotiatorSettings, fetched_slots
from userprio.simulation import KEEPING_TO_QUOTAS, beyond_quotas

_ROUNDING: Final = 1e-9
"""Relative rounding error of sums."""
_WRITTEN: Final = 1e-4
"""How far sums of rounded fractions may exceed 1; condor_negotiator does not complain about it either."""
NO_QUOTA: Final = 1000.0
"""A quota this many times what the parent has is not meant as a quota."""
_KEPT: Final = "with NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION"
_RATE: Final = "GROUP_QUOTA_ROUND_ROBIN_RATE"
_SORT: Final = "GROUP_SORT_EXPR"
_OVER: Final = "NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION"
_SLACK: Final = 1e-6


def check_quotas(situation: Situation) -> Findings:
    """Compare the quotas of groups with their parents', and with the pool where that is known.

    Groups whose quota knob is unreadable are not compared with their subgroups.
    """
    config, tree = situation.config, situation.tree
    settings = QuotaSettings.from_config(config)
    received = _received(tree, situation.pool_weight, settings)
    for group in tree.groups:
        children = [tree.groups[number] for number in group.children]
        knobs = {f"group_quota_{group.name}".lower(), f"group_quota_dynamic_{group.name}".lower()}
        if knobs.isdisjoint(situation.unreadable):
            yield from _static_sum(config, group, children, received[group.number], settings)
            yield from _dynamic_sum(config, children)
            yield from _below_nothing(config, group, children, received[group.number])
    yield from _closed_parents(config, tree, settings)
    yield from _both_policies(config, tree)
    yield from _stalling(config, tree, settings)


def _blame(config: Config, group: Group) -> tuple[bool, float, int]:
    """A sort key for the quota to report among several that add up to too much: the maximum is it.

    Quotas that are not set in a file come out highest, then larger ones, then those further down.
    """
    # The largest is the likeliest mistake; of equals, the one written last.
    place = quota_place(config, group)
    return place.line is None, group.configured, place.line or 0


def _sum(groups: list[Group], kind: str, total: float) -> str:
    if len(groups) == 1:
        return f"The {kind} of {groups[0].name} is {plain(total)}"
    return f"The {kind}s of {few([group.name for group in groups])} add up to {plain(total)}"


def quota_place(config: Config, group: Group) -> Location:
    """Where the quota of a group is set, or else where the group is listed."""
    kind = "GROUP_QUOTA_" if group.static else "GROUP_QUOTA_DYNAMIC_"
    return knob_place(config, f"{kind}{group.name}", "GROUP_NAMES")


def _received(tree: GroupTree, pool_weight: float | None, settings: QuotaSettings) -> list[float | None]:
    """The quota of each subtree; None if it depends on an unknown pool size."""
    if pool_weight is not None:
        return list(assign_quotas(tree, pool_weight, settings).subtree)
    # Without a pool the root's quota is unknown, but a static quota below it is what it is: from there on sums compare.
    received: list[float | None] = [None] * len(tree.groups)
    for group in tree.groups:
        have = received[group.number]
        children = [tree.groups[number] for number in group.children]
        wanted = sum(child.configured for child in children if child.static)
        fractions = sum(child.configured for child in children if not child.static)
        for child in children:
            if child.configured == 0 or have == 0:
                received[child.number] = 0.0
            elif child.static:
                fits = have is None or wanted <= have or settings.oversubscription
                received[child.number] = child.configured * (1.0 if have is None or fits else have / wanted)
            elif have is not None:
                received[child.number] = child.configured * max(0.0, have - wanted) / max(fractions, 1.0)
    return received


def _static_sum(
    config: Config, group: Group, children: list[Group], have: float | None, settings: QuotaSettings
) -> Findings:
    static = [child for child in children if child.static and child.configured > 0]
    wanted = sum(child.configured for child in static)
    if have is None or have <= 0 or not static:
        return
    dynamic = [child.name for child in children if not child.static and child.configured > 0]
    largest = max(static, key=lambda child: _blame(config, child))
    whose = "the pool" if group.name == ROOT else group.name
    if wanted > have * (1 + _ROUNDING):
        capped = settings.strict and group.name != ROOT and not group.accepts_surplus
        if not settings.oversubscription:
            then = f"{'it' if len(static) == 1 else 'each'} is scaled down by the factor {plain(have / wanted)}"
        elif len(static) == 1:
            then = f"{_KEPT} it is not scaled down"
            then += f", but {whose} as a whole is held to its {plain(have)}" if capped else ""
        else:
            together = f", up to {plain(have)} together," if capped else ""
            then = (
                f"{_KEPT} they are not scaled down, so that the groups that come first may fill theirs{together} and "
                "the last find nothing left"
            )
        rest = f", and {verb(dynamic, 'gets', 'get')} nothing" if dynamic else ""
        what = f"{_sum(static, 'quota', wanted)}, but {whose} has {plain(have)}: {then}{rest}"
        lower = f"Lower it to {plain(have)}" if len(static) == 1 else f"Lower them to {plain(have)} in all"
        hint = f"{lower}, or {'use dynamic quotas' if group.name == ROOT else f'give {whose} more'}"
        # Huge quotas everywhere are a known way to switch quotas off, not a mistake.
        level = note if min(child.configured for child in static) >= NO_QUOTA * have else warning
        yield level("quotas-above-parent", quota_place(config, largest), what, hint)
    elif dynamic and wanted >= have * (1 - _ROUNDING):
        what = f"The static quotas below {whose} take all its {plain(have)}: {verb(dynamic, 'gets', 'get')} nothing"
        place = quota_place(config, largest)
        yield warning("nothing-left", place, what, "Leave some of the parent's quota for its dynamic groups")


def _dynamic_sum(config: Config, children: list[Group]) -> Findings:
    dynamic = [child for child in children if not child.static and child.configured > 0]
    total = sum(child.configured for child in dynamic)
    if total <= 1 + _WRITTEN:
        return
    largest = max(dynamic, key=lambda child: _blame(config, child))
    scaled = f"each is scaled down by the factor {plain(1 / total)}, whatever else is set"
    what = f"{_sum(dynamic, 'dynamic quota', total)}: {scaled}"
    yield warning("dynamic-above-one", quota_place(config, largest), what, "Make them add up to 1 at most")


def _below_nothing(config: Config, group: Group, children: list[Group], have: float | None) -> Findings:
    if group.name == ROOT or have != 0:
        return
    for child in children:
        if child.configured > 0:
            what = f"Group {child.name} gets nothing of its quota, because its parent {group.name} has none"
            hint = f"Give {group.name} a quota that is at least the sum of its subgroups'"
            yield warning("parent-without-quota", quota_place(config, child), what, hint)


def _closed_parents(config: Config, tree: GroupTree, settings: QuotaSettings) -> Findings:
    """Groups that accept surplus below a group that does not."""
    for parent in tree.groups[1:]:
        children = [tree.groups[number] for number in parent.children]
        open_ones = [child for child in children if child.accepts_surplus]
        if parent.accepts_surplus or not open_ones:
            continue
        own = [child for child in open_ones if config.is_set(f"GROUP_ACCEPT_SURPLUS_{child.name}")]
        names = [f"GROUP_ACCEPT_SURPLUS_{group.name}" for group in (*own, parent)]
        crowded = settings.oversubscription and settings.strict and len(children) > 1
        starved = ", and whoever comes first there may keep the others below their own quotas" if crowded else ""
        what = (
            f"{few([child.name for child in open_ones])} may accept surplus, but {parent.name} does not: only what "
            f"is left over below {parent.name} reaches them, never beyond its quota{starved}"
        )
        hint = f"Set GROUP_ACCEPT_SURPLUS_{parent.name} = True, unless that is what you want"
        yield note("surplus-stops", knob_place(config, *names, "GROUP_ACCEPT_SURPLUS"), what, hint)


def _both_policies(config: Config, tree: GroupTree) -> Findings:
    """Groups with autoregroup that accept surplus as well."""
    by_place: defaultdict[Location, list[str]] = defaultdict(list)
    for group in tree.groups[1:]:
        if group.autoregroup and group.accepts_surplus:
            by_place[knob_place(config, f"GROUP_AUTOREGROUP_{group.name}", "GROUP_AUTOREGROUP")].append(group.name)
    for place, names in by_place.items():
        what = (
            f"{verb(names, 'accepts', 'accept')} surplus and {'regroups' if len(names) == 1 else 'regroup'} as well: "
            "what others leave is handed out twice, by quota and then to all users by priority, and the quota of "
            f"{ROOT} is the whole pool in every round"
        )
        yield warning("surplus-and-regroup", place, what, "Use one of the two")


def _stalling(config: Config, tree: GroupTree, settings: QuotaSettings) -> Findings:
    """A round robin whose steps are counted twice by strict enforcement of quotas."""
    if not config.is_set(_RATE) or not settings.strict:
        return
    closed = [
        group.name
        for group in tree.groups[1:]
        if not group.accepts_surplus and group.static and group.configured > settings.round_robin_rate
    ]
    if closed:
        what = (
            f"{_RATE} hands out quotas in steps of {plain(settings.round_robin_rate)}, but of groups that accept no "
            f"surplus ({few(closed)}) what they won in earlier steps is subtracted twice: they stop at about half "
            "of their quota in a cycle"
        )
        hint = f"Take {_RATE} out, or set NEGOTIATOR_STRICT_ENFORCE_QUOTA = False"
        yield warning("round-robin-stalls", knob_place(config, _RATE), what, hint)


def check_group_order(situation: Situation) -> Findings:
    """Check the order of groups where quotas are meant as priorities, and for inner groups that count quota twice."""
    if not (situation.tree.group_mode and situation.pool.slots and situation.pool.submitters):
        return
    yield from _quotas_as_priorities(situation)
    if situation.config.boolean(_OVER):
        yield from _surplus_twice(situation)


def _quotas_as_priorities(situation: Situation) -> Findings:
    """Quotas far beyond the pool, meant to order groups by size, where one with a smaller quota still comes first."""
    config, weight = situation.config, situation.pool_weight or 0.0
    huge = [
        group for group in situation.tree.groups[1:] if group.static and group.configured >= NO_QUOTA * max(weight, 1)
    ]
    if config.is_set(_SORT) or len({group.configured for group in huge}) < 2:
        return
    left = {group.name: group.left for group in situation.outcome.groups}
    started: Counter[str | None] = Counter()
    for match in situation.outcome.matches:
        started[match.group] += match.jobs
    for larger in sorted(huge, key=lambda group: -group.configured):
        smaller_ones = (group for group in huge if group.configured < larger.configured)
        first = [group for group in smaller_ones if started[group.name] > started[larger.name]]
        if not (first and left.get(larger.name)):
            continue
        smaller = min(first, key=lambda group: group.configured)
        what = (
            f"Quotas far above the pool do not order groups: {_SORT} compares what groups use, divided by their "
            f"quotas, and of equals the smaller may come first. In the next cycle "
            f"{counted(started[smaller.name], 'job')} of {smaller.name} (quota {plain(smaller.configured)}) "
            f"{'starts' if started[smaller.name] == 1 else 'start'}, and {started[larger.name]} of "
            f"{larger.name} (quota {plain(larger.configured)})"
        )
        hint = f"Set {_SORT} = 0 - GroupQuota, so that the group with the largest quota comes first"
        yield warning("quota-priority", quota_place(config, larger), what, hint)
        return


def _surplus_twice(situation: Situation) -> Findings:
    """Inner groups whose own quota is given to their subgroups as surplus, although these have it already."""
    config, tree = situation.config, situation.tree
    inner = [group for group in tree.groups[1:] if _counts_twice(group, tree.groups)]
    if not inner:
        return
    # Only a cycle shows whether counting twice lets anyone exceed anything: demand may be too small for it.
    once = replace(situation.scenario, config=config.with_overrides({_OVER: "false"}))
    now, instead = _limits(situation.outcome), _limits(negotiate(once))
    for group in inner:
        names = [name for name in (tree.groups[number].name for number in group.children) if name in now]
        if sum(now[name] for name in names) <= max(group.configured, sum(instead.get(name, 0) for name in names)):
            continue
        what = (
            f"{group.name} hands its quota of {plain(group.configured)} on as surplus, though its subgroups have it "
            f"already: in the next cycle {_may_take(names, now)}; counted once, {_may_take(names, instead)}"
        )
        place = knob_place(config, _OVER, f"GROUP_QUOTA_{group.name}")
        yield warning("surplus-twice", place, what, f"Set {_OVER} = False, which counts it once")


def _counts_twice(group: Group, groups: tuple[Group, ...]) -> bool:
    children = [groups[number] for number in group.children]
    quotas = [child.configured for child in children if child.static]
    accepting = sum(child.accepts_surplus for child in children)
    return group.name != ROOT and group.static and accepting >= 2 and 0 < sum(quotas) <= group.configured + _SLACK


def _limits(outcome: Outcome) -> dict[str, int]:
    """The limits of groups in the first round, by name."""
    return {past.group: past.limit for past in outcome.passes if past.round == 1}


def _may_take(names: list[str], limits: dict[str, int]) -> str:
    return few([f"{name} may hold {limits.get(name, 0)}" for name in names])


_POLICY: Final = "PREEMPTION_REQUIREMENTS"
_THROWN_OUT: Final = "PREEMPTION_REQUIREMENTS == False"
_MOST: Final = 3
"""How many submitters are reported, the first ones."""
_ADDRESS: Final = "StartdIpAddr"


def check_addresses(situation: Situation) -> Findings:
    """Slots without the address that a match needs (`matchmakingProtocol`), unless a match with them gives no claim."""
    if not situation.pool.slots:
        return
    evaluator = Evaluator(situation.now)
    slots, _ = fetched_slots(situation.pool.slots, NegotiatorSettings.of(situation.scenario), evaluator)
    lacking = (ad for ad in slots if text_of(evaluator, ad, _ADDRESS) is None)
    claimed = (ad for ad in lacking if flag_of(evaluator, ad, "WantClaiming", True))
    without = [text_of(evaluator, ad, "Name") or "" for ad in claimed if not flag_of(evaluator, ad, "Offline")]
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
        yield warning("slots-without-address", Location(), what, hint)


def check_leftovers(situation: Situation) -> Findings:
    """Groups that exceed their quotas in the next cycle, because schedds use up what jobs leave of a slot."""
    config, pool, tree = situation.config, situation.pool, situation.tree
    if not (pool.slots and pool.submitters and tree.group_mode):
        return
    for beyond in beyond_quotas(situation.scenario, situation.outcome):
        place = knob_place(config, "CLAIM_PARTITIONABLE_LEFTOVERS")
        place = place if place.file else quota_place(config, tree.assigned(f"{beyond.group}.user@domain"))
        yield warning("leftovers-beyond-quota", place, f"In the next cycle {beyond.sentence}", KEEPING_TO_QUOTAS)


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
        if universe == VANILLA:
            own = truth(self._value(f"{knob}_VANILLA", slot, job))
            if isinstance(own, bool):
                return own
        return truth(self._value(knob, slot, job)) is True

    def _value(self, knob: str, slot: Ad, job: Ad) -> Value:
        if knob in slot:
            return self._evaluator.attribute(knob, slot, job)
        expression = self._knobs[knob]
        return UNDEFINED if expression is None else self._evaluator.evaluate(expression, slot, job)

    def fate(self, slot: Ad, job: Ad) -> tuple[str, str] | None:
        """The knob that is true, and what happens to a claimed slot's job; None if nothing does, or none is there."""
        if (activity := text_of(self._evaluator, slot, "Activity")) not in ("Busy", "Suspended"):
            return None
        if activity == "Busy" and self.says("WANT_SUSPEND", slot, job):
            return ("SUSPEND", "the job in each is suspended") if self.says("SUSPEND", slot, job) else None
        if not self.says("PREEMPT", slot, job):
            return None
        killed = self.says("KILL", slot, job) or not self.says("WANT_VACATE", slot, job)
        what = "killed, without time to vacate," if killed else "told to go"
        return "PREEMPT", f"the job in each is {what} once its retirement (MAXJOBRETIREMENTTIME) is over"


def check_startd_policy(situation: Situation) -> Findings:
    """Claimed slots whose startds would now evict or suspend their jobs, whether or not anybody wants the slots."""
    config, evaluator = situation.config, Evaluator(situation.now)
    policy = _Policy(config, evaluator)
    jobs = {text_of(evaluator, ad, "GlobalJobId"): ad for ad in situation.pool.jobs}
    by_fate: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    claimed = [slot for slot in situation.pool.slots if text_of(evaluator, slot, "State") == "Claimed"]
    for slot in claimed:
        number = text_of(evaluator, slot, "GlobalJobId")
        ending = policy.fate(slot, Ad() if number is None else jobs.get(number, Ad()))
        if ending is not None:
            by_fate[ending].append(text_of(evaluator, slot, "Name") or "")
    for (knob, fate), names in by_fate.items():
        what = f"{knob} is true of {len(names)} of {counted(len(claimed), 'claimed slot')} ({few(names)}): {fate}"
        hint = (
            f"If that is not meant, look at `condor_config_val -startd {knob}` on these machines, each of which reads "
            "its own configuration; the dry runs do not simulate it"
        )
        yield note("startd-policy", knob_place(config, f"{knob}_VANILLA", knob), what, hint)


def check_preemption(situation: Situation) -> Findings:
    """For each submitter that PREEMPTION_REQUIREMENTS refuses, count the claimed slots that each condition refuses."""
    config = situation.config
    if not (situation.pool.slots and situation.pool.submitters and config.is_set(_POLICY)):
        return
    # The observed cycle costs a second one; most pools need none.
    if not any(refusal.reason == _THROWN_OUT for refusal in situation.outcome.refusals):
        return
    watched = _Refused()
    negotiate(situation.scenario, observer=watched)
    refusals = []
    for name, (claimed, conditions) in watched.counts.items():
        refusing_it = [f"`{masked(unparse(condition)).strip()}` refuses {count}" for condition, count in conditions]
        refusals.append(f"for {name} {listed(refusing_it)} of {claimed}")
    if refusals:
        what = f"{_POLICY} keeps {few(list(watched.counts))} from slots that others hold: {', '.join(refusals)}"
        hint = "Nothing needs to be done if that is what the policy is for"
        yield note("preemption-refused", knob_place(config, _POLICY), what, hint)


class _Refused(CycleObserver):
    """Collects, for the first submitters that the policy refuses, which conditions refuse them."""

    def __init__(self) -> None:
        self.counts: dict[str, tuple[int, tuple[tuple[Expr, int], ...]]] = {}

    def visit(
        self, state: CycleState, terms: object, whose: object, schedds: object, record: Visit, visit: LiveVisit | None
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
        if conditions := refusing(policy, fit, job.ad, state.evaluator):
            self.counts[name] = sum(count for _, count in fit), conditions


_LIMITED: Final = frozenset({VisitOutcome.LIMIT, VisitOutcome.SHARE_TOO_SMALL, VisitOutcome.PIE_TOO_SMALL})
_REFUSED: Final = "submitter limit exceeded"


def check_shares(situation: Situation) -> Findings:
    """Dry-run a cycle and check what stays idle while jobs wait."""
    if not (situation.pool.slots and situation.pool.submitters):
        return
    outcome = situation.outcome
    smallest = outcome.pool.smallest_weight
    # Less than the smallest slot idle is nothing that anyone could have had.
    idle = outcome.pool.weight - outcome.pool.in_use - _given(outcome)
    if smallest <= 0 or idle < smallest - _SLACK:
        return
    # What limits leave to submitters that were given partitionable slots says nothing about later cycles.
    divided = frozenset(match.submitter for match in outcome.matches if match.slot in situation.partitionable)
    yield from _cut_quotas(situation, outcome, divided, idle)
    yield from _cut_shares(situation, outcome, divided, idle)


def _given(outcome: Outcome) -> float:
    return sum(match.cost for match in outcome.matches if match.because is Because.FREE)


def _cut_quotas(situation: Situation, outcome: Outcome, divided: frozenset[str], idle: float) -> Findings:
    """Group limits cut to whole numbers in the first round, for groups that could have used the fraction."""
    tree = situation.tree
    if not outcome.rounds:
        return
    limits, smallest = _limits(outcome), outcome.pool.smallest_weight
    others = {tree.assigned(name).name for name in divided}
    limited_groups = ((group, limits[group.name]) for group in outcome.rounds[0].groups if group.name in limits)
    held = defaultdict(float, {group.name: group.usage for group in outcome.groups})
    for match in outcome.matches:
        held[match.group or ""] += match.cost
    cut = [
        (group.name, group.allocated, limit)
        for group, limit in limited_groups
        if group.name not in others and 0 < group.allocated - limit < 1 and group.requested > limit
        if held[group.name] > limit - smallest
    ]
    lost = sum(allocated - limit for _, allocated, limit in cut)
    idle_weight = min(int((lost + _SLACK) / smallest) * smallest, idle)
    if idle_weight < smallest - _SLACK:
        return
    limited = [f"{name} {plain(allocated)} to {limit}" for name, allocated, limit in cut]
    first = next(group for group in tree.groups if group.name == cut[0][0])
    what = (
        f"Limits of groups are cut to whole numbers ({few(limited)}): slots of weight {plain(idle_weight)} out of "
        f"{plain(outcome.pool.weight)} stay idle, though jobs wait"
    )
    hint = "Choose quotas that give whole numbers on this pool, or let the groups accept surplus"
    yield warning("fractional-quotas", quota_place(situation.config, first), what, hint)


def _cut_shares(situation: Situation, outcome: Outcome, divided: frozenset[str], idle: float) -> Findings:
    """Submitters that each have a fraction of a slot left, where the fractions add up to whole slots."""
    left = {name: rest for name, rest in _left(outcome).items() if name not in divided}
    fractions, smallest = sum(rest for rest, _ in left.values()), outcome.pool.smallest_weight
    if len(left) < 2 or fractions < smallest - _SLACK:
        return
    # Without limits these slots would be matched unless something else prevents it, such as requirements or ceilings.
    unlimited = situation.config.with_overrides({"NEGOTIATOR_IGNORE_USER_PRIORITIES": "true"})
    free = negotiate(replace(situation.scenario, config=unlimited))
    more = min(_given(free) - _given(outcome), idle, fractions + _SLACK)
    idle_weight = int((more + _SLACK) / smallest) * smallest
    if idle_weight <= 0:
        return
    names = sorted(left)
    what = (
        f"{counted(len(names), 'submitter')} ({few(names)}) are each left with a share of less than a slot: slots "
        f"of weight {plain(idle_weight)} out of {plain(outcome.pool.weight)} stay idle, though their jobs wait"
    )
    served = names[: max(1, int(idle_weight / smallest + _SLACK))]
    floor = int(left[served[0]][1] + smallest)
    others = f", and likewise {few(served[1:])}" if served[1:] else ""
    hint = f"Floors that are one slot higher use up the rest: userprio set {served[0]} floor={floor}{others}"
    place = situation.submitter_place(names[0])
    yield warning("fractional-shares", place, what, f"{hint}; or choose factors that give whole shares")


def _left(outcome: Outcome) -> dict[str, tuple[float, float]]:
    """What limits leave to submitters with more jobs, where less than the smallest slot, and what these then hold."""
    refused = {rejection.submitter for rejection in outcome.rejections if rejection.reason == _REFUSED}
    last = {visit.submitter: visit for visit in outcome.visits}
    left: dict[str, tuple[float, float]] = {}
    for name, visit in last.items():
        if name not in refused or visit.outcome not in _LIMITED or visit.idle_jobs <= visit.matched:
            continue
        turn = (name, visit.round, visit.group, visit.spin)
        own = (match for match in outcome.matches if (match.submitter, match.round, match.group, match.spin) == turn)
        used = sum(match.cost for match in own)
        rest = min(visit.limit, visit.unclaimed_limit) - used
        if _SLACK < rest < outcome.pool.smallest_weight:
            left[name] = rest, visit.usage + used
    return left
