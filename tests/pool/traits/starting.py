"""What schedds start: START_VANILLA_UNIVERSE, and how many jobs of a user may run at once."""

from tests.pool.traits.draft import Draft

STARTS = [
    "true",
    "1",
    "undefined",
    "JOB.JobPrio >= 0",
    "JOB.ProcId % 2 == 0",
    "JOB.RequestMemory < 200",
    "JOB.Note =!= 1",
    "JOB.Nothing > 0",
    "JOB.Nothing > 0 || SLOT.Cpus > 0",
    "SLOT.Cpus > 1",
    "SLOT.Cpus > 1 || JOB.RequestMemory < 200",
    "SLOT.Color != JOB.ProcId % 3",
    "SLOT.Memory >= JOB.RequestMemory * 4",
    "(SLOT.Color == 1) =?= false",
    "SLOT.Nothing =?= undefined",
    "Cpus > 0",
    "TARGET.Cpus > 1",
    "ifThenElse(JOB.RequestCpus > 1, SLOT.Cpus > 2, true)",
    "OWNER.JobsRunning < 2",
    "OWNER.JobsIdle > 12",
    'OWNER.Name == "submit@pool.test" && SLOT.Color < 2',
    "OWNER.JobsHeld == 0 || SLOT.Cpus > 1",
    "SLOT.Cpus >= JOB.RequestCpus && (JOB.Rank ?: 0) >= 0",
    "((",
    "",
]


def starting(draft: Draft) -> None:
    rng = draft.rng
    if draft.chance(0.75):
        draft.config["START_VANILLA_UNIVERSE"] = rng.choice(STARTS)
    if draft.chance(0.5):
        draft.user_limit = rng.choice([0, 1, 2, 3, 7, 30])
    if draft.chance(0.2):
        draft.config["USE_RESOURCE_REQUEST_COUNTS"] = "False"
    if draft.chance(0.15):
        draft.config["NEGOTIATE_ALL_JOBS_IN_CLUSTER"] = "True"
    if draft.chance(0.15):
        draft.config["MAX_JOBS_RUNNING"] = rng.choice(["3", "9"])
    for user in rng.choices(draft.users, k=rng.randint(1, 4)):
        draft.submit(user, rng.choice([1, 3, 9]), {"+Note": str(rng.randrange(3))})


def slot_weights(draft: Draft) -> None:
    """SLOT_WEIGHT empty or not an expression, on slots with and without a weight of their own."""
    rng = draft.rng
    draft.config["SLOT_WEIGHT"] = rng.choice(["", "Cpus +", "((", "Cpus)", "=", "Memory / 1024.0", "Nothing"])
    if draft.chance(0.3):
        draft.config["FORCE_NEGOTIATOR_SLOT_WEIGHT"] = "True"
    if draft.chance(0.7):
        draft.slots = [
            (count, {name: text for name, text in ad.items() if name != "SlotWeight" or not draft.chance(0.6)})
            for count, ad in draft.slots
        ]
