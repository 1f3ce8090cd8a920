"""Several edits of a ledger, one after the other, as one: all of them or none."""

from collections.abc import Iterable

from userprio.accounting import EditAction, EditError, EditPlan, GroupOf, PriorityRules, UnknownSubmitter, plan_edit
from userprio.ledger import Ledger
from userprio.ledger.changes import merged_changes
from userprio.plan.changes import LedgerChange


def plan_edits(
    changes: Iterable[LedgerChange],
    ledger: Ledger,
    now: int,
    rules: PriorityRules,
    group_of: GroupOf,
) -> EditPlan:
    """What the edits would append to the log at `now`, in their order, and what that changes on the whole.

    Raises:
        UnknownSubmitter, EditError: as from `accounting.plan_edit`, with the place of the edit before the message.
    """
    current = ledger
    plans: list[EditPlan] = []
    for change in changes:
        try:
            plan = plan_edit(
                change.edit, current, now, rules, group_of, create=change.create, known=lambda: ledger.customers
            )
        except UnknownSubmitter as error:
            creatable = change.edit.action is not EditAction.DELETE
            raise UnknownSubmitter(change.place.unknown(str(error), creatable=creatable)) from error
        except EditError as error:
            raise EditError(change.place.sentence(str(error))) from error
        current = current.replay(plan.records)
        plans.append(plan)
    # An edit ends expired leases of the kind that it sets before it sets anything, so that no edit before it can have
    # touched them: what was ended can stand in front of all that was changed.
    return EditPlan(
        records=tuple(record for plan in plans for record in plan.records),
        changes=merged_changes(change for plan in plans for change in plan.changes),
        ended=merged_changes(change for plan in plans for change in plan.ended),
        messages=tuple(message for plan in plans for message in plan.messages),
    )
