"""Accounting records, as a negotiator would reply from a ledger, or did reply; and from records to a listing.

A listing is built as condor_userprio does (`user_prio.cpp`: `CollectInfo`, `ProcessInfo`, `LineRecLT`), with one
exception: a value missing in a record counts as 0, where that program uses the value of the preceding record. Only for
whether somebody who holds slots is listed does that value count here, too.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import repeat
from operator import attrgetter, or_
from typing import Final

import msgspec
from msgspec import Struct, structs

from userprio.accounting import (
    AccountingRecord,
    PriorityRules,
    accounting_records,
    expire_leases,
    freeze_factors,
    join_legacy,
    legacy_ad,
    legacy_entries,
    legacy_records,
    limits_reported,
    modular_ad,
    published_group_ad,
    published_groups,
    record_of,
    split_legacy,
    stand_in,
)
from userprio.accounting.quotas import GroupTree
from userprio.base.cxx import std_sort
from userprio.base.naming import meant, the_only
from userprio.base.versions import Behaviour
from userprio.classad import Ad, Evaluator, Expr, is_true
from userprio.config import Config
from userprio.ledger import CUSTOMER_PREFIX, Ledger
from userprio.negotiation import Reported, before_any_cycle, reported
from userprio.pool import NegotiatorSettings, ScenarioData, fetched_submitters
from userprio.report.listing.model import (
    EVERYBODY,
    MOST,
    NOTHING,
    PRIORITIES,
    QUOTAS,
    Cell,
    Column,
    Layout,
    Listing,
    ListingOptions,
    Row,
    Subtree,
    Totals,
    weight_in_use,
)
from userprio.report.text import ROOT, printable, within_group

_PER_RECORD: Final = "USERPRIO_USE_NEGOTIATOR_MODULAR_QUERY"


def named(name: str, names: Sequence[str]) -> bool:
    """Whether a record is among the names, by legacy name or the part before its first `@`; no names means all."""
    return not names or any((name if "@" in want or want == ROOT else name.partition("@")[0]) == want for want in names)


def whole_names(names: Sequence[str], known: Iterable[str]) -> tuple[str, ...]:
    """The names as typed; one that is only the trailing part of a record's name is replaced by that name.

    Raises:
        NothingFound: a trailing part is ambiguous.
    """
    records = list(known) if names else []
    return tuple(
        name
        if any(named(record, [name]) for record in records) or not (result := meant(name, records))
        else the_only(name, result)
        for name in names
    )


class Query(msgspec.Struct, frozen=True):
    """Which records are asked for, and in what detail."""

    options: ListingOptions
    names: tuple[str, ...] = ()
    """Submitters and groups, by legacy name or the part before the first `@`; none: all."""
    constraints: tuple[Expr, ...] = ()
    """Conditions that must all be true of a record's ad."""
    rollup: bool = False
    """Groups include the usage of their subgroups."""
    published: bool = False
    """Only what the negotiator publishes in the collector at the end of a cycle: groups, and submitters with jobs."""
    complete: bool = False
    """All figures are wanted, not only those of the columns."""
    ads: bool = False
    """The records' ads are wanted as well."""

    @property
    def tool(self) -> Behaviour:
        """The behaviour of the condor_userprio that asks."""
        return self.options.tool

    @property
    def needs_cycle(self) -> bool:
        """Whether anything depends on a cycle: sort keys of groups, or their order by these, or shares."""
        if self.complete or self.ads or self.constraints:
            return True
        columns = (self.options.details or MOST) | self.options.required
        ordered = Column.PRIORITY in columns and self.options.layout in (None, Layout.HIERARCHICAL)
        return ordered or Column.SORT_KEY in columns

    def takes(self, name: str, ad: Ad, evaluator: Evaluator) -> bool:
        """Whether the query includes a record; conditions that are undefined or an error are not met."""
        return named(name, self.names) and all(
            is_true(evaluator.evaluate(condition, ad)) for condition in self.constraints
        )


