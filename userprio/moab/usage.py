"""Fair share usage in windows of time: worked out from a history of jobs, or read from the files that Maui keeps."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import floor
from pathlib import Path
from typing import Final

from userprio.limits import OTHER_FILE, read_file
from userprio.moab.errors import MoabError, quoted
from userprio.moab.parameters import CredentialKind
from userprio.moab.values import UsageMetric, decimal

_NAME: Final = re.compile(r"FS\.([0-9]{1,12})\Z")

_KINDS: Final = {
    "USER": CredentialKind.USER,
    "GROUP": CredentialKind.GROUP,
    "ACCOUNT": CredentialKind.ACCOUNT,
    "ACCT": CredentialKind.ACCOUNT,
    "QOS": CredentialKind.QOS,
    "CLASS": CredentialKind.CLASS,
}

_TOTAL: Final = "TOTAL"


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

    def rate(self, charge: UsageMetric, now: float) -> float:
        """What is charged for each second."""
        match charge:
            case UsageMetric.DEDICATED_PES if self.pes is not None:
                return self.pes
            case UsageMetric.UTILIZED_PS if self.used_proc_s is not None:
                length = (now if self.end is None else self.end) - self.begin
                return self.used_proc_s / length if length > 0 else 0.0
        return self.procs


def usage_of(
    history: Iterable[HistoryRecord], now: float, interval_s: int, depth: int, charge: UsageMetric, procs: float = 0.0
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


def read_usage_files(folder: Path, now: float, interval_s: int, depth: int) -> UsageWindows:
    """The windows that the files of a folder hold; a window without a file is empty.

    Lines have three fields: kind, name and amount; `TOTAL` lines have the sum as their last. Others are comments.

    Raises:
        MoabError: the folder has no such file, or an amount is not a number.
        OSError: a file cannot be read.
    """
    current = int(now // interval_s) * interval_s
    total = [0.0] * depth
    amounts: dict[CredentialKind, dict[str, list[float]]] = defaultdict(lambda: defaultdict(lambda: [0.0] * depth))
    files = [(int(found[1]), path) for path in sorted(folder.iterdir()) if (found := _NAME.match(path.name))]
    if not files:
        raise MoabError("no usage files in this folder", folder, hint="They are named such as FS.1772409600")
    for begin, path in files:
        age = (current - begin) // interval_s
        if begin % interval_s:
            hint = f"The file was written with an FSINTERVAL other than {interval_s} seconds"
            raise MoabError(f"window {begin} does not begin at a multiple of FSINTERVAL", path, hint=hint)
        if not 0 <= age < depth:
            continue
        lines = read_file(path, OTHER_FILE).decode("utf-8", "surrogateescape").split("\n")
        for number, line in enumerate(lines, 1):
            fields = line.partition("#")[0].split()
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
