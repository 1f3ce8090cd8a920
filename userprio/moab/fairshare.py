"""Fair share: how far a credential is from its target, and whether a usage cap blocks a job."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from userprio.moab.config import MoabConfig
from userprio.moab.errors import MoabError
from userprio.moab.parameters import GLOBAL, Credential, CredentialKind
from userprio.moab.usage import UsageWindows, decayed, percent, window_weights
from userprio.moab.values import FsPolicy, Target, TargetKind, UsageMetric

_MISSED_BY: Final = 5.0
"""Percentage points by which a plain target has to be missed to be marked."""


class BoundsMode(StrEnum):
    """How floors and ceilings change priorities."""

    BOUNDS = "bounds"
    """Floors only help, ceilings only hurt."""
    LITERAL = "literal"
    """Word for word what the manual says of violated ones: a violated floor or ceiling switches fair share off."""


class TargetState(StrEnum):
    """How usage compares with a target."""

    OK = "ok"
    FLOOR = "floor violated"
    CEILING = "ceiling violated"
    MISSED = "target missed"
    """By more than five points."""


@dataclass(frozen=True, slots=True)
class FairShare:
    """The usage of one credential against its target."""

    kind: CredentialKind
    name: str
    percent: float
    """Of delivered (or available) work, decayed."""
    used: float
    """Decayed amount in the unit of FSPOLICY."""
    windows: tuple[float, ...]
    """Percent in each window, the current one first."""
    target: Target | None
    state: TargetState
    delta: float
    """Percentage points that count for priorities, positive for those who are owed."""


@dataclass(frozen=True, slots=True)
class FairShareUsage:
    """Usage windows with the rules that they are read by."""

    usage: UsageWindows
    policy: FsPolicy
    weights: tuple[float, ...]
    """What an amount counts for by age."""
    whole: float
    """What percentages are taken of."""
    mode: BoundsMode

    @classmethod
    def of(
        cls,
        usage: UsageWindows | None,
        config: MoabConfig,
        partition: str = GLOBAL,
        mode: BoundsMode = BoundsMode.BOUNDS,
    ) -> "FairShareUsage":
        """The usage of a site in a partition.

        Raises:
            MoabError: percentages are to be taken of a capacity that is not known.
        """
        policy = config.policy(partition)
        usage = usage or UsageWindows()
        weights = window_weights(config.integer("FSDEPTH"), config.real("FSDECAY"))
        if policy.of_available and usage.total and not usage.capacity:
            hint = "Give `capacity` beside `total` in the usage data, or FSPOLICY without the %"
            raise MoabError(f"FSPOLICY {policy.text} needs the capacity of each window", hint=hint)
        whole = decayed(usage.capacity if policy.of_available else usage.total, weights)
        return cls(usage, policy, weights, whole, mode)

    @property
    def on(self) -> bool:
        """Whether fair share counts anything."""
        return self.policy.charge is not UsageMetric.NOTHING

    def share(self, kind: CredentialKind, name: str, target: Target | None) -> FairShare:
        """One credential's usage against a target."""
        amounts = self.usage.of(kind, name)
        used = decayed(amounts, self.weights)
        percentage = percent(used, self.whole)
        wholes = self.usage.capacity if self.policy.of_available else self.usage.total
        windows = tuple(
            percent(amounts[age] if age < len(amounts) else 0.0, wholes[age] if age < len(wholes) else 0.0)
            for age in range(len(self.weights))
        )
        if not self.on or not self.whole or target is None:
            return FairShare(kind, name, percentage, used, windows, target, TargetState.OK, 0.0)
        return FairShare(
            kind,
            name,
            percentage,
            used,
            windows,
            target,
            state(target, percentage),
            delta(target, percentage, self.mode),
        )

    def blocked(self, credential: Credential, kind: CredentialKind, name: str, added: float) -> str | None:
        """Why a job that would add this amount may not start, None if it may.

        A relative cap compares the credential's usage and the job's with what was delivered to all.
        """
        if not self.on:
            return None
        used = decayed(self.usage.of(kind, name), self.weights)
        for cap in credential.caps:
            if not cap.absolute and not self.whole:
                continue
            now = used if cap.absolute else percent(used, self.whole)
            then = used + added if cap.absolute else percent(used + added, self.whole)
            if then > cap.amount:
                unit = "" if cap.absolute else "%"
                standing = f"now {now:.1f}{unit}"
                if now <= cap.amount:
                    standing += f", with this job {then:.1f}{unit}"
                return f"{kind.value} {name} over fairshare cap {cap} ({standing})"
        return None


def state(target: Target, percentage: float) -> TargetState:
    """Whether a target is met (`mdiag -f`)."""
    if target.kind is TargetKind.FLOOR:
        return TargetState.FLOOR if percentage < target.percent else TargetState.OK
    if target.kind is TargetKind.CEILING:
        return TargetState.CEILING if percentage > target.percent else TargetState.OK
    return TargetState.MISSED if abs(target.percent - percentage) > _MISSED_BY else TargetState.OK


def delta(target: Target, percentage: float, mode: BoundsMode = BoundsMode.BOUNDS) -> float:
    """Percentage points to the target, as far as they count.

    Where a bound is not crossed nothing is counted. The manual's sentence about violated bounds says the opposite,
    and its own example of a floor does not follow it; `Mode.LITERAL` does.
    """
    distance = target.percent - percentage
    if target.kind is TargetKind.TARGET:
        return distance
    violated = state(target, percentage) is not TargetState.OK
    return distance if violated is (mode is BoundsMode.BOUNDS) else 0.0
