"""Machines that are cut to size: partitionable slots, their parts, and consumption policies."""

from tests.pool.traits.draft import Draft
from tests.pool.traits.machines import REQUIREMENTS, SLOT_RANKS, claim
from tests.pool.traits.policy import PREEMPTION


def partitionable(draft: Draft) -> None:
    """Some machines are partitionable, or dynamic parts of one."""
    rng = draft.rng
    for count in [1, rng.randint(1, 4)]:
        cpus, memory = rng.choice([0, 2, 4, 8]), rng.choice([1024, 8192, 16384])
        ad = {
            "Cpus": str(cpus),
            "Memory": str(memory),
            "Disk": "100000000",
            "PartitionableSlot": "true",
            "SlotType": '"Partitionable"',
            "TotalSlotCpus": "8",
            "TotalSlotMemory": "16384",
            "TotalCpus": "8",
            "TotalMemory": "16384",
            "Requirements": rng.choice([*REQUIREMENTS, "START"]),
            "Color": str(rng.randrange(3)),
        }
        if draft.chance(0.2):
            ad |= {"RemoteScheddName": rng.choice(['"ap1.pool.test"', '"ap2.pool.test"'])}
        if draft.chance(0.25):
            ad |= {"State": '"Claimed"'}
            if draft.chance(0.3):
                ad |= {"WantMatching": rng.choice(["true", "false"])}
            if draft.chance(0.3):
                ad |= {"WorkingCM": rng.choice(['""', '"cm.test"'])}
            if draft.chance(0.4):
                ad |= claim(draft)
        draft.slots.insert(rng.randrange(len(draft.slots) + 1), (count, ad))
    if draft.chance(0.5):
        dynamic = {"DynamicSlot": "true", "SlotType": '"Dynamic"', "Cpus": "1", "Memory": "1024", **claim(draft)}
        draft.slots.append((rng.randint(1, 4), dynamic))
    if draft.chance(0.3):
        draft.config["NEGOTIATOR_DEPTH_FIRST"] = "True"
    if draft.chance(0.2):
        draft.config["MATCH_WORKING_CM_SLOTS"] = "True"


def consumption(draft: Draft) -> None:
    """Machines with a consumption policy."""
    rng = draft.rng
    for count in rng.choice([[1], [2], [1, 3], [4]]):
        cpus = rng.choice([4, 8])
        memory = rng.choice([4096, 16384])
        ad = {
            "Cpus": str(cpus),
            "Memory": str(memory),
            "Disk": "100000000",
            "PartitionableSlot": "true",
            "SlotType": '"Partitionable"',
            "TotalSlotCpus": str(cpus),
            "TotalSlotMemory": str(memory),
            "TotalCpus": str(cpus),
            "TotalMemory": str(memory),
            "ConsumptionCpus": rng.choice(
                ["target.RequestCpus", "quantize(target.RequestCpus,{1})", "1", "0.5", "target.RequestCpus / 2.0"]
            ),
            "ConsumptionMemory": rng.choice(["quantize(target.RequestMemory,{128})", "target.RequestMemory", "0"]),
            "ConsumptionDisk": "target.RequestDisk",
            "MachineResources": '"Cpus Memory Disk"',
            "NumClaims": rng.choice(["8", "3", "1", str(cpus)]),
            "Requirements": rng.choice([*REQUIREMENTS, "START"]),
            "Color": str(rng.randrange(3)),
        }
        if draft.chance(0.5):
            ad["WantClaiming"] = "false"
        if draft.chance(0.3):
            ad["SlotWeight"] = rng.choice(["Memory / 1024", "Cpus * 1.5", "Cpus + Memory / 4096.0"])
        if draft.chance(0.2):
            ad["Rank"] = rng.choice(SLOT_RANKS)
        draft.slots.insert(rng.randrange(len(draft.slots) + 1), (count, ad))
    if draft.chance(0.3):
        draft.config["NEGOTIATOR_DEPTH_FIRST"] = "True"


def rolled_up(draft: Draft) -> None:
    """Partitionable slots with dynamic children, and what the startd rolls up of them."""
    rng = draft.rng
    if draft.chance(0.7):
        draft.config["ALLOW_PSLOT_PREEMPTION"] = "True"
    if draft.chance(0.5):
        draft.config["PREEMPTION_REQUIREMENTS"] = rng.choice(PREEMPTION)
    for number in range(rng.randint(1, 4)):
        machine = f"big{number}.pool.test"
        kids = rng.randint(1, 5)
        holders = [draft.somebody() for _ in range(kids)]
        cpus = [rng.choice([1, 1, 2]) for _ in range(kids)]
        ranks = [rng.choice(["0.0", "0.0", "2.0", "-1.0"]) for _ in range(kids)]
        left = rng.choice([0, 0, 1, 2])
        names = [f"slot1_{k + 1}@{machine}" for k in range(kids)]
        req = rng.choice([REQUIREMENTS[0], REQUIREMENTS[1], "START"])
        parent = {
            "Name": f'"slot1@{machine}"',
            "Machine": f'"{machine}"',
            "Cpus": str(left),
            "Memory": str(left * 2048),
            "Disk": "100000000",
            "PartitionableSlot": "true",
            "SlotType": '"Partitionable"',
            "TotalSlotCpus": "8",
            "TotalSlotMemory": "16384",
            "TotalCpus": "8",
            "TotalMemory": "16384",
            "Requirements": req,
            "NumDynamicSlots": str(kids),
            "PslotRollupInformation": "true",
            "Rank": rng.choice(["0.0", "TARGET.RequestMemory / 1000.0", "1"]),
            "ChildName": "{ " + ", ".join(f'"{n}"' for n in names) + " }",
            "ChildCpus": "{ " + ", ".join(map(str, cpus)) + " }",
            "ChildMemory": "{ " + ", ".join(str(c * 2048) for c in cpus) + " }",
            "ChildDisk": "{ " + ", ".join(["1000000"] * kids) + " }",
            "ChildState": "{ "
            + ", ".join(rng.choice(['"Claimed"', '"Claimed"', '"Preempting"']) for _ in names)
            + " }",
            "ChildCurrentRank": "{ " + ", ".join(ranks) + " }",
            "ChildRetirementTimeRemaining": "{ " + ", ".join(rng.choice(["0", "0", "0", "50"]) for _ in names) + " }",
            "ChildRemoteUser": "{ " + ", ".join(f'"{h}"' for h in holders) + " }",
        }
        draft.slots.append((1, parent))
        for k in range(kids):
            ad = {
                **claim(draft),
                "Name": f'"{names[k]}"',
                "Machine": f'"{machine}"',
                "Cpus": str(cpus[k]),
                "Memory": str(cpus[k] * 2048),
                "DynamicSlot": "true",
                "SlotType": '"Dynamic"',
                "Requirements": req,
                "RemoteUser": f'"{holders[k]}"',
                "RemoteOwner": f'"{holders[k]}"',
                "AccountingGroup": f'"{holders[k]}"',
                "CurrentRank": ranks[k],
            }
            if draft.chance(0.8):
                ad["PslotRollupInformation"] = "true"
            draft.slots.append((1, ad))


def own_slots(draft: Draft) -> None:
    """A schedd's own partitionable slots."""
    draft.slots = [
        (n, ad | {"RemoteScheddName": draft.rng.choice(['"ap1.pool.test"', '"ap2.pool.test"'])})
        if "PartitionableSlot" in ad and draft.chance(0.6)
        else (n, ad)
        for n, ad in draft.slots
    ]
