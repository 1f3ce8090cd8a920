"""Two cycles compared: what each group and submitter has before and after, who gains and who loses."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Final

from msgspec import Struct, structs

from userprio.accounting import claimed_by, slot_weight
from userprio.accounting.quotas import build_tree
from userprio.base import placed
from userprio.classad import Evaluator, text_of
from userprio.negotiation import Because, Chance, Outcome, Reason, Visit, own_turn, summarise
from userprio.pool import NegotiatorSettings, ScenarioData, as_its_negotiator, fetched_slots

_NOISE: Final = 1e-9
"""Relative and absolute tolerance: summing in another order changes less, and no decision depends on so little."""


class Mark(StrEnum):
    """How an entry differs."""

    MORE = "+"
    """It exists only afterwards, or grew."""
    CHANGED = "~"
    LESS = "-"
    """It exists only before, or shrank."""
    SAME = " "


class Figure(Struct, frozen=True):
    """A number before and after; None on a side where it does not exist."""

    before: float | None
    after: float | None

    @property
    def differs(self) -> bool:
        """Whether the two differ by more than rounding."""
        return not same(self.before, self.after)

    @property
    def by(self) -> float:
        """By how much it grew; None counts as 0."""
        return (self.after or 0.0) - (self.before or 0.0)


def same(first: float | None, second: float | None) -> bool:
    """Whether two figures are equal but for rounding; None equals None only, and NaN equals NaN."""
    if first is None or second is None:
        return first is second
    if first == second or (math.isnan(first) and math.isnan(second)):
        return True
    return math.isclose(first, second, rel_tol=_NOISE, abs_tol=_NOISE)


class PoolFigures(Struct, frozen=True):
    """Totals of the pool. Weights are sums of SlotWeight: cores, unless a pool says otherwise."""

    slots: Figure
    weight: Figure
    """The weight that shares are fractions of."""
    in_use: Figure
    """Weight charged to submitters when the cycle began."""
    matches: Figure
    jobs: Figure
    """Jobs expected to start from the matches."""
    matched_weight: Figure
    preemptions: Figure
    """Matches that preempt."""
    idle_weight: Figure
    """Weight that nobody holds after the cycle."""


class GroupDifference(Struct, frozen=True):
    """One group; figures are None on the side where it does not exist. All but the configured quota are weights."""

    name: str
    mark: Mark
    configured_quota: Figure
    effective_quota: Figure
    subtree_quota: Figure
    requested: Figure
    allocated: Figure
    """In the last round."""
    limit: Figure
    """The limit of its last pass; None if it was never served."""
    in_use: Figure
    """When the cycle began, without subgroups."""
    holds: Figure
    """What its own submitters, not those of subgroups, hold after the cycle."""
    subtree_requested: Figure
    """These four are the same with all subgroups."""
    subtree_in_use: Figure
    subtree_allocated: Figure
    subtree_holds: Figure
    has_subgroups: bool
    """Before or after; false for the root, which stands for submitters without a group."""


class SubmitterDifference(Struct, frozen=True):
    """One submitter; figures are None on the side where it was not visited or does not exist."""

    name: str
    group: str
    """The group that it belongs to afterwards."""
    mark: Mark
    effective_priority: Figure
    factor: Figure
    share: Figure
    """Fraction of the pie in its own turn, not one for its floor, 0 to 1."""
    limit: Figure
    """The most weight it could win in that turn."""
    matches: Figure
    jobs: Figure
    """Jobs expected to start from its matches."""
    won: Figure
    """Weight of its matches."""
    preempted: Figure
    """Weight that others take from it by preemption."""
    holds: Figure
    """Weight after the cycle: in use before it, plus won, less preempted."""
    stopped_before: Reason | None
    """Why most of its jobs left wait."""
    stopped_after: Reason | None


class Shift(Struct, frozen=True):
    """A submitter that the changes let hold more or less, or whose matches start more or fewer jobs."""

    submitter: str
    group: str
    holds: Figure
    matches: Figure
    jobs: Figure
    """Jobs expected to start from its matches."""

    @property
    def by(self) -> float:
        """Weight gained; negative for a loss."""
        return self.holds.by

    @property
    def in_jobs(self) -> bool:
        """Whether the change in jobs is not the change in matches, since a match may start several jobs."""
        return not same(self.jobs.by, self.matches.by)

    @property
    def gain(self) -> tuple[float, float]:
        """A sort key: weight gained, then jobs."""
        return (self.by if self.holds.differs else 0.0), (self.jobs.by if self.in_jobs else 0.0)


class Difference(Struct, frozen=True):
    """How two cycles differ. Only what differs is listed."""

    pool: PoolFigures
    groups: tuple[GroupDifference, ...]
    """In the order of the cycle; groups that no longer exist come last."""
    submitters: tuple[SubmitterDifference, ...]
    """In the order of their first visits, then the others by name."""
    gains: tuple[Shift, ...]
    """The largest first; equals by name."""
    losses: tuple[Shift, ...]
    """The largest first; equals by name."""
    new_warnings: tuple[str, ...]
    gone_warnings: tuple[str, ...]
    unattributed: int = 0
    """Matches, in both cycles together, that preempt dynamic slots whose users are not known."""
    moved: int = 0
    """Matches of one cycle with another slot, request or preempted user in the other; the larger of both counts."""
    refused_otherwise: bool = False
    """Whether any request is refused for another reason."""

    def __bool__(self) -> bool:
        listed = self.groups or self.submitters or self.new_warnings or self.gone_warnings
        others = bool(listed or self.moved or self.refused_otherwise)
        return others or any(figure.differs for figure in structs.astuple(self.pool))


def difference(before: "CycleFigures", after: "CycleFigures") -> Difference:
    """Compare two cycles."""
    # Whoever is visited afterwards comes first, in that order; holders that neither cycle visits come last, by name.
    names = dict.fromkeys((*after.visits, *before.visits, *sorted(before.names | after.names)))
    submitters = [_submitter(name, before, after) for name in names]
    shifts = [
        Shift(submitter.name, submitter.group, submitter.holds, submitter.matches, submitter.jobs)
        for submitter in sorted(submitters, key=lambda submitter: submitter.name)
    ]
    # A sort that is stable leaves equals by name.
    gains = sorted((shift for shift in shifts if shift.gain > (0, 0)), key=lambda shift: shift.gain, reverse=True)
    groups = [_group(name, before, after) for name in dict.fromkeys((*after.groups, *before.groups))]
    refusals = (before.outcome.refusals, after.outcome.refusals)
    reasons = [{(own.submitter, own.schedd, own.reason) for own in refused} for refused in refusals]
    return Difference(
        pool=_pool(before, after),
        groups=tuple(group for group in groups if group.mark is not Mark.SAME),
        submitters=tuple(submitter for submitter in submitters if submitter.mark is not Mark.SAME),
        gains=tuple(gains),
        losses=tuple(sorted((shift for shift in shifts if shift.gain < (0, 0)), key=lambda shift: shift.gain)),
        new_warnings=tuple(text for key, text in after.warnings.items() if key not in before.warnings),
        gone_warnings=tuple(text for key, text in before.warnings.items() if key not in after.warnings),
        unattributed=before.dynamic + after.dynamic,
        moved=_moved(before.outcome, after.outcome),
        refused_otherwise=reasons[0] != reasons[1],
    )


def _moved(before: Outcome, after: Outcome) -> int:
    # As multisets: which of two equal jobs got which of two equal slots is no difference.
    old, new = (
        Counter((own.submitter, own.schedd, own.request, own.slot, own.because, own.preempts) for own in matches)
        for matches in (before.matches, after.matches)
    )
    return max((old - new).total(), (new - old).total())


class VariantPair(Struct, frozen=True):
    """Both cycles a little later, or with a tie resolved otherwise."""

    reason: Chance
    changes: tuple[Mapping[str, float], Mapping[str, float]]
    """By how much weight submitters hold more after it, before the changes and with them."""


def variant_pairs(before: Outcome, after: Outcome) -> Iterator[VariantPair]:
    """The other seconds, and other outcomes of ties, at which either of the cycles comes out differently."""
    sides = []
    for outcome in (before, after):
        variants = () if outcome.stability is None else outcome.stability.variants
        sides.append({variant.later_s or variant.reason: variant for variant in variants})
    for case in dict.fromkeys((*sides[0], *sides[1])):
        there = [side.get(case) for side in sides]
        reason = next(variant.reason for variant in there if variant is not None)
        first, second = ({} if variant is None else variant.changes for variant in there)
        yield VariantPair(reason, (first, second))


def hanging(before: Outcome, after: Outcome) -> dict[str, Chance]:
    """The submitters that hold more or less by another weight if both cycles come a little later or ties are resolved
    otherwise, each with the reason."""
    reasons: dict[str, Chance] = {}
    for pair in variant_pairs(before, after):
        first, second = pair.changes
        for name in dict.fromkeys((*first, *second)):
            if not same(first.get(name, 0.0), second.get(name, 0.0)):
                reasons.setdefault(name, pair.reason)
    return reasons


class CycleFigures:
    """The figures of one cycle, by group and submitter.

    `priorities` has effective priority and factor of submitters to show even if the cycle did not visit them.
    """

    def __init__(
        self, outcome: Outcome, scenario: ScenarioData, priorities: Mapping[str, tuple[float, float]] | None = None
    ) -> None:
        self.outcome, self.priorities = outcome, priorities or {}
        self.tree = build_tree(scenario.config)
        self.groups = {group.name: group for group in outcome.groups}
        self.limits = {step.group: float(step.limit) for step in outcome.passes}
        """The limit in each group's last pass."""
        self.visits: dict[str, list[Visit]] = {}
        for visit in outcome.visits:
            self.visits.setdefault(visit.submitter, []).append(visit)
        summary = summarise(outcome)
        self.summary = {submitter.name: submitter for submitter in summary.submitters}
        self.group_summary = {group.name: group for group in summary.groups}
        self.in_use = outcome.usage
        self.idle, self.holders = _slots(outcome, scenario)
        self.preempting = sum(match.because is not Because.FREE for match in outcome.matches)
        self.dynamic = self.preempting - len({loss.match for loss in outcome.losses})
        """Matches that preempt dynamic slots whose users are not known."""
        self.names = {*self.summary, *self.in_use, *self.priorities}
        self.by_group: defaultdict[str, float] = defaultdict(float)
        """What own members hold, not those of subgroups: these are compared in rows of their own."""
        for name in self.names:
            self.by_group[self.tree.assigned(name).name] += self.holds(name)
        placed_texts = {placed(own.message, own.path, own.line): own.message for own in self.tree.warnings}
        self.warnings = {placed_texts.get(text, text): text for text in outcome.warnings}
        """By message without location: one that merely moved to another line is the same."""

    def own_turn(self, name: str) -> Visit | None:
        """The visit that its share and limit are those of; None if it was never visited."""
        return own_turn(self.visits.get(name, []))

    def of(self, name: str, figure: str) -> float:
        """A figure of `SubmitterSummary`; 0 for whoever only holds slots."""
        summary = self.summary.get(name)
        return 0.0 if summary is None else float(getattr(summary, figure))

    def holds(self, name: str) -> float:
        """Weight of a submitter after the cycle."""
        summary = self.summary.get(name)
        return self.in_use.get(name, 0.0) if summary is None else summary.holds