class Records(msgspec.Struct, frozen=True):
    """The records asked for, with their ads if wanted."""

    records: Sequence[AccountingRecord]
    """For a table, the last record may stand in for all submitters that the table hides."""
    ads: Sequence[Ad]
    """An ad for each record; for a legacy reply, one for each number."""
    whole: Ad | None
    """The single ad of a legacy reply."""
    now: int
    more: int = 0
    """How many further submitters the last record stands in for."""
    groups: Sequence[AccountingRecord] | None = None
    """All groups, if only some records were asked for."""


def query_ledger(scenario: ScenarioData, query: Query, tree: GroupTree, evaluator: Evaluator) -> Records:
    """What a negotiator with this ledger, configuration, pool and group tree would reply.

    Raises:
        BadInput: a knob has a value that would stop a real negotiator.
    """
    rules = PriorityRules.from_config(scenario.config, [group.name for group in tree.groups])
    # A negotiator first ends expired leases, and creates a record for every configured group when it starts.
    ledger = expire_leases(scenario.ledger, scenario.now, rules.default_factor, scenario.versions.behaviour)
    if ledger.last_update_time > scenario.now:
        # An update dated before the last one only sets the time (`UpdatePriorities`).
        ledger = ledger.with_update_time(scenario.now)
    ledger = freeze_factors(ledger, [group.name for group in tree.groups], rules, _group_of(tree))
    scenario = structs.replace(scenario, ledger=ledger)
    known = _known(scenario, tree, query.needs_cycle)
    if query.rollup or not (query.names or _asks_for_records(scenario.config, query.tool)):
        return _legacy(scenario, tree, rules, known, query, evaluator)
    if query.published and scenario.pool:
        return _published(scenario, tree, rules, known, query, evaluator)
    group_of = _group_of(tree)

    def every_group() -> list[AccountingRecord]:
        names = [group.name for group in tree.groups if group.name in ledger.customers]
        return accounting_records(ledger, rules, group_of, known.groups, known.shares, names)

    if not (query.ads or query.constraints):
        # Records without their ads: of a hundred thousand submitters, a listing mostly shows ten.
        shown, hidden = parted(ledger, query)
        among = shown if query.names or hidden else None
        records = accounting_records(ledger, rules, group_of, known.groups, known.shares, among)
        if hidden:
            records.append(stand_in(ledger, rules, group_of, hidden))
        groups = every_group() if query.names else None
        return Records(records, (), None, scenario.now, max(len(hidden) - 1, 0), groups)
    names = [name for name in ledger.customers if named(name, query.names)]
    records = accounting_records(ledger, rules, group_of, known.groups, known.shares, names)
    ads = [modular_ad(record, ledger.ads.get(CUSTOMER_PREFIX + record.name, {})) for record in records]
    return Records(*_taken(records, ads, query, evaluator), None, scenario.now, groups=every_group())


def _asks_for_records(config: Config, tool: Behaviour) -> bool:
    """Whether the tool asks for separate records rather than for one numbered ad."""
    return config.boolean(_PER_RECORD) if config.is_set(_PER_RECORD) else tool.records_are_asked_for


def _group_of(tree: GroupTree) -> Callable[[str], str]:
    root = tree.root.name
    return (lambda name: tree.assigned(name).name) if tree.group_mode else lambda name: root


def _taken(
    records: Sequence[AccountingRecord], ads: Sequence[Ad], query: Query, evaluator: Evaluator
) -> tuple[list[AccountingRecord], list[Ad]]:
    """The records that the query includes, and their ads."""
    pairs = [(record, ad) for record, ad in zip(records, ads, strict=True) if query.takes(record.name, ad, evaluator)]
    return [record for record, _ in pairs], [ad for _, ad in pairs]


def _known(scenario: ScenarioData, tree: GroupTree, cycle: bool) -> Reported:
    """Figures of groups, and shares, which are computed from the pool because no ledger has them."""
    if scenario.pool and cycle:
        return reported(scenario)
    if not tree.group_mode:
        # Without groups, a negotiator computes nothing for the root either.
        return Reported(before_any_cycle(scenario.config), {})
    from userprio.negotiation import group_figures

    # Without a pool, these are the figures after a cycle over an empty one: a negotiator that runs has had a cycle.
    return Reported(group_figures(scenario), {})


