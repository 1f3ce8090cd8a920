"""What schedds offer, and how the negotiator goes through it."""

from collections.abc import Iterable

from tests.negotiation.builders import NOW, cycle, free, held, jobs, submitter, won
from userprio.base.versions import NEWEST, Behaviour
from userprio.classad import Ad, Evaluator, parse
from userprio.negotiation.outcome import Chance, Outcome
from userprio.negotiation.schedd.jobs import JobReader, Read, directory, job_queues, schedd_of, submitter_of
from userprio.negotiation.schedd.queue import Job, JobKind, JobQueue, Jobs
from userprio.negotiation.schedd.requests import Fetching, Negotiation, RequestList
from userprio.pool.fetched import JobPrioRange, Submitter

EVALUATOR = Evaluator(NOW)
ANY = JobPrioRange()


def job(cluster: int, proc: int, autocluster: int, prio: int = 0, *, wanted: bool = True) -> Job:
    return Job(cluster, proc, JobKind(Ad({"Proc": proc}), prio, autocluster, (), wanted))


def queue(*autoclusters: int) -> JobQueue:
    """Jobs 1.0, 1.1, ... of these autoclusters."""
    return JobQueue(Jobs(job(1, proc, number) for proc, number in enumerate(autoclusters)))


def negotiation(
    waiting: JobQueue, cap: int | None = None, prios: JobPrioRange = ANY, *, one_each: bool = False
) -> Negotiation:
    return Negotiation(waiting, prios, lambda ad: ad, lambda: None, cap, one_each=one_each, behaviour=Behaviour(NEWEST))


def offered(waiting: JobQueue, cap: int | None = None, prios: JobPrioRange = ANY) -> list[tuple[str, int]]:
    return [(request.first, request.count) for request in negotiation(waiting, cap, prios).list_of(200)]


def anything(ad: Ad) -> bool:
    """Any job can use the slot."""
    return True


def test_neighbours_of_one_autocluster_are_one_request() -> None:
    assert offered(queue(1, 1, 2, 1)) == [("1.0", 2), ("1.2", 1), ("1.3", 1)]


def test_at_most_the_cap_is_offered_and_the_last_request_is_cut() -> None:
    assert offered(queue(1, 1, 1, 2, 2), cap=4) == [("1.0", 3), ("1.3", 1)]


def test_without_autoclusters_the_submit_cluster_takes_their_place() -> None:
    assert offered(JobQueue(Jobs([job(1, 0, -1), job(2, 0, -1)]))) == [("1.0", 1), ("2.0", 1)]


def test_only_jobs_of_the_wanted_priorities_are_offered() -> None:
    waiting = JobQueue(Jobs(job(1, proc, 1, prio) for proc, prio in enumerate((5, 3, 0))))
    assert offered(waiting, prios=JobPrioRange(1, 4)) == [("1.1", 1)]


def test_jobs_outside_the_job_constraint_are_not_offered() -> None:
    assert offered(JobQueue(Jobs([job(1, 0, 1), job(1, 1, 1, wanted=False)]))) == [("1.0", 1)]


