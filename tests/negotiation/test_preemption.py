"""Attributes of the moment, remembered candidates, and dynamic slots that make room."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from tests.negotiation.builders import NOW, configured, cycle, free, held, jobs, priorities, slot, submitter, won
from userprio.classad import Ad, parse
from userprio.negotiation import (
    Because,
    Outcome,
    assumed_quota_remarks,
    changed_quota_remarks,
    first_cycle_remarks,
    negotiate,
)
from userprio.pool import Pool
from userprio.pool.scenario import FIRST_CYCLE, ScenarioData

LIVE = "PREEMPTION_REQUIREMENTS = RemoteUserResourcesInUse - SubmitterUserResourcesInUse > 2\n"


def contest(knobs: str) -> Outcome:
    """Hog holds six slots, Alice, far better in priority, asks for six."""
    return cycle(
        held("hog", 6, 1),
        [submitter("alice", 6), submitter("hog", 0, 6)],
        jobs("alice", 6, 1),
        priorities({"alice": 1, "hog": 1000}),
        knobs,
    )


def test_what_is_in_use_is_looked_up_when_a_request_is_matched() -> None:
    """6 - 0 > 2, 6 - 1 > 2, ... : four slots go, then 6 - 4 stops it. Slots preempted are not taken off Hog's usage.

    No slot refers to jobs here, so that there are no autoclusters and every match is a new scan.
    """
    slots = [ad.replace({"Requirements": True}) for ad in held("hog", 6, 1)]
    outcome = cycle(
        slots,
        [submitter("alice", 6), submitter("hog", 0, 6)],
        jobs("alice", 6, 1),
        priorities({"alice": 1, "hog": 1000}),
        LIVE + "NEGOTIATOR_PRE_JOB_RANK =\nPREEMPTION_REQUIREMENTS_STABLE = False\nREMOVE_SIGNIFICANT_ATTRIBUTES = x\n",
    )
    assert won(outcome) == {"alice": 4}
    assert outcome.rejections[-1].reason == "PREEMPTION_REQUIREMENTS == False"


def test_a_remembered_match_list_does_not_ask_again() -> None:
    """By default the policy counts as stable: it is asked once, and all six go.

    The sixth is above the limit of 5.994, but what a list offers is also let through by what is left for free slots.
    """
    assert won(contest(LIVE)) == {"alice": 6}


def test_an_unstable_policy_is_asked_for_each_remembered_candidate() -> None:
    assert won(contest(LIVE + "PREEMPTION_REQUIREMENTS_STABLE = False\n")) == {"alice": 4}


def test_without_remembered_lists_every_match_is_a_new_scan() -> None:
    assert won(contest(LIVE + "NEGOTIATOR_MATCHLIST_CACHING = False\n")) == {"alice": 4}


def test_a_new_scan_sees_what_a_match_made_of_a_slot_that_stays() -> None:
    """Slots can be matched again and again; one that was matched once is the best, one matched twice the worst.

    Three more, which nobody may have, make the pie large enough.
    """
    slots = [*free(3, WantAdRevaluate="true", WantClaiming="false"), *free(3, first=4, Requirements="false")]
    rank = "CurMatches =?= 1 ? 2 : CurMatches =?= 2 ? 0 : 1"
    knobs = f"NEGOTIATOR_MATCHLIST_CACHING = False\nNEGOTIATOR_PRE_JOB_RANK = {rank}\n"
    outcome = cycle(slots, [submitter("alice", 6)], jobs("alice", 6, 1), knobs=knobs)
    assert "".join(match.slot[-1] for match in outcome.matches) == "112233"


def test_new_scans_take_equals_in_the_order_of_the_list_and_then_the_next_best() -> None:
    """Slots 2, 4 and 5 have the most memory, then 3 and 6."""
    slots = [slot(number, Memory=memory) for number, memory in enumerate((1000, 2000, 1500, 2000, 2000, 1500), 1)]
    knobs = "NEGOTIATOR_MATCHLIST_CACHING = False\nNEGOTIATOR_PRE_JOB_RANK = Memory\n"
    outcome = cycle(slots, [submitter("alice", 6)], jobs("alice", 6, 1, RequestMemory=100), knobs=knobs)
    assert "".join(match.slot[-1] for match in outcome.matches) == "245361"


def test_a_waiting_claim_must_be_beaten_by_rank() -> None:
    """The slot likes the job at 5; what it runs has 0, but a claim of rank 7 waits: its rank counts, and its user."""
    waiting = held("hog", 1, 1, Rank=5.0, PreemptingRank=7.0, PreemptingUser='"next@pool.test"')
    outcome = cycle(waiting, [submitter("alice", 1), submitter("hog", 0, 1)], jobs("alice", 1, 1), knobs="")
    assert not outcome.matches


def test_a_submitter_does_not_preempt_itself_but_the_same_person_in_a_group_does() -> None:
    policy = "PREEMPTION_REQUIREMENTS = True\n"
    own = cycle(held("ann", 2, 1), [submitter("ann", 1, 2)], jobs("ann", 1, 1), knobs=policy)
    group = cycle(held("g.ann", 2, 1), [submitter("ann", 1), submitter("g.ann", 0, 2)], jobs("ann", 1, 1), knobs=policy)
    assert (won(own), won(group)) == ({}, {"ann": 1})


PREEMPT_TO_QUOTA = (
    "GROUP_NAMES = a, b\nGROUP_QUOTA_a = 2\nGROUP_QUOTA_b = 2\n"
    "PREEMPTION_REQUIREMENTS = RemoteGroupResourcesInUse > RemoteGroupQuota\n"
)


def over_quota_scenario(knobs: str = "", previous_quotas: Mapping[str, float] | None = None) -> ScenarioData:
    """Group b holds all four slots and has a quota of two; a member of group a waits for four."""
    pool = Pool(
        tuple(held("b.hog", 4, 1)), (submitter("a.ann", 4), submitter("b.hog", 0, 4)), tuple(jobs("a.ann", 4, 1))
    )
    ledger = priorities({"a.ann": 500, "b.hog": 500})
    return ScenarioData(pool, ledger, configured(PREEMPT_TO_QUOTA + knobs), NOW, previous_quotas)


def over_quota(knobs: str = "", previous_quotas: Mapping[str, float] | None = None) -> Outcome:
    return negotiate(over_quota_scenario(knobs, previous_quotas))


def test_policies_see_the_quotas_that_the_cycle_before_left() -> None:
    """Group b uses 4: more than a quota of 3, and not more than one of 4."""
    assert len(over_quota(previous_quotas={"<none>": 0.0, "a": 2.0, "b": 4.0}).matches) == 0
    assert len(over_quota(previous_quotas={"<none>": 0.0, "a": 2.0, "b": 3.0}).matches) == 2


def test_a_running_negotiator_knows_the_quotas_that_the_cycle_itself_leaves() -> None:
    assert len(over_quota().matches) == 2


def test_in_a_first_cycle_there_are_no_quotas_and_a_policy_that_compares_with_them_is_never_true() -> None:
    first = over_quota(previous_quotas=FIRST_CYCLE)
    assert not first.matches
    assert [one.reason for one in first.rejections] == ["PREEMPTION_REQUIREMENTS == False"]


def test_under_autoregroup_the_root_leaves_the_whole_pool_as_its_quota() -> None:
    """Slots of the root show a quota of 4 then, and 0 without, what its groups leave of the pool."""
    pool = Pool(tuple(held("hog", 4, 1)), (submitter("a.ann", 4), submitter("hog", 0, 4)), tuple(jobs("a.ann", 4, 1)))
    knobs = "GROUP_NAMES = a\nGROUP_QUOTA_a = 4\nPREEMPTION_REQUIREMENTS = RemoteGroupQuota == 4\n"
    ledger = priorities({"a.ann": 500, "hog": 500})
    without = negotiate(ScenarioData(pool, ledger, configured(knobs), NOW))
    under = negotiate(ScenarioData(pool, ledger, configured(knobs + "GROUP_AUTOREGROUP = True\n"), NOW))
    assert (len(without.matches), len(under.matches)) == (0, 4)


def remarks(scenario: ScenarioData, concerns: Callable[[str], bool] = lambda _: True) -> tuple[str, ...]:
    return first_cycle_remarks(scenario, negotiate(scenario), concerns)


def test_where_a_first_cycle_comes_out_differently_it_is_said() -> None:
    (said,) = remarks(over_quota_scenario())
    assert "just started decides differently in its first cycle (0 matches instead of 2)" in said
    (said,) = remarks(over_quota_scenario(previous_quotas=FIRST_CYCLE))
    assert "from its second cycle on this negotiator decides differently (2 matches instead of 0)" in said


def test_nothing_is_said_of_first_cycles_where_they_make_no_difference_to_those_who_matter() -> None:
    assert not remarks(over_quota_scenario("PREEMPTION_REQUIREMENTS = True\n"))
    assert not remarks(over_quota_scenario(), lambda name: name == "b.hog@pool.test")


def partitioned(number: int = 1, **attributes: Any) -> list[Ad]:
    """A partitionable slot with nothing left, and its two dynamic slots of two cores, running Hog's jobs."""
    names = [f'"slot1_1@exec{number}"', f'"slot1_2@exec{number}"']
    children = [
        *held("hog", 1, number + 1, Cpus=2, Name=names[0], DynamicSlot="true", PslotRollupInformation="true"),
        *held("hog", 1, number + 2, Cpus=2, Name=names[1], DynamicSlot="true", PslotRollupInformation="true"),
    ]
    parent = slot(
        number,
        Cpus=0,
        PartitionableSlot="true",
        NumDynamicSlots=2,
        ChildName=f"{{ {names[0]}, {names[1]} }}",
        ChildCpus="{ 2, 2 }",
        ChildMemory="{ 1024, 1024 }",
        ChildDisk="{ 1, 1 }",
        ChildState='{ "Claimed", "Claimed" }',
        ChildCurrentRank="{ 0.0, 0.0 }",
        **attributes,
    )
    return [parent, *children]


