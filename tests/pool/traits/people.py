"""Who submits, and under which group."""

from tests.pool.daemons import DOMAIN
from tests.pool.traits.draft import Draft


def people(draft: Draft) -> None:
    """Who submits, and under which group."""
    rng = draft.rng
    count = rng.choice([2, 3, 4, 6, 9, 18, 24]) if draft.chance(0.8) else rng.randint(2, 25)
    for number in range(count):
        user = rng.choice([f"u{number}", f"u{number}", f"u{number}.x", f"U-{number}"])
        group = None
        if draft.groups and draft.chance(0.8):
            group = rng.choice(draft.groups)
            if draft.chance(0.1):
                group += ".nosuch"
        elif draft.chance(0.1):
            group = rng.choice(["nosuch", "gx.gy"])
        draft.users.append((user, group))


def nice_users(draft: Draft) -> None:
    draft.users = [(user, "nice-user") if draft.chance(0.25) else (user, group) for user, group in draft.users]
    if draft.chance(0.5):
        draft.config["NICE_USER_PRIO_FACTOR"] = draft.rng.choice(["1e6", "5000", "0.5"])


def user_map(draft: Draft) -> None:
    """A user map that puts submitters of a domain under a prefix."""
    rng = draft.rng
    prefix = rng.choice([*(draft.groups or ["g0"]), "pre", "nice-user"])
    pattern = rng.choice(
        [
            f"* {DOMAIN} {prefix}",
            f"* elsewhere.test {prefix}",
            f"* /pool\\.(.*)/ {prefix}",
            f"* {DOMAIN} {prefix},other",
            f"* /.*/ {prefix}",
        ]
    )
    name = rng.choice(["GROUP_PREFIX", "Other, GROUP_PREFIX", "GROUP_PREFIX"])
    draft.config["NEGOTIATOR_CLASSAD_USER_MAP_NAMES"] = name
    draft.config["CLASSAD_USER_MAPDATA_GROUP_PREFIX"] = pattern
    draft.config["CLASSAD_USER_MAPDATA_Other"] = "* a b"
