"""Courses of cycles in pools of a handful of slots and submitters, quick enough to run by the thousand.

Between two cycles any of what a pool can come to may happen: claims begin and end, slots come, go and change places,
partitionable ones are cut, jobs start, change and are handed in, schedds send other ads, priorities and knobs change,
time passes or does not. What stays the same is the same object, as with whoever goes on with a pool.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

from tests.negotiation.builders import DOMAIN, NOW, change_kind, configured, priorities, slot, submitter
from userprio.classad import Ad, Expr, Value, parse
from userprio.config import Config
from userprio.pool import FIRST_CYCLE, Batch, BatchEdit, Batches, Pool
from userprio.pool.scenario import ScenarioData

_USERS = ("ann", "a.bob", "a.cid", "b.dan")
_GROUPS = (
    "",
    "GROUP_NAMES = a, b\nGROUP_QUOTA_a = 2\nGROUP_QUOTA_DYNAMIC_b = 0.3\n",
    "GROUP_NAMES = a, b\nGROUP_QUOTA_DYNAMIC_a = 0.5\nGROUP_QUOTA_b = 1\nGROUP_ACCEPT_SURPLUS = true\n",
    "GROUP_NAMES = a\nGROUP_QUOTA_DYNAMIC_a = 0.4\nGROUP_AUTOREGROUP = true\nGROUP_QUOTA_MAX_ALLOCATION_ROUNDS = 3\n",
)
_POLICIES = (
    "false",
    "false",
    "true",
    "RemoteUserPrio > SubmitterUserPrio * 1.2",
    "RemoteUserResourcesInUse > SubmitterUserResourcesInUse",
    "time() % 120 < 60",
    "time() - EnteredCurrentState > 90 && RemoteUserPrio > 0.6",
    "RemoteGroupResourcesInUse > RemoteGroupQuota",
    "random(2) == 2",
)
_KNOBS = {
    "NEGOTIATOR_CONSIDER_PREEMPTION": ("true", "false"),
    "PREEMPTION_RANK": ("RemoteUserPrio", "time() % 3", "-TotalJobRunTime"),
    "NEGOTIATOR_PRE_JOB_RANK": ("RemoteOwner =?= undefined", "-Memory"),
    "NEGOTIATOR_MATCHLIST_CACHING": ("false",),
    "NEGOTIATOR_JOB_CONSTRAINT": ("RequestCpus < 2", "time() % 120 < 60"),
    "NEGOTIATOR_SLOT_CONSTRAINT": ("Memory > 1000", "time() % 180 < 120"),
    "NEGOTIATOR_SLOT_POOLSIZE_CONSTRAINT": ("Cpus < 4",),
    "SLOT_WEIGHT": ("Memory / 1000.0", "2"),
    "NEGOTIATOR_USE_SLOT_WEIGHTS": ("false",),
    "ALLOW_PSLOT_PREEMPTION": ("true",),
    "MAX_CONCURRENT_UPLOADS_PER_USER": ("2",),
    "MAX_JOBS_RUNNING": ("3",),
    "USE_GLOBAL_JOB_PRIOS": ("true",),
    "NEGOTIATOR_RESOURCE_REQUEST_LIST_SIZE": ("1", "2"),
    "NEGOTIATE_ALL_JOBS_IN_CLUSTER": ("true",),
    "NEGOTIATOR_CONSIDER_EARLY_PREEMPTION": ("true",),
    "NEGOTIATOR_IGNORE_USER_PRIORITIES": ("true",),
    "NEGOTIATOR_IGNORE_JOB_RANKS": ("true",),
    "CLAIM_PARTITIONABLE_LEFTOVERS": ("false",),
    "STARTD_AD_REEVAL_EXPR": ("true",),
    "lic_LIMIT": ("1", "3"),
}
_STARTS = ("true", "TARGET.RequestCpus < 2", "time() % 120 < 60", 'TARGET.Owner =!= "ann"', "RemoteUserPrio =?= 0.5")
_RANKS = ("0.0", "0.0", "0.0", "1", "TARGET.RequestMemory", 'TARGET.Owner == "ann" ? 5 : 0')
_STARTING = ("OWNER.JobsRunning < 2", "JOB.RequestCpus < SLOT.Cpus", "time() % 120 < 60", "JOB.JobPrio > 0")
_PEOPLE = ("submit", "other")
_NEEDS = ("true", "TARGET.Memory >= RequestMemory", "TARGET.SlotID =?= 1", "SubmitterUserResourcesInUse < 2")
_SPECIAL = (
    "TARGET.HasGPU =!= false",
    "TARGET.RemoteGroupQuota =?= undefined",
    "TARGET.RemoteUserResourcesInUse =!= 3",
    "TARGET.MachineMatchCount =!= 5",
    'TARGET.RemoteGroup =!= "a"',
    'eval("TARGET.Memory") > 600',
    'userHome("ann") =?= undefined',
    "TARGET.ConsumptionDisk =?= undefined",
)
"""What only few jobs ask for, so that it is asked in some cycles only."""
_CLAIM = ("RemoteUser", "RemoteOwner", "AccountingGroup", "ConcurrencyLimits", "PreemptingUser", "PreemptingRank")


@dataclass
class _State:
    """What a pool has come to."""

    random: Random
    config: Config
    slots: list[Ad]
    idle: dict[str, Ad]
    """Ads of slots as nobody holds them, by name."""
    queues: list[tuple[Ad, ...]]
    ads: tuple[Ad, ...]
    figures: dict[str, float]
    bounds: dict[str, dict[str, float]]
    whose: Random
    """For what schedds and users have to do with, so that all else is as it would be without them."""
    special: Random
    """For jobs that ask for something special."""
    users: list[Ad]
    """The schedds' records of users; with none all jobs are of one user at one schedd."""
    now: int = NOW
    number: int = 100
    """The last cluster, or machine, that came."""


