"""Machines in a few sizes, free or busy, and whatever else they may advertise."""

from tests.pool.traits.draft import Draft

REQUIREMENTS = [
    "START && (TARGET.RequestCpus <= Cpus) && (TARGET.RequestMemory <= Memory)",
    "START && (TARGET.RequestCpus <= MY.Cpus)",
    "START && TARGET.RequestMemory <= Memory",
]


SLOT_RANKS = [
    "0.0",
    "TARGET.RequestMemory / 1000.0",
    'ifThenElse(regexp("u[0-2]", TARGET.AcctGroupUser), 5, 0)',
    '(TARGET.AcctGroupUser =?= "u1") * 10',
    "TARGET.JobPrio",
    "Color",
    "undefined",
]


def slots(draft: Draft) -> None:
    """Machines in a few sizes, free or busy."""
    rng = draft.rng
    requirements = rng.choice([*REQUIREMENTS, REQUIREMENTS[0], "START"])
    busy = rng.choice([0.0, 0.2, 0.5, 0.8])
    uniform = draft.chance(0.2)
    left = rng.randint(5, 40)
    sizes = [1] if uniform else rng.choice([[1], [1, 2], [1, 2, 4, 8], [2, 4], [1, 3, 8]])
    while left > 0:
        count = min(left, rng.choice([1, 1, 2, 3, 5, 12, 20]))
        left -= count
        cpus = rng.choice(sizes)
        ad = {
            "Cpus": str(cpus),
            "Memory": str(cpus * rng.choice([1024, 2048, 2048, 4096])),
            "Requirements": requirements,
        }
        ad["Color"] = str(rng.randrange(3))
        if draft.chance(busy):
            ad |= claim(draft)
        draft.slots.append((count, ad))


def claim(draft: Draft) -> dict[str, str]:
    """What a slot shows of the one who holds it."""
    rng = draft.rng
    holder = draft.somebody()
    ad = {
        "State": '"Claimed"',
        "Activity": '"Busy"',
        "RemoteUser": f'"{holder}"',
        "RemoteOwner": f'"{holder}"',
        "CurrentRank": "0.0",
        "TotalJobRunTime": rng.choice(["{i} * 50", "1000", "{n} % 3 * 100"]),
    }
    if draft.chance(0.7):
        ad["AccountingGroup"] = f'"{holder}"'
    elif draft.chance(0.3):
        ad["AccountingGroup"] = f'"{draft.somebody()}"'
    return ad


def odd_slots(draft: Draft) -> None:
    """Slots that differ in rank, weight, state and whatever else they may advertise."""
    rng = draft.rng
    changed: list[tuple[int, dict[str, str]]] = []
    for count, given in draft.slots:
        ad = dict(given)
        held = "RemoteUser" in ad
        if draft.chance(0.35):
            ad["Rank"] = rng.choice(SLOT_RANKS)
        if draft.chance(0.2):
            ad["KFlops"] = rng.choice(["{i} * 37", "5000", "undefined"])
        if draft.chance(0.2):
            ad["SlotWeight"] = rng.choice(
                ["undefined", '"heavy"', "Cpus * 2", "Memory / 1024.0", "0.5", "0", "-1", "true"]
            )
        if draft.chance(0.15):
            ad["SlotID"] = "{i}"
        if draft.chance(0.1):
            ad["NegotiatorRequirements"] = rng.choice(["true", "TARGET.RequestCpus == 1", "false"])
        if draft.chance(0.1):
            ad["WantAdRevaluate"] = "true"
        if draft.chance(0.1):
            ad["WantClaiming"] = "false"
        if draft.chance(0.07):
            ad |= {"Offline": "true"}
            if draft.chance(0.6):
                ad["GhostMultiplier"] = rng.choice(["0", "2", "3"])
        if draft.chance(0.1):
            ad |= {
                "DaemonShutdown": rng.choice(["time() > 5", "CurrentTime > 0", "false", "MyCurrentTime < CurrentTime"]),
                "MyCurrentTime": "1700000000",
            }
        if draft.chance(0.1):
            ad["ConcurrencyLimits"] = rng.choice(['"lic"', '"lic:2,db"', '"set.a:0.5"'])
        if held:
            if draft.chance(0.2):
                ad["CurrentRank"] = rng.choice(["-1.0", "2.0", "10.0", "undefined"])
            if draft.chance(0.15):
                ad["RetirementTimeRemaining"] = rng.choice(["0", "100", "5.5"])
            if draft.chance(0.15):
                ad |= {"State": '"Preempting"'}
            if draft.chance(0.2):
                ad["PreemptingUser"] = f'"{draft.somebody()}"'
                if draft.chance(0.6):
                    ad["PreemptingRank"] = rng.choice(["0.0", "3.0", "1"])
                if draft.chance(0.3):
                    ad["PreemptingAccountingGroup"] = f'"{draft.somebody()}"'
                if draft.chance(0.3):
                    ad["PreemptingConcurrencyLimits"] = '"lic"'
            if draft.chance(0.15):
                ad["Activity"] = '"Suspended"'
            if draft.chance(0.1):
                ad["MatchedConcurrencyLimits"] = '"lic"'
        elif draft.chance(0.15):
            ad["State"] = rng.choice(['"Owner"', '"Matched"', '"Drained"', '"Backfill"'])
        changed.append((count, ad))
    draft.slots = changed


