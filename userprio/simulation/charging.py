"""Whom the simulated accountant charges, and for what."""

from collections import Counter
from collections.abc import Iterable, Sequence, Set

from userprio.accounting import Charge, ChargeRules, claims
from userprio.classad import Evaluator
from userprio.ledger import CUSTOMER_PREFIX, Ledger
from userprio.negotiation import Because, Match
from userprio.simulation.slots import SimulatedSlots


def kept_charges(
    charges: Iterable[Charge],
    matches: Sequence[Match],
    slots: SimulatedSlots,
    charging: ChargeRules,
    evaluator: Evaluator,
) -> list[Charge]:
    """The charges that are left after the matches of a cycle: those of preempted claims end."""
    taken = [slots.named(match.slot) for match in matches if match.because is not Because.FREE]
    ended = Counter(
        charge
        for slot in taken
        if slot is not None and slot.claim is not None
        for charge in claims([slot.ad], charging, evaluator)
    )
    kept = []
    for charge in charges:
        if ended[charge]:
            ended[charge] -= 1
        else:
            kept.append(charge)
    return kept


def with_only(ledger: Ledger, names: Set[str]) -> Ledger:
    """The ledger without submitters that are not among `names`: those who ask for and hold nothing decide nothing."""
    kept = {
        key: ad
        for key, ad in ledger.ads.items()
        if not key.startswith(CUSTOMER_PREFIX) or "@" not in key or key[len(CUSTOMER_PREFIX) :] in names
    }
    dropped = ledger.ads.keys() - kept.keys()
    history = tuple(entry for entry in ledger.history if entry[1:] not in dropped)
    return Ledger(kept, history, ledger.last_update_time, ledger.sequence, ledger.created)