@cache
def _configured(groups: int) -> Config:
    return configured(_GROUPS[groups])


def course(seed: int, cycles: int = 4) -> Iterator[ScenarioData]:
    """The scenarios of cycles that follow each other."""
    random = Random(seed)
    state, before = _begin(random, Random(f"{seed} users"), Random(f"{seed} special")), list[tuple[Ad, ...]]()
    first = FIRST_CYCLE if random.random() < 0.2 else None
    for number in range(cycles):
        edits = [_edit(one, other) for one, other in zip(before, state.queues, strict=False)]
        edited = {edit.applied(): edit for edit in edits if edit is not None}
        made = iter(edited)
        state.queues[: len(edits)] = [
            queue if edit is None else next(made) for edit, queue in zip(edits, state.queues, strict=False)
        ]
        before = list(state.queues)
        pool = Pool(tuple(state.slots), state.ads, Batches(before, edited), tuple(state.users))
        ledger = priorities(state.figures, **state.bounds)
        yield ScenarioData(pool, ledger, state.config, state.now, None if number else first)
        for _ in range(random.choice((0, 1, 1, 2, 3, 5))):
            _happens(state, random.randrange(14))
        if state.users and state.whose.random() < 0.6:
            state.users[state.whose.randrange(len(state.users))] = _user(state.whose)
        state.now += random.choice((0, 20, 60, 60, 60, 300))


def _edit(before: tuple[Ad, ...], now: tuple[Ad, ...]) -> BatchEdit | None:
    """How a batch became another; None where nothing changed, or the order did."""
    left, there = set(map(id, now)), set(map(id, before))
    stay = [ad for ad in before if id(ad) in left]
    if (
        before is now
        or not isinstance(before, Batch)
        or [id(ad) for ad in now if id(ad) in there] != list(map(id, stay))
    ):
        return None
    gone = [(place, None) for place, ad in enumerate(before) if id(ad) not in left]
    come = [(place, ad) for place, ad in enumerate(now) if id(ad) not in there]
    return BatchEdit(before, (*reversed(gone), *come))


def _begin(random: Random, whose: Random, special: Random) -> _State:
    users = random.sample(_USERS, random.choice((1, 2, 3)))
    knobs = {"PREEMPTION_REQUIREMENTS": random.choice(_POLICIES)}
    for name in random.sample(list(_KNOBS), random.choice((0, 1, 2))):
        knobs[name] = random.choice(_KNOBS[name])
    slots = [_slot(random, number) for number in range(1, random.choice((2, 3, 4, 6)))]
    records = [_user(whose) for _ in range(whose.choice((0, 0, 1, 3)))]
    if whose.random() < 0.2:
        knobs["START_VANILLA_UNIVERSE"] = whose.choice(_STARTING)
    state = _State(
        random,
        _configured(random.randrange(len(_GROUPS))).with_overrides(knobs),
        slots,
        {},
        [],
        tuple(
            _advertised(random, user, *(["ap2"] if number and records and whose.random() < 0.5 else []))
            for number, user in enumerate(users)
        ),
        {user: random.choice((1.0, 2.0, 5.0, 100.0)) for user in users},
        {
            name: {user: random.choice((1, 3)) for user in users if random.random() < 0.5}
            for name in ("Floor", "Ceiling")
            if random.random() < 0.15
        },
        whose,
        special,
        records,
    )
    state.idle = {str(ad.source("Name")): ad for ad in slots}
    state.slots = [_claimed(state, ad) if random.random() < 0.4 else ad for ad in slots]
    state.queues = [_queue(state, user) for user in users]
    if random.random() < 0.15:
        # One batch that holds jobs of several, and of one whom nobody speaks for.
        mixed = [*(ad for queue in state.queues for ad in queue), *_queue(state, "eve")]
        random.shuffle(mixed)
        state.queues = [Batch(mixed)]
    return state


