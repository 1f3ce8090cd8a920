"""Random small pools: the engine decides as the plain telling of the rules in `obvious` does."""

from random import Random

import pytest

from tests.negotiation import obvious
from tests.negotiation.builders import DOMAIN, NOW, cycle, priorities, slot, submitter
from tests.negotiation.obvious import Told
from userprio.classad import Ad, parse
from userprio.negotiation import Outcome

USERS = ("ann", "bob", "cid", "dan")
LIMITS = {"lic": 3, "db": 2}
POLICIES = ("RemoteUserPrio > SubmitterUserPrio * 1.2", "true", "false")
WISHES = ("0.0", "0.0", "TARGET.RequestMemory", 'TARGET.Owner == "ann" ? 5 : 0')
RANKS = ("0.0", "Memory", "-KFlops", "Cpus * 2 + Undefined")
DEMANDS = ("true", "TARGET.Memory >= RequestMemory", 'TARGET.Arch == "X86_64" && TARGET.Memory >= RequestMemory')


def random_slots(random: Random, count: int) -> list[Ad]:
    return [slot(number, **_slot(random)) for number in range(1, count + 1)]


def _slot(random: Random) -> dict[str, str | float]:
    cpus = random.choice((1, 1, 1, 2, 4, 8))
    given: dict[str, str | float] = {
        "Cpus": cpus,
        "Memory": cpus * random.choice((1000, 2000, 2000, 4000)),
        "Arch": random.choice(('"X86_64"', '"x86_64"', '"aarch64"')),
        "KFlops": random.choice((1000, 2000, "undefined")),
        "SlotID": random.choice((1, 1, 2)),
        "Rank": random.choice(WISHES),
        "Requirements": random.choice(
            (
                "TARGET.RequestCpus <= Cpus",
                "START && TARGET.RequestMemory <= Memory",
                "(START) && (Fits || Fits)",
            )
        ),
        "Start": random.choice(("true", "TARGET.RequestCpus < 4", 'TARGET.Owner =!= "dan"')),
        "Fits": "TARGET.RequestCpus <= MY.Cpus",
    }
    kind = random.random()
    if kind < 0.35:
        user = f'"{random.choice(USERS)}@{DOMAIN}"'
        given |= {"State": '"Claimed"', "RemoteUser": user, "RemoteOwner": user}
        given |= {"CurrentRank": random.choice((0.0, 0.0, 3.0)), "TotalJobRunTime": random.randrange(1000)}
        if random.random() < 0.3:
            given["ConcurrencyLimits"] = f'"{random.choice(tuple(LIMITS))}"'
    elif kind < 0.5:
        given |= {"PartitionableSlot": "true", "NumClaims": 99, "MachineResources": '"Cpus Memory"'}
        given |= {
            "ConsumptionCpus": "quantize(TARGET.RequestCpus, {1})",
            "ConsumptionMemory": "quantize(TARGET.RequestMemory, {128})",
        }
    elif kind < 0.6:
        given["PartitionableSlot"] = "true"
    return given


def random_jobs(random: Random, user: str, first_cluster: int) -> list[tuple[Ad, int]]:
    """Jobs in the order of their ids, each with the number of its shape."""
    shapes = [_job(random, user) for _ in range(random.choice((1, 2, 3)))]
    found = []
    for number in range(random.choice((0, 1, 5, 12, 30))):
        shape = random.randrange(len(shapes)) if random.random() < 0.3 else number * len(shapes) // 30
        ids = {
            "ClusterId": str(first_cluster),
            "ProcId": str(number),
            "GlobalJobId": f'"ap1#{first_cluster}.{number}#1"',
        }
        found.append((Ad.lazy([*shapes[shape].items(), *ids.items()]), first_cluster + shape))
    return found


