"""Accounting groups: their tree, their quotas, and how they share what they do not use."""

from tests.pool.traits.draft import Draft


def groups(draft: Draft) -> None:
    rng = draft.rng
    names: list[str] = []
    prefix = rng.choice(["g", "group_"])
    for top in range(rng.randint(1, 4)):
        names.append(f"{prefix}{top}")
        for middle in range(rng.choice([0, 0, 1, 2, 3])):
            names.append(f"{prefix}{top}.m{middle}")
            names += [f"{prefix}{top}.m{middle}.l{low}" for low in range(rng.choice([0, 0, 1, 2]))]
    if draft.chance(0.1):
        names += [f"many{number}" for number in range(20)]
    draft.groups = names
    draft.config["GROUP_NAMES"] = ", ".join(rng.sample(names, len(names)))
    static = rng.choice([0.0, 0.5, 1.0])
    for name in names:
        draw = rng.random()
        if draw < 0.08:
            pass
        elif draw < 0.13:
            draft.config[f"GROUP_QUOTA_{name}"] = "0"
        elif draft.chance(static):
            draft.config[f"GROUP_QUOTA_{name}"] = rng.choice([str(rng.randint(1, 15)), f"{rng.uniform(0.2, 12):.3f}"])
        else:
            draft.config[f"GROUP_QUOTA_DYNAMIC_{name}"] = rng.choice(
                [f"{rng.uniform(0.05, 0.6):.3f}", "0.33", "0.5", "1.0"]
            )
        if draft.chance(0.15):
            draft.config[f"GROUP_PRIO_FACTOR_{name}"] = rng.choice(["10", "2000", "0.5"])
        if draft.chance(0.25):
            draft.config[f"GROUP_ACCEPT_SURPLUS_{name}"] = rng.choice(["True", "False"])
    if draft.chance(0.4):
        draft.config["GROUP_ACCEPT_SURPLUS"] = rng.choice(["True", "True", "False"])


SORT_EXPRESSIONS = [
    "GroupQuota",
    "0 - GroupResourcesInUse",
    'ifThenElse(AccountingGroup =?= "g1", 0 - 1, GroupResourcesAllocated)',
    "undefined",
    '"text"',
    "1",
    "GroupResourcesInUse > 2",
    "GroupResourcesInUse / GroupQuota",
]


def group_policy(draft: Draft) -> None:
    """How groups share what they do not use, and in which order and steps."""
    rng, config = draft.rng, draft.config
    if draft.chance(0.5):
        config["NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION"] = "False"
    if draft.chance(0.3):
        config["GROUP_AUTOREGROUP"] = "True"
    elif draft.chance(0.3) and draft.groups:
        config[f"GROUP_AUTOREGROUP_{rng.choice(draft.groups)}"] = "True"
    if draft.chance(0.25):
        config["NEGOTIATOR_STRICT_ENFORCE_QUOTA"] = "False"
    if draft.chance(0.3):
        config["GROUP_QUOTA_ROUND_ROBIN_RATE"] = rng.choice(["1", "2.5", "5"])
    if draft.chance(0.25):
        config["GROUP_QUOTA_MAX_ALLOCATION_ROUNDS"] = rng.choice(["1", "2", "6"])
    if draft.chance(0.3):
        config["GROUP_SORT_EXPR"] = rng.choice(SORT_EXPRESSIONS)
    if draft.chance(0.25):
        config["NEGOTIATOR_USE_WEIGHTED_DEMAND"] = "False"
    if draft.chance(0.2):
        config["NEGOTIATOR_SLOT_POOLSIZE_CONSTRAINT"] = rng.choice(
            ["Cpus > 1", "Color =?= 1", 'State != "Claimed"', "Nothing"]
        )


def whole_slots(draft: Draft) -> None:
    """Slots count by number: what groups get is rounded, and those that were left out longest get the remainders."""
    draft.config["NEGOTIATOR_USE_SLOT_WEIGHTS"] = "False"
    for name in draft.groups:
        if f"GROUP_QUOTA_DYNAMIC_{name}" in draft.config and draft.chance(0.5):
            draft.config[f"GROUP_QUOTA_DYNAMIC_{name}"] = draft.rng.choice(["0.1", "0.25", "0.3333"])
