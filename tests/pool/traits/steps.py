"""What happens in a pool between cycles, and policies that know what the cycle before left."""

from collections.abc import Mapping
from dataclasses import replace

from tests.pool.between import Step
from tests.pool.pool import Cluster
from tests.pool.slots import SlotKind
from tests.pool.traits.draft import Draft
from tests.pool.traits.policy import PREEMPTION

CYCLES = (2, 3, 3, 3, 4)


def steps(draft: Draft) -> None:
    """One to three steps, from none but that matched jobs start to great changes."""
    config = dict(draft.config)
    draft.steps = [_step(draft, config) for _ in range(draft.rng.choice(CYCLES) - 1)]


def _step(draft: Draft, config: dict[str, str]) -> Step:
    rng = draft.rng
    seed = rng.randrange(10**6)
    if draft.chance(0.1):
        return Step(seed, refused=1.0)  # nothing starts, and nothing changes
    step = Step(seed, refused=rng.choice([0.0, 0.0, 0.1, 0.5]))
    if draft.chance(0.2):
        return step
    return replace(
        step,
        ended=rng.choice([0.0, 0.1, 0.3, 0.8]),
        evicted=rng.choice([0.0, 0.0, 0.1, 0.3]),
        removed=rng.choice([0.0, 0.0, 0.1, 0.5]),
        freed=rng.choice([0.0, 0.2, 0.5, 1.0]),
        gone=rng.choice([0.0, 0.0, 0.1, 0.4]),
        slots=[_fresh(draft) for _ in range(rng.choice([0, 0, 1, 2]))] if draft.slots else (),
        clusters=[_another(draft) for _ in range(rng.choice([0, 1, 2, 4]))] if draft.jobs else (),
        knobs=_knobs(draft, config) if draft.chance(0.25) else None,
    )


def _fresh(draft: Draft) -> SlotKind:
    """Some more slots like others, held by nobody."""
    rng = draft.rng
    _, ad = rng.choice(draft.slots)
    kept = {name: text for name, text in ad.items() if not name.startswith(("Remote", "Preempting", "Account"))}
    return SlotKind(rng.choice([1, 2, 5]), kept | {"State": '"Unclaimed"', "Activity": '"Idle"'})


def _another(draft: Draft) -> Cluster:
    return replace(draft.rng.choice(draft.jobs), count=draft.rng.choice([1, 2, 5, 12]))


def _knobs(draft: Draft, config: dict[str, str]) -> str:
    """One or two knobs are set anew, and stay so."""
    rng = draft.rng
    options: Mapping[str, list[str]] = {
        "NEGOTIATOR_CONSIDER_PREEMPTION": ["True", "True", "False"],
        "PREEMPTION_REQUIREMENTS": [*PREEMPTION, *TO_QUOTA],
        "DEFAULT_PRIO_FACTOR": ["10", "3000"],
        "NEGOTIATOR_USE_SLOT_WEIGHTS": ["True", "False"],
        "GROUP_ACCEPT_SURPLUS": ["True", "False"],
        "GROUP_AUTOREGROUP": ["True", "False"],
        **{name: ["0", "1", "6", "9.5"] for name in config if name.startswith("GROUP_QUOTA_g")},
        **{name: ["0.1", "0.7"] for name in config if name.startswith("GROUP_QUOTA_DYNAMIC_")},
    }
    for name in rng.sample(sorted(options), k=rng.choice([1, 1, 2])):
        config[name] = rng.choice(options[name])
    return draft.file_of(config)


_BELOW_ABOVE = (
    "((SubmitterGroupResourcesInUse < SubmitterGroupQuota) && (RemoteGroupResourcesInUse > RemoteGroupQuota))"
)
TO_QUOTA = [
    _BELOW_ABOVE,
    _BELOW_ABOVE,
    "RemoteGroupResourcesInUse > RemoteGroupQuota",
    f"(RemoteUserPrio > SubmitterUserPrio * 10) || {_BELOW_ABOVE}",
    f"{_BELOW_ABOVE} || (SubmitterGroup =?= RemoteGroup && RemoteUserPrio > SubmitterUserPrio * 1.2)",
    "SubmitterGroupResourcesInUse / SubmitterGroupQuota < RemoteGroupResourcesInUse / RemoteGroupQuota",
    "RemoteUserResourcesInUse > 3 || RemoteGroupQuota is undefined",
    "RemoteGroupQuota == 0 || RemoteGroup == SubmitterGroup",
    "RemoteGroupResourcesInUse > RemoteGroupQuota * 0.8 && RemoteUserPrio > SubmitterUserPrio",
    'regexp("[.]", RemoteGroup) && RemoteGroupResourcesInUse > RemoteGroupQuota',
    f'{_BELOW_ABOVE} && RemoteNegotiatingGroup =!= "g1"',
    "RemoteGroupQuota > SubmitterGroupQuota",
]


def to_quota(draft: Draft) -> None:
    """Policies by the quotas of those who hold slots, which a first cycle does not know."""
    rng, config = draft.rng, draft.config
    config["PREEMPTION_REQUIREMENTS"] = rng.choice(TO_QUOTA)
    if draft.chance(0.4):
        config["PREEMPTION_RANK"] = rng.choice(
            [
                "RemoteGroupResourcesInUse - RemoteGroupQuota",
                "RemoteUserPrio",
                "RemoteGroupResourcesInUse / RemoteGroupQuota",
                "0 - RemoteGroupQuota",
            ]
        )
    if draft.chance(0.2):
        config["NEGOTIATOR_PRE_JOB_RANK"] = rng.choice(
            ["ifThenElse(isUndefined(RemoteGroupQuota), 5, RemoteGroupQuota)", "RemoteGroupResourcesInUse"]
        )
    if draft.chance(0.15):
        config["PREEMPTION_REQUIREMENTS_STABLE"] = "False"
    changed: list[tuple[int, dict[str, str]]] = []
    for count, ad in draft.slots:
        if "Requirements" in ad and draft.chance(0.1):
            part = rng.choice(["RemoteGroupQuota =!= 2", 'RemoteGroup =!= "g0"', "isUndefined(RemoteGroupQuota)"])
            ad = ad | {"Requirements": f"({ad['Requirements']}) && ({part})"}
        changed.append((count, ad))
    draft.slots = changed
    for user in draft.users[:1]:
        if draft.chance(0.2):
            draft.submit(user, 3, {"requirements": "TARGET.RemoteGroupQuota =?= undefined || TARGET.Cpus > 1"})
