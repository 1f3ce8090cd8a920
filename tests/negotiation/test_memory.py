"""What is kept from cycle to cycle changes no outcome: cycle by cycle it is that of a cycle from nothing."""

import gc
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice, product
from random import Random
from typing import Any
from weakref import ref

import pytest
from msgspec.structs import replace

from tests.marks import sampled, slow, slow_sample
from tests.negotiation import brief_courses, builders
from tests.negotiation.builders import (
    DOMAIN,
    NOW,
    change_kind,
    configured,
    free,
    held,
    jobs,
    priorities,
    slot,
    submitter,
    won,
)
from tests.negotiation.random_pools import SmallPool, draw
from tests.negotiation.recorded import each_pool, recorded
from userprio.classad import Ad, Expr, Value, parse
from userprio.negotiation import CycleObserver, Decided, Memory, decide, negotiate
from userprio.negotiation.match_cache import Matching
from userprio.negotiation.matching.held import HeldSlots
from userprio.negotiation.prepare import prepare
from userprio.pool import FIRST_CYCLE, Batch, Batches, Pool
from userprio.pool.scenario import ScenarioData

_Changes = dict[str, Expr | Value | None]

_CYCLES = 6
_POLICIES = ("false", "time() % 120 < 60", "RemoteUserPrio > SubmitterUserPrio * 1.2")
_STARTS = ("time() % 120 < 60", "CurrentTime % 180 < 100", "true", "TARGET.RequestCpus < 2")


_READING = (
    "RemoteUserPrio > SubmitterUserPrio * 1.2",
    "time() % 120 < 60 && RemoteUserPrio > 0.6",
    "RemoteUserResourcesInUse > SubmitterUserResourcesInUse",
    "time() - EnteredCurrentState > 90 || TARGET.RequestCpus > 1",
    "random(2) == 2 || TotalJobRunTime > 100",
    "SubmitterUserPrio > 2",
)
"""Policies that read the present, dice, or how users stand."""
_RANKS = ("RemoteUserPrio * 10 - TARGET.ImageSize", "time() % 3", "0.0")


def course(seed: int, *, calm: bool = False) -> Iterator[ScenarioData]:
    """The scenarios of cycles that follow each other in a random pool, of which little changes from one to the next.

    In a `calm` one only claims come and go, while the policy reads what changes by itself.
    """
    random, small = Random(seed), draw(seed)
    knobs = {"PREEMPTION_REQUIREMENTS": random.choice(_POLICIES)} if random.random() < 0.6 else {}
    if calm:
        knobs = {"PREEMPTION_REQUIREMENTS": random.choice(_READING), "PREEMPTION_RANK": random.choice(_RANKS)}
    elif random.random() < 0.3:
        knobs["NEGOTIATOR_JOB_CONSTRAINT"] = "RequestCpus < 2 || time() % 120 < 60"
    config = small.config.with_overrides(knobs) if knobs else small.config
    slots, submitters = list(small.slots), small.ads
    queues = [tuple(job.ad for job in one.jobs) for one in small.submitters]
    figures = dict(small.priorities)
    for cycle in range(2 * _CYCLES if calm else _CYCLES):
        pool = Pool(tuple(slots), tuple(submitters), Batches(queues))
        ledger = priorities(figures, Floor=small.floors, Ceiling=small.ceilings)
        yield ScenarioData(
            pool, ledger, config, NOW + 60 * cycle, FIRST_CYCLE if small.first_cycle and not cycle else None
        )
        slots = [_changed(random, ad, small, 2 if calm else 4) if random.random() < 0.1 else ad for ad in slots]
        queues = [_moved_on(random, queue) if random.random() < 0.3 else queue for queue in queues]
        submitters = [
            ad.replace({"IdleJobs": random.randrange(30)}) if random.random() < 0.2 else ad for ad in submitters
        ]
        if random.random() < 0.7:
            figures = {user: figure * random.choice((1, 1.5)) for user, figure in figures.items()}
        if random.random() < 0.15:
            del slots[random.randrange(len(slots))]
            slots = slots or small.slots
        if random.random() < 0.3:
            # As it was at first, the same object: a claim is over.
            place = random.randrange(min(len(slots), len(small.slots)))
            slots[place] = small.slots[place]
        if random.random() < 0.2:
            name = f"slot{cycle + 1}@late{seed}"
            slots.insert(random.randrange(len(slots) + 1), random.choice(small.slots).replace({"Name": name}))
        if random.random() < 0.1:
            config = config.with_overrides({"GROUP_ACCEPT_SURPLUS": random.choice(("true", "false"))})