class TestDynamicSlotsMakeRoom:
    """`ALLOW_PSLOT_PREEMPTION`: the request needs three cores, so that both dynamic slots have to go."""

    knobs = "ALLOW_PSLOT_PREEMPTION = True\nPREEMPTION_REQUIREMENTS = RemoteUserPrio > SubmitterUserPrio\n"
    submitters = (submitter("alice", 1), submitter("hog", 0, 2))
    waiting = jobs("alice", 1, 1, RequestCpus=3, WantPslotPreemption="true")
    ledger = priorities({"alice": 1, "hog": 1000})

    def test_by_priority_where_the_policy_allows(self) -> None:
        outcome = cycle(partitioned(), self.submitters, self.waiting, self.ledger, self.knobs)
        assert [(match.slot, match.because, match.preempts) for match in outcome.matches] == [
            ("slot1@exec1", Because.PRIORITY, "2 dslots")
        ]

    def test_beside_a_slot_that_says_the_same_but_cannot_be_divided(self) -> None:
        slots = [slot(9, Cpus=0), *partitioned(), slot(8, Cpus=0)]
        outcome = cycle(slots, self.submitters, self.waiting, self.ledger, self.knobs)
        assert [match.slot for match in outcome.matches] == ["slot1@exec1"]

    def test_by_rank_where_the_machine_prefers_the_request(self) -> None:
        outcome = cycle(
            partitioned(Rank=1.0), self.submitters, self.waiting, self.ledger, "ALLOW_PSLOT_PREEMPTION = True\n"
        )
        assert [match.because for match in outcome.matches] == [Because.RANK]

    def test_by_rank_of_the_machine_whose_dynamic_slots_run_at_a_lower_one(self) -> None:
        """If all run at the rank of the request, no machine is asked; one that runs at a lower one is enough."""
        equal = [ad.replace({"ChildCurrentRank": parse("{ 1.0, 1.0 }")}) for ad in partitioned(4, Rank=1.0)]
        knobs = "ALLOW_PSLOT_PREEMPTION = True\nPREEMPTION_REQUIREMENTS = False\n"
        both = cycle([*equal, *partitioned(Rank=1.0)], self.submitters, self.waiting, self.ledger, knobs)
        assert not cycle(equal, self.submitters, self.waiting, self.ledger, knobs).matches
        assert [match.slot for match in both.matches] == ["slot1@exec1"]

    def test_by_priority_only_of_dynamic_slots_that_the_machine_names(self) -> None:
        nameless = [ad.replace({"ChildName": None}) for ad in partitioned()]
        assert not cycle(nameless, self.submitters, self.waiting, self.ledger, self.knobs).matches

    def test_not_where_the_policy_forbids_or_the_knob_is_off(self) -> None:
        worse = priorities({"alice": 1000, "hog": 1})
        forbidden = cycle(partitioned(), self.submitters, self.waiting, worse, self.knobs)
        off = cycle(partitioned(Rank=1.0), self.submitters, self.waiting, self.ledger)
        assert not forbidden.matches
        assert not off.matches

    def test_whatever_a_job_says_of_it_since_its_schedd_asks_for_it_in_every_request(self) -> None:
        """`ScheddNegotiate` sets WantPslotPreemption to true in what it sends, and so the job's own counts nowhere."""
        unwilling = jobs("alice", 1, 1, RequestCpus=3, WantPslotPreemption="false")
        outcome = cycle(partitioned(), self.submitters, unwilling, self.ledger, self.knobs)
        assert [match.preempts for match in outcome.matches] == ["2 dslots"]

    def test_a_second_match_of_a_request_goes_to_its_next_job_which_fits_what_the_dynamic_slots_left(self) -> None:
        """The schedd keeps both claims: asked for more, it does not offer 1.1 again."""
        unfit = jobs("alice", 1, 2, RequestCpus=9, WantPslotPreemption="true")
        outcome = cycle(
            [*partitioned(), *partitioned(4)],
            [submitter("alice", 3), submitter("hog", 0, 4)],
            [*jobs("alice", 2, 1, RequestCpus=3, WantPslotPreemption="true"), *unfit],
            self.ledger,
            self.knobs + "NEGOTIATOR_RESOURCE_REQUEST_LIST_SIZE = 2\n",
        )
        assert won(outcome) == {"alice": 2}
        assert [rejection.request for rejection in outcome.rejections] == ["2.0"]

    def test_depth_first_counts_the_jobs_that_fit_with_what_the_dynamic_slots_leave(self) -> None:
        """Four cores and two jobs of two: one match serves both, and the third finds nothing."""
        outcome = cycle(
            partitioned(Memory=2048),
            [submitter("alice", 3), submitter("hog", 0, 2)],
            jobs("alice", 3, 1, RequestCpus=2, WantPslotPreemption="true", Requirements="TARGET.Cpus >= 4"),
            self.ledger,
            self.knobs + "NEGOTIATOR_DEPTH_FIRST = True\n",
        )
        assert [(rejection.request, rejection.jobs) for rejection in outcome.rejections] == [("1.0", 1)]

    def test_not_for_slots_that_retire(self) -> None:
        retiring = partitioned(ChildRetirementTimeRemaining="{ 60, 60 }")
        assert not cycle(retiring, self.submitters, self.waiting, self.ledger, self.knobs).matches


