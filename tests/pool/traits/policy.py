"""The negotiator's knobs: preemption, ranks, and what turns one thing on or off."""

from tests.pool.traits.draft import Draft

PREEMPTION = [
    "True",
    "RemoteUserPrio > SubmitterUserPrio * 1.2",
    "RemoteUserPrio > SubmitterUserPrio",
    "RemoteUserResourcesInUse > 3",
    "RemoteUserResourcesInUse > SubmitterUserResourcesInUse",
    "TotalJobRunTime > 60 && RemoteUserPrio > SubmittorPrio * 1.1",
    "TARGET.JobPrio > 0",
    "1",
    "undefined",
    "RemoteUserFloor < 2",
    'SubmitterNegotiatingGroup =!= "<none>"',
    "(SubmitterGroupResourcesInUse < SubmitterGroupQuota)",
    "RemoteGroupResourcesInUse > 2",
    "SubmitterGroup =!= RemoteGroup",
    "SubmitterAutoregroup =?= true",
    "RemoteGroupQuota > 1",
    "",
]


RANKS = [
    "0",
    "Memory",
    "Color",
    "0 - Cpus",
    "KFlops",
    "undefined",
    "TARGET.RequestCpus * Color",
    "My.Rank",
    "16777216 + SlotID",
    "SubmitterUserResourcesInUse * Color",
]


def preemption(draft: Draft) -> None:
    rng, config = draft.rng, draft.config
    if draft.chance(0.3):
        config["NEGOTIATOR_CONSIDER_PREEMPTION"] = "False"
    config["PREEMPTION_REQUIREMENTS"] = rng.choice(PREEMPTION)
    if draft.chance(0.3):
        config["PREEMPTION_RANK"] = rng.choice([*RANKS, "0 - TotalJobRunTime", "RemoteUserResourcesInUse", ""])
    if draft.chance(0.25):
        config["PREEMPTION_REQUIREMENTS_STABLE"] = "False"
    if draft.chance(0.25):
        config["PREEMPTION_RANK_STABLE"] = "False"
    if draft.chance(0.2):
        config["NEGOTIATOR_CONSIDER_EARLY_PREEMPTION"] = "True"
    if draft.chance(0.2):
        config["CLAIM_WORKLIFE"] = "100"


def ranking(draft: Draft) -> None:
    rng, config = draft.rng, draft.config
    if draft.chance(0.6):
        config["NEGOTIATOR_PRE_JOB_RANK"] = rng.choice([*RANKS, ""])
    if draft.chance(0.5):
        config["NEGOTIATOR_POST_JOB_RANK"] = rng.choice([*RANKS, ""])
    if draft.chance(0.25):
        config["NEGOTIATOR_IGNORE_JOB_RANKS"] = "True"


def switches(draft: Draft) -> None:
    """The knobs that turn one thing on or off."""
    rng, config = draft.rng, draft.config
    options = {
        "NEGOTIATOR_CONSIDER_PREEMPTION": ["False"],
        "NEGOTIATOR_USE_SLOT_WEIGHTS": ["False"],
        "NEGOTIATOR_IGNORE_USER_PRIORITIES": ["True"],
        "NEGOTIATOR_MATCHLIST_CACHING": ["False"],
        "NEGOTIATOR_DEPTH_FIRST": ["True"],
        "USE_RESOURCE_REQUEST_COUNTS": ["False"],
        "NEGOTIATE_ALL_JOBS_IN_CLUSTER": ["True"],
        "MAX_CONCURRENT_UPLOADS_PER_USER": ["0", "5", "1"],
        "NEGOTIATOR_SLOT_CONSTRAINT": ["Color != 2", "Cpus < 8"],
        "NEGOTIATOR_SUBMITTER_CONSTRAINT": ["IdleJobs < 10", 'Name != "u1@pool.test"'],
        "NEGOTIATOR_JOB_CONSTRAINT": ["JobPrio >= 0", "RequestCpus == 1", "ProcId % 3 != 1"],
        "REMOVE_SIGNIFICANT_ATTRIBUTES": ["RequestMemory", "RequestCpus Rank"],
        "ADD_SIGNIFICANT_ATTRIBUTES": ["Note", "JobPrio", "ProcId"],
        "SLOT_WEIGHT": ["Memory / 1024.0", "2", "Cpus + 1", "", "Cpus +"],
        "FORCE_NEGOTIATOR_SLOT_WEIGHT": ["True"],
        "NEGOTIATOR_DISCOUNT_SUSPENDED_RESOURCES": ["True"],
        "NEGOTIATOR_TRIM_SHUTDOWN_THRESHOLD": ["60"],
        "NEGOTIATOR_CROSS_SLOT_PRIOS": ["True"],
        "USE_GLOBAL_JOB_PRIOS": ["True"],
        "NEGOTIATOR_RESOURCE_REQUEST_LIST_SIZE": ["2"],
        "MAX_JOBS_RUNNING": ["7"],
        "NEGOTIATOR_MATCH_EXPRS": ["MINE"],
        "ALLOW_PSLOT_PREEMPTION": ["True"],
        "SCHEDD_ENABLE_PER_USER_MATCH_LIMITS": ["False"],
    }
    for name in rng.sample(sorted(options), k=rng.choice([1, 1, 2, 3, 5])):
        config[name] = rng.choice(options[name])
    if "NEGOTIATOR_MATCH_EXPRS" in config:
        config["MINE"] = "Cpus * 2"


def short_lists(draft: Draft) -> None:
    """Few requests in a list, and a small cap on what is offered."""
    rng = draft.rng
    draft.config["NEGOTIATOR_RESOURCE_REQUEST_LIST_SIZE"] = rng.choice(["1", "2", "3", "5"])
    if draft.chance(0.7):
        draft.config["MAX_CONCURRENT_UPLOADS_PER_USER"] = rng.choice(["0", "1", "2", "3", "5", "8"])
    if draft.chance(0.2):
        draft.config["NEGOTIATOR_PREFETCH_REQUESTS"] = "False"
    if draft.chance(0.2):
        draft.config["NEGOTIATE_ALL_JOBS_IN_CLUSTER"] = "True"
    if draft.chance(0.25):
        draft.config["USE_RESOURCE_REQUEST_COUNTS"] = "False"
    if draft.chance(0.2):
        draft.config["MAX_JOBS_RUNNING"] = rng.choice(["3", "9", "15"])
    if draft.chance(0.15):
        draft.config["NEGOTIATOR_DEPTH_FIRST"] = "True"
