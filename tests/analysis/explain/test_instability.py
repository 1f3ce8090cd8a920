"""An explanation says what of it hangs on the second of the cycle, or on a tie, and only where it matters."""

from msgspec.structs import replace

from tests.negotiation.test_stability import equals, overtaking
from userprio.analysis.explain import compare, explain_group, explain_job, explain_submitter
from userprio.negotiation import Chance

MOVE = "submitters change places as priorities are updated again"
TIE = "submitters tie, and who goes first is decided by LastHeardFrom of their ads, modulo 1009"


def test_who_wins_only_in_this_second_and_who_loses_only_in_it_are_told() -> None:
    at = overtaking(10.15)
    (ben,) = explain_submitter(at, "ben").hangs_on
    assert (ben.reason, ben.later_s, ben.matches, ben.change) == (Chance.PRIORITY_ORDER, 1, 1, -1.0)
    assert ben.sentence == f"1 s later it would hold 1 less and 1 match would differ: {MOVE}"
    (ann,) = explain_submitter(at, "ann").hangs_on
    assert ann.sentence == f"1 s later it would hold 1 more: {MOVE}"
    assert explain_job(at, "1.0").hangs_on == (ann,)


def test_what_comes_out_alike_later_is_not_remarked_on() -> None:
    assert explain_submitter(overtaking(10.0), "ann").hangs_on == ()
    assert explain_submitter(equals(2, count=2), "ann").hangs_on == (), "they go in another order, and both get a slot"


def test_a_tie_is_told_as_one() -> None:
    (ann,) = explain_submitter(equals(2), "ann").hangs_on
    assert ann.sentence == f"with ties resolved otherwise it would hold 1 more: {TIE}"


def test_the_members_of_a_group_are_told_together() -> None:
    """What one of them wins instead of another does not change what the group holds."""
    at = overtaking(10.15)
    at = replace(at, config=at.config.with_overrides({"GROUP_NAMES": "a"}))
    assert explain_group(at, "<none>").hangs_on == ()
    assert explain_submitter(at, "ann").hangs_on != ()


def test_of_two_that_are_compared_each_has_its_own_and_the_points_are_those_of_the_cycle() -> None:
    at = overtaking(10.15)
    pair = compare(at, "ann", "ben")
    assert [own.change for side in (pair.one, pair.other) for own in side.hangs_on] == [1.0, -1.0]
    points = {point.about: (point.one, point.other) for point in pair.points}
    assert points["won"] == (0.0, 1.0) and points["slots that match"] == (1.0, 1.0)
