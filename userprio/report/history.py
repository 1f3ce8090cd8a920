"""A pool's recorded past: use over time, reasons, and bills, as tables and for scripts."""

from collections.abc import Callable, Mapping
from datetime import tzinfo
from typing import Final

from userprio.monitoring import RemarkKind, UsageRemark
from userprio.report.table import in_hours
from userprio.report.text import duration, moment

_REMARKS: Final[Mapping[RemarkKind, Callable[[UsageRemark], str]]] = {
    RemarkKind.GAP: lambda remark: (
        f"nothing was recorded for {duration(remark.at - remark.since)}; "
        f"{in_hours(remark.weight_s)} weight-hours were charged meanwhile, when is not known"
    ),
    RemarkKind.RESTART: lambda remark: (
        "the ledger is another one, or an older state of it; what was used since the "
        "moment before is charged only as far as the new one has counted it"
    ),
    RemarkKind.HALF_LIFE: lambda remark: (
        f"PRIORITY_HALFLIFE changed from {remark.before:g} to {remark.after:g} s; "
        "priorities before and after do not compare, charges do"
    ),
    RemarkKind.RESET: lambda remark: (
        f"usage was reset at some {in_hours(remark.before)} weight-hours; what was used "
        "between the moment before and the reset is not charged"
    ),
    RemarkKind.FELL: lambda remark: (
        f"usage fell from {in_hours(remark.before)} to {in_hours(remark.after)} "
        "weight-hours without a reset; nothing is charged"
    ),
    RemarkKind.JUMP: lambda remark: (
        f"usage rose from {in_hours(remark.before)} to {in_hours(remark.after)} "
        "weight-hours, more than the pool has; nothing is charged"
    ),
    RemarkKind.LATE: lambda remark: (
        f"the record appeared with {in_hours(remark.after)} weight-hours that began before; they are not charged"
    ),
    RemarkKind.GONE: lambda remark: (
        f"the record, with {in_hours(remark.before)} weight-hours, was deleted; what was "
        "used since the moment before is not charged"
    ),
}


def remark_text(remark: UsageRemark, zone: tzinfo) -> str:
    """A remark as a sentence, with its place in time, and the submitter."""
    whose = f"{remark.name}: " if remark.name else ""
    return f"{moment(remark.since, zone)} to {moment(remark.at, zone)}: {whose}{_REMARKS[remark.kind](remark)}"