def parted(ledger: Ledger, query: Query) -> tuple[list[str], list[str]]:
    """Of the names asked for, those whose records a listing needs, and the submitters that it only counts."""
    limit = hides_before(query.options)
    if limit is None:
        return [name for name in ledger.customers if not query.names or named(name, query.names)], []
    shown: list[str] = []
    hidden: list[str] = []
    for name, last_used in ledger.last_uses():
        if named(name, query.names):
            # Groups are never just counted, since quotas and policies of hidden ones decide about columns and totals.
            # Nor is whoever may hold slots, whose use is not recorded before the next update.
            holds = "@" in name and ledger.may_hold_slots(name)
            if holds and not last_used:
                # Whether such a one is listed, the record before decides, which may be anybody's (`_listed`).
                return [name for name in ledger.customers if named(name, query.names)], []
            counts = (last_used or -1) < limit and "@" in name and not holds
            (hidden if counts else shown).append(name)
    return shown, hidden


def hides_before(options: ListingOptions) -> int | None:
    """Submitters last used before this time (seconds since the epoch) are only counted; None: nobody is.

    It is None if the listing shows group numbers, since some of these depend on the number of preceding records.
    """
    every = options.activity_limit <= EVERYBODY or Column.GROUP_ID in options.details | options.required
    return None if every else options.activity_limit


def _published(
    scenario: ScenarioData, tree: GroupTree, rules: PriorityRules, known: Reported, query: Query, evaluator: Evaluator
) -> Records:
    """The ads in the collector (`forwardAccountingData`, `forwardGroupAccounting`).

    Of submitters, those with idle or running jobs that ever had slots; of groups, all that are configured, with 0 for
    usage that the ledger lacks.
    """
    ledger, group_of = scenario.ledger, _group_of(tree)
    settings = NegotiatorSettings.of(scenario)
    fetched, _ = fetched_submitters(scenario.pool.submitters, settings, evaluator)
    asking = {customer.name for customer in fetched}
    names = [
        name for name, customer in ledger.customers.items() if name in asking and customer.resources_used is not None
    ]
    users = accounting_records(ledger, rules, group_of, known.groups, known.shares, names)
    parents = {group.name: None if group.parent is None else tree.groups[group.parent].name for group in tree.groups}
    groups = published_groups(ledger, rules, group_of, known.groups, parents)
    ads = [published_group_ad(group) for group in groups]
    ads += [modular_ad(user, ledger.ads[CUSTOMER_PREFIX + user.name]) for user in users]
    return Records(*_taken([*groups, *users], ads, query, evaluator), None, scenario.now, groups=groups)


def _legacy(
    scenario: ScenarioData, tree: GroupTree, rules: PriorityRules, known: Reported, query: Query, evaluator: Evaluator
) -> Records:
    """The reply as one numbered ad, which `-grouprollup` asks for."""
    ledger = scenario.ledger
    parents = {group.name: None if group.parent is None else tree.groups[group.parent].name for group in tree.groups}
    records = legacy_records(
        ledger, rules, _group_of(tree), known.groups, parents, rollup=query.rollup, shares=known.shares
    )
    slots = () if scenario.pool is None else scenario.pool.slots
    limits = limits_reported(slots, ledger.resources, evaluator)
    legacy = legacy_ad(records, ledger.last_update_time, limits)
    # Without the limits: one whose name ends in digits would be taken for an attribute of the record of that number.
    ads = split_legacy(legacy_ad(records, ledger.last_update_time, {}))
    groups = [record for record in records if record.is_group]
    if query.names or query.constraints:
        records, ads = _taken(records, ads, query, evaluator)
        legacy = join_legacy(ads, legacy)
    return Records(records, ads, legacy, scenario.now, groups=groups)