def _changed(random: Random, ad: Ad, small: SmallPool, ways: int) -> Ad:
    """The slot as it is after something has happened to it, in one of so many ways."""
    match random.randrange(ways):
        case 0:
            free = dict.fromkeys(("RemoteUser", "RemoteOwner", "ConcurrencyLimits", "PreemptingUser", "PreemptingRank"))
            return ad.replace({**free, "State": "Unclaimed", "CurrentRank": None})
        case 1:
            user = f"{random.choice(small.submitters).user}@{DOMAIN}" if small.submitters else f"ann@{DOMAIN}"
            claim: _Changes = {"State": "Claimed", "RemoteUser": user, "RemoteOwner": user, "CurrentRank": 0.0}
            times: _Changes = {"EnteredCurrentState": NOW - random.randrange(200)}
            times["TotalJobRunTime"] = parse(f"time() - {NOW}")
            return ad.replace(claim | times, change_kind(claim, times))
        case 2:
            return ad.replace({"Start": parse(random.choice(_STARTS))})
        case _:
            return ad.replace({"Cpus": random.choice((0, 1, 2, 4)), "SlotWeight": parse("Cpus + (time() % 120) / 60")})


def _moved_on(random: Random, queue: tuple[Ad, ...]) -> tuple[Ad, ...]:
    """The queue after some jobs have started and one may have changed."""
    left = [ad for ad in queue if random.random() < 0.8]
    if left and random.random() < 0.5:
        place = random.randrange(len(left))
        said = random.choice(({"RequestCpus": 2}, {"JobPrio": 5}, {"JobCoolDownExpiration": NOW + 150}))
        left[place] = left[place].replace(said)
    return tuple(left)


def check(seed: int, *, calm: bool = False) -> int:
    """How often a cycle went by what was known of matches in the one before."""
    return check_course(course(seed, calm=calm), seed)


def check_course(scenarios: Iterable[ScenarioData], seed: int) -> int:
    """The same of these cycles."""
    memory, brief_memory = Memory(), Memory()
    quotas, served, kept = None, None, 0
    for number, scenario in enumerate(scenarios):
        before = memory.matching
        if number:
            scenario = replace(scenario, previous_quotas=quotas, groups_served_at=served)
        fresh = negotiate(scenario)
        decided = decide(scenario, memory=memory)
        moves = _moves(decided)
        assert decided.outcome() == fresh, f"seed {seed}, cycle {number}"
        brief = decide(scenario, memory=brief_memory, only_matches=True)
        assert _moves(brief) == moves, f"seed {seed}, cycle {number}, only matches"
        quotas = {group.name: group.effective_quota for group in fresh.groups}
        served = {group.name: group.served_at for group in fresh.groups}
        kept += before is not None and memory.matching is before
    return kept


def _moves(decided: Decided) -> tuple[object, ...]:
    """What a cycle decides of the pool and of those that follow."""
    pairs = {(visit.submitter.name, visit.schedd) for visit in decided.visits}
    satisfied = [set(decided.satisfied(dict.fromkeys(pairs, left))) for left in (0, 1)]
    return list(decided.matches), decided.quotas, decided.served_at, satisfied


