"""What listings show of groups: quotas and demand of a pool as it stands, without negotiating."""

from userprio.accounting import GroupFigures
from userprio.classad import Evaluator
from userprio.ledger import Ledger
from userprio.pool import NegotiatorSettings, Scenario, demand_of, fetched_slots, fetched_submitters, pool_weights
from userprio.quotas import (
    QuotaSettings,
    assign_quotas,
    build_tree,
    first_round,
    open_round,
)


def group_figures(scenario: Scenario) -> dict[str, GroupFigures]:
    """Figures of every group, by name, as a negotiator reports them after a cycle over this pool.

    Sort keys are those of a round that begins with the usage that the ledger holds. An empty pool gives zeros.

    Raises:
        BadInput: a knob has a value that would stop a real negotiator.
    """
    pool, config = scenario.pool, scenario.config
    negotiator, settings = NegotiatorSettings.from_config(config), QuotaSettings.from_config(config)
    tree, evaluator = build_tree(config), Evaluator(scenario.now)
    slots, _ = fetched_slots(pool.slots, negotiator, evaluator)
    submitters, _ = fetched_submitters(pool.submitters, negotiator, evaluator)
    demand = demand_of(submitters, tree, settings)
    usage = [_in_use(scenario.ledger, group.name) for group in tree.groups]
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
        )
        for group in tree.groups
    }


def _in_use(ledger: Ledger, name: str) -> float:
    customer = ledger.customers.get(name)
    return 0.0 if customer is None else customer.weighted_resources_used or 0.0
