"""What HTCondor leaves to chance or to the clock: where it matters, a dry run shows one of several possible cycles."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from userprio.negotiation.matching import Assessor, Slot, SlotKind
from userprio.negotiation.outcome import Chance


def tied_slots(slots: Sequence[Slot], assessor: Assessor) -> int:
    """How many slots share their rank with slots of another kind, if slots are ranked once a cycle (`rankSorter`)."""
    kinds: dict[tuple[float, ...], list[SlotKind]] = defaultdict(list)
    for slot in slots:
        kinds[tuple(assessor.kept_ranks(slot.kind))].append(slot.kind)
    return sum(len(equals) for equals in kinds.values() if any(kind is not equals[0] for kind in equals))


def chances(tied: int, endless: Mapping[tuple[str, str], str]) -> Iterator[tuple[Chance, str]]:
    """What was left to chance, each with a sentence that explains it.

    `tied` is the number of slots that share their rank with others; `endless` has, by submitter and schedd, the first
    request (cluster.proc) that would be offered until time is up.
    """
    if tied:
        yield (
            Chance.SLOT_ORDER,
            f"with NEGOTIATOR_IGNORE_JOB_RANKS HTCondor tries {tied:,} slots of equal rank in the order of their "
            "places in the negotiator's memory, which nobody knows; here it is the collector's order. With a "
            "NEGOTIATOR_POST_JOB_RANK that is different for each slot nothing is left to chance",
        )
    if endless:
        (submitter, schedd), request = next(iter(endless.items()))
        others = len(endless) - 1
        more = "" if not others else f", and so in {others:,} more cases" if others > 1 else ", and so in another case"
        yield (
            Chance.CLOCK,
            f"{schedd} offers job {request} of {submitter} again each time it is refused, until a time limit such as "
            f"NEGOTIATOR_MAX_TIME_PER_SUBMITTER ends the visit{more}; what there is no time for afterwards is left to "
            "the clock. Here the visit ends at once",
        )
