"""How large the pools and ledgers are that are measured."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Size:
    """What a pool is made of. The same size and seed make the same files."""

    slots: int
    submitters: int
    jobs: int
    groups: int = 0
    autoclusters: int = 40
    claimed: float = 0.4
    """Part of the slots that run something when the cycle begins."""
    partitionable: float = 0.1
    """Part of the machines whose slot is a partitionable one."""
    schedds: int = 8
    seed: int = 20240229

    def times(self, factor: int) -> "Size":
        """The same pool, so many times as large in everything but groups and schedds."""
        return replace(
            self,
            slots=self.slots * factor,
            submitters=self.submitters * factor,
            jobs=self.jobs * factor,
            autoclusters=self.autoclusters * factor,
        )

    def with_slots(self, slots: int) -> "Size":
        """The same people and jobs with more or fewer slots."""
        return replace(self, slots=slots)


SIZES = {
    "tiny": Size(slots=60, submitters=6, jobs=120, groups=4, autoclusters=8, partitionable=0.9, schedds=2),
    "small": Size(slots=2_000, submitters=100, jobs=6_000),
    "medium": Size(slots=20_000, submitters=100, jobs=60_000, autoclusters=400),
    "free": Size(slots=20_000, submitters=100, jobs=60_000, autoclusters=400, claimed=0.0, partitionable=0.0),
    "wide": Size(slots=100_000, submitters=100, jobs=60_000, autoclusters=400),
    "large": Size(slots=100_000, submitters=1_000, jobs=1_000_000, groups=200, autoclusters=5_000),
}
"""By the name that the runner is given."""
