"""Accounting records as the ads that the negotiator sends (`Accountant::ReportState`), and back (`CollectInfo`).

The modular answer is one ad per record: the stored ad, overlaid with the computed attributes. The legacy answer is
a single ad in which the attributes of the first record end in 1, those of the second in 2, and so on. Ads are read as
condor_userprio reads them.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.accounting.priorities import ROOT_GROUP
from userprio.accounting.records import LEASES, USAGE, AccountingRecord, GroupFigures
from userprio.base.cxx import INT_MIN
from userprio.classad import Ad, Evaluator, Value, as_number, format_value
from userprio.ledger import CUSTOMER_ATTRIBUTES, compacted_text

_UNREPORTED: Final = frozenset({"currenttime", "mytype", "targettype", "unchargedtime", "weightedunchargedtime"})
"""Attributes of a stored ad that the answer leaves out."""

_NUMBERED: Final = re.compile(r"(.*[^0-9])0*([1-9][0-9]{0,6})", re.DOTALL)
"""Name and number of an attribute; a number of more than seven digits does not belong to a record."""

_NUMBER: Final = "SubmittorId"
_NOTHING: Final = Ad()

_LONGEST_NAME: Final = 127
"""Bytes; condor_userprio cuts longer names."""

_QUOTAS: Final = {
    "effective_quota": "EffectiveQuota",
    "config_quota": "ConfigQuota",
    "subtree_quota": "SubtreeQuota",
    "sort_key": "GroupSortKey",
    "surplus_policy": "SurplusPolicy",
    "requested": "Requested",
}
"""Field of `GroupFigures` to attribute of an ad."""

_SHARES: Final = {field: CUSTOMER_ATTRIBUTES[field] for field in ("submitter_share", "submitter_limit")}
_USED: Final = {field: CUSTOMER_ATTRIBUTES[field] for field in USAGE}
_NO_FIGURES: Final = GroupFigures(None, None, None, None, None, None)


RECORD_ATTRIBUTES: Final = frozenset(
    {
        *CUSTOMER_ATTRIBUTES.values(),
        *_QUOTAS.values(),
        *("Name", "LastUpdate", "Priority", "PriorityFactor", "Ceiling", "Floor", "IsAccountingGroup"),
        *("AccountingGroup", _NUMBER),
    }
)
"""All attributes that an answer gives a record's ad; the stored ad may add others."""


def modular_ad(record: AccountingRecord, stored: Mapping[str, str]) -> Ad:
    """One ad of the modular answer; `stored` is the ledger's ad, as texts, and usage missing there stays missing."""
    reported = {name.lower(): (name, text) for name, text in stored.items() if name.lower() not in _UNREPORTED}
    attributes = {lowered: (name, compacted_text(text)) for lowered, (name, text) in reported.items()}
    # The computed attributes go over the stored ones: a stored Priority is the real
    # one, and the answer has the effective one.
    for name, value in {**_always(record), **_quotas(record), **_present(record, _SHARES)}.items():
        attributes[name.lower()] = (name, format_value(value))
    return Ad.lazy(attributes.values())


def published_group_ad(record: AccountingRecord) -> Ad:
    """The ad of a group that the negotiator publishes in the collector (`forwardGroupAccounting`)."""
    values = {**_legacy(replace(record, hier_weighted_resources_used=None)), "LastUpdate": record.last_update}
    return Ad.lazy((name, format_value(value)) for name, value in values.items())


def legacy_ad(records: Sequence[AccountingRecord], last_update: int, limits: Mapping[str, float]) -> Ad:
    """The single ad of the legacy answer, rolled up if the records are; `limits` gives what each limit has in use."""
    pairs: list[tuple[str, Value]] = [("LastUpdate", last_update), ("NumSubmittors", len(records))]
    pairs += [(f"ConcurrencyLimit_{name.replace('.', '_')}", amount) for name, amount in limits.items()]
    for number, record in enumerate(records, start=1):
        pairs += [(f"{name}{number}", value) for name, value in _legacy(record).items()]
    return Ad.lazy((name, format_value(value)) for name, value in pairs)


