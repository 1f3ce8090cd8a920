"""Usage windows and wallclock accuracy from a history of jobs."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from math import floor

from userprio.moab.parameters import CredentialKind
from userprio.moab.policy import Charge
from userprio.moab.usage import UsageWindows


@dataclass(frozen=True, slots=True)
class HistoryRecord:
    """One run of a job; times are seconds since the epoch."""

    begin: float
    end: float | None
    """None: it still runs."""
    procs: float = 1.0
    pes: float | None = None
    """Processor equivalents; None: as many as processors."""
    used_proc_s: float | None = None
    """Processor-seconds really used; None: all."""
    wallclock_s: float | None = None
    """The limit that was asked for."""
    user: str | None = None
    group: str | None = None
    account: str | None = None
    qos: str | None = None
    class_: str | None = None

    @property
    def names(self) -> tuple[tuple[CredentialKind, str | None], ...]:
        """Whom it is charged to."""
        return (
            (CredentialKind.USER, self.user),
            (CredentialKind.GROUP, self.group),
            (CredentialKind.ACCOUNT, self.account),
            (CredentialKind.QOS, self.qos),
            (CredentialKind.CLASS, self.class_),
        )

    def rate(self, charge: Charge, now: float) -> float:
        """What is charged for each second."""
        match charge:
            case Charge.DEDICATED_PES if self.pes is not None:
                return self.pes
            case Charge.UTILIZED_PS if self.used_proc_s is not None:
                length = (now if self.end is None else self.end) - self.begin
                return self.used_proc_s / length if length > 0 else 0.0
        return self.procs


def usage_of(
    history: Iterable[HistoryRecord], now: float, interval_s: int, depth: int, charge: Charge, procs: float = 0.0
) -> UsageWindows:
    """Usage in windows that begin at multiples of the interval; window 0 holds `now` and ends there.

    `procs`, the processors of the system, give the capacity; 0 if they are not known.
    """
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
        oldest = min(depth - 1, -floor((record.begin - first) / interval_s))
        for age in range(youngest, oldest + 1):
            seconds = min(end, ends[age]) - max(record.begin, begins[age])
            if seconds <= 0:
                continue
            total[age] += rate * seconds
            for kind, name in record.names:
                if name is not None:
                    amounts[kind][name][age] += rate * seconds
    capacity = tuple(procs * (end - begin) for begin, end in zip(begins, ends, strict=True)) if procs else ()
    frozen = {kind: {name: tuple(by_age) for name, by_age in named.items()} for kind, named in amounts.items()}
    return UsageWindows(tuple(total), frozen, capacity)


def accuracy_of(history: Iterable[HistoryRecord]) -> dict[str, float]:
    """By user: processor-seconds dedicated to finished jobs, of those they had asked for; 0 to 1."""
    dedicated: dict[str, float] = defaultdict(float)
    asked: dict[str, float] = defaultdict(float)
    for record in history:
        if record.user is not None and record.end is not None and record.wallclock_s is not None:
            dedicated[record.user] += record.procs * (record.end - record.begin)
            asked[record.user] += record.procs * record.wallclock_s
    return {user: min(1.0, max(0.0, dedicated[user] / total)) for user, total in asked.items() if total > 0}
