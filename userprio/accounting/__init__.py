"""The accountant's arithmetic: decay, factors, usage, leases, limits, and what it reports.

Begin with `priorities`: `effective_priority` is what the negotiator sorts by, and `age` makes it decay. `edits` decides
what an administrator may set. All are pure functions over a ledger. Functions named `..._log` return the records that
HTCondor would append for the same step.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.accounting.accountant import Accountant, Charge, Lease, LeaseState, expire_leases, lease, leases_of
    from userprio.accounting.actions import (
        ACTIONS,
        LEASES,
        PLANNABLE,
        SETTABLE,
        EditAction,
        Effect,
        LeaseKind,
        Quantity,
        ValueSpec,
        edit_of,
    )
    from userprio.accounting.answers import QUOTA_LEFT, last_update, ledger_records, one_of_each, what_is_lost
    from userprio.accounting.edits import (
        Edit,
        EditError,
        EditPlan,
        LeaseInEffect,
        NotWhole,
        Overwritten,
        UnknownSubmitter,
        combined,
        concerned,
        lease_attribute,
        overwritten,
        plan_edit,
        plan_in_turn,
    )
    from userprio.accounting.priorities import (
        MIN_FACTOR,
        MIN_PRIORITY,
        Account,
        AnyAccount,
        GroupOf,
        PriorityRules,
        catch_up,
        default_factor,
        effective_priority,
        freeze_factors,
        has_factor,
        priority_at,
        priority_factor,
        real_priority,
        sanity_log,
        start_up,
    )
    from userprio.accounting.records import (
        RECORD_ATTRIBUTES,
        AccountingRecord,
        GroupFigures,
        PieShare,
        accounting_records,
        join_legacy,
        legacy_ad,
        legacy_entries,
        legacy_records,
        modular_ad,
        published_group_ad,
        published_groups,
        record_of,
        split_legacy,
        stand_in,
    )
    from userprio.accounting.upkeep import Unused, plan_update, unused_since
    from userprio.accounting.usage import (
        ChargeRules,
        LimitRefusal,
        LimitRules,
        SlotStatus,
        charged,
        charged_weight,
        check_records,
        claimed_by,
        claims,
        count,
        holders,
        limits_in_use,
        limits_reported,
        named,
        parse_limits,
        recount,
        refusal,
        released,
        resource_name,
        slot_state,
        slot_status,
        slot_weight,
    )
else:
    __all__, __getattr__ = lazy_exports(__file__)