def test_slots_that_give_no_claim_leave_their_job_idle_to_be_matched_again() -> None:
    """Two jobs, three slots with WantClaiming False: a limit of one slot a spin lets the first job match twice."""
    outcome = cycle(
        [*free(3, WantClaiming="false"), *free(3, first=4, Requirements="false")],
        [submitter("a", 1), submitter("b", 0, 1)],
        jobs("a", 1, 1),
        knobs="GROUP_NAMES = g\nGROUP_AUTOREGROUP_g = True\n",
    )
    assert all(match.request == "1.0" for match in outcome.matches)


def test_a_slot_to_be_evaluated_anew_goes_to_the_end_of_the_list() -> None:
    """Two equal slots, one of which comes again: 1, 2, 1."""
    slots = [slot(1, WantAdRevaluate="true", Requirements="true"), slot(2, Requirements="true")]
    outcome = cycle(slots, [submitter("a", 3)], jobs("a", 3, 1), knobs="NEGOTIATOR_PRE_JOB_RANK =\n")
    assert [match.slot[-1] for match in outcome.matches][:2] == ["1", "2"]


def test_a_slot_that_comes_again_shows_whom_it_was_matched_to() -> None:
    """Hog's slot goes to a member of g; in the next scan it is of that group already, and the policy refuses."""
    outcome = cycle(
        [*held("hog", 1, 1, WantAdRevaluate="true"), *free(5, first=2, Requirements="false")],
        [submitter("g.a", 2), submitter("hog", 0, 1)],
        jobs("g.a", 2, 1),
        knobs="GROUP_NAMES = g\nGROUP_QUOTA_g = 5\nNEGOTIATOR_MATCHLIST_CACHING = False\n"
        "PREEMPTION_REQUIREMENTS = SubmitterGroup =!= RemoteGroup\n",
    )
    assert (won(outcome), {rejection.reason for rejection in outcome.rejections}) == (
        {"g.a": 1},
        {"PREEMPTION_REQUIREMENTS == False"},
    )


