"""Moments of a small pool, written by hand."""

from collections.abc import Mapping

from userprio.monitoring import Recording, UsageCounter
from userprio.monitoring.recording import RecordedGroup, RecordedSubmitter

START = 1_792_800_000
"""2026-10-24 00:00 UTC."""
CREATED = 1_700_000_000
MINUTE, HOUR, DAY = 60, 3600, 86_400
ANN, BOB = "physics.ann@lab", "bob@lab"


def moment(
    at: int,
    hours: Mapping[str, float] | None = None,
    held: Mapping[str, float] | None = None,
    *,
    left: Mapping[str, int] | None = None,
    begun: Mapping[str, int] | None = None,
    groups: tuple[RecordedGroup, ...] = (),
    pool: str = "cm",
    weight: float = 100.0,
    half_life_s: float = DAY,
    ledger_at: int | None = None,
) -> Recording:
    """A moment at which submitters have been charged so many weight-hours in all, and hold so much."""
    held, left, begun = held or {}, left or {}, begun or {}
    counters = {
        name: UsageCounter(3600 * used, begun.get(name, CREATED), group_of(name))
        for name, used in (hours or {}).items()
    }
    submitters = tuple(
        RecordedSubmitter(
            name,
            group_of(name),
            500.0,
            1000.0,
            held.get(name, 0.0),
            left=left.get(name, 0),
            reasons=(("group limit reached", left[name]),) if name in left else (),
        )
        for name in dict.fromkeys((*held, *left))
    )
    ledger_at = at if ledger_at is None else ledger_at
    return Recording(at, pool, "25.14.1", weight, half_life_s, ledger_at, submitters, groups, counters)


def group_of(name: str) -> str:
    """`physics` for `physics.ann@lab`, else none."""
    return name.rpartition(".")[0]
