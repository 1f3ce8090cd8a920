"""What schedds offer, and how the negotiator goes through it."""

from tests.negotiation.builders import NOW, jobs
from userprio.classad import Ad, Evaluator
from userprio.negotiation.jobs import Job, JobQueue, job_queues, submitter_of
from userprio.negotiation.requests import Request, RequestList
from userprio.negotiation.submitterads import JobPrioRange, Submitter

EVALUATOR = Evaluator(NOW)
ANY = JobPrioRange()


def queue(*autoclusters: int) -> JobQueue:
    """Jobs 1.0, 1.1, ... of these autoclusters."""
    return JobQueue([Job(1, proc, Ad(), 0, number, (proc,)) for proc, number in enumerate(autoclusters)])


def offered(requests: list[Request]) -> list[tuple[str, int]]:
    return [(request.first, len(request.jobs)) for request in requests]


def test_neighbours_of_one_autocluster_are_one_request() -> None:
    assert offered(queue(1, 1, 2, 1).requests(None, ANY, one_each=False)) == [("1.0", 2), ("1.2", 1), ("1.3", 1)]


def test_at_most_the_cap_is_offered_and_the_last_request_is_cut() -> None:
    assert offered(queue(1, 1, 1, 2, 2).requests(4, ANY, one_each=False)) == [("1.0", 3), ("1.3", 1)]


def test_jobs_that_got_a_claim_are_gone_and_what_they_parted_grows_together() -> None:
    waiting = queue(1, 2, 1)
    waiting.take({"1.1"})
    assert offered(waiting.requests(None, ANY, one_each=False)) == [("1.0", 2)]


def test_without_autoclusters_the_submit_cluster_takes_their_place() -> None:
    first, second = (Job(cluster, 0, Ad(), 0, -1, (cluster,)) for cluster in (1, 2))
    assert offered(JobQueue([first, second]).requests(None, ANY, one_each=False)) == [("1.0", 1), ("2.0", 1)]


def test_only_jobs_of_the_wanted_priorities_are_offered() -> None:
    waiting = JobQueue([Job(1, proc, Ad(), prio, 1, (proc,)) for proc, prio in enumerate((5, 3, 0))])
    assert offered(waiting.requests(None, JobPrioRange(1, 4), one_each=False)) == [("1.1", 1)]


def walk(requests: list[Request], refused: set[str], *, counts: bool = True, remember: bool = True) -> list[str]:
    """Offers until the end, refusing those of these first jobs."""
    listed, seen = RequestList(requests, use_counts=counts, remember_rejections=remember), []
    while (offer := listed.next(1)) is not None:
        seen.append(f"{offer.request.first}#{offer.number}")
        if offer.request.first in refused:
            listed.reject()
    return seen


def test_a_request_is_offered_as_often_as_it_has_jobs() -> None:
    assert walk(queue(1, 1, 2).requests(None, ANY, one_each=False), set()) == ["1.0#1", "1.0#2", "1.2#1"]


def test_after_a_rejection_its_autocluster_is_not_looked_at_again() -> None:
    assert walk(queue(1, 1, 2, 1).requests(None, ANY, one_each=False), {"1.0"}) == ["1.0#1", "1.2#1"]


def test_without_autoclusters_a_rejection_ends_only_the_request_at_hand() -> None:
    alike = [Job(cluster, 0, Ad(), 0, -1, (cluster,)) for cluster in (1, 2)]
    assert walk(JobQueue(alike).requests(None, ANY, one_each=False), {"1.0"}) == ["1.0#1", "2.0#1"]


def test_a_match_that_serves_several_jobs_skips_as_many() -> None:
    listed = RequestList(
        queue(1, 1, 1, 2).requests(None, ANY, one_each=False), use_counts=True, remember_rejections=True
    )
    first, after_two = listed.next(1), listed.next(2)
    assert first is not None
    assert after_two is not None
    assert (first.number, after_two.number) == (1, 3)


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
    queues, homeless = job_queues(
        reversed(ads), [submitted_by("a@pool.test")], lambda ad: 1, lambda ad: True, EVALUATOR
    )
    (waiting,) = queues.values()
    assert [job.id for job in waiting.jobs] == ["5.0", "4.0", "3.0", "2.0", "1.0", "6.0", "6.1"]
    assert not homeless


def submitted_by(name: str, schedd: str = "ap1") -> Submitter:
    return Submitter(name, name, schedd, f"<{schedd}>", 1, 0, None, None, 0, True)


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
    queues, _ = job_queues(ads, [submitted_by("a@pool.test")], lambda ad: 1, lambda ad: True, EVALUATOR)
    assert [job.id for waiting in queues.values() for job in waiting.jobs] == ["7.0"]


def test_a_job_belongs_to_the_submitter_ad_of_its_own_schedd() -> None:
    both = [submitted_by("a@pool.test", "ap1"), submitted_by("a@pool.test", "ap2")]
    queues, _ = job_queues(jobs("a", 1, 1, schedd="ap2"), both, lambda ad: 1, lambda ad: True, EVALUATOR)
    assert list(queues) == [("a@pool.test", "<ap2>")]


def test_a_submitter_of_another_domain_is_found_by_what_stands_before_the_at() -> None:
    queues, _ = job_queues(
        jobs("g.a", 1, 1), [submitted_by("g.a@accounting.example")], lambda ad: 1, lambda ad: True, EVALUATOR
    )
    assert list(queues) == [("g.a@accounting.example", "<ap1>")]


def test_jobs_of_nobody_are_counted_by_name() -> None:
    _, homeless = job_queues(jobs("ghost", 3, 1), [], lambda ad: 1, lambda ad: True, EVALUATOR)
    assert homeless == {"ghost@pool.test": 3}


def test_the_submitter_is_accounting_group_or_user_with_the_users_domain() -> None:
    def name(**attributes: str) -> str:
        return submitter_of(Ad.lazy(attributes.items()), EVALUATOR)

    assert name(User='"ann@site"', AccountingGroup='"g.ann"') == "g.ann@site"
    assert name(User='"ann@site"') == "ann@site"
    assert name(User='"ann@site"', NiceUser="true") == "nice-user.ann@site"
    assert name(Owner='"ann"') == "ann"
