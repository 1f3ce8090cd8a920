"""The table of commands: what each is for, where it is, what it shows, and what can be done with its tables.

Nothing of a command is loaded before it runs: `module` is imported then, and `shows` is called only to ask for formats.
"""

from collections.abc import Callable, Mapping
from enum import Enum
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

    name: str
    purpose: Purpose
    module: str
    """Its module in `userprio.cli`, which has a Click command of this name."""
    summary: str
    """One line for the list of commands."""
    shows: "Callable[[], Results] | None" = None
    """The formats of the results that it may show; None: it has no `--format`, or ignores it."""
    selects: tuple[str, ...] = ()
    """Its options that select rows and columns, by their names in `OUTPUT_OPTIONS`."""
    watched: bool = False
    """Whether it can be repeated by `--watch` although it selects nothing."""
    of_pools: bool = True
    """Whether it has the options for a pool, its configuration and its ledger."""

    @property
    def formats(self) -> tuple[Format, ...]:
        """What `--format` may be; to know it, the modules that write the results are loaded."""
        return report.formats_of(*(() if self.shows is None else self.shows()))


def _listings() -> "Results":
    return report.LISTING_FORMATS, report.ADS_FORMATS


def _edits() -> "Results":
    return (report.EDIT_FORMATS,)


def _applied() -> "Results":
    return (report.APPLIED_FORMATS,)


LOOK, ASK_WHY, WHAT_IF, CHANGE, POOL, LEARN, SETTINGS = Purpose