def _slots(outcome: Outcome, scenario: ScenarioData) -> tuple[float, dict[str, str | None]]:
    """The weight that nobody holds after the cycle, and who held each slot before it."""
    scenario = as_its_negotiator(scenario)
    evaluator, settings = Evaluator(outcome.at), NegotiatorSettings.of(scenario)
    slots, _ = fetched_slots(scenario.pool.slots, settings, evaluator)
    holders: dict[str, str | None] = {}
    idle = 0.0
    for slot in slots:
        holder = holders[text_of(evaluator, slot, "Name") or ""] = claimed_by(slot, settings.charging, evaluator)
        if holder is None:
            idle += slot_weight(slot, settings.charging, evaluator)
    # A match that preempts moves weight from one holder to the next, and leaves idle what it was.
    idle -= sum(match.cost for match in outcome.matches if match.because is Because.FREE)
    return max(idle, 0.0), holders


def _pool(before: CycleFigures, after: CycleFigures) -> PoolFigures:
    def total(measure: Callable[[Outcome], float]) -> Figure:
        return Figure(measure(before.outcome), measure(after.outcome))

    return PoolFigures(
        slots=total(lambda outcome: outcome.pool.slots),
        weight=total(lambda outcome: outcome.pool.weight),
        in_use=total(lambda outcome: outcome.pool.in_use),
        matches=total(lambda outcome: len(outcome.matches)),
        jobs=total(lambda outcome: sum(match.jobs for match in outcome.matches)),
        matched_weight=total(lambda outcome: sum(match.cost for match in outcome.matches)),
        preemptions=Figure(before.preempting, after.preempting),
        idle_weight=Figure(before.idle, after.idle),
    )


