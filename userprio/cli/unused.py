"""Deleting the records of submitters that are gone."""

from collections.abc import Iterator

from userprio.accounting import Edit, EditAction, EditPlan, PriorityRules, Unused, plan_edit, unused_since
from userprio.cli.editing import Desk
from userprio.config import Config
from userprio.ledger import Ledger
from userprio.quotas import build_tree
from userprio.report.text import count


def unused_in(ledger: Ledger, config: Config, since: int) -> Unused:
    """The submitters of a ledger that used nothing since `since`, seconds since the epoch."""
    tree = build_tree(config)
    rules = PriorityRules.from_config(config, [group.name for group in tree.groups])
    return unused_since(ledger, since, rules, lambda name: tree.assigned(name).name)


def remarks_on(found: Unused) -> Iterator[str]:
    """What an administrator should know before these go."""
    if found.kept:
        stay = "stays" if len(found.kept) == 1 else "stay"
        yield f"{count(len(found.kept), 'submitter')} {stay} for a factor, floor, ceiling or lease of their own"
    if found.indebted:
        have = "has" if len(found.indebted) == 1 else "have"
        number = count(len(found.indebted), "submitter")
        yield f"{number} still {have} a real priority above 0.5, and would start anew with 0.5"


def plan_deletion(desk: Desk, since: int, agreed: Unused) -> tuple[EditPlan, tuple[str, ...]]:
    """The deletion of those that were agreed upon and are still unused, now that the ledger is locked; their names."""
    ledger = desk.session.ledger
    still = set(unused_in(ledger, desk.inputs.config, since).names)
    names = tuple(name for name in agreed.names if name in still)
    rules, group_of = desk.rules()
    if not names:
        return EditPlan((), ()), names
    return plan_edit(Edit(EditAction.DELETE, names), ledger, desk.now, rules, group_of), names