def test_a_slot_shows_the_group_of_its_own_match_where_requests_of_others_read_the_same() -> None:
    """The member of g takes the slot of its rank; the other's two jobs share the slot that nobody of g had."""
    shared = slot(
        2,
        Cpus=2,
        PartitionableSlot="true",
        ConsumptionCpus="TARGET.RequestCpus",
        ConsumptionMemory="0",
        MachineResources='"Cpus Memory"',
        NumClaims=2,
        Requirements='TARGET.RequestCpus <= MY.Cpus && RemoteGroup =!= "g"',
    )
    outcome = cycle(
        [slot(1, Plain=1), shared],
        [submitter("g.a", 1), submitter("b", 2)],
        [*jobs("g.a", 1, 1, Rank="TARGET.Plain"), *jobs("b", 2, 2, Rank="TARGET.Plain")],
        knobs="GROUP_NAMES = g\nGROUP_QUOTA_g = 1\n",
    )
    assert won(outcome) == {"g.a": 1, "b": 2}


def test_slots_ranked_once_keep_their_ranks_when_a_match_has_changed_them() -> None:
    """Two slots of four cores with a consumption policy: the second stays ahead, though it is the fuller one."""
    slots = [
        slot(
            number,
            Cpus=4,
            PartitionableSlot="true",
            MachineResources='"Cpus"',
            NumClaims=4,
            ConsumptionCpus="TARGET.RequestCpus",
            Serial=number,
        )
        for number in (1, 2)
    ]
    outcome = cycle(
        slots,
        [submitter("a", 2)],
        jobs("a", 2, 1),
        knobs="NEGOTIATOR_IGNORE_JOB_RANKS = True\nNEGOTIATOR_MATCHLIST_CACHING = False\n"
        "NEGOTIATOR_PRE_JOB_RANK = Cpus\nNEGOTIATOR_POST_JOB_RANK = MY.Serial\n",
    )
    assert [match.slot[-1] for match in outcome.matches] == ["2", "2"]


