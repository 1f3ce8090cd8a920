"""What a listing of quotas says that groups have in use, against the cycle that begins with it."""

import pytest

from tests.negotiation.recorded import each_pool, recorded, rerun
from userprio.accounting.quotas import build_tree
from userprio.classad import Evaluator
from userprio.negotiation import summarise
from userprio.report.listing import EVERYBODY, QUOTAS, ListingOptions, build_listing
from userprio.report.listing.build import Query, query_ledger


@each_pool
def test_groups_have_in_use_and_demand_what_a_cycle_begins_with(name: str) -> None:
    scenario = recorded(name).scenario
    options = ListingOptions(now=scenario.now, details=QUOTAS, keep_quotas=True, active_since=EVERYBODY, classic=False)
    answer = query_ledger(scenario, Query(options), build_tree(scenario.config), Evaluator(scenario.now))
    subtrees = build_listing(answer.records, options, answer.more, answer.groups).subtrees
    outcome = rerun(name)
    # A negotiator that just started counts what is in use by the slots, of which some ledgers know nothing yet.
    users = (customer for customer in scenario.ledger.customers.values() if "@" in customer.name)
    counted = sum(user.weighted_resources_used or 0.0 for user in users) == pytest.approx(outcome.pool.in_use)
    for group in summarise(outcome).groups:
        cycle = group.alone if group.name == "<none>" else group.whole
        listed = subtrees[group.name]
        assert (listed.quota, listed.requested) == pytest.approx((cycle.quota, cycle.requested), abs=1e-3)
        assert not counted or (listed.in_use or 0.0) == pytest.approx(cycle.held, abs=1e-3)
