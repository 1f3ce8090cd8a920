"""A running pool in place of ledger and snapshot. What is in `userprio.live` is imported when it is wanted."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, overload

import click

from userprio.classad import Ad, Evaluator
from userprio.cli.environment import Environment
from userprio.cli.options import Shared
from userprio.cli.request import ListingRequest, Source
from userprio.cli.sources import gather
from userprio.ledger import Resource
from userprio.report import Holdings, holdings

if TYPE_CHECKING:
    from userprio.live import Negotiator, Transport

OWN_POOL: Final = "this machine's pool"


@dataclass(frozen=True, slots=True)
class Reached:
    """A pool, and the way to it."""

    transport: "Transport"
    title: str
    """What it is called in sentences."""
    name: str | None
    """The negotiator that was asked for."""

    def negotiator(self) -> "Negotiator":
        """The negotiator that is meant.

        Raises:
            LiveError: there is none, or several.
        """
        from userprio.live import choose_negotiator

        return choose_negotiator(self.transport, self.title, self.name)


def check_live(shared: Shared, env: Environment, *, config_counts: bool = False) -> None:
    """See to it that nothing is asked for beside a running pool that would change nothing, or contradict it.

    Raises:
        click.UsageError: a ledger or a snapshot is named too.
    """
    for given, option in ((shared.ledger, "--ledger"), (shared.snapshot, "--snapshot")):
        if given is not None:
            which = "--pool" if shared.pool is not None else "--name"
            raise click.UsageError(f"Give either {option} or {which}: a running pool has its own accounts.")
    if not config_counts and (shared.config is not None or shared.overrides):
        env.warn("--config and --set change nothing here: a running pool goes by its own configuration")


def reach(shared: Shared, env: Environment) -> Reached:
    """The pool that the options name.

    Raises:
        LiveError: nothing is installed to ask it with.
    """
    from userprio.live import Via, connect

    via = None if shared.via is None else Via(shared.via)
    return Reached(connect(shared.pool, via, env.environ), shared.pool or OWN_POOL, shared.negotiator)


def ask(request: ListingRequest, shared: Shared, env: Environment) -> Sequence[Ad] | Ad:
    """The accounting ads of a running pool, one for each record; of a rolled-up answer the numbered ad.

    Raises:
        LiveError: it cannot be asked.
    """
    check_live(shared, env)
    reached = reach(shared, env)
    if request.rollup:
        return reached.transport.rolled_up_accounts(reached.negotiator())
    if request.source is not Source.NEGOTIATOR:
        published = _published(reached)
        if request.source is Source.COLLECTOR or len(_named(published, request.names)) >= len(request.names):
            return published
        env.stderr.write("Not all user(s) found in collector, querying negotiator...\n")
    return reached.transport.accounts(reached.negotiator())


def _published(reached: Reached) -> list[Ad]:
    """What the collector has of the negotiator that is meant."""
    ads = reached.transport.published_accounts()
    evaluator = Evaluator(now=0)
    by_negotiator: dict[str, list[Ad]] = {}
    for ad in ads:
        sender = evaluator.attribute("NegotiatorName", ad)
        by_negotiator.setdefault(sender.lower() if isinstance(sender, str) else "", []).append(ad)
    if reached.name is None and len(by_negotiator) <= 1:
        return ads
    return by_negotiator.get(reached.negotiator().name.lower(), [])


def _named(ads: Sequence[Ad], names: Sequence[str]) -> list[Ad]:
    from userprio.cli.accounts import named

    evaluator = Evaluator(now=0)
    known = ((evaluator.attribute("Name", ad), ad) for ad in ads)
    return [ad for name, ad in known if isinstance(name, str) and named(name, names)]


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
        sources = gather(shared, env)
        if known_only and submitter not in sources.ledger.customers:
            return None
        return holdings(sources.ledger, submitter, sources.now)
    check_live(shared, env)
    reached = reach(shared, env)
    negotiator = reached.negotiator()
    now = int(env.clock()) if shared.now is None else shared.now
    slots = _slots_in(reached.transport.held_slots(negotiator, submitter))
    if not slots and known_only and not _named(reached.transport.accounts(negotiator), [submitter]):
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
