"""Knobs of startds and schedds that bear on negotiation, of the tools, and of configuration itself."""

from typing import Final

from userprio.config.knob import (
    BOOL,
    DEFAULTED,
    EXPR,
    INT,
    LIST,
    NAMES,
    PATH,
    PATTERN,
    REAL,
    TEXT,
    Knob,
)

STARTD: Final = (
    Knob("CLAIM_WORKLIFE", INT, "1200", "Age from which a claim takes no further job; -1: any age.", unit="s"),
    Knob(
        "MAXJOBRETIREMENTTIME", EXPR, None, "How long a job may run on when its slot is wanted.", unit="s", fallback="0"
    ),
    Knob("STARTD_ATTRS", NAMES, None, "Knobs that slots publish as attributes."),
    Knob("STARTD_EXPRS", NAMES, None, "Old name of STARTD_ATTRS; both count."),
    Knob("RANK", EXPR, None, "Which jobs a slot prefers.", fallback="0"),
    Knob("START", EXPR, "True", "Which jobs a slot takes."),
    Knob("PREEMPT", EXPR, "False", "When a slot ends its job."),
    Knob("IS_OWNER", EXPR, "False", "When a slot is its owner's and takes no job."),
    Knob(
        "CLAIM_PARTITIONABLE_LEFTOVERS",
        BOOL,
        "$(NEGOTIATOR_USE_SLOT_WEIGHTS)",
        "A schedd puts further jobs on the rest of a partitionable slot it was given.",
    ),
    Knob(
        "CONSUMPTION_POLICY",
        BOOL,
        "false",
        "Several jobs may be matched to a partitionable slot in one cycle, at the cost of what they take.",
    ),
    Knob("CONSUMPTION_CPUS", EXPR, "quantize(target.RequestCpus,{1})", "What a match takes.", unit="cores"),
    Knob("CONSUMPTION_MEMORY", EXPR, "quantize(target.RequestMemory,{128})", "What a match takes.", unit="MiB"),
    Knob("CONSUMPTION_DISK", EXPR, "quantize(target.RequestDisk,{1024})", "What a match takes.", unit="KiB"),
    Knob("NUM_CLAIMS", INT, None, "How many claims a slot with a consumption policy offers."),
)

SCHEDD: Final = (
    Knob("SCHEDD_USE_SLOT_WEIGHT", BOOL, "true", "Schedds weigh the numbers of idle and running jobs they report."),
    Knob("SCHEDD_SLOT_WEIGHT", EXPR, None, "How they weigh a job. Unset: SLOT_WEIGHT over what jobs request."),
    Knob("ACCOUNTING_DOMAIN", TEXT, "$(UID_DOMAIN)", "What follows the @ in the names of a schedd's submitters."),
    Knob(
        "CLAIM_RECYCLING_CONSIDER_LIMITS",
        BOOL,
        "true",
        "A schedd looks at concurrency limits when it puts another job on a claim.",
    ),
    Knob("MAX_GLOBAL_JOB_PRIOS", INT, "500", "How many different JobPrio a schedd reports for that."),
    Knob("SIGNIFICANT_ATTRIBUTES", LIST, None, "Schedd: the attributes that do, instead of those worked out."),
    Knob("ADD_SIGNIFICANT_ATTRIBUTES", LIST, None, "Schedd: further attributes that do."),
    Knob("SCHEDD_ATTRS", NAMES, None, "Knobs that a schedd publishes as attributes."),
    Knob("FLOCK_TO", LIST, None, "Pools that get the jobs this one leaves idle."),
    Knob("FLOCK_NEGOTIATOR_HOSTS", LIST, "$(FLOCK_TO)", "Their negotiators."),
    Knob("FLOCK_COLLECTOR_HOSTS", LIST, "$(FLOCK_TO)", "Their collectors."),
    Knob("FLOCK_INCREMENT", INT, "1", "Pools added at a time.", low=1, unit="pools"),
    Knob("MIN_FLOCK_LEVEL", INT, "0", "Pools used from the start.", low=0, unit="pools"),
    Knob(
        "NEGOTIATE_ALL_JOBS_IN_CLUSTER",
        BOOL,
        None,
        "Go on with the jobs of a cluster after one found no match.",
        fallback="false",
    ),
    Knob(
        "CURB_MATCHMAKING",
        EXPR,
        "(RecentDaemonCoreDutyCycle > 0.98) || (TransferQueueNumWaitingToUpload > TransferQueueMaxUploading)",
        "When a schedd wants no more matches.",
    ),
    Knob(
        "SCHEDD_ENABLE_PER_USER_MATCH_LIMITS",
        BOOL,
        None,
        "A schedd offers no more jobs of a submitter in a visit than it may upload for at once.",
        fallback="true",
        since="25.11.0",
    ),
    Knob(
        "MAX_CONCURRENT_UPLOADS_PER_USER",
        INT,
        "$(MAX_CONCURRENT_UPLOADS:100)/5",
        "That number; 0: any.",
        low=0,
        unit="jobs",
        since="25.11.0",
    ),
    Knob("MAX_CONCURRENT_UPLOADS", INT, "100", "Uploads of a schedd at once.", low=0, unit="transfers"),
    Knob("SCHEDDS_ARE_SUBMITTERS", BOOL, None, "One submitter for all the users of a schedd.", fallback="false"),
    Knob("SCHEDDS_ARE_SUBMITTERS_FOR_FLOCKERS", BOOL, None, "The same towards other pools.", fallback="false"),
    Knob(
        "ABSENT_SUBMITTER_LIFETIME",
        INT,
        None,
        "How long a schedd reports a submitter without jobs.",
        unit="s",
        fallback="604800",
    ),
    Knob("ABSENT_SUBMITTER_UPDATE_RATE", INT, None, "How often it does.", unit="s", fallback="300"),
    Knob("MAX_JOBS_PER_OWNER", INT, "100000", "Jobs a user may have in a schedd.", unit="jobs"),
    Knob(
        "MAX_JOBS_RUNNING",
        INT,
        "MIN({$(DETECTED_MEMORY), 10000})",
        "Jobs of a schedd that may run at once.",
        unit="jobs",
    ),
    Knob("JOB_TRANSFORM_NAMES", LIST, None, "Rules that change jobs when they are submitted, in order."),
    Knob("JOB_TRANSFORM_<name>", TEXT, None, "Such a rule; it may set AccountingGroup."),
    Knob("SUBMIT_REQUIREMENT_NAMES", LIST, None, "Conditions that jobs must meet when they are submitted."),
    Knob("SUBMIT_REQUIREMENT_<name>", EXPR, None, "Such a condition."),
    Knob("IMMUTABLE_JOB_ATTRS", LIST, None, "Job attributes that users may not change."),
    Knob("SCHEDD_CLASSAD_USER_MAP_NAMES", LIST, None, "User maps that userMap() knows in a schedd."),
)

