"""Scenarios drawn at random go through a real negotiator's cycles and through dry runs, and both decide the same.

Most are the first cycle of a negotiator. The chains are two to four cycles of one negotiator, between which jobs start
and end, slots come and go, and knobs change. Each release of HTCondor gets scenarios of its own; of those of the
earlier one, `SAMPLE` chooses one in ten.

`POOL_SEED=7 python -m pytest -m pool` draws others; `python -m tests.pool.hunt` draws thousands.
"""

from collections.abc import Iterator
from typing import Final

import pytest

from tests.counting import POOL_SEED, SCENARIOS, counter
from tests.marks import sampled
from tests.pool.conftest import provided
from tests.pool.root import version
from tests.pool.traits import CHAIN_NAMES, NAMES, draw
from tests.pool.trial import run_trial

NUMBERS: Final = {"current": (range(1), range(2)), "earlier": (range(1, 2), range(2, 3))}
"""By release, how often each theme is drawn, and with which seeds: those of several cycles, and those of one.

What they have in common is drawn for one release or the other, so that a run stays within minutes.
"""
# 23.9 evaluates records within records and circles of attributes differently, which is not simulated.
_SPARED: Final = {("earlier", theme) for theme in NAMES if theme.startswith("flattened")}


def cases(release: str) -> Iterator[tuple[str, str, int]]:
    """The scenarios of a release, by theme and number; the chains, which take longest, go first."""
    for themes, numbers in zip((CHAIN_NAMES, NAMES), NUMBERS[release], strict=True):
        for number in numbers:
            yield from ((release, theme, number) for theme in themes if (release, theme) not in _SPARED)


@pytest.mark.parametrize(("release", "theme", "number"), [*cases("current"), *sampled([*cases("earlier")])])
def test_a_random_scenario_is_decided_as_by_the_real_negotiator(
    release: str, theme: str, number: int, request: pytest.FixtureRequest
) -> None:
    htcondor = provided(release)
    trial = run_trial(htcondor, draw(theme, POOL_SEED + number))
    counted = counter(request.config, f"{SCENARIOS}{version(htcondor)}")
    counted.update(scenarios=1, agreed=not trial.differences, matches=trial.matches)
    again = f"python -m tests.pool.hunt --release {release} --seeds {POOL_SEED + number} --themes {theme}"
    assert not trial.differences, "\n".join([*trial.differences, f"once more: {again}"])
