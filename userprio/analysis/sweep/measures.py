"""What a sweep shows of everybody: figures of a cycle, of the long run, or of a replayed period."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, Self

from userprio.analysis.plan import Horizon


class By(StrEnum):
    """Whether figures are shown by submitter or by group."""

    SUBMITTER = "submitter"
    GROUP = "group"
    """Of a group's own members, without its subgroups; over a replay with them."""


_CYCLE: Final = (Horizon.CYCLE,)
_REPLAY: Final = (Horizon.REPLAY,)


class Measure(StrEnum):
    """A figure of a submitter or group. Weights are sums of SlotWeight: cores, unless a pool says otherwise."""

    HOLDS = (
        "holds",
        "weight after the cycle: in use before it, and won, less what others took by preemption",
        tuple(Horizon),
    )
    WON = "won", "weight won in the cycle", _CYCLE
    MATCHES = "matches", "requests that got a slot in the cycle", _CYCLE
    JOBS = "jobs", "jobs expected to start from the matches", _CYCLE
    IDLE = "idle", "idle jobs that no match is expected to start", _CYCLE
    WAITS = "waits", "submitters with idle jobs that got no match; 0 or 1 for a single one", _CYCLE
    SHARE = "share", "a submitter's part of the pie at its first visit", _CYCLE
    LIMIT = (
        "limit",
        "the most weight a submitter could win at its first visit; a group's limit in its last pass",
        _CYCLE,
    )
    QUOTA = "quota", "effective quota of a group", _CYCLE
    ALLOCATED = "allocated", "weight that the last round allocated to a group", _CYCLE
    UNMET = "unmet", "weight that running and idle jobs ask for beyond what is held", (Horizon.LONG_RUN,)
    MEDIAN = "median", "median wait until the first start, or in vain until the end of the period", _REPLAY
    P95 = "p95", "95% of the jobs did not wait longer", _REPLAY
    MEAN = "mean", "mean wait", _REPLAY
    STARTED = "started", "jobs that started in the period", _REPLAY
    FINISHED = "finished", "jobs that finished in it", _REPLAY

    about: str
    """What it means, in a few words; of `holds`, in a cycle."""
    over: tuple[Horizon, ...]
    """The times over which it is known."""

    def __new__(cls, name: str, about: str = "", over: tuple[Horizon, ...] = ()) -> Self:
        """A measure of this name."""
        measure = str.__new__(cls, name)
        measure._value_, measure.about, measure.over = name, about, over
        return measure

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        # What it was called before 0.3.0.
        return cls.WON if value == "got" else None

    def meaning(self, over: Horizon) -> str:
        """What it means over a time, in a few words."""
        return _HELD[over] if self is Measure.HOLDS and over in _HELD else self.about

    @property
    def adds_up(self) -> bool:
        """Whether figures can be summed into a total."""
        return self not in _NO_SUMS

    @property
    def is_time(self) -> bool:
        """Whether it is a length of time, in seconds."""
        return self in _TIMES

    def is_of(self, by: By) -> bool:
        """Whether submitters, or groups, have this figure."""
        return self is not Measure.SHARE if by is By.GROUP else self not in (Measure.QUOTA, Measure.ALLOCATED)


_HELD: Final = {
    Horizon.LONG_RUN: "weight in use on average, once the pool has settled",
    Horizon.REPLAY: "weight in use on average over the period",
}
_TIMES: Final = frozenset({Measure.MEDIAN, Measure.P95, Measure.MEAN})
_NO_SUMS: Final = _TIMES | {Measure.SHARE, Measure.LIMIT, Measure.QUOTA, Measure.ALLOCATED}
USUAL: Final[Mapping[Horizon, tuple[Measure, ...]]] = {
    Horizon.CYCLE: (Measure.HOLDS, Measure.IDLE),
    Horizon.LONG_RUN: (Measure.HOLDS, Measure.UNMET),
    Horizon.REPLAY: (Measure.HOLDS, Measure.MEDIAN, Measure.P95),
}
"""What is shown where it is not said."""
