"""Numbers and order of accounting groups in a listing."""

from collections.abc import Mapping, Sequence
from typing import Final

from userprio.accounting.records import AccountingRecord
from userprio.report.listing.details import Detail

ROOT: Final = "<none>"
ROOT_NAMES: Final = frozenset({ROOT, "."})

LAST: Final = 3.4e38
"""Display order of what comes last; the root's default sort key as well."""


def name_key(name: str) -> bytes:
    """Names compare as their bytes do."""
    return name.encode(errors="surrogateescape")


def in_root(record: AccountingRecord) -> bool:
    """Whether it is the root or belongs to no configured group."""
    return (record.name if record.is_group else record.accounting_group) in ROOT_NAMES


def group_numbers(records: Sequence[AccountingRecord]) -> list[int]:
    """The group number of each record (`CollectInfo`).

    The root and its users have 0. Groups are numbered from 1 in the order of their names once some user belongs to
    one; members carry the number of the group named exactly as their `AccountingGroup`. A group without a number gets a
    negative one of its own; users whose group is not listed share one below all of those.
    """
    homeless = -2 * len(records)
    numbers: dict[str, int] = {}
    if any(not record.is_group and not in_root(record) for record in records):
        names = {record.name for record in records if record.is_group and not in_root(record)}
        numbers = {name: number for number, name in enumerate(sorted(names, key=name_key), start=1)}

    def number_of(record: AccountingRecord, position: int) -> int:
        if in_root(record):
            return 0
        if record.is_group:
            return numbers.get(record.name, -position)
        return numbers.get(record.accounting_group, homeless)

    return [number_of(record, position) for position, record in enumerate(records, start=1)]


def display_order(
    records: Sequence[AccountingRecord], numbers: Sequence[int], shown: Detail, surplus_policy: str | None
) -> Mapping[int, float]:
    """Where each group number stands in a hierarchical listing, small first; empty where no group is numbered.

    With effective priorities it is the group's sort key (without sort keys its effective priority), with usage the
    group's own usage in hours, else its number. The root is forced to the end only under the surplus policy `regroup`.
    """
    if not any(number > 0 for number in numbers):
        return {}
    sort_keys = any(record.group_figures and record.group_figures.sort_key is not None for record in records)
    orders: dict[int, float] = {}
    for record, number in zip(records, numbers, strict=True):
        if not record.is_group or number < 0:
            continue
        if Detail.PRIORITY in shown:
            if sort_keys:
                order = (record.group_figures and record.group_figures.sort_key) or 0.0
            else:
                order = record.priority if number else LAST
        elif shown & (Detail.IN_USE | Detail.USAGE):
            order = (record.weighted_accumulated_usage or 0.0) / 3600
        else:
            order = float(number) if number else LAST
        orders[number] = LAST if number == 0 and surplus_policy == "regroup" else order
    return orders


def breadth_first(name: str) -> tuple[int, tuple[str, ...]]:
    """Sort key that puts the root first, then groups level by level, siblings by name whatever their case."""
    if name in ROOT_NAMES:
        return 0, ()
    path = tuple(name.lower().split("."))
    return len(path), path


def total_surplus_policy(records: Sequence[AccountingRecord]) -> str | None:
    """The word on the line of totals."""
    figures = [record.group_figures for record in records if record.is_group and record.group_figures]
    policies = [(figure.surplus_policy or "").lower() for figure in reversed(figures)]
    return next((policy for policy in policies if policy in ("byquota", "regroup")), None)
