"""Cycles worked out by hand: the talk "Negotiator Policy and Configuration", and rules of matching one by one."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from tests.negotiation.builders import (
    DOMAIN,
    NOW,
    configured,
    cycle,
    free,
    held,
    jobs,
    priorities,
    slot,
    submitter,
    told,
    won,
)
from userprio.accounting import Edit, EditAction
from userprio.analysis.plan import Changes, LedgerChange, changed
from userprio.ledger import Ledger
from userprio.negotiation import Because, negotiate
from userprio.pool.scenario import FIRST_CYCLE, Pool, ScenarioData


def test_goals_four_two_two_with_usage_three_one_none() -> None:
    """Talk: goals 4/2/2 of eight slots, usage 3/1/0, limits 1/1/2; Charlie comes before Bob, being hungrier."""
    outcome = cycle(
        [*held("alice", 3, 1), *held("bob", 1, 4), *free(4, 5)],
        [submitter("alice", 20, 3), submitter("bob", 20, 1), submitter("charlie", 20)],
        [*jobs("alice", 20, 1), *jobs("bob", 20, 2), *jobs("charlie", 20, 3)],
        priorities({"alice": 1000, "bob": 2000, "charlie": 2000}),
    )
    assert told(outcome, "spin", "submitter", "share", "usage", "limit", "starvation", "matched") == [
        (1, "alice", 0.5, 3.0, 1.0, 0.75, 1),
        (1, "charlie", 0.25, 0.0, 2.0, 0.0, 2),
        (1, "bob", 0.25, 1.0, 1.0, 0.5, 1),
        (2, "alice", 0.5, 4.0, 0.0, 1.0, 0),
        (2, "charlie", 0.25, 2.0, 0.0, 1.0, 0),
        (2, "bob", 0.25, 2.0, 0.0, 1.0, 0),
    ]
    assert [refusal.reason for refusal in outcome.rejections] == ["no match found"] * 3


def edited_without_a_ledger(*edits: Edit) -> ScenarioData:
    """Three users with 100 jobs each on 28 free slots, in a pool of which no ledger is known."""
    pool = Pool(
        tuple(free(28)),
        tuple(submitter(name, 100) for name in "abc"),
        tuple(job for number, name in enumerate("abc", 1) for job in jobs(name, 100, number)),
    )
    scenario = ScenarioData(pool, Ledger.empty(), configured("DEFAULT_PRIO_FACTOR = 1"), NOW)
    wanted = Changes(edits=tuple(LedgerChange(edit, create=True) for edit in edits))
    made, _ = changed(scenario, wanted, scenario.config)
    return made


def real_priorities(**values: float) -> list[Edit]:
    return [Edit(EditAction.SET_PRIORITY, (f"{name}@{DOMAIN}",), value) for name, value in values.items()]


@pytest.mark.parametrize("previous_quotas", [None, FIRST_CYCLE], ids=["running", "just started"])
def test_priorities_of_five_ten_and_twenty_share_four_to_two_to_one_where_there_is_no_ledger(
    previous_quotas: Mapping[str, float] | None,
) -> None:
    """HTCondor's manual: twice the effective priority, half the machines."""
    scenario = edited_without_a_ledger(*real_priorities(a=5, b=10, c=20))
    outcome = negotiate(replace(scenario, previous_quotas=previous_quotas))
    assert told(outcome, "spin", "submitter", "share", "limit", "matched") == [
        (1, "a", 0.571429, 16.0, 16),
        (1, "b", 0.285714, 8.0, 8),
        (1, "c", 0.142857, 4.0, 4),
    ]


def test_a_ledger_that_was_updated_long_ago_still_decays() -> None:
    """A day before, with a half-life of a day: 5, 10 and 20 have become half of it."""
    scenario = edited_without_a_ledger(*real_priorities(a=5, b=10, c=20))
    outcome = negotiate(replace(scenario, ledger=scenario.ledger.with_update_time(NOW - 86400)))
    assert told(outcome, "submitter", "priority") == [("a", 2.5), ("b", 5.0), ("c", 10.0)]