def query_whole(legacy: Ad, query: Query, evaluator: Evaluator) -> Records:
    """The records of a reply in one numbered ad."""
    ads = split_legacy(legacy)
    groups = [record for record in legacy_entries(legacy, evaluator) if record.is_group]
    if query.names or query.constraints:
        ads = [ad for ad in ads if query.takes(_name(ad, evaluator), ad, evaluator)]
        legacy = join_legacy(ads, legacy)
    return Records(legacy_entries(legacy, evaluator), ads, legacy, evaluator.now, groups=groups)


def query_ads(ads: Sequence[Ad], query: Query, evaluator: Evaluator) -> Records:
    """The records of a reply with an ad for each."""
    pairs = [(record_of(ad, evaluator), ad) for ad in ads]
    taken = [(record, ad) for record, ad in pairs if record is not None and query.takes(record.name, ad, evaluator)]
    groups = [record for record, _ in pairs if record is not None and record.is_group]
    return Records([record for record, _ in taken], [ad for _, ad in taken], None, evaluator.now, groups=groups)


def _name(ad: Ad, evaluator: Evaluator) -> str:
    name = evaluator.attribute("Name", ad)
    return name if isinstance(name, str) else ""


_ROOT_NAMES: Final = frozenset({ROOT, "."})

LAST: Final = 3.4e38
"""Display order of whatever comes last; also the root's default sort key."""


class _Decisions(msgspec.Struct, frozen=True):
    """Decisions made before the first row."""

    shown: Column
    layout: Layout
    groups_hidden: bool
    users_hidden: bool
    all_in_root: bool


class _Placed(Struct, frozen=True):
    """A record with the number and order of its group."""

    record: AccountingRecord
    position: int
    number: int
    """The group's number: 0 for the root and its users, positive for groups with users, else negative."""
    order: float | None
    """The group's order in a hierarchical listing, lowest first; None if groups are not numbered."""


def build_listing(
    records: Sequence[AccountingRecord],
    options: ListingOptions,
    more: int = 0,
    groups: Sequence[AccountingRecord] | None = None,
) -> Listing:
    """Select, arrange and sort `records`, which are in the order of the negotiator's reply.

    The last record stands in for `more` hidden ones besides itself, which only count. `groups` are all groups, by
    default those among the records.
    """
    # Hidden records count as well, as in `CollectInfo`: a column may be there although all its cells are blank.
    shown = (options.details or MOST) & ~_empty_columns(records)
    places = _places(records, shown)
    entries = [_Placed(records[at], at, *places[at]) for at in _listed(records, options)]
    decisions = _decide(records, entries, shown, options)
    # Only where groups include their subgroups does a reply give groups a priority of 0 (`ReportGroups`).
    rolled_up = any(record.is_group and record.priority == 0 for record in records)
    policy = _total_surplus_policy(records)
    # Users who are not printed, since only quotas are asked for, still count in `Number of users`.
    users = sum(not entry.record.is_group for entry in entries)
    all_groups = sum(map(_is_configured_group, records))
    # Who asks for the root by its name wants to see it, even if no other group is listed; and beside the quotas of
    # groups, that of the users of no group.
    root_stays = not options.classic and (
        (options.selected and not users) or (decisions.users_hidden and all_groups > 0)
    )
    printed = _sorted(entries, decisions, policy == "regroup")
    # Sorted records are scattered in memory: an unnecessary pass over a hundred thousand of them takes a while.
    if decisions.users_hidden or users < len(entries):
        printed = [
            entry
            for entry in printed
            if not (decisions.groups_hidden if entry.record.is_group else decisions.users_hidden)
        ]
        if decisions.all_in_root and not root_stays:
            printed = _without_leading_root(printed)
    columns = tuple(decisions.shown | options.required)
    # Totals are sums over users: the use of a group is that of its members, and would count twice.
    counted = entries if options.only_groups else printed
    printed_users = [entry.record for entry in counted if not entry.record.is_group]
    return Listing(
        columns=columns,
        entries=tuple(map(_row, printed, _cells(printed, columns), repeat(decisions.layout))),
        totals=Totals(
            users=users,
            records=len(records) + more,
            groups=all_groups,
            surplus_policy=policy,
            in_use=sum(weight_in_use(record) for record in printed_users),
            usage=sum(record.weighted_accumulated_usage or 0.0 for record in printed_users),
            inactive_users=sum(not record.is_group for record in records) + more - users,
            inactive_groups=all_groups - sum(_is_configured_group(entry.record) for entry in entries),
        ),
        hierarchical=decisions.layout is Layout.HIERARCHICAL,
        users_hidden=decisions.users_hidden,
        usage_known=any(record.weighted_accumulated_usage is not None for record in records),
        longest_name=max((_name_length(entry, decisions) for entry in entries), default=0),
        last_update=records[0].last_update if records else 0,
        activity_limit=options.activity_limit,
        now=options.now,
        tool=options.tool,
        extra=options.required & ~(options.details or MOST),
        rolled_up=rolled_up,
        subtrees=_subtrees([record for record in records if record.is_group] if groups is None else groups, rolled_up),
    )


