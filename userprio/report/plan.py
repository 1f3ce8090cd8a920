"""A plan as tables and in sentences, with the reasons for gains and losses, and its formats for scripts."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import tzinfo
from itertools import groupby, starmap
from typing import Any, Final

from msgspec import Struct, structs

from userprio.analysis.plan import (
    CausalChain,
    CausalQuantity,
    CausalStep,
    Difference,
    Draining,
    Figure,
    GroupDifference,
    Mark,
    Plan,
    Shift,
    SubmitterDifference,
    Upgrade,
    Why,
)
from userprio.base import common_domain, why_unknown
from userprio.base.formats import View, listed, percent
from userprio.negotiation import Chance
from userprio.report.cycle import outcome_document
from userprio.report.data import field_values
from userprio.report.defrag import few_names, shares_text
from userprio.report.formats import Block, Formats, Kind, Paragraph, R, Rows, TableBlock, TableColumn, cell
from userprio.report.table import Table, name_column, text_column
from userprio.report.text import ROOT, amount, count, limit_text, printable, within_group
from userprio.report.visits import STARTS_NOTE, eviction_note, starts_differ
from userprio.report.what_if import PLAN_ROWS, PlanRow, change_texts, change_values, changed_fields

_MOST_NAMED: Final = 3
_STYLES: Final = {Mark.MORE: "green", Mark.CHANGED: "yellow", Mark.LESS: "red", Mark.SAME: ""}


def summary_line(plan: Plan) -> str:
    """The plan in a sentence."""
    if not plan.changes_something:
        return "Nothing changes: the cycle comes out the same."
    difference = plan.difference
    if not difference:
        drains = plan.draining is not None and plan.draining.differs
        parts = ["the ledger"] if plan.inputs.edits.changes or plan.inputs.edits.ended else []
        parts += ["what condor_defrag drains"] if drains else []
        change = "changes" if len(parts) == 1 else "change"
        return f"Only {' and '.join(parts)} {change}: the cycle comes out the same."
    return f"{_who(difference)}; {_totals(plan)}."


def _who(difference: Difference) -> str:
    """Who gains and who loses."""
    parts = []
    for shifts, verb, how in ((difference.gains, "gain", "more"), (difference.losses, "lose", "fewer")):
        # More jobs for the same weight are no gain of weight: a sum of both would be of neither.
        weighty = [shift for shift in shifts if shift.holds.differs]
        if weighty:
            total = amount(sum(abs(shift.by) for shift in weighty))
            users = count(len(weighty), f"user {verb}s", f"users {verb}")
            parts.append(f"{users} {total} ({_named(weighty, difference)})")
        others = [shift for shift in shifts if not shift.holds.differs]
        if others:
            jobs = int(sum(abs(shift.jobs.by) for shift in others))
            parts.append(f"the matches of {count(len(others), 'user')} start {jobs} {how} jobs for the same weight")
    # Matches may move without any gain: `nobody gains or loses` alone would read as if nothing changed.
    who = ", ".join(parts) or f"nobody gains or loses{_but(difference)}"
    return f"{who[0].upper()}{who[1:]}"


def _named(shifts: Sequence[Shift], difference: Difference) -> str:
    """Those with the largest shifts, each with its own if there are several."""
    domain = common_domain(shift.submitter for shift in (*difference.gains, *difference.losses))
    names = [printable(shift.submitter.removesuffix(domain)) for shift in shifts[:_MOST_NAMED]]
    if len(shifts) == 1:
        return names[0]
    named = [f"{name} {amount(abs(shift.by))}" for name, shift in zip(names, shifts, strict=False)]
    return ", ".join([*named, *(["…"] if len(shifts) > _MOST_NAMED else [])])


def _totals(plan: Plan) -> str:
    """How the figures of the pool change."""
    figures = (
        ("matches", plan.difference.pool.matches),
        *([("jobs to start", plan.difference.pool.jobs)] if several_jobs(plan) else []),
        ("preemptions", plan.difference.pool.preemptions),
        ("idle weight", plan.difference.pool.idle_weight),
    )
    return ", ".join(f"{name} {between(figure)}" for name, figure in figures)


def _but(difference: Difference) -> str:
    """How the cycle differs although everybody gets as much."""
    if difference.moved:
        other = count(difference.moved, "match is with another slot", "matches are with other slots")
        return f", but {other} or for other jobs"
    return ", but requests are refused for other reasons" if difference.refused_otherwise else ""


def several_jobs(plan: Plan) -> bool:
    """Whether some match starts a number of jobs other than one."""
    return starts_differ(plan.before) or starts_differ(plan.after)


def between(figure: Figure, text: Callable[[float], str] = amount) -> str:
    """A figure before and after, or once if they look the same."""
    before, after = ("none" if side is None else text(side) for side in (figure.before, figure.after))
    return after if before == after else f"{before} -> {after}"


def plan_document(plan: Plan) -> dict[str, Any]:
    """A plan, schema `userprio.plan/1`.

    `before` and `after` are the two cycles in the schema of `negotiate`. `changes` has what was changed; `gains` and
    `losses` who holds more or less, largest first, with `why` if asked for; `difference` all figures of whatever
    differs. Weights are sums of SlotWeight.
    """
    difference, whys = plan.difference, {why.submitter: why for why in plan.whys}
    return {
        "schema": "userprio.plan/1",
        "name": plan.changes.name,
        "changes_something": plan.changes_something,
        "summary": summary_line(plan),
        "changes": changed_fields(plan.changes, plan.inputs, plan.upgrade),
        "gains": [_shift(shift, whys, plan) for shift in difference.gains],
        "losses": [_shift(shift, whys, plan) for shift in difference.losses],
        "difference": {
            **field_values(difference, "pool", "groups", "submitters"),
            "moved_matches": difference.moved,
            "refused_otherwise": difference.refused_otherwise,
        },
        **field_values(difference, "new_warnings", "gone_warnings"),
        "remarks": plan.remarks,
        "upgrade": None if plan.upgrade is None else _upgrade(plan.upgrade),
        "draining": plan.draining,
        "before": outcome_document(plan.before),
        "after": outcome_document(plan.after),
    }


def _upgrade(upgrade: Upgrade) -> dict[str, Any]:
    return {
        "before": str(upgrade.before),
        "after": str(upgrade.after),
        "after_is_known": why_unknown(upgrade.after) is None,
        "behaviours": [
            {
                "name": rule.name,
                "component": rule.decided_by.value,
                "meaning": rule.meaning,
                "after": rule.holds(upgrade.after),
                "makes_a_difference": matters,
            }
            for rule, matters in upgrade.changes
        ],
    }


def _shift(shift: Shift, whys: Mapping[str, Why], plan: Plan) -> dict[str, Any]:
    why, fields = whys.get(shift.submitter), shift_fields(shift) | {"hangs_on": plan.hanging.get(shift.submitter)}
    return fields if why is None else fields | {"why": why_document(why)}


def shift_fields(shift: Shift) -> dict[str, Any]:
    """A gain or loss without its reasons."""
    return {
        "submitter": shift.submitter,
        "group": shift.group,
        # Who is in only one of the cycles holds nothing in the other.
        "before": shift.holds.before or 0.0,
        "after": shift.holds.after or 0.0,
        "by": shift.by,
        "jobs_before": shift.jobs.before or 0.0,
        "jobs_after": shift.jobs.after or 0.0,
    }


def plan_rows(plan: Plan) -> Rows:
    """A row for each change and each figure that differs."""
    changes = change_values(plan.changes, plan.inputs, plan.upgrade)
    # The sentence takes the column of the figure after: one of its own would be blank in all other rows.
    whys = (PlanRow(Mark.CHANGED, "why", why.submitter, after=why_text(why)) for why in plan.whys)
    return PLAN_ROWS.rows((*changes, *_differences(plan.difference), *whys))


def _differences(difference: Difference) -> Iterator[PlanRow]:
    for mark, kind, shifts in ((Mark.MORE, "gain", difference.gains), (Mark.LESS, "loss", difference.losses)):
        for shift in shifts:
            if shift.holds.differs:
                yield PlanRow(mark, kind, shift.submitter, "holds", shift.holds.before, shift.holds.after)
            if shift.in_jobs:
                yield PlanRow(mark, kind, shift.submitter, "jobs", shift.jobs.before, shift.jobs.after)
    compared: list[tuple[Mark, str, str, Any]] = [(Mark.CHANGED, "total", "pool", difference.pool)]
    compared += [(group.mark, "group", group.name, group) for group in difference.groups]
    compared += [(submitter.mark, "submitter", submitter.name, submitter) for submitter in difference.submitters]
    for mark, kind, name, figures in compared:
        for what, figure in field_values(figures).items():
            if isinstance(figure, Figure) and figure.differs:
                yield PlanRow(mark, kind, name, what, figure.before, figure.after)
    if difference.moved:
        yield PlanRow(Mark.CHANGED, "total", "pool", "moved_matches", 0, difference.moved)
    if difference.refused_otherwise:
        yield PlanRow(Mark.CHANGED, "total", "pool", "refused_otherwise", False, True)
    for mark, warnings in ((Mark.MORE, difference.new_warnings), (Mark.LESS, difference.gone_warnings)):
        yield from (PlanRow(mark, "warning", warning) for warning in warnings)


_NAMES: Final = {
    CausalQuantity.POOL_WEIGHT: "the weight of the pool",
    CausalQuantity.CONFIGURED_QUOTA: "the quota of {}",
    CausalQuantity.EFFECTIVE_QUOTA: "the effective quota of {}",
    CausalQuantity.DEMAND: "the demand of {}",
    CausalQuantity.SURPLUS: "the surplus for {}",
    CausalQuantity.GROUP_LIMIT: "the limit of {}",
    CausalQuantity.FACTOR: "its factor",
    CausalQuantity.REAL_PRIORITY: "its real priority",
    CausalQuantity.FLOOR: "its floor",
    CausalQuantity.CEILING: "its ceiling",
    CausalQuantity.SHARE: "its share of the pie",
    CausalQuantity.LIMIT: "its own limit",
    CausalQuantity.IDLE_JOBS: "its idle jobs",
    CausalQuantity.IN_USE: "its weight in use",
    CausalQuantity.STOPPED: "its last visit ended with",
    CausalQuantity.TAKES_FROM: "slots that it takes from {}",
    CausalQuantity.TAKEN_BY: "slots that {} takes from it",
    CausalQuantity.WON: "the weight of its matches",
    CausalQuantity.JOBS: "jobs to start",
}


def why_text(why: Why) -> str:
    """The chains of reasons, a sentence or two each; `so` precedes what is computed from the step before."""
    parts = [part for strand in why.chains for part in _strand_parts(strand)]
    if why.holds is not None and (len(why.chains) > 1 or not _is_counted(why)):
        parts.append(f"{'together ' if len(why.chains) > 1 else ''}it holds {_counted(why.holds)}")
    return " ".join(f"{part[0].upper()}{part[1:]}." for part in parts)


def _strand_parts(strand: CausalChain) -> list[str]:
    """A part for each cause; the last one continues with the effects of all."""
    # Several causes act together: only after the last of them is it said what they lead to.
    *others, last = [_chain(cause) for cause in strand.causes] or [""]
    effects = _chain(strand.effects)
    return [*others, f"{last}, so {effects}" if last else effects]


def _is_counted(why: Why) -> bool:
    """Whether the change in matches already says how much more or less it holds."""
    holds = _counted_as(why.holds.after) - _counted_as(why.holds.before) if why.holds else 0.0
    matches = [
        link for strand in why.chains for step in strand.effects for link in step if link.what is CausalQuantity.MATCHES
    ]
    return any(_counted_as(link.after) - _counted_as(link.before) == holds for link in matches)


def why_document(why: Why) -> dict[str, Any]:
    """The sentences, and the links one by one: each step's links act together and lead to the next step."""
    return {"sentence": why_text(why), "strands": why.chains}


