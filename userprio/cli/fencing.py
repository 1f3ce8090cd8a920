"""Who else may be writing to a ledger that is to be edited, and what somebody who edits it is told of that."""

from userprio.cli.environment import Environment
from userprio.config import Config
from userprio.errors import Refused
from userprio.ledger import ACCOUNTANT_KEY, OperationsLog, Session, same_text, text_in, value_of
from userprio.times import spoken


def check_owner(session: Session, log: OperationsLog, config: Config, env: Environment, *, force: bool) -> None:
    """Refuse an edit that a negotiator on another machine may write over; where one that is known does, say so.

    Raises:
        Refused: priorities were updated so lately that one may be running, and it cannot be seen; not with `force`.
    """
    others = session.others
    if others.owner is not None:
        lost = "it does not see this edit, and will probably write over it; edit the running pool with --pool instead"
        has = "has the ledger open" if others.owner.opened else "seems to keep the ledger"
        env.warn(f"{others.owner} {has}: {lost}")
        return
    if others.unsure is None:
        return
    found = _last_update(session, log)
    if found is None:
        return
    age = int(env.clock()) - found
    left = 2 * config.integer("NEGOTIATOR_INTERVAL") - age
    if left <= 0:
        return
    updated = f"{spoken(age)} ago" if age >= 0 else f"{spoken(age)} in the future"
    why = f"priorities were last updated {updated}, so that a negotiator may be keeping this ledger; {others.unsure}"
    if force:
        env.warn(f"{why}. If there is one, it will probably write over this edit")
        return
    stopped = f"If it was stopped, wait {spoken(left)}, or give --force; if it is running, edit the pool with --pool"
    raise Refused(f"{session.path}: {why}; nothing was changed. {stopped}")


def _last_update(session: Session, log: OperationsLog) -> int | None:
    """When a negotiator last updated priorities, as it does in every cycle; None if it was `userprio update`."""
    text = text_in(session.ads([ACCOUNTANT_KEY]), ACCOUNTANT_KEY, "LastUpdateTime")
    updated = None if text is None else value_of(text)
    if not isinstance(updated, int) or not updated:
        return None
    ours = (change for operation in log.newest_first() for change in operation.changes if change.key == ACCOUNTANT_KEY)
    return None if any(same_text(change.after, text) for change in ours) else updated
