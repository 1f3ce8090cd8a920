"""The tables of commands: what each is for, where it is, what can be done with its tables, and what it shows.

Nothing of a command is loaded before it runs: `module` is imported then, and `shows` is called only to ask for formats.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from userprio import report
from userprio.base.formats import Format

if TYPE_CHECKING:
    Results: TypeAlias = tuple[report.Formats[Any], ...]

EVERY_ROW: Final = ("sort", "top", "columns")
"""Options of tables whose rows can be about anything."""
ABOUT_USERS: Final = (*EVERY_ROW, "users")
ABOUT_GROUPS: Final = (*ABOUT_USERS, "groups")
TREES: Final = (*ABOUT_GROUPS, "depth")


class Purpose(Enum):
    """The groups of commands, in the order of the help, by their titles."""

    LOOK = "Look"
    ASK_WHY = "Ask why"
    WHAT_IF = "What if"
    WATCH = "Watch"
    CHANGE = "Change"
    POOL = "Pool"
    LEARN = "Learn"


class Command(NamedTuple):
    """A command."""

    purpose: Purpose
    name: str
    module: str
    """Its module in `userprio.cli`, which has a Click command of this name."""
    summary: str
    """One line for the list of commands."""
    selects: tuple[str, ...] = ()
    """Its options that select rows and columns, by their names in `OUTPUT_OPTIONS`."""
    watched: bool = False
    """Whether it can be repeated by `--watch` although it selects nothing."""
    of_pools: bool = True
    """Whether it has the options for a pool, its configuration and its ledger."""
    refuses: tuple[str, ...] = ()
    """Common options that it refuses or has no use for, by their parameters' names: its help leaves them out."""
    first: bool = False
    """Whether it is among those that `userprio --help` says to begin with."""
    instead: str | None = None
    """For an earlier spelling, what replaces it, empty if nothing does: it works as ever, out of sight."""

    @property
    def refused(self) -> tuple[str, ...]:
        """The common options that it refuses, or has no use for: only what reads a pool can read it as it was."""
        reads = self.of_pools and self.purpose is not Purpose.CHANGE
        return self.refuses if reads else (*self.refuses, *_OF_THE_PAST)

    @property
    def hidden(self) -> bool:
        """Whether only `userprio help commands` and the manual list it."""
        return self.instead is not None

    @property
    def shows(self) -> "Callable[[], Results] | None":
        """The formats of the results that it may show; None: it has no `--format`, or ignores it."""
        return _SHOWS.get(self.name) or _ALL_SHOW.get(self.module)

    @property
    def formats(self) -> tuple[Format, ...]:
        """What `--format` may be; to know it, the modules that write the results are loaded."""
        return report.formats_of(*(() if self.shows is None else self.shows()))


_look, _ask_why, _what_if, _watch, _change, _pool, _learn = (partial(Command, purpose) for purpose in Purpose)

_COLUMNS: Final = "most --columns NAMES"
_OF_A_LEDGER: Final = ("pool", "negotiator", "via")
"""What a command refuses that works on a ledger and on no running pool."""
_OF_THE_PAST: Final = ("at", "database")
"""What has no meaning for a command that changes the present, or is about it."""
_OF_FILES: Final = (
    *("snapshot", "ledger", "config", "overrides", "trust", "allow_commands", "condor_version"),
    *_OF_THE_PAST,
)
"""What has no meaning for a command that works on a running pool only."""