_ALL: Final = (
    Command(
        "most", LOOK, "listings", "Priorities, usage and limits of groups and users; the default.", _listings, TREES
    ),
    Command("all", LOOK, "listings", "Everything known about groups and users, in all columns.", _listings, TREES),
    Command(
        "usage",
        LOOK,
        "listings",
        "What groups and users use and have used, with the dates of their first and last use.",
        _listings,
        TREES,
    ),
    Command(
        "priority", LOOK, "listings", "Effective priorities, real priorities and factors of users.", _listings, TREES
    ),
    Command(
        "quotas",
        LOOK,
        "listings",
        "Effective, configured and subtree quotas of the groups, and their demand.",
        _listings,
        TREES,
    ),
    Command(
        "resources",
        LOOK,
        "listings",
        "The slots that a submitter holds, and since when.",
        lambda: (report.HOLDINGS_FORMATS,),
        EVERY_ROW,
    ),
    Command(
        "jobs",
        LOOK,
        "jobs",
        "A submitter's idle jobs in the order in which its schedd offers them.",
        lambda: (report.QUEUES_FORMATS,),
        ABOUT_USERS,
    ),
    Command(
        "jobprio",
        LOOK,
        "jobs",
        "Moab's priority of each job, and its components.",
        lambda: (report.PRIORITIES_FORMATS, report.USAGE_FORMATS),
        watched=True,
    ),
    Command(
        "log",
        LOOK,
        "ledger",
        "The edits made with this program: when, who, what, why.",
        lambda: (report.HISTORY_FORMATS,),
        EVERY_ROW,
    ),
    Command(
        "explain",
        ASK_WHY,
        "explain",
        "Why a submitter, a group or a job gets what it gets, and no more.",
        lambda: (report.EXPLANATION_FORMATS, report.COMPARISON_FORMATS),
        EVERY_ROW,
    ),
    Command(
        "check",
        ASK_WHY,
        "check",
        "What would surprise, or stop, a real negotiator, with file and line.",
        lambda: (report.FINDINGS_FORMATS, report.CODES_FORMATS),
        watched=True,
    ),
    Command(
        "negotiate",
        WHAT_IF,
        "negotiate",
        "A dry run of one negotiation cycle: who gets what, who does not, and why.",
        lambda: (report.OUTCOME_FORMATS, report.CYCLE_TABLE_FORMATS),
        TREES,
    ),
    Command(
        "plan",
        WHAT_IF,
        "plan",
        "What changes would do: a cycle before and after; who gains and who loses.",
        lambda: (report.PLAN_FORMATS,),
        ABOUT_GROUPS,
    ),
    Command(
        "sweep",
        WHAT_IF,
        "sweep",
        "A range of values of a knob or a factor, side by side.",
        lambda: (report.SWEEP_FORMATS,),
        ABOUT_GROUPS,
    ),
    Command(
        "aim",
        WHAT_IF,
        "aim",
        "Find the factors and quotas that give everybody what was promised.",
        lambda: (report.AIM_FORMATS,),
    ),
    Command(
        "forecast",
        WHAT_IF,
        "forecast",
        "Use and priorities over the coming hours, and where they settle.",
        lambda: (report.FORECAST_FORMATS,),
        TREES,
    ),
    Command(
        "wait",
        WHAT_IF,
        "wait",
        "When a job starts, as a range; what holds it back, and what would help.",
        lambda: (report.WAIT_FORMATS,),
    ),
    Command(
        "replay",
        WHAT_IF,
        "replay",
        "Replay a past period, under the policy in force and another.",
        lambda: (report.REPLAY_FORMATS,),
    ),
    Command(
        "size",
        WHAT_IF,
        "replay",
        "A past period with more or fewer machines: waits and idle cores, and the knee.",
        lambda: (report.SIZE_FORMATS,),
    ),
    Command(
        "defrag",
        WHAT_IF,
        "forecast",
        "What condor_defrag would drain, at what cost, and with what benefit.",
        lambda: (report.DEFRAG_FORMATS,),
        ABOUT_USERS,
    ),
    Command("report", WHAT_IF, "negotiate", "A dry run of one negotiation cycle, as a page for colleagues."),
    Command("setfactor", CHANGE, "edits", "Set priority factors, permanently or as a lease.", _edits),
    Command("setprio", CHANGE, "edits", "Set real priorities.", _edits),
    Command("setaccum", CHANGE, "edits", "Set accumulated usage.", _edits),
    Command("setbegin", CHANGE, "edits", "Set when submitters began to use the pool.", _edits),
    Command("setlast", CHANGE, "edits", "Set when submitters last used the pool.", _edits),
    Command("setfloor", CHANGE, "edits", "Set floors, permanently or as a lease.", _edits),
    Command("setceiling", CHANGE, "edits", "Set ceilings, permanently or as a lease.", _edits),
    Command("cancel-lease", CHANGE, "edits", "End leases of factors, floors or ceilings before their time.", _edits),
    Command("resetusage", CHANGE, "edits", "Reset the accumulated usage of submitters.", _edits),
    Command("resetall", CHANGE, "edits", "Reset the accumulated usage of all submitters and groups.", _edits),
    Command("delete", CHANGE, "edits", "Delete records of submitters.", _edits),
    Command(
        "update", CHANGE, "ledger", "Charge usage, let priorities decay, end leases, as between two cycles.", _edits
    ),
    Command("undo", CHANGE, "ledger", "Undo an edit.", _edits),
    Command("apply", CHANGE, "plan", "Carry out a saved plan.", _applied),
    Command("load", CHANGE, "policy", "Put a policy in a file into effect.", _applied),
    Command(
        "snapshot",
        POOL,
        "housekeeping",
        "Take a snapshot of a running pool, for --snapshot.",
        lambda: (report.SNAPSHOT_FORMATS,),
    ),
    Command("init", POOL, "housekeeping", "Start a pool of your own from a shipped example.", of_pools=False),
    Command(
        "dump",
        POOL,
        "policy",
        "A pool's policy as a file: quotas, factors, floors, ceilings and leases.",
        lambda: (report.POLICY_FORMATS,),
    ),
    Command(
        "diff",
        POOL,
        "policy",
        "What differs between a pool and a policy in a file.",
        lambda: (report.DIFFERENCE_FORMATS,),
        EVERY_ROW,
    ),
    Command(
        "learn",
        LEARN,
        "learn",
        "Fair share in a quarter of an hour: guess what happens, see it, change it.",
        of_pools=False,
    ),
    Command("help", LEARN, "learn", "Help on a command, or on a topic such as formats.", of_pools=False),
    Command(
        "versions",
        LEARN,
        "housekeeping",
        "What versions of HTCondor decide differently.",
        lambda: (report.VERSIONS_FORMATS,),
        of_pools=False,
    ),
    Command(
        "settings",
        SETTINGS,
        "housekeeping",
        "Defaults for options that are not given.",
        lambda: (report.SETTINGS_FORMATS,),
        of_pools=False,
    ),
    Command(
        "completion",
        SETTINGS,
        "completing",
        "The script that makes bash, zsh or fish complete command lines of this program.",
    ),
)

COMMANDS: Final[Mapping[str, Command]] = {command.name: command for command in _ALL}
"""All commands, in the order of the help."""

ROOT: Final = Command(
    "userprio",
    Purpose.LOOK,
    "app",
    "",
    lambda: (report.LISTING_FORMATS, report.ADS_FORMATS, report.HOLDINGS_FORMATS),
    TREES,
)
"""What `userprio` itself takes, with condor_userprio's spelling or without a command."""