TOOL: Final = (
    Knob("SUBMIT_ATTRS", NAMES, None, "Knobs that condor_submit puts into jobs as attributes."),
    Knob(
        "NICE_USER_ACCOUNTING_GROUP_NAME",
        TEXT,
        "nice-user",
        "Accounting group that condor_submit gives to jobs with nice_user = true.",
    ),
    Knob(
        "USERPRIO_USE_NEGOTIATOR_MODULAR_QUERY",
        BOOL,
        None,
        "condor_userprio asks for records one by one, as negotiators from 9.1 on can.",
        fallback="true",
        on_bad_value=DEFAULTED,
    ),
    Knob("USER_CONFIG_FILE", PATH, "user_config", "A user's own file, in ~/.condor unless a full path."),
)

EVERYBODY: Final = (
    Knob("CONDOR_FSYNC", BOOL, None, "Force what was written to a ledger onto the disk.", fallback="true"),
    Knob(
        "CLASSAD_LOG_STRICT_PARSING",
        BOOL,
        "true",
        "A ledger value that is not an expression makes its record corrupt.",
        on_bad_value=DEFAULTED,
    ),
    Knob("UID_DOMAIN", TEXT, "$(FULL_HOSTNAME)", "Domain of the machine's users."),
    Knob("FILESYSTEM_DOMAIN", TEXT, "$(FULL_HOSTNAME)", "Machines of one such domain share their file system."),
    Knob("SPOOL", PATH, "$(LOCAL_DIR)/spool", "Folder of the ledger and of the schedd's queue."),
    Knob("LOCAL_DIR", PATH, "$(TILDE)", "Folder of everything that is particular to the machine."),
    Knob("CLASSAD_USER_MAPFILE_<name>", PATH, None, "File of a user map."),
    Knob(
        "CLASSAD_USER_MAP_PREFIX_<name>",
        BOOL,
        None,
        "Its names are prefixes; the longest that fits counts.",
        fallback="false",
        since="23.1.0",
    ),
    Knob("CLASSAD_USER_MAPDATA_<name>", TEXT, None, "Text of a user map."),
    Knob("COLLECTOR_HOST", TEXT, "$(CONDOR_HOST)", "The pool's collector."),
    Knob("CONDOR_HOST", TEXT, None, "The pool's central manager."),
    Knob(
        "STRICT_CLASSAD_EVALUATION",
        BOOL,
        None,
        "Look for plain names of an expression in its own ad only.",
        fallback="false",
    ),
    Knob("ENABLE_CLASSAD_CACHING", BOOL, "true", "Share like expressions of ads in memory."),
    Knob("CLASSAD_ENABLE_USER_HOME", BOOL, "true", "Let userHome() ask the system.", on_bad_value=DEFAULTED),
    Knob("LOCAL_CONFIG_DIR", LIST, None, "Folders whose files are read after the root file."),
    Knob("LOCAL_CONFIG_FILE", LIST, None, "Files read after those, or one command and a |."),
    Knob(
        "REQUIRE_LOCAL_CONFIG_FILE",
        BOOL,
        "true",
        "A listed file that cannot be read is an error.",
        on_bad_value=DEFAULTED,
    ),
    Knob(
        "LOCAL_CONFIG_DIR_EXCLUDE_REGEXP",
        PATTERN,
        r"^((\..*)|(.*\.pl)|(.*\.py)|(.*\.sh)|(.*~)|(#.*)|(.*\.rpmsave)|(.*\.rpmnew)|(.*\.dpkg-old)|(.*\.dpkg-dist)"
        r"|(.*\.cfsaved))$",
        "Names of files in LOCAL_CONFIG_DIR that are not read.",
    ),
)

NOBODY: Final = (
    Knob("HFS_MAX_ALLOCATION_ROUNDS", INT, None, "Old name of GROUP_QUOTA_MAX_ALLOCATION_ROUNDS."),
    Knob("HFS_ROUND_ROBIN_RATE", REAL, None, "Old name of GROUP_QUOTA_ROUND_ROBIN_RATE."),
    Knob("MINUTE", INT, "60", "For use in other knobs.", unit="s"),
    Knob("HOUR", INT, "3600", "For use in other knobs.", unit="s"),
    Knob("StateTimer", EXPR, "(time() - EnteredCurrentState)", "For policies: time in this state.", unit="s"),
    Knob("ActivityTimer", EXPR, "(time() - EnteredCurrentActivity)", "The same of the activity.", unit="s"),
)