class TestFourUsers:
    """The same talk's table of four users: who gets slot 4 hangs on whether preemption is considered."""

    slots = (*held("alice", 3, 1), *free(1, 4), *held("bob", 2, 5), *held("charlie", 2, 7))
    submitters = (
        submitter("alice", 4, 3),
        submitter("bob", 100, 2),
        submitter("charlie", 0, 2),
        submitter("danny", 50),
    )
    waiting = (*jobs("alice", 4, 1), *jobs("bob", 100, 2), *jobs("danny", 50, 3))
    ledger = priorities({"alice": 3100, "bob": 4200, "charlie": 1500, "danny": 8200})

    def test_danny_gets_the_slot_when_charlie_counts_in_the_shares(self) -> None:
        """Charlie has no idle job but takes part in spin 1; Danny's limit 0.723 is rounded up to a slot."""
        outcome = cycle(self.slots, self.submitters, self.waiting, self.ledger)
        assert told(outcome, "spin", "submitter", "share", "limit", "matched") == [
            (1, "alice", 0.239074, 0.0, 0),
            (1, "bob", 0.176459, 0.0, 0),
            (1, "danny", 0.090382, 0.723052, 1),
            (2, "alice", 0.472558, 0.780461, 0),
            (2, "bob", 0.348793, 0.790340, 0),
            (2, "danny", 0.178650, 0.429199, 0),
        ]
        assert [(match.submitter, match.slot) for match in outcome.matches] == [("danny@pool.test", "slot1@exec4")]

    def test_alice_gets_it_when_preemption_is_not_considered(self) -> None:
        """Charlie is filtered out first; Alice comes first and rounds up; nothing is left for the others."""
        outcome = cycle(
            self.slots, self.submitters, self.waiting, self.ledger, "NEGOTIATOR_CONSIDER_PREEMPTION = False"
        )
        assert told(outcome, "spin", "submitter", "limit", "matched") == [
            (1, "alice", 0.780461, 1),
            (1, "bob", 0.790340, 0),
            (1, "danny", 1.429199, 0),
        ]
        assert outcome.pool.candidates == 1


def test_what_fractions_leave_behind_is_dealt_in_the_next_spin() -> None:
    """Ten slots, effective priorities 500, 1500, 3000: 2, 6 and 2 slots after two spins."""
    outcome = cycle(
        free(10),
        [submitter("a", 2), submitter("b", 20), submitter("c", 20)],
        [*jobs("a", 2, 1), *jobs("b", 20, 2), *jobs("c", 20, 3)],
        priorities({"a": 500, "b": 1500, "c": 3000}),
    )
    assert told(outcome, "spin", "submitter", "limit", "matched") == [
        (1, "a", 6.666667, 2),
        (1, "b", 2.222222, 2),
        (1, "c", 1.111111, 1),
        (2, "b", 4.666667, 4),
        (2, "c", 2.333333, 1),
    ]
    assert [refusal.reason for refusal in outcome.rejections] == [
        "submitter limit exceeded",
        "submitter limit exceeded",
        "submitter limit exceeded",
        "no match found",
    ]
    assert won(outcome) == {"a": 2, "b": 6, "c": 2}


def test_a_limit_above_zero_is_rounded_up_to_one_slot_of_any_size() -> None:
    """Two users with a limit of 4 each and slots of eight cores: each gets one whole slot if it comes first."""
    outcome = cycle(
        free(1, Cpus=8),
        [submitter("a", 5, heard=1), submitter("b", 5, heard=2)],
        [*jobs("a", 5, 1), *jobs("b", 5, 2)],
    )
    assert told(outcome, "submitter", "limit", "matched") == [("a", 4.0, 1), ("b", 0.0, 0)]
    assert outcome.matches[0].cost == 8.0


def test_only_the_first_match_of_a_visit_is_rounded_up() -> None:
    """A limit of 9 of 18 and slots of weight 8: one is given, 8 + 8 > 9 refuses the second until the next spin."""
    outcome = cycle(
        [*free(2, Cpus=8), *free(2, first=3, Requirements="false")],
        [submitter("a", 5), submitter("b", 0, 2)],
        jobs("a", 5, 1),
    )
    assert told(outcome, "spin", "limit", "matched") == [(1, 9.0, 1), (2, 10.0, 1)]
    assert [refusal.reason for refusal in outcome.rejections] == ["submitter limit exceeded", "no match found"]


class TestGroupLimitOvershot:
    """Group limit 10; A holds 8 and wants nothing, B and C want plenty, 20 slots are free."""

    slots = (*held("g.a", 8, 1), *free(20, 9))
    submitters = (submitter("g.a", 0, 8), submitter("g.b", 20), submitter("g.c", 20))
    waiting = (*jobs("g.b", 20, 1), *jobs("g.c", 20, 2))
    knobs = "GROUP_NAMES = g\nGROUP_QUOTA_g = 10\n"

    def test_on_the_first_spin_two_members_may_both_take_the_last_two_slots(self) -> None:
        outcome = cycle(self.slots, self.submitters, self.waiting, knobs=self.knobs)
        assert told(outcome, "spin", "submitter", "limit", "unclaimed_limit", "matched")[:2] == [
            (1, "g.b", 3.333333, 2.0, 2),
            (1, "g.c", 3.333333, 2.0, 2),
        ]

    def test_without_preemption_the_group_stops_at_its_limit(self) -> None:
        outcome = cycle(
            self.slots, self.submitters, self.waiting, knobs=self.knobs + "NEGOTIATOR_CONSIDER_PREEMPTION = False\n"
        )
        assert told(outcome, "spin", "submitter", "share", "limit", "matched") == [(1, "g.b", 0.5, 2.0, 2)]