_ALL: Final = (
    _look("status", "status", "Who has what, who waits and why, and what comes next.", watched=True, first=True),
    _look("most", "listings", "Priorities, usage and limits of groups and users.", TREES, first=True),
    _look("all", "listings", "Everything known about groups and users, in all columns.", TREES, instead=_COLUMNS),
    _look(
        "usage",
        "listings",
        "What groups and users use and have used, with the dates of their first and last use.",
        TREES,
        instead=_COLUMNS,
    ),
    _look(
        "priority",
        "listings",
        "Effective priorities, real priorities and factors of users.",
        TREES,
        instead=_COLUMNS,
    ),
    _look("quotas", "listings", "Quotas of the groups, effective, configured and of subtrees.", TREES),
    _look(
        "resources",
        "listings",
        "The slots that a submitter holds, and since when.",
        EVERY_ROW,
        instead="-getreslist NAME",
    ),
    _look("jobs", "jobs", "Idle jobs in the order in which their schedd offers them.", ABOUT_USERS),
    _look("jobprio", "jobs", "Moab's priority of each job, and its components.", watched=True),
    _look(
        "log",
        "ledger",
        "The edits made with this program: when, who, what, why.",
        EVERY_ROW,
        refuses=_OF_THE_PAST,
    ),
    _look("top", "status", "What status shows, on the whole screen, to look around in.", refuses=("format",)),
    _ask_why(
        "explain", "explain", "Why a submitter, group or job gets what it gets, and no more.", EVERY_ROW, first=True
    ),
    _ask_why("check", "check", "What would surprise, or stop, a real negotiator.", watched=True, first=True),
    _what_if(
        "negotiate", "negotiate", "A dry run of one cycle: who gets what, who does not, and why.", TREES, first=True
    ),
    _what_if("plan", "plan", "What a change would do: who gains and who loses.", ABOUT_GROUPS, first=True),
    _what_if("sweep", "sweep", "A range of values of knobs, factors or machines, side by side.", ABOUT_GROUPS),
    _what_if("aim", "aim", "The smallest change that gives everybody what was promised."),
    _what_if("forecast", "forecast", "Use and priorities over the coming hours; where they settle.", TREES),
    _what_if("wait", "forecast", "When a job starts, what holds it back, and what would help.", first=True),
    _what_if("replay", "replay", "Replay a past period, under the policy in force and another.", refuses=_OF_A_LEDGER),
    _what_if(
        "size",
        "sweep",
        "A past period with more or fewer machines: waits and idle cores.",
        refuses=_OF_A_LEDGER,
        instead="sweep --over replay",
    ),
    _what_if("defrag", "forecast", "What condor_defrag would drain, at what cost and benefit.", ABOUT_USERS),
    _what_if(
        "report",
        "negotiate",
        "A dry run of one negotiation cycle, as a page for colleagues.",
        refuses=("format",),
        instead="negotiate --page FILE",
    ),
    _watch("verify", "monitoring", "Hold a dry run against the log of the cycle that it foretells."),
    _watch(
        "readlog", "monitoring", "The cycles in a NegotiatorLog, or one of them in full.", EVERY_ROW, of_pools=False
    ),
    _watch("metrics", "metrics", "What a dry run comes to, for Prometheus.", refuses=("format",)),
    _watch(
        "record",
        "recording",
        "Add the present state of a pool to a database.",
        refuses=("format", *_OF_THE_PAST),
    ),
    _watch("history", "history", "What a database of record has: use over time, and bills.", EVERY_ROW, of_pools=False),
    _change("set", "edits", "Set factors, floors, ceilings and more of submitters.", first=True),
    _change("reset", "edits", "Reset accumulated usage, or end leases before their time."),
    _change("setfactor", "edits", "Set priority factors, permanently or as a lease."),
    _change("setprio", "edits", "Set real priorities.", instead="set NAME prio=PRIORITY"),
    _change("setaccum", "edits", "Set accumulated usage.", instead="set NAME usage=SECONDS"),
    _change("setbegin", "edits", "Set when submitters began to use the pool.", instead="set NAME begin=TIME"),
    _change("setlast", "edits", "Set when submitters last used the pool.", instead="set NAME last=TIME"),
    _change("setfloor", "edits", "Set floors, permanently or as a lease.", instead="set NAME floor=WEIGHT"),
    _change("setceiling", "edits", "Set ceilings, permanently or as a lease.", instead="set NAME ceiling=WEIGHT"),
    _change(
        "cancel-lease",
        "edits",
        "End leases of factors, floors or ceilings before their time.",
        instead="reset NAME --lease KIND",
    ),
    _change("resetusage", "edits", "Reset the accumulated usage of submitters.", instead="reset NAME"),
    _change("resetall", "edits", "Reset the accumulated usage of all submitters and groups.", instead="reset --all"),
    _change("delete", "edits", "Delete records of submitters."),
    _change(
        "update",
        "ledger",
        "Charge usage, age priorities and end leases.",
        refuses=_OF_A_LEDGER,
        instead="",
    ),
    _change("undo", "ledger", "Undo an edit.", first=True),
    _change("apply", "policy", "Carry out a saved plan, or put a policy into effect.", refuses=_OF_A_LEDGER),
    _change("load", "policy", "Put a policy in a file into effect.", refuses=_OF_A_LEDGER, instead="apply POLICY"),
    _pool(
        "snapshot",
        "housekeeping",
        "Take a snapshot of a running pool, for --snapshot.",
        refuses=_OF_FILES,
        first=True,
    ),
    _pool("init", "housekeeping", "Start a pool of your own from a shipped example.", of_pools=False),
    _pool("dump", "policy", "A pool's policy as a file: quotas, factors, floors, ceilings."),
    _pool("diff", "policy", "What differs between a pool and a policy in a file.", EVERY_ROW),
    _learn("learn", "learn", "Fair share in a quarter of an hour, on your terminal.", of_pools=False, first=True),
    _learn("help", "learn", "Help on a command, or on a topic such as formats.", of_pools=False),
    _learn(
        "versions",
        "housekeeping",
        "What versions of HTCondor decide differently.",
        of_pools=False,
        instead="plan --to-version VERSION",
    ),
    _learn("settings", "housekeeping", "Defaults for options that are not given.", of_pools=False),
    _learn("completion", "housekeeping", "The script that makes bash, zsh or fish complete commands.", of_pools=False),
)

