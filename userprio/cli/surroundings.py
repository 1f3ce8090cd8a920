"""What commands are given to work on, wherever it was read from."""

from collections.abc import Mapping
from dataclasses import dataclass

from userprio.cli.places import Snapshot
from userprio.config import Config
from userprio.ledger import Ledger
from userprio.negotiation.pool import Pool


@dataclass(frozen=True, slots=True)
class Sources:
    """What a command works on."""

    config: Config
    ledger: Ledger
    pool: Pool | None
    """None where no snapshot was named."""
    now: int
    """The moment that everything is worked out for, seconds since the epoch."""

    def previous_quotas(self, first_cycle: bool) -> Mapping[str, float] | None:
        """What a cycle on these sources begins with, see `negotiate`: what a running negotiator said that it has."""
        from userprio.negotiation.previous import FIRST_CYCLE, quotas_left

        return FIRST_CYCLE if first_cycle else quotas_left(self.ledger)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """All but the ledger."""

    config: Config
    pool: Pool | None
    now: int
    snapshot: Snapshot | None
    ledger: Ledger | None = None
    """That of a running pool, which came with the rest."""
