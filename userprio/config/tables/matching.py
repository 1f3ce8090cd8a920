"""Knobs of matchmaking: which slots and jobs take part, rank, preemption, the timing of cycles."""

from typing import Final

from userprio.config.knob import Knob, KnobType, OnBadValue

_INTEGER = KnobType.INTEGER
_BOOLEAN, _STRING, _LIST = KnobType.BOOLEAN, KnobType.STRING, KnobType.LIST
_PATH, _PATTERN, _EXPRESSION = KnobType.PATH, KnobType.PATTERN, KnobType.EXPRESSION
_INT_MAX: Final = 2**31 - 1

MATCHING: Final = (
    Knob(
        "PREEMPTION_REQUIREMENTS",
        _EXPRESSION,
        "False",
        "Whether a better priority may take a claimed slot (MY) for a job (TARGET). Empty: always.",
    ),
    Knob(
        "PREEMPTION_REQUIREMENTS_STABLE",
        _BOOLEAN,
        None,
        "It need not be asked again while a match list is reused.",
        fallback="true",
    ),
    Knob(
        "PREEMPTION_RANK",
        _EXPRESSION,
        "(RemoteUserPrio * 1000000) - ifThenElse(isUndefined(TotalJobRuntime), 0, TotalJobRuntime)",
        "Which of the slots that would be taken from somebody is taken first, largest first.",
    ),
    Knob(
        "PREEMPTION_RANK_STABLE",
        _BOOLEAN,
        None,
        "It need not be asked again while a match list is reused.",
        fallback="true",
    ),
    Knob(
        "NEGOTIATOR_PRE_JOB_RANK",
        _EXPRESSION,
        "(10000000 * My.Rank) + (1000000 * (RemoteOwner =?= UNDEFINED)) - (100000 * Cpus) - Memory",
        "Order of slots before the job's own Rank is asked, largest first.",
    ),
    Knob(
        "NEGOTIATOR_POST_JOB_RANK",
        _EXPRESSION,
        "(RemoteOwner =?= UNDEFINED) * "
        "(ifthenElse(isUndefined(KFlops), 1000, Kflops) - SlotID - 1.0e10*(Offline=?=True))",
        "Order of the slots that the job ranks alike, largest first.",
    ),
    Knob("NEGOTIATOR_CONSIDER_PREEMPTION", _BOOLEAN, "true", "Look at claimed slots at all."),
    Knob(
        "NEGOTIATOR_CONSIDER_EARLY_PREEMPTION",
        _BOOLEAN,
        "false",
        "Look at claimed slots whose job still has retirement time.",
    ),
    Knob(
        "ALLOW_PSLOT_PREEMPTION",
        _BOOLEAN,
        None,
        "End dynamic slots to make room in the partitionable slot they came from.",
        fallback="false",
    ),
    Knob(
        "NEGOTIATOR_IGNORE_JOB_RANKS",
        _BOOLEAN,
        None,
        "Rank slots once a cycle, without asking any job.",
        fallback="false",
    ),
    Knob("NEGOTIATOR_DEPTH_FIRST", _BOOLEAN, "false", "Fill a partitionable slot before the next one."),
    Knob("NEGOTIATOR_SLOT_CONSTRAINT", _EXPRESSION, None, "Which slots are fetched from the collector."),
    Knob("NEGOTIATOR_SUBMITTER_CONSTRAINT", _EXPRESSION, None, "Which submitters take part."),
    Knob(
        "NEGOTIATOR_JOB_CONSTRAINT",
        _EXPRESSION,
        None,
        "Which jobs schedds are asked for.",
        on_bad_value=OnBadValue.IGNORED,
        without="schedds are asked for all their jobs",
    ),
    Knob(
        "NEGOTIATOR_MATCH_EXPRS", KnobType.KNOBS, None, "Knobs that matched jobs get as NegotiatorMatchExpr attributes."
    ),
    Knob("NEGOTIATOR_MATCHLIST_CACHING", _BOOLEAN, "true", "Reuse the ranked list of slots for the next like job."),
    Knob(
        "STARTD_AD_REEVAL_EXPR",
        _EXPRESSION,
        None,
        "Whether a new ad of a slot replaces the one kept.",
        on_bad_value=OnBadValue.IGNORED,
        without="the default decides which ads of slots are kept",
    ),
    Knob(
        "MATCH_WORKING_CM_SLOTS",
        _BOOLEAN,
        None,
        "Match only slots and submitters that came from one collector.",
        fallback="false",
    ),
    Knob(
        "NEGOTIATOR_TRIM_SHUTDOWN_THRESHOLD",
        _INTEGER,
        "0",
        "Leave out slots that shut down within this time.",
        unit="s",
    ),
    Knob("STARTD_JOB_ATTRS", _LIST, None, "Attributes of its job that a slot publishes."),
    Knob("STARTD_JOB_EXPRS", _LIST, None, "Old name of STARTD_JOB_ATTRS; both count."),
    Knob(
        "SYSTEM_STARTD_JOB_ATTRS",
        _LIST,
        "ImageSize, ExecutableSize, JobUniverse, NiceUser, CPUsUsage, ResidentSetSize, ProportionalSetSizeKb, "
        "MemoryUsage, DiskUsage, StdoutMtime, StderrMtime, ScratchDirFileCount",
        "Those that it publishes in any case.",
    ),
    Knob("STARTD_RESOURCE_PREFIX", _STRING, None, "What slot names begin with.", fallback="slot"),
    Knob("USE_GLOBAL_JOB_PRIOS", _BOOLEAN, "false", "Order a submitter's jobs by JobPrio across schedds."),
    Knob(
        "REMOVE_SIGNIFICANT_ATTRIBUTES",
        _LIST,
        "CpusUsage,DiskUsage,GPUsUsage,MemoryUsage,ResidentSetSize",
        "Attributes that do not part jobs into autoclusters.",
    ),
    Knob(
        "REMOVE_SIGNIFICANT_ATTRIBUTES_REGEX",
        _PATTERN,
        "^Slot[0-9]*_",
        "The same, by pattern.",
        on_bad_value=OnBadValue.IGNORED,
        since="25.5.1",
    ),
    Knob("NEGOTIATOR_INFORM_STARTD", _BOOLEAN, "false", "Tell startds about their matches."),
    Knob("NEGOTIATOR_INTERVAL", _INTEGER, "60", "Longest time between starts of cycles.", unit="s"),
    Knob("NEGOTIATOR_MIN_INTERVAL", _INTEGER, "5", "Shortest time between starts of cycles.", unit="s"),
    Knob(
        "NEGOTIATOR_CYCLE_DELAY",
        _INTEGER,
        None,
        "Shortest time from the end of a cycle to the next.",
        low=0,
        high=_INT_MAX,
        unit="s",
        fallback="20",
    ),
    Knob("NEGOTIATOR_TIMEOUT", _INTEGER, "30", "How long to wait on the network.", unit="s"),
    Knob("NEGOTIATOR_MAX_TIME_PER_CYCLE", _INTEGER, "1200", "Most time for a cycle.", unit="s"),
    Knob("NEGOTIATOR_MAX_TIME_PER_SUBMITTER", _INTEGER, "60", "Most time for a submitter in a cycle.", unit="s"),
    Knob("NEGOTIATOR_MAX_TIME_PER_SCHEDD", _INTEGER, "120", "Most time for a schedd in a cycle.", unit="s"),
    Knob("NEGOTIATOR_MAX_TIME_PER_PIESPIN", _INTEGER, "120", "Most time for a submitter in a spin.", unit="s"),
    Knob("NEGOTIATOR_PREFETCH_REQUESTS", _BOOLEAN, "true", "Fetch requests of all schedds at once beforehand."),
    Knob(
        "NEGOTIATOR_PREFETCH_REQUESTS_MAX_TIME", _INTEGER, "60", "Most time for that.", low=0, high=_INT_MAX, unit="s"
    ),
    Knob(
        "NEGOTIATOR_PREFETCH_REQUESTS_TIMEOUT",
        _INTEGER,
        None,
        "How long to wait on the network meanwhile.",
        unit="s",
        fallback="$(NEGOTIATOR_TIMEOUT)",
    ),
    Knob(
        "NEGOTIATOR_RESOURCE_REQUEST_LIST_SIZE",
        _INTEGER,
        "200",
        "Requests that a schedd sends at a time.",
        low=1,
        high=_INT_MAX,
    ),
    Knob("USE_RESOURCE_REQUEST_COUNTS", _BOOLEAN, "true", "A request stands for all like jobs."),
    Knob("NEGOTIATOR_NUM_THREADS", _INTEGER, "1", "Threads that look for matches."),
    Knob("NEGOTIATOR_SOCKET_CACHE_SIZE", _INTEGER, "500", "Connections kept to schedds.", low=1, high=_INT_MAX),
    Knob("NEGOTIATOR_UPDATE_INTERVAL", _INTEGER, "300", "How often the negotiator's own ad is sent.", unit="s"),
    Knob("NEGOTIATOR_UPDATE_AFTER_CYCLE", _BOOLEAN, "false", "Send it after each cycle, too."),
    Knob("NEGOTIATION_CYCLE_STATS_LENGTH", _INTEGER, "3", "Cycles whose statistics it holds.", low=0, high=100),
    Knob(
        "NEGOTIATOR_READ_CONFIG_BEFORE_CYCLE",
        _BOOLEAN,
        "false",
        "Read the configuration anew before each cycle, groups left out.",
    ),
    Knob("NEGOTIATOR_NAME", _STRING, None, "Name of this negotiator where a pool has several."),
    Knob("COLLECTOR_HOST_FOR_NEGOTIATOR", _STRING, "$(FULL_HOSTNAME)", "The collector to prefer among several."),
    Knob("NEGOTIATOR_STATE_FILE", _PATH, None, "What a replicated negotiator keeps its state in."),
)
"""Slots, ranks, preemption and cycles."""
