"""Random small pools in which whatever a cycle knows may meet."""

from dataclasses import dataclass, replace
from random import Random

from tests.negotiation.builders import DOMAIN, NOW, configured, priorities, slot, submitter
from userprio.classad import Ad
from userprio.config import Config
from userprio.negotiation import Outcome, negotiate
from userprio.pool import FIRST_CYCLE, Pool
from userprio.pool.scenario import ScenarioData

USERS = ("ann", "dan", "a.ann", "a.bob", "a.x.bob", "a.x.eve", "a.y.cid", "b.cid", "b.z.dan", "b.z.eve")
GROUPS = ("a", "a.x", "a.y", "b", "b.z")
LIMITS = {"lic": 3, "db": 2}
POLICIES = (
    "RemoteUserPrio > SubmitterUserPrio * 1.2",
    "true",
    "false",
    "",
    "RemoteUserResourcesInUse - SubmitterUserResourcesInUse > 2",
    "RemoteGroupResourcesInUse > RemoteGroupQuota",
    "RemoteGroup =!= SubmitterGroup && SubmitterGroupResourcesInUse < SubmitterGroupQuota",
    "RemoteGroup =?= undefined || SubmitterNegotiatingGroup != RemoteGroup",
    "RemoteUserPrio > SubmitterUserPrio && TotalJobRunTime > 300",
    "TotalJobRunTime >= 500 || RemoteUserPrio / SubmitterUserPrio > 1.5",
    "(SubmitterUserPrio - RemoteUserPrio) * 2 <= -800 && !(RemoteGroup =?= SubmitterGroup)",
    "SubmitterUserPrio < RemoteUserPrio || (TotalJobRunTime - RequestMemory) * (RequestCpus - 2) < 300",
    "TotalJobRunTime % 7 < 4 || RemoteUserPrio != SubmitterUserPrio",
    "RemoteUserPrio > SubmitterUserPrio * 1.2 ? true : 2 * -TotalJobRunTime < -700",
    "TotalJobRunTime",
    "TotalJobRunTime && RemoteUserResourcesInUse + 1 > SubmitterUserResourcesInUse",
    "!(TotalJobRunTime < 400) && RemoteUserPrio >= SubmitterUserPrio",
)
DISPLACING = (
    "RemoteUserPrio",
    "-TotalJobRunTime",
    "RequestMemory - TotalJobRunTime",
    "RemoteUserResourcesInUse",
    "undefined",
)
BEFORE = (
    "0",
    "RemoteOwner =?= undefined",
    "-RemoteUserPrio",
    "RequestCpus * TotalJobRunTime",
    "RemoteUserResourcesInUse",
)
RUN_TIMES = ("undefined", '"long"', "true", "-40", "300.5", "1e300", "9223372036854775807")
SORTS = ("", "-GroupQuota", 'AccountingGroup == "b" ? 0 : 1', "GroupResourcesInUse - GroupResourcesAllocated")
WISHES = ("0.0", "0.0", "TARGET.RequestMemory", 'TARGET.Owner == "ann" ? 5 : 0', "undefined")
RANKS = ("0.0", "Memory", "-KFlops", "Cpus * 2 + Undefined")
DEMANDS = (
    "true",
    "TARGET.Memory >= RequestMemory",
    "TARGET.Memory >= RequestMemory",
    'TARGET.Arch == "X86_64" && TARGET.Memory >= RequestMemory',
    'TARGET.Arch == "X86_64" && TARGET.Memory >= RequestMemory',
    "(TARGET.SlotID == 1) || (Owner > 3)",
    "(SubmitterUserResourcesInUse < 3) || TARGET.Cpus > 1",
)
FLATTENED = (
    "(TARGET.RequestCpus == 1) || (Arch > 3)",
    'isUndefined(eval("TARGET.Owner"))',
    "(Cpus > 1 || RemoteUserPrio > 1) && TARGET.RequestCpus + 0 > 0",
    "(RemoteGroup =?= undefined) || (TARGET.RequestMemory > Cpus * 100)",
    '(TARGET.Owner != "ann") || (RemoteUserResourcesInUse =?= undefined)',
)
"""What flattening decides otherwise than evaluation does, or by what a slot says before the negotiator adds to it."""
STARTS = ("true", "true", "TARGET.RequestCpus < 4", "TARGET.RequestCpus < 4", 'TARGET.Owner =!= "dan"', *FLATTENED)
NEEDS = (
    '"lic"',
    '"db"',
    '"LIC:2, db"',
    '""',
    'TARGET.Arch == "aarch64" ? "lic" : ""',
    'TARGET.Cpus > 1 ? "db" : TARGET.SlotID == 2 ? "lic:2" : undefined',
    'TARGET.SlotID == 2 ? "" : "lic"',
)
CONSUMPTION = {
    "ConsumptionCpus": ("quantize(TARGET.RequestCpus, {1})", "TARGET.RequestCpus / 2.0", "RequestCpus > 1 ? -1 : 1"),
    "ConsumptionMemory": ("quantize(TARGET.RequestMemory, {128})", "0", "TARGET.RequestMemory"),
    "ConsumptionDisk": ("quantize(TARGET.RequestDisk, {10})", "TARGET.RequestDisk"),
}


