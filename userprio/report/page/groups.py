"""The accounting groups of a cycle as rows of a page: each with all below it, in its bar and in its figures."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from userprio.negotiation import GroupOutcome, Outcome
from userprio.report.page.parts import Heading, Html, PageRow, bar, joined, key, name_text, number, table, text
from userprio.report.summary import configured, gains
from userprio.report.text import ROOT, amount, depth_first

ITSELF: Final = "itself"
_HEADINGS: Final = (
    Heading("group", number=False),
    Heading("use and quota", number=False, about="in use, won in this cycle, and the quota; each bar on its own scale"),
    Heading("configured", about="quota as configured; a fraction is of what the parent has left"),
    Heading("quota", about="effective quota"),
    Heading("demand", about="weight of running and idle jobs"),
    Heading("in use"),
    Heading("allocated", about="with surplus, in the last round"),
    Heading("got", about="weight won in this cycle"),
    Heading("idle left", about="idle jobs that no match is expected to start"),
)


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A group, with all below it or by itself. Weights are those of slots."""

    name: str
    label: str
    depth: int
    configured: str
    quota: float
    requested: float
    used: float
    allocated: float
    got: float
    left: int
    """Idle jobs that no match is expected to start."""


def group_rows(outcome: Outcome) -> Iterator[GroupRow]:
    """Parents before children; an inner group with members of its own is followed by itself, as one of its parts.

    The root is those without a group: what is below it is everything.
    """
    won = gains(outcome)
    parents = {group.parent for group in outcome.groups} - {ROOT}
    for depth, label, group in depth_first(outcome.groups, lambda group: group.name):
        inner = group.name in parents
        theirs = [one for one in outcome.groups if one is group or (inner and _below(one.name, group.name))]
        quota = group.subtree_quota if inner else group.effective_quota
        yield _sum(group, label, depth, quota, configured(group), theirs, won)
        own = _sum(group, ITSELF, depth + 1, group.effective_quota, "", [group], won)
        if inner and (own.requested or own.used or own.got or own.left):
            yield own


def _below(name: str, group: str) -> bool:
    return name.lower().startswith(f"{group.lower()}.")


def _sum(
    group: GroupOutcome,
    label: str,
    depth: int,
    quota: float,
    told: str,
    theirs: Sequence[GroupOutcome],
    won: dict[str | None, float],
) -> GroupRow:
    return GroupRow(
        name=group.name,
        label=label,
        depth=depth,
        configured=told,
        quota=quota,
        requested=sum(one.requested for one in theirs),
        used=sum(one.usage for one in theirs),
        allocated=sum(one.allocated for one in theirs),
        got=sum(won.get(one.name, 0.0) for one in theirs),
        left=sum(one.left for one in theirs),
    )


def group_table(outcome: Outcome) -> Html:
    """The groups as a tree, with bars of what they use, won and may have."""
    more = "A group's bar and figures are those of it and all below it; each bar has a scale of its own."
    colours = key(("used", "in use"), ("got", "won in this cycle"), ("mark", "quota"), more=more)
    return joined([colours, table("groups", _HEADINGS, _rows(group_rows(outcome)))])


def _rows(groups: Iterable[GroupRow]) -> Iterator[PageRow]:
    for one in groups:
        about = f"in use {amount(one.used)}, won {amount(one.got)}, quota {amount(one.quota)}"
        cells = (
            name_text(one.label),
            bar((("used", one.used), ("got", one.got)), one.quota, about),
            text(one.configured),
            *map(number, (one.quota, one.requested, one.used, one.allocated, one.got)),
            number(one.left, str(one.left), "left" if one.left else ""),
        )
        yield PageRow(cells, one.depth, one.name)
