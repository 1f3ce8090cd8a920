"""Knobs of the accountant: priorities, factors, the ledger, groups and quotas, concurrency limits."""

from typing import Final

from userprio.config.knob import Knob, KnobType, OnBadValue

_INTEGER, _REAL, _ATOF = KnobType.INTEGER, KnobType.REAL, KnobType.LEADING_NUMBER
_BOOLEAN, _STRING, _LIST = KnobType.BOOLEAN, KnobType.STRING, KnobType.LIST
_PATH, _EXPRESSION = KnobType.PATH, KnobType.EXPRESSION
_INT_MAX: Final = 2**31 - 1

ACCOUNTING: Final = (
    Knob(
        "PRIORITY_HALFLIFE",
        _REAL,
        "86400",
        "Time in which a real priority comes half the way to the current usage.",
        low=1e-5,
        unit="s",
        range_enforced=False,
    ),
    Knob(
        "DEFAULT_PRIO_FACTOR",
        _ATOF,
        "1000",
        "Priority factor of a submitter without any other rule.",
        low=1,
        range_enforced=False,
    ),
    Knob("NICE_USER_PRIO_FACTOR", _ATOF, "1e10", "Priority factor of submitters whose name begins with nice-user."),
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
    Knob(
        "NEGOTIATOR_DISCOUNT_SUSPENDED_RESOURCES",
        _BOOLEAN,
        "false",
        "Do not charge for slots whose job is suspended.",
    ),
    Knob("NEGOTIATOR_USE_SLOT_WEIGHTS", _BOOLEAN, "true", "Charge slots by weight; false charges 1 for each."),
    Knob(
        "SLOT_WEIGHT",
        _EXPRESSION,
        "Cpus",
        "Weight of a slot whose own ad has none.",
        unit="cores",
        on_bad_value=OnBadValue.IGNORED,
        without="slots without a weight of their own weigh 1",
    ),
    Knob(
        "FORCE_NEGOTIATOR_SLOT_WEIGHT",
        _BOOLEAN,
        "false",
        "Weigh every slot with the negotiator's SLOT_WEIGHT.",
        since="25.5.1",
    ),
    Knob(
        "NEGOTIATOR_ADVERTISE_ACCOUNTING",
        _BOOLEAN,
        None,
        "Send the accounting records to the collector after a cycle.",
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
    Knob("GROUP_NAMES", _LIST, None, "The accounting groups; a dot makes a subgroup."),
    Knob(
        "GROUP_QUOTA_<group>",
        _REAL,
        None,
        "Static quota. It wins over a dynamic one.",
        low=0,
        high=_INT_MAX,
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
        required=True,
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
        unit="weight",
    ),
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
        on_bad_value=OnBadValue.IGNORED,
        without="all slots count towards the size of the pool",
    ),
    Knob(
        "GROUP_DYNAMIC_MACH_CONSTRAINT",
        _EXPRESSION,
        None,
        "Old name of NEGOTIATOR_SLOT_POOLSIZE_CONSTRAINT.",
        on_bad_value=OnBadValue.IGNORED,
        without="all slots count towards the size of the pool",
    ),
)
"""Priorities, usage, groups and limits."""
