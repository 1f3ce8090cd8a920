"""Random configurations, jobs and usage: a seed makes the tables of `obvious`, which can be written as a moab.cfg."""

from random import Random
from typing import Any

from tests.moab.obvious import ALL_REASONS, CAPS, COMPONENTS, KINDS, WEIGHTS, Obvious

NOW = 1_772_442_000
NAMES = ("amy", "Amy", "bo", "DEFAULT")
NUMBERS = (0, 1, -1, 2, 7, -30, 100, 1000, -5000)
STATES = "idle running suspended starting hold deferred staged".split()
AMOUNTS = (0, 1, 3, 0.5, 16, 1000, 10**6, 1e15)
WORDS = ("gpfs", "GPFS", "PREEMPTEE", "matlab", "x")


def draw(seed: int) -> Obvious:
    """One site; half of what could be set is."""
    rng = Random(seed)
    settings: dict[tuple[str, str], Any] = {}

    def often(chance: float = 0.5) -> bool:
        return rng.random() < chance

    def some(names: Any, values: Any, chance: float = 0.5) -> dict[str, Any]:
        return {name: rng.choice(values) for name in names if often(chance)}

    huge = (10**9, -(10**12), 10**18 - 1) if often(0.1) else ()
    components = [f"{name}WEIGHT" for name in COMPONENTS]
    caps = [*CAPS.values(), *(f"{name}CAP" for name in COMPONENTS)]
    for partition, chance in (("ALL", rng.random()), ("batch", 0.1)):
        found = some(WEIGHTS.values(), NUMBERS + huge, chance) | some(components, NUMBERS + huge, chance / 3)
        found |= some(caps, (0, -5, 1, 3, 100, 50000), chance / 4)
        found |= some(["FSPOLICY"], ("DEDICATEDPS", "DEDICATEDPES%", "UTILIZEDPS", "SDEDICATEDPES", "NONE"), chance)
        settings |= {(name, partition): value for name, value in found.items()}
    switches = ["ENABLENEGJOBPRIORITY", "REJECTNEGPRIOJOBS", "ENABLEPOSUSERPRIORITY"]
    everywhere = some(switches, (True, False)) | some(["FSDEPTH"], (1, 2, 3)) | some(["FSDECAY"], (0.0, 0.5, 1.0, 2.0))
    everywhere |= some(["FSINTERVAL"], (600, 3600, 86400)) | some(["XFMINWCLIMIT"], (0, -1, 120, 7200))
    everywhere |= some(["PRIORITYTARGETPROCCOUNT", "PRIORITYTARGETDURATION"], (0, 8, 3600), 0.2)
    everywhere |= {"NODETOJOBATTRMAP": ("gpfs", "X")} if often() else {}
    policies = ("ACCRUE", "RESET", "ALWAYS", "QUEUEPOLICY", "QUEUEPOLICYRESET", "FULLPOLICY", "FULLPOLICYRESET")
    exceptions = ((), ("USERHOLD",), ("SOFTPOLICY", "DEFER"), tuple(ALL_REASONS))
    accrual = {"JOBPRIOACCRUALPOLICY": policies, "JOBPRIOEXCEPTIONS": exceptions}
    everywhere |= {name: rng.choice(values) for name, values in accrual.items() if often()}
    settings |= {(name, "ALL"): value for name, value in everywhere.items()}

    credentials: dict[tuple[str, str], dict[str, Any]] = {}
    for kind in KINDS:
        for name in NAMES:
            said = some(
                ["PRIORITY", "QTWEIGHT", "XFWEIGHT", "FSWEIGHT"][: 4 if kind in KINDS[1:4] else 3], NUMBERS, 0.3
            )
            said |= some(["FSTARGET"], ("25", "10.5+", "40-", "0", "30%", "16500^", "0.001", "100"), 0.6)
            said |= some(["FSCAP"], ("10", "60%", "500000^", "0"), 0.1)
            if kind == "qos":
                said |= some(["QTTARGET"], (0, 60, 5400, 7 * 86400)) | some(["XFTARGET"], (0.0, 1.0, 2.5, 50.0))
                said |= some(["SYSPRIO"], (0, 5, 1000), 0.1)
                said |= {name: rng.choice(values) for name, values in accrual.items() if often(0.3)}
            said |= some(["DEFAULT.WCLIMIT"], (0, 1800, 86400), 0.3 if kind == "class" else 0)
            credentials |= {(kind, name): said} if said and often(0.7) else {}
    job_values = {
        (kind, name.lower()): rng.choice(NUMBERS)
        for kind, names in (("STATE", STATES), ("ATTR", WORDS), ("GRES", WORDS))
        for name in names
        if often(0.4)
    }

    def moment() -> int:
        return NOW + rng.choice((-(10**6), -86400, -5400, -3601, -600, -59, -1, 0, 1, 500, 40000))

    def job(number: int) -> dict[str, Any]:
        one = some(KINDS, NAMES[:3], 0.8) | some(["state"], STATES) | some(["name"], ("run12b7", "x", "007"))
        one |= {name: moment() for name in ("submitted", "started", "deadline") if often(0.7)}
        one |= some(["wallclock"], (1, 60, 3600, 5400.5, 10**7), 0.7) | some(["eligible"], (0, 59, 7919, 1e9), 0.2)
        one |= some(["resources", "attributes", "features"], ((), WORDS[:2], WORDS[1:4], ("x", "y", "X")))
        one |= some(["bypassed", "restarts"], (0, 1, 40)) | some(["soft_violation"], (True, False))
        one |= some(["user_priority"], (0, -7, 5, -5000, 5000)) | some(["hunger"], AMOUNTS)
        one |= some([rng.choice(["admin_priority", "admin_adjustment"])], (0, 1, 1000), 0.2)
        needs = ("procs", "memory_mb", "swap_mb", "disk_mb", "nodes")
        if often():
            one |= some(needs, AMOUNTS) | some(["tasks"], (1, 3))
        else:
            one["tasks"] = [some(needs, AMOUNTS) | some(["count"], (1, 2)) for _ in range(rng.randint(1, 3))]
        reasons = sorted(ALL_REASONS)
        blocks = [{"from": moment(), "to": moment(), "reason": rng.choice(reasons)} for _ in range(rng.randint(0, 3))]
        one["blocks"] = [
            {k: v for k, v in block.items() if k != "to" or often(0.8)}
            for block in blocks
            if block["from"] <= block["to"]
        ]
        return {
            "id": rng.choice((str(number), f"{number}.0", f"{number}[3].host", f"j{number}", f"{number}" * 20)),
            **one,
        }

    def usage() -> dict[str, Any]:
        series = [[rng.choice((0, 5, 60, 12.5, 1e5)) for _ in range(rng.randint(0, 4))] for _ in range(15)]
        named = {
            kind: {name: series[3 * at + place] for place, name in enumerate(NAMES[:3]) if often(0.8)}
            for at, kind in enumerate(KINDS)
        }
        return {"total": rng.choice((series[0], [110, 125, 1e6], [0, 0])), "capacity": [500, 2e5, 1000], **named}

    def run() -> dict[str, Any]:
        begin = moment()
        one = (
            {"started": begin}
            | some(KINDS, NAMES[:3], 0.8)
            | ({"ended": begin + rng.choice((0, 30, 5000, 90000))} if often(0.8) else {})
        )
        return one | some(["procs", "pes", "used_proc_seconds"], AMOUNTS) | some(["wallclock"], (1, 3600, 90000))

    totals = ["procs", "memory_mb", "swap_mb", "disk_mb"]
    data: dict[str, Any] = {"jobs": [job(number) for number in range(1, 5)]}
    data |= {"usage": usage()} if often() else {"history": [run() for _ in range(6)]}
    data |= {"global_usage": usage()} if often() else {}
    data |= (
        {"system": some(totals, (0, 1, 128, 262144), 0.8) | some(["default_wallclock"], (60, 14400))}
        if often(0.8)
        else {}
    )
    data |= {"partitions": {"batch": some(totals, (0, 1, 64, 1000), 0.8)}} if often() else {}
    data |= {"queues": some(NAMES[:3], NUMBERS)} if often() else {}
    held = ["active_jobs", "active_procs", "active_proc_seconds"]
    data |= (
        {"users": {name: some(held, AMOUNTS) | some(["accuracy"], (0, 0.25, 1)) for name in NAMES[:2]}}
        if often()
        else {}
    )
    known = "batch" in data.get("partitions", {}) or any(partition == "batch" for _, partition in settings)
    return Obvious(settings, credentials, job_values, data, NOW, "batch" if known and often() else "ALL", often(0.3))


def written(site: Obvious, rng: Random) -> str:
    """The same as a moab.cfg, its names in any case."""

    def cased(name: str) -> str:
        return rng.choice((name, name.lower(), name.title()))

    def value(one: Any) -> str:
        return (
            (",".join(one) or "NONE")
            if isinstance(one, tuple)
            else str(one).upper()
            if isinstance(one, bool)
            else str(one)
        )

    lines = [
        f"{cased(name)}{'' if partition == 'ALL' else f'[{partition}]'} {value(one)}"
        for (name, partition), one in site.settings.items()
    ]
    lines += [
        f"{cased(kind.upper() + 'CFG')}[{name}] {cased(attribute)}={value(one)}"
        for (kind, name), said in site.credentials.items()
        for attribute, one in said.items()
    ]
    lines += [f"JOBPRIOF {kind}[{cased(name)}]={one}" for (kind, name), one in site.job_values.items()]
    rng.shuffle(lines)
    return "\n".join(lines)