def _listed(records: Sequence[AccountingRecord], options: ListingOptions) -> Iterator[int]:
    """The positions of the records that are shown.

    Who holds slots for the first time has no last use until the next cycle. condor_userprio goes by that of the record
    before then, and hides some of them; whom it shows is shown in its text here, too.
    """
    borrowed = -1
    for position, record in enumerate(records):
        borrowed = borrowed if record.last_usage_time is None else record.last_usage_time
        first_use = record.last_usage_time is None and not record.is_group and weight_in_use(record) > 0
        if options.shows(record) or (first_use and options.in_order and borrowed >= options.activity_limit):
            yield position


def _subtrees(groups: Sequence[AccountingRecord], rolled_up: bool) -> dict[str, Subtree]:
    """Each group with its subgroups; if `rolled_up`, their use is in its own already."""
    names = {record.name.lower() for record in groups}
    below: dict[str, list[AccountingRecord]] = {}
    for record in groups:
        parts = [] if record.name in _ROOT_NAMES else record.name.lower().split(".")
        for name in {record.name.lower(), *(".".join(parts[:length]) for length in range(1, len(parts)))} & names:
            below.setdefault(name, []).append(record)
    subtrees = {}
    for record in groups:
        members, in_root = below[record.name.lower()], record.name in _ROOT_NAMES
        # Rolled up, the use of the root is that of the whole pool, and nothing says what users of no group have of it.
        own = None if in_root else record.weighted_resources_used
        figures = record.group_figures
        quota = None if figures is None else figures.effective_quota if in_root else figures.subtree_quota
        subtrees[record.name] = Subtree(
            in_use=own if rolled_up else _sum(member.weighted_resources_used for member in members),
            quota=quota,
            requested=_sum(member.group_figures.requested for member in members if member.group_figures is not None),
        )
    return subtrees


def _sum(values: Iterable[float | None]) -> float | None:
    """The sum of what is known; None if nothing is."""
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def _decide(
    records: Sequence[AccountingRecord], entries: Sequence[_Placed], shown: Column, options: ListingOptions
) -> _Decisions:
    asked = options.details or MOST
    layout = options.layout or Layout.HIERARCHICAL
    # Nothing is ordered by the priority of a group, so that a listing of priorities alone is one of users.
    priorities_only = asked | PRIORITIES == PRIORITIES
    if priorities_only and options.layout is None:
        layout = Layout.FLAT
    groups_hidden = priorities_only and layout is not Layout.HIERARCHICAL and not options.only_groups
    all_in_root = not any(entry.number > 0 for entry in entries)
    # With nobody in any group, a tree would do no more than indent all users.
    if all_in_root and layout is Layout.HIERARCHICAL:
        layout = Layout.FLAT
    users_have_quotas = any(record.group_figures is not None and not record.is_group for record in records)
    quotas_known = any(record.group_figures is not None for record in records)
    # In condor_userprio's text, groups without users lose their quotas.
    of_users = options.classic or any(not entry.record.is_group for entry in entries)
    pointless = not quotas_known or ((groups_hidden or (all_in_root and of_users)) and not users_have_quotas)
    if pointless and not options.keep_quotas:
        shown &= ~QUOTAS
    # Only groups have quotas: with no other column, the rows of users would be blank.
    users_hidden = options.only_groups or (shown != NOTHING and shown | QUOTAS == QUOTAS and not users_have_quotas)
    return _Decisions(shown, layout, groups_hidden, users_hidden, all_in_root)


