"""Knobs of the accountant: priorities, factors, the ledger, concurrency limits."""

from typing import Final

from userprio.config.knob import Knob, KnobType

_INTEGER, _REAL, _ATOF = KnobType.INTEGER, KnobType.REAL, KnobType.LEADING_NUMBER
_BOOLEAN, _STRING, _LIST = KnobType.BOOLEAN, KnobType.STRING, KnobType.LIST
_PATH, _EXPRESSION = KnobType.PATH, KnobType.EXPRESSION

ACCOUNTING: Final = (
    Knob(
        "PRIORITY_HALFLIFE",
        _REAL,
        "86400",
        "Time in which a real priority comes half the way to the current usage.",
        low=1e-5,
        unit="s",
    ),
    Knob("DEFAULT_PRIO_FACTOR", _ATOF, "1000", "Priority factor of a submitter without any other rule.", low=1),
    Knob("NICE_USER_PRIO_FACTOR", _ATOF, "1e10", "Priority factor of submitters whose name begins with nice-user."),
    Knob(
        "NICE_USER_ACCOUNTING_GROUP_NAME",
        _STRING,
        "nice-user",
        "Accounting group that condor_submit gives to jobs with nice_user = true.",
    ),
    Knob("REMOTE_PRIO_FACTOR", _ATOF, "1e7", "Priority factor of submitters outside ACCOUNTANT_LOCAL_DOMAIN."),
    Knob(
        "GROUP_PRIO_FACTOR_<group>",
        _REAL,
        None,
        "Priority factor of new members of exactly this group; 0 means none.",
        fallback="0",
    ),
    Knob(
        "ACCOUNTANT_LOCAL_DOMAIN",
        _STRING,
        None,
        "Domain of local submitters, in this very case. Unset: nobody is remote.",
    ),
    Knob("ACCOUNTANT_DATABASE_FILE", _PATH, "$(SPOOL)/Accountantnew.log", "The accounting ledger."),
    Knob(
        "MAX_ACCOUNTANT_DATABASE_SIZE",
        _INTEGER,
        "1000000",
        "Length of the ledger above which the negotiator rewrites it compactly.",
        unit="bytes",
    ),
    Knob("CONDOR_FSYNC", _BOOLEAN, None, "Force what was written to a ledger onto the disk.", fallback="true"),
    Knob(
        "CLASSAD_LOG_STRICT_PARSING", _BOOLEAN, "true", "A ledger value that is no expression makes its record corrupt."
    ),
    Knob(
        "NEGOTIATOR_DISCOUNT_SUSPENDED_RESOURCES",
        _BOOLEAN,
        "false",
        "Do not charge for slots whose job is suspended.",
    ),
    Knob("NEGOTIATOR_USE_SLOT_WEIGHTS", _BOOLEAN, "true", "Charge slots by weight; false charges 1 for each."),
    Knob("SLOT_WEIGHT", _EXPRESSION, "Cpus", "Weight of a slot whose own ad has none.", unit="cores"),
    Knob("FORCE_NEGOTIATOR_SLOT_WEIGHT", _BOOLEAN, "false", "Weigh every slot with the negotiator's SLOT_WEIGHT."),
    Knob("SCHEDD_USE_SLOT_WEIGHT", _BOOLEAN, "true", "Schedds weigh the numbers of idle and running jobs they report."),
    Knob("SCHEDD_SLOT_WEIGHT", _EXPRESSION, None, "How they weigh a job. Unset: SLOT_WEIGHT over what jobs request."),
    Knob(
        "NEGOTIATOR_ADVERTISE_ACCOUNTING",
        _BOOLEAN,
        None,
        "Send the accounting records to the collector after a cycle.",
        fallback="true",
    ),
    Knob(
        "USERPRIO_USE_NEGOTIATOR_MODULAR_QUERY",
        _BOOLEAN,
        None,
        "List the records as one ad each; false lists them as one numbered ad, where no name is given.",
        fallback="true",
    ),
    Knob(
        "NEGOTIATOR_CROSS_SLOT_PRIOS",
        _BOOLEAN,
        "false",
        "Show the users and priorities of a machine's other slots to policy expressions.",
    ),
    Knob(
        "NEGOTIATOR_IGNORE_USER_PRIORITIES",
        _BOOLEAN,
        "false",
        "Set no fair-share limit on a submitter; the order of submitters and quotas stay.",
    ),
    Knob(
        "NEGOTIATOR_CLASSAD_USER_MAP_NAMES",
        _LIST,
        None,
        "User maps; PRIORITY_FACTOR_AUTHORIZATION lets listed users set the factors of others.",
    ),
    Knob("ACCOUNTING_DOMAIN", _STRING, "$(UID_DOMAIN)", "What follows the @ in the names of a schedd's submitters."),
    Knob("UID_DOMAIN", _STRING, "$(FULL_HOSTNAME)", "Domain of the machine's users."),
    Knob("FILESYSTEM_DOMAIN", _STRING, "$(FULL_HOSTNAME)", "Machines of one such domain share their file system."),
    Knob("SPOOL", _PATH, "$(LOCAL_DIR)/spool", "Folder of the ledger and of the schedd's queue."),
    Knob("LOCAL_DIR", _PATH, "$(TILDE)", "Folder of everything that is particular to the machine."),
    Knob(
        "<name>_LIMIT",
        _REAL,
        None,
        "How much of a concurrency limit running jobs may hold together; the name may be SET.NAME.",
        unit="units",
    ),
    Knob(
        "CONCURRENCY_LIMIT_DEFAULT_<set>", _REAL, None, "The same for any limit of a set that has no own.", unit="units"
    ),
    Knob("CONCURRENCY_LIMIT_DEFAULT", _REAL, "2308032", "The same for every other limit.", unit="units"),
    Knob(
        "CLAIM_RECYCLING_CONSIDER_LIMITS",
        _BOOLEAN,
        "true",
        "A schedd looks at concurrency limits when it puts another job on a claim.",
    ),
    Knob("GROUP_NAMES", _LIST, None, "The accounting groups; a dot makes a subgroup."),
    Knob(
        "GROUP_QUOTA_<group>",
        _REAL,
        None,
        "Static quota. It wins over a dynamic one.",
        low=0,
        high=2**31 - 1,
        unit="weight",
    ),
    Knob(
        "GROUP_QUOTA_DYNAMIC_<group>",
        _REAL,
        None,
        "Dynamic quota: a share of what the parent's static children leave.",
        low=0,
        high=1,
        unit="fraction",
    ),
    Knob("GROUP_ACCEPT_SURPLUS", _BOOLEAN, "false", "Whether groups may use what others leave unused."),
    Knob("GROUP_ACCEPT_SURPLUS_<group>", _BOOLEAN, None, "The same for one group."),
    Knob("GROUP_AUTOREGROUP", _BOOLEAN, "false", "Whether groups' submitters compete once more, without groups."),
    Knob("GROUP_AUTOREGROUP_<group>", _BOOLEAN, None, "The same for one group."),
    Knob(
        "GROUP_SORT_EXPR",
        _EXPRESSION,
        'ifThenElse(AccountingGroup=?="<none>",3.4e+38,'
        "ifThenElse(GroupQuota>0,GroupResourcesInUse/GroupQuota,3.3e+38))",
        "Order of groups, smallest first; the least served comes first by default.",
    ),
    Knob(
        "GROUP_QUOTA_MAX_ALLOCATION_ROUNDS",
        _INTEGER,
        "3",
        "How often a cycle hands out quota, the later times what the earlier left unused.",
        low=1,
        high=10**9,
        unit="rounds",
    ),
    Knob(
        "GROUP_QUOTA_ROUND_ROBIN_RATE",
        _REAL,
        "1.0e100",
        "How much a group may take before the next one's turn.",
        low=1,
        high=1e100,
        unit="weight",
    ),
    Knob("HFS_MAX_ALLOCATION_ROUNDS", _INTEGER, None, "Old name of GROUP_QUOTA_MAX_ALLOCATION_ROUNDS."),
    Knob("HFS_ROUND_ROBIN_RATE", _REAL, None, "Old name of GROUP_QUOTA_ROUND_ROBIN_RATE."),
    Knob(
        "NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION",
        _BOOLEAN,
        "true",
        "Keep static quotas of subgroups whole even where they sum to more than their parent's.",
    ),
    Knob(
        "NEGOTIATOR_STRICT_ENFORCE_QUOTA",
        _BOOLEAN,
        None,
        "Hold a group that accepts no surplus to its quota, with everything below it.",
        fallback="true",
    ),
    Knob(
        "NEGOTIATOR_USE_WEIGHTED_DEMAND",
        _BOOLEAN,
        "true",
        "Take a submitter's demand from its weighted numbers of jobs.",
    ),
    Knob(
        "NEGOTIATOR_SLOT_POOLSIZE_CONSTRAINT",
        _EXPRESSION,
        None,
        "Which slots count towards the size of the pool that quotas divide.",
    ),
    Knob("GROUP_DYNAMIC_MACH_CONSTRAINT", _EXPRESSION, None, "Old name of NEGOTIATOR_SLOT_POOLSIZE_CONSTRAINT."),
)
"""Priorities, usage, groups and limits."""
