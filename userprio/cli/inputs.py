"""What a command is given to work on, wherever it was read from."""

from dataclasses import dataclass

from userprio.config import Config
from userprio.ledger import Ledger
from userprio.pool.loading import Snapshot
from userprio.pool.scenario import Pool


@dataclass(frozen=True, slots=True)
class Inputs:
    """All but the ledger."""

    config: Config
    pool: Pool
    """Empty where no snapshot was named."""
    now: int
    snapshot: Snapshot | None
    ledger: Ledger | None = None
    """That of a running pool, which came with the rest."""
