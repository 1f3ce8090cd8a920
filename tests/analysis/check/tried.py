"""Values of knobs that a real negotiator was given, and what it made of them; `tests/pool` asks one again."""

GROUPS = "GROUP_NAMES = a, b, b.x, b.y\nGROUP_QUOTA_a = 10\nGROUP_QUOTA_b = 20\n"
SUBGROUPS = GROUPS + "GROUP_QUOTA_b.x = 5\nGROUP_QUOTA_b.y = 5\n"

STOPS = [
    "GROUP_QUOTA_a = -5",
    "GROUP_QUOTA_a = 3000000000",
    "GROUP_QUOTA_a = lots",
    "NEGOTIATOR.GROUP_QUOTA_a = -1",
    "GROUP_ACCEPT_SURPLUS_a = yes",
    "GROUP_ACCEPT_SURPLUS = yes",
    "GROUP_AUTOREGROUP_a = on",
    "GROUP_PRIO_FACTOR_a = abc",
    "GROUP_SORT_EXPR = 1 +",
    "GROUP_SORT_EXPR =",
    "PRIORITY_HALFLIFE = 1d",
    "NEGOTIATOR_INTERVAL = 60s",
    "NEGOTIATOR_CYCLE_DELAY = -1",
    "NEGOTIATION_CYCLE_STATS_LENGTH = 101",
    "NEGOTIATOR_SOCKET_CACHE_SIZE = 0",
    "GROUP_QUOTA_MAX_ALLOCATION_ROUNDS = 0",
    "GROUP_QUOTA_ROUND_ROBIN_RATE = 0.5",
    "NEGOTIATOR_PREFETCH_REQUESTS_MAX_TIME = -1",
    "PREEMPTION_REQUIREMENTS = 1 +",
    "PREEMPTION_RANK = (",
    "NEGOTIATOR_SLOT_CONSTRAINT = 1 +",
    "NEGOTIATOR_USE_SLOT_WEIGHTS = on",
    "NEGOTIATOR_CONSIDER_PREEMPTION = no",
    "NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION = maybe",
    "MAX_ACCOUNTANT_DATABASE_SIZE = 1M",
    "USE_GLOBAL_JOB_PRIOS = yes",
    "NEGOTIATOR_INTERVAL = $INT(nonsense)",
    "NEGOTIATOR_RESOURCE_REQUEST_LIST_SIZE = 0",
    "CONDOR_FSYNC = maybe",
    "STRICT_CLASSAD_EVALUATION = yes",
]
"""Each was given to a real negotiator of HTCondor 25.14.1, which ended with status 4, at once or in its first cycle."""

PASSES = [
    "GROUP_QUOTA_nosuch = -5",
    "GROUP_QUOTA_DYNAMIC_a = 7",
    "PRIORITY_HALFLIFE = 0",
    "PRIORITY_HALFLIFE = -5",
    "DEFAULT_PRIO_FACTOR = abc",
    "GROUP_PRIO_FACTOR_a = -3",
    "NEGOTIATOR_INTERVAL = 0",
    "NEGOTIATOR_JOB_CONSTRAINT = 1 +",
    "NEGOTIATOR_SLOT_POOLSIZE_CONSTRAINT = 1 +",
    "SLOT_WEIGHT = Cpus +",
    "STARTD_AD_REEVAL_EXPR = 1 +",
    "HFS_ROUND_ROBIN_RATE = x",
    "REMOVE_SIGNIFICANT_ATTRIBUTES_REGEX = (",
    "GROUP_SORT_EXPR = nosuch",
    "PREEMPTION_REQUIREMENTS =",
    "CLASSAD_LOG_STRICT_PARSING = maybe",
]
"""Each was given to the same negotiator, which ran a cycle with it; what it does then may still surprise."""

STOPS_SCHEDD = [
    "SCHEDD_USE_SLOT_WEIGHT = yes",
    "NEGOTIATE_ALL_JOBS_IN_CLUSTER = on",
    "SCHEDD_ENABLE_PER_USER_MATCH_LIMITS = no",
    "MAX_CONCURRENT_UPLOADS_PER_USER = many",
    "MAX_CONCURRENT_UPLOADS_PER_USER = -1",
    "MAX_CONCURRENT_UPLOADS = many",
    "SCHEDDS_ARE_SUBMITTERS = yes",
    "ABSENT_SUBMITTER_LIFETIME = 7d",
    "ABSENT_SUBMITTER_UPDATE_RATE = 5m",
    "MAX_JOBS_PER_OWNER = many",
    "MAX_JOBS_RUNNING = all",
    "JOB_START_COUNT = 0",
    "JOB_START_DELAY = 2s",
    "SCHEDD_INTERVAL = 5m",
    "FLOCK_TO = 127.0.0.2\nFLOCK_INCREMENT = 0",
    "FLOCK_TO = 127.0.0.2\nMIN_FLOCK_LEVEL = -1",
    "FLOCK_TO = 127.0.0.2\nSCHEDDS_ARE_SUBMITTERS_FOR_FLOCKERS = yes",
]
"""Each was given to a schedd of the same release, which ended with status 4."""

PASSES_SCHEDD = [
    "FLOCK_INCREMENT = many",
    "MIN_FLOCK_LEVEL = many",
    "SCHEDDS_ARE_SUBMITTERS_FOR_FLOCKERS = yes",
    "MAX_GLOBAL_JOB_PRIOS = many",
    "SCHEDD_SLOT_WEIGHT = 1 +",
    "START_VANILLA_UNIVERSE = 1 +",
    "CURB_MATCHMAKING = 1 +",
]
"""Each was given to it as well, and it came up."""

DRAINS = "DAEMON_LIST = MASTER DEFRAG\nDEFRAG_DRAINING_MACHINES_PER_HOUR = 6\n"
STOPS_DEFRAG = [
    "DEFRAG_INTERVAL = 10m",
    "DEFRAG_DRAINING_MACHINES_PER_HOUR = all",
    "DEFRAG_DRAINING_MACHINES_PER_HOUR = -1",
    "DEFRAG_MAX_CONCURRENT_DRAINING = few",
    "DEFRAG_MAX_WHOLE_MACHINES = -2",
    "DEFRAG_REQUIREMENTS = 1 +",
    "DEFRAG_WHOLE_MACHINE_EXPR = 1 +",
    "DEFRAG_WHOLE_MACHINE_EXPR =",
    "DEFRAG_CANCEL_REQUIREMENTS = (",
    "DEFRAG_RANK = 1 +",
    "DEFRAG_DRAINING_SCHEDULE = soon",
    "DEFRAG_DRAINING_START_EXPR = 1 +",
    "DEFRAG_UPDATE_INTERVAL = 5m",
]
"""Each was given to a condor_defrag that drains, of the same release, which ended with status 4."""
