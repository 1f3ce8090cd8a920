"""A pool as a daemon of an older version understands it: ads travel as text, and who parses them decides."""

from collections.abc import Sequence
from dataclasses import replace

from userprio.classad import Ad, Grammar, PackedAds
from userprio.pool.scenario import Pool


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
    return ads.read_by(grammar) if isinstance(ads, PackedAds) else _slots(tuple(ads), grammar)