def _chain(steps: Iterable[Iterable[CausalStep]]) -> str:
    return ", so ".join(listed(_link_text(link) for link in step) for step in steps)


def _link_text(link: CausalStep) -> str:
    of = "" if link.of is None else printable(link.of)
    match link.what:
        case CausalQuantity.EFFECTIVE_PRIORITY:
            whose = f"the effective priority of {of}" if of else "its effective priority"
            return f"{whose} {_link_figures(link)}"
        case CausalQuantity.GROUP_IN_USE:
            return f"{of} has {_link_figures(link)} in use as the cycle begins"
        case CausalQuantity.SLOTS:
            return _slots_text(link, of)
        case CausalQuantity.IDLE_JOBS | CausalQuantity.IN_USE | CausalQuantity.WON | CausalQuantity.JOBS:
            return f"{_NAMES[link.what]} {_counted(link)}"
        case CausalQuantity.HELD_GONE:
            slots = count(round(_counted_as(link.after)), "slot")
            return f"{slots} that it had in use {'is' if link.after == 1 else 'are'} gone"
        case CausalQuantity.TAKES_FROM if not of:
            return f"slots that it takes from users who are not known {_link_figures(link)}"
        case CausalQuantity.MATCHES:
            by = _counted_as(link.after) - _counted_as(link.before)
            more = "more" if by > 0 else "fewer"
            return f"{count(round(abs(by)), 'match', 'matches')} {more} ({_counted(link)})"
    text = percent if link.what is CausalQuantity.SHARE else amount
    return f"{_NAMES[link.what].format(of)} {_link_figures(link, text)}"