def _group(name: str, before: CycleFigures, after: CycleFigures) -> GroupDifference:
    groups = before.groups.get(name), after.groups.get(name)
    exists = groups[0] is not None, groups[1] is not None
    quotas = ("configured_quota", "effective_quota", "subtree_quota", "requested", "allocated")
    summaries = [side.group_summary.get(name) for side in (before, after)]
    before_whole, after_whole = (None if summary is None else summary.whole for summary in summaries)
    of_subtree = {"requested": "requested", "in_use": "held", "allocated": "allocated", "holds": "holds"}
    figures = {quota: _of(groups, quota) for quota in quotas} | {
        "limit": Figure(before.limits.get(name), after.limits.get(name)),
        "in_use": _of(groups, "usage"),
        "holds": _where(exists, before.by_group[name], after.by_group[name]),
    }
    subtree = {f"subtree_{own}": _of((before_whole, after_whole), total) for own, total in of_subtree.items()}
    parent = any(summary is not None and summary.has_subgroups for summary in summaries)
    # All is below the root, which is nothing about those without a group.
    mark = _mark(exists, (*figures.values(), *(subtree.values() if parent else ())))
    return GroupDifference(name=name, mark=mark, **figures, **subtree, has_subgroups=parent)


def _submitter(name: str, before: CycleFigures, after: CycleFigures) -> SubmitterDifference:
    exists = name in before.names, name in after.names
    firsts = before.own_turn(name), after.own_turn(name)
    (priority, factor), (priority_after, factor_after) = (
        side.priorities.get(name, (None, None)) if first is None else (first.priority, first.factor)
        for side, first in zip((before, after), firsts, strict=True)
    )
    of_matches = {"matches": "matches", "jobs": "jobs", "won": "won", "preempted": "lost"}
    figures = {
        "effective_priority": Figure(priority, priority_after),
        "factor": Figure(factor, factor_after),
        "share": _of(firsts, "share"),
        "limit": _of(firsts, "limit"),
        **{figure: _where(exists, before.of(name, own), after.of(name, own)) for figure, own in of_matches.items()},
        "holds": _where(exists, before.holds(name), after.holds(name)),
    }
    stopped = [summary.reason if (summary := side.summary.get(name)) else None for side in (before, after)]
    mark = _mark(exists, figures.values())
    return SubmitterDifference(
        name=name,
        group=(after if exists[1] else before).tree.assigned(name).name,
        # Another reason is a difference even where all figures agree: what would help is another thing.
        mark=Mark.CHANGED if mark is Mark.SAME and stopped[0] is not stopped[1] else mark,
        **figures,
        stopped_before=stopped[0],
        stopped_after=stopped[1],
    )


def _of(pair: tuple[object | None, object | None], attribute: str) -> Figure:
    """An attribute of two objects, either of which may be None."""
    return Figure(*(None if record is None else float(getattr(record, attribute)) for record in pair))


def _where(exists: tuple[bool, bool], before: float, after: float) -> Figure:
    """A figure that is None on the side where its owner does not exist."""
    return Figure(before if exists[0] else None, after if exists[1] else None)


def _mark(exists: tuple[bool, bool], figures: Iterable[Figure]) -> Mark:
    if exists[0] is not exists[1]:
        return Mark.MORE if exists[1] else Mark.LESS
    return Mark.CHANGED if any(figure.differs for figure in figures) else Mark.SAME
