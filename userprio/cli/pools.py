"""A running pool in place of ledger and snapshot. `userprio.live` is imported on demand."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from userprio.base.errors import placed
from userprio.classad import Ad, Evaluator
from userprio.cli.environment import Environment
from userprio.cli.inputs import CommandInputs
from userprio.cli.options import GlobalOptions
from userprio.cli.progress import counting
from userprio.cli.request import ListingRequest, Source
from userprio.config import read as read_config
from userprio.ledger import Ledger
from userprio.pool import read_snapshot, versions_of, with_options
from userprio.report import named

if TYPE_CHECKING:
    from userprio.live import Negotiator, Transport


@dataclass(frozen=True, slots=True)
class Reached:
    """A pool, and the access to it."""

    transport: "Transport"
    title: str
    """The pool's name in messages."""
    name: str | None
    """The negotiator that was asked for."""

    def negotiator(self) -> "Negotiator":
        """The selected negotiator.

        Raises:
            LiveError: there is none, or several.
        """
        from userprio.live import choose_negotiator

        return choose_negotiator(self.transport, self.title, self.name)


def check_live(shared: GlobalOptions, env: Environment, *, config_counts: bool = False) -> None:
    """Refuse, or warn of, options that contradict a running pool or have no effect on it.

    Raises:
        click.UsageError: a ledger or a snapshot is named too.
    """
    for given, option in ((shared.ledger, "--ledger"), (shared.snapshot, "--snapshot")):
        if given is not None:
            which = "--pool" if shared.pool is not None else "--name"
            raise click.UsageError(f"Give either {option} or {which}: a running pool has its own accounts.")
    # A warning and no refusal: --config is often set for all commands, in an alias or a script.
    if not config_counts and (shared.config is not None or shared.overrides):
        env.warn("--config and --set change nothing here: a running pool goes by its own configuration")


def reach(shared: GlobalOptions, env: Environment) -> Reached:
    """The pool that the options name.

    Raises:
        LiveError: nothing is installed to ask it with.
    """
    from userprio.live import Via, connect

    via = None if shared.via is None else Via(shared.via)
    return Reached(connect(shared.pool, via, env.environ), shared.pool or "this machine's pool", shared.negotiator)


def ask(request: ListingRequest, shared: GlobalOptions, env: Environment) -> Sequence[Ad] | Ad:
    """The accounting ads of a running pool, one for each record, or the numbered ad of a rolled-up reply.

    Raises:
        LiveError: it cannot be asked.
    """
    check_live(shared, env)
    reached = reach(shared, env)
    # Only the legacy answer is rolled up; condor_userprio has to ask the negotiator for it, too.
    if request.rollup:
        return reached.transport.rolled_up_accounts(reached.negotiator())
    if request.source is not Source.NEGOTIATOR:
        published = _published(reached)
        # As condor_userprio counts: fewer records than names, and the collector's
        # answer is dropped and the negotiator asked.
        if request.source is Source.COLLECTOR or len(naming(published, request.names)) >= len(request.names):
            return published
        env.stderr.write("Not all user(s) found in collector, querying negotiator...\n")
    return reached.transport.accounts(reached.negotiator())


def _published(reached: Reached) -> list[Ad]:
    """The collector's ads from the selected negotiator."""
    ads = reached.transport.published_accounts()
    evaluator = Evaluator(now=0)
    by_negotiator: dict[str, list[Ad]] = {}
    for ad in ads:
        sender = evaluator.attribute("NegotiatorName", ad)
        by_negotiator.setdefault(sender.lower() if isinstance(sender, str) else "", []).append(ad)
    # Records of several negotiators would be listed as one pool's; with a single
    # sender, asking which is meant is not needed.
    if reached.name is None and len(by_negotiator) <= 1:
        return ads
    return by_negotiator.get(reached.negotiator().name.lower(), [])


def naming(ads: Sequence[Ad], names: Sequence[str]) -> list[Ad]:
    """The accounting ads that are about one of the names."""
    evaluator = Evaluator(now=0)
    known = ((evaluator.attribute("Name", ad), ad) for ad in ads)
    return [ad for name, ad in known if isinstance(name, str) and named(name, names)]


def inputs_of_pool(shared: GlobalOptions, env: Environment) -> CommandInputs:
    """The pool as it is now, with its accounts. A named configuration replaces the negotiator's.

    Raises:
        LiveError: it cannot be asked.
        BadInput: the configuration makes no sense.
    """
    from userprio.live import CONFIG, LEDGER, take

    check_live(shared, env, config_counts=True)
    reached = reach(shared, env)
    negotiator = reached.negotiator()
    # By way of a snapshot in files, so that a running pool is read exactly as its snapshot would be.
    with TemporaryDirectory(prefix="userprio-") as name:
        folder = Path(name)
        with counting(env) as progress:
            taken = take(folder, reached.transport, negotiator, int(env.clock()), progress)
        pool = read_snapshot(folder)
        config = read_config(
            shared.config or folder / CONFIG,
            # This process's variables concern this machine, not the pool.
            environ=env.environ if shared.config is not None else {},
            allow_commands=shared.allow_commands,
            version=versions_of(pool, shared.version).negotiator,
        )
        config = with_options(config, shared.overrides)
        ledger = Ledger.read(folder / LEDGER)
    env.warn_all(taken.warnings)
    env.warn_all(placed(warning.message, None) for warning in config.warnings)
    now = shared.present(env)
    return CommandInputs(config, pool, now, None, ledger)