def test_a_floor_is_served_before_everybody_else_and_whole() -> None:
    """U2 uses 3 under a floor of 5: the floor pass gives it up to 5 more, not the 2 that it lacks."""
    outcome = cycle(
        [*held("u1", 7, 1), *held("u2", 3, 8), *free(10, 11)],
        [submitter("u1", 5, 7), submitter("u2", 20, 3)],
        [*jobs("u1", 5, 1), *jobs("u2", 20, 2)],
        priorities({"u1": 500, "u2": 50000}, Floor={"u2": 5}),
    )
    assert told(outcome, "kind", "spin", "submitter", "share", "limit", "matched") == [
        ("floor", 1, "u2", 1.0, 5.0, 5),
        ("normal", 1, "u1", 0.990099, 12.80198, 5),
        ("normal", 1, "u2", 0.009901, 0.0, 0),
        ("normal", 2, "u2", 1.0, 12.0, 0),
    ]


def test_a_ceiling_stops_a_submitter_and_leaves_slots_free() -> None:
    """C1 uses 1 under a ceiling of 4, C2 wants two slots: C2 first, then three for C1, four slots stay free."""
    outcome = cycle(
        [*held("c1", 1, 1), *free(9, 2)],
        [submitter("c1", 20, 1), submitter("c2", 2)],
        [*jobs("c1", 20, 1), *jobs("c2", 2, 2)],
        priorities({"c1": 1000, "c2": 1000}, Ceiling={"c1": 4}),
    )
    assert told(outcome, "spin", "submitter", "ceiling_left", "matched", "outcome") == [
        (1, "c2", None, 2, "satisfied"),
        (1, "c1", 3.0, 3, "ceiling"),
        (2, "c1", 0.0, 0, "ceiling"),
    ]


def test_in_a_pool_without_slots_nobody_is_asked_for_requests() -> None:
    """The smallest slot is then larger than what is left under a ceiling that is not there: 2147483647."""
    outcome = cycle([], [submitter("a", 2)], jobs("a", 2, 1))
    assert (told(outcome, "outcome", "ceiling_left"), outcome.rejections) == ([("ceiling", None)], ())


def test_candidates_compare_by_pre_job_rank_then_job_rank_then_post_job_rank() -> None:
    """(pre, job, post) = (100,1,10) (100,2,20) (100,2,30) (0,1,40) (200,1,50): slots 5, 3, 2 are given."""
    values = [(100, 1, 10), (100, 2, 20), (100, 2, 30), (0, 1, 40), (200, 1, 50)]
    outcome = cycle(
        [slot(n, Pre=pre, Liked=liked, Post=post) for n, (pre, liked, post) in enumerate(values, 1)],
        [submitter("a", 3)],
        jobs("a", 3, 1, Rank="TARGET.Liked"),
        knobs="NEGOTIATOR_PRE_JOB_RANK = Pre\nNEGOTIATOR_POST_JOB_RANK = Post\n",
    )
    assert [match.slot for match in outcome.matches] == ["slot1@exec5", "slot1@exec3", "slot1@exec2"]


def test_by_default_the_smallest_free_slot_is_best_and_busy_ones_come_last() -> None:
    """Free 1 core, free 8 cores, busy 1 core."""
    outcome = cycle(
        [
            *held("bob", 1, 1, Memory=4096),
            slot(2, Cpus=8, Memory=16384),
            slot(3, Cpus=1, Memory=4096),
        ],
        [submitter("a", 3), submitter("bob", 0, 1)],
        jobs("a", 3, 1),
        priorities({"a": 10, "bob": 100000}),
        "PREEMPTION_REQUIREMENTS = True",
    )
    assert [match.slot[-1] for match in outcome.matches] == ["3", "2", "1"]