class TestClaims:
    """Which job gets the claim of a match, and what its schedd offers afterwards."""

    def test_the_named_job_gets_it_first_then_the_first_that_can_use_the_slot(self) -> None:
        waiting = queue(1, 1, 1)
        assert waiting.claim(waiting.place("1.0"), anything)
        assert waiting.claim(waiting.place("1.0"), lambda ad: ad.source("Proc") is None)
        assert offered(waiting) == [("1.2", 1)]

    def test_another_request_of_the_submitter_may_get_it(self) -> None:
        """Both jobs of 1.0's request have one: the third match for it goes to a job of another autocluster."""
        waiting = queue(1, 2)
        assert waiting.claim(waiting.place("1.0"), anything)
        assert waiting.claim(waiting.place("1.0"), anything)
        assert offered(waiting) == []

    def test_where_no_job_can_use_it_it_is_turned_down(self) -> None:
        waiting = queue(1, 1)
        assert waiting.claim(waiting.place("1.0"), anything)
        assert not waiting.claim(waiting.place("1.0"), lambda ad: False)
        assert offered(waiting) == [("1.1", 1)]

    def test_a_claimed_job_parts_requests_until_the_schedd_walks_over_it(self) -> None:
        """1.1 has a claim that nobody has noticed: 1.0 and 1.2 are two requests still."""
        waiting = queue(1, 2, 1)
        waiting.claim(waiting.place("1.1"), anything)
        assert offered(waiting) == [("1.0", 1), ("1.2", 1)]

    def test_inside_a_request_a_claimed_job_is_counted_until_then(self) -> None:
        waiting = queue(1, 1, 1)
        waiting.claim(waiting.place("1.1"), anything)
        assert offered(waiting) == [("1.0", 3)]

    def test_what_claimed_jobs_parted_grows_together_once_they_are_noticed(self) -> None:
        waiting = queue(1, 2, 1, 1)
        waiting.claim(waiting.place("1.1"), anything)
        waiting.claim(waiting.place("1.0"), anything)
        waiting.claim(waiting.place("1.0"), anything)
        assert offered(waiting) == [("1.3", 1)]

    def test_a_schedd_sees_the_group_of_the_match_in_its_slot_and_turns_down_one_that_does_not_want_it(self) -> None:
        """Three slots say RemoteGroup =!= "lab", which they are before a match and are not after it.

        The negotiator gives all three to 1.0. The schedd takes the first for it without a look, and finds no job for
        the others; in the turn of everybody it goes on with 1.1.
        """
        picky = free(3, Requirements='RemoteGroup =!= "lab"', Picky=1)
        outcome = cycle(
            [*picky, *free(1, 4, Picky=0)],
            [submitter("lab.a", 5)],
            jobs("lab.a", 5, 1, Rank="TARGET.Picky"),
            knobs="GROUP_NAMES = lab\nGROUP_QUOTA_lab = 3\nGROUP_AUTOREGROUP = True\n",
        )
        assert [match.request for match in outcome.matches] == ["1.0", "1.0", "1.0", "1.1"]

    def test_of_a_claim_for_another_job_the_schedd_does_not_know_how_much_its_user_has_in_use(self) -> None:
        """Both slots are taken for 1.0. The schedd takes the first without a look; in the ad of the second usage is a
        call of a function that only negotiators have, and so an error there.
        """

        def outcome(start: str) -> list[int]:
            slots = held("hog", 2, 1, Requirements=start)
            policy = "PREEMPTION_REQUIREMENTS = true\n"
            given = cycle(slots, [submitter("a", 2)], jobs("a", 2, 1), knobs=policy)
            return [match.jobs for match in given.matches]

        assert outcome("RemoteUserResourcesInUse > 0") == [1, 0]
        assert outcome("RemoteUserResourcesInUse =!= undefined") == [1, 1]
        assert outcome("RemoteUserPrio > 0") == [1, 1]

    def test_jobs_of_submitters_that_take_no_part_count_as_running_and_none_counts_twice(self) -> None:
        """The constraint leaves out the ad of b, which says that two run; that of a is one for each job priority."""
        ads = [submitter("a", 9, 1, JobPrioArray='"0, 5, 7"'), submitter("b", 0, 2)]
        knobs = "MAX_JOBS_RUNNING = 5\nNEGOTIATOR_SUBMITTER_CONSTRAINT = RunningJobs < 2\nUSE_GLOBAL_JOB_PRIOS = True\n"
        assert won(cycle(free(6), ads, jobs("a", 9, 1), knobs=knobs)) == {"a": 2}

    def test_a_schedd_at_its_most_running_jobs_turns_claims_down_and_offers_nothing(self) -> None:
        """MAX_JOBS_RUNNING = 3 and one runs: two jobs get a claim, each counting at once."""
        outcome = cycle(free(6), [submitter("a", 9, 1)], jobs("a", 9, 1), knobs="MAX_JOBS_RUNNING = 3\n")
        assert won(outcome) == {"a": 2}


def test_requests_show_only_what_is_significant() -> None:
    """Slots ask for RequestCpus: removed from what is significant, it shows in no request, and nothing matches."""
    pool = (free(2), [submitter("a", 2)], jobs("a", 2, 1))
    also = "ADD_SIGNIFICANT_ATTRIBUTES = JobPrio\n"
    assert won(cycle(*pool, knobs=also)) == {"a": 2}
    slots = [ad.replace({"Note": parse("TARGET.Owner")}) for ad in free(2)]
    assert not cycle(slots, *pool[1:], knobs="REMOVE_SIGNIFICANT_ATTRIBUTES = RequestCpus\n").matches


def walk(
    waiting: JobQueue, refused: set[str], *, size: int = 200, cap: int | None = None, one_each: bool = False
) -> list[str]:
    """Offers until the end, refusing those of these first jobs; the first list is fetched before the visit."""
    fetching = Fetching(size, True)
    prefetched = negotiation(waiting, cap, one_each=one_each).list_of(size)
    listed, seen = RequestList(negotiation(waiting, cap, one_each=one_each), fetching, prefetched), []
    while (offer := listed.next(1)) is not None:
        seen.append(f"{offer.request.first}#{offer.number}")
        if offer.request.first in refused:
            listed.reject()
        else:
            assert waiting.claim(waiting.place(offer.request.first), anything)
            listed.matched()
    return seen