@dataclass(frozen=True, eq=False)
class Job:
    """An idle job; `alike` is a number that it shares with all of its submitter that say the same but for their ids."""

    id: str
    ad: Ad
    alike: int


@dataclass(frozen=True, eq=False)
class Submitter:
    """A submitter at one schedd."""

    user: str
    schedd: str
    running: int
    heard: int
    jobs: list[Job]
    """In the order in which they are offered."""

    @property
    def name(self) -> str:
        """With the domain."""
        return f"{self.user}@{DOMAIN}"


@dataclass(frozen=True)
class SmallPool:
    """A pool, as ads and plain values, from which either engine is given its own; names of users without a domain."""

    slots: list[Ad]
    submitters: list[Submitter]
    priorities: dict[str, float]
    floors: dict[str, int]
    ceilings: dict[str, int]
    groups: dict[str, tuple[float, bool, bool, bool]]
    """Quota, whether that is static, whether the group accepts surplus, and whether it regroups."""
    knobs: dict[str, str]
    first_cycle: bool
    room: dict[str, int]
    """How many more jobs each schedd may start of the user whose all jobs are; without one it is any number."""
    served_at: dict[str, float]
    """When each group was last dealt a whole slot, or wanted none."""

    @property
    def users(self) -> tuple[Ad, ...]:
        """The schedds' records of that user."""
        return tuple(
            Ad({"User": f"submit@{DOMAIN}", "ScheddName": schedd, "NumRunning": 2, "MaxJobsRunning": 2 + room})
            for schedd, room in self.room.items()
        )

    @property
    def ads(self) -> list[Ad]:
        """What the schedds send of their submitters."""
        return [
            submitter(
                one.user,
                len(one.jobs),
                one.running,
                one.heard,
                ScheddName=f'"{one.schedd}"',
                ScheddIpAddr=f'"<10.1.0.{one.schedd[-1]}:9618>"',
            )
            for one in self.submitters
        ]

    @property
    def config(self) -> Config:
        """The knobs, those of the groups and of the concurrency limits too."""
        lines = [f"{name} = {value}" for name, value in self.knobs.items()]
        lines += [f"{name}_LIMIT = {most}" for name, most in LIMITS.items()]
        if self.groups:
            lines.append(f"GROUP_NAMES = {', '.join(self.groups)}")
        for name, (quota, static, accepts, regroups) in self.groups.items():
            lines.append(f"GROUP_QUOTA_{'' if static else 'DYNAMIC_'}{name} = {quota}")
            lines += [f"GROUP_ACCEPT_SURPLUS_{name} = {accepts}", f"GROUP_AUTOREGROUP_{name} = {regroups}"]
        return configured("\n".join(lines) + "\n")


def engine(small: SmallPool, **knobs: str) -> Outcome:
    """The cycle as the engine runs it, perhaps with other knobs."""
    return negotiate(scenario_of(small, **knobs))


def scenario_of(small: SmallPool, **knobs: str) -> ScenarioData:
    """The pool as the engine takes it, perhaps with other knobs."""
    waiting = [job.ad for one in small.submitters for job in one.jobs]
    ledger = priorities(small.priorities, Floor=small.floors, Ceiling=small.ceilings)
    pool = Pool(tuple(small.slots), tuple(small.ads), tuple(waiting), small.users)
    config = small.config.with_overrides(knobs) if knobs else small.config
    previous = FIRST_CYCLE if small.first_cycle else None
    return ScenarioData(pool, ledger, config, NOW, previous, groups_served_at=small.served_at or None)