def _in_narrow_groups(seed: int) -> Iterator[ScenarioData]:
    """Cycles in which groups fill their quotas while slots are left, none of which may be taken from its user."""
    random, users = Random(seed), [f"{group}.u{number}" for group in "abc" for number in (1, 2)]
    quotas = "\n".join(f"GROUP_QUOTA_DYNAMIC_{group} = {random.choice((0.1, 0.25, 0.4))}" for group in "abc")
    surplus = "\n".join(f"GROUP_ACCEPT_SURPLUS_{group} = {random.choice(('true', 'false'))}" for group in "abc")
    more = random.choice(("", "", "GROUP_AUTOREGROUP = true\n", "GROUP_QUOTA_ROUND_ROBIN_RATE = 1\n"))
    knobs = "PREEMPTION_REQUIREMENTS = false\nGROUP_NAMES = a, b, c\n"
    config = configured(f"{knobs}{quotas}\n{surplus}\n{more}")
    for cycle in range(3):
        numbers = iter(range(1, 100))
        shares = [held(user, random.randrange(4), first=next(numbers) * 10, Memory=2048) for user in users]
        spare = [slot(next(numbers) * 10, Memory=random.choice((2048, 2048, 512))) for _ in range(random.randrange(9))]
        submitters, waiting = [], list[Ad]()
        for (number, user), schedd in product(enumerate(users), (1, 2)):
            counts = {needs: random.choice((0, 1, 5)) for needs in ("true", "TARGET.Memory > 1000")}
            for needs, count in counts.items():
                waiting += jobs(user, count, 10 * number + len(needs), f"ap{schedd}", Requirements=needs)
            where = {"ScheddName": f'"ap{schedd}"', "ScheddIpAddr": f'"<10.1.0.{schedd}:9618>"'}
            submitters.append(submitter(user, sum(counts.values()), len(shares[number]), **where))
        ledger = priorities({user: random.choice((1, 1, 10)) for user in users})
        pool = Pool((*chain.from_iterable(shares), *spare), tuple(submitters), tuple(waiting))
        yield ScenarioData(pool, ledger, config, NOW + 60 * cycle)


_WEIGHTS = ("Cpus", 'ifThenElse(State == "Claimed", 2, 1)', "Cpus + EnteredCurrentState % 2")
_WISHES = (
    "TARGET.RequestCpus <= Cpus",
    'TARGET.RequestCpus <= Cpus && (State == "Unclaimed" || TARGET.JobPrio < 3)',
    "TARGET.RequestCpus <= Cpus && JobStart =!= 0",
)


def _claims_come_and_go(seed: int) -> Iterator[ScenarioData]:
    """Cycles in a pool of slots that are mostly equal, in which nothing happens but that claims begin and end."""
    random, users = Random(seed), ["ann", "bob", "cid"]
    requirements = random.choice(("false", "false", *_POLICIES, *_READING))
    config = configured(
        f"PREEMPTION_REQUIREMENTS = {requirements}\nPREEMPTION_RANK = {random.choice((*_RANKS, 'RemoteUserPrio'))}\n"
    )
    weight, wish = random.choice(_WEIGHTS), random.choice(_WISHES)
    idle = [
        slot(
            10 * number,
            SlotWeight=weight,
            Requirements=wish,
            Memory=random.choice((2048, 1024)),
            EnteredCurrentState=NOW,
        )
        for number in range(1, 16)
    ]
    waiting = [ad for number, user in enumerate(users) for ad in jobs(user, 4, number + 1, JobPrio=number)]
    submitters = tuple(submitter(user, 4, 4) for user in users)
    slots, queue = list(idle), Batches([Batch(waiting)])
    for cycle in range(8):
        ledger = priorities({user: random.choice((1, 1, 3)) for user in users})
        yield ScenarioData(Pool(tuple(slots), submitters, queue), ledger, config, NOW + 60 * cycle)
        for place in random.sample(range(len(slots)), 5):
            user = random.choice(users)
            said: _Changes = {"State": "Claimed", "RemoteUser": f"{user}@{DOMAIN}", "CurrentRank": 0.0}
            times: _Changes = dict.fromkeys(
                ("EnteredCurrentState", "JobStart"), NOW + 60 * cycle - random.randrange(99)
            )
            times["TotalJobRunTime"] = parse("time() - JobStart")
            claimed = idle[place].replace(said | times, change_kind(said, times))
            slots[place] = claimed if random.random() < 0.7 else idle[place]


