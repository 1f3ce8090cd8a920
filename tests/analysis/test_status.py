"""The state of a pool on one page: its figures are those of the cycle's summary, and add up."""

import pytest

import userprio
from userprio.analysis.status import status
from userprio.negotiation import summarise

EXAMPLES = ("physics", "fairshare", "research", "pie")


@pytest.mark.parametrize("example", EXAMPLES)
def test_what_members_at_the_top_hold_want_and_have_waiting_adds_up_to_the_pool(example: str) -> None:
    cycle = userprio.load(example).negotiate()
    state = status(cycle)
    top = [member for member in state.members if member.parent is None]
    assert sum(member.in_use for member in top) == pytest.approx(state.in_use)
    assert sum(member.won for member in top) == pytest.approx(state.summary.weight)
    assert sum(member.idle_left for member in top) == state.summary.idle_left == summarise(cycle).idle_left


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_reasons_account_for_every_idle_job_left(example: str) -> None:
    state = status(userprio.load(example).negotiate())
    assert sum(entry.jobs for entry in state.summary.waiting) == state.summary.idle_left
    assert [entry.jobs for entry in state.summary.waiting] == sorted(
        (entry.jobs for entry in state.summary.waiting), reverse=True
    )


@pytest.mark.parametrize("example", EXAMPLES)
def test_slots_that_pass_to_others_are_those_that_their_users_lose(example: str) -> None:
    state = status(userprio.load(example).negotiate())
    losses = {submitter.name: submitter.lost for submitter in state.summary.submitters if submitter.lost}
    assert {loser.name: loser.weight for loser in state.summary.losers} == losses


def test_who_loses_most_slots_comes_first() -> None:
    """Six of ada's fourteen slots are beyond her share, and fay's jobs are those of a nice user."""
    losers = status(userprio.load("fairshare").negotiate()).summary.losers
    assert [(loser.name, loser.slots) for loser in losers] == [("ada@example.org", 6), ("nice-user.fay@example.org", 1)]


def test_a_group_over_its_quota_uses_what_its_siblings_leave_the_least_used_first() -> None:
    """With a quota of 20 the groups cosmo (36 in use) and none else is over; bio leaves 111 of 141, ml 62.4 of 70.4."""
    members = {
        m.name: m for m in status(userprio.load("research", knobs={"GROUP_QUOTA_cosmo": "20"}).negotiate()).members
    }
    assert members["cosmo"].over == 16
    assert members["cosmo"].lenders[:2] == ("bio", "ml")
    assert not members["bio"].over and not members["bio"].lenders


def test_subgroups_follow_their_group_and_say_which_it_is() -> None:
    members = status(userprio.load("research").negotiate()).members
    assert [(m.name, m.parent, m.depth) for m in members[:3]] == [
        ("bio", None, 0),
        ("bio.genomics", "bio", 1),
        ("bio.genomics.assembly", "bio.genomics", 2),
    ]