def saved_requirements(draft: Draft) -> None:
    """NegotiatorRequirements and WantAdRevaluate, with consumption policies too."""
    rng = draft.rng
    changed: list[tuple[int, dict[str, str]]] = []
    for count, ad in draft.slots:
        ad = dict(ad)
        if draft.chance(0.4):
            ad["NegotiatorRequirements"] = rng.choice(
                ["true", "TARGET.RequestCpus <= 2", "TARGET.RequestMemory < 1000", "MY.Cpus > 1", "Cpus >= 1"]
            )
        if draft.chance(0.3):
            ad["WantAdRevaluate"] = "true"
            if draft.chance(0.4):
                ad["UpdateSequenceNumber"] = "5"
        if draft.chance(0.3):
            ad["SavedRequirements"] = rng.choice(["true", "false"])
        changed.append((count, ad))
    draft.slots = changed


def cross_slots(draft: Draft) -> None:
    """Slots that show who holds their neighbours."""
    rng = draft.rng
    draft.config["NEGOTIATOR_CROSS_SLOT_PRIOS"] = rng.choice(["True", "True", "False"])
    draft.config["PREEMPTION_REQUIREMENTS"] = rng.choice(
        [
            "slot2_RemoteUserPrio > SubmitterUserPrio",
            "slot2_RemoteUserResourcesInUse > 2",
            "slot1_RemoteUserPrio > 1000 || isUndefined(slot2_RemoteUser)",
            "slot2_RemoteGroup =!= SubmitterGroup",
        ]
    )
    draft.config["NEGOTIATOR_PRE_JOB_RANK"] = rng.choice(
        [
            "slot2_RemoteUserPrio",
            "ifThenElse(isUndefined(slot2_RemoteUser), 0, slot2_RemoteUserResourcesInUse)",
            "slot1_RemoteUserPrio",
            "slot3_RemoteUserPrio",
        ]
    )
    changed: list[tuple[int, dict[str, str]]] = []
    for count, ad in draft.slots:
        ad = dict(ad)
        if draft.chance(0.7):
            ad["TotalSlots"] = rng.choice(["1", "2", "3"])
            for n in (1, 2, 3):
                if draft.chance(0.6):
                    ad[f"slot{n}_RemoteUser"] = f'"{draft.somebody()}"'
                    if draft.chance(0.3):
                        ad[f"slot{n}_AccountingGroup"] = f'"{draft.somebody()}"'
        changed.append((count, ad))
    draft.slots = changed
