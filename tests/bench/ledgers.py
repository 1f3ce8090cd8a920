"""Ledgers as an accountant leaves them after a compaction."""

from collections.abc import Iterator
from random import Random

from tests.bench.people import DOMAIN
from tests.bench.slots import NOW


def ledger_lines(names: list[str], seed: int) -> Iterator[str]:
    """A record for each of these submitters, without slots in use."""
    random = Random(seed)
    yield f"107 1 CreationTimestamp {NOW - 10_000_000}"
    yield "101 Accountant. * *"
    yield f"103 Accountant. LastUpdateTime {NOW - 60}"
    for name in names:
        key = f"Customer.{name}"
        used = random.randrange(10_000_000)
        yield f"101 {key} * *"
        yield f"103 {key} Priority {0.5 + random.random() * 1000:.6f}"
        yield f"103 {key} PriorityFactor {random.choice((1000, 1000, 1000, 500, 20000)):.6f}"
        yield f"103 {key} AccumulatedUsage {used}.000000"
        yield f"103 {key} WeightedAccumulatedUsage {used * 2}.000000"
        yield f"103 {key} BeginUsageTime {NOW - 9_000_000 + used % 1000}"
        yield f"103 {key} LastUsageTime {NOW - used % 200_000}"


def submitter_names(count: int) -> list[str]:
    """Names of people without groups."""
    return [f"user{number:06}@{DOMAIN}" for number in range(count)]
