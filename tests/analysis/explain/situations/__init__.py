"""Situations made up to have one reason each: the promise, a small pool that keeps it, and what is to be said."""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.negotiation.builders import DOMAIN, NOW, configured, jobs, submitter
from userprio.analysis.explain import Explanation, Reason, explain_job, explain_submitter
from userprio.classad import Ad
from userprio.ledger import Ledger
from userprio.pool import Pool, ScenarioData


@dataclass(frozen=True)
class Situation:
    promise: str
    reason: Reason
    says: str
    """Part of the sentence."""
    slots: Sequence[Ad]
    submitters: Sequence[Ad]
    jobs: Sequence[Ad]
    ledger: Ledger | None = None
    knobs: str = ""
    who: str = "ann"
    job: str | None = None
    users: Sequence[Ad] = ()

    @property
    def pool(self) -> Pool:
        return Pool(tuple(self.slots), tuple(self.submitters), tuple(self.jobs), tuple(self.users))

    @property
    def cycle(self) -> ScenarioData:
        return ScenarioData(self.pool, self.ledger or Ledger.empty(), configured(self.knobs), NOW)

    def explained(self) -> Explanation:
        if self.job is not None:
            return explain_job(self.cycle, self.job)
        return explain_submitter(self.cycle, f"{self.who}@{DOMAIN}")


ANN, BOB = submitter("ann", 5), submitter("bob", 5, heard=1)
ANNS, BOBS = jobs("ann", 5, 1), jobs("bob", 5, 2)
BIG = {"Cpus": 8, "Memory": 16000}
PARTITIONABLE = {"PartitionableSlot": "true", **BIG}
TWO_GROUPS = "GROUP_NAMES = a, b\nGROUP_QUOTA_a = 2\nGROUP_QUOTA_b = 4\n"
IN_A, IN_B = submitter("a.ann", 5), submitter("b.bob", 5, heard=1)
JOBS_A, JOBS_B = jobs("a.ann", 5, 1), jobs("b.bob", 5, 2)
TREE = "GROUP_NAMES = p, p.a, p.b\nGROUP_QUOTA_p = 4\nGROUP_QUOTA_p.a = 3\nGROUP_QUOTA_p.b = 3\n"
LICENCES = {"ConcurrencyLimits": '"lic"'}


def without(ad: Ad, *names: str) -> Ad:
    return ad.replace(dict.fromkeys(names))