def split_legacy(ad: Ad) -> list[Ad]:
    """A legacy ad as one ad for each number (`ConvertLegacyUserprioAdToAdList`), `SubmittorId` added.

    An attribute whose name ends in digits goes to the record of that number; others are dropped. Numbers missing in
    between give empty ads.
    """
    parts: dict[int, list[tuple[str, str]]] = {}
    for name in ad:
        match = _NUMBERED.fullmatch(name)
        # Such an attribute of a concurrency limit is misfiled as in HTCondor: nothing
        # tells `ConcurrencyLimit_sw2` from a record.
        if match:
            parts.setdefault(int(match[2]), []).append((match[1], ad.source(name) or ""))
    ads = {number: Ad.lazy([*pairs, (_NUMBER, str(number))]) for number, pairs in parts.items()}
    return [ads.get(number, _NOTHING) for number in range(1, max(parts, default=0) + 1)]


def join_legacy(ads: Sequence[Ad], first: Ad) -> Ad:
    """The reverse of `split_legacy`: these ads numbered from 1, after the attributes of `whole` without a number."""
    pairs = [(name, first.source(name) or "") for name in first if not _NUMBERED.fullmatch(name)]
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
    return {} if record.group_figures is None else _present(record.group_figures, _QUOTAS)


def _legacy(record: AccountingRecord) -> dict[str, Value]:
    """One record's attributes in the legacy answer; groups have no ceiling, floor or share."""
    values = _always(record)
    del values["LastUpdate"]
    if record.is_group:
        del values["Ceiling"], values["Floor"]
    return {**values, **_present(record, _USED), **_quotas(record), **_present(record, _SHARES)}


def _present(figures: AccountingRecord | GroupFigures, names: Mapping[str, str]) -> dict[str, Value]:
    """The values of the fields in `names` that have one, by attribute."""
    return {name: value for field, name in names.items() if (value := getattr(figures, field)) is not None}


def legacy_entries(ad: Ad, evaluator: Evaluator) -> list[AccountingRecord]:
    """The records of a legacy ad, as many as its `NumSubmittors` says; those without name or priority are left out."""
    number = _Reader(ad, "", evaluator).integer("NumSubmittors") or 0
    # `NumSubmittors` may be any number, but an ad cannot describe more records than it has attributes.
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
    stored: dict[str, Any] = {
        field: read.integer(CUSTOMER_ATTRIBUTES[field]) if kind is int else read.real(CUSTOMER_ATTRIBUTES[field])
        for field, kind in {**USAGE, **dict.fromkeys(_SHARES, float), **dict.fromkeys(LEASES, int)}.items()
    }
    return AccountingRecord(
        name=name.encode(errors="surrogateescape")[:_LONGEST_NAME].decode(errors="surrogateescape"),
        is_group=is_group,
        accounting_group=read.string("AccountingGroup") or ROOT_GROUP,
        priority=priority,
        factor=read.real("PriorityFactor"),
        ceiling=-1 if ceiling is None else ceiling,
        # condor_userprio shows a floor that an ad lacks as -1, although a floor of 0 is what it means.
        floor=-1 if floor is None else floor,
        last_update=_Reader(ad, "", evaluator).integer("LastUpdate") or 0,
        group_figures=_figures(read, is_group),
        **stored,
    )


def _figures(read: "_Reader", is_group: bool) -> GroupFigures | None:
    """Quotas of a group, and in old releases of a user; None if the ad has none of them."""
    policy = read.string("SurplusPolicy")
    # Older negotiators sent only whether a group takes part in autoregroup.
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


class _Reader(Struct, frozen=True):
    """Attributes of one record with the types that condor_userprio expects; None if missing or of another type."""

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
        integer = int(number) if abs(number) < 2**63 else 0
        return (integer - INT_MIN) % 2**32 + INT_MIN

    def boolean(self, name: str) -> bool | None:
        number = as_number(self.evaluator.attribute(name + self.suffix, self.ad))
        return None if number is None else number != 0