def test_a_request_is_offered_as_often_as_it_has_jobs() -> None:
    assert walk(queue(1, 1, 2), set()) == ["1.0#1", "1.0#2", "1.2#1"]


def test_after_a_rejection_its_autocluster_is_not_looked_at_again() -> None:
    assert walk(queue(1, 1, 2, 1), {"1.0"}) == ["1.0#1", "1.2#1"]


def test_without_autoclusters_a_rejection_ends_only_the_request_at_hand() -> None:
    assert walk(JobQueue(Jobs([job(1, 0, -1), job(2, 0, -1)])), {"1.0"}) == ["1.0#1", "2.0#1"]


def test_a_match_that_serves_several_jobs_skips_as_many() -> None:
    waiting = queue(1, 1, 1, 2)
    listed = RequestList(negotiation(waiting), Fetching(200, True))
    first, after_two = listed.next(1), listed.next(2)
    assert first is not None
    assert after_two is not None
    assert (first.number, after_two.number) == (1, 3)


class TestShortLists:
    """Requests beyond NEGOTIATOR_RESOURCE_REQUEST_LIST_SIZE are asked for when the first list is used up."""

    def test_what_did_not_fit_in_the_first_list_comes_in_a_second(self) -> None:
        assert walk(queue(1, 1, 2, 3), set(), size=2) == ["1.0#1", "1.0#2", "1.2#1", "1.3#1"]

    def test_looking_for_jobs_after_each_answer_eats_up_the_cap(self) -> None:
        """Caps 8 for clusters of 3, 2, 3 and 3: after five matches 2, 1, 2, 1 and 2 were counted, and nothing is left.

        The schedd still sends the request that it found last, cut to what there was.
        """
        waiting = queue(1, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4)
        assert walk(waiting, set(), size=2, cap=8)[5:] == ["1.5#1", "1.5#2"]


class TestOneAtATime:
    """USE_RESOURCE_REQUEST_COUNTS off: the schedd is asked for one job after the other."""

    def test_jobs_that_are_passed_over_after_a_rejection_do_not_count_against_the_cap(self) -> None:
        """22 jobs that fit nowhere, then two that do; the schedd offers at most 20."""
        ads = [*jobs("a", 22, 1, JobPrio=5, RequestMemory=99999), *jobs("a", 2, 2, RequestMemory=100)]
        slots = [ad.replace({"Requirements": parse("TARGET.RequestMemory <= 2048")}) for ad in free(3)]
        outcome = cycle(slots, [submitter("a", 24)], ads, knobs="USE_RESOURCE_REQUEST_COUNTS = False\n")
        assert won(outcome) == {"a": 2}

    def test_a_schedd_that_reaches_its_most_running_jobs_has_no_further_job_to_offer(self) -> None:
        """Three claims are given away and none is turned down: in lists there is no asking in between."""
        outcome = cycle(
            free(6),
            [submitter("a", 9)],
            jobs("a", 9, 1),
            knobs="MAX_JOBS_RUNNING = 3\nUSE_RESOURCE_REQUEST_COUNTS = False\n",
        )
        assert (won(outcome), len(outcome.rejections)) == ({"a": 3}, 0)


