"""The state of a pool on one page: who has what, who waits and why, who loses slots next, and what was changed lately.

All of it is read off the summary of one dry-run cycle, so that it agrees with `negotiate` and `explain`. Start reading
at `status`.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.accounting.quotas import NEGLIGIBLE, ROOT, excess
from userprio.ledger import Operation
from userprio.negotiation import CycleSummary, GroupSummary, GroupTotals, Outcome, SubmitterSummary, summarise

_MOST_SUGGESTIONS: Final = 3


class Holder(Struct, frozen=True):
    """A group with all its subgroups, a submitter, or the submitters of no group. Weights are sums of SlotWeight."""

    name: str
    """Its full name; `<none>` for the submitters of no group."""
    parent: str | None
    """The group that it is below; None at the top."""
    depth: int
    in_use: float
    """When the cycle began."""
    quota: float | None
    """The quota of a group's subtree; for a submitter of a pool without groups, its share of the pool, None if it
    has no idle jobs; None for a submitter in a group."""
    effective_quota: float | None
    """The quota of a group without that of its subgroups; None for a submitter."""
    requested: float | None
    """Demand of a group, running jobs included; None for a submitter."""
    won: float
    """What the next cycle gives it."""
    lost: float
    """What the next cycle takes from it by preemption."""
    idle_left: int
    """Idle jobs that the next cycle does not start."""
    lenders: tuple[str, ...] = ()
    """Siblings that use less than their quotas, the least used first; empty unless it uses more than its own."""

    @property
    def is_submitter(self) -> bool:
        """Whether it is a submitter rather than a group."""
        return self.requested is None

    @property
    def over(self) -> float:
        """How much more is in use than the quota; 0 if it is not."""
        return 0.0 if self.quota is None else excess(self.in_use, self.quota)


class Status(Struct, frozen=True):
    """The state of a pool, and the cycle that is due."""

    at: int
    weight: float
    """All slots."""
    in_use: float
    members: tuple[Holder, ...]
    """Groups as a tree, parents before their subgroups, then the submitters of no group as one; or, in a pool without
    groups, submitters, those with most in use first."""
    submitters: tuple[Holder, ...]
    """In a pool with groups, those of each group, with most in use first; else none, as `members` has them."""
    summary: CycleSummary
    edits: tuple[Operation, ...] = ()
    """The last edits, newest first."""
    remarks: tuple[str, ...] = ()
    """What was ignored or assumed, one sentence each."""

    @property
    def has_groups(self) -> bool:
        """Whether the pool has accounting groups."""
        return bool(self.summary.groups)


def status(outcome: Outcome, edits: Sequence[Operation] = ()) -> Status:
    """Sum up the state of a pool from the diagnosed dry run of its next cycle, and its last edits, newest first."""
    summary = summarise(outcome)
    by_use = sorted(summary.submitters, key=lambda submitter: (-submitter.held, -submitter.left))
    submitters = tuple(_submitter(submitter, grouped=bool(summary.groups)) for submitter in by_use)
    return Status(
        at=outcome.at,
        weight=outcome.pool.weight,
        in_use=outcome.pool.in_use,
        members=tuple(_groups(summary.groups)) if summary.groups else submitters,
        submitters=submitters if summary.groups else (),
        summary=summary,
        edits=tuple(edits),
        remarks=outcome.warnings,
    )


def suggestions(status: Status) -> list[tuple[str, ...]]:
    """Commands to go on with, the most worthwhile first, as words without options for the pool."""
    commands: list[tuple[str, ...]] = [("explain", loser.name) for loser in status.summary.losers[:1]]
    commands += [("explain", entry.most) for entry in status.summary.waiting[:1]]
    groups = (member for member in status.members if member.over and not member.is_submitter and member.name != ROOT)
    over = max(groups, key=lambda member: member.over, default=None)
    if over is not None:
        commands.append(("explain", "--group", over.name))
    commands.append(("negotiate",) if commands else ("check",))
    return list(dict.fromkeys(commands))[:_MOST_SUGGESTIONS]


def _groups(groups: Sequence[GroupSummary]) -> list[Holder]:
    root, *others = groups
    children: dict[str, list[GroupSummary]] = {}
    for group in others:
        children.setdefault(group.parent or root.name, []).append(group)

    def below(parent: str, depth: int) -> Iterator[Holder]:
        siblings = children.get(parent, ())
        lenders = _lenders(siblings)
        for group in siblings:
            above = None if parent == root.name else parent
            yield _holder(group.name, above, depth, group.whole, group.alone.quota, lenders)
            yield from below(group.name, depth + 1)

    members = [*below(root.name, 0)]
    if root.alone.held or root.alone.requested or root.alone.left:
        members.append(_holder(root.name, None, 0, root.alone, root.alone.quota, _lenders(children.get(root.name, ()))))
    return members


def _lenders(siblings: Iterable[GroupSummary]) -> list[str]:
    """Those of whose quota something is not in use, that of which most is not first."""
    unused = {group.name: group.whole.quota - group.whole.held for group in siblings}
    return sorted((name for name in unused if unused[name] > NEGLIGIBLE), key=lambda name: -unused[name])


def _holder(
    name: str, parent: str | None, depth: int, figures: GroupTotals, effective_quota: float, lenders: Sequence[str]
) -> Holder:
    member = Holder(
        name=name,
        parent=parent,
        depth=depth,
        in_use=figures.held,
        quota=figures.quota,
        effective_quota=effective_quota,
        requested=figures.requested,
        won=figures.won,
        lost=figures.lost,
        idle_left=figures.left,
    )
    return replace(member, lenders=tuple(lenders)) if member.over else member


def _submitter(submitter: SubmitterSummary, *, grouped: bool) -> Holder:
    return Holder(
        name=submitter.name,
        parent=submitter.group,
        depth=0 if submitter.group is None else submitter.group.count(".") + 1,
        in_use=submitter.held,
        quota=None if grouped else submitter.due,
        effective_quota=None,
        requested=None,
        won=submitter.won,
        lost=submitter.lost,
        idle_left=submitter.left,
    )