class TestPreemption:
    """Alice asks; `PREEMPTION_REQUIREMENTS = RemoteUserPrio > SubmitterUserPrio * 1.2`; all slots are of one size."""

    policy = "PREEMPTION_REQUIREMENTS = RemoteUserPrio > SubmitterUserPrio * 1.2\n"
    slots = (
        slot(1),
        *held("bob", 1, 2),
        *held("eve", 1, 3),
        *held("bob", 1, 4, Rank=5.0),
        *held("alice", 1, 5),
        *held("bob", 1, 6, Rank=-1.0),
    )
    submitters = (submitter("alice", 6, 1), submitter("bob", 0, 3), submitter("eve", 0, 1))
    ledger = priorities({"alice": 1000, "bob": 2000, "eve": 1100})

    def test_rank_preemption_needs_neither_policy_nor_limit_and_the_default_rank_prefers_it(self) -> None:
        outcome = cycle(self.slots, self.submitters, jobs("alice", 6, 1), self.ledger, self.policy)
        first_spin = [match for match in outcome.matches if match.spin == 1]
        assert [(match.slot[-1], match.because, match.preempts) for match in first_spin] == [
            ("4", Because.RANK, "bob@pool.test"),
            ("1", Because.FREE, None),
        ]

    def test_once_the_others_have_left_the_pie_the_second_spin_preempts_by_priority(self) -> None:
        """Bob and Eve ask for nothing: in spin 2 Alice's limit is 6 - 3, and Bob's 2000 > 1200 lets slot 2 go."""
        outcome = cycle(self.slots, self.submitters, jobs("alice", 6, 1), self.ledger, self.policy)
        assert told(outcome, "spin", "limit") == [(1, 1.490566), (2, 3.0)]
        assert [(match.slot[-1], match.because) for match in outcome.matches if match.spin == 2] == [
            ("2", Because.PRIORITY)
        ]
        assert [refusal.reason for refusal in outcome.rejections] == [
            "no match found",
            "PREEMPTION_REQUIREMENTS == False",
        ]

    def test_without_a_pre_job_rank_a_free_slot_comes_first_then_rank_then_priority(self) -> None:
        ledger = priorities({"alice": 1, "bob": 2000, "eve": 1.1})
        outcome = cycle(
            self.slots,
            self.submitters,
            jobs("alice", 6, 1),
            ledger,
            self.policy + "NEGOTIATOR_PRE_JOB_RANK =\nNEGOTIATOR_POST_JOB_RANK =\n",
        )
        assert [(match.slot[-1], match.because) for match in outcome.matches] == [
            ("1", Because.FREE),
            ("4", Because.RANK),
            ("2", Because.PRIORITY),
        ]

    def test_a_policy_that_names_an_attribute_that_does_not_exist_never_preempts(self) -> None:
        """The talk's `SubmitterPrio` is not an attribute; the comparison is undefined."""
        outcome = cycle(
            held("bob", 2, 1),
            [submitter("alice", 2), submitter("bob", 0, 2)],
            jobs("alice", 2, 1),
            priorities({"alice": 1, "bob": 100000}),
            "PREEMPTION_REQUIREMENTS = RemoteUserPrio > SubmitterPrio * 1.2\n",
        )
        assert not outcome.matches
        assert [refusal.reason for refusal in outcome.rejections] == ["PREEMPTION_REQUIREMENTS == False"]

    @pytest.mark.parametrize(("policy", "matched"), [("1", 0), ("True", 1), ("", 1), ("undefined", 0)])
    def test_the_policy_must_be_true_and_no_number_or_not_be_there_at_all(self, policy: str, matched: int) -> None:
        outcome = cycle(
            held("bob", 2, 1),
            [submitter("alice", 1), submitter("bob", 0, 2)],
            jobs("alice", 1, 1),
            priorities({"alice": 1, "bob": 100000}),
            f"PREEMPTION_REQUIREMENTS = {policy}\n",
        )
        assert len(outcome.matches) == matched


def test_one_user_on_two_schedds_has_one_share() -> None:
    """Eight slots, A on two schedds and B: shares of a half each, though limits add up to 12."""
    second = {"ScheddName": '"ap2"', "ScheddIpAddr": '"<10.1.0.2:9618>"'}
    outcome = cycle(
        free(8),
        [submitter("b", 9, heard=1), submitter("a", 9, heard=2, **second), submitter("a", 9, heard=3)],
        [*jobs("b", 9, 1), *jobs("a", 9, 2, schedd="ap2"), *jobs("a", 9, 3)],
    )
    assert told(outcome, "submitter", "schedd", "share", "limit", "matched")[:3] == [
        ("b", "ap1", 0.5, 4.0, 4),
        ("a", "ap2", 0.5, 4.0, 4),
        ("a", "ap1", 0.5, 0.0, 0),
    ]


