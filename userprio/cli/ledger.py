"""`userprio log`, `undo` and `update`: the history of edits, and what happens between two cycles."""

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

import click

from userprio import accounting
from userprio import ledger as ledgers
from userprio.base import LEDGER_FILE, BadInput, Refused, SnapshotRoot, one_meant, read_file, spoken
from userprio.classad import Evaluator
from userprio.cli import (
    Environment,
    ExitStatus,
    GlobalOptions,
    WholeNumber,
    command,
    load_inputs,
    misuse,
    refuse_live,
    sentence,
    show,
)
from userprio.cli.editing import EditSession, known_ledger, opened, recorded_options, show_edit
from userprio.cli.loading import root_of_ledger
from userprio.cli.parameters import as_sha256
from userprio.cli.sessions import log_of_pool, pool_session
from userprio.pool import priority_rules
from userprio.report import CHAIN_FORMATS, HISTORY_FORMATS, EditHistory, count


@command("log", "log", "log --last 1 --format json", "log einstein", "log --verify")
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--last", type=WholeNumber(min=1), metavar="N", help="Only the last N operations.")
@click.option("--verify", is_flag=True, help="Check whether the log is as it was written.")
@click.option(
    "--head", metavar="SHA256", callback=as_sha256, help="A hash that --verify printed, to be still in the log."
)
def log(
    shared: GlobalOptions, env: Environment, names: tuple[str, ...], last: int | None, verify: bool, head: str | None
) -> ExitStatus:
    """Show the edits made with this program, newest last: when, who, what, and why.

    With NAMES, only edits of these submitters; the trailing part of a name is enough if it is unique.

    They are kept beside the ledger, in a file of the same name with `.operations` appended; names of files with older
    ones also end in the number of their last operation. Edits of a running pool, given with --pool, are kept in the
    data of the user who made them.

    An operation is marked as overwritten if something that it set is back at the previous value although no later
    operation set it: a running negotiator that did not see the edit may have overwritten it. Only factors, floors,
    ceilings and whole records are checked, which do not change by themselves.

    With --verify the log itself is checked: each line has the hash of the line before it, also in the first line of a
    file the hash of the last line of the file before. The first line that does not fit is named, and the status is 1.
    Operations of versions without hashes are counted; the oldest files may have been removed. Whoever may write to the
    log can write all of it anew, hashes included, or cut off its end. To see that too, keep the hash of the last line,
    which is printed, on another machine, and give it later as --head.
    """
    if verify:
        if names or last is not None:
            raise misuse("--verify is about the whole log: give neither NAMES nor --last.")
        log = log_of_pool(shared, env) if shared.live else ledgers.OperationsLog(_ledger(shared, env)[0].resolve())
        chain = ledgers.check_chain(log, head)
        show(chain, CHAIN_FORMATS, shared.format, env)
        return ExitStatus.DONE if chain.holds else ExitStatus.FAILED
    if head is not None:
        raise misuse("--head is for --verify.")
    lost: tuple[accounting.Overwritten, ...] = ()
    if shared.live:
        pool_log = log_of_pool(shared, env)
        done = _last(last or shared.last, _about(names, pool_log.newest_first(), env))
        if (unsettled := pool_log.unsettled()) is not None:
            what = "is under way or was interrupted; then the next edit or undo of this pool finds out what was made"
            env.warn(f"operation {unsettled.id} ({unsettled.action}) {what}")
    else:
        path, within = _ledger(shared, env)
        newest_first = ledgers.OperationsLog(path.resolve()).newest_first()
        if names:
            operations = list(newest_first)
            done = _last(last or shared.last, _about(names, operations, env))
            shown = {operation.id for operation in done}
            lost = tuple(loss for loss in _overwritten(path, within, operations, (), env) if loss.operation.id in shown)
        else:
            done = _last(last or shared.last, newest_first)
            lost = _overwritten(path, within, newest_first, done, env)
    env.warn_all(f"operation {loss.operation.id} was overwritten: {loss.what}" for loss in lost)
    show(EditHistory(done, lost), HISTORY_FORMATS, shared.format, env)
    return ExitStatus.DONE


def _ledger(shared: GlobalOptions, env: Environment) -> tuple[Path, SnapshotRoot | None]:
    """The ledger that is named or found, and the snapshot that it may not lead out of.

    Raises:
        BadInput: there is none.
    """
    inputs = load_inputs(shared, env, with_pool=False)
    path = known_ledger(inputs, shared, env)
    within = root_of_ledger(path, inputs, shared, env)
    if not path.is_file():
        raise BadInput("there is no such ledger", path, hint="Check the path")
    return path, within


def _about(
    names: Sequence[str], operations: Iterable[ledgers.Operation], env: Environment
) -> Iterable[ledgers.Operation]:
    """The operations that changed records of these names; without names, all of them.

    Raises:
        NothingFound: no operation changed a record of that name, or the name is ambiguous.
    """
    if not names:
        return operations
    concern = [
        (operation, {*operation.names, *(change.name for change in operation.changes)}) for operation in operations
    ]
    known = sorted(set().union(*(about for _, about in concern)))
    wanted = [one_meant(name, known, "edit of the submitter") for name in names]
    for name, full in zip(names, wanted, strict=True):
        env.tell_meant(name, full)
    return [operation for operation, about in concern if not about.isdisjoint(wanted)]


