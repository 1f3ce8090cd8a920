"""START_VANILLA_UNIVERSE and MaxJobsRunning: which jobs schedds offer, how many at once, where they may start."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.negotiation.builders import NOW, configured, free, jobs, slot, submitter, won
from userprio.classad import Ad, read_packed, unparse, write_long
from userprio.ledger import Ledger
from userprio.negotiation import Outcome, negotiate
from userprio.negotiation.prepare import prepare
from userprio.negotiation.schedd.queue import Job
from userprio.pool import Pool, ScenarioData

ANN, BOB = submitter("ann", 9), submitter("bob", 9, heard=1)
AT_AP2 = submitter("ann", 9, ScheddName='"ap2"', ScheddIpAddr='"<10.1.0.2:9618>"')


def scenario(
    waiting: Sequence[Ad],
    start: str = "",
    *,
    users: Sequence[Ad] = (),
    slots: Sequence[Ad] = (),
    submitters: Sequence[Ad] = (ANN, BOB),
    knobs: str = "",
) -> ScenarioData:
    pool = Pool(tuple(slots or free(20)), tuple(submitters), tuple(waiting), tuple(users))
    return ScenarioData(pool, Ledger.empty(), configured(f"START_VANILLA_UNIVERSE = {start}\n{knobs}"), NOW)


def cycle(waiting: Sequence[Ad], start: str = "", **more: object) -> Outcome:
    return negotiate(scenario(waiting, start, **more))  # type: ignore[arg-type]


def user(most: int | None, running: int = 0, **attributes: str | float) -> Ad:
    """The record of the user whose jobs `jobs` makes."""
    limit = {} if most is None else {"MaxJobsRunning": most}
    given = {"User": '"submit@pool.test"', "NumRunning": running, "NumSuspended": 0, **limit, **attributes}
    return Ad.lazy([(name, str(value)) for name, value in given.items()])


def requirements(waiting: Sequence[Ad], start: str) -> tuple[str, str]:
    """What the request of the first job shows: its Requirements, and what they refer to."""
    schedds = prepare(scenario(waiting, start)).schedds
    shown = schedds.shown(next(iter(schedds.queues.values())).job(0).ad)
    told = shown.expr("Requirements"), shown.expr("ResourceRequestConstraint")
    first, second = ("" if expr is None else unparse(expr) for expr in told)
    return first, second


class TestStartVanillaUniverse:
    def test_jobs_are_skipped_where_it_is_false_whatever_the_slot(self) -> None:
        waiting = [*jobs("ann", 5, 1, JobPrio=1), *jobs("bob", 5, 2)]
        assert won(cycle(waiting, 'JOB.JobPrio > 0 || OWNER.Name == "nobody"')) == {"ann": 5}

    def test_what_depends_on_the_slot_is_asked_of_the_slot(self) -> None:
        # 3 slots of 1 core and 2 of 2. Ann's jobs may start anywhere, bob's, which ask for more, on 2 cores only.
        slots = [*free(3), *free(2, 4, Cpus=2, SlotWeight=1)]
        waiting = [*jobs("ann", 9, 1, RequestMemory=100), *jobs("bob", 9, 2, RequestMemory=500)]
        given = cycle(waiting, "SLOT.Cpus > 1 || JOB.RequestMemory < 200", slots=slots)
        assert won(given) == {"ann": 3, "bob": 2}
        assert {match.slot for match in given.matches if match.submitter.startswith("bob")} == {
            "slot1@exec4",
            "slot1@exec5",
        }

    def test_a_request_shows_what_is_left_of_it(self) -> None:
        waiting = jobs("ann", 1, 1, RequestMemory=500, Requirements="(TARGET.Memory > 600)")
        told = requirements(waiting, "SLOT.Cpus > 1 || JOB.RequestMemory < 200")
        assert told == ("ResourceRequestConstraint && (TARGET.Memory > 600)", "false || TARGET.Cpus > 1")

    def test_what_a_job_lacks_is_left_for_the_slot_and_no_slot_makes_it_true(self) -> None:
        assert requirements(jobs("ann", 1, 1), "JOB.Nothing > 1")[1] == "MY.Nothing > 1"
        assert won(cycle(jobs("ann", 5, 1), "JOB.Nothing > 1")) == {}

    def test_a_slot_is_undefined_when_jobs_are_chosen(self) -> None:
        assert won(cycle(jobs("ann", 5, 1), "SLOT.Cpus =!= undefined")) == {}

    def test_a_job_that_may_not_start_in_the_very_slot_that_it_was_given_turns_it_down(self) -> None:
        # `Cpus` alone is the slot's for the negotiator, and nobody's for the schedd, which knows SLOT.Cpus.
        given = cycle(jobs("ann", 5, 1), "Cpus > 0", slots=free(3))
        assert [match.jobs for match in given.matches] == [0, 0, 0]

    def test_numbers_count_as_truth_values(self) -> None:
        assert won(cycle(jobs("ann", 5, 1), "0")) == {}
        assert won(cycle(jobs("ann", 5, 1), "2")) == {"ann": 5}

    def test_it_knows_how_many_jobs_the_owner_has(self) -> None:
        waiting = [*jobs("ann", 5, 1), *jobs("ann", 3, 2, JobStatus=2)]
        assert won(cycle(waiting, "OWNER.JobsRunning < 4 && OWNER.JobsIdle == 5")) == {"ann": 5}
        assert won(cycle(waiting, "OWNER.JobsRunning < 3")) == {}
        assert won(cycle(waiting, "OWNER.JobsRunning < 3", users=[user(None, running=2)])) == {"ann": 5}

    def test_it_knows_them_at_each_schedd(self) -> None:
        waiting = [*jobs("ann", 2, 1), *jobs("ann", 2, 2, schedd="ap2"), *jobs("bob", 3, 3, "ap2", JobStatus=2)]
        given = cycle(waiting, "OWNER.JobsRunning < 3", submitters=[ANN, AT_AP2])
        assert Counter(match.schedd for match in given.matches) == {"ap1": 2}

    def test_it_is_not_for_grid_jobs_until_a_slot_is_given(self) -> None:
        waiting = jobs("ann", 5, 1, JobUniverse=9, WantMatching="true")
        assert won(cycle(waiting, "false")) == {"ann": 5}

    @pytest.mark.parametrize("start", ["", "(("])
    def test_empty_or_not_an_expression_it_lets_every_job_start(self, start: str) -> None:
        given = cycle(jobs("ann", 5, 1), start)
        assert won(given) == {"ann": 5}
        assert any("START_VANILLA_UNIVERSE is not an expression" in line for line in given.warnings) is bool(start)

    def test_the_schedds_own_ad_is_not_known(self) -> None:
        given = cycle(jobs("ann", 5, 1), "SCHEDD.TotalRunningJobs < 0")
        assert won(given) == {"ann": 5}
        assert any("(SCHEDD), which is not in a snapshot" in line for line in given.warnings)

    def test_attributes_of_jobs_in_it_are_significant(self) -> None:
        # Memory is asked for by slots; Note is only in the expression, and parts ann's jobs into two requests.
        slots = free(9, Requirements="TARGET.RequestMemory < Memory")
        waiting = [*jobs("ann", 2, 1, Note=1), *jobs("ann", 2, 2, Note=2)]
        numbers = {job.autocluster for job in queue_of(scenario(waiting, "JOB.Note == SLOT.Cpus", slots=slots))}
        assert len(numbers) == 2
        assert len({job.autocluster for job in queue_of(scenario(waiting, "", slots=slots))}) == 1


def queue_of(given: ScenarioData) -> list[Job]:
    queues = prepare(given).schedds.queues
    return [job for queue in queues.values() for job in queue.jobs]


class TestMaxJobsRunning:
    """A user may run so many jobs at once, whoever the submitters are."""

    BOTH = (*jobs("ann", 9, 1), *jobs("bob", 9, 2))

    def test_a_request_counts_no_more_jobs_than_the_user_may_still_start(self) -> None:
        # 3 for each request, not 3 in all: both submitters are of one user.
        assert won(cycle(self.BOTH, users=[user(3)])) == {"ann": 3, "bob": 3}
        assert won(cycle(self.BOTH, users=[user(30, running=22)])) == {"ann": 8, "bob": 8}

    def test_a_user_at_the_limit_is_offered_nothing(self) -> None:
        assert won(cycle(self.BOTH, users=[user(3, running=3)])) == {}
        assert won(cycle(self.BOTH, users=[user(3, running=1, NumSuspended=2)])) == {}

    def test_every_request_has_the_same_limit(self) -> None:
        assert won(cycle([*jobs("ann", 4, 1), *jobs("ann", 4, 2, Rank=1)], users=[user(3)])) == {"ann": 6}

    def test_single_requests_are_not_counted_together(self) -> None:
        given = cycle(jobs("ann", 9, 1), users=[user(3)], knobs="USE_RESOURCE_REQUEST_COUNTS = False")
        assert won(given) == {"ann": 9}

    def test_it_is_not_looked_at_where_start_vanilla_universe_settles_without_a_slot(self) -> None:
        assert won(cycle(jobs("ann", 9, 1), "true", users=[user(3)])) == {"ann": 9}
        assert won(cycle(jobs("ann", 9, 1), "SLOT.Cpus > 0", users=[user(3)])) == {"ann": 3}
        assert won(cycle(jobs("ann", 9, 1), "true", users=[user(3, running=3)])) == {}

    def test_without_a_count_in_the_record_the_jobs_that_run_count(self) -> None:
        record = Ad.lazy([("User", '"submit@pool.test"'), ("MaxJobsRunning", "5")])
        assert won(cycle([*jobs("ann", 9, 1), *jobs("bob", 2, 2, JobStatus=2)], users=[record])) == {"ann": 3}

    def test_a_record_of_another_schedd_or_user_says_nothing(self) -> None:
        assert won(cycle(jobs("ann", 9, 1), users=[user(3, ScheddName='"ap2"')])) == {"ann": 9}
        assert won(cycle(jobs("ann", 9, 1), users=[user(3, User='"other@pool.test"')])) == {"ann": 9}
        assert won(cycle(jobs("ann", 9, 1), users=[user(3, ScheddName='"ap1"')])) == {"ann": 3}

    @pytest.mark.parametrize("limited", ["ap1", "ap2"])
    @pytest.mark.parametrize("packed", [False, True])
    def test_at_another_schedd_jobs_that_say_the_same_are_not_limited(
        self, limited: str, packed: bool, tmp_path: Path
    ) -> None:
        waiting = [*jobs("ann", 9, 1), *jobs("ann", 9, 2, schedd="ap2")]
        ads: Sequence[Ad] = waiting
        if packed:
            (tmp_path / "jobs.ads").write_text("".join(write_long(waiting)))
            ads = read_packed(tmp_path / "jobs.ads")
        for most, expected in ((3, 3), (0, 0)):
            given = cycle(ads, users=[user(most, ScheddName=f'"{limited}"')], submitters=[ANN, AT_AP2])
            counts = Counter(match.schedd for match in given.matches)
            assert counts == Counter({"ap1": 9, "ap2": 9} | {limited: expected})

    @pytest.mark.parametrize(("version", "expected"), [("25.3.1", 9), ("25.4.0", 3)])
    def test_schedds_before_25_4_do_not_look_at_it(self, version: str, expected: int) -> None:
        ann = submitter("ann", 9, CondorVersion=f'"$CondorVersion: {version} 2026-07-12 $"')
        assert won(cycle(jobs("ann", 9, 1), users=[user(3)], submitters=[ann])) == {"ann": expected}


class TestLongNames:
    @pytest.mark.parametrize(
        ("version", "length", "expected"),
        [("25.14.1", 199, 5), ("25.14.1", 200, 0), ("24.9.1", 100, 0), ("24.9.1", 99, 5)],
    )
    def test_a_schedd_cannot_be_asked_for_names_beyond_its_buffer(
        self, version: str, length: int, expected: int
    ) -> None:
        name = "a" * (length - len("@pool.test"))
        asked = submitter(name, 5, CondorVersion=f'"$CondorVersion: {version} 2026-07-12 $"')
        given = cycle([*jobs(name, 5, 1), *jobs("bob", 5, 2)], submitters=[asked, BOB])
        assert won(given).get(name, 0) == expected
        assert won(given)["bob"] == 5
        outcome = "satisfied" if expected else "name too long"
        assert [str(visit.outcome) for visit in given.visits if visit.submitter == f"{name}@pool.test"] == [outcome]


class TestOwner:
    """In search of another job for a slot, a schedd knows OWNER only where the submitter is called as its user."""

    START = "OWNER.JobsRunning < 9 && SLOT.Cpus > 0"

    def test_under_an_accounting_group_a_request_gives_one_claim(self) -> None:
        # Five matches: the first is for the job that the request named, the others are turned down.
        given = cycle(jobs("ann", 5, 1), self.START)
        assert [match.jobs for match in given.matches] == [1, 0, 0, 0, 0]

    def test_where_users_are_submitters_every_match_gives_one(self) -> None:
        given = cycle(jobs("ann", 5, 1, User='"ann@pool.test"'), self.START)
        assert [match.jobs for match in given.matches] == [1, 1, 1, 1, 1]


class TestLeftovers:
    """Jobs that a schedd puts on the rest of a partitionable slot that it was given."""

    def jobs_started(self, start: str) -> int:
        slots = [
            slot(1, Cpus=4, Memory=8000, Disk=9000, PartitionableSlot="true", MachineResources='"Cpus Memory Disk"')
        ]
        (match,) = cycle(jobs("ann", 9, 1, RequestDisk=1), start, slots=slots).matches
        return match.jobs

    def test_they_have_to_be_allowed_to_start_there_too(self) -> None:
        assert self.jobs_started("") == 4
        # With 4, 3 and 2 cores left a job may start, with one no more.
        assert self.jobs_started("SLOT.Cpus > 1") == 3

    def test_under_an_accounting_group_owner_is_not_known_then(self) -> None:
        assert self.jobs_started("OWNER.JobsRunning < 99 && SLOT.Cpus > 0") == 1