def draw(seed: int) -> SmallPool:
    """The pool of this number."""
    random = Random(seed)
    groups = _groups(random) if random.random() < 0.6 else {}
    users = random.sample(USERS, random.choice((2, 4, 6)))
    slots = _slots(random, random.choice((3, 8, 15, 30)), users)
    submitters: list[Submitter] = []
    # Drawn by itself, so that all else is as it would be without it.
    apart = Random(f"{seed} users")
    room = {schedd: apart.choice((0, 1, 2, 5, 9)) for schedd in ("ap1", "ap2") if apart.random() < 0.15}
    for user in users:
        running = sum(ad.source("RemoteUser") == f'"{user}@{DOMAIN}"' for ad in slots)
        for schedd in ("ap1", "ap2") if random.random() < 0.25 else ("ap1",):
            jobs = _jobs(random, user, 10 * (1 + len(submitters)), schedd)
            if room and schedd == "ap2" and submitters and submitters[-1].user == user:
                jobs = [_handed_in_at(schedd, job) for job in submitters[-1].jobs]
            if jobs or running:
                submitters.append(Submitter(user, schedd, running, random.randrange(5000), jobs))
            running = 0
    random.shuffle(submitters)
    # What is added last is lost in single precision.
    priorities = {
        user: float(random.choice((500, 1000, 1000, 2000, 50000)) + random.choice((0, 1, 1e-5))) for user in users
    }
    floors = {user: random.choice((2, 5)) for user in users if random.random() < 0.1}
    ceilings = {user: random.choice((0, 2, 5, 12)) for user in users if random.random() < 0.1}
    first_cycle = random.random() < 0.3
    # As above, drawn by itself.
    apart = Random(f"{seed} whole slots")
    knobs, served_at = _knobs(random), {}
    if apart.random() < 0.3:
        knobs["NEGOTIATOR_USE_SLOT_WEIGHTS"] = "False"
        served_at = {name: float(NOW - apart.choice((0, 60, 60, 120))) for name in groups if apart.random() < 0.7}
    return SmallPool(slots, submitters, priorities, floors, ceilings, groups, knobs, first_cycle, room, served_at)


def _knobs(random: Random) -> dict[str, str]:
    given = {
        "PREEMPTION_REQUIREMENTS": random.choice(POLICIES),
        "NEGOTIATOR_CONSIDER_PREEMPTION": str(random.random() < 0.8),
        "NEGOTIATOR_MATCHLIST_CACHING": str(random.random() < 0.7),
        "ALLOW_PSLOT_PREEMPTION": str(random.random() < 0.5),
        "NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION": str(random.random() < 0.6),
        "NEGOTIATOR_STRICT_ENFORCE_QUOTA": str(random.random() < 0.8),
        "GROUP_QUOTA_MAX_ALLOCATION_ROUNDS": random.choice("1335"),
        "MAX_CONCURRENT_UPLOADS_PER_USER": random.choice(("0", "0", "20", "4")),
    }
    if random.random() < 0.2:
        given["GROUP_QUOTA_ROUND_ROBIN_RATE"] = random.choice(("1", "2.5"))
    if random.random() < 0.3:
        given["PREEMPTION_RANK"] = random.choice(DISPLACING)
    if random.random() < 0.3:
        given["NEGOTIATOR_PRE_JOB_RANK"] = random.choice(BEFORE)
    if sort := random.choice(SORTS):
        given["GROUP_SORT_EXPR"] = sort
    return given


def _groups(random: Random) -> dict[str, tuple[float, bool, bool, bool]]:
    chosen = {name for name in GROUPS if random.random() < 0.7} | {"b"}
    kept = [name for name in GROUPS if name in chosen and (name.rpartition(".")[0] or name) in chosen]
    accepting, regrouping = random.choice((0.0, 0.5, 1.0)), random.choice((0.0, 0.0, 0.5))
    found = {}
    for name in kept:
        static = random.random() < 0.5
        quota = float(random.choice((0, 2, 5, 12.5))) if static else random.choice((0.0, 0.25, 0.33, 0.7))
        found[name] = (quota, static, random.random() < accepting, random.random() < regrouping)
    return found


def _slots(random: Random, count: int, users: list[str]) -> list[Ad]:
    found: list[Ad] = []
    while len(found) < count:
        number = len(found) + 1
        given = _slot(random)
        kind = random.random()
        if kind < 0.35:
            given |= _claim(random, users)
        elif kind < 0.5:
            given |= {"PartitionableSlot": "true", "MachineResources": '"Cpus Memory"', "Disk": 50}
            policy = {name: random.choice(texts[:1] * 3 + texts) for name, texts in CONSUMPTION.items()}
            if random.random() < 0.3:
                given["MachineResources"] = '"Cpus Memory Disk Swap"'
            given |= {"NumClaims": random.choice((99, 99, 2)), **policy}
        elif kind < 0.65:
            parent, children = _divided(random, number, given, users)
            given |= parent
            found += children
        elif kind < 0.7:
            given["PartitionableSlot"] = "true"
            if random.random() < 0.3:
                given |= {"State": '"Claimed"', "RemoteScheddName": f'"ap{random.choice((1, 2))}"'}
        found.append(slot(number, **given))
    return found


