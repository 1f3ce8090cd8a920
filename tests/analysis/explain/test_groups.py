"""Groups explained: quotas down the tree, turns, and why a group gets no more."""

from msgspec import structs

from tests.negotiation.builders import DOMAIN, NOW, configured, free, jobs, submitter
from userprio.analysis.explain import Explanation, Reason, explain_group
from userprio.analysis.explain.explanation import LimitStep
from userprio.classad import Ad
from userprio.ledger import Ledger
from userprio.pool import Pool
from userprio.pool.scenario import ScenarioData
from userprio.report.explaining import limit_lines, quota_line, turn_note


def explained(group: str, knobs: str, slots: int, **demand: int) -> Explanation:
    """A group of a pool in which `a_ann=5` stands for five idle jobs of a.ann."""
    names = {name.replace("_", "."): count for name, count in demand.items()}
    waiting: list[Ad] = []
    for cluster, (name, count) in enumerate(names.items(), 1):
        waiting += jobs(name, count, cluster)
    submitters = [submitter(name, count, heard=place) for place, (name, count) in enumerate(names.items())]
    pool = Pool(tuple(free(slots)), tuple(submitters), tuple(waiting))
    return explain_group(ScenarioData(pool, Ledger.empty(), configured(knobs), NOW), group)


FLAT = "GROUP_NAMES = a, b\nGROUP_QUOTA_a = 4\nGROUP_QUOTA_b = 6\n"


def test_a_group_at_its_limit_has_that_reason_whatever_holds_back_the_members() -> None:
    one = explained("A", FLAT, 20, a_ann=5, a_amy=1)
    assert (one.name, one.primary.reason, one.primary.jobs) == ("a", Reason.GROUP_LIMIT, 2)
    assert [(member.name, member.weight) for member in one.members] == [
        (f"a.ann@{DOMAIN}", 3.0),
        (f"a.amy@{DOMAIN}", 1.0),
    ]


def test_a_group_whose_jobs_all_got_slots_is_satisfied_and_leaves_the_rest_of_its_quota() -> None:
    one = explained("b", FLAT, 20, b_bob=2)
    assert one.primary.reason is Reason.SATISFIED
    assert (one.turns[0].own, one.turns[0].surplus_given) == (2.0, 4.0)


def test_a_group_without_jobs_asks_for_nothing() -> None:
    assert explained("b", FLAT, 20, a_ann=5).primary.reason is Reason.NO_IDLE_JOBS


def test_a_group_whose_members_are_held_back_says_so() -> None:
    one = explained("b", FLAT + "LIC_LIMIT = 0\nMAX_JOBS_RUNNING = 1\n", 20, b_bob=5)
    assert one.primary.reason is Reason.MEMBERS
    assert one.primary.sentence == "schedd full (4 jobs)"


def test_surplus_that_a_group_takes_adds_up_to_its_allocation() -> None:
    one = explained("a", FLAT + "GROUP_ACCEPT_SURPLUS = True\n", 10, a_ann=9, b_bob=1)
    turn = one.turns[0]
    assert (turn.own, turn.surplus_taken, turn.allocated, turn.limit) == (4.0, 5.0, 9.0, 9)


def test_quotas_are_told_with_the_sums_that_make_them() -> None:
    tree = (
        "GROUP_NAMES = p, p.a, p.b, q, r\nGROUP_QUOTA_p = 10\n"
        "GROUP_QUOTA_DYNAMIC_q = 0.8\nGROUP_QUOTA_DYNAMIC_r = 0.7\n"
        "GROUP_QUOTA_p.a = 8\nGROUP_QUOTA_p.b = 8\n"
    )
    assert [quota_line(step) for step in explained("p.a", tree, 40, p_a_u=9).quotas] == [
        "pool 40 - 40 for groups = 0",
        "10, static = 10, all of it its own besides the 16 of its groups",
        "8, static (16 static under p, which has 10) = 8",
    ]
    assert [quota_line(step) for step in explained("q", tree, 40, p_a_u=9).quotas][1:] == [
        "80% of (40 - 10 static) / 1.5 = 16"
    ]
    scaled = explained("p.a", tree + "NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION = False\n", 40, p_a_u=9)
    assert [quota_line(step) for step in scaled.quotas][1:] == [
        "10, static = 10, - 10 for its groups = 0",
        "8, static, x 10 / 16 static under p = 5",
    ]


def test_what_cuts_a_limit_is_told() -> None:
    tree = "GROUP_NAMES = p, p.a, p.b\nGROUP_QUOTA_p = 4\nGROUP_QUOTA_p.a = 3.5\nGROUP_QUOTA_p.b = 3\n"
    one = explained("p.b", tree, 20, p_a_amy=5, p_b_bob=5)
    assert turn_note(one.turns[0]) == "cut by the quota of p"
    assert one.turns[0].before == ("p.a",)
    assert turn_note(explained("p.a", tree, 20, p_a_amy=5).turns[0]) == "3.5, fraction dropped"


def test_what_is_left_of_the_pie_cuts_the_limit_but_not_that_for_free_slots() -> None:
    step = LimitStep(
        share=0.5,
        pie=10.0,
        goal=5.0,
        usage=0.0,
        allowed=5.0,
        floor=0,
        ceiling=None,
        ceiling_left=None,
        group_room=4.0,
        limit=2.0,
        unclaimed_limit=4.0,
        won=2.0,
    )
    assert list(limit_lines(step))[2:5] == [
        ("submitter limit", "5, cut to what was left of the pie", 2.0),
        ("left of the group's limit", "", 4.0),
        ("limit for free slots", "what is left of the group's", 4.0),
    ]
    assert list(limit_lines(structs.replace(step, group_room=9.0, unclaimed_limit=5.0)))[4] == (
        "limit for free slots",
        "5 - 0",
        5.0,
    )