def _slots_text(link: CausalStep, of: str) -> str:
    before, after = round(_counted_as(link.before)), round(_counted_as(link.after))
    if before:
        slots = count(before, "slot")
        return f"it gets {slots} that went to {of} before" if of else f"it gets {count(before, 'new slot')}"
    slots = count(after, "slot that it got", "slots that it got")
    goes, is_ = ("goes", "is") if after == 1 else ("go", "are")
    return f"{slots} {goes} to {of}" if of else f"{slots} {is_} gone"


def _counted_as(value: float | str | None) -> float:
    return value if isinstance(value, int | float) else 0.0


def _counted(link: CausalStep) -> str:
    """The figures; a missing one counts as 0."""
    return _link_figures(structs.replace(link, before=_counted_as(link.before), after=_counted_as(link.after)))


def _link_figures(link: CausalStep, text: Callable[[float], str] = amount) -> str:
    """Both figures, with more digits if they would otherwise look the same."""
    # `12 -> 12` would be a contradiction: figures that differ are written with enough digits to show it.
    before, after = (_shown(value, text) for value in (link.before, link.after))
    if before == after and link.before != link.after:
        before, after = (_shown(value, "{:.9g}".format) for value in (link.before, link.after))
    return after if before == after else f"{before} -> {after}"


