"""A running pool as the commands see it that work on a snapshot: taken into a private folder, read, and removed."""

from pathlib import Path
from tempfile import TemporaryDirectory

from userprio.cli.environment import Environment
from userprio.cli.inputs import Inputs
from userprio.cli.options import Shared
from userprio.cli.pools import check_live, reach
from userprio.cli.progress import counting
from userprio.config import read as read_config
from userprio.errors import placed
from userprio.ledger import Ledger
from userprio.pool.folder import read_snapshot
from userprio.pool.loading import with_options


def inputs_of_pool(shared: Shared, env: Environment) -> Inputs:
    """The pool as it is now, its accounts among it. A configuration that is named replaces the negotiator's.

    Raises:
        LiveError: it cannot be asked.
        BadInput: the configuration makes no sense.
    """
    from userprio.live import take
    from userprio.live.snapshot import CONFIG, LEDGER

    check_live(shared, env, config_counts=True)
    reached = reach(shared, env)
    negotiator = reached.negotiator()
    with TemporaryDirectory(prefix="userprio-") as name:
        folder = Path(name)
        with counting(env) as progress:
            taken = take(folder, reached.transport, negotiator, int(env.clock()), progress)
        config = read_config(
            shared.config or folder / CONFIG,
            # Variables of this process are about this machine, not about the pool.
            environ=env.environ if shared.config is not None else {},
            allow_commands=shared.allow_commands,
        )
        config = with_options(config, shared.overrides)
        pool = read_snapshot(folder)
        ledger = Ledger.read(folder / LEDGER)
    env.warn_all(taken.warnings)
    env.warn_all(placed(warning.message, None) for warning in config.warnings)
    now = int(env.clock()) if shared.now is None else shared.now
    return Inputs(config, pool, now, None, ledger)
