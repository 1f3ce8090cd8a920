"""Two submitters side by side: the first point of the chain in which they differ."""

import pytest

from tests.negotiation.builders import DOMAIN, NOW, configured, free, held, jobs, priorities, slot, submitter
from userprio.analysis.explain import ExplainedPair, NothingFound, compare
from userprio.classad import Ad
from userprio.ledger import Ledger
from userprio.pool import Pool
from userprio.pool.scenario import ScenarioData

ANN, BOB = submitter("ann", 5), submitter("bob", 5, heard=1)
WAITING = [*jobs("ann", 5, 1), *jobs("bob", 5, 2)]
GROUPS = "GROUP_NAMES = a, b\nGROUP_QUOTA_a = 2\nGROUP_QUOTA_b = 4\n"


def compared(
    pool: Pool, ledger: Ledger | None = None, knobs: str = "", one: str = "ann", other: str = "bob"
) -> ExplainedPair:
    return compare(
        ScenarioData(pool, ledger or Ledger.empty(), configured(knobs), NOW), f"{one}@{DOMAIN}", f"{other}@{DOMAIN}"
    )


def pool(slots: list[Ad], submitters: list[Ad], waiting: list[Ad]) -> Pool:
    return Pool(tuple(slots), tuple(submitters), tuple(waiting))


def first(found: ExplainedPair) -> tuple[str, object, object]:
    assert found.first is not None
    return found.first.about, found.first.one, found.first.other


def test_equals_differ_in_who_comes_first_and_what_is_left_for_the_second() -> None:
    found = compared(pool(free(7), [ANN, BOB], WAITING))
    assert first(found) == ("place among visits", 1.0, 2.0)
    assert "the one visited first chooses first" in found.sentence


def test_one_without_an_ad_takes_no_part() -> None:
    found = compared(pool(free(7), [ANN], WAITING))
    assert first(found) == ("takes part", "yes", "no")


def test_one_without_idle_jobs_asks_for_nothing() -> None:
    found = compared(pool([*held("bob", 1, 1), *free(6, 2)], [ANN, submitter("bob", 0, 1)], jobs("ann", 5, 1)))
    assert first(found) == ("idle jobs", "yes", "no")


def test_those_of_different_groups_differ_there_first_and_the_figures_follow() -> None:
    found = compared(
        pool(
            free(9),
            [submitter("a.ann", 5), submitter("b.bob", 5)],
            [*jobs("a.ann", 5, 1), *jobs("b.bob", 5, 2)],
        ),
        knobs=GROUPS,
        one="a.ann",
        other="b.bob",
    )
    assert first(found) == ("group", "a", "b")
    assert found.sentence.endswith("The first figure in which the groups differ is the effective quota: 2 and 4.")


def test_effective_priorities_are_taken_apart_into_real_ones_and_factors() -> None:
    found = compared(pool(free(7), [ANN, BOB], WAITING), priorities({"ann": 2000, "bob": 500}))
    assert first(found) == ("effective priority", 2000.0, 500.0)
    assert found.sentence.endswith("That is real priority x factor, 0.5 x 4000 against 0.5 x 1000.")


def test_with_equal_priorities_it_is_what_they_have_in_use() -> None:
    found = compared(pool([*held("ann", 2, 1), *free(5, 3)], [submitter("ann", 5, 2), BOB], WAITING))
    assert first(found) == ("in use before", 2.0, 0.0)


def test_floors_come_before_limits() -> None:
    found = compared(pool(free(7), [ANN, BOB], WAITING), priorities({"ann": 500, "bob": 500}, Floor={"bob": 2}))
    assert first(found) == ("floor", 0.0, 2.0)


def test_a_ceiling_of_one_only_is_a_difference() -> None:
    found = compared(pool(free(10), [ANN, BOB], WAITING), priorities({"ann": 500, "bob": 500}, Ceiling={"bob": 2}))
    assert first(found) == ("ceiling", None, 2.0)


def test_all_points_are_there_to_be_read_side_by_side() -> None:
    small = [slot(number, Cpus=1) for number in range(1, 9)]
    found = compared(
        pool(
            small,
            [ANN, BOB],
            [*jobs("ann", 5, 1), *jobs("bob", 5, 2, RequestMemory=9000, Requirements="TARGET.Memory > RequestMemory")],
        )
    )
    points = {point.about: (point.one, point.other) for point in found.points}
    assert points["slots that match"] == (8.0, 0.0)
    assert points["won"] == (found.one.weight, found.other.weight) == (5.0, 0.0)
    assert points["share"] == (0.5, 0.5)


def test_nobody_differs_from_themselves() -> None:
    found = compared(pool(free(7), [ANN, BOB], WAITING), other="ann")
    assert (found.first, found.sentence) == (None, "They do not differ at any point of the chain.")


def test_a_name_that_is_nobodys_is_told() -> None:
    with pytest.raises(NothingFound, match=r"no submitter bib@pool.test. Did you mean bob@pool.test\?"):
        compared(pool(free(7), [ANN, BOB], WAITING), other="bib")
