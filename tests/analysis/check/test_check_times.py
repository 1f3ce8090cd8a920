"""What a cycle over a pool needs of time and rounds, and what is configured."""

from pathlib import Path

import pytest

from tests.analysis.check.planting import checked, places, slots_and_jobs
from tests.marks import sampled

_ASKING = 'Cpus = 1\nStart = { expr = "TARGET.RequestCpus <= Cpus" }\n'


@pytest.mark.slow
@pytest.mark.parametrize(
    ("limits", "found"),
    sampled(
        [
            # To take in 30,000 slots is 2.4 s, and 1.2 s for a negotiator that is twice as fast: over before the start.
            ("NEGOTIATOR_MAX_TIME_PER_CYCLE = 1\n", [("too-little-time", "condor_config", 2)]),
            # 3,000 matches are 0.6 s, and slots looked at once 0.2 s.
            ("NEGOTIATOR_MAX_TIME_PER_SUBMITTER = 1\n", []),
            ("", []),
        ]
    ),
)
def test_a_cycle_that_cannot_be_done_in_its_time_is_found(
    tmp_path: Path, limits: str, found: list[tuple[str, str, int]]
) -> None:
    pool = slots_and_jobs(30_000, ("ann", 3000), ("bob", 3000)).replace("Cpus = 1\n", _ASKING)
    assert places(checked(tmp_path, "MAX_CONCURRENT_UPLOADS_PER_USER = 0\n" + limits, pool=pool)) == found


def test_rounds_that_go_on_without_end_are_found(tmp_path: Path) -> None:
    config = "GROUP_NAMES = g\nGROUP_QUOTA_g = 2\nGROUP_AUTOREGROUP = True\nGROUP_QUOTA_MAX_ALLOCATION_ROUNDS = {}\n"
    pool = slots_and_jobs(6, ("g.ann", 1))
    findings = checked(tmp_path, config.format(10**9), pool=pool)
    assert ("endless-rounds", "condor_config", 4) in places(findings)
    told = next(each for each in findings if each.code == "endless-rounds")
    assert "some quota is left that nobody uses: after round" in told.happens
    assert told.advice == "The default, 3, is usually enough"
    assert "endless-rounds" not in {code for code, _, _ in places(checked(tmp_path, config.format(3), pool=pool))}