def test_slots_ranked_once_are_ranked_before_their_users_attributes_are_known() -> None:
    """Hog's slot would come second by its user's priority, which is not there yet: the serial number decides."""
    slots = [*held("hog", 1, 1, Serial=1), slot(2, Serial=2)]
    knobs = "PREEMPTION_REQUIREMENTS = True\nNEGOTIATOR_IGNORE_JOB_RANKS = True\nNEGOTIATOR_POST_JOB_RANK = MY.Serial\n"
    rank = "NEGOTIATOR_PRE_JOB_RANK = ifThenElse(isUndefined(RemoteUserPrio), 0, 1)\n"
    outcome = cycle(slots, [submitter("a", 1), submitter("hog", 0, 1)], jobs("a", 1, 1), knobs=knobs + rank)
    assert [match.slot[-1] for match in outcome.matches] == ["2"]


def test_a_scan_of_slots_ranked_once_stops_by_what_preempted_dynamic_slots_add_to_the_weight() -> None:
    """Alice is beyond her share, with a limit of 0: the four cores that the first slot would have end the scan.

    When the list of candidates is asked for another, it is empty, and no slot was refused by the limit.
    """
    outcome = cycle(
        [*partitioned(Rank=1.0, Serial=9), *partitioned(4, Rank=1.0, Serial=5), *held("alice", 1, 8)],
        [submitter("alice", 2, 1), submitter("hog", 0, 4)],
        jobs("alice", 2, 1, RequestCpus=3, WantPslotPreemption="true"),
        priorities({"alice": 80000, "hog": 1000}),
        "ALLOW_PSLOT_PREEMPTION = True\nNEGOTIATOR_IGNORE_JOB_RANKS = True\nNEGOTIATOR_POST_JOB_RANK = MY.Serial\n",
    )
    assert outcome.rejections[0].reason == "no match found"


