"""Pools as they are mostly configured: one or two levels of groups, a few users, machines and kinds of jobs."""

from tests.pool.daemons import DOMAIN
from tests.pool.traits.draft import Draft
from tests.pool.traits.groups import SORT_EXPRESSIONS
from tests.pool.traits.machines import REQUIREMENTS


def flat_groups(draft: Draft) -> None:
    """Groups as the shared random pools have them."""
    rng, config = draft.rng, draft.config
    names: list[str] = []
    for top in range(rng.randint(1, 4)):
        names.append(f"g{top}")
        for low in range(rng.choice([0, 0, 1, 2, 3])):
            names.append(f"g{top}.s{low}")
    draft.groups = names
    config["GROUP_NAMES"] = ", ".join(names)
    for name in names:
        if rng.random() < 0.5:
            config[f"GROUP_QUOTA_{name}"] = str(rng.choice([0, *range(1, 26), *range(1, 26)]))
        else:
            config[f"GROUP_QUOTA_DYNAMIC_{name}"] = f"{rng.uniform(0.1, 0.6):.3f}"
        if rng.random() < 0.4:
            config[f"GROUP_ACCEPT_SURPLUS_{name}"] = rng.choice(["true", "false"])
        if rng.random() < 0.1:
            config[f"GROUP_AUTOREGROUP_{name}"] = "true"
    for name, values, p in [
        ("GROUP_ACCEPT_SURPLUS", ["true"], 0.25),
        ("GROUP_AUTOREGROUP", ["true"], 0.1),
        ("NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION", ["true", "false", "false"], 0.5),
        ("GROUP_QUOTA_ROUND_ROBIN_RATE", ["1", "5", "3.5"], 0.2),
        ("NEGOTIATOR_USE_SLOT_WEIGHTS", ["false"], 0.25),
        ("NEGOTIATOR_CONSIDER_PREEMPTION", ["false"], 0.25),
        ("GROUP_QUOTA_MAX_ALLOCATION_ROUNDS", ["1", "2", "5"], 0.15),
        ("NEGOTIATOR_USE_WEIGHTED_DEMAND", ["false"], 0.15),
        ("NEGOTIATOR_STRICT_ENFORCE_QUOTA", ["false"], 0.1),
        (
            "PREEMPTION_REQUIREMENTS",
            [
                "RemoteUserPrio > SubmitterUserPrio * 1.2",
                "True",
                "SubmitterGroupResourcesInUse < SubmitterGroupQuota && RemoteGroupResourcesInUse > RemoteGroupQuota",
                "SubmitterGroup =!= RemoteGroup",
                'RemoteGroup =?= "g0" && SubmitterGroup =!= "g0"',
            ],
            0.3,
        ),
        ("MAX_CONCURRENT_UPLOADS_PER_USER", ["0", "0", "40"], 0.5),
        ("GROUP_SORT_EXPR", SORT_EXPRESSIONS, 0.1),
    ]:
        if rng.random() < p:
            config[name] = rng.choice(values)


def flat_users(draft: Draft) -> None:
    rng = draft.rng
    for number in range(rng.randint(2, 8)):
        draft.users.append((f"u{number}", rng.choice(draft.groups) if rng.random() < 0.8 else None))


def flat_ledger(draft: Draft) -> None:
    rng = draft.rng
    if rng.random() < 0.15:
        return
    draft.aged_s = rng.choice([60, 300, 7200])
    draft.customers["<none>"] = {"PriorityFactor": "1000.000000"}
    for group in draft.groups:
        if rng.random() < 0.2:
            draft.customers[group] = {
                "PriorityFactor": "1000.000000",
                "Priority": f"{rng.uniform(0.5, 9):.6f}",
                "HierWeightedResourcesUsed": f"{rng.randint(0, 9)}.000000",
                "WeightedResourcesUsed": f"{rng.randint(0, 9)}.000000",
                "ResourcesUsed": str(rng.randint(0, 9)),
            }
    for user in draft.users:
        if rng.random() < 0.75:
            hours = rng.randint(1, 500)
            draft.customers[draft.name(user)] = {
                "Priority": f"{rng.uniform(0.5, 60):.6f}",
                "PriorityFactor": f"{rng.choice([100, 500, 1000, 1000])}.000000",
                "AccumulatedUsage": f"{hours * 3600}.000000",
                "WeightedAccumulatedUsage": f"{hours * 3600}.000000",
                "BeginUsageTime": "{now-500000}",
                "LastUsageTime": f"{{now-{rng.randrange(90000)}}}",
            }


def flat_slots(draft: Draft) -> None:
    rng = draft.rng
    requirement = rng.choice([None, None, REQUIREMENTS[0]])
    for _ in range(rng.randint(2, 6)):
        ad = {
            "Cpus": str(rng.choice([1, 1, 2, 4])),
            "Memory": str(rng.choice([1024, 2048, 8192])),
            "KFlops": rng.choice(["1000", "{i} * 37"]),
        }
        draft.slots.append((rng.randint(1, 24), ad))
    for _ in range(rng.randint(0, 4)):
        user, group = rng.choice(draft.users)
        name = draft.name((user, group))
        ad = {
            "Cpus": "1",
            "State": '"Claimed"',
            "Activity": '"Busy"',
            "RemoteUser": f'"{user}@{DOMAIN}"',
            "RemoteOwner": f'"{user}@{DOMAIN}"',
            "AccountingGroup": f'"{name}"',
            "JobId": '"77.{i}"',
            "TotalJobRunTime": rng.choice(["{i} * 50", "600"]),
            "CurrentRank": "0.0",
        }
        if group:
            ad |= {"RemoteGroup": f'"{group}"', "RemoteNegotiatingGroup": f'"{group}"', "RemoteAutoregroup": "false"}
        draft.slots.append((rng.randint(1, 12), ad))
    if rng.random() < 0.4:
        cpus, memory = rng.choice([4, 8, 16]), rng.choice([16384, 65536])
        draft.slots.append(
            (
                rng.randint(1, 3),
                {
                    "Cpus": str(cpus),
                    "Memory": str(memory),
                    "Disk": "100000000",
                    "PartitionableSlot": "true",
                    "SlotType": '"Partitionable"',
                    "TotalSlotCpus": str(cpus),
                    "TotalSlotMemory": str(memory),
                    "TotalCpus": str(cpus),
                    "TotalMemory": str(memory),
                },
            )
        )
    rng.shuffle(draft.slots)
    if requirement:
        draft.slots = [(n, ad | {"Requirements": requirement}) for n, ad in draft.slots]


def flat_jobs(draft: Draft) -> None:
    rng = draft.rng
    for user in draft.users:
        for _ in range(rng.randint(1, 2)):
            submit: dict[str, str | None] = {}
            if rng.random() < 0.25:
                submit["request_cpus"] = str(rng.choice([1, 1, 2, 4]))
            if rng.random() < 0.25:
                submit["request_memory"] = str(rng.choice([500, 1500, 4000]))
            if rng.random() < 0.25:
                submit["priority"] = str(rng.randint(-5, 10))
            if rng.random() < 0.25:
                submit["rank"] = rng.choice(["KFlops", "Memory", "0 - Memory"])
            draft.submit(user, rng.randint(1, 40), submit)
