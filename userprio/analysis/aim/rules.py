"""Values proposed by rules, where these are known.

A share of the pie is inversely proportional to effective priority. So, in one cycle, a submitter's odds against its
competitors are inversely proportional to its factor; once use has settled, to the square root of its factor
(`simulation.priorities`). A quota is what the tree hands down (`quotas.assign_quotas`). Effects that the rules ignore,
such as whole slots, running jobs and surplus, show in the next state, from which they are applied again.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from userprio.accounting.quotas import GroupTree, QuotaSettings, assign_quotas
from userprio.analysis.aim.levers import (
    Lever,
    LeverKind,
    Members,
    PoolState,
    TargetKind,
    TargetStanding,
    Values,
)
from userprio.analysis.plan import Horizon

Turned: TypeAlias = Set[tuple[LeverKind, str]]
"""The levers that a rule may turn, by kind and name."""
MOST_AT_ONCE: Final = 64.0
"""The most by which a weight in the pie is multiplied or divided in one step."""
_HALVINGS: Final = 60
_DECIMALS: Final = 9
_EXPONENTS: Final = {Horizon.CYCLE: 1.0, Horizon.LONG_RUN: 2.0, Horizon.REPLAY: 2.0}
"""The factor goes with this power of the submitter's odds."""


class Try(Struct, frozen=True):
    """Values and their result."""

    values: Values
    state: PoolState
    standings: tuple[TargetStanding, ...]
    turned: int
    """How many levers are turned."""
    size: float
    """The size of the change, see `Lever.size`."""

    @property
    def unreached(self) -> int:
        """How many targets are not reached."""
        return sum(not result.reached for result in self.standings)

    @property
    def miss(self) -> float:
        """By how much all targets together are missed, in units of their tolerances."""
        return sum(abs(result.short) / result.scale for result in self.standings)

    @property
    def close(self) -> bool:
        """Whether all targets are reached so closely that getting nearer would mean little."""
        return not self.unreached and all(abs(result.short) <= result.near * (1 + 1e-9) for result in self.standings)

    @property
    def nearness(self) -> tuple[int, float, int, float]:
        """A sort key: smaller is nearer, regardless of the change."""
        return self.unreached, rounded(self.miss), self.turned, self.size