COMMANDS: Final[Mapping[str, Command]] = {
    command.name: command for command in sorted(_ALL, key=lambda command: command.hidden)
}
"""All commands in the order of the help: those in sight, and then the earlier spellings."""

IN_SIGHT: Final = tuple(name for name, command in COMMANDS.items() if not command.hidden)

ROOT: Final = _look("userprio", "app", "", TREES)
"""What `userprio` itself takes, with condor_userprio's spelling or without a command."""

_SHOWS: Final[Mapping[str, "Callable[[], Results]"]] = {
    "userprio": lambda: (report.LISTING_FORMATS, report.ADS_FORMATS, report.HOLDINGS_FORMATS),
    "status": lambda: (report.STATUS_FORMATS,),
    "resources": lambda: (report.HOLDINGS_FORMATS,),
    "jobs": lambda: (report.QUEUES_FORMATS,),
    "jobprio": lambda: (report.PRIORITIES_FORMATS, report.USAGE_FORMATS),
    "log": lambda: (report.HISTORY_FORMATS, report.CHAIN_FORMATS),
    "explain": lambda: (report.EXPLANATION_FORMATS, report.COMPARISON_FORMATS),
    "check": lambda: (report.FINDINGS_FORMATS, report.CODES_FORMATS),
    "negotiate": lambda: (report.OUTCOME_FORMATS, report.CYCLE_TABLE_FORMATS),
    "plan": lambda: (report.PLAN_FORMATS, report.GUARDS_FORMATS),
    "sweep": lambda: (report.SWEEP_FORMATS,),
    "aim": lambda: (report.AIM_FORMATS,),
    "forecast": lambda: (report.FORECAST_FORMATS,),
    "wait": lambda: (report.WAIT_FORMATS,),
    "replay": lambda: (report.REPLAY_FORMATS,),
    "size": lambda: (report.SWEEP_FORMATS,),
    "defrag": lambda: (report.DEFRAG_FORMATS,),
    "verify": lambda: (report.VERIFICATION_FORMATS,),
    "readlog": lambda: (report.LOG_FORMATS, report.CYCLE_FORMATS),
    "history": lambda: (report.TIMELINE_FORMATS, report.BILL_FORMATS),
    "update": lambda: (report.EDIT_FORMATS,),
    "undo": lambda: (report.EDIT_FORMATS,),
    "apply": lambda: (report.APPLIED_FORMATS, report.GUARDS_FORMATS),
    "load": lambda: (report.APPLIED_FORMATS,),
    "snapshot": lambda: (report.SNAPSHOT_FORMATS,),
    "dump": lambda: (report.POLICY_FORMATS,),
    "diff": lambda: (report.DIFFERENCE_FORMATS,),
    "versions": lambda: (report.VERSIONS_FORMATS,),
    "settings": lambda: (report.SETTINGS_FORMATS,),
}

_ALL_SHOW: Final[Mapping[str, "Callable[[], Results]"]] = {
    "listings": lambda: (report.LISTING_FORMATS, report.ADS_FORMATS),
    "edits": lambda: (report.EDIT_FORMATS,),
}
"""By module, what those of its commands show that are not named above."""
