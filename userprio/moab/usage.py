"""Fair share usage in windows of time, decayed with age."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from userprio.moab.parameters import CredentialKind


@dataclass(frozen=True, slots=True)
class UsageWindows:
    """Usage by window, the current and still filling one first, in the unit of FSPOLICY."""

    total: tuple[float, ...] = ()
    """Delivered to everybody."""
    amounts: Mapping[CredentialKind, Mapping[str, tuple[float, ...]]] = field(default_factory=dict)
    capacity: tuple[float, ...] = ()
    """What could have been delivered; empty: not known."""

    def of(self, kind: CredentialKind, name: str) -> tuple[float, ...]:
        """The windows of one credential."""
        return self.amounts.get(kind, {}).get(name, ())


def window_weights(depth: int, decay: float) -> tuple[float, ...]:
    """What an amount counts for by age in windows: 1, decay, decay², ..."""
    weights = [1.0]
    while len(weights) < depth:
        weights.append(weights[-1] * decay)
    return tuple(weights)


def decayed(amounts: Sequence[float], weights: Sequence[float]) -> float:
    """The sum of the amounts, each weighed by its age; older ones than there are weights do not count."""
    return sum(amount * weight for amount, weight in zip(amounts, weights, strict=False))


def percent(part: float, whole: float) -> float:
    """A part in percent; 0 of nothing."""
    return 100 * part / whole if whole else 0.0
