"""Figures of groups and shares for listings, worked out without negotiating or by a dry run of a cycle."""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from userprio.accounting import (
    GroupFigures,
    GroupOf,
    PieShare,
    PriorityRules,
    claims,
    effective_priority,
    recount,
    start_up,
)
from userprio.accounting.quotas import Group, QuotaSettings, assign_quotas, build_tree, first_round, open_round
from userprio.classad import Evaluator
from userprio.config import Config
from userprio.ledger import Customer, Ledger
from userprio.negotiation.observer import CycleObserver
from userprio.negotiation.shares import normalise
from userprio.pool import (
    NegotiatorSettings,
    ScenarioData,
    demand_of,
    fetched_slots,
    fetched_submitters,
    pool_weights,
    priority_rules,
)


def group_figures(scenario: ScenarioData) -> dict[str, GroupFigures]:
    """Figures of every group, by name, as a negotiator reports them after a cycle over this pool.

    Sort keys are those of a round that begins with the usage in the ledger. In an empty pool effective quotas are 0.

    Raises:
        BadInput: a knob has a value that would stop a real negotiator.
    """
    pool, config = scenario.pool, scenario.config
    negotiator, settings = NegotiatorSettings.of(scenario), QuotaSettings.from_config(config)
    tree, evaluator = build_tree(config), Evaluator(scenario.now)
    slots, _ = fetched_slots(pool.slots, negotiator, evaluator)
    submitters, _ = fetched_submitters(pool.submitters, negotiator, evaluator)
    demand = demand_of(submitters, tree, settings)
    customers = (scenario.ledger.customers.get(group.name) or Customer(group.name) for group in tree.groups)
    usage = [customer.weighted_resources_used or 0.0 for customer in customers]
    quotas = assign_quotas(tree, pool_weights(slots, negotiator, evaluator).quota, settings)
    opened = open_round(first_round(tree, quotas, demand, usage), settings, evaluator, [0.0] * len(tree.groups))
    return {
        group.name: GroupFigures(
            effective_quota=opened.quotas.effective[group.number],
            config_quota=group.configured,
            subtree_quota=opened.quotas.subtree[group.number],
            sort_key=opened.keys[group.number],
            surplus_policy=group.surplus_policy,
            requested=demand[group.number],
            static=_is_static(group),
        )
        for group in tree.groups
    }


def with_use_of_slots(scenario: ScenarioData) -> ScenarioData:
    """The scenario with a ledger that says what the slots have in use, if its own was never updated.

    A negotiator without a ledger writes one when it starts, and counts in it who holds slots (`Accountant::Initialize`,
    `CheckMatches`).

    Raises:
        BadInput: a knob has a value that would stop a real negotiator.
    """
    if scenario.ledger.last_update_time or not scenario.pool.slots:
        return scenario
    settings, evaluator, now = NegotiatorSettings.of(scenario), Evaluator(scenario.now), scenario.now
    rules, group_of = priority_rules(scenario.config)
    groups = [group.name for group in build_tree(scenario.config).groups]
    slots, _ = fetched_slots(scenario.pool.slots, settings, evaluator)
    ledger = start_up(scenario.accounts, now, rules, groups, group_of)
    return replace(scenario, ledger=recount(ledger, claims(slots, settings.charging, evaluator), now, group_of))


def standing_shares(ledger: Ledger, rules: PriorityRules, group_of: GroupOf, names: Iterable[str]) -> dict[str, float]:
    """The share of each of these submitters in the pie of its group, 0 to 1, if all ask for more than they get."""
    pies: dict[str, list[str]] = {}
    for name in names:
        pies.setdefault(group_of(name), []).append(name)
    shares: dict[str, float] = {}
    for group, members in pies.items():
        priorities = {
            name: effective_priority(ledger.customers.get(name) or Customer(name), group, rules) for name in members
        }
        pie = normalise(members, priorities.__getitem__)
        shares |= {name: pie.share(priorities[name]) for name in members}
    return shares


class _Shares(CycleObserver):
    """The share of each submitter in the first spin of the last pass in which its turn came (`negotiateWithGroup`)."""

    def __init__(self) -> None:
        self.of: dict[str, PieShare] = {}

    def turn(self, submitter: str, spin: int, share: float, pie: float) -> None:
        if spin == 1:
            self.of[submitter] = PieShare(share, share * pie)


class Reported(Struct, frozen=True):
    """What a negotiator reports from memory and no ledger contains."""

    groups: Mapping[str, GroupFigures]
    """By name, for every configured group; without groups only `<none>`, with zeros."""
    shares: Mapping[str, PieShare]
    """By name, for the submitters whose turn came, including those with only running jobs."""


def reported(scenario: ScenarioData) -> Reported:
    """What a negotiator reports after a cycle over this pool; sort keys are those of the cycle's last round.

    The cycle is run at the ledger's last update of priorities, or at `now` if there was none or it is later: a ledger
    written by a cycle over the pool gives what that cycle left, since matches do not change priorities.

    Raises:
        BadInput: a knob has a value that would stop a real negotiator.
    """
    # Without a pool there is no cycle, and the engine need not be there.
    from userprio.negotiation.cycle import negotiate

    updated = scenario.ledger.last_update_time
    shares = _Shares()
    outcome = negotiate(replace(scenario, now=min(updated, scenario.now)) if updated else scenario, observer=shares)
    figures = before_any_cycle(scenario.config)
    for group in outcome.groups:
        figures[group.name] = GroupFigures(
            effective_quota=group.effective_quota,
            config_quota=group.configured_quota,
            subtree_quota=group.subtree_quota,
            sort_key=group.sort_key,
            surplus_policy=figures[group.name].surplus_policy,
            requested=group.requested,
            static=figures[group.name].static,
        )
    return Reported(figures, shares.of)


def _is_static(group: Group) -> bool | None:
    return None if group.parent is None else group.static


def before_any_cycle(config: Config) -> dict[str, GroupFigures]:
    """The groups' figures in a negotiator that has not negotiated yet."""
    return {
        group.name: GroupFigures(0.0, group.configured, 0.0, 0.0, group.surplus_policy, 0.0, _is_static(group))
        for group in build_tree(config).groups
    }
