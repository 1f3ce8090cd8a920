"""What a set of changes would do: a cycle before, a cycle after, and what differs. Nothing is touched.

Start reading at `comparison.plan`, with `changes` for what may be asked and `difference` for what is compared. `why`
gives reasons, `horizon` has the times over which changes are judged, `saved` keeps a plan in a file, `policy` a pool's
fair-share policy.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.analysis.plan.changes import (
        NOWHERE,
        ChangePlace,
        Changes,
        JobsLike,
        KnobChange,
        KnobValue,
        LedgerChange,
        SlotsAdded,
        SlotsLike,
        SlotsRemoved,
        changes_of,
        changes_read,
        knob_text,
        parse_jobs,
        parse_setter,
        parse_slots,
        parts,
        read_changes,
        texts,
    )
    from userprio.analysis.plan.comparison import (
        Draining,
        MadeChanges,
        Plan,
        Upgrade,
        changed,
        plan,
        plan_edits,
        reads_alike,
        with_knobs,
    )
    from userprio.analysis.plan.difference import (
        CycleFigures,
        Difference,
        Figure,
        GroupDifference,
        Mark,
        Shift,
        SubmitterDifference,
        VariantPair,
        variant_pairs,
    )
    from userprio.analysis.plan.horizon import Horizon
    from userprio.analysis.plan.policy import (
        Policy,
        PolicyChange,
        PolicyTerm,
        compared,
        edits_to,
        is_policy,
        policy_document,
        policy_of,
        policy_text,
        read_plan_or_policy,
        read_policy,
        unwritable,
    )
    from userprio.analysis.plan.pool_changes import change_slots
    from userprio.analysis.plan.saved import (
        Origins,
        SavedKnob,
        SavedPlan,
        check_configuration,
        check_digest,
        check_ledger,
        edits_again,
        read_saved,
        saved_text,
        to_be_saved,
    )
    from userprio.analysis.plan.why import CausalChain, CausalQuantity, CausalStep, Why
else:
    __all__, __getattr__ = lazy_exports(__file__)