def _slot(random: Random) -> dict[str, str | float]:
    cpus = random.choice((1, 1, 1, 2, 4, 8))
    return {
        "Cpus": cpus,
        "Memory": cpus * random.choice((1000, 2000, 2000, 4000)),
        "Arch": random.choice(('"X86_64"', '"x86_64"', '"aarch64"')),
        "KFlops": random.choice((1000, 2000, "undefined")),
        "SlotID": random.choice((1, 1, 2)),
        "Rank": random.choice(WISHES),
        "Requirements": random.choice(
            ("TARGET.RequestCpus <= Cpus", "START && TARGET.RequestMemory <= Memory", "(START) && (Fits || Fits)")
        ),
        "Start": random.choice(STARTS),
        "Fits": "TARGET.RequestCpus <= MY.Cpus && TARGET.RequestMemory > 0",
        "Looks": "TARGET.RequestDisk",
    }


def _claim(random: Random, users: list[str]) -> dict[str, str | float]:
    user = f'"{random.choice(users)}@{DOMAIN}"'
    given: dict[str, str | float] = {"State": '"Claimed"', "RemoteUser": user, "RemoteOwner": user}
    given |= {"CurrentRank": random.choice((0.0, 0.0, 3.0)), "TotalJobRunTime": random.randrange(1000)}
    if random.random() < 0.15:
        given["TotalJobRunTime"] = random.choice(RUN_TIMES)
    if random.random() < 0.3:
        given["ConcurrencyLimits"] = f'"{random.choice(tuple(LIMITS))}"'
    if random.random() < 0.1:
        given["RetirementTimeRemaining"] = 60
    if random.random() < 0.1:
        given |= {"PreemptingUser": f'"{random.choice(users)}@{DOMAIN}"', "PreemptingRank": random.choice((0.0, 2.0))}
    if random.random() < 0.2:
        given["RemoteGroup"] = '"somebody\'s"'
    return given


def _divided(
    random: Random, number: int, given: dict[str, str | float], users: list[str]
) -> tuple[dict[str, str | float], list[Ad]]:
    """What a partitionable slot says of its dynamic slots, and these."""
    children = []
    rolled: dict[str, list[str]] = {}
    for place in range(1, random.choice((1, 2, 3)) + 1):
        name = f'"slot1_{place}@exec{number}"'
        child = {**given, **_claim(random, users), "Name": name, "Cpus": random.choice((1, 2)), "Memory": 1000}
        child |= {"DynamicSlot": "true", "PslotRollupInformation": "true", "SlotID": 1}
        if random.random() < 0.1:
            child["State"] = '"Preempting"'
        for attribute in ("Name", "State", "CurrentRank", "Cpus", "Memory", "RetirementTimeRemaining"):
            rolled.setdefault(attribute, []).append(str(child.get(attribute, "undefined")))
        children.append(slot(number, **child))
    parent: dict[str, str | float] = {f"Child{name}": f"{{{','.join(values)}}}" for name, values in rolled.items()}
    left = random.choice((0, 0, 1, 2))
    parent |= {"PartitionableSlot": "true", "NumDynamicSlots": len(children), "MachineResources": '"Cpus Memory"'}
    return parent | {"Cpus": left, "Memory": left * 1000}, children


def _jobs(random: Random, user: str, cluster: int, schedd: str) -> list[Job]:
    shapes = [_job(random, user) for _ in range(random.choice((1, 2, 3)))]
    found = []
    for number in range(random.choice((0, 1, 5, 12, 30))):
        shape = shapes[random.randrange(len(shapes)) if random.random() < 0.3 else number * len(shapes) // 30]
        ids = {"ClusterId": f"{cluster}", "ProcId": f"{number}", "GlobalJobId": f'"{schedd}#{cluster}.{number}#1"'}
        found.append(Job(f"{cluster}.{number}", Ad.lazy([*shape.items(), *ids.items()]), shapes.index(shape)))
    return found


def _handed_in_at(schedd: str, job: Job) -> Job:
    """The same job of another schedd."""
    return replace(job, ad=job.ad.replace({"GlobalJobId": f"{schedd}#{job.id}#1"}))


def _job(random: Random, user: str) -> dict[str, str]:
    given = {
        "AccountingGroup": f'"{user}"',
        "Owner": f'"{user.rpartition(".")[2]}"',
        "User": f'"submit@{DOMAIN}"',
        "JobStatus": "1",
        "RequestCpus": str(random.choice((1, 1, 2, 4))),
        "RequestMemory": str(random.choice((100, 900, 1500, 3000))),
        "Requirements": random.choice(DEMANDS),
        "Rank": random.choice(RANKS),
    }
    if random.random() < 0.5:
        given["RequestDisk"] = str(random.choice((1, 25)))
    if random.random() < 0.35:
        given["ConcurrencyLimits"] = random.choice(NEEDS)
    return given
