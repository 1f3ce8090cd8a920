"""The accounting records that a listing is about: from the ledger, as a negotiator would answer, or from a file."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

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
    record_of,
    split_legacy,
    stand_ins,
)
from userprio.classad import Ad, ClassAdSyntaxError, Evaluator, Expr, is_true, parse
from userprio.cli.environment import Environment
from userprio.cli.inputfile import read_legacy
from userprio.cli.loading import load_scenario
from userprio.cli.options import Shared
from userprio.cli.request import ListingRequest, named
from userprio.cli.showing import show
from userprio.errors import BadInput, placed
from userprio.formats import Format
from userprio.ledger import CUSTOMER_PREFIX, Ledger
from userprio.negotiation import Reported, before_any_cycle, reported
from userprio.pool.scenario import Scenario
from userprio.quotas import GroupTree, build_tree
from userprio.report import Ads, Column, Layout, ListingOptions, autoformat_text, build_listing
from userprio.report.listing import EVERYBODY, MOST

_OLD_QUERY: Final = "USERPRIO_USE_NEGOTIATOR_MODULAR_QUERY"


class BadConstraint(BadInput):
    """A constraint that is no expression; `hint` is its text."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The records that were asked for, with their ads where those are wanted."""

    records: Sequence[AccountingRecord]
    """Where a table is asked for, submitters that it hides have a record that stands in for theirs."""
    ads: Sequence[Ad]
    """One for each record; of a legacy answer one for each number."""
    whole: Ad | None
    """The single ad of a legacy answer."""
    now: int


@dataclass(frozen=True, slots=True)
class _Selection:
    """Who is asked for."""

    names: tuple[str, ...]
    constraints: tuple[Expr, ...]
    evaluator: Evaluator

    @property
    def everybody(self) -> bool:
        return not (self.names or self.constraints)

    def takes(self, name: str, ad: Ad) -> bool:
        """Undefined and wrong conditions are not met."""
        return named(name, self.names) and all(
            is_true(self.evaluator.evaluate(condition, ad)) for condition in self.constraints
        )


def answer(request: ListingRequest, shared: Shared, env: Environment) -> Answer:
    """Find the records that are asked for.

    Raises:
        BadInput: for a file that cannot be read or makes no sense, and `BadConstraint` for a constraint.
    """
    constraints = tuple(_condition(text) for text in request.constraints)
    if request.input_file is not None:
        now = int(env.clock()) if shared.now is None else shared.now
        selection = _Selection(request.names, constraints, Evaluator(now, zone=env.zone))
        return _of_file(read_legacy(request.input_file, env), selection)
    if shared.live:
        return _of_pool(request, constraints, shared, env)
    scenario = load_scenario(shared, env)
    selection = _Selection(request.names, constraints, Evaluator(scenario.now, zone=env.zone))
    tree = build_tree(scenario.config)
    env.warn_all(placed(warning.message, warning.path, warning.line) for warning in tree.warnings)
    rules = PriorityRules.from_config(scenario.config, [group.name for group in tree.groups])
    # A negotiator ends leases before it does anything, and makes a record of every configured group when it starts.
    ledger = expire_leases(scenario.ledger, scenario.now, rules.default_factor)
    ledger = freeze_factors(ledger, [group.name for group in tree.groups], rules, _group_of(tree))
    scenario = replace(scenario, ledger=ledger)
    env.warn_all(scenario.pool.problems)
    known = _known(scenario, tree, needs_cycle(request, shared))
    if request.rollup or not (request.names or scenario.config.boolean(_OLD_QUERY)):
        return _legacy(scenario, tree, rules, known, selection, rollup=request.rollup)
    if not (request.raw or _is_long(shared) or constraints):
        return _listed(scenario, tree, rules, known, request)
    return _modular(scenario, tree, rules, known, selection)


def show_answer(found: Answer, request: ListingRequest, shared: Shared, env: Environment) -> None:
    """Write the records: what `--autoformat` or `--long` asks for, else in the form of `--format`."""
    if request.autoformat is not None:
        evaluator = Evaluator(found.now, zone=env.zone)
        env.stdout.write(autoformat_text(found.ads, request.autoformat, evaluator, env.zone))
    elif request.long or _is_long(shared):
        show(Ads(found.ads, found.whole, request.modular), Format.LONG, env)
    else:
        show(build_listing(found.records, request.options(found.now)), shared.format, env)


def _condition(text: str) -> Expr:
    try:
        return parse(text)
    except ClassAdSyntaxError as error:
        raise BadConstraint(f"the constraint is no expression: {error.message}", hint=text) from error


def _group_of(tree: GroupTree) -> Callable[[str], str]:
    return lambda name: tree.assigned(name).name


def _is_long(shared: Shared) -> bool:
    return shared.format is Format.LONG


