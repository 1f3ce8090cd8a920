"""A cycle over ads as a negotiator of an older version reads them."""

from msgspec.structs import replace

from tests.negotiation.builders import NOW, configured, free, jobs, submitter, won
from userprio.base.versions import NEWEST, Behaviour, Version
from userprio.classad import Grammar
from userprio.ledger import Ledger
from userprio.negotiation import negotiate
from userprio.pool import Pool, ScenarioData, as_of
from userprio.pool.scenario import reread

OLD, NEW = Grammar.of(Behaviour(Version(23, 9, 6))), Grammar.of(Behaviour(NEWEST))


def matches(pool: Pool) -> int:
    return won(negotiate(ScenarioData(pool, Ledger.empty(), configured(), NOW))).get("a", 0)


def test_requirements_with_a_default_before_arithmetic_match_in_one_version_only() -> None:
    """`MinMemory ?: 1024 * 2 <= 3000` with MinMemory = 1400: 1400, which is true, and 2800 <= 3000 since 23.10.1.

    With MinMemory = 1600 it is still 1600, hence true, but 3200 <= 3000 is not.
    """
    for minimum, old, new in ((1400, 2, 2), (1600, 2, 0)):
        slots = free(2, MinMemory=minimum, Requirements="MinMemory ?: 1024 * 2 <= 3000")
        pool = Pool(tuple(slots), (submitter("a", 2),), tuple(jobs("a", 2, 1)))
        assert (matches(reread(pool, OLD)), matches(reread(pool, NEW))) == (old, new)


def test_misspelt_version_functions_of_jobs_match_nothing_before_25_13_2() -> None:
    waiting = jobs("a", 2, 1, Requirements='versiongt("25.1", "9.0")')
    pool = Pool(tuple(free(2)), (submitter("a", 2),), tuple(waiting))
    assert (matches(reread(pool, OLD)), matches(pool)) == (0, 2)


def test_a_negotiator_ranks_slots_by_what_its_version_makes_of_the_knob() -> None:
    """`Wanted ?: Cpus * 10 - Memory`, with Wanted = 5 in a slot of 1 core and 40 MB, and one of 2 cores and 10 MB.

    23.9.6: 5 and 2 * 10 - 10 = 10, hence the second. 25.14.1: 5 * 10 - 40 = 10 and 10, hence the first in the list.
    """
    slots = [*free(1, 1, Wanted=5, Memory=40), *free(1, 2, Cpus=2, Memory=10)]
    pool = Pool(tuple(slots), (submitter("a", 1),), tuple(jobs("a", 1, 1)))
    knobs = configured("NEGOTIATOR_PRE_JOB_RANK = Wanted ?: Cpus * 10 - Memory\n")
    scenario = ScenarioData(pool, Ledger.empty(), knobs, NOW)
    chosen = [negotiate(replace(scenario, version=version)).matches[0].slot for version in (Version(23, 9, 6), NEWEST)]
    assert chosen == ["slot1@exec2", "slot1@exec1"]


def test_the_newest_version_reads_the_pool_that_is_there() -> None:
    pool = Pool(tuple(free(2)), (submitter("a", 2),), tuple(jobs("a", 2, 1)))
    scenario = ScenarioData(pool, Ledger.empty(), configured(), NOW)
    assert reread(pool, NEW) is pool
    assert as_of(scenario, Behaviour(NEWEST)) is scenario
