"""Many submitters and slots, nearly all alike."""

from tests.pool.traits.draft import Draft
from tests.pool.traits.jobs import JOB_RANKS
from tests.pool.traits.machines import REQUIREMENTS, claim
from tests.pool.traits.policy import PREEMPTION


def crowd(draft: Draft) -> None:
    """Many submitters and slots, nearly all alike."""
    rng = draft.rng
    for number in range(rng.choice([17, 25, 40])):
        group = rng.choice(draft.groups) if draft.groups and draft.chance(0.8) else None
        draft.users.append((f"w{number:02}", group))
    requirement = rng.choice([*REQUIREMENTS, "START"])
    shapes = [("1", "2048")] if draft.chance(0.5) else [("1", "2048"), ("2", "4096"), ("1", "1024"), ("4", "8192")]
    left = rng.randint(60, 240)
    busy = rng.choice([0, 0.3, 0.6])
    while left > 0:
        count = min(left, rng.choice([20, 40, 7, 1]))
        left -= count
        cpus, memory = rng.choice(shapes)
        ad = {
            "Cpus": cpus,
            "Memory": memory,
            "Requirements": requirement,
            "Color": str(rng.randrange(2)),
            "KFlops": rng.choice(["{i}", "{i} % 2", "7"]),
        }
        if draft.chance(busy):
            ad |= claim(draft)
        draft.slots.append((count, ad))
    for user in draft.users:
        draft.submit(
            user, rng.choice([1, 2, 5, 5, 9, 30]), {"rank": rng.choice(JOB_RANKS)} if draft.chance(0.1) else {}
        )
    if draft.chance(0.5):
        draft.config["NEGOTIATOR_PRE_JOB_RANK"] = rng.choice(["0", "Color", "", "0 - Cpus", "KFlops"])
    if draft.chance(0.3):
        draft.config["NEGOTIATOR_POST_JOB_RANK"] = rng.choice(["0", "KFlops", "Color"])
    if draft.chance(0.3):
        draft.config["MAX_CONCURRENT_UPLOADS_PER_USER"] = "0"
    if draft.chance(0.3):
        draft.config["PREEMPTION_REQUIREMENTS"] = rng.choice(PREEMPTION)
    if draft.chance(0.2):
        draft.config["NEGOTIATOR_CONSIDER_PREEMPTION"] = "False"
