"""Knobs of startds and schedds that bear on negotiation, of the tools, and of configuration itself."""

from typing import Final

from userprio.config.knob import Knob, KnobType, OnBadValue, Reader, read_by

_INTEGER, _REAL = KnobType.INTEGER, KnobType.REAL
_BOOLEAN, _STRING, _LIST = KnobType.BOOLEAN, KnobType.STRING, KnobType.LIST
_PATH, _PATTERN, _EXPRESSION = KnobType.PATH, KnobType.PATTERN, KnobType.EXPRESSION
_INT_MAX: Final = 2**31 - 1

JOBS: Final = (
    *read_by(
        Reader.STARTD,
        Knob("CLAIM_WORKLIFE", _INTEGER, "1200", "Age from which a claim takes no further job; -1: any age.", unit="s"),
        Knob(
            "MAXJOBRETIREMENTTIME",
            _EXPRESSION,
            None,
            "How long a job may run on when its slot is wanted.",
            unit="s",
            fallback="0",
        ),
        Knob("STARTD_ATTRS", KnobType.KNOBS, None, "Knobs that slots publish as attributes."),
        Knob("STARTD_EXPRS", KnobType.KNOBS, None, "Old name of STARTD_ATTRS; both count."),
        Knob("RANK", _EXPRESSION, None, "Which jobs a slot prefers.", fallback="0"),
        Knob("START", _EXPRESSION, "True", "Which jobs a slot takes."),
        Knob("PREEMPT", _EXPRESSION, "False", "When a slot ends its job."),
        Knob("IS_OWNER", _EXPRESSION, "False", "When a slot is its owner's and takes no job."),
        Knob(
            "CLAIM_PARTITIONABLE_LEFTOVERS",
            _BOOLEAN,
            "$(NEGOTIATOR_USE_SLOT_WEIGHTS)",
            "A schedd puts further jobs on the rest of a partitionable slot it was given.",
        ),
        Knob(
            "CONSUMPTION_POLICY",
            _BOOLEAN,
            "false",
            "Several jobs may be matched to a partitionable slot in one cycle, at the cost of what they take.",
        ),
        Knob("CONSUMPTION_CPUS", _EXPRESSION, "quantize(target.RequestCpus,{1})", "What a match takes.", unit="cores"),
        Knob(
            "CONSUMPTION_MEMORY", _EXPRESSION, "quantize(target.RequestMemory,{128})", "What a match takes.", unit="MiB"
        ),
        Knob("CONSUMPTION_DISK", _EXPRESSION, "quantize(target.RequestDisk,{1024})", "What a match takes.", unit="KiB"),
        Knob("NUM_CLAIMS", _INTEGER, None, "How many claims a slot with a consumption policy offers."),
    ),
    *read_by(
        Reader.SCHEDD,
        Knob(
            "SCHEDD_USE_SLOT_WEIGHT",
            _BOOLEAN,
            "true",
            "Schedds weigh the numbers of idle and running jobs they report.",
        ),
        Knob(
            "SCHEDD_SLOT_WEIGHT", _EXPRESSION, None, "How they weigh a job. Unset: SLOT_WEIGHT over what jobs request."
        ),
        Knob(
            "ACCOUNTING_DOMAIN", _STRING, "$(UID_DOMAIN)", "What follows the @ in the names of a schedd's submitters."
        ),
        Knob(
            "CLAIM_RECYCLING_CONSIDER_LIMITS",
            _BOOLEAN,
            "true",
            "A schedd looks at concurrency limits when it puts another job on a claim.",
        ),
        Knob("MAX_GLOBAL_JOB_PRIOS", _INTEGER, "500", "How many different JobPrio a schedd reports for that."),
        Knob("SIGNIFICANT_ATTRIBUTES", _LIST, None, "Schedd: the attributes that do, instead of those worked out."),
        Knob("ADD_SIGNIFICANT_ATTRIBUTES", _LIST, None, "Schedd: further attributes that do."),
        Knob("SCHEDD_ATTRS", KnobType.KNOBS, None, "Knobs that a schedd publishes as attributes."),
        Knob("FLOCK_TO", _LIST, None, "Pools that get the jobs this one leaves idle."),
        Knob("FLOCK_NEGOTIATOR_HOSTS", _LIST, "$(FLOCK_TO)", "Their negotiators."),
        Knob("FLOCK_COLLECTOR_HOSTS", _LIST, "$(FLOCK_TO)", "Their collectors."),
        Knob("FLOCK_INCREMENT", _INTEGER, "1", "Pools added at a time.", low=1, high=_INT_MAX, unit="pools"),
        Knob("MIN_FLOCK_LEVEL", _INTEGER, "0", "Pools used from the start.", low=0, high=_INT_MAX, unit="pools"),
        Knob(
            "NEGOTIATE_ALL_JOBS_IN_CLUSTER",
            _BOOLEAN,
            None,
            "Go on with the jobs of a cluster after one found no match.",
            fallback="false",
        ),
        Knob(
            "CURB_MATCHMAKING",
            _EXPRESSION,
            "(RecentDaemonCoreDutyCycle > 0.98) || (TransferQueueNumWaitingToUpload > TransferQueueMaxUploading)",
            "When a schedd wants no more matches.",
        ),
        Knob(
            "SCHEDD_ENABLE_PER_USER_MATCH_LIMITS",
            _BOOLEAN,
            None,
            "A schedd offers no more jobs of a submitter in a visit than it may upload for at once.",
            fallback="true",
            since="25.11.0",
        ),
        Knob(
            "MAX_CONCURRENT_UPLOADS_PER_USER",
            _INTEGER,
            "$(MAX_CONCURRENT_UPLOADS:100)/5",
            "That number; 0: any.",
            low=0,
            high=_INT_MAX,
            unit="jobs",
            since="25.11.0",
        ),
        Knob(
            "MAX_CONCURRENT_UPLOADS",
            _INTEGER,
            "100",
            "Uploads of a schedd at once.",
            low=0,
            high=_INT_MAX,
            unit="transfers",
        ),
        Knob(
            "SCHEDDS_ARE_SUBMITTERS", _BOOLEAN, None, "One submitter for all the users of a schedd.", fallback="false"
        ),
        Knob("SCHEDDS_ARE_SUBMITTERS_FOR_FLOCKERS", _BOOLEAN, None, "The same towards other pools.", fallback="false"),
        Knob(
            "ABSENT_SUBMITTER_LIFETIME",
            _INTEGER,
            None,
            "How long a schedd reports a submitter without jobs.",
            unit="s",
            fallback="604800",
        ),
        Knob("ABSENT_SUBMITTER_UPDATE_RATE", _INTEGER, None, "How often it does.", unit="s", fallback="300"),
        Knob("MAX_JOBS_PER_OWNER", _INTEGER, "100000", "Jobs a user may have in a schedd.", unit="jobs"),
        Knob(
            "MAX_JOBS_RUNNING",
            _INTEGER,
            "MIN({$(DETECTED_MEMORY), 10000})",
            "Jobs of a schedd that may run at once.",
            unit="jobs",
        ),
        Knob("JOB_TRANSFORM_NAMES", _LIST, None, "Rules that change jobs when they are submitted, in order."),
        Knob("JOB_TRANSFORM_<name>", _STRING, None, "Such a rule; it may set AccountingGroup."),
        Knob("SUBMIT_REQUIREMENT_NAMES", _LIST, None, "Conditions that jobs must meet when they are submitted."),
        Knob("SUBMIT_REQUIREMENT_<name>", _EXPRESSION, None, "Such a condition."),
        Knob("IMMUTABLE_JOB_ATTRS", _LIST, None, "Job attributes that users may not change."),
        Knob("SCHEDD_CLASSAD_USER_MAP_NAMES", _LIST, None, "User maps that userMap() knows in a schedd."),
    ),
    *read_by(
        Reader.TOOL,
        Knob("SUBMIT_ATTRS", KnobType.KNOBS, None, "Knobs that condor_submit puts into jobs as attributes."),
        Knob(
            "NICE_USER_ACCOUNTING_GROUP_NAME",
            _STRING,
            "nice-user",
            "Accounting group that condor_submit gives to jobs with nice_user = true.",
        ),
        Knob(
            "USERPRIO_USE_NEGOTIATOR_MODULAR_QUERY",
            _BOOLEAN,
            None,
            "condor_userprio asks for records one by one, as negotiators from 9.1 on can.",
            fallback="true",
            on_bad_value=OnBadValue.DEFAULTED,
        ),
        Knob("USER_CONFIG_FILE", _PATH, "user_config", "A user's own file, in ~/.condor unless a full path."),
    ),
    *read_by(
        Reader.EVERYBODY,
        Knob("CONDOR_FSYNC", _BOOLEAN, None, "Force what was written to a ledger onto the disk.", fallback="true"),
        Knob(
            "CLASSAD_LOG_STRICT_PARSING",
            _BOOLEAN,
            "true",
            "A ledger value that is not an expression makes its record corrupt.",
            on_bad_value=OnBadValue.DEFAULTED,
        ),
        Knob("UID_DOMAIN", _STRING, "$(FULL_HOSTNAME)", "Domain of the machine's users."),
        Knob("FILESYSTEM_DOMAIN", _STRING, "$(FULL_HOSTNAME)", "Machines of one such domain share their file system."),
        Knob("SPOOL", _PATH, "$(LOCAL_DIR)/spool", "Folder of the ledger and of the schedd's queue."),
        Knob("LOCAL_DIR", _PATH, "$(TILDE)", "Folder of everything that is particular to the machine."),
        Knob("CLASSAD_USER_MAPFILE_<name>", _PATH, None, "File of a user map."),
        Knob(
            "CLASSAD_USER_MAP_PREFIX_<name>",
            _BOOLEAN,
            None,
            "Its names are prefixes; the longest that fits counts.",
            fallback="false",
            since="23.1.0",
        ),
        Knob("CLASSAD_USER_MAPDATA_<name>", _STRING, None, "Text of a user map."),
        Knob("COLLECTOR_HOST", _STRING, "$(CONDOR_HOST)", "The pool's collector."),
        Knob("CONDOR_HOST", _STRING, None, "The pool's central manager."),
        Knob(
            "STRICT_CLASSAD_EVALUATION",
            _BOOLEAN,
            None,
            "Look for plain names of an expression in its own ad only.",
            fallback="false",
        ),
        Knob("ENABLE_CLASSAD_CACHING", _BOOLEAN, "true", "Share like expressions of ads in memory."),
        Knob(
            "CLASSAD_ENABLE_USER_HOME",
            _BOOLEAN,
            "true",
            "Let userHome() ask the system.",
            on_bad_value=OnBadValue.DEFAULTED,
        ),
        Knob("LOCAL_CONFIG_DIR", _LIST, None, "Folders whose files are read after the root file."),
        Knob("LOCAL_CONFIG_FILE", _LIST, None, "Files read after those, or one command and a |."),
        Knob(
            "REQUIRE_LOCAL_CONFIG_FILE",
            _BOOLEAN,
            "true",
            "A listed file that cannot be read is an error.",
            on_bad_value=OnBadValue.DEFAULTED,
        ),
        Knob(
            "LOCAL_CONFIG_DIR_EXCLUDE_REGEXP",
            _PATTERN,
            r"^((\..*)|(.*\.pl)|(.*\.py)|(.*\.sh)|(.*~)|(#.*)|(.*\.rpmsave)|(.*\.rpmnew)|(.*\.dpkg-old)|(.*\.dpkg-dist)"
            r"|(.*\.cfsaved))$",
            "Names of files in LOCAL_CONFIG_DIR that are not read.",
        ),
    ),
    *read_by(
        Reader.NOBODY,
        Knob("HFS_MAX_ALLOCATION_ROUNDS", _INTEGER, None, "Old name of GROUP_QUOTA_MAX_ALLOCATION_ROUNDS."),
        Knob("HFS_ROUND_ROBIN_RATE", _REAL, None, "Old name of GROUP_QUOTA_ROUND_ROBIN_RATE."),
        Knob("MINUTE", _INTEGER, "60", "For use in other knobs.", unit="s"),
        Knob("HOUR", _INTEGER, "3600", "For use in other knobs.", unit="s"),
        Knob(
            "StateTimer", _EXPRESSION, "(time() - EnteredCurrentState)", "For policies: time in this state.", unit="s"
        ),
        Knob("ActivityTimer", _EXPRESSION, "(time() - EnteredCurrentActivity)", "The same of the activity.", unit="s"),
    ),
)
"""Claims, schedds, tools and configuration."""
