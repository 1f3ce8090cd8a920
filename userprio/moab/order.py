"""Moab's priority as the order in which a schedd offers its jobs."""

from collections.abc import Callable
from math import inf

from userprio.classad import Ad, Evaluator
from userprio.moab.jobads import job_of
from userprio.moab.priority import breakdown
from userprio.moab.rules import Rules


def ad_order(rules: Rules) -> Callable[[Ad], tuple[float, ...]]:
    """A key that sorts job ads by Moab's priority, highest first."""
    evaluator = Evaluator(rules.now)

    def key(ad: Ad) -> tuple[float, ...]:
        job = job_of(ad, evaluator)
        return (inf,) if job is None else (-float(breakdown(job, rules).priority),)

    return key
