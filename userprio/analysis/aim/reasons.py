"""Why a target cannot be reached: it contradicts other targets, or something stands in the way."""

import math
from collections.abc import Callable, Sequence

from msgspec import Struct

from userprio.analysis.aim.levers import Lever, LeverKind, Over, Steps, Values, after_cycle
from userprio.analysis.aim.search import LeverSearch, Try
from userprio.analysis.aim.targets import Course, Members, Target, TargetKind, TargetStanding, standing
from userprio.analysis.explain import Cause, Reason, explain_group, explain_submitter
from userprio.base.formats import figure, listed, percent
from userprio.base.times import spoken
from userprio.pool import ScenarioData

_BY_GROUP = frozenset({Reason.GROUP_ZERO, Reason.GROUP_FRACTION, Reason.PARENT_LIMIT, Reason.GROUP_LIMIT})
_BY_SHARE = frozenset({Reason.SUBMITTER_LIMIT, Reason.LIMIT_BELOW_SLOT})
_BY_OTHERS = frozenset({Reason.SLOTS_TAKEN})
_CONTENT = frozenset({Reason.SATISFIED, Reason.NO_IDLE_JOBS})


def contradictions(targets: Sequence[Target], course: Course, members: Members) -> dict[Target, str]:
    """Targets that cannot hold together whatever is turned, each with a sentence."""
    sentences: dict[Target, str] = {}

    def tell(sentence: str, *those: Target) -> None:
        for target in those:
            sentences.setdefault(target, sentence)

    weighed = (target for target in targets if target.kind in (TargetKind.SHARE, TargetKind.HOLD))
    weights = {target: standing(target, course, members).wanted for target in weighed}
    shares = [target for target in weights if target.kind is TargetKind.SHARE]
    for outer in [None, *shares]:
        room_weight = course.weight if outer is None else weights[outer]
        inside = set(members.submitters) if outer is None else set(members.of(outer.name))
        parts: list[Target] = []
        for target in sorted(weights, key=lambda other: -weights[other]):
            mine = set(members.of(target.name))
            apart = not any(members.meet(target.name, part.name) for part in parts)
            if target is not outer and mine <= inside and apart:
                parts.append(target)
        total = sum(weights[part] for part in parts)
        if total > room_weight + course.tolerance:
            room = f"{'the pool has' if outer is None else f'{outer.name} is to have'} {figure(room_weight)}"
            names = listed(part.name for part in parts)
            what = f"{names} are to have {figure(total)} together" if len(parts) > 1 else f"that is {figure(total)}"
            tell(f"{what}, and {room}", *parts, *([] if outer is None else [outer]))
    of = {share.name: share for share in shares}
    for target in targets:
        own, other = of.get(target.name), of.get(target.other or "")
        if target.other is None or own is None or other is None:
            continue
        wanted = target.amount * weights[other]
        if abs(weights[own] - wanted) > course.tolerance * (1 + target.amount):
            sentence = (
                f"{target.name} is to have {percent(own.amount)} of the pool and {other.name} {percent(other.amount)}, "
                f"which is not {figure(target.amount)} times as much"
            )
            tell(sentence, target, own, other)
    return sentences


class Reasons(Struct, frozen=True):
    """Why targets are not reached by the values that come nearest."""

    nearest: Try
    search: LeverSearch
    steps: Steps
    members: Members
    over: Over
    alone: Callable[[Sequence[str], Values], Course]
    """Replays the jobs of these submitters alone, with these values."""

    def of(self, result: TargetStanding) -> str:
        """Why this target is not reached: a clause without capital letter and full stop."""
        target = result.target
        # If two are compared, what one has in excess the other lacks.
        lacking = target.name if result.short > 0 or target.other is None else target.other
        lacks = result.short > 0 or target.other is not None
        parts = (
            self._lack(lacking, result) if lacks else _excess(result, self.nearest.course, self.members),
            _at_bounds(self.search.levers, self.nearest, self.members, lacking, more=lacks),
            _whole_slots(result, self.steps, self.members),
            self._ended if self.search.out_of_steps else None,
        )
        clauses = [part for part in parts if part is not None]
        return "; ".join(clauses) or f"nothing that may be turned brings it nearer, as {self.steps.taken} steps show"

    @property
    def _ended(self) -> str:
        return f"the search ended after {self.steps.taken} steps; --steps allows it more"

    def _lack(self, name: str, result: TargetStanding) -> str | None:
        """What keeps a submitter or group from more, even with its levers turned all the way."""
        if result.target.kind is TargetKind.WAIT:
            values, _ = _all_the_way(name, self.nearest, self.search.levers, self.members)
            wait = self.alone(self.members.of(name), values).waits.get(name, 0.0)
            shown = spoken(round(wait))
            return f"with the pool to itself 95% of its jobs would wait {shown}" if wait > result.wanted else None
        wanted = result.wanted if name == result.target.name else result.wanted / result.target.amount
        if self.over is not Over.CYCLE:
            demand = sum(self.nearest.course.demand.get(member, math.inf) for member in self.members.of(name))
            return f"{name} asks for {figure(demand)} in all" if demand < wanted else None
        levers, scenario = self.search.levers, self.steps.scenario
        who, cause = name, _cause(scenario(self.nearest.values), name, self.members)
        values, turned = _all_the_way(name, self.nearest, levers, self.members)
        own = self.members.of(name)
        if turned and cause.reason in _BY_GROUP | _BY_SHARE | _BY_OTHERS:
            who, cause = f"{name} with {listed(turned)}", _cause(scenario(values), name, self.members)
        if cause.reason in _CONTENT:
            then = after_cycle(scenario(values))
            if then.held(own) < wanted:
                # The values found may give it less than it asks for, for the sake of other targets.
                who = who if self.nearest.course.wanting.intersection(own) else name
                return f"{who} asks for no more: {cause.sentence}"
            return self._too_far(result, turned, then) if turned else None
        return f"{who}: {cause.sentence}{_advice(wanted, cause, name, self.nearest.course, levers, self.members)}"

    def _too_far(self, result: TargetStanding, turned: Sequence[str], then: Course) -> str:
        """What turning its levers all the way would give, if that is more than the target."""
        would = shown(standing(result.target, then, self.members))
        missed = [
            other.target.name
            for other in self.nearest.standings
            if other is not result and not standing(other.target, then, self.members).reached
        ]
        other = f", and {listed(missed)} would miss the target" if missed else ""
        return f"with {listed(turned)} it would come to {would}{other}"