def needs_cycle(request: ListingRequest, shared: Shared) -> bool:
    """Whether anything is shown that only a whole cycle tells: groups' sort keys, or by them their order; shares."""
    tables = shared.format in (Format.AUTO, Format.TABLE, Format.CLASSIC)
    if request.raw or request.constraints or not tables:
        return True
    details = request.details or MOST
    ordered = Column.PRIORITY in details and request.layout in (None, Layout.HIERARCHICAL)
    return ordered or Column.SORT_KEY in details


def _known(scenario: Scenario, tree: GroupTree, cycle: bool) -> Reported:
    """Figures of the groups and shares: none of them is in a ledger, all follow from the pool."""
    if scenario.pool and cycle:
        return reported(scenario)
    if not scenario.pool or not tree.group_mode:
        # Without groups a negotiator works nothing out for the root either.
        return Reported(before_any_cycle(scenario.config), {})
    from userprio.negotiation import group_figures

    return Reported(group_figures(scenario), {})


def _listed(
    scenario: Scenario, tree: GroupTree, rules: PriorityRules, known: Reported, request: ListingRequest
) -> Answer:
    """The records without their ads; of a hundred thousand submitters a listing mostly shows ten."""
    ledger, group_of = scenario.ledger, _group_of(tree)
    names = [name for name in ledger.customers if named(name, request.names)]
    hidden = left_out(names, ledger, request.options(scenario.now))
    shown = set(names).difference(hidden)
    records = accounting_records(ledger, rules, group_of, known.groups, known.shares, shown)
    return Answer([*records, *stand_ins(ledger, rules, group_of, hidden)], (), None, scenario.now)


def left_out(names: Iterable[str], ledger: Ledger, options: ListingOptions) -> list[str]:
    """The submitters that a listing counts and does not show.

    Nobody where it shows the numbers of groups: some of those tell how many records come before the group.
    """
    if options.activity_limit <= EVERYBODY or Column.GROUP_ID in options.details:
        return []
    return [name for name in names if "@" in name and not options.shows(ledger.last_used(name))]


def _modular(
    scenario: Scenario, tree: GroupTree, rules: PriorityRules, known: Reported, selection: _Selection
) -> Answer:
    """One ad for each record."""
    ledger = scenario.ledger
    names = [name for name in ledger.customers if named(name, selection.names)]
    records = accounting_records(ledger, rules, _group_of(tree), known.groups, known.shares, names)
    pairs = [
        (record, modular_ad(record, ledger.ads.get(CUSTOMER_PREFIX + record.name, _NOTHING))) for record in records
    ]
    pairs = [(record, ad) for record, ad in pairs if selection.takes(record.name, ad)]
    return Answer([record for record, _ in pairs], [ad for _, ad in pairs], None, scenario.now)


_NOTHING: Final[Mapping[str, str]] = {}


def _legacy(
    scenario: Scenario, tree: GroupTree, rules: PriorityRules, known: Reported, selection: _Selection, *, rollup: bool
) -> Answer:
    """One numbered ad, as `-grouprollup` asks for it."""
    ledger = scenario.ledger
    parents = {group.name: None if group.parent is None else tree.groups[group.parent].name for group in tree.groups}
    records = legacy_records(ledger, rules, _group_of(tree), known.groups, parents, rollup=rollup, shares=known.shares)
    slots = () if scenario.pool is None else scenario.pool.slots
    limits = limits_reported(slots, ledger.resources, selection.evaluator)
    whole = legacy_ad(records, ledger.last_update_time, limits)
    # Without the limits: one whose name ends in digits would pass for an attribute of the record of that number.
    ads = split_legacy(legacy_ad(records, ledger.last_update_time, {}))
    if not selection.everybody:
        pairs = [(record, ad) for record, ad in zip(records, ads, strict=True) if selection.takes(record.name, ad)]
        records, ads = [record for record, _ in pairs], [ad for _, ad in pairs]
        whole = join_legacy(ads, whole)
    return Answer(records, ads, whole, scenario.now)


def _of_file(whole: Ad, selection: _Selection) -> Answer:
    ads = split_legacy(whole)
    if not selection.everybody:
        ads = [ad for ad in ads if selection.takes(_name(ad, selection.evaluator), ad)]
        whole = join_legacy(ads, whole)
    return Answer(legacy_entries(whole, selection.evaluator), ads, whole, selection.evaluator.now)


def _of_pool(request: ListingRequest, constraints: tuple[Expr, ...], shared: Shared, env: Environment) -> Answer:
    """What a running pool answers."""
    from userprio.cli.pools import ask

    now = int(env.clock()) if shared.now is None else shared.now
    selection = _Selection(request.names, constraints, Evaluator(now, zone=env.zone))
    found = ask(request, shared, env)
    if isinstance(found, Ad):
        return _of_file(found, selection)
    pairs = [(record_of(ad, selection.evaluator), ad) for ad in found]
    taken = [(one, ad) for one, ad in pairs if one is not None and selection.takes(one.name, ad)]
    return Answer([one for one, _ in taken], [ad for _, ad in taken], None, now)


def _name(ad: Ad, evaluator: Evaluator) -> str:
    name = evaluator.attribute("Name", ad)
    return name if isinstance(name, str) else ""