class TestAllJobsOfACluster:
    """NEGOTIATE_ALL_JOBS_IN_CLUSTER: the schedd takes a job's place in its list, from 1, for an autocluster."""

    def test_every_job_is_a_request(self) -> None:
        assert walk(queue(7, 7), set(), one_each=True) == ["1.0#1", "1.1#1"]

    def test_the_negotiator_passes_over_the_rest_of_a_rejected_autocluster_all_the_same(self) -> None:
        assert walk(queue(7, 7, 8), {"1.0"}, one_each=True) == ["1.0#1", "1.2#1"]

    def test_a_rejection_hides_the_job_whose_place_is_the_number_of_the_rejected_autocluster(self) -> None:
        """1.1 is of autocluster 4 and fits nowhere; the schedd then leaves out the fourth job, which is of another."""
        fetched_in_time = walk(queue(9, 4, 9, 9, 9), {"1.1"}, one_each=True)
        fetched_later = walk(queue(9, 4, 9, 9, 9), {"1.1"}, one_each=True, size=2)
        assert fetched_in_time == ["1.0#1", "1.1#1", "1.2#1", "1.3#1", "1.4#1"]
        assert fetched_later == ["1.0#1", "1.1#1", "1.2#1", "1.4#1"]

    def test_jobs_outside_the_job_constraint_have_their_place_too(self) -> None:
        waiting = JobQueue(Jobs([job(1, 0, 2), job(1, 1, 9, wanted=False), job(1, 2, 9)]))
        listed = waiting.neighbours(ANY, one_each=True)
        assert [(alike.jobs, alike.autocluster) for alike in listed] == [((0,), 1), ((2,), 3)]

    def test_the_number_of_an_autocluster_is_the_one_that_the_schedd_gave_it(self) -> None:
        """Asked one by one, a refused job is offered again, unless its AutoClusterId is its own place."""

        def refused(number: int) -> list[str]:
            ads = [*jobs("a", 1, 1, RequestMemory=99999, AutoClusterId=number), *jobs("a", 1, 2, RequestCpus=9)]
            slots = free(1, Requirements="TARGET.RequestMemory < 5000 && TARGET.RequestCpus < 2")
            knobs = "NEGOTIATE_ALL_JOBS_IN_CLUSTER = True\nUSE_RESOURCE_REQUEST_COUNTS = False\n"
            outcome = cycle(slots, [submitter("a", 2)], ads, knobs=knobs + "MAX_CONCURRENT_UPLOADS_PER_USER = 4\n")
            return [rejection.request for rejection in outcome.rejections]

        assert refused(1)[:2] == ["1.0", "2.0"]
        assert set(refused(7)) == {"1.0"}

    def test_that_the_number_of_an_autocluster_is_assumed_is_said_where_it_matters(self) -> None:
        """Recorded from HTCondor: 2.2 is refused as of autocluster 3, which is its place, so that 2.3 follows."""

        def outcome(knobs: str, **number: int) -> Outcome:
            slots = free(1, Requirements="TARGET.RequestMemory < 5")
            return cycle(slots, [submitter("a", 2)], jobs("a", 2, 1, **number), knobs=knobs + "MAX_JOBS_RUNNING = 3\n")

        all_jobs = "NEGOTIATE_ALL_JOBS_IN_CLUSTER = True\nNEGOTIATOR_RESOURCE_REQUEST_LIST_SIZE = 1\n"
        assert Chance.AUTOCLUSTER_IDS in outcome(all_jobs).left_to_chance
        [warning] = [text for text in outcome(all_jobs).warnings if "AutoClusterId" in text]
        assert "numbered here as if this were the first cycle" in warning
        assert Chance.AUTOCLUSTER_IDS not in outcome(all_jobs, AutoClusterId=3).left_to_chance
        assert outcome("").left_to_chance == ()
        # All jobs are in one list, which is sent before any of them is refused.
        assert outcome("NEGOTIATE_ALL_JOBS_IN_CLUSTER = True\n").left_to_chance == ()

    def test_each_schedd_numbers_the_same_jobs_in_its_own_way(self) -> None:
        """The same jobs are autocluster 7 at ap1, where 1.0 is offered again and again, and 1 at ap2: 1.1 follows."""
        ads = [*jobs("a", 2, 1, "ap1", AutoClusterId=7), *jobs("a", 2, 1, "ap2", AutoClusterId=1)]
        schedds = [submitter("a", 2), submitter("a", 2, heard=1, ScheddName='"ap2"', ScheddIpAddr='"<10.1.0.2:9618>"')]
        knobs = "NEGOTIATE_ALL_JOBS_IN_CLUSTER = True\nUSE_RESOURCE_REQUEST_COUNTS = False\n"
        outcome = cycle(
            free(1, Requirements="TARGET.RequestMemory < 5"),
            schedds,
            ads,
            knobs=knobs + "MAX_CONCURRENT_UPLOADS_PER_USER = 3\n",
        )
        refused = {one: [each.request for each in outcome.rejections if each.schedd == one] for one in ("ap1", "ap2")}
        assert refused["ap1"][:3] == ["1.0", "1.0", "1.0"]
        assert refused["ap2"][:3] == ["1.0", "1.1", "1.1"]


def test_schedds_order_jobs_by_five_priorities_then_by_id() -> None:
    """Larger PreJobPrio1, PreJobPrio2, JobPrio, PostJobPrio1, PostJobPrio2 first; then smaller cluster and proc."""
    ads = [
        *jobs("a", 1, 1, PostJobPrio2=1),
        *jobs("a", 1, 2, PostJobPrio1=1),
        *jobs("a", 1, 3, JobPrio=1),
        *jobs("a", 1, 4, PreJobPrio2=1),
        *jobs("a", 1, 5, PreJobPrio1=1),
        *jobs("a", 2, 6),
    ]
    queues, homeless = job_queues(read(reversed(ads)), directory([submitted_by("a@pool.test")]))
    (waiting,) = queues.values()
    assert [job.id for job in waiting.jobs] == ["5.0", "4.0", "3.0", "2.0", "1.0", "6.0", "6.1"]
    assert not homeless