def _user(whose: Random) -> Ad:
    """A schedd's record of a user, of whom there need be no job."""
    said: dict[str, Value] = {"User": f"{whose.choice(_PEOPLE)}@{DOMAIN}"}
    if whose.random() < 0.8:
        said["ScheddName"] = whose.choice(("ap1", "ap2"))
    if whose.random() < 0.8:
        said["NumRunning"] = whose.choice((0, 1, 3))
    if whose.random() < 0.6:
        said["MaxJobsRunning"] = whose.choice((0, 1, 2, 4))
    return Ad(said)


def _slot(random: Random, number: int) -> Ad:
    cpus = random.choice((1, 1, 2, 4))
    said: dict[str, str | float] = {
        "Cpus": cpus,
        "Memory": 1000 * random.choice((cpus, 2)),
        "SlotID": random.choice((1, 2)),
        "Rank": random.choice(_RANKS),
        "Start": random.choice(_STARTS if random.random() < 0.4 else _STARTS[:2]),
        "Requirements": random.choice(("START && TARGET.RequestCpus <= Cpus", "TARGET.RequestCpus <= MY.Cpus")),
    }
    if random.random() < 0.25:
        said |= {"PartitionableSlot": "true", "MachineResources": '"Cpus Memory"'}
        if random.random() < 0.3:
            said |= {"ConsumptionCpus": "TARGET.RequestCpus", "ConsumptionMemory": "TARGET.RequestMemory"}
    if random.random() < 0.1:
        said |= {"SlotWeight": random.choice(("Cpus + (time() % 120) / 60", "Memory / 3000.0", '"none"'))}
    if random.random() < 0.08:
        said |= random.choice(
            ({"Offline": "true"}, {"WantAdRevaluate": "true"}, {"WantClaiming": "false"}, {"GhostMultiplier": 3})
        )
    return slot(number, **said)


def _advertised(random: Random, user: str, schedd: str = "ap1") -> Ad:
    return submitter(
        user,
        random.choice((0, 1, 5, 9)),
        random.randrange(3),
        random.randrange(2000),
        ScheddName=f'"{schedd}"',
        ScheddIpAddr=f'"<10.1.0.{schedd[-1]}:9618>"',
    )


def _job(state: _State, user: str) -> dict[str, str]:
    random = state.random
    state.number += 1
    person = state.whose.choice(_PEOPLE) if state.users else _PEOPLE[0]
    said = {
        "AccountingGroup": f'"{user}"',
        "Owner": f'"{user.rpartition(".")[2]}"',
        "User": f'"{person}@{DOMAIN}"',
        "JobStatus": "1",
        "JobPrio": random.choice(("0", "0", "3")),
        "RequestCpus": random.choice(("1", "1", "2")),
        "RequestMemory": random.choice(("100", "1500", "ifThenElse(time() % 120 < 60, 100, 3000)")),
        "Requirements": random.choice(_NEEDS if random.random() < 0.5 else _NEEDS[:2]),
        "Rank": random.choice(("0.0", "Memory", "-TARGET.SlotID")),
        "ClusterId": str(state.number),
    }
    if state.special.random() < 0.1:
        said["Requirements"] = state.special.choice(_SPECIAL)
    if random.random() < 0.15:
        said["ConcurrencyLimits"] = random.choice(('"lic"', 'TARGET.SlotID == 1 ? "lic" : undefined'))
    if random.random() < 0.1:
        said |= {"AutoClusterAttrs": '"RequestCpus,JobPrio"', "AutoClusterId": "7"}
    return said


def _queue(state: _State, user: str) -> tuple[Ad, ...]:
    ads: list[Ad] = []
    for _ in range(state.random.choice((0, 1, 2))):
        said = _job(state, user)
        schedd = state.whose.choice(("ap1", "ap2")) if state.users else "ap1"
        ids = ((str(proc), f'"{schedd}#{state.number}.{proc}#1"') for proc in range(state.random.choice((1, 3))))
        ads += [Ad.lazy([*said.items(), ("ProcId", proc), ("GlobalJobId", name)]) for proc, name in ids]
    return Batch(ads)


