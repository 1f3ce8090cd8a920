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
    """The sections of `userprio --help`, in their order, by their titles."""

    LOOK = "Look"
    ASK_WHY = "Ask why"
    WHAT_IF = "What if"
    CHANGE = "Change"
    POOL = "Pool"
    LEARN = "Learn"
    SETTINGS = "Settings"


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

    @property
    def shows(self) -> "Callable[[], Results] | None":
        """The formats of the results that it may show; None: it has no `--format`, or ignores it."""
        return _SHOWS.get(self.name) or _ALL_SHOW.get(self.module)

    @property
    def formats(self) -> tuple[Format, ...]:
        """What `--format` may be; to know it, the modules that write the results are loaded."""
        return report.formats_of(*(() if self.shows is None else self.shows()))


_look, _ask_why, _what_if, _change, _pool, _learn, _settings = (partial(Command, purpose) for purpose in Purpose)

_ALL: Final = (
    _look("status", "status", "Who has what, who waits and why, and what comes next: one screen.", watched=True),
    _look("top", "status", "The same on the whole screen, to fold, sort, filter and explain."),
    _look("most", "listings", "Priorities, usage and limits of groups and users; the default in a pipe.", TREES),
    _look("all", "listings", "Everything known about groups and users, in all columns.", TREES),
    _look(
        "usage",
        "listings",
        "What groups and users use and have used, with the dates of their first and last use.",
        TREES,
    ),
    _look("priority", "listings", "Effective priorities, real priorities and factors of users.", TREES),
    _look("quotas", "listings", "Effective, configured and subtree quotas of the groups, and their demand.", TREES),
    _look("resources", "listings", "The slots that a submitter holds, and since when.", EVERY_ROW),
    _look("jobs", "jobs", "A submitter's idle jobs in the order in which its schedd offers them.", ABOUT_USERS),
    _look("jobprio", "jobs", "Moab's priority of each job, and its components.", watched=True),
    _look("log", "ledger", "The edits made with this program: when, who, what, why.", EVERY_ROW),
    _ask_why("explain", "explain", "Why a submitter, a group or a job gets what it gets, and no more.", EVERY_ROW),
    _ask_why("check", "check", "What would surprise, or stop, a real negotiator, with file and line.", watched=True),
    _what_if(
        "negotiate", "negotiate", "A dry run of one negotiation cycle: who gets what, who does not, and why.", TREES
    ),
    _what_if("plan", "plan", "What changes would do: a cycle before and after; who gains and who loses.", ABOUT_GROUPS),
    _what_if(
        "sweep", "plan", "A range of values of a knob, a factor or a number of machines, side by side.", ABOUT_GROUPS
    ),
    _what_if("aim", "aim", "Find the factors and quotas that give everybody what was promised."),
    _what_if("forecast", "forecast", "Use and priorities over the coming hours, and where they settle.", TREES),
    _what_if("wait", "forecast", "When a job starts, as a range; what holds it back, and what would help."),
    _what_if("replay", "replay", "Replay a past period, under the policy in force and another."),
    _what_if("size", "replay", "A past period with more or fewer machines: waits and idle cores, and the knee."),
    _what_if("defrag", "forecast", "What condor_defrag would drain, at what cost, and with what benefit.", ABOUT_USERS),
    _what_if("report", "negotiate", "A dry run of one negotiation cycle, as a page for colleagues."),
    _change("set", "edits", "Set factors, floors, ceilings and more of submitters, permanently or as leases."),
    _change("reset", "edits", "Reset accumulated usage, or end leases before their time."),
    _change("setfactor", "edits", "Set priority factors, permanently or as a lease."),
    _change("setprio", "edits", "Set real priorities."),
    _change("setaccum", "edits", "Set accumulated usage."),
    _change("setbegin", "edits", "Set when submitters began to use the pool."),
    _change("setlast", "edits", "Set when submitters last used the pool."),
    _change("setfloor", "edits", "Set floors, permanently or as a lease."),
    _change("setceiling", "edits", "Set ceilings, permanently or as a lease."),
    _change("cancel-lease", "edits", "End leases of factors, floors or ceilings before their time."),
    _change("resetusage", "edits", "Reset the accumulated usage of submitters."),
    _change("resetall", "edits", "Reset the accumulated usage of all submitters and groups."),
    _change("delete", "edits", "Delete records of submitters."),
    _change("update", "ledger", "Charge usage, let priorities decay, end leases, as between two cycles."),
    _change("undo", "ledger", "Undo an edit."),
    _change("apply", "policy", "Carry out a saved plan, or put a policy in a file into effect."),
    _change("load", "policy", "Put a policy in a file into effect."),
    _pool("snapshot", "housekeeping", "Take a snapshot of a running pool, for --snapshot."),
    _pool("init", "housekeeping", "Start a pool of your own from a shipped example.", of_pools=False),
    _pool("dump", "policy", "A pool's policy as a file: quotas, factors, floors, ceilings and leases."),
    _pool("diff", "policy", "What differs between a pool and a policy in a file.", EVERY_ROW),
    _learn(
        "learn", "learn", "Fair share in a quarter of an hour: guess what happens, see it, change it.", of_pools=False
    ),
    _learn("help", "learn", "Help on a command, or on a topic such as formats.", of_pools=False),
    _learn("versions", "housekeeping", "What versions of HTCondor decide differently.", of_pools=False),
    _settings("settings", "housekeeping", "Defaults for options that are not given.", of_pools=False),
    _settings(
        "completion", "housekeeping", "The script that makes bash, zsh or fish complete command lines of this program."
    ),
)

COMMANDS: Final[Mapping[str, Command]] = {command.name: command for command in _ALL}
"""All commands, in the order of the help."""

ROOT: Final = _look("userprio", "app", "", TREES)
"""What `userprio` itself takes, with condor_userprio's spelling or without a command."""

_SHOWS: Final[Mapping[str, "Callable[[], Results]"]] = {
    "userprio": lambda: (report.LISTING_FORMATS, report.ADS_FORMATS, report.HOLDINGS_FORMATS),
    "status": lambda: (report.STATUS_FORMATS,),
    "resources": lambda: (report.HOLDINGS_FORMATS,),
    "jobs": lambda: (report.QUEUES_FORMATS,),
    "jobprio": lambda: (report.PRIORITIES_FORMATS, report.USAGE_FORMATS),
    "log": lambda: (report.HISTORY_FORMATS,),
    "explain": lambda: (report.EXPLANATION_FORMATS, report.COMPARISON_FORMATS),
    "check": lambda: (report.FINDINGS_FORMATS, report.CODES_FORMATS),
    "negotiate": lambda: (report.OUTCOME_FORMATS, report.CYCLE_TABLE_FORMATS),
    "plan": lambda: (report.PLAN_FORMATS,),
    "sweep": lambda: (report.SWEEP_FORMATS, report.SIZE_FORMATS, report.REPLAY_SWEEP_FORMATS),
    "aim": lambda: (report.AIM_FORMATS,),
    "forecast": lambda: (report.FORECAST_FORMATS,),
    "wait": lambda: (report.WAIT_FORMATS,),
    "replay": lambda: (report.REPLAY_FORMATS,),
    "size": lambda: (report.SIZE_FORMATS,),
    "defrag": lambda: (report.DEFRAG_FORMATS,),
    "update": lambda: (report.EDIT_FORMATS,),
    "undo": lambda: (report.EDIT_FORMATS,),
    "apply": lambda: (report.APPLIED_FORMATS,),
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