def read(ads: Iterable[Ad]) -> list[Read]:
    return JobReader(lambda ad: 1, lambda ad: True, EVALUATOR).read(list(ads))


def submitted_by(name: str, schedd: str = "ap1") -> Submitter:
    return Submitter(name, name, schedd, f"<{schedd}>", 1, 0, None, None, 0, True, Behaviour(NEWEST))


def test_jobs_that_no_schedd_would_offer_are_left_out() -> None:
    ads = [
        *jobs("a", 1, 1, JobStatus=2),
        *jobs("a", 1, 2, JobUniverse=12),
        *jobs("a", 1, 3, JobCoolDownExpiration=NOW + 60),
        *jobs("a", 1, 4, IsNoopJob="true"),
        *jobs("a", 1, 5, CurrentHosts=1, MaxHosts=1),
        *jobs("a", 1, 6, JobUniverse=9),
        *jobs("a", 1, 7, JobUniverse=9, WantMatching="true"),
    ]
    queues, _ = job_queues(read(ads), directory([submitted_by("a@pool.test")]))
    assert [job.id for waiting in queues.values() for job in waiting.jobs] == ["7.0"]


def test_a_job_belongs_to_the_submitter_ad_of_its_own_schedd() -> None:
    both = [submitted_by("a@pool.test", "ap1"), submitted_by("a@pool.test", "ap2")]
    queues, _ = job_queues(read(jobs("a", 1, 1, schedd="ap2")), directory(both))
    assert list(queues) == [("a@pool.test", "<ap2>")]


def test_jobs_do_not_change_their_schedd_when_the_submitter_there_is_left_out() -> None:
    """The constraint leaves out Ann at ap1, who has two idle jobs; Ann at ap2 goes on with her own job alone."""
    ads = [*jobs("ann", 2, 1, schedd="ap1"), *jobs("ann", 1, 2, schedd="ap2")]
    both = [submitter("ann", 2), submitter("ann", 1, ScheddName='"ap2"', ScheddIpAddr='"<10.1.0.2:9618>"')]
    outcome = cycle(free(5), both, ads, knobs="NEGOTIATOR_SUBMITTER_CONSTRAINT = IdleJobs < 2\n")
    assert [match.request for match in outcome.matches] == ["2.0"]


def test_a_submitter_of_another_domain_is_found_by_what_stands_before_the_at() -> None:
    queues, _ = job_queues(read(jobs("g.a", 1, 1)), directory([submitted_by("g.a@accounting.example")]))
    assert list(queues) == [("g.a@accounting.example", "<ap1>")]


def test_jobs_of_nobody_are_counted_by_name() -> None:
    _, homeless = job_queues(read(jobs("ghost", 3, 1)), directory([]))
    assert homeless == {"ghost@pool.test": 3}


def test_the_submitter_is_accounting_group_or_user_with_the_users_domain() -> None:
    def name(**attributes: str) -> str:
        return submitter_of(Ad.lazy(attributes.items()), EVALUATOR)

    assert name(User='"ann@site"', AccountingGroup='"g.ann"') == "g.ann@site"
    assert name(User='"ann@site"') == "ann@site"
    assert name(User='"ann@site"', NiceUser="true") == "nice-user.ann@site"
    assert name(Owner='"ann"') == "ann"


def test_the_schedd_of_a_job_is_what_its_global_id_begins_with() -> None:
    def found(**attributes: str) -> str | None:
        return schedd_of(Ad.lazy(attributes.items()), EVALUATOR)

    assert found(GlobalJobId='"ap1#1.0#99"') == "ap1"
    assert found(GlobalJobId='""', ScheddName='"ap2"') == "ap2"
    assert found(GlobalJobId=r'"a\"p#1.0#99"') == 'a"p'
    assert found(GlobalJobId='"x" == "y"', ScheddName='"ap2"') == "ap2"


def test_a_queue_of_which_nothing_was_refused_says_so() -> None:
    assert [waiting.refused for waiting in queue(1, 1, 2).waiting()] == [None, None]


def test_without_autoclusters_a_rejection_is_not_remembered() -> None:
    """Asked for one job at a time, a schedd offers it again as often as it may; the first was fetched before."""
    alone = JobQueue(Jobs([job(1, 0, -1), job(2, 0, -1)]))
    assert walk(alone, {"1.0"}, size=1, cap=4) == ["1.0#1"] * (1 + 4)