@pytest.mark.parametrize("seed", range(20))
def test_what_a_claim_made_of_one_slot_it_makes_of_its_equals_and_no_outcome_changes(seed: int) -> None:
    """Unless the configuration or the slots read when claims began."""
    check_course(_claims_come_and_go(seed), seed)


@pytest.mark.parametrize("seed", range(5))
def test_a_cycle_after_a_cycle_decides_what_one_from_nothing_does(seed: int) -> None:
    check(seed)


@pytest.mark.parametrize("seed", range(8))
def test_passes_of_groups_that_have_nothing_left_to_win_are_left_out_without_changing_a_match(seed: int) -> None:
    """Nor which submitters their schedds consider satisfied; where the group gets more later on, they are made."""
    check_course(_in_narrow_groups(seed), seed)
    scenarios = list(_in_narrow_groups(seed))
    made = [sum(len(decide(scenario, only_matches=brief).visits) for scenario in scenarios) for brief in (False, True)]
    assert made[1] < made[0]


def test_a_policy_that_reads_what_changes_by_itself_is_asked_anew_and_all_else_is_kept() -> None:
    """The present, dice, priorities and usage; other answers hold as long as slots and jobs stay the same."""
    assert sum(check(seed, calm=True) for seed in range(4, 8)) >= 30


def test_autoclusters_that_nobody_numbers_count_from_one_in_every_cycle() -> None:
    """ann's jobs, the first autocluster, are gone; bob's is the first then, and its job number 1 is refused as such."""
    check_course(brief_courses.course(20782), 20782)


_SPECIAL = "TARGET.RemoteGroupQuota =?= undefined"


@pytest.mark.parametrize(
    ("asks", "policy", "stays"),
    [
        ("TARGET.HasGPU =!= false", "true", True),
        (_SPECIAL, "true", False),
        (_SPECIAL, "RemoteGroupResourcesInUse > RemoteGroupQuota", True),
        ('userHome("ann") =?= undefined', "true", False),
        ('eval("TARGET.HasGPU") =!= false', "true", False),
    ],
)
def test_what_is_known_of_a_special_job_serves_cycles_without_it(asks: str, policy: str, stays: bool) -> None:
    """It comes and goes; only what a cycle says of previous quotas and homes has to come from jobs that are there."""
    assert _went_on(asks, policy, "x-x-") == [False, stays, stays, stays]


def test_what_is_known_of_a_special_job_that_does_not_come_again_is_forgotten() -> None:
    """It may tell each slot from all others, and what is told apart takes time."""
    went_on = _went_on("TARGET.Name =!= undefined", "true", "x" + 10 * "-" + "x")
    assert went_on == [False, *8 * [True], False, True, False]


def _went_on(asks: str, policy: str, there: str) -> list[bool]:
    """Whether each cycle went by what was known of matches; `there` tells those with a job that asks for this."""
    usual, special = jobs("a.ann", 2, 1), jobs("a.ann", 1, 2, Requirements=asks)
    config = configured(f"GROUP_NAMES = a\nGROUP_QUOTA_a = 9\nPREEMPTION_REQUIREMENTS = {policy}\n")
    memory, went_on = Memory(), []
    for cycle, sign in enumerate(there):
        before, queue = memory.matching, (*usual, *(special if sign == "x" else []))
        pool = Pool(tuple(held("b.bob", 2, 1)), (submitter("a.ann", len(queue)),), Batches([queue]))
        scenario = ScenarioData(pool, priorities({}), config, NOW + 60 * cycle)
        assert negotiate(scenario, memory=memory) == negotiate(scenario)
        went_on.append(memory.matching is before)
    return went_on


@pytest.mark.slow
@pytest.mark.parametrize("first", sampled(range(0, 600, 100)))
def test_it_does_so_whatever_happens_between_two_cycles(first: int) -> None:
    """In pools of a handful of slots, of which only some of the cycles can go by what is known of matches."""
    kept = sum(check_course(brief_courses.course(seed), seed) for seed in range(first, first + 100))
    assert kept > 50


