"""Fair share: usage in windows of time, the distance of a credential from its target, and caps that block jobs.

Usage is computed from a history of jobs, or read from the files that Maui keeps.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import accumulate, islice, repeat, zip_longest
from math import floor
from operator import mul
from pathlib import Path
from typing import Final

from msgspec import Struct, field

from userprio.base.limits import OTHER_FILE, read_file
from userprio.moab.config import MoabConfig
from userprio.moab.parameters import (
    GLOBAL,
    Credential,
    CredentialKind,
    FairShareBound,
    FairShareTarget,
    FsPolicy,
    MoabError,
    UsageMetric,
    decimal,
    quoted,
)

_MISSED_BY: Final = 5.0
"""The percentage points by which a plain target may be missed without being marked."""
_NAME: Final = re.compile(r"FS\.([0-9]{1,12})\Z")

_KINDS: Final = {**{kind.name: kind for kind in CredentialKind}, "ACCT": CredentialKind.ACCOUNT}
_TOTAL: Final = "TOTAL"


class HistoryRecord(Struct, frozen=True):
    """One run of a job; times are seconds since the epoch."""

    begin: float
    end: float | None = None
    """None: it still runs."""
    procs: float = 1.0
    pes: float | None = None
    """Processor equivalents; None: as many as processors."""
    used_proc_s: float | None = None
    """Processor-seconds actually used; None: all."""
    wallclock_s: float | None = None
    """The requested limit, in seconds."""
    user: str | None = None
    group: str | None = None
    account: str | None = None
    qos: str | None = None
    class_: str | None = None

    def rate(self, charge: UsageMetric, now: float) -> float:
        """The charge per second."""
        match charge:
            case UsageMetric.DEDICATED_PES if self.pes is not None:
                return self.pes
            case UsageMetric.UTILIZED_PS if self.used_proc_s is not None:
                # An average: a record does not say when the processors were busy.
                length = (now if self.end is None else self.end) - self.begin
                return self.used_proc_s / length if length > 0 else 0.0
        return self.procs


class UsageWindows(Struct, frozen=True):
    """Usage by window in the unit of FSPOLICY, starting with the current, unfinished one."""

    total: tuple[float, ...] = ()
    """Delivered to all credentials together."""
    amounts: Mapping[CredentialKind, Mapping[str, tuple[float, ...]]] = field(default_factory=dict)
    capacity: tuple[float, ...] = ()
    """What could have been delivered; empty: unknown."""

    def of(self, kind: CredentialKind, name: str) -> tuple[float, ...]:
        """The windows of one credential."""
        return self.amounts.get(kind, {}).get(name, ())

    @staticmethod
    def of_history(
        history: Iterable[HistoryRecord], now: float, interval_s: int, depth: int, charge: UsageMetric, procs: float = 0
    ) -> "UsageWindows":
        """Usage in windows that begin at multiples of the interval; window 0 contains `now` and ends there.

        `procs` is the number of the system's processors, which gives the capacity; 0 if unknown.
        """
        # Windows begin at multiples of the interval since 1970, as the names of Maui's files do.
        first = floor(now / interval_s) * interval_s
        begins = [first - age * interval_s for age in range(depth)]
        ends = [now, *begins[:-1]]
        total = [0.0] * depth
        amounts: dict[CredentialKind, dict[str, list[float]]] = defaultdict(lambda: defaultdict(lambda: [0.0] * depth))
        for record in history:
            rate = record.rate(charge, now)
            end = now if record.end is None else min(record.end, now)
            # The windows that the run touches, by age.
            youngest = max(0, -floor((end - first) / interval_s))
            for age in range(youngest, min(depth - 1, -floor((record.begin - first) / interval_s)) + 1):
                seconds = min(end, ends[age]) - max(record.begin, begins[age])
                if seconds <= 0:
                    continue
                total[age] += rate * seconds
                for kind in CredentialKind:
                    if (name := getattr(record, kind.field)) is not None:
                        amounts[kind][name][age] += rate * seconds
        # The current window has only had a part of its length so far.
        capacity = tuple(procs * (end - begin) for begin, end in zip(begins, ends, strict=True)) if procs else ()
        frozen = {kind: {name: tuple(by_age) for name, by_age in named.items()} for kind, named in amounts.items()}
        return UsageWindows(tuple(total), frozen, capacity)


def window_weights(depth: int, decay: float) -> tuple[float, ...]:
    """The weight of an amount by age in windows: 1, decay, decay², ..."""
    return tuple(accumulate(repeat(decay, depth - 1), mul, initial=1.0))


def decayed(amounts: Sequence[float], weights: Sequence[float]) -> float:
    """The sum of the amounts, each weighted by its age; amounts older than the last weight do not count."""
    return sum(amount * weight for amount, weight in zip(amounts, weights, strict=False))


def percent(part: float, total: float) -> float:
    """A part as a percentage; 0 if the whole is 0."""
    return 100 * part / total if total else 0.0


def accuracy_of(history: Iterable[HistoryRecord], now: float) -> dict[str, float]:
    """By user: processor-seconds of jobs finished by now as a fraction of those requested, 0 to 1."""
    dedicated: dict[str, float] = defaultdict(float)
    asked: dict[str, float] = defaultdict(float)
    for record in history:
        # How well a job was estimated is known once it is over.
        if record.end is None or record.end > now:
            continue
        if record.user is not None and record.wallclock_s is not None:
            dedicated[record.user] += record.procs * (record.end - record.begin)
            asked[record.user] += record.procs * record.wallclock_s
    return {user: min(1.0, max(0.0, dedicated[user] / total)) for user, total in asked.items() if total > 0}


def read_usage_files(folder: Path, now: float, interval_s: int, depth: int) -> UsageWindows:
    """The windows in the files of a folder; a window without a file is empty.

    Lines have three fields, kind, name and amount; `TOTAL` lines end in the sum. Other lines are comments.

    Raises:
        MoabError: the folder has no such file, or an amount is not a number.
        OSError: a file cannot be read.
    """
    current = int(now // interval_s) * interval_s
    total = [0.0] * depth
    amounts: dict[CredentialKind, dict[str, list[float]]] = defaultdict(lambda: defaultdict(lambda: [0.0] * depth))
    files = [(int(match[1]), path) for path in sorted(folder.iterdir()) if (match := _NAME.match(path.name))]
    if not files:
        raise MoabError("no usage files in this folder", folder, hint="Their names are like FS.1772409600")
    for begin, path in files:
        age = (current - begin) // interval_s
        # A folder may hold files of another interval, whose windows would be counted in the wrong place.
        if begin % interval_s:
            hint = f"The file was written with an FSINTERVAL other than {interval_s} seconds"
            raise MoabError(f"window {begin} does not begin at a multiple of FSINTERVAL", path, hint=hint)
        if not 0 <= age < depth:
            continue
        for number, line in enumerate(read_file(path, OTHER_FILE).decode("utf-8", "surrogateescape").split("\n"), 1):
            fields = line.partition("#")[0].split()
            # Maui writes lines of its own between them, and skips whatever has not three fields.
            if not fields or (len(fields) != 3 and fields[0].upper() != _TOTAL):
                continue
            amount = decimal(fields[-1])
            if amount is None or amount < 0:
                raise MoabError(f"an amount must be a number, not {quoted(fields[-1])}", path, number)
            if fields[0].upper() == _TOTAL:
                total[age] += amount
            elif fields[0].upper() in _KINDS:
                amounts[_KINDS[fields[0].upper()]][fields[1]][age] += amount
    frozen = {kind: {name: tuple(by_age) for name, by_age in named.items()} for kind, named in amounts.items()}
    return UsageWindows(tuple(total), frozen)


class BoundsMode(StrEnum):
    """How floors and ceilings change priorities."""

    BOUNDS = "bounds"
    """Floors only help, ceilings only hurt."""
    LITERAL = "literal"
    """The manual's wording taken literally: a violated floor or ceiling switches fair share off."""