def _at_bounds(levers: Sequence[Lever], nearest: Try, members: Members, name: str, *, more: bool) -> str | None:
    """The levers that are at a bound and would have to go beyond it."""
    limits = []
    for lever, value in zip(levers, nearest.values, strict=True):
        concerned = lever.name == name or lever.name in members.groups_above(name)
        if lever.kind is LeverKind.SURPLUS or not concerned:
            continue
        up = more if lever.kind is LeverKind.QUOTAS else not more
        end = lever.high if up else lever.low
        if value == end and (lever.bounded or lever.kind is LeverKind.FACTORS):
            given = " (--turn)" if lever.bounded else ""
            limits.append(f"{lever.label} may not be {'above' if up else 'below'} {lever.written(end)}{given}")
    return listed(limits) if limits else None


def _cause(scenario: ScenarioData, name: str, members: Members) -> Cause:
    """What holds back a submitter, or most of the jobs of a group's members."""
    if not members.is_group(name):
        return explain_submitter(scenario, name).primary
    explained = explain_group(scenario, name)
    if explained.primary.reason is not Reason.MEMBERS:
        return explained.primary
    findings = [member.finding for member in explained.members]
    return max(findings, key=lambda finding: (finding.reason not in _CONTENT, finding.jobs))


def _all_the_way(
    name: str, nearest: Try, levers: Sequence[Lever], members: Members
) -> tuple[tuple[float, ...], list[str]]:
    """The values with the submitter's or group's own levers at their most favourable; and the changed ones in words."""
    values, turned = list(nearest.values), []
    for number, lever in enumerate(levers):
        most = lever.high if lever.kind is LeverKind.QUOTAS else lever.low
        about = lever.name == name or lever.name in members.groups_above(name)
        if about and lever.kind is not LeverKind.SURPLUS and most != values[number]:
            values[number] = most
            turned.append(f"{lever.label} = {lever.written(most)}")
    return tuple(values), turned


def _advice(wanted: float, cause: Cause, name: str, course: Course, levers: Sequence[Lever], members: Members) -> str:
    """Advice, in parentheses, on what else could be turned; empty if there is none."""
    quotas = {lever.name for lever in levers if lever.kind is LeverKind.QUOTAS}
    groups = [*([name] if members.is_group(name) else []), *members.groups_above(name)]
    fixed = [group for group in groups if group not in quotas]
    all_of_group = bool(groups) and wanted > course.held(members.of(groups[0]))
    if fixed and (cause.reason in _BY_GROUP or all_of_group):
        return f" (--turn quotas:{fixed[0]} would let its quota be turned)"
    others = len(members.tree.groups) - 1 > len(quotas)
    if cause.reason in _BY_OTHERS and others:
        return " (--turn 'quotas:*' would let the quotas of others be turned)"
    if cause.reason in _BY_SHARE and not members.is_group(name):
        own = any(lever.kind is LeverKind.FACTORS and lever.name == name for lever in levers)
        return "" if own else f" (--turn factors:{name} would let its factor be turned)"
    return ""


def _excess(result: TargetStanding, course: Course, members: Members) -> str | None:
    """What keeps a submitter or group from holding less."""
    own = members.of(result.target.name)
    retained = sum(course.retained.get(member, 0.0) for member in own)
    if retained > result.wanted and result.target.kind is TargetKind.SHARE:
        return (
            f"{result.target.name} has {figure(retained)} in use already, and nothing takes it away before its jobs "
            "end; --over long-run looks beyond that"
        )
    others = course.wanting - set(own)
    if not others:
        return f"nobody else asks for more, so that {result.target.name} gets what they leave"
    return None


def _whole_slots(result: TargetStanding, steps: Steps, members: Members) -> str | None:
    """The nearest figures on both sides of the target, if none was found between them."""
    stands = [standing(result.target, course, members) for course in steps.courses]
    less = max((stand for stand in stands if stand.short > 0), key=lambda stand: -stand.short, default=None)
    above = min((stand for stand in stands if stand.short < 0), key=lambda stand: -stand.short, default=None)
    if less is None or above is None or any(stand.reached for stand in stands):
        return None
    return f"it came to {shown(less)} or {shown(above)}, and nothing between, in {steps.taken} steps"


def shown(result: TargetStanding) -> str:
    """A figure in the measure of its target."""
    if result.target.kind is TargetKind.SHARE:
        return percent(result.figure)
    return f"{figure(result.figure)}x" if result.target.kind is TargetKind.USE else figure(result.figure)
