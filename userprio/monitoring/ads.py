"""What is read in the ads of slots, jobs and submitters to hold a dry run against a log."""

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from userprio.classad import Ad, Evaluator, integer_of, number_of, text_of
from userprio.negotiation.schedd import IDLE, schedd_of, submitter_of
from userprio.pool import Pool

# What is read here does not depend on the time.
EVALUATOR: Final = Evaluator(0)
RUNNING: Final = 2
SHARED: Final = ("Cpus", "Memory", "Disk", "GPUs")
"""What the parts of a partitionable slot take from it."""

JobKey: TypeAlias = tuple[str, str]
"""The name of a schedd, which is empty if the log does not tell it, and cluster.proc."""
Jobs: TypeAlias = Mapping[JobKey, Ad]


def text(ad: Ad, name: str) -> str:
    """An attribute that is a text; empty if there is none."""
    return text_of(EVALUATOR, ad, name) or ""


def integer(ad: Ad, name: str) -> int:
    """An attribute that is a number; 0 if there is none."""
    return integer_of(EVALUATOR, ad, name)


def holder(slot: Ad) -> str:
    """Who is charged for a slot; empty if nobody is."""
    return text(slot, "AccountingGroup") or text(slot, "RemoteUser")


def weight(slot: Ad) -> float:
    """Its share of the pool, 1 if it says none."""
    said = number_of(EVALUATOR, slot, "SlotWeight")
    return 1.0 if said is None else float(said)


def amounts(slot: Ad) -> tuple[int, ...]:
    """What it has of each resource in `SHARED`."""
    return tuple(integer(slot, what) for what in SHARED)


class Slots:
    """Slots by name, in lower case, and the dynamic ones by that of the partitionable one that they are parts of."""

    def __init__(self, ads: Iterable[Ad]) -> None:
        self.ads = {text(ad, "Name").lower(): ad for ad in ads}
        self.parts: dict[str, list[Ad]] = {}
        for name, ad in self.ads.items():
            if whole := whole_of(name):
                self.parts.setdefault(whole, []).append(ad)

    def parts_since(self, name: str, at: int) -> list[Ad]:
        """The parts of a partitionable slot that entered their state at a time or later."""
        return [ad for ad in self.parts.get(name, ()) if integer(ad, "EnteredCurrentState") >= at]

    def total(self, name: str) -> list[int]:
        """What a partitionable slot and its parts have together."""
        ads = (self.ads[name], *self.parts.get(name, ()))
        return [sum(column) for column in zip(*map(amounts, ads), strict=True)]


def whole_of(name: str) -> str:
    """The partitionable slot that a dynamic one was taken from: `slot1@host` of `slot1_3@host`; empty for others."""
    slot, at, host = name.partition("@")
    whole, cut, _ = slot.partition("_")
    return whole + at + host if cut else ""


def jobs_of(ads: Iterable[Ad]) -> dict[JobKey, Ad]:
    """Jobs by their schedd and number."""
    return {(schedd_of(ad, EVALUATOR) or "", f"{integer(ad, 'ClusterId')}.{integer(ad, 'ProcId')}"): ad for ad in ads}


def cluster_of(job: str) -> str:
    """The cluster of cluster.proc."""
    return job.partition(".")[0]


def owner(job: Ad) -> str:
    """The submitter whose job it is."""
    return submitter_of(job, EVALUATOR)


def status(job: Ad | None) -> int | None:
    """`JobStatus`; None if there is no such job."""
    return None if job is None else integer_of(EVALUATOR, job, "JobStatus", IDLE)


def status_since(job: Ad) -> int:
    """When it entered its status."""
    return max(integer(job, "EnteredCurrentStatus"), integer(job, "QDate"))


def submitter_key(ad: Ad) -> tuple[str, str]:
    """A submitter ad's name and schedd."""
    return text(ad, "Name"), text(ad, "ScheddName")


def schedd_names(*pools: Pool) -> dict[str, str]:
    """The names of the schedds of submitter ads by their addresses, which are in a log."""
    ads = [ad for pool in pools for ad in pool.submitters]
    addresses = ((text(ad, "ScheddIpAddr") or text(ad, "MyAddress"), text(ad, "ScheddName")) for ad in ads)
    return {address: name for address, name in addresses if address and name}
