"""What the cycle before left behind, where a ledger tells of it."""

from userprio.ledger import CUSTOMER_PREFIX, Ledger
from userprio.ledger.values import real_of
from userprio.ledger.views import attribute

QUOTA_LEFT = "EffectiveQuota"
"""In the record of a group: the effective quota of the last cycle, as a running negotiator reports it.

HTCondor keeps it in memory and writes it to no ledger. It is in those made from the answer of a running negotiator.
"""


def quotas_left(ledger: Ledger) -> dict[str, float]:
    """The effective quotas that the cycle before left, by group; none where the ledger does not tell."""
    quotas: dict[str, float] = {}
    for key, ad in ledger.ads.items():
        if key.startswith(CUSTOMER_PREFIX) and "@" not in key:
            quota = real_of(attribute(ad, QUOTA_LEFT), ad)
            if quota is not None:
                quotas[key.removeprefix(CUSTOMER_PREFIX)] = quota
    return quotas