def _shown(value: float | str | None, text: Callable[[float], str]) -> str:
    return "none" if value is None else printable(value) if isinstance(value, str) else text(value)


# The screen


def plan_blocks(plan: Plan, view: View, zone: tzinfo) -> Iterator[Block]:
    """A plan as tables; remarks are left to the caller, who prints them to stderr."""
    difference, several = plan.difference, several_jobs(plan)
    first, *rest = summary_line(plan).partition(";")
    yield Paragraph(((first, "bold"), ("".join(rest), "")))
    if plan.inputs or plan.changes.to_snapshot is not None or plan.upgrade is not None:
        changes = starmap(ChangeLine, change_texts(plan.changes, plan.inputs, zone, plan.upgrade))
        yield CHANGES.block(changes, "Changes")
    if plan.upgrade is not None:
        yield from _upgrade_lines(plan.upgrade)
    if plan.draining is not None:
        yield Paragraph.of("condor_defrag, at its first poll", "bold", space_before=True)
        for when, side in (("before", plan.draining.before), ("after", plan.draining.after)):
            yield Paragraph.of(f"{when}: {_draining(side)}")
    yield from shift_tables(plan)
    if plan.whys:
        yield _why_table(plan)
    if difference.groups:
        yield group_table(difference.groups)
    if difference.submitters:
        notes = (STARTS_NOTE if several else "", eviction_note(plan.after.matches))
        yield submitter_table(difference.submitters, several, view.whole or view.rearranged, notes)
    if difference.new_warnings or difference.gone_warnings:
        yield Paragraph.of("Warnings", "bold", space_before=True)
        yield from _warnings(difference)


