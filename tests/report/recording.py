"""Accounting records as condor_userprio -long prints them for a real pool, and the listings it printed with them."""

from pathlib import Path
from typing import Any

from userprio.accounting.records import AccountingRecord, GroupFigures

FOLDER = Path(__file__).parent / "recorded"
"""From HTCondor 25.14.1; `recorded-at.txt` is the time of the listings, whose zone is UTC."""

_FIELDS = {
    "Name": "name",
    "IsAccountingGroup": "is_group",
    "AccountingGroup": "accounting_group",
    "Priority": "priority",
    "PriorityFactor": "factor",
    "Ceiling": "ceiling",
    "Floor": "floor",
    "ResourcesUsed": "resources_used",
    "WeightedResourcesUsed": "weighted_resources_used",
    "HierWeightedResourcesUsed": "hier_weighted_resources_used",
    "AccumulatedUsage": "accumulated_usage",
    "WeightedAccumulatedUsage": "weighted_accumulated_usage",
    "BeginUsageTime": "begin_usage_time",
    "LastUsageTime": "last_usage_time",
    "LastUpdate": "last_update",
    "SubmitterShare": "submitter_share",
    "SubmitterLimit": "submitter_limit",
}


def records_of(pool: str) -> list[AccountingRecord]:
    text = (FOLDER / pool / "long.txt").read_text()
    return [_record(block) for block in text.split("\n\n") if block.strip()]


def recorded_at(pool: str) -> int:
    return int((FOLDER / pool / "recorded-at.txt").read_text())


def recorded_text(pool: str, mode: str) -> str:
    return (FOLDER / pool / f"{mode}.txt").read_text()


def _record(block: str) -> AccountingRecord:
    ad = {name: _value(text) for name, _, text in (line.partition(" = ") for line in block.splitlines() if line)}
    figures = None
    if "EffectiveQuota" in ad:
        figures = GroupFigures(
            ad["EffectiveQuota"],
            ad["ConfigQuota"],
            ad["SubtreeQuota"],
            ad["GroupSortKey"],
            ad["SurplusPolicy"],
            ad["Requested"],
        )
    return AccountingRecord(
        **{_FIELDS[name]: value for name, value in ad.items() if name in _FIELDS}, group_figures=figures
    )


def _value(text: str) -> Any:
    if text.startswith('"'):
        return text.strip('"')
    if text in ("true", "false"):
        return text == "true"
    return float(text) if "." in text or "E" in text else int(text)
