"""A pool as a daemon of an older version understands it: ads travel as text, and who parses them decides."""

from collections.abc import Sequence
from dataclasses import replace
from operator import is_

from userprio.classad import Ad, Grammar, PackedAds
from userprio.pool.batches import Batches
from userprio.pool.scenario import Pool, Scenario
from userprio.versions import Behaviour


def as_of(scenario: Scenario, behaviour: Behaviour) -> Scenario:
    """The scenario as a negotiator that behaves so understands it: its ads and its configuration.

    The same object where that is how it is understood already; nothing is parsed, read or copied then.
    """
    pool, config = reread(scenario.pool, Grammar.of(behaviour)), scenario.config.as_of(behaviour.version)
    if pool is scenario.pool and config is scenario.config:
        return scenario
    return replace(scenario, pool=pool, config=config)


def as_its_negotiator(scenario: Scenario) -> Scenario:
    """The scenario as its own negotiator understands it."""
    return as_of(scenario, scenario.versions.behaviour)


def reread(pool: Pool, grammar: Grammar) -> Pool:
    """The pool with its ads read by this grammar; itself where that is how they were read.

    Nothing is parsed here: texts are when they are wanted, as ever. An expression without a text, as in a pool.toml, is
    taken as it is printed.
    """
    if grammar == Grammar():
        return pool
    return replace(
        pool,
        slots=_slots(pool.slots, grammar),
        submitters=_slots(pool.submitters, grammar),
        jobs=_jobs(pool.jobs, grammar),
    )


def _slots(ads: tuple[Ad, ...], grammar: Grammar) -> tuple[Ad, ...]:
    return tuple(ad.read_by(grammar) for ad in ads)


def _jobs(ads: Sequence[Ad], grammar: Grammar) -> Sequence[Ad]:
    if isinstance(ads, Batches):
        return Batches([_same_or(batch, _slots(batch, grammar)) for batch in ads.batches])
    return ads.read_by(grammar) if isinstance(ads, PackedAds) else _slots(tuple(ads), grammar)


def _same_or(before: tuple[Ad, ...], after: tuple[Ad, ...]) -> tuple[Ad, ...]:
    return before if all(map(is_, before, after)) else after