def _draining(side: Draining | None) -> str:
    """How many machines are drained, which ones, and how many are due."""
    if side is None:
        return "it exits because of a knob's value"
    poll, due = side.poll, shares_text(side.rate)
    if poll.nothing_because is not None:
        return f"drains nothing: {poll.nothing_because} (due: {due})"
    which = f": {few_names(poll.drained)}" if poll.drained else ""
    return f"drains {count(len(poll.drained), 'machine')}{which} (due: {due})"


def _upgrade_lines(upgrade: Upgrade) -> Iterator[Paragraph]:
    yield Paragraph.of(
        f"What HTCondor {upgrade.after} decides differently from {upgrade.before}", "bold", space_before=True
    )
    for rule in upgrade.to_blame:
        mark = Mark.MORE if rule.holds(upgrade.after) else Mark.LESS
        yield Paragraph(((str(mark), _STYLES[mark]), (f" {rule.meaning} ({rule.decided_by.value})", "")))
    yield Paragraph.of(_harmless(upgrade), "dim")
    why = why_unknown(upgrade.after)
    if why is not None:
        yield Paragraph.of(f"What else HTCondor {upgrade.after} decides differently is not known: it is {why} that is.")


def _harmless(upgrade: Upgrade) -> str:
    """How many behaviours differ without effect on this cycle."""
    number = len(upgrade.changes) - len(upgrade.to_blame)
    other = "other " if upgrade.to_blame else ""
    if not number:
        return f"No {other}simulated behaviour differs."
    differ = "behaviour differs, but makes" if number == 1 else "behaviours differ, but make"
    return f"{number} {other}{differ} no difference in this cycle."


def _warnings(difference: Difference) -> Iterator[Paragraph]:
    for mark, warnings in ((Mark.MORE, difference.new_warnings), (Mark.LESS, difference.gone_warnings)):
        for warning in warnings:
            yield Paragraph(((str(mark), _STYLES[mark]), (f" {printable(warning)}", "")))


# Tables


def _style(mark: Mark | str) -> str:
    return _STYLES[Mark(mark)]


def figure_column(
    key: str,
    figure: Callable[[R], Figure | None],
    heading: str = "",
    *,
    write: Callable[[float], str] = amount,
    extra: bool = False,
    about: str = "",
) -> TableColumn[R]:
    """Before and after if the difference is visible, else once; sorted by the figure after. Blank without a figure.

    The column wraps between the two rather than truncate.
    """

    def later(record: R) -> float | None:
        # What is gone sorts by what it was: sorted as missing, a group of a hundred cores would come last.
        sides = figure(record)
        return None if sides is None else sides.before if sides.after is None else sides.after

    def text(record: R) -> str:
        sides = figure(record)
        return "" if sides is None else between(sides, write)

    # Without `sums`: a cell has two figures, and the total of the later ones would not say what differs.
    return TableColumn(
        key,
        heading or key,
        later,
        about=about,
        kind=Kind.FIGURES,
        text=text,
        extra=extra,
    )


class ChangeLine(Struct, frozen=True):
    """A change to the input: its mark, what is changed, and the values before and after."""

    mark: str
    what: str
    before: str
    after: str