def _last(limit: int | None, newest_first: Iterable[ledgers.Operation]) -> tuple[ledgers.Operation, ...]:
    """The last operations, oldest first."""
    return tuple(islice(newest_first, limit))[::-1]


def _overwritten(
    path: Path,
    within: SnapshotRoot | None,
    before: Iterable[ledgers.Operation],
    done: Sequence[ledgers.Operation],
    env: Environment,
) -> tuple[accounting.Overwritten, ...]:
    """The overwritten changes of operations `done` (oldest first) and of those `before` them (newest first)."""
    try:
        operations = (*_last(None, before), *done)
        ads = ledgers.LogBytes(read_file(path, LEDGER_FILE, within), path).ads(accounting.concerned(operations))
    except (BadInput, OSError) as failed:
        env.warn(f"whether operations were overwritten is not known: {sentence(failed)}")
        return ()
    return accounting.overwritten(operations, ads, int(env.clock()))


@command("undo", "undo", "undo 12 --reason 'wrong alice'")
@click.argument("number", metavar="[ID]", type=WholeNumber(min=1), required=False)
@recorded_options()
def undo(shared: GlobalOptions, env: Environment, number: int | None) -> None:
    """Undo an operation by a new one, which restores everything that it changed.

    The default is the last operation that can be undone and has not been; undoing an undo redoes the operation.
    Nothing is undone if any of the values has changed since. An `update` cannot be undone. On a running pool an
    operation is undone by further edits, as far as possible; a lease that was ended is not restored.
    """
    if shared.live:
        report = pool_session(shared, env).undo(number)
    else:
        with opened(shared, env, request=("undo", number)) as session:
            operation = ledgers.to_be_undone(session.log.newest_first(), number)
            report = session.commit(_plan(session, operation), "undo", operation.names, undoes=operation.id)
    show_edit(report, shared, env)


def _plan(session: EditSession, operation: ledgers.Operation) -> accounting.EditPlan:
    ads = session.access.ads(list(dict.fromkeys(change.key for change in operation.changes)))
    ledger = ledgers.Ledger(ads, tuple(f"+{key}" for key in ads))
    try:
        records = ledgers.reversal(operation.changes, ledger)
    except Refused as moved:
        raise Refused(f"operation {operation.id} ({operation.action}) is not undone: {moved}") from moved
    return accounting.EditPlan(records, ledgers.changes_between(ledger.ads, ledger.replay(records).ads, records))


@command("update", "update", "update --ledger Accountantnew.log --snapshot /srv/pool")
@recorded_options()
def update(shared: GlobalOptions, env: Environment) -> None:
    """Bring a ledger up to date, as a running negotiator does between two cycles.

    Leases that have run out are ended. What was in use since the last update is charged, and priorities decay by their
    half-life. With --snapshot, its slots then determine what is in use from now on, and the update is made at the time
    of the snapshot. A ledger that has grown beyond MAX_ACCOUNTANT_DATABASE_SIZE is compacted. All of this is one
    operation in the log, the only kind that cannot be undone.
    """
    refuse_live(shared, "A running negotiator does this itself, before each cycle.")
    inputs = load_inputs(shared, env)
    slots = None
    if inputs.pool:
        env.warn_all(inputs.pool.problems)
        charging, evaluator = accounting.ChargeRules.from_config(inputs.config), Evaluator(inputs.now, zone=env.zone())
        slots = [accounting.slot_status(slot, charging, evaluator) for slot in inputs.pool.slots]
    with opened(shared, env, inputs, request=("update",)) as session:
        rules, group_of = priority_rules(inputs.config)
        ledger = session.access.ledger
        plan = accounting.plan_update(ledger, inputs.now, rules, group_of, slots)
        note = _note(plan, inputs.now - ledger.last_update_time if ledger.last_update_time else None, slots)
        # The log shows the update by its new time or, if that is unchanged, by the change of use.
        logged = tuple(change for change in plan.changes if change.key == ledgers.ACCOUNTANT_KEY) or plan.changes
        report = session.commit(plan, "update", (), note=note, logged=logged)
        _compact(session, inputs.config.integer("MAX_ACCOUNTANT_DATABASE_SIZE"))
    show_edit(report, shared, env)


def _compact(session: EditSession, above: int) -> None:
    """Compact a ledger that is larger than `above` bytes; the update stands even if that fails."""
    try:
        if isinstance(session.access, ledgers.Session) and session.access.size > above:
            session.access.compact()
    except (ledgers.StoreError, ledgers.LedgerError) as failed:
        session.env.warn(f"the update was made, but the ledger was not compacted: {failed}")


def _note(plan: accounting.EditPlan, elapsed_s: int | None, slots: list[accounting.SlotStatus] | None) -> str:
    touched = {change.key for change in plan.changes if change.key.startswith(ledgers.CUSTOMER_PREFIX)}
    time = "first update" if elapsed_s is None else f"{spoken(elapsed_s)} since the last update"
    parts = [time, f"{count(len(touched), 'record')} of submitters and groups changed"]
    if slots is not None:
        claimed = sum(slot.claimed_by is not None for slot in slots)
        parts.append(f"{claimed} of {count(len(slots), 'slot')} claimed")
    return "; ".join(parts)
