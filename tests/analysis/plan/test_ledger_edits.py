"""Several edits as one."""

from hypothesis import given
from hypothesis import strategies as st

from tests.negotiation.builders import DOMAIN, NOW, priorities
from userprio.accounting import Edit, EditAction, EditError, PriorityRules, plan_edit
from userprio.analysis.plan import LedgerChange
from userprio.analysis.plan.comparison import plan_edits
from userprio.ledger import Ledger, reversal
from userprio.ledger.ledger import changes_between

RULES = PriorityRules()
NAMES = [f"{user}@{DOMAIN}" for user in ("ada", "ben", "eve")]


def ledger() -> Ledger:
    """Ada's factor lease has run out, Ben's floor lease has not, and Eve has neither."""
    return priorities(
        {"ada": 500, "ben": 500, "eve": 500},
        PriorityFactorLeaseExpiration={"ada": NOW - 5},
        PriorityFactorPreLeaseValue={"ada": 300.0},
        FloorLeaseExpiration={"ben": NOW + 5},
        Floor={"ben": 4},
    )


def group_of(name: str) -> str:
    return "<none>"


leased = st.sampled_from([None, 60])
edits = st.lists(
    st.one_of(
        st.builds(
            Edit,
            st.just(EditAction.SET_FACTOR),
            st.sampled_from(NAMES).map(lambda name: (name,)),
            st.sampled_from([300.0, 2000.0]),
            leased,
        ),
        st.builds(
            Edit,
            st.just(EditAction.SET_FLOOR),
            st.sampled_from(NAMES).map(lambda name: (name,)),
            st.sampled_from([0, 7]),
            leased,
        ),
        st.builds(Edit, st.just(EditAction.DELETE), st.sampled_from(NAMES).map(lambda name: (name,))),
    ),
    max_size=5,
)


@given(edits)
def test_they_come_to_what_one_after_the_other_comes_to_and_can_be_taken_back(made: list[Edit]) -> None:
    start = step = ledger()
    try:
        for edit in made:
            step = step.replay(plan_edit(edit, step, NOW, RULES, group_of, create=True).records)
    except EditError:
        # A second lease while one is in effect; the whole is refused then.
        return
    plan = plan_edits([LedgerChange(edit, create=True) for edit in made], start, NOW, RULES, group_of)
    after = start.replay(plan.records)
    assert after.ads == step.ads
    # What is taken back is all but the leases that had run out, and only they are left.
    back = after.replay(reversal(plan.changes, after))
    left = {(change.key, change.attribute) for change in plan.ended}
    every = list(plan.records)
    differing = {(change.key, change.attribute) for change in changes_between(start.ads, back.ads, every)}
    assert differing == left