def _empty_columns(records: Sequence[AccountingRecord]) -> Column:
    """Columns for which no record, hidden ones included, has a value."""
    empty = [column for column in Column if column.spec.filled and not any(map(column.spec.filled, records))]
    return reduce(or_, empty, NOTHING)


def _sorted(entries: Sequence[_Placed], decisions: _Decisions, root_last: bool) -> list[_Placed]:
    shown = decisions.shown
    by_order = bool(shown & (Column.PRIORITY | Column.IN_USE | Column.USAGE))
    base = _key(shown)
    if decisions.layout is Layout.GROUPS_FIRST:
        groups = [entry for entry in entries if entry.record.is_group]
        users = [entry for entry in entries if not entry.record.is_group]
        if groups and users and groups[-1].position > users[0].position:
            # If groups and users come mixed, as in a modular reply, HTCondor's own order is not intended.
            groups.sort(key=lambda entry: _breadth_first(entry.record.name))
        return groups + std_sort(users, base)
    if any(entry.order is not None for entry in entries):
        # Numbering sorts first: groups by name, the root, users. Ties in the sorts below keep this order.
        entries = std_sort(
            entries,
            lambda entry: (
                (int(_in_root(entry.record)), _name_key(entry.record.name))
                if entry.record.is_group
                else (2, base(entry))
            ),
        )
    if decisions.layout is Layout.FLAT:
        return std_sort(entries, base)
    return std_sort(
        entries,
        lambda entry: (
            # If the pool regroups, the root comes last; else where its key puts it, which by number is first.
            entry.number == 0 and root_last,
            (entry.order or 0.0) if by_order else 0.0,
            entry.number,
            (0, b"") if entry.record.is_group else (1, base(entry)),
        ),
    )


def _key(shown: Column) -> Callable[[_Placed], float | bytes]:
    """The sort key of records with the same group order and number."""
    if Column.PRIORITY in shown:
        return attrgetter("record.priority")
    if shown & (Column.IN_USE | Column.USAGE):
        return lambda entry: entry.record.weighted_accumulated_usage or 0.0
    return lambda entry: _name_key(entry.record.name)


def _without_leading_root(entries: Sequence[_Placed]) -> list[_Placed]:
    """Leave out a root that no other group precedes: without groups it says nothing."""
    others = (place for place, entry in enumerate(entries) if entry.record.is_group and not _in_root(entry.record))
    first = next(others, len(entries))
    return [entry for place, entry in enumerate(entries) if place >= first or not entry.record.is_group]


def _row(entry: _Placed, cells: tuple[Cell, ...], layout: Layout) -> Row:
    record = entry.record
    member = not record.is_group and layout is Layout.HIERARCHICAL
    label = within_group(record.name, record.accounting_group) if member and entry.number > 0 else record.name
    return Row(record, label, member, entry.number, entry.order, cells)


def _name_length(entry: _Placed, decisions: _Decisions) -> int:
    """Bytes of the name as shown; without its group, even if that is not listed and the name is shown whole."""
    record = entry.record
    length = len(printable(record.name).encode())
    if decisions.layout is Layout.HIERARCHICAL and not record.is_group:
        length += 2 - (len(printable(record.accounting_group).encode()) if entry.number else 0)
    return length