class TargetState(StrEnum):
    """How usage compares with a target."""

    OK = "ok"
    FLOOR = "floor violated"
    CEILING = "ceiling violated"
    MISSED = "target missed"
    """By more than five percentage points."""


class FairShare(Struct, frozen=True):
    """The usage of one credential against its target."""

    kind: CredentialKind
    name: str
    percent: float
    """Decayed percentage of the delivered (or available) work."""
    used: float
    """Decayed amount in the unit of FSPOLICY."""
    windows: tuple[float, ...]
    """Percent in each window, the current one first."""
    target: FairShareTarget | None
    state: TargetState
    delta: float
    """Percentage points that count for priorities, positive for credentials below their target."""


class FairShareUsage(Struct, frozen=True):
    """Usage windows and the rules for evaluating them."""

    usage: UsageWindows
    policy: FsPolicy
    weights: tuple[float, ...]
    """The weight of an amount by age in windows."""
    base: float
    """The amounts that percentages are computed from."""
    mode: BoundsMode

    @classmethod
    def of(
        cls, usage: UsageWindows, config: MoabConfig, partition: str = GLOBAL, mode: BoundsMode = BoundsMode.BOUNDS
    ) -> "FairShareUsage":
        """The usage of a site in a partition; MoabError if percentages are of the capacity, which is unknown."""
        policy = config.policy(partition)
        weights = window_weights(config.integer("FSDEPTH"), config.real("FSDECAY"))
        if policy.of_available and usage.total and not usage.capacity:
            hint = "Give `capacity` beside `total` in the usage data, or FSPOLICY without the %"
            raise MoabError(f"FSPOLICY {policy.text} needs the capacity of each window", hint=hint)
        # Of what was delivered, not of what could have been: in an empty system one job has 100 percent. A % after
        # FSPOLICY says otherwise (in Maui it makes the delta a ratio).
        base = decayed(usage.capacity if policy.of_available else usage.total, weights)
        return cls(usage, policy, weights, base, mode)

    @property
    def on(self) -> bool:
        """Whether fair share is on."""
        return self.policy.charge is not UsageMetric.NOTHING

    @property
    def delivered(self) -> float:
        """What was delivered altogether, in percent like the shares."""
        return percent(decayed(self.usage.total, self.weights), self.base)

    def share(self, kind: CredentialKind, name: str, target: FairShareTarget | None) -> FairShare:
        """One credential's usage against a target."""
        amounts = self.usage.of(kind, name)
        used = decayed(amounts, self.weights)
        percentage = percent(used, self.base)
        wholes = self.usage.capacity if self.policy.of_available else self.usage.total
        by_age = zip_longest(self.weights, amounts, wholes, fillvalue=0.0)
        windows = tuple(percent(part, whole) for _, part, whole in islice(by_age, len(self.weights)))
        met, points = TargetState.OK, 0.0
        # Without a target usage does not matter, and without any usage nobody is behind.
        if self.on and self.base and target is not None:
            met, points = state(target, percentage), delta(target, percentage, self.mode)
        return FairShare(kind, name, percentage, used, windows, target, met, points)

    def blocked(self, credential: Credential, kind: CredentialKind, name: str, added: float) -> str | None:
        """Why a job that would add this amount may not start; None if it may.

        A relative cap applies to the credential's usage plus the job's, as a part of all that was delivered.
        """
        if not self.on:
            return None
        used = decayed(self.usage.of(kind, name), self.weights)
        # The job's whole request, limit times processors, as if it ran to its limit.
        for cap in credential.caps:
            now, then = [amount if cap.absolute else percent(amount, self.base) for amount in (used, used + added)]
            if then > cap.amount:
                unit = "" if cap.absolute else "%"
                more = f", with this job {then:.1f}{unit}" if now <= cap.amount else ""
                return f"{kind.value} {name} over fairshare cap {cap} (now {now:.1f}{unit}{more})"
        return None


def state(target: FairShareTarget, percentage: float) -> TargetState:
    """Whether a target is met (`mdiag -f`)."""
    if target.kind is FairShareBound.FLOOR:
        return TargetState.FLOOR if percentage < target.percent else TargetState.OK
    if target.kind is FairShareBound.CEILING:
        return TargetState.CEILING if percentage > target.percent else TargetState.OK
    return TargetState.MISSED if abs(target.percent - percentage) > _MISSED_BY else TargetState.OK


def delta(target: FairShareTarget, percentage: float, mode: BoundsMode = BoundsMode.BOUNDS) -> float:
    """The percentage points to the target that count.

    A bound that is not violated counts nothing. The manual's sentence about violated bounds says the opposite, but its
    own example of a floor does not follow it; `BoundsMode.LITERAL` does.
    """
    distance = target.percent - percentage
    if target.kind is FairShareBound.TARGET:
        return distance
    # Example: a floor of 10 and usage of 25 adds 0 in the manual; word for word it would be -15.
    violated = state(target, percentage) is not TargetState.OK
    return distance if violated is (mode is BoundsMode.BOUNDS) else 0.0
