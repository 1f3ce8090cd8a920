"""Accounting records as the ads that the negotiator sends (`Accountant::ReportState`).

Its modular answer is one ad for each record: the stored one with what is worked out set over it. Its legacy answer is
a single ad in which the attributes of the first record end in 1, those of the second in 2, and so on.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from userprio.accounting.records import AccountingRecord
from userprio.classad import Ad, Value, format_value
from userprio.ledger import compacted_text

_UNREPORTED: Final = frozenset({"currenttime", "mytype", "targettype", "unchargedtime", "weightedunchargedtime"})
"""Attributes of a stored ad that the answer leaves out."""

_NUMBERED: Final = re.compile(r"(.*[^0-9])0*([1-9][0-9]{0,6})", re.DOTALL)
"""Name and number of an attribute; a number of more than seven digits is no record's."""

_NUMBER: Final = "SubmittorId"
_NOTHING: Final = Ad()


def modular_ad(record: AccountingRecord, stored: Mapping[str, str]) -> Ad:
    """One ad of the modular answer; `stored` are the texts of the ledger's ad, what is missing there stays missing."""
    attributes = {name.lower(): (name, text) for name, text in stored.items() if name.lower() not in _UNREPORTED}
    for name, text in attributes.values():
        attributes[name.lower()] = (name, compacted_text(text))
    for name, value in {**_always(record), **_quotas(record), **_cycle(record)}.items():
        attributes[name.lower()] = (name, format_value(value))
    return Ad.lazy(attributes.values())


def legacy_ad(records: Sequence[AccountingRecord], last_update: int, limits: Mapping[str, float]) -> Ad:
    """The single ad of the legacy answer, rolled up if the records are; `limits` are concurrency limits in use."""
    pairs: list[tuple[str, Value]] = [("LastUpdate", last_update), ("NumSubmittors", len(records))]
    pairs += [(f"ConcurrencyLimit_{name.replace('.', '_')}", amount) for name, amount in limits.items()]
    for number, record in enumerate(records, start=1):
        pairs += [(f"{name}{number}", value) for name, value in _legacy(record).items()]
    return Ad.lazy((name, format_value(value)) for name, value in pairs)


def split_legacy(ad: Ad) -> list[Ad]:
    """A legacy ad as one ad for each number (`ConvertLegacyUserprioAdToAdList`), `SubmittorId` added.

    Every attribute whose name ends in digits goes to the record of that number, and what has none is dropped. Numbers
    that are missing in between give empty ads.
    """
    parts: dict[int, list[tuple[str, str]]] = {}
    for name in ad:
        found = _NUMBERED.fullmatch(name)
        if found:
            parts.setdefault(int(found[2]), []).append((found[1], ad.source(name) or ""))
    ads = {number: Ad.lazy([*pairs, (_NUMBER, str(number))]) for number, pairs in parts.items()}
    return [ads.get(number, _NOTHING) for number in range(1, max(parts, default=0) + 1)]


def join_legacy(ads: Sequence[Ad], whole: Ad) -> Ad:
    """The reverse of `split_legacy`: these ads numbered anew, with what has no number in `whole`."""
    pairs = [(name, whole.source(name) or "") for name in whole if not _NUMBERED.fullmatch(name)]
    pairs = [(name, str(len(ads)) if name.lower() == "numsubmittors" else text) for name, text in pairs]
    for number, ad in enumerate(ads, start=1):
        pairs += [(f"{name}{number}", ad.source(name) or "") for name in ad if name != _NUMBER]
    return Ad.lazy(pairs)


def _always(record: AccountingRecord) -> dict[str, Value]:
    return {
        "Name": record.name,
        "LastUpdate": record.last_update,
        "Priority": float(record.priority),
        "PriorityFactor": float(record.factor or 0.0),
        "Ceiling": record.ceiling,
        "Floor": record.floor,
        "IsAccountingGroup": record.is_group,
        "AccountingGroup": record.accounting_group,
    }


def _quotas(record: AccountingRecord) -> dict[str, Value]:
    figures = record.group_figures
    if figures is None:
        return {}
    return _present(
        {
            "EffectiveQuota": figures.effective_quota,
            "ConfigQuota": figures.config_quota,
            "SubtreeQuota": figures.subtree_quota,
            "GroupSortKey": figures.sort_key,
            "SurplusPolicy": figures.surplus_policy,
            "Requested": figures.requested,
        }
    )


def _cycle(record: AccountingRecord) -> dict[str, Value]:
    return _present({"SubmitterShare": record.submitter_share, "SubmitterLimit": record.submitter_limit})


def _legacy(record: AccountingRecord) -> dict[str, Value]:
    """What the legacy answer says of one record; groups have neither ceiling and floor nor a share."""
    values = _always(record)
    del values["LastUpdate"]
    if record.is_group:
        del values["Ceiling"], values["Floor"]
    used: dict[str, Value | None] = {
        "ResourcesUsed": record.resources_used,
        "WeightedResourcesUsed": record.weighted_resources_used,
        "HierWeightedResourcesUsed": record.hier_weighted_resources_used,
        "AccumulatedUsage": record.accumulated_usage,
        "WeightedAccumulatedUsage": record.weighted_accumulated_usage,
        "BeginUsageTime": record.begin_usage_time,
        "LastUsageTime": record.last_usage_time,
    }
    return {**values, **_present(used), **_quotas(record), **_cycle(record)}


def _present(values: Mapping[str, Value | None]) -> dict[str, Value]:
    return {name: value for name, value in values.items() if value is not None}
