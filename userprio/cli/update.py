"""`userprio update`: what a negotiator's accountant does between two cycles, on a ledger that none is running on."""

from typing import Final

import click

from userprio.accounting import ChargeRules, EditPlan, SlotStatus, plan_update, slot_status
from userprio.classad import Evaluator
from userprio.cli.edit_options import recorded_options
from userprio.cli.editing import opened, show_edit
from userprio.cli.environment import Environment
from userprio.cli.exits import ExitStatus
from userprio.cli.inputs import Inputs
from userprio.cli.loading import load_inputs
from userprio.cli.options import refuse_live, shared_of
from userprio.ledger import ACCOUNTANT_KEY, CUSTOMER_PREFIX, Change
from userprio.report.text import count

_SIZE: Final = "MAX_ACCOUNTANT_DATABASE_SIZE"


@click.command(
    epilog="""\b
Examples:
  userprio update
  userprio update --ledger Accountantnew.log --snapshot /srv/pool
"""
)
@recorded_options()
@click.pass_context
def update(context: click.Context, reason: str | None, force: bool) -> ExitStatus:
    """Bring a ledger up to date, as a running negotiator does between two cycles.

    Leases that ran out end. What was in use since the last update is charged, and priorities decay by their half-life.
    With --snapshot its slots then say what is in use from now on, and the update is made at the time of the snapshot.
    A ledger that has grown beyond MAX_ACCOUNTANT_DATABASE_SIZE is compacted. All of it is one operation in the log, and
    the one kind that cannot be taken back.
    """
    env = context.find_object(Environment)
    assert env is not None
    shared = shared_of(context)
    refuse_live(shared, "A running negotiator does this itself, before each cycle.")
    inputs = load_inputs(shared, env)
    slots = _slots(inputs, env)
    with opened(inputs, shared, env, force=force) as desk:
        rules, group_of = desk.rules()
        ledger = desk.session.ledger
        plan = plan_update(ledger, desk.now, rules, group_of, slots)
        note = _note(plan, desk.now - ledger.last_update_time if ledger.last_update_time else None, slots)
        report = desk.commit(plan, "update", (), reason, note=note, logged=_logged(plan.changes))
        if desk.session.size > inputs.config.integer(_SIZE):
            desk.session.compact()
    show_edit(report, shared, env)
    return ExitStatus.DONE


def _slots(inputs: Inputs, env: Environment) -> list[SlotStatus] | None:
    if not inputs.pool:
        return None
    env.warn_all(inputs.pool.problems)
    rules = ChargeRules.from_config(inputs.config)
    evaluator = Evaluator(inputs.now, zone=env.zone)
    return [slot_status(slot, rules, evaluator) for slot in inputs.pool.slots]


def _logged(changes: tuple[Change, ...]) -> tuple[Change, ...]:
    """What tells in the log that the update was made: its time, or without a new one the change of use."""
    return tuple(change for change in changes if change.key == ACCOUNTANT_KEY) or changes


def _note(plan: EditPlan, elapsed_s: int | None, slots: list[SlotStatus] | None) -> str:
    touched = {change.key for change in plan.changes if change.key.startswith(CUSTOMER_PREFIX)}
    time = "first update" if elapsed_s is None else f"{elapsed_s} s since the last update"
    parts = [time, f"{count(len(touched), 'record')} of submitters and groups changed"]
    if slots is not None:
        claimed = sum(slot.claimed_by is not None for slot in slots)
        parts.append(f"{claimed} of {count(len(slots), 'slot')} claimed")
    return "; ".join(parts)
