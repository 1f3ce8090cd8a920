"""Random small pools: the engine decides as the plain telling of the rules in `obvious` does."""

from collections import Counter

import pytest

from tests.negotiation import obvious
from tests.negotiation.builders import DOMAIN, NOW, configured, priorities
from tests.negotiation.random_pools import Draw, Owner, draw
from userprio.classad import Ad
from userprio.negotiation import FIRST_CYCLE, Outcome, Pool, negotiate


def engine(drawn: Draw) -> Outcome:
    """The cycle as the engine runs it."""
    waiting = [ad for owner in drawn.owners for ad, _ in owner.jobs]
    ledger = priorities(drawn.priorities, Floor=drawn.floors, Ceiling=drawn.ceilings)
    pool = Pool(tuple(drawn.slots), tuple(drawn.submitters), tuple(waiting))
    previous = FIRST_CYCLE if drawn.first_cycle else None
    return negotiate(pool, ledger, configured(drawn.configuration), NOW, previous)


def plain(drawn: Draw) -> obvious.Told:
    """The same cycle, plainly."""
    names = {user: f"{user}@{DOMAIN}" for user in drawn.priorities}
    submitters = []
    for owner in drawn.owners:
        jobs = [
            obvious.Job(f"{ad.source('ClusterId')}.{ad.source('ProcId')}", ad, _autocluster(owner, ad))
            for ad, _ in owner.jobs
        ]
        running = drawn.running(owner)
        submitters.append(
            obvious.Submitter(names[owner.user], owner.schedd, len(jobs), len(jobs) + running, owner.heard, jobs)
        )
    pool = obvious.Pool(
        drawn.slots,
        submitters,
        configured(drawn.configuration),
        {names[user]: value for user, value in drawn.priorities.items()},
        {names[user]: value for user, value in drawn.floors.items()},
        {names[user]: value for user, value in drawn.ceilings.items()},
        drawn.first_cycle,
    )
    return obvious.Cycle(pool, NOW).run()


def _autocluster(owner: Owner, ad: Ad) -> int:
    """A number for all jobs that say the same in everything but their ids."""

    def says(one: Ad) -> list[str | None]:
        names = ("RequestCpus", "RequestMemory", "RequestDisk", "Requirements", "Rank", "ConcurrencyLimits")
        return [one.source(name) for name in names]

    return next(number for number, (one, _) in enumerate(owner.jobs) if says(one) == says(ad))


def told(outcome: Outcome) -> obvious.Told:
    """What the engine decided, in the form of the plain telling."""
    return obvious.Told(
        [(one.submitter, one.schedd, one.request, one.slot, one.because, one.cost) for one in outcome.matches],
        [(one.submitter, one.schedd, one.request, one.reason) for one in outcome.rejections],
        [
            (one.round, one.group, one.spin, one.submitter, one.schedd, one.group_limit, one.limit)
            + (one.unclaimed_limit, one.matched, one.outcome)
            for one in outcome.visits
        ],
        [{one.name: (one.allocated, one.unallocated) for one in each.groups} for each in outcome.rounds],
        {one.name: one.effective_quota for one in outcome.groups},
    )


def check(seed: int) -> None:
    drawn = draw(seed)
    ours, theirs = told(engine(drawn)), plain(drawn)
    assert ours.quotas == theirs.quotas
    assert ours.rounds == theirs.rounds
    assert ours.visits == theirs.visits
    assert ours.rejections == theirs.rejections
    assert ours.matches == theirs.matches


@pytest.mark.parametrize("seed", range(150))
def test_the_engine_decides_as_the_plain_telling_of_the_rules(seed: int) -> None:
    check(seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(150, 2150, 100))
def test_the_engine_decides_as_the_plain_telling_of_the_rules_in_many_pools(first: int) -> None:
    for seed in range(first, first + 100):
        check(seed)