def _claimed(state: _State, ad: Ad) -> Ad:
    random = state.random
    user = f"{random.choice([*state.figures, 'eve'])}@{DOMAIN}"
    said: dict[str, Expr | Value | None] = {
        "State": random.choice(("Claimed", "Claimed", "Claimed", "Preempting", "Matched")),
        "RemoteUser": user,
        "RemoteOwner": user,
        "CurrentRank": random.choice((0.0, 0.0, 3.0)),
    }
    times: dict[str, Expr | Value | None] = {
        "EnteredCurrentState": state.now - random.randrange(200),
        "JobStart": state.now,
        "TotalJobRunTime": parse("time() - JobStart"),
    }
    if random.random() < 0.3:
        said["AccountingGroup"] = user
    if state.special.random() < 0.1:
        said["Requirements"] = state.special.choice(_SPECIAL)
    if random.random() < 0.15:
        said["ConcurrencyLimits"] = "lic"
    if random.random() < 0.3:
        said["RetirementTimeRemaining"] = random.choice((0, 60))
    if random.random() < 0.15:
        waiting = f"{random.choice(list(state.figures))}@{DOMAIN}"
        said |= {"PreemptingUser": waiting, "PreemptingRank": random.choice((-2.0, 2.0))}
    return ad.replace(said | times, change_kind(said, times))


def _happens(state: _State, what: int) -> None:
    """Something of this number."""
    random, slots, queues = state.random, state.slots, state.queues
    place = random.randrange(len(slots))
    queue = random.randrange(len(queues))
    jobs = list(queues[queue])
    match what:
        case 0 | 1:
            slots[place] = _claimed(state, state.idle[str(slots[place].source("Name"))])
        case 2 | 3:
            slots[place] = state.idle[str(slots[place].source("Name"))]
        case 4:
            said = random.choice(
                (
                    {"Start": parse(random.choice(_STARTS))},
                    {"Cpus": random.choice((0, 1, 2, 4))},
                    {"SlotWeight": parse(random.choice(("Cpus", "Cpus / 3.0", "time() % 7")))},
                    {"Offline": random.choice((True, None))},
                    {"NegotiatorRequirements": parse("TARGET.RequestMemory < 1000")},
                    {"Rank": parse(random.choice(_RANKS))},
                    {"Memory": random.choice((500, 1000, 4000))},
                )
            )
            slots[place] = slots[place].replace(said)
            if random.random() < 0.5:
                state.idle[str(slots[place].source("Name"))] = state.idle[str(slots[place].source("Name"))].replace(
                    said
                )
        case 5:
            state.number += 1
            new = _slot(random, state.number)
            state.idle[str(new.source("Name"))] = new
            slots.insert(random.randrange(len(slots) + 1), new)
            if len(slots) > 2 and random.random() < 0.6:
                del slots[random.randrange(len(slots))]
        case 6:
            other = random.randrange(len(slots))
            slots[place], slots[other] = slots[other], slots[place]
        case 7 | 8:
            state.queues[queue] = Batch([ad for ad in jobs if random.random() < 0.7])
        case 9:
            user = random.choice(list(state.figures))
            state.queues[queue] = Batch([*jobs, *_queue(state, user)])
        case 10 if jobs:
            at = random.randrange(len(jobs))
            changed: tuple[dict[str, Value], ...] = (
                {"RequestCpus": 2},
                {"JobPrio": 5},
                {"JobCoolDownExpiration": state.now + random.choice((30, 90, 150))},
                {"JobStatus": random.choice((1, 2, 5))},
                {"ConcurrencyLimits": "lic"},
                {"ClusterId": 1},
            )
            jobs[at] = jobs[at].replace(random.choice(changed))
            state.queues[queue] = Batch(jobs)
        case 10 | 11:
            at = random.randrange(len(state.ads))
            counted = random.choice(({"IdleJobs": random.randrange(9)}, {"LastHeardFrom": random.randrange(2000)}))
            ads = list(state.ads)
            ads[at] = ads[at].replace(counted)
            if random.random() < 0.2:
                ads.append(_advertised(random, random.choice(_USERS), random.choice(("ap1", "ap2"))))
            elif random.random() < 0.2 and len(ads) > 1:
                del ads[at]
            state.ads = tuple(ads)
        case 12:
            state.figures = {user: figure * random.choice((1, 1, 1.5, 0.3)) for user, figure in state.figures.items()}
        case 13 if random.random() < 0.4:
            name = random.choice(list(_KNOBS))
            state.config = state.config.with_overrides({name: random.choice(_KNOBS[name])})
        case 13:
            random.shuffle(jobs)
            state.queues[queue] = Batch(jobs)