def _cells(entries: Sequence[_Placed], columns: Sequence[Column]) -> Iterable[tuple[Cell, ...]]:
    """The cells of each row, made column by column so that the column's function is looked up only once."""
    if not columns:
        return ((),) * len(entries)
    records = [entry.record for entry in entries]
    of_places: dict[Column, list[Cell]] = {
        Column.GROUP_ID: [entry.number for entry in entries],
        Column.GROUP_ORDER: [entry.order for entry in entries],
    }
    by_column = (map(column.spec.value, records) if column.spec.value else of_places[column] for column in columns)
    return zip(*by_column, strict=True)


def _name_key(name: str) -> bytes:
    """Names compare by their bytes."""
    return name.encode(errors="surrogateescape")


def _is_configured_group(record: AccountingRecord) -> bool:
    """Whether it is a group other than the root."""
    return record.is_group and record.name not in _ROOT_NAMES


def _in_root(record: AccountingRecord) -> bool:
    """Whether it is the root or belongs to no configured group."""
    return (record.name if record.is_group else record.accounting_group) in _ROOT_NAMES


def _places(records: Sequence[AccountingRecord], shown: Column) -> list[tuple[int, float | None]]:
    """The number and order of each record's group (`CollectInfo`).

    The root and its users have number 0. Groups with users are numbered from 1 by name; members get number and order of
    the first group named exactly as their `AccountingGroup`. Each group without users gets a negative number of its
    own; users whose group is not listed share one below all of those. Users of the root have the order of the root or,
    if that is not listed, of the first group by name.
    """
    # Below `-position` of every group, so that no group can have it.
    homeless = -2 * len(records)
    numbers = [
        0 if _in_root(record) else -position if record.is_group else homeless
        for position, record in enumerate(records, start=1)
    ]
    # Groups are numbered for their users only: without any, numbers stay negative, and there is no order.
    if homeless not in numbers:
        return [(number, None) for number in numbers]
    groups = std_sort(
        [(position, record) for position, record in enumerate(records) if record.is_group],
        lambda pair: (_in_root(pair[1]), _name_key(pair[1].name)),
    )
    keyed = any(record.group_figures and record.group_figures.sort_key is not None for record in records)
    of_position = {
        position: _place(record, number, shown, keyed) for number, (position, record) in enumerate(groups, start=1)
    }
    # Backwards, so that of several groups with the same name the first one counts.
    of_name = {record.name: of_position[position] for position, record in reversed(groups)}
    roots = [order for number, order in of_position.values() if number == 0]
    first = next((order for _, order in of_position.values()), None)
    root_user = 0, roots[-1] if roots else first
    return [
        of_position[position]
        if record.is_group
        else root_user
        if _in_root(record)
        else of_name.get(record.accounting_group, (homeless, None))
        for position, record in enumerate(records)
    ]


def _place(record: AccountingRecord, number: int, shown: Column, keyed: bool) -> tuple[int, float | None]:
    """With effective priorities, groups are ordered by sort key (without any, by effective priority); with usage, by
    their own usage in hours; else by number."""
    root = _in_root(record)
    if Column.PRIORITY in shown:
        if keyed:
            order = (record.group_figures and record.group_figures.sort_key) or 0.0
        else:
            order = LAST if root else record.priority
    elif shown & (Column.IN_USE | Column.USAGE):
        order = (record.weighted_accumulated_usage or 0.0) / 3600
    else:
        order = LAST if root else float(number)
    return (0 if root else number), order


def _breadth_first(name: str) -> tuple[int, tuple[str, ...]]:
    """Sort key that puts the root first, then groups level by level, siblings by name ignoring case."""
    if name in _ROOT_NAMES:
        return 0, ()
    path = tuple(name.lower().split("."))
    return len(path), path


def _total_surplus_policy(records: Sequence[AccountingRecord]) -> str | None:
    """The surplus policy shown on the line of totals."""
    figures = [record.group_figures for record in records if record.is_group and record.group_figures]
    # Of hidden groups as well: the root always has a policy, so that with groups the total is never blank.
    policies = [(figure.surplus_policy or "").lower() for figure in reversed(figures)]
    return next((policy for policy in policies if policy in ("byquota", "regroup")), None)
