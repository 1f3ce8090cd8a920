"""A ledger opened for an edit: found, locked, mended where a crash left half an edit, with its history at hand."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from userprio import __version__
from userprio.accounting import Edit, EditAction, EditPlan, GroupOf, PriorityRules, lease_attribute, plan_edit
from userprio.cli.environment import Environment
from userprio.cli.inputs import CommandInputs, find_ledger, ledger_places
from userprio.cli.options import Shared, env_of
from userprio.cli.showing import show
from userprio.errors import BadInput, Refused
from userprio.ledger import (
    CUSTOMER_PREFIX,
    Change,
    Ledger,
    LedgerStore,
    Operation,
    OperationsLog,
    OperationState,
    Session,
    StoreError,
    StoreTrouble,
    Trouble,
)
from userprio.pool import examples
from userprio.quotas import build_tree
from userprio.report import EditReport

_LEFT_BY_A_CRASH: Final = frozenset({Trouble.UNTERMINATED_ENTRY, Trouble.UNTERMINATED_TRANSACTION})
"""What readers leave out without a loss: the beginning of an edit that was never finished."""

_HINTS: Final = {
    StoreTrouble.OWNED: "Use condor_userprio on the running pool, or give --force",
    StoreTrouble.DAMAGED: "Give --force to take it out; it is kept in a file beside the ledger",
}


@dataclass(frozen=True, slots=True)
class Desk:
    """Where an edit is made: the ledger under its lock, and all that planning one takes."""

    session: Session
    log: OperationsLog
    inputs: CommandInputs
    env: Environment

    @property
    def now(self) -> int:
        """When the edit is made."""
        return self.inputs.now

    def rules(self) -> tuple[PriorityRules, GroupOf]:
        """The configuration's rules of priorities, and its groups."""
        tree = build_tree(self.inputs.config)
        rules = PriorityRules.from_config(self.inputs.config, [group.name for group in tree.groups])
        return rules, lambda name: tree.assigned(name).name

    def commit(
        self,
        plan: EditPlan,
        action: str,
        names: Iterable[str],
        reason: str | None,
        *,
        undoes: int | None = None,
        note: str | None = None,
        logged: tuple[Change, ...] | None = None,
    ) -> EditReport:
        """Make the plan true, as one operation; a plan that changes nothing is left at that.

        `logged` are the changes that the log keeps, where those of the plan are too many; they cannot be taken back.
        """
        done = None
        if plan.changes or plan.ended:
            operation = Operation(
                action=action,
                names=tuple(dict.fromkeys(names)),
                changes=plan.changes if logged is None else logged,
                at=self.now,
                who=self.env.user,
                version=__version__,
                reason=reason,
                undoes=undoes,
                ended=plan.ended,
                note=note,
                reversible=logged is None and bool(plan.changes),
            )
            done = self.log.carry_out(operation, plan.records, self.session)
        return EditReport(self.session.path, action, plan.changes, plan.ended, plan.messages, note, done)


@contextmanager
def opened(inputs: CommandInputs, shared: Shared, env: Environment, *, force: bool) -> Iterator[Desk]:
    """The ledger that the options name, or that is found, under its lock.

    Raises:
        BadInput: there is no ledger, or it makes no sense.
        Refused: it belongs to a shipped example.
        StoreError: see `LedgerStore.locked`; also DAMAGED, unless `force`, where more than half an edit is left out.
    """
    path = ledger_path(inputs, shared, env)
    try:
        with LedgerStore(path).locked(inputs.now, force=force) as session:
            damage = session.damage
            if damage is not None and (force or damage.kind in _LEFT_BY_A_CRASH):
                kept = session.repair()
                if kept is not None:
                    env.warn(f"{path}, {damage}; this was taken out and is kept in {kept}")
            log = OperationsLog(session.path)
            settled = log.settle(session)
            if settled is not None and settled.state is OperationState.UNCERTAIN:
                env.warn(f"operation {settled.id} was interrupted, and the ledger does not show whether it was made")
            yield Desk(session, log, inputs, env)
    except StoreError as error:
        if error.kind not in _HINTS:
            raise
        raise StoreError(error.kind, error.message, error.path, _HINTS[error.kind]) from error


def plan_at(desk: Desk, edit: Edit, *, create: bool) -> EditPlan:
    """Plan an edit of the ledger at hand, of which no more is read than it takes."""
    session = desk.session
    if edit.action is EditAction.RESET_ALL:
        ledger = session.ledger
    else:
        leased = lease_attribute(edit)
        holders = () if leased is None else session.customers_with([leased])
        ads = session.ads([CUSTOMER_PREFIX + name for name in dict.fromkeys((*edit.names, *holders))])
        ledger = Ledger(ads, tuple(f"+{key}" for key in ads))
    rules, group_of = desk.rules()
    return plan_edit(edit, ledger, desk.now, rules, group_of, create=create, known=session.names)


def ledger_path(inputs: CommandInputs, shared: Shared, env: Environment) -> Path:
    """Where the ledger is that a command edits; it may be missing if it was named.

    Raises:
        BadInput: none was named, and none is found.
        Refused: it belongs to a shipped example, which stays as it is.
    """
    path = find_ledger(shared.ledger, inputs.snapshot, inputs.config, env)
    if path is None:
        looked = " nor at ".join(str(place) for place in ledger_places(inputs.config, env))
        raise BadInput(f"there is no ledger at {looked}", hint="Give --ledger FILE")
    if any(path.resolve().is_relative_to(example.folder.resolve()) for example in examples.shipped()):
        raise Refused(f"{path} belongs to a shipped example, which stays as it is; copy the ledger and give --ledger")
    return path


def show_edit(report: EditReport, shared: Shared, env: Environment) -> None:
    """Tell what was done; remarks go to stderr."""
    env.warn_all(report.messages)
    show(report, shared.format, env)


def agreed(context: click.Context, question: str) -> bool:
    """Whether a person wants it; where there is none to ask, a sentence on stderr says what to give."""
    env = env_of(context)
    answer = env.ask(question)
    if answer is None:
        env.stderr.write(f"{env.program}: {context.info_name} asks first, and nobody is there to answer; give --yes.\n")
    elif not answer:
        env.stderr.write("Nothing was changed.\n")
    return bool(answer)