def _job(random: Random, user: str) -> dict[str, str]:
    given = {
        "AccountingGroup": f'"{user}"',
        "Owner": f'"{user}"',
        "User": f'"submit@{DOMAIN}"',
        "JobStatus": "1",
        "RequestCpus": str(random.choice((1, 1, 2, 4))),
        "RequestMemory": str(random.choice((100, 900, 1500, 3000))),
        "Requirements": random.choice(DEMANDS),
        "Rank": random.choice(RANKS),
    }
    if random.random() < 0.3:
        given["ConcurrencyLimits"] = f'"{random.choice((*LIMITS, ""))}"'
    return given


def told(outcome: Outcome) -> tuple[list[Told], list[Told]]:
    matches = [(one.submitter, one.request, one.slot, one.because.split()[0]) for one in outcome.matches]
    return matches, [(one.submitter, one.request, one.reason, "") for one in outcome.rejections]


def both(seed: int) -> tuple[tuple[list[Told], list[Told]], tuple[list[Told], list[Told]]]:
    """Matches and rejections of the engine, and of the plain telling."""
    random = Random(seed)
    slots = random_slots(random, random.choice((3, 8, 15, 40)))
    values = {user: float(random.choice((500, 1000, 2000, 50000)) + place) for place, user in enumerate(USERS)}
    jobs = {user: random_jobs(random, user, 10 * (place + 1)) for place, user in enumerate(USERS)}
    policy = random.choice(POLICIES)
    preemption = random.random() < 0.8
    remembers = random.random() < 0.7
    knobs = f"NEGOTIATOR_CONSIDER_PREEMPTION = {preemption}\nPREEMPTION_REQUIREMENTS = {policy}\n"
    knobs += f"NEGOTIATOR_MATCHLIST_CACHING = {remembers}\n"
    knobs += "".join(f"{name}_LIMIT = {most}\n" for name, most in LIMITS.items())
    holding = {user: sum(ad.source("RemoteUser") == f'"{user}@{DOMAIN}"' for ad in slots) for user in USERS}
    present = [user for user in USERS if jobs[user] or holding[user]]
    outcome = cycle(
        slots,
        [submitter(user, len(jobs[user]), holding[user]) for user in present],
        [ad for user in USERS for ad, _ in jobs[user]],
        priorities(values),
        knobs,
    )
    whole = {f"{user}@{DOMAIN}": value for user, value in values.items()}
    plain = obvious.Pool(
        slots,
        {
            f"{user}@{DOMAIN}": [
                obvious.Job(f"{ad.source('ClusterId')}.{ad.source('ProcId')}", ad, _alike(jobs[user], ad))
                for ad, _ in jobs[user]
            ]
            for user in present
        },
        whole,
        [f"{user}@{DOMAIN}" for user in present],
        parse(policy),
        LIMITS,
        preemption,
        remembers,
    )
    all_told = obvious.Cycle(plain, NOW).run()
    return told(outcome), ([one for one in all_told if one[3]], [one for one in all_told if not one[3]])


def _alike(jobs: list[tuple[Ad, int]], ad: Ad) -> int:
    """A number for all jobs that say the same in everything but their ids: their autocluster."""

    def says(one: Ad) -> list[str | None]:
        names = ("RequestCpus", "RequestMemory", "Requirements", "Rank", "ConcurrencyLimits")
        return [one.source(name) for name in names]

    return next(number for number, (one, _) in enumerate(jobs) if says(one) == says(ad))


@pytest.mark.parametrize("seed", range(120))
def test_the_engine_decides_as_the_plain_telling_of_the_rules(seed: int) -> None:
    ours, plain = both(seed)
    assert ours[0] == plain[0]
    assert ours[1] == plain[1]


def test_the_random_pools_show_what_they_are_to_show() -> None:
    """Matches of all three kinds, and rejections for every reason."""
    results = [both(seed)[1] for seed in range(60)]
    assert {one[3] for matches, _ in results for one in matches} == {"free", "rank", "priority"}
    reasons = {one[2] for _, rejections in results for one in rejections}
    assert {"no match found", "submitter limit exceeded", "PREEMPTION_REQUIREMENTS == False"} <= reasons
    assert any(reason.startswith("concurrency limit") for reason in reasons)
