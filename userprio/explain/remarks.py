"""What an administrator should know besides: machines that would fit if they were empty, quotas that do not hold."""

from collections.abc import Iterator, Sequence
from typing import Final

from userprio.classad import Ad, Evaluator, flag_of, number_of, text_of
from userprio.explain.requirements import meets
from userprio.formats import counted, listed
from userprio.matching import MatchSide
from userprio.negotiation import Outcome
from userprio.pool import Scenario
from userprio.simulation import KEPT_TO, beyond_quotas, drained, machine_of

_MOST_KINDS: Final = 10
"""Of jobs for which machines are looked for, those of most jobs."""
_MOST_NAMES: Final = 4


def drained_remarks(scenario: Scenario, unfit: Sequence[tuple[str, int, Ad]], flattens: bool) -> Iterator[str]:
    """Which machines jobs would fit that fit no slot as it is, if the machines were drained.

    `unfit` has of each kind of job the first, how many there are, and their ad; `flattens` as in `MatchSide`.
    """
    if not unfit:
        return
    evaluator, pool = Evaluator(scenario.now), scenario.pool
    parted = {name: ad for ad in pool.slots if _is_parted(ad, evaluator) and (name := text_of(evaluator, ad, "Name"))}
    machines = {machine_of(name) for name in parted}
    whole = [
        (machine_of(name), ad)
        for ad in drained(pool, machines, scenario.config, scenario.now).slots
        if (name := text_of(evaluator, ad, "Name")) in parted
    ]
    for job, count, ad in sorted(unfit, key=lambda kind: -kind[1])[:_MOST_KINDS]:
        side = MatchSide(ad, flattens=flattens)
        fitting = list(dict.fromkeys(machine for machine, slot in whole if meets(side, slot, evaluator)))
        if fitting:
            like = f"job {job} fits" if count == 1 else f"job {job} and {count - 1} like it fit"
            them = "it" if len(fitting) == 1 else "them"
            yield (
                f"{like} no slot as it is now, but {counted(len(fitting), 'machine')} once drained: "
                f"{listed(fitting, most=_MOST_NAMES)}; `userprio defrag` shows whether condor_defrag would drain {them}"
            )


def _is_parted(slot: Ad, evaluator: Evaluator) -> bool:
    """Whether it is a partitionable slot of which something is handed out."""
    if not flag_of(evaluator, slot, "PartitionableSlot"):
        return False
    resources = ("Cpus", "Memory", "Disk", "GPUs")
    there = ((number_of(evaluator, slot, name), number_of(evaluator, slot, f"TotalSlot{name}")) for name in resources)
    return any(total is not None and (free or 0) < total for free, total in there)


def leftover_remarks(scenario: Scenario, outcome: Outcome, group: str | None) -> Iterator[str]:
    """Whether the group comes to more than its quota through what is left of partitionable slots."""
    for beyond in beyond_quotas(scenario, outcome):
        if beyond.group == group:
            yield f"{beyond.sentence}. {KEPT_TO}"
