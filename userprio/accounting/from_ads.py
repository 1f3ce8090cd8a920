"""Accounting records from ads, read as condor_userprio reads what it is sent (`CollectInfo`)."""

from dataclasses import dataclass
from typing import Final

from userprio.accounting.priorities import ROOT_GROUP
from userprio.accounting.records import AccountingRecord, GroupFigures
from userprio.classad import Ad, Evaluator, as_number
from userprio.cxx import INT_MIN

_LONGEST_NAME: Final = 127
"""Bytes; what is longer is cut."""


def legacy_entries(ad: Ad, evaluator: Evaluator) -> list[AccountingRecord]:
    """The records of a legacy ad, as many as its `NumSubmittors` says; one without name or priority is left out."""
    number = _Reader(ad, "", evaluator).integer("NumSubmittors") or 0
    # What no attribute can be about is not looked for.
    records = (record_of(ad, evaluator, str(place)) for place in range(1, min(number, len(ad)) + 1))
    return [record for record in records if record is not None]


def record_of(ad: Ad, evaluator: Evaluator, suffix: str = "") -> AccountingRecord | None:
    """The record that an ad describes in attributes whose names end in `suffix`; None without name or priority."""
    read = _Reader(ad, suffix, evaluator)
    name, priority = read.string("Name"), read.real("Priority")
    if name is None or priority is None:
        return None
    is_group = read.boolean("IsAccountingGroup") or False
    ceiling, floor = read.real("Ceiling"), read.real("Floor")
    return AccountingRecord(
        name=name.encode(errors="surrogateescape")[:_LONGEST_NAME].decode(errors="surrogateescape"),
        is_group=is_group,
        accounting_group=read.string("AccountingGroup") or ROOT_GROUP,
        priority=priority,
        factor=read.real("PriorityFactor"),
        ceiling=-1 if ceiling is None else ceiling,
        floor=-1 if floor is None else floor,
        resources_used=read.integer("ResourcesUsed"),
        weighted_resources_used=read.real("WeightedResourcesUsed"),
        hier_weighted_resources_used=read.real("HierWeightedResourcesUsed"),
        accumulated_usage=read.real("AccumulatedUsage"),
        weighted_accumulated_usage=read.real("WeightedAccumulatedUsage"),
        begin_usage_time=read.integer("BeginUsageTime"),
        last_usage_time=read.integer("LastUsageTime"),
        last_update=_Reader(ad, "", evaluator).integer("LastUpdate") or 0,
        submitter_share=read.real("SubmitterShare"),
        submitter_limit=read.real("SubmitterLimit"),
        ceiling_lease_expiration=read.integer("CeilingLeaseExpiration"),
        floor_lease_expiration=read.integer("FloorLeaseExpiration"),
        factor_lease_expiration=read.integer("PriorityFactorLeaseExpiration"),
        group_figures=_figures(read, is_group),
    )


def _figures(read: "_Reader", is_group: bool) -> GroupFigures | None:
    """Quotas of a group; users had some in old releases. None where there is not one of them."""
    policy = read.string("SurplusPolicy")
    if policy is None and (regroup := read.boolean("GroupAutoRegroup")) is not None:
        policy = "regroup" if regroup else "no"
    figures = GroupFigures(
        effective_quota=read.real("EffectiveQuota"),
        config_quota=read.real("ConfigQuota"),
        subtree_quota=read.real("SubtreeQuota") if is_group else None,
        sort_key=read.real("GroupSortKey") if is_group else None,
        surplus_policy=policy if is_group else None,
        requested=read.real("Requested"),
    )
    return None if figures == _NO_FIGURES else figures


_NO_FIGURES: Final = GroupFigures(None, None, None, None, None, None)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Attributes of one record by the types that condor_userprio wants; None for what is missing or something else."""

    ad: Ad
    suffix: str
    evaluator: Evaluator

    def string(self, name: str) -> str | None:
        value = self.evaluator.attribute(name + self.suffix, self.ad)
        return value if isinstance(value, str) else None

    def real(self, name: str) -> float | None:
        number = as_number(self.evaluator.attribute(name + self.suffix, self.ad))
        return None if number is None else float(number)

    def integer(self, name: str) -> int | None:
        """As a C++ `int`: cut towards zero, then the low 32 bits; a real beyond 64 bits is 0."""
        number = as_number(self.evaluator.attribute(name + self.suffix, self.ad))
        if number is None:
            return None
        whole = int(number) if abs(number) < 2**63 else 0
        return (whole - INT_MIN) % 2**32 + INT_MIN

    def boolean(self, name: str) -> bool | None:
        number = as_number(self.evaluator.attribute(name + self.suffix, self.ad))
        return None if number is None else number != 0
