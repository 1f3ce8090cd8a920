"""A pool at a moment, with everything that a cycle over it depends on."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from userprio.config import Config
from userprio.ledger import CUSTOMER_PREFIX, Ledger
from userprio.ledger.values import real_of
from userprio.ledger.views import attribute
from userprio.pool.pool import Pool

FIRST_CYCLE: Final[Mapping[str, float]] = MappingProxyType({})
"""The previous quotas of a negotiator that just started: there are none."""


QUOTA_LEFT: Final = "EffectiveQuota"
"""In the record of a group: the effective quota of the last cycle, as a running negotiator reports it.

HTCondor writes it to no ledger. It is in those made from the answer of a running negotiator.
"""


@dataclass(frozen=True, slots=True)
class Scenario:
    """What is known of a pool at a moment. Values never change; `dataclasses.replace` makes another."""

    pool: Pool
    ledger: Ledger
    config: Config
    now: int
    """Seconds since the epoch."""
    previous_quotas: Mapping[str, float] | None = None
    """The effective quotas by group that the cycle before left, which slots show of the groups that hold them.

    None: those that a cycle on this scenario leaves itself, as in a pool that has been running like this for a while.
    `FIRST_CYCLE`: the negotiator has just started, and slots show none.
    """

    @property
    def first_cycle(self) -> bool:
        """Whether the negotiator has just started."""
        return self.previous_quotas is not None and not self.previous_quotas


def quotas_left(ledger: Ledger) -> dict[str, float] | None:
    """The effective quotas that the cycle before left, by group; None where the ledger does not tell."""
    quotas: dict[str, float] = {}
    for key, ad in ledger.ads.items():
        if key.startswith(CUSTOMER_PREFIX) and "@" not in key:
            quota = real_of(attribute(ad, QUOTA_LEFT), ad)
            if quota is not None:
                quotas[key.removeprefix(CUSTOMER_PREFIX)] = quota
    return quotas or None
