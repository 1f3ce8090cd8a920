"""The accounting records for a listing, as a negotiator would reply from a ledger, or did reply."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

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
from userprio.base.naming import meant, the_only
from userprio.base.versions import Behaviour
from userprio.classad import Ad, Evaluator, Expr, is_true
from userprio.config import Config
from userprio.ledger import CUSTOMER_PREFIX, Ledger
from userprio.negotiation import Reported, before_any_cycle, reported
from userprio.pool import NegotiatorSettings, ScenarioData, fetched_submitters
from userprio.report.listing.columns import MOST, Column
from userprio.report.listing.model import EVERYBODY, Layout, ListingOptions
from userprio.report.text import ROOT

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


@dataclass(frozen=True, slots=True)
class Query:
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


@dataclass(frozen=True, slots=True)
class Records:
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
    scenario = replace(scenario, ledger=ledger)
    known = _known(scenario, tree, query.needs_cycle)
    if query.rollup or not (query.names or _asks_for_records(scenario.config, query.tool)):
        return _legacy(scenario, tree, rules, known, query, evaluator)
    if query.published and scenario.pool:
        return _published(scenario, tree, rules, known, query, evaluator)
    group_of = _group_of(tree)
    if not (query.ads or query.constraints):
        # Records without their ads: of a hundred thousand submitters, a listing mostly shows ten.
        shown, hidden = parted(ledger, query)
        among = shown if query.names or hidden else None
        records = accounting_records(ledger, rules, group_of, known.groups, known.shares, among)
        if hidden:
            records.append(stand_in(ledger, rules, group_of, hidden))
        return Records(records, (), None, scenario.now, more=max(len(hidden) - 1, 0))
    names = [name for name in ledger.customers if named(name, query.names)]
    records = accounting_records(ledger, rules, group_of, known.groups, known.shares, names)
    ads = [modular_ad(record, ledger.ads.get(CUSTOMER_PREFIX + record.name, {})) for record in records]
    return Records(*_taken(records, ads, query, evaluator), None, scenario.now)


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
            counts = (last_used or -1) < limit and "@" in name and not ledger.may_hold_slots(name)
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
    return Records(*_taken([*groups, *users], ads, query, evaluator), None, scenario.now)


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
    if query.names or query.constraints:
        records, ads = _taken(records, ads, query, evaluator)
        legacy = join_legacy(ads, legacy)
    return Records(records, ads, legacy, scenario.now)


def query_whole(legacy: Ad, query: Query, evaluator: Evaluator) -> Records:
    """The records of a reply in one numbered ad."""
    ads = split_legacy(legacy)
    if query.names or query.constraints:
        ads = [ad for ad in ads if query.takes(_name(ad, evaluator), ad, evaluator)]
        legacy = join_legacy(ads, legacy)
    return Records(legacy_entries(legacy, evaluator), ads, legacy, evaluator.now)


def query_ads(ads: Sequence[Ad], query: Query, evaluator: Evaluator) -> Records:
    """The records of a reply with an ad for each."""
    pairs = [(record_of(ad, evaluator), ad) for ad in ads]
    taken = [(record, ad) for record, ad in pairs if record is not None and query.takes(record.name, ad, evaluator)]
    return Records([record for record, _ in taken], [ad for _, ad in taken], None, evaluator.now)


def _name(ad: Ad, evaluator: Evaluator) -> str:
    name = evaluator.attribute("Name", ad)
    return name if isinstance(name, str) else ""