class LeverRules:
    """Proposes values by closed-form rules."""

    def __init__(self, levers: Sequence[Lever], members: Members, settings: QuotaSettings, over: Horizon) -> None:
        self.levers, self.members, self._settings = levers, members, settings
        self._exponent = _EXPONENTS[over]

    def proposed(self, latest: Try, active: Iterable[int], tried: set[Values], power: float = 1.0) -> Values:
        """The values that should reach the targets by the rules, after the latest; only `active` levers change.

        The rule's ratio for factors is raised to `power`. Values already `tried` are avoided.
        """
        values, state = latest.values, latest.state
        # Waits are seconds and all other targets weights: no rule turns the one into the other.
        waits = [result for result in latest.standings if result.target.kind is TargetKind.WAIT and result.short]
        standings = [result for result in latest.standings if result.target.kind is not TargetKind.WAIT]
        active = [number for number in active if self.levers[number].kind is not LeverKind.SURPLUS]
        turned = {(self.levers[number].kind, self.levers[number].name) for number in active}
        tree, proposal = self._tree(values), list(values)
        for number, lever in ((number, self.levers[number]) for number in active):
            # A wait that is too long outranks a weight: otherwise two targets of one lever would pull it to and fro.
            patience = self._times_too_long(lever.name, waits)
            if lever.kind is LeverKind.FACTORS:
                ratio = self._weight_ratio(lever.name, state, standings, turned) if patience <= 1 else patience
                value = values[number] / min(max(ratio, 1 / MOST_AT_ONCE), MOST_AT_ONCE) ** (self._exponent * power)
                proposal[number] = lever.within(rounded(value))
            else:
                weight = self._quota_weight(lever.name, tree, state, standings, turned)
                if weight is None or patience > 1:
                    weight = self._weight_by_waits(lever.name, tree, state, waits, turned)
                if weight is not None:
                    proposal[number] = lever.within(self._configured(tree, lever, weight, state.weight))
        if tuple(proposal) in tried:
            # Whole slots or surplus are likely to add the same error again: correct by the difference.
            for number, lever in ((number, self.levers[number]) for number in active):
                missing = next((result.short for result in standings if result.target.name == lever.name), 0.0)
                if lever.kind is LeverKind.QUOTAS and missing:
                    now = self._subtree(tree, lever, values[number], state.weight)
                    proposal[number] = lever.within(self._configured(tree, lever, now + missing, state.weight))
        return tuple(proposal)

    def excess(self, values: Values, pool: float) -> Iterator[tuple[list[str], float, float]]:
        """Siblings whose quotas together exceed what their parent has for them: names, sum, and what there is."""
        tree = self._tree(values)
        subtree = assign_quotas(tree, pool, self._settings).subtree
        for group in tree.groups:
            total = sum(subtree[child] for child in group.children)
            if total > subtree[group.number] * (1 + 1e-9):
                yield [tree.groups[child].name for child in group.children], total, subtree[group.number]

    def _weight_by_waits(
        self, name: str, tree: GroupTree, state: PoolState, waits: Sequence[TargetStanding], turned: Turned
    ) -> float | None:
        """The weight to hand a group so that waits get shorter; at most twice as much in one step.

        The additional weight comes from the other groups that may be turned, in equal parts.
        """
        quotas = self._quotas(tree, state.weight)
        most = {group: max(weight, state.slot) for group, weight in quotas.items()}
        patience = min(self._times_too_long(name, waits), 2.0)
        if patience > 1:
            return most[name] * patience
        groups = [group for kind, group in turned if kind is LeverKind.QUOTAS]
        favoured = [group for group in groups if self._times_too_long(group, waits) > 1]
        taken = sum(most[group] * (min(self._times_too_long(group, waits), 2.0) - 1) for group in favoured)
        return max(quotas[name] - taken / (len(groups) - len(favoured)), state.slot) if taken else None

    def _times_too_long(self, name: str, waits: Iterable[TargetStanding]) -> float:
        """The factor by which a wait is too long; no rule says how much more of the pie that requires."""
        of_it = (wait for wait in waits if wait.target.name == name or self._inside(wait.target.name, name))
        return max((wait.held / wait.wanted for wait in of_it), default=1.0)

    def _weight_ratio(self, name: str, state: PoolState, standings: Sequence[TargetStanding], turned: Turned) -> float:
        """The ratio by which the submitter's weight in the pie should grow."""
        group = self.members.tree.assigned(name).name
        pie = [member for member in state.holds if self.members.tree.assigned(member).name == group]
        pie_weight = state.held(pie)
        # Ratios need something above 0: a quarter of a slot counts as nothing, and keeps the first step finite.
        least = state.slot / 4 or 1.0

        def held(submitter: str) -> float:
            """What the submitter holds, or its share if the two differ by less than a slot."""
            # Whole slots make what is held jump; within a slot the share, which moves evenly, is the better guide.
            weight, share = state.holds.get(submitter, 0.0), state.shares.get(submitter, 0.0) * pie_weight
            return max(share if abs(share - weight) < state.slot else weight, least)

        wanted: dict[str, float] = {}
        for result in standings:
            target, other = result.target, result.target.other
            if other is None:
                if not self.members.is_group(target.name):
                    wanted[target.name] = result.held + result.short
            elif target.name not in wanted and other not in wanted:
                if name in target.names and other in pie and target.name in pie:
                    ratio = target.amount * held(other) / held(target.name)
                    if name == target.name:
                        return ratio
                    # If both factors may be turned, one of the two does all the work: moving both would overshoot.
                    return 1.0 if (LeverKind.FACTORS, target.name) in turned else 1 / ratio
                wanted |= {target.name: result.wanted, other: result.held - result.short + _other(result)}
        own = {member: weight for member, weight in wanted.items() if member in pie}
        if not own:
            return 1.0
        moved = [member for member in own if (LeverKind.FACTORS, member) in turned]
        others = [member for member in pie if member not in moved]
        # Submitters with all that they want give something up only if nobody else has anything.
        rest = [member for member in others if member in state.wanting or member in own] or others
        have, left = sum(map(held, rest)), sum(map(held, rest)) + sum(held(member) - own[member] for member in moved)
        # What the pie loses to this submitter its competitors lose, so that odds, not weights, are scaled.
        if name in own:
            against = have / max(left, least) if rest else 1.0
            ratio = max(own[name], least) / held(name) * against
            return max(ratio, self._by_share(name, own[name], pie, state)) if ratio > 1 else ratio
        if moved:
            return 1.0
        # A competitor of submitters that have targets.
        member, weight = next(iter(own.items()))
        against = sum(held(rival) for rival in pie if rival != member and (rival in state.wanting or rival == name))
        odds = max(weight, least) / held(member) * against / max(against + held(member) - weight, least)
        return 1 / odds

    @staticmethod
    def _by_share(name: str, wanted: float, pie: Sequence[str], state: PoolState) -> float:
        """The ratio by which the weight has to grow for the share itself to reach what is wanted.

        A submitter may hold more than its share while others want less than theirs.
        """
        # Example: with a share of 10% it holds 30%, as others rest. To be sure of 40%, its share has to grow fourfold.
        share, pie_weight = state.shares.get(name, 0.0), state.held(pie)
        if not 0 < share < 1 or wanted >= pie_weight:
            return 0.0
        return wanted / (pie_weight - wanted) * (1 - share) / share

    def _quota_weight(
        self, name: str, tree: GroupTree, state: PoolState, standings: Sequence[TargetStanding], turned: Turned
    ) -> float | None:
        """The weight to hand the group and its subgroups; None: unchanged."""
        mine, now = state.held(self.members.of(name)), self._quotas(tree, state.weight)[name]
        for result in standings:
            if result.target.name == name and result.target.other is None:
                return result.wanted if result.short or result.target.kind is TargetKind.SHARE else None
        for result in standings:
            if result.target.other is not None and name in result.target.names:
                # With both quotas free, each group moves to its part of what they have together; with one, that does.
                both = all((LeverKind.QUOTAS, party) in turned for party in result.target.names)
                other_weight = _other(result)
                if name == result.target.name:
                    return result.wanted if both else result.target.amount * other_weight
                return result.held + other_weight - result.wanted if both else result.held / result.target.amount
        for result in standings:
            own = next((party for party in result.target.names if self._inside(party, name)), None)
            if own is None or not result.short:
                continue
            missing = result.short if own == result.target.name else -result.short
            # A lever of its own brings the target there; the groups around it must only leave the room.
            if (LeverKind.QUOTAS, own) in turned or (LeverKind.FACTORS, own) in turned:
                return max(now, mine) + max(missing, 0.0)
            held = state.held(self.members.of(own))
            if not self.members.is_group(own) and held > 0:
                return mine * max(held + missing, 0.0) / held
            return mine + missing
        for result in standings:
            if result.short and not self.members.meet(result.target.name, name):
                return max(min(now, mine) - result.short, 0.0)
        return None

    def _inside(self, name: str, group: str) -> bool:
        return group in self.members.groups_above(name)

    def _tree(self, values: Values) -> GroupTree:
        return _with_quotas(self.members.tree, zip(self.levers, values, strict=True))

    def _quotas(self, tree: GroupTree, pool: float) -> Mapping[str, float]:
        subtree = assign_quotas(tree, pool, self._settings).subtree
        return {group.name: subtree[group.number] for group in tree.groups}

    def _subtree(self, tree: GroupTree, lever: Lever, value: float, pool: float) -> float:
        """The weight that the group is handed with this quota."""
        return self._quotas(_with_quotas(tree, [(lever, value)]), pool)[lever.name]

    def _configured(self, tree: GroupTree, lever: Lever, weight: float, pool: float) -> float:
        """The smallest quota, with as few digits as possible, that hands the group this weight."""
        weight = rounded(max(weight, 0.0))
        low, high = lever.low, lever.high
        if self._subtree(tree, lever, high, pool) < weight:
            return high
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            enough = self._subtree(tree, lever, middle, pool) >= weight
            # The tree has no inverse: parents scale, siblings compete. But more quota never gives less: halving works.
            low, high = (low, middle) if enough else (middle, high)
        # Limits are truncated to whole numbers: the slightest shortfall would cost a slot.
        for decimals in range(_DECIMALS + 1):
            short = round(high, decimals)
            if weight <= self._subtree(tree, lever, short, pool) <= weight + 1e-6:
                return short
        return math.ceil(high * 10**_DECIMALS) / 10**_DECIMALS


def rounded(value: float) -> float:
    """The value rounded to the nine decimals that are written."""
    return round(value, _DECIMALS)


def _other(result: TargetStanding) -> float:
    """The weight of the other party of a comparison."""
    return result.wanted * (1 + result.target.amount) / result.target.amount - result.held


def _with_quotas(tree: GroupTree, values: Iterable[tuple[Lever, float]]) -> GroupTree:
    groups = {group.name: group for group in tree.groups}
    for lever, value in values:
        if lever.kind is LeverKind.QUOTAS:
            groups[lever.name] = replace(groups[lever.name], configured=value, static=lever.static)
    return GroupTree(tuple(groups.values()), tree.numbers, tree.accepts_surplus, tree.warnings)