def test_what_a_group_has_in_use_is_looked_up_anew_after_each_match_of_a_member() -> None:
    """Bob's group uses 4; Ann is of it too, and each slot that she takes makes it one more: 4 < 6, 5 < 6, not 6 < 6."""
    knobs = (
        "GROUP_NAMES = a\nGROUP_QUOTA_a = 8\nNEGOTIATOR_MATCHLIST_CACHING = False\n"
        "PREEMPTION_REQUIREMENTS = RemoteGroupResourcesInUse < 6\n"
    )
    outcome = cycle(
        held("a.bob", 4, 1),
        [submitter("a.ann", 4), submitter("a.bob", 0, 4)],
        jobs("a.ann", 4, 1),
        priorities({"a.ann": 1, "a.bob": 1000}),
        knobs,
    )
    assert won(outcome) == {"a.ann": 2}
    assert [one.reason for one in outcome.rejections] == ["PREEMPTION_REQUIREMENTS == False"]


def test_own_slots_are_passed_over_and_those_behind_them_are_looked_at() -> None:
    """The first of two slots that read the same is Ann's already."""
    outcome = cycle(
        [*held("ann", 1, 1), *held("bob", 1, 2)],
        [submitter("ann", 1, 1), submitter("bob", 0, 1)],
        jobs("ann", 1, 1),
        priorities({"ann": 1, "bob": 1000}),
        "PREEMPTION_REQUIREMENTS = True\n",
    )
    assert [match.slot for match in outcome.matches] == ["slot1@exec2"]


@pytest.mark.parametrize("use", ["RemoteUserResourcesInUse", 'eval("RemoteUserResourcesInUse")'])
def test_what_was_refused_before_others_won_is_asked_again(use: str) -> None:
    """Hog holds two slots, which are safe from Alice; with the third, that it wins meanwhile, not from Carl."""
    outcome = cycle(
        [*held("hog", 2, 1), slot(3, Requirements="TARGET.Special"), *free(6, 4, Requirements="false")],
        [submitter("alice", 1), submitter("hog", 1, 2), submitter("carl", 1)],
        [
            *jobs("alice", 1, 1, Special="false"),
            *jobs("hog", 1, 2, Special="true"),
            *jobs("carl", 1, 3, Special="false"),
        ],
        priorities({"alice": 10, "hog": 11, "carl": 12}),
        f"PREEMPTION_REQUIREMENTS = {use} > 2\n",
    )
    assert won(outcome) == {"hog": 1, "carl": 1}


def test_a_submitter_passes_over_its_own_slots_and_takes_those_of_others() -> None:
    outcome = cycle(
        [*held("alice", 1, 1), *held("hog", 1, 2)],
        [submitter("alice", 2, 1), submitter("hog", 0, 1)],
        jobs("alice", 2, 1),
        priorities({"alice": 1, "hog": 1000}),
        "PREEMPTION_REQUIREMENTS = True\n",
    )
    assert [match.slot for match in outcome.matches] == ["slot1@exec2"]