@pytest.mark.slow
@pytest.mark.parametrize("first", sampled(range(0, 220, 4)))
def test_it_does_so_in_many_pools(first: int) -> None:
    for seed in range(first, first + 4):
        check(seed)
        check(seed, calm=True)


_SAID: dict[str, tuple[Value, ...]] = {
    "State": ("Claimed", "Matched", "Preempting", "Unclaimed"),
    "Activity": ("Busy", "Suspended"),
    "RemoteUser": ("bob@pool.test", "ann@pool.test", 7),
    "AccountingGroup": ("bob@pool.test", "ann@pool.test"),
    "PreemptingUser": (0, "bob@pool.test"),
    "PreemptingAccountingGroup": (0, "bob@pool.test"),
    "PreemptingRank": (-9.0, 0.0, 9.0),
    "CurrentRank": (-9.0, 0.0, 9.0),
    "RetirementTimeRemaining": (0, 60),
    "Cpus": (2, 1),
    "Memory": (2048, 10),
    "SlotWeight": (2.0, 1, 0.5),
    "GhostMultiplier": (1, 3),
    "NumClaims": (9, 1),
    "PartitionableSlot": (False, True),
    "MachineResources": ("Cpus", "Cpus Memory"),
    "ConcurrencyLimits": (0, "lic"),
    "DynamicSlot": (False, True),
    "PslotRollupInformation": (False, True),
    "Offline": (False, True),
    "WantClaiming": (True, False),
    "WantMatching": (True, False),
    "WantAdRevaluate": (False, True),
    "WorkingCM": (0, "other"),
    "RemoteScheddName": (0, "ap1", "ap2"),
    "DaemonShutdown": (False, True),
    "MyAddress": ("<10.0.0.1:9618>", "<[::1]:9618>"),
    "Name": ("slot1@exec1", "slot2@exec1", 5),
    "SlotID": (1, 2),
}
"""Whatever a cycle looks at in the ad of a slot, with values that it may have."""


@pytest.mark.parametrize(
    "knobs",
    [
        {},
        {"PREEMPTION_REQUIREMENTS": "true", "NEGOTIATOR_CONSIDER_EARLY_PREEMPTION": "true"},
        *slow(
            [
                {"NEGOTIATOR_CONSIDER_PREEMPTION": "false", "NEGOTIATOR_TRIM_SHUTDOWN_THRESHOLD": "60"},
                {"NEGOTIATOR_SLOT_CONSTRAINT": "SlotID == 1", "NEGOTIATOR_DISCOUNT_SUSPENDED_RESOURCES": "true"},
                {
                    "NEGOTIATOR_SLOT_POOLSIZE_CONSTRAINT": "SlotID == 1",
                    "PREEMPTION_REQUIREMENTS": "RemoteUserPrio > 1.5",
                },
            ]
        ),
    ],
)
@pytest.mark.parametrize("state", ["Claimed", "Unclaimed"])
def test_slots_that_differ_in_one_attribute_are_not_taken_for_the_same(knobs: dict[str, str], state: str) -> None:
    """The attribute has another value in each cycle, while all others stay."""
    policy = {"ConsumptionCpus": parse("TARGET.RequestCpus"), "ConsumptionMemory": parse("1")}
    plain = {name: values[0] for name, values in _SAID.items()} | {"State": state}
    base = slot(1).replace({**plain, **policy, "Requirements": parse("TARGET.RequestCpus <= Cpus && Memory > 100")})
    beside, config = slot(3, SlotID=1), configured("GROUP_NAMES = a\n").with_overrides(knobs)
    queue, ads = Batch(jobs("ann", 4, 1)), (submitter("ann", 4), submitter("bob", 0))
    ledger, memory = priorities({"ann": 1.0, "bob": 5.0}), Memory()
    for name, values in _SAID.items():
        for value in (*values, values[0]):
            pool = Pool((base.replace({name: value}), beside), ads, Batches([queue]))
            scenario = ScenarioData(pool, ledger, config, NOW)
            assert negotiate(scenario, memory=memory) == negotiate(scenario), f"{name} = {value}"


