"""What is checked: a configuration, and of ledger and pool what there is."""

from collections.abc import Callable
from dataclasses import dataclass, field

from userprio.check.finding import NOWHERE, Place
from userprio.pool.scenario import Scenario

RecordPlace = Callable[[str, str | None], Place]
"""The place of a ledger's record by its key, or of one of its attributes."""
SubmitterPlace = Callable[[str], Place]
"""The place of a submitter in the snapshot by its name."""


def _nowhere(*_: object) -> Place:
    return NOWHERE


@dataclass(frozen=True, slots=True)
class Situation:
    """Everything that a check may look at; a pool or a ledger that is not given is empty."""

    scenario: Scenario
    record_place: RecordPlace = field(default=_nowhere)
    submitter_place: SubmitterPlace = field(default=_nowhere)
