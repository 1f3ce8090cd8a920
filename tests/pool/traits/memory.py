"""What the ledger remembers: priorities, factors, usage, bounds, leases, slots in use."""

from tests.pool.daemons import DOMAIN
from tests.pool.traits.draft import Draft


def ledger(draft: Draft) -> None:
    rng = draft.rng
    draft.aged_s = rng.choice([0, 1, 60, 300, 5000, 200000])
    draft.customers["<none>"] = {"PriorityFactor": "1000.000000"}
    few = [f"{rng.uniform(0.5, 60):.6f}" for _ in range(3)]
    for user in draft.users:
        if draft.chance(0.2):
            continue
        record = draft.customers.setdefault(draft.name(user), {})
        if draft.chance(0.85):
            record["Priority"] = rng.choice([*few, "0.500000", "0.100000", f"{rng.uniform(0.5, 200):.6f}"])
        if draft.chance(0.7):
            record["PriorityFactor"] = rng.choice(
                ["1000.000000"] * 3 + ["100.000000", "1.000000", "0.500000", "12345.600000", "0.000000"]
            )
        if draft.chance(0.4):
            record["WeightedAccumulatedUsage"] = record["AccumulatedUsage"] = f"{rng.randrange(10**6)}.000000"
            record["BeginUsageTime"] = "{now-500000}"
            record["LastUsageTime"] = f"{{now-{rng.randrange(100, 90000)}}}"
        if draft.chance(0.15):
            record["ResourcesUsed"] = record["WeightedResourcesUsed"] = f"{rng.randint(1, 9)}.000000"
    if draft.chance(0.3):
        draft.config["PRIORITY_HALFLIFE"] = rng.choice(["300", "3600", "864000"])
    if draft.chance(0.3):
        draft.config["DEFAULT_PRIO_FACTOR"] = rng.choice(["10", "500", "100000", "0.3"])
    if draft.chance(0.2):
        draft.config["ACCOUNTANT_LOCAL_DOMAIN"] = rng.choice([DOMAIN, "elsewhere.test"])
        draft.config["REMOTE_PRIO_FACTOR"] = rng.choice(["2e5", "10"])


def bounds(draft: Draft) -> None:
    """Floors, ceilings and leases."""
    rng = draft.rng
    if draft.aged_s is None:
        ledger(draft)
    for user in draft.users:
        record = draft.customers.setdefault(draft.name(user), {"PriorityFactor": "1000.000000"})
        if draft.chance(0.3):
            record["Floor"] = str(rng.choice([0, 1, 2, 5, 9]))
        if draft.chance(0.3):
            record["Ceiling"] = str(rng.choice([-1, 0, 1, 2, 3, 6, 10]))
        ends = rng.choice(["{now-50}", "{now+5000}", "0"])
        if draft.chance(0.15):
            record |= {
                "Ceiling": str(rng.randint(0, 5)),
                "CeilingPreLeaseValue": str(rng.choice([-1, 0, 2, 8])),
                "CeilingLeaseExpiration": ends,
            }
        if draft.chance(0.15):
            record |= {
                "Floor": str(rng.randint(0, 5)),
                "FloorPreLeaseValue": str(rng.choice([0, 2, 8])),
                "FloorLeaseExpiration": ends,
            }
        if draft.chance(0.15):
            record |= {
                "PriorityFactor": f"{rng.choice([10, 700])}.000000",
                "PriorityFactorPreLeaseValue": rng.choice(["1000.000000", "0.500000", "80.000000"]),
                "PriorityFactorLeaseExpiration": ends,
            }


def usage_records(draft: Draft) -> None:
    """What a running negotiator leaves in the records of customers and groups."""
    rng = draft.rng
    if draft.aged_s is None:
        ledger(draft)
    names = (
        [draft.name(user) for user in draft.users]
        + draft.groups
        + [group.rpartition(".")[0] for group in draft.groups if "." in group]
    )
    for name in names:
        if draft.chance(0.5):
            record = draft.customers.setdefault(name, {"PriorityFactor": "1000.000000"})
            for key in (
                "ResourcesUsed",
                "WeightedResourcesUsed",
                "HierWeightedResourcesUsed",
                "UnchargedTime",
                "WeightedUnchargedTime",
            ):
                if draft.chance(0.5):
                    value = rng.randint(0, 12)
                    record[key] = str(value) if key in ("ResourcesUsed", "UnchargedTime") else f"{value}.000000"


def resources(draft: Draft) -> None:
    """Records of slots, some of which are matched still; of slots that keep the names they are given."""
    rng = draft.rng
    if draft.aged_s is None:
        ledger(draft)
    number = 0
    for count, ad in draft.slots:
        for _ in range(count):
            number += 1
            if draft.chance(0.5):
                continue
            weights = ["1.000000", f"{ad['Cpus']}.000000", "2.500000"]
            record = {"StartTime": f"{{now-{rng.randrange(1, 9999)}}}", "SlotWeight": rng.choice(weights)}
            if draft.chance(0.9):
                record["RemoteUser"] = f'"{draft.somebody()}"'
            if draft.chance(0.3):
                record["MatchedConcurrencyLimits"] = '"lic"'
            draft.records.append((f"{{slot{number}}}", record))
    draft.slots = [
        (count, ad | {"State": '"Matched"'}) if "RemoteUser" not in ad and draft.chance(0.25) else (count, ad)
        for count, ad in draft.slots
    ]