def test_a_configured_factor_below_one_counts_once_as_it_is_and_as_one_from_then_on() -> None:
    """Hog's slots are looked at in order: the first shows half a priority of 0.25, the second of 0.5."""
    outcome = cycle(
        held("hog", 2, 1),
        [submitter("a", 2), submitter("hog", 0, 2)],
        jobs("a", 2, 1),
        priorities({"a": 1}),
        "DEFAULT_PRIO_FACTOR = 0.5\nPREEMPTION_REQUIREMENTS = RemoteUserPrio < 0.4\n",
    )
    assert [match.slot for match in outcome.matches] == ["slot1@exec1"]


def test_requirements_that_refer_to_themselves_are_asked_as_a_whole() -> None:
    """Within themselves they are undefined, which is not true; by itself, the second half would find them true."""
    ad = slot(1, Requirements="TARGET.RequestCpus <= Cpus && Requirements =!= true")
    assert won(cycle([ad], [submitter("ann", 1)], jobs("ann", 1, 1))) == {"ann": 1}


@pytest.mark.parametrize(("weights", "started", "times"), [(False, False, 1), (False, True, 0), (True, False, 0)])
def test_it_is_said_that_nobody_knows_which_group_has_waited_longest_for_a_whole_slot(
    weights: bool, started: bool, times: int
) -> None:
    """Four groups have 2.5 of ten slots each: two slots are left over, and go by turns where slots have no weights."""
    knobs = f"GROUP_NAMES = w, x, y, z\nGROUP_ACCEPT_SURPLUS = True\nNEGOTIATOR_USE_SLOT_WEIGHTS = {weights}\n"
    knobs += "".join(f"GROUP_QUOTA_DYNAMIC_{name} = 0.25\n" for name in "wxyz")
    waiting = [ad for number, name in enumerate("wxyz", 1) for ad in jobs(f"{name}.ann", 10, number)]
    pool = Pool(tuple(free(10)), tuple(submitter(f"{name}.ann", 10) for name in "wxyz"), tuple(waiting))
    previous = FIRST_CYCLE if started else None
    outcome = negotiate(ScenarioData(pool, Ledger.empty(), configured(knobs), NOW, previous))
    assert sum("waited longest" in warning for warning in outcome.warnings) == times


def test_whole_slots_that_are_left_over_go_by_turns_from_cycle_to_cycle() -> None:
    """Of 11 slots g1, g2 and g3 have 2.2, 3.3 and 5.5: one is left over, which g3 gets first, then g2, then g1.

    The negotiator remembers who has waited longest; a cycle that is told needs no assumption.
    """
    knobs = "GROUP_NAMES = g1, g2, g3\nGROUP_ACCEPT_SURPLUS = True\nNEGOTIATOR_USE_SLOT_WEIGHTS = False\n"
    knobs += "GROUP_QUOTA_DYNAMIC_g1 = 0.2\nGROUP_QUOTA_DYNAMIC_g2 = 0.3\nGROUP_QUOTA_DYNAMIC_g3 = 0.5\n"
    names = ("g1", "g2", "g3")
    waiting = [ad for number, name in enumerate(names, 1) for ad in jobs(f"{name}.ann", 20, number)]
    pool = Pool(tuple(free(11)), tuple(submitter(f"{name}.ann", 20) for name in names), tuple(waiting))
    served_at: dict[str, float] = {}
    given = []
    for at in range(NOW, NOW + 240, 60):
        outcome = negotiate(ScenarioData(pool, Ledger.empty(), configured(knobs), at, groups_served_at=served_at))
        served_at = {group.name: group.served_at for group in outcome.groups}
        won_by = won(outcome)
        given.append(tuple(won_by[f"{name}.ann"] for name in names))
        assert not any("waited" in warning for warning in outcome.warnings)
    assert given == [(2, 3, 6), (2, 4, 5), (3, 3, 5), (2, 3, 6)]


def test_requirements_with_an_undefined_operand_match_where_flattening_drops_it() -> None:
    """`Site && TARGET.RequestCpus == 1 && true`, with Site undefined, is asked as `TARGET.RequestCpus == 1`."""
    picky = slot(1, Site="undefined", Requirements="Site && TARGET.RequestCpus == 1 && true")
    assert len(cycle([picky], [submitter("ann", 1)], jobs("ann", 1, 1)).matches) == 1
    never = slot(1, Site="undefined", Requirements="Site && TARGET.RequestCpus == 1")
    assert cycle([never], [submitter("ann", 1)], jobs("ann", 1, 1)).matches == ()