def test_jobs_are_not_read_anew_when_what_is_asked_of_them_goes_to_and_fro() -> None:
    """The ranks ask jobs for RemoteOwner only while the first slot has none; it is significant in neither case."""
    config, ads, queue = configured(), (submitter("ann", 2),), Batch(jobs("ann", 2, 1))
    pools = [Pool(slots, ads, Batches([queue])) for slots in (tuple(held("bob", 1, 1)), tuple(free(1)))]
    memory, readers = Memory(), []
    for number in range(6):
        scenario = ScenarioData(pools[number % 2], priorities({"ann": 1.0, "bob": 5.0}), config, NOW)
        assert negotiate(scenario, memory=memory) == negotiate(scenario)
        readers.append(*memory.jobs.values())
    assert readers[0] is not readers[1]
    assert all(each is readers[1] for each in readers[1:])


def test_what_a_limit_says_of_a_users_jobs_counts_in_the_cycle_and_all_else_is_kept() -> None:
    """bob may have two running; ann has a limit in the last cycle but one."""
    config, ads = configured(), (submitter("ann", 3), submitter("bob", 3, heard=1))
    queues = [Batch(jobs(name, 3, number, User=f'"{name}@{DOMAIN}"')) for number, name in ((1, "ann"), (2, "bob"))]
    cycles = (
        (("ann", 0, None), ("bob", 2, 2), {"ann": 3}),
        (("ann", 2, None), ("bob", 2, 2), {"ann": 3}),
        (("ann", 2, None), ("bob", 0, 2), {"ann": 3, "bob": 2}),
        (("ann", 2, 3), ("bob", 2, 2), {"ann": 1}),
        (("ann", 2, None), ("bob", 0, 2), {"ann": 3, "bob": 2}),
    )
    ledger, memory, read = priorities({"ann": 1.0, "bob": 1.0}), Memory(), []
    for ann, bob, expected in cycles:
        users = tuple(
            Ad({"User": f"{name}@{DOMAIN}", "NumRunning": running} | ({} if most is None else {"MaxJobsRunning": most}))
            for name, running, most in (ann, bob)
        )
        scenario = ScenarioData(Pool(tuple(free(9)), ads, Batches(queues), users), ledger, config, NOW)
        read.append([queue.jobs for queue in prepare(scenario, memory=memory).schedds.queues.values()])
        assert won(negotiate(scenario, memory=memory)) == expected
    of_ann, of_bob = zip(*read, strict=True)
    assert of_ann[0] is of_ann[1] is of_ann[2]
    assert of_bob[0] is of_bob[1]
    assert len({id(jobs) for jobs in of_bob}) == len(of_bob) - 1
    assert [jobs.kinds[0].most for jobs in of_bob] == [0, 0, 2, 0, 2]


@pytest.mark.parametrize(
    ("start", "kept"), [("JOB.RequestCpus < SLOT.Cpus", 3), ("time() > 0", 0), ("OWNER.JobsRunning < 2", 2)]
)
def test_what_schedds_start_ends_what_is_known_of_matches_only_if_it_may_be_otherwise(start: str, kept: int) -> None:
    """One of two slots changes from cycle to cycle; jobs of one core start on larger ones, if the slot decides."""
    config, ads, queues = configured(f"START_VANILLA_UNIVERSE = {start}\n"), (submitter("ann", 3),), [jobs("ann", 3, 1)]
    batches = Batches([Batch(queue) for queue in queues])
    pools = [Pool((slot(1, Cpus=2), slot(2, Cpus=1 + number % 2)), ads, batches) for number in range(4)]
    ledger = priorities({"ann": 1.0})
    assert check_course((ScenarioData(pool, ledger, config, NOW) for pool in pools), 0) == kept


