"""What condor_defrag would do before and after a change of its knobs."""

from collections.abc import Iterable
from dataclasses import dataclass

from userprio.config import Reader, find_knob, plain_name
from userprio.errors import BadInput
from userprio.plan.knob_changes import KnobDifference
from userprio.pool import Scenario
from userprio.simulation import DefragPolicy, Poll, Rate, daemon_name, poll


@dataclass(frozen=True, slots=True)
class Draining:
    """A poll of a condor_defrag that has just started. No more of it is followed up: the cycles know nothing of it."""

    rate: Rate
    poll: Poll


@dataclass(frozen=True, slots=True)
class DrainingDifference:
    """The same poll as things are and with the changes."""

    before: Draining | None
    """None: condor_defrag ends at its knobs as they are."""
    after: Draining

    @property
    def differs(self) -> bool:
        """Whether other machines are drained, or at another rate."""
        return self.before != self.after


def draining_difference(
    present: Scenario, after: Scenario, knobs: Iterable[KnobDifference]
) -> DrainingDifference | None:
    """What condor_defrag would do, if any of its knobs is changed; None otherwise.

    Raises:
        BadInput: the knobs as they are to be would end it.
    """
    found = (find_knob(plain_name(knob.name, after.config)) for knob in knobs)
    if not any(knob is not None and knob.reader is Reader.DEFRAG for knob in found):
        return None
    try:
        before = _draining(present)
    except BadInput:
        before = None
    return DrainingDifference(before, _draining(after))


def _draining(scenario: Scenario) -> Draining:
    slots = scenario.pool.slots
    policy = DefragPolicy.from_config(scenario.config, daemon_name(scenario.config, slots))
    return Draining(policy.rate, poll(policy, slots, scenario.now))
