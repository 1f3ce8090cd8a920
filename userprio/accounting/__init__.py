"""The accountant's arithmetic: decay, factors, usage, leases, limits, and what it reports.

Pure functions over a ledger. A function `..._log` gives the records that HTCondor would append for the same step.
"""

from typing import TYPE_CHECKING, Final

from userprio.ondemand import on_demand

if TYPE_CHECKING:
    from userprio.accounting.ads import join_legacy, legacy_ad, modular_ad, split_legacy
    from userprio.accounting.aging import age, age_customer, aging_factor, aging_log, updates
    from userprio.accounting.edit_plan import EditPlan, lease_attribute, plan_edit
    from userprio.accounting.edits import Edit, EditAction, EditError, UnknownSubmitter
    from userprio.accounting.from_ads import legacy_entries, record_of
    from userprio.accounting.leases import (
        Lease,
        LeaseKind,
        LeaseState,
        expire_leases,
        lease,
        restore,
        sweep_log,
    )
    from userprio.accounting.limits import (
        Limit,
        LimitRefusal,
        LimitRules,
        count,
        limits_in_use,
        limits_reported,
        parse_limits,
        refusal,
    )
    from userprio.accounting.priorities import (
        MIN_FACTOR,
        MIN_PRIORITY,
        ROOT_GROUP,
        GroupOf,
        PriorityRules,
        default_factor,
        effective_priority,
        freeze_factors,
        has_factor,
        priority_factor,
        reading_log,
        real_priority,
    )
    from userprio.accounting.records import AccountingRecord, GroupFigures, PieShare
    from userprio.accounting.report import accounting_records, legacy_records, stand_ins
    from userprio.accounting.slots import (
        ChargeRules,
        claimed_by,
        claims,
        resource_name,
        slot_state,
        slot_status,
        slot_weight,
    )
    from userprio.accounting.startup import catch_up, check_resources, sanity_log, start_up, start_up_log
    from userprio.accounting.unused import Unused, unused_since
    from userprio.accounting.update import plan_update
    from userprio.accounting.usage import (
        Charge,
        SlotStatus,
        charged,
        group_path,
        matches_log,
        recount,
        recount_log,
    )

__all__ = [
    "MIN_FACTOR",
    "MIN_PRIORITY",
    "ROOT_GROUP",
    "AccountingRecord",
    "Charge",
    "ChargeRules",
    "Edit",
    "EditAction",
    "EditError",
    "EditPlan",
    "GroupFigures",
    "GroupOf",
    "Lease",
    "LeaseKind",
    "LeaseState",
    "Limit",
    "LimitRefusal",
    "LimitRules",
    "PieShare",
    "PriorityRules",
    "SlotStatus",
    "UnknownSubmitter",
    "Unused",
    "accounting_records",
    "age",
    "age_customer",
    "aging_factor",
    "aging_log",
    "catch_up",
    "charged",
    "check_resources",
    "claimed_by",
    "claims",
    "count",
    "default_factor",
    "effective_priority",
    "expire_leases",
    "freeze_factors",
    "group_path",
    "has_factor",
    "join_legacy",
    "lease",
    "lease_attribute",
    "legacy_ad",
    "legacy_entries",
    "legacy_records",
    "limits_in_use",
    "limits_reported",
    "matches_log",
    "modular_ad",
    "parse_limits",
    "plan_edit",
    "plan_update",
    "priority_factor",
    "reading_log",
    "real_priority",
    "record_of",
    "recount",
    "recount_log",
    "refusal",
    "resource_name",
    "restore",
    "sanity_log",
    "slot_state",
    "slot_status",
    "slot_weight",
    "split_legacy",
    "stand_ins",
    "start_up",
    "start_up_log",
    "sweep_log",
    "unused_since",
    "updates",
]

_MODULES: Final = {
    "ads": "join_legacy legacy_ad modular_ad split_legacy",
    "aging": "age age_customer aging_factor aging_log updates",
    "edit_plan": "EditPlan lease_attribute plan_edit",
    "edits": "Edit EditAction EditError UnknownSubmitter",
    "from_ads": "legacy_entries record_of",
    "leases": "Lease LeaseKind LeaseState expire_leases lease restore sweep_log",
    "limits": "Limit LimitRefusal LimitRules count limits_in_use limits_reported parse_limits refusal",
    "priorities": "MIN_FACTOR MIN_PRIORITY ROOT_GROUP GroupOf PriorityRules default_factor effective_priority "
    "freeze_factors has_factor priority_factor reading_log real_priority",
    "records": "AccountingRecord GroupFigures PieShare",
    "report": "accounting_records legacy_records stand_ins",
    "slots": "ChargeRules claimed_by claims resource_name slot_state slot_status slot_weight",
    "startup": "catch_up check_resources sanity_log start_up start_up_log",
    "unused": "Unused unused_since",
    "update": "plan_update",
    "usage": "Charge SlotStatus charged group_path matches_log recount recount_log",
}
"""What is found where, each part loaded when it is first wanted: an edit needs a third of them."""

__getattr__ = on_demand(__name__, _MODULES)