CHANGES: Final = Table[ChangeLine]("plan changes", noun="change", scripts=False).of(
    TableColumn("mark", "", lambda line: line.mark, kind=Kind.TEXT, style=lambda line: _style(line.mark)),
    name_column("what", lambda line: line.what),
    TableColumn("before", "before", lambda line: line.before, kind=Kind.FIGURES),
    TableColumn("after", "after", lambda line: line.after, kind=Kind.FIGURES),
)


class ShiftLine(Struct, frozen=True):
    """What a submitter gains or loses, and whether that hangs on a second or a tie."""

    shift: Shift
    mark: Mark
    unstable: bool


def _by(line: ShiftLine) -> str:
    value = line.shift.by
    text = f"{'+' if value > 0 else ''}{amount(value)}" if line.shift.holds.differs else ""
    return f"{text}{'?' * line.unstable}"


SHIFTS: Final = Table[ShiftLine](
    "plan shifts", noun="submitter", scripts=False, group=lambda line: line.shift.group
).of(
    TableColumn("mark", "", lambda line: line.mark, kind=Kind.TEXT, style=lambda line: _style(line.mark)),
    name_column("submitter", lambda line: line.shift.submitter),
    figure_column("holds", lambda line: line.shift.holds, about="weight after the cycle"),
    # Empty where only jobs differ: 0 as a gain would look like a mistake.
    TableColumn("by", "by", lambda line: line.shift.by if line.shift.holds.differs else None, text=_by, sums=True),
    figure_column("jobs", lambda line: line.shift.jobs, "jobs\nstart", about="expected from the matches"),
)


def shift_tables(plan: Plan) -> Iterator[TableBlock]:
    """The tables of gains and losses."""
    hide = () if several_jobs(plan) else ("jobs",)
    for title, shifts, mark in (
        ("Who gains", plan.difference.gains, Mark.MORE),
        ("Who loses", plan.difference.losses, Mark.LESS),
    ):
        if shifts:
            lines = [ShiftLine(shift, mark, shift.submitter in plan.hanging) for shift in shifts]
            notes = [
                _hangs(reason)
                for reason in dict.fromkeys(plan.hanging[line.shift.submitter] for line in lines if line.unstable)
            ]
            yield SHIFTS.block(lines, title, notes=notes, hide=hide)


def _hangs(reason: Chance) -> str:
    if reason is Chance.LAST_HEARD_FROM:
        return f"? hangs on a tie ({reason}): resolved otherwise, it would be another"
    when = "earlier" if reason is Chance.LEASE_END else "later"
    return f"? hangs on a second ({reason}): a little {when} it would be another"


_WHYS: Final = Table[tuple[Why, Mark]]("plan reasons", noun="submitter", scripts=False).of(
    TableColumn("mark", "", lambda line: line[1], kind=Kind.TEXT, style=lambda line: _style(line[1])),
    name_column("submitter", lambda line: line[0].submitter),
    text_column("what led there", lambda line: why_text(line[0])),
)


def _why_table(plan: Plan) -> TableBlock:
    gains = {shift.submitter for shift in plan.difference.gains}
    lines = ((why, Mark.MORE if why.submitter in gains else Mark.LESS) for why in plan.whys)
    return _WHYS.block(lines, "Why")


class GroupDifferenceLine(Struct, frozen=True):
    """A group that differs, as the table of groups of a cycle has it: with its subgroups, or by itself."""

    group: GroupDifference
    itself: bool = False
    """By itself, below its line with its subgroups, which has its quotas."""

    @property
    def name(self) -> str:
        """The name, which says whether it is the group by itself."""
        return f"{self.group.name} itself" if self.itself else self.group.name

    @property
    def whole(self) -> bool:
        """Whether it stands for subgroups too."""
        return self.group.has_subgroups and not self.itself

    def figure(self, name: str) -> Figure:
        """Its demand or the like, with its subgroups unless it is the group by itself."""
        figure: Figure = getattr(self.group, f"subtree_{name}" if self.whole else name)
        return figure


