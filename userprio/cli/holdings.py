"""The slots that a submitter holds, by the ledger or by a running pool."""

from typing import Literal, overload

from userprio.classad import Ad, Evaluator
from userprio.cli.environment import Environment
from userprio.cli.loading import load_scenario
from userprio.cli.options import Shared
from userprio.cli.pools import check_live, naming, reach
from userprio.ledger import Resource
from userprio.report import Holdings, holdings


@overload
def held_by(submitter: str, shared: Shared, env: Environment) -> Holdings: ...
@overload
def held_by(submitter: str, shared: Shared, env: Environment, *, known_only: Literal[True]) -> Holdings | None: ...
def held_by(submitter: str, shared: Shared, env: Environment, *, known_only: bool = False) -> Holdings | None:
    """The slots that a submitter holds; with `known_only` None if there is no record of it.

    Raises:
        BadInput, LiveError: ledger or pool cannot be read.
    """
    if not shared.live:
        sources = load_scenario(shared, env)
        if known_only and submitter not in sources.ledger.customers:
            return None
        return holdings(sources.ledger, submitter, sources.now)
    check_live(shared, env)
    reached = reach(shared, env)
    negotiator = reached.negotiator()
    now = int(env.clock()) if shared.now is None else shared.now
    slots = _slots_in(reached.transport.held_slots(negotiator, submitter))
    if not slots and known_only and not naming(reached.transport.accounts(negotiator), [submitter]):
        return None
    return Holdings(submitter, tuple(slots), now, weighed=False)


def _slots_in(whole: Ad) -> list[Resource]:
    """The slots of the numbered ad, as many as follow each other."""
    evaluator = Evaluator(now=0)
    slots: list[Resource] = []
    while isinstance(name := evaluator.attribute(f"Name{len(slots) + 1}", whole), str):
        started = evaluator.attribute(f"StartTime{len(slots) + 1}", whole)
        slots.append(Resource(name, start_time=started if isinstance(started, int) else None))
    return slots
