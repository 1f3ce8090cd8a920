"""The last days of a pool from the database of record, where one is named, for screens of its present state."""

from pathlib import Path

from userprio import monitoring
from userprio.base import BadInput, Refused
from userprio.classad import Evaluator, text_of
from userprio.cli.environment import Environment, sentence
from userprio.cli.options import GlobalOptions
from userprio.pool import ScenarioData


def pool_identity(scenario: ScenarioData, shared: GlobalOptions) -> str:
    """What tells a pool from others: its negotiator or, where its ad is missing, where the pool was found."""
    negotiator, evaluator = scenario.pool.negotiator, Evaluator(scenario.now)
    if negotiator is not None:
        name = text_of(evaluator, negotiator, "Name") or text_of(evaluator, negotiator, "Machine")
        if name is not None:
            return name
    if shared.snapshot is None:
        return shared.pool or "this machine's pool"
    folder = Path(shared.snapshot)
    return str(folder.resolve()) if folder.exists() else shared.snapshot


def past_of(scenario: ScenarioData, shared: GlobalOptions, env: Environment) -> "monitoring.RecentPast | None":
    """The last days up to the moment of a scenario; None if no database is named, or it has nothing of this pool.

    What is wrong with the database is a warning: the present state does not depend on it.
    """
    if shared.database is None:
        return None
    # A state that was read from the database is of its pool.
    identity = None if shared.at is not None else pool_identity(scenario, shared)
    try:
        with monitoring.opened(shared.database) as connection:
            return monitoring.recent_past(connection, scenario.now, identity)
    except (BadInput, Refused) as error:
        env.warn(f"the recorded past is not known: {sentence(error)}")
        return None