GROUPS: Final = Table[GroupDifferenceLine]("plan groups", noun="group", by="holds", scripts=False).of(
    TableColumn("mark", "", lambda line: line.group.mark, kind=Kind.TEXT, style=lambda line: _style(line.group.mark)),
    name_column("group", lambda line: line.name),
    figure_column(
        "effective_quota", lambda line: None if line.itself else line.group.effective_quota, "effective\nquota"
    ),
    figure_column("subtree_quota", lambda line: None if line.itself else line.group.subtree_quota, "subtree\nquota"),
    figure_column("requested", lambda line: line.figure("requested"), "demand"),
    figure_column("in_use", lambda line: line.figure("in_use"), "in use"),
    figure_column("allocated", lambda line: line.figure("allocated")),
    # That of its own submitters.
    figure_column("limit", lambda line: None if line.whole else line.group.limit, write=limit_text),
    figure_column("holds", lambda line: line.figure("holds"), about="weight of its members after the cycle"),
)
_HIDDEN_IF_EQUAL: Final = ("subtree_quota", "requested", "in_use")
"""Columns that are hidden if no group differs in them."""
_OF_ITS_OWN: Final = ("requested", "in_use", "allocated", "limit", "holds")


def difference_lines(groups: Iterable[GroupDifference]) -> Iterator[GroupDifferenceLine]:
    """The groups that differ, each followed by itself if it has subgroups and differs without them too."""
    for group in groups:
        yield GroupDifferenceLine(group)
        itself = GroupDifferenceLine(group, itself=True)
        if group.has_subgroups and any(itself.figure(name).differs for name in _OF_ITS_OWN):
            yield itself


def group_table(groups: Sequence[GroupDifference]) -> TableBlock:
    """The groups that differ."""
    equal = [name for name in _HIDDEN_IF_EQUAL if not any(getattr(group, name).differs for group in groups)]
    nested = "groups include their subgroups" if any(group.has_subgroups for group in groups) else ""
    return GROUPS.block(difference_lines(groups), "Groups", hide=equal, notes=(nested,))


SUBMITTERS: Final = Table[SubmitterDifference](
    "plan submitters", noun="submitter", by="holds", scripts=False, group=lambda submitter: submitter.group
).of(
    TableColumn("mark", "", lambda line: line.mark, kind=Kind.TEXT, style=lambda line: _style(line.mark)),
    name_column("submitter", lambda submitter: submitter.name),
    figure_column("effective_priority", lambda submitter: submitter.effective_priority, "effective\npriority"),
    figure_column("share", lambda submitter: submitter.share, write=percent),
    figure_column("limit", lambda submitter: submitter.limit),
    figure_column("matches", lambda submitter: submitter.matches),
    figure_column("jobs", lambda submitter: submitter.jobs, "jobs\nstart", about="expected from the matches"),
    figure_column("preempted", lambda submitter: submitter.preempted, "lost", about="weight that others take from it"),
    figure_column("holds", lambda submitter: submitter.holds, about="weight after the cycle"),
)


def submitter_table(
    submitters: Sequence[SubmitterDifference], several: bool, flat: bool, notes: Sequence[str] = ()
) -> TableBlock:
    """Submitters below their groups, with names shortened accordingly unless `flat`."""
    preempts = any(submitter.preempted.before or submitter.preempted.after for submitter in submitters)
    # In a pool without groups, a title `<none>` over all submitters would say nothing.
    titled = not flat and any(submitter.group != ROOT for submitter in submitters)
    rows = []
    for group, members in groupby(submitters, lambda submitter: submitter.group):
        if titled:
            rows.append(SUBMITTERS.filled({"submitter": cell(group)}, title=True))
        for member in members:
            label = within_group(member.name, group) if titled else member.name
            rows.append(SUBMITTERS.row(member, label=label, depth=int(titled)))
    hide = (*(() if several else ("jobs",)), *(() if preempts else ("preempted",)))
    return SUBMITTERS.block(rows, "Submitters", hide=hide, notes=notes)


PLAN_FORMATS: Final = Formats[Plan](
    document=plan_document, rows=plan_rows, screen=lambda result, look: plan_blocks(result, look.view, look.zone)
)
