"""What tests count, which the last lines of a run say; several processes add up what each of them counted."""

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

import pytest

Counts = dict[str, Counter[str]]
COUNTS = pytest.StashKey[Counts]()
"""Numbers by subject, and by what is counted."""

FAULTS: Final = "faults"
"""The subject of the faults that are tried."""
ALL_FAULTS: Final = os.environ.get("FAULTS") == "all"
"""Every fault is tried, and not a part of them."""
FAULTS_SEED: Final = int(os.environ.get("FAULTS_SEED", "1"))
"""What chance begins with. The same in every run unless told otherwise: a failure then means a change, not bad luck."""

SCENARIOS: Final = "scenarios of HTCondor "
"""What the subjects of random scenarios begin with; a release follows."""
POOL: Final = "pool"
"""The subject of other comparisons with a real pool: a line each."""
POOL_SEED: Final = int(os.environ.get("POOL_SEED", "1"))
"""The same for what is drawn for real pools."""


def counter(config: pytest.Config, subject: str) -> Counter[str]:
    """The numbers of this process about a subject, to be counted up."""
    return config.stash.setdefault(COUNTS, {}).setdefault(subject, Counter())


def add(config: pytest.Config, counts: Mapping[str, Mapping[str, int]]) -> None:
    """Add what another process counted."""
    for subject, numbers in counts.items():
        counter(config, subject).update(numbers)


def lines(config: pytest.Config) -> Iterator[str]:
    """What was counted, in words."""
    counts = config.stash.get(COUNTS, {})
    if tried := counts.get(FAULTS):
        numbers = ", ".join(f"{number} {what}" for what, number in tried.items())
        part = "all there are" if ALL_FAULTS else f"a part of them, seed {FAULTS_SEED}; FAULTS=all tries all"
        yield f"faults: {numbers} ({part})"
    for subject, counted in sorted(counts.items()):
        if subject.startswith(SCENARIOS):
            release = subject.removeprefix(SCENARIOS)
            yield (
                f"pool: {counted['agreed']} of {counted['scenarios']} random scenarios agree with HTCondor {release}"
                f" ({counted['matches']} matches; seed {POOL_SEED})"
            )
    yield from (f"pool: {line}" for line in counts.get(POOL, ()))