def test_requirements_of_the_negotiator_count_in_every_slot_that_has_them() -> None:
    """Also in one of which nothing is found out, as it says what one before it said."""
    config, ads, queue = configured(), (submitter("ann", 4),), Batch(jobs("ann", 4, 1))
    memory, base = Memory(), slot(1).replace({"NegotiatorRequirements": parse("false"), "SlotID": 0})
    for number in range(3):
        pool = Pool((base.replace({"SlotID": number}),), ads, Batches([queue]))
        assert not negotiate(ScenarioData(pool, priorities({"ann": 1.0}), config, NOW), memory=memory).matches


@pytest.mark.parametrize("later", [{"CurrentRank": -1.0}, {"Rank": parse("TARGET.RequestCpus")}, {}])
def test_a_slot_that_wants_other_jobs_more_than_its_own_is_chosen_by_preemption_rank(
    later: dict[str, Expr | Value | None],
) -> None:
    """Though no slot was taken from anybody in the cycle before, when nothing about held slots decided.

    Both slots run ann's jobs, slot 2 for less time, and bob's job gets it if they want his more.
    """
    config = configured("PREEMPTION_REQUIREMENTS = False\nPREEMPTION_RANK = -TotalJobRunTime\n")
    began = [ad for number in (1, 2) for ad in held("ann", 1, number, TotalJobRunTime=900 // number)]
    ads, queue, memory = (submitter("ann", 0), submitter("bob", 1)), Batch(jobs("bob", 1, 1)), Memory()
    given = []
    for slots in (began, [ad.replace(later) for ad in began]):
        scenario = ScenarioData(
            Pool(tuple(slots), ads, Batches([queue])), priorities({"ann": 1.0, "bob": 5.0}), config, NOW
        )
        outcome = negotiate(scenario, memory=memory)
        assert outcome == negotiate(scenario)
        given.append([match.slot for match in outcome.matches])
    assert given == [[], ["slot1@exec2"] if later else []]


class _Watching(CycleObserver):
    """Makes every visit be made, also those that can give nothing."""


@pytest.mark.parametrize("seed", [*range(5), *slow_sample(range(5, 20))])
def test_visits_that_can_give_nothing_come_out_as_if_they_were_made(seed: int) -> None:
    for scenario in islice(course(seed), 2):
        assert negotiate(scenario) == negotiate(scenario, observer=_Watching())


@each_pool
def test_they_do_so_in_recorded_pools(name: str) -> None:
    scenario = recorded(name).scenario
    assert negotiate(scenario) == negotiate(scenario, observer=_Watching())


@each_pool
def test_recorded_cycles_come_out_the_same_the_second_time(name: str) -> None:
    """Also a minute later, where what is a matter of the present may have changed."""
    memory, scenario = Memory(), recorded(name).scenario
    scenario = replace(scenario, pool=replace(scenario.pool, jobs=Batches([tuple(scenario.pool.jobs)])))
    for later in (0, 0, 60, 60):
        there = replace(scenario, now=scenario.now + later)
        assert negotiate(there, memory=memory) == negotiate(there)


def test_what_a_cycle_knew_of_slots_and_jobs_is_gone_with_it_before_garbage_is_collected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In a large pool that is hundreds of megabytes, which the report then has."""
    made: list[ref[Matching | HeldSlots]] = []
    for kind in (Matching, HeldSlots):
        monkeypatch.setattr(kind, "__init__", _noted(kind.__init__, made))
    policy = "PREEMPTION_REQUIREMENTS = !(RemoteUserPrio <= SubmitterUserPrio * 1.2) && Activity =!= 3"
    gc.collect()
    gc.disable()
    try:
        pool = (
            [*held("alice", 3, 1), *free(1, 4)],
            [submitter("alice", 0, 3), submitter("bob", 4)],
            jobs("bob", 4, 1),
        )
        outcome = negotiate(builders.scenario(*pool, priorities({"alice": 5000, "bob": 500}), policy))
        assert len(outcome.matches) > 1
        assert len(made) > 1
        assert [each() for each in made] == [None] * len(made)
    finally:
        gc.enable()


def _noted(make: Callable[..., None], made: list[Any]) -> Callable[..., None]:
    def noted(self: object, *given: Any, **named: Any) -> None:
        made.append(ref(self))
        make(self, *given, **named)

    return noted