OUT_OF_GROUP = (
    "GROUP_NAMES = a\nGROUP_QUOTA_DYNAMIC_a = 0.5\nGROUP_ACCEPT_SURPLUS = True\n"
    "PREEMPTION_REQUIREMENTS = (SubmitterGroupQuota > RemoteGroupQuota) =?= True\n"
)


def grown_scenario(previous_quotas: Mapping[str, float] | None, **facts: Any) -> ScenarioData:
    """Members of a group that may preempt each other if its quota has grown since the last cycle; it is 2 today."""
    pool = Pool(
        tuple(held("a.hog", 4, 1)), (submitter("a.ann", 4), submitter("a.hog", 0, 4)), tuple(jobs("a.ann", 4, 1))
    )
    ledger = priorities({"a.ann": 500, "a.hog": 5000})
    return ScenarioData(replace(pool, **facts), ledger, configured(OUT_OF_GROUP), NOW, previous_quotas)


def assumptions(scenario: ScenarioData) -> tuple[str, ...]:
    return assumed_quota_remarks(scenario, negotiate(scenario))


def test_where_quotas_of_the_last_cycle_could_matter_it_is_said_what_others_would_do() -> None:
    """Half of a pool that was 5% smaller is 1.9, less than the 2 of today. Ann's share is 10/11 of 4 slots."""
    scenario = grown_scenario(None, recorded=True)
    instead = len(negotiate(grown_scenario({"a": 1.9, "<none>": 1.9})).matches)
    assert (len(negotiate(scenario).matches), instead) == (0, 3)
    (said,) = assumptions(scenario)
    assert "assumed to be today's: had the pool been 5% smaller, there would be 3 matches instead of 0" in said
    assert "accounting.ads adds the true ones to a snapshot" in said


def test_quotas_that_are_known_or_cannot_matter_are_not_remarked_on() -> None:
    assert assumptions(grown_scenario({"a": 2.0, "<none>": 2.0}, recorded=True)) == ()
    assert assumptions(grown_scenario(None)) == (), "a pool of one's own is meant to have been like this"
    static = over_quota_scenario()
    assert assumptions(replace(static, pool=replace(static.pool, recorded=True))) == (), "static quotas do not move"


def test_a_group_that_the_last_cycle_did_not_have_shows_no_quota_as_in_a_first_cycle() -> None:
    assert negotiate(grown_scenario({"<none>": 1.0})).matches == ()
    assert negotiate(grown_scenario({"<none>": 1.0, "a": 1.0, "gone": 7.0})).matches != ()


def of_a_running_negotiator(previous_quotas: Mapping[str, float] | None) -> ScenarioData:
    """The same with the ads that a negotiator sent after its last cycle, when the quota was 1.5."""
    said = ({"Name": "a", "EffectiveQuota": 1.5}, {"Name": "<none>", "EffectiveQuota": 2.5})
    sent = (Ad({**ad, "IsAccountingGroup": True, "LastUpdate": NOW - 20}) for ad in said)
    return grown_scenario(previous_quotas, recorded=True, accounting=tuple(sent))


def test_after_a_change_the_quotas_of_the_last_cycle_count_once_more_which_is_said_if_it_matters() -> None:
    """A reconfiguration keeps them: 1.5 in the next cycle, 2 as today from the one after it on."""
    known = {"a": 1.5, "<none>": 2.5}
    (once,) = changed_remarks(of_a_running_negotiator(None))
    assert "in the first cycle after the changes there would be 3 matches instead of 0" in once
    (later,) = changed_remarks(of_a_running_negotiator(known))
    assert later.endswith("with those that this cycle leaves there would be 0 matches instead of 3")
    assert changed_remarks(grown_scenario(known)) == (), "nothing was left by a cycle of one's own pool"
    assert changed_remarks(of_a_running_negotiator({})) == (), "a negotiator that has just started has none"


def changed_remarks(scenario: ScenarioData) -> tuple[str, ...]:
    return changed_quota_remarks(scenario, negotiate(scenario))
