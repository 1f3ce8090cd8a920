"""What the pages say beyond what the commands say of themselves. Plain strings, marked up for `roff`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from userprio.cli.exits import ExitStatus
from userprio.explain.reasons import Reason
from userprio.limits import LIMITS as BOUNDS
from userprio.report.summary import WORDS


@dataclass(frozen=True, slots=True)
class Section:
    """A section of its own on the program's page."""

    title: str
    paragraphs: tuple[str, ...]
    terms: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Family:
    """What the pages of commands have in common that come from one module."""

    paragraphs: tuple[str, ...]
    files: Mapping[str, str]
    ends_with: tuple[ExitStatus, ...]
    sections: tuple[Section, ...] = ()
    """Further ones, behind the options."""


ABOUT: Final = "Fair share for HTCondor, without a running pool."

SYNOPSES: Final = (
    ("[OPTIONS]", "COMMAND", "[ARGUMENT]..."),
    ("[OPTIONS]", "[LISTING-OPTION]...", "[NAME]..."),
    ("[OPTIONS]", "EDIT-OPTION", "[NAME]", "[VALUE]"),
)

DESCRIPTION: Final = (
    "`userprio` reads an HTCondor configuration, the accounting ledger of a negotiator and, where wanted, a snapshot "
    "of a pool. It lists and edits priorities, factors, usage and limits as condor_userprio(1) does, and it runs a "
    "negotiation cycle dry: the quotas, limits, matches and rejections that `condor_negotiator` would arrive at, with "
    "the reasons. Nothing of HTCondor needs to be installed or running.",
    "Without a command it lists what `userprio most` lists. The second and third form are the spelling of "
    "condor_userprio(1), see below.",
    "Everything can be tried on the pools that are shipped with the program; see EXAMPLES.",
)

COMMANDS: Final = "Each has a page of its own, and each explains itself with --help."

SHIPPED: Final = (
    "These pools come with the program, and are meant by their names wherever there is no such file or folder:"
)

OPTIONS: Final = (
    "These may stand in front of a command or behind it. Of an option that is given twice the last one counts, except "
    "for --set, which adds up."
)

SHARED_OPTIONS: Final = "These may also stand in front of the command; userprio(1) says more about them."

CLASSIC: Final = (
    "Whatever is typed without a command is understood as condor_userprio(1) understands it: `userprio -quotas`, "
    "`userprio -allusers -all`, `userprio -setfactor alice@pool.test 5000`. Options may be shortened as far as that "
    "program allows; its messages are the same, and so is its exit status. On a terminal a listing is shown as a "
    "table, anywhere else, and with `--format classic`, as the same text, column for column. The options of this "
    "program, with two dashes, may be mixed in."
)

DIFFERENCES: Final = (
    "Where the original has a plain defect, or asks what no ledger can answer, this program does otherwise, in either "
    "spelling:"
)

PLACES: Final = Section(
    "WHERE THINGS ARE FOUND",
    ("Each of these is looked for in the order given. What is named on the command line must be there.",),
    {
        "configuration": "The file given with --config; `condor_config` in the folder given with --snapshot; the file "
        "that `CONDOR_CONFIG` names; `/etc/condor/condor_config`, `/usr/local/etc/condor_config` and "
        "`~condor/condor_config`; the user's own file, see FILES. Without any, every knob has HTCondor's default. "
        "Environment variables that begin with `_CONDOR_` go over the files, and values given with --set over these. "
        "Commands that a configuration includes are run only with --allow-commands.",
        "ledger": "The file given with --ledger; `Accountantnew.log` in the folder given with --snapshot; the file "
        "that the configuration names with `ACCOUNTANT_DATABASE_FILE` or, that being empty, `Accountantnew.log` in "
        "`SPOOL`; the user's own file.",
        "pool": "Only where it is given with --snapshot: a folder, a file in TOML, or the name of a shipped example; "
        "or, of a running one, with --pool.",
        "time": "The time given with --now; the time at which the newest ad of the snapshot was received; the clock.",
    },
)

SNAPSHOTS: Final = Section(
    "SNAPSHOTS",
    (
        "A snapshot is a folder of what HTCondor's tools print. Ads may be in the long, JSON, XML or new form, and "
        "compressed with gzip or not; the form is recognised by what is in the file. Of these files any "
        "may be missing. Of ads that come again later in a file the last one counts, and their number is told.",
    ),
    {
        "slots.ads": "What `condor_status -long` prints.",
        "submitters.ads": "What `condor_status -submitters -long` prints.",
        "jobs.ads": "What `condor_q -global -allusers -long` prints.",
        "condor_config": "The configuration of the negotiator.",
        "Accountantnew.log": "Its ledger, from the folder that `condor_config_val SPOOL` names.",
        "pool.toml": "Instead of ads, a pool written by hand: tables `[[slots]]` and `[[jobs]]` with the attributes "
        "that matter and a `count`, and knobs under `[config]`. The example `handmade` is one. Jobs take `user`, "
        "`group` (or `accounting_group`, `accounting_group_user`), `schedd` and the commands of a submit file. A key "
        'that looks like a slip is refused; with `+` or `MY.` before it, as in `"+Group" = "blue"`, it is an '
        "attribute, whatever it is called.",
    },
)

FORMATS: Final = Section(
    "FORMATS",
    ("Results go to standard output, in the form chosen with --format; warnings and errors go to standard error.",),
    {
        "auto": "A table on a terminal. Elsewhere the text of condor_userprio(1), or, of commands that it lacks, the "
        "table without colour and lines. This is the default.",
        "table": "A table wherever it goes; colour on a terminal only.",
        "classic": "The text of condor_userprio(1), column for column. Of commands that it lacks, plain tables.",
        "json": "One document with everything there is. It names its schema, such as `userprio.listing/1`; within a "
        "version keys are added, never changed.",
        "csv": "One line for each record, with a line of headings. Text that a spreadsheet would take for a formula "
        "has an apostrophe before it.",
        "long": "Of listings only: ClassAds, an attribute on each line, as `condor_userprio -long` prints them.",
    },
)

EDITING: Final = Section(
    "EDITS, THE OPERATIONS LOG, AND UNDO",
    (
        "An edit is checked before anything is touched, and is written to the ledger as one transaction, which is on "
        "the disk before success is reported. Several processes may edit at once. After a crash at any moment the "
        "ledger holds the state before the edit or the state after it. An edit of several submitters is made for all "
        "of them or for none.",
        "A negotiator keeps the ledger in memory and would neither see an edit nor spare it. Where a running one seems "
        "to own the ledger, edits are refused unless --force is given. Stop it, edit, and start it again.",
        "Every edit is recorded beside the ledger: when, who, what, the values before and after, and the reason given "
        "with --reason. `userprio log` shows these operations. `userprio undo` takes the last one back, or the one "
        "whose number it is given, as a new operation; it refuses if a value has changed since, and says which. Only "
        "`userprio update` cannot be taken back.",
        "Floors, ceilings and factors that are set with --duration are leases: once it is over, the value from before "
        "counts again. As in HTCondor, a lease that has run out is ended at the next negotiation cycle, and here also "
        "by `userprio update` and before every edit that concerns it.",
    ),
)

LIVE: Final = Section(
    "A RUNNING POOL",
    (
        "With --pool, the host of its collector, commands work on a running pool instead of a ledger and a snapshot; "
        "with --name alone, on the pool that this machine is configured for. It is asked through HTCondor's "
        "command-line tools where they are on `PATH`, and otherwise, or with `--via bindings`, through HTCondor's "
        "Python bindings (`pip install 'userprio[live]'`), in a process of their own. Both authenticate as HTCondor "
        "is configured to.",
        "Listings show what the negotiator answers. In the spelling of condor_userprio(1) it is what that program "
        "would show: what the collector has, unless -allusers, -negotiator, -grouprollup or a name that the collector "
        "does not know asks for more.",
        "Edits are checked against the pool's accounts, sent, and read back, since most of them get no answer: what is "
        "reported is what the pool then shows. A negotiator knows no transactions, so that several names are changed "
        "one after the other; if one fails, those before it stay changed. Reals travel with 31 bits: 2500 arrives as "
        "2499.999999. The log of such edits is among the data of whoever made them, and `userprio undo --pool` takes "
        "one back by other edits, as far as there are such.",
        "`userprio negotiate` and the other commands that work on a snapshot take one first, for this one run. The "
        "pool is only read.",
    ),
    {
        "what the tools can do": "Everything. Where a pool has several negotiators, their listings lack leases.",
        "what the bindings cannot do": "Floors, leases, taking a ceiling away, rolled-up usage, and the slots of a "
        "submitter. Give `--via tools` for these.",
    },
)

LIMITS: Final = Section(
    "LIMITS",
    (
        "Files may come from anybody, so that nothing in them may keep the program busy for ever or exhaust the "
        "machine. Where HTCondor has a limit of its own, it is the same. What is named as a file must be one: pipes "
        "and devices are refused, and nothing waits for them. Within these limits one evaluation ends in some ten "
        "seconds, and one search in about a second.",
    ),
    {
        **{area: " ".join(map(str, bounds)) for area, bounds in BOUNDS.items()},
        "leases": "They last 1 to 2147483646 seconds. Whoever edits waits 10 seconds for others to finish.",
        "times": "From the beginning of 1970 to the end of 9999.",
    },
)

FILES: Final[Mapping[str, str]] = {
    "~/.config/userprio/condor_config": "The user's own configuration, read where no other is found.",
    "~/.config/userprio/settings.toml": "Defaults that userprio-settings(1) sets.",
    "~/.local/share/userprio/Accountantnew.log": "The user's own ledger, read where no other is found.",
    "*LEDGER*.operations": "The operations log of a ledger: JSON, one operation on a line.",
    "*LEDGER*.lock": "Locked by whoever edits the ledger. It may be removed while nobody does.",
    "~/.local/share/userprio/pools/*HOST*.operations": "The log of edits of a running pool.",
    "*LEDGER*.dropped-*TIME*": "What a repair took out of a damaged ledger.",
}

_READ: Final[Mapping[str, str]] = {
    "Accountantnew.log": "The ledger, unless another is given; userprio(1) says where it is looked for.",
    "condor_config": "The configuration, likewise.",
}
_LEDGER_KEPT: Final = ("*LEDGER*.operations", "*LEDGER*.lock")

ENVIRONMENT: Final[Mapping[str, str]] = {
    "CONDOR_CONFIG": "The root of the configuration, as for HTCondor. `ONLY_ENV` means that there is no file.",
    "_CONDOR_*NAME*": "The value of the knob *NAME*, over that of the configuration's files.",
    "NO_COLOR": "Set to anything: no colour.",
    "COLUMNS": "The width of tables; otherwise that of the terminal.",
    "TZ": "The time zone in which times are shown, and read where they name none.",
    "XDG_CONFIG_HOME, XDG_DATA_HOME": "Where the user's own files are, instead of `~/.config` and `~/.local/share`.",
}

STATUSES: Final[Mapping[ExitStatus, str]] = {
    ExitStatus.DONE: "Done.",
    ExitStatus.FAILED: "Nothing was found; of `check`, an error was. In the spelling of condor_userprio(1), whatever "
    "that program fails with, its usage text included.",
    ExitStatus.USAGE: "The command line cannot be understood.",
    ExitStatus.CHANGES: "`userprio plan` found that something comes out differently.",
    ExitStatus.REFUSED: "What was asked was refused, and nothing was changed; or a running pool does not let us, or "
    "does not show an edit that was sent. The reason is on standard error.",
    ExitStatus.MOVED: "Something that does not keep to the lock changed the ledger meanwhile, or ledger or "
    "configuration are no longer what a plan was made for. Nothing was changed.",
    ExitStatus.BAD_INPUT: "A file, or what --set gives, cannot be read or makes no sense. One sentence says which, "
    "where in it, and what to do.",
    ExitStatus.UNREACHABLE: "A running pool does not answer, or nothing that could ask it is installed.",
    ExitStatus.INTERRUPTED: "Interrupted from the keyboard.",
    ExitStatus.PIPE_CLOSED: "Whoever read the output stopped reading.",
}

_LISTING: Final = Family(
    (
        "Priorities are shown as a negotiator that runs on this ledger would report them. Quotas, demand and sort keys "
        "of the groups are worked out from the snapshot; without one they are those of a negotiator that has not "
        "negotiated yet.",
    ),
    _READ,
    (ExitStatus.DONE, ExitStatus.FAILED, ExitStatus.USAGE, ExitStatus.BAD_INPUT, ExitStatus.UNREACHABLE),
)
_EDITING: Final = Family(
    (
        "The edit is on the disk before success is reported, is recorded in the operations log, and can be taken back "
        "with userprio-undo(1). See userprio(1) for what happens when several edit at once, when a negotiator runs, "
        "and when the machine stops.",
    ),
    {**_READ, **{name: FILES[name] for name in _LEDGER_KEPT}},
    (
        *(ExitStatus.DONE, ExitStatus.USAGE, ExitStatus.REFUSED, ExitStatus.MOVED, ExitStatus.BAD_INPUT),
        ExitStatus.UNREACHABLE,
    ),
)
_SNAPSHOT: Final = Family(
    (
        "Slot and submitter ads are read whole, as the negotiator itself reads them before each cycle; of jobs only "
        "the attributes that count are asked for. Of the slots' attributes those are kept that an expression of a "
        "slot, a job or the negotiator mentions, and those that policies are usually made of.",
        "What a negotiator does not tell is missing: usage since the last update that is not charged yet, and which "
        "matches are not claimed yet. A moment after a cycle is therefore the worst one for a snapshot.",
    ),
    {
        "*DIR*": "The snapshot, see userprio(1): `slots.ads`, `submitters.ads`, `jobs.ads`, `condor_config`, "
        "`Accountantnew.log`."
    },
    (
        *(ExitStatus.DONE, ExitStatus.FAILED, ExitStatus.USAGE, ExitStatus.REFUSED, ExitStatus.BAD_INPUT),
        ExitStatus.UNREACHABLE,
    ),
)
_UPDATE: Final = Family(
    (
        "Slots are counted by the rules of HTCondor up to version 25.10: what is in use is counted anew, and a slot "
        "that stays with its submitter keeps the time of its match.",
    ),
    _EDITING.files,
    _EDITING.ends_with,
)
_UNDO: Final = Family((), _EDITING.files, _EDITING.ends_with)
_LOG: Final = Family(
    (),
    {**_READ, "*LEDGER*.operations": FILES["*LEDGER*.operations"]},
    (ExitStatus.DONE, ExitStatus.USAGE, ExitStatus.BAD_INPUT),
)
_CYCLE: Final = Family((), _READ, (ExitStatus.DONE, ExitStatus.USAGE, ExitStatus.BAD_INPUT, ExitStatus.UNREACHABLE))
_NEGOTIATE: Final = Family(
    (
        "A match gives a slot to a submitter. If the slot is partitionable, the schedd gives what the first job leaves "
        "of it to further jobs of that submitter, in their order, as long as one fits: one match, many jobs. Not with "
        "CLAIM_PARTITIONABLE_LEFTOVERS set to False, not beyond MAX_JOBS_RUNNING, and not to jobs with concurrency "
        "limits. No limit of the negotiator stops it. How many jobs are expected to start is worked out after the "
        "cycle: every job that was matched gets its part first; requests are rounded as HTCondor ships its startds; a "
        "partitionable slot that is taken from somebody counts for one job.",
        "With `--format json` the schema is `userprio.negotiate/1`. `jobs` of a match are the jobs expected to start "
        "from it; `won`, `jobs`, `left` and `stopped` of a visit are got, jobs start, idle left and stopped below; "
        "`refusals` are the table of rejections for each schedd, `unvisited` the submitters never visited. In "
        "`summary`, `idle_left` are the idle jobs left, and `unmatched` those without a match.",
    ),
    _CYCLE.files,
    _CYCLE.ends_with,
    (
        Section(
            "WORDS ON THE SCREEN",
            ("Weights are sums of SlotWeight: cores, unless a pool says otherwise.",),
            {
                "got": "Weight won, of groups and submitters alike. A `*` marks more than a limit: a match costs its "
                "whole slot, and the first match of a visit may round the limit up to any slot; a slot that prefers a "
                "job to what it runs is given whatever the limit. A line under the table has the numbers.",
                "matches": "How many matches that were.",
                "jobs start": "Jobs expected to start from the matches; shown where they are not as many.",
                "idle left": "Idle jobs that no match so far is expected to start: those before the cycle less the "
                "jobs that start. Of a group, those of its own members.",
                "spin": "Submitters are visited in the order of their priorities, again and again as long as "
                "somebody gains; each time is a spin of the pie, which is what they share.",
                "round": "With groups, all this happens for one group after another, and again in a further round if "
                "quota is left that others can use.",
                "stopped": "Why the negotiator left the submitter, see WHY IT STOPPED.",
                "times": "How often a request was refused.",
                "unmatched jobs": "Jobs without a match in the end, each once, under the reason of its last refusal. "
                "Some of them may start on what others leave of a partitionable slot.",
            },
        ),
        Section(
            "WHY IT STOPPED",
            (
                "Green is `no jobs left` alone. Yellow means that jobs wait and the submitter has what it may have, "
                "red that they wait and nothing was found for them.",
            ),
            WORDS,
        ),
    ),
)
_FORECAST: Final = Family(
    (
        "Every step is a cycle as userprio-negotiate(1) runs it, on slots, jobs and submitters as they then are. "
        "Where only the schedds' cap on offers or what is left of a partitionable slot kept a cycle from finding more, "
        "it is repeated within the step, as often as NEGOTIATOR_INTERVAL would let it. A claim serves jobs of its "
        "submitter until CLAIM_WORKLIFE. A partitionable slot is cut for as many jobs of the submitter that it was "
        "matched to as fit. A preempted job starts anew. Machines neither come nor go.",
        "The long run is found by running the cycles on with time pressed together until use has settled, and taking "
        "its mean; all leases are over then.",
        "--plot needs matplotlib, which comes with `pip install 'userprio[plot]'`; without it nothing is run.",
    ),
    _READ,
    (ExitStatus.DONE, ExitStatus.USAGE, ExitStatus.REFUSED, ExitStatus.BAD_INPUT),
)

_PLAN: Final = Family(
    (
        "A file of changes is TOML. `[config]` has knobs, as a configuration file would have them. `[setfactor]`, "
        "`[setprio]`, `[setfloor]` and `[setceiling]` have a value for each submitter, whose name stands in quotes; "
        '`{ value = 2000, duration = "2d" }` makes it a lease, and `new = true` in there a record for somebody '
        "unknown. `[delete]` has a list `names`. Each `[[slots]]` has either `add`, a number, with attributes as in a "
        "pool written by hand, or with `like`, the pattern of a slot to be copied; or it has `remove`, a pattern of "
        "slots or machines, and `count`, how many of them at most. Each `[[jobs]]` has a `submitter` and one of "
        "`count`, `add` and `remove`, numbers of idle jobs, and submit commands such as `request_cpus` for what is "
        "added. `name`, at the top, is kept as the reason; `to_config` and `to_snapshot` are the options of these "
        "names.",
        "Added slots stand behind the others in the order of the pool, and are free. Jobs that run on slots that are "
        "removed are over. Added jobs are like the submitter's last idle one unless it is said what they ask for; jobs "
        "go from the end of the queue. With --to-snapshot, another pool brings the configuration and the ledger that "
        "lie in its folder, and its own time.",
        "What a submitter holds is what it had in use before the cycle, and what it won, less what others took from it "
        "by preemption. Weights are sums of SlotWeight: cores, unless a pool says otherwise. Share and limit are those "
        "of a submitter's first visit. Where matches start other than one job each, the jobs are told too, and whose "
        "matches start more or fewer of them gains or loses, though its weight be the same.",
        "With `--format json` the schema is `userprio.plan/1`: `before` and `after` are documents of "
        "userprio-negotiate(1); `changes`, `gains`, `losses` and `difference` are what lies between them.",
    ),
    _READ,
    (ExitStatus.DONE, ExitStatus.USAGE, ExitStatus.CHANGES, ExitStatus.REFUSED, ExitStatus.BAD_INPUT),
)
_APPLY: Final = Family(_EDITING.paragraphs, _EDITING.files, _EDITING.ends_with)
_CHECK: Final = Family(
    (
        "Findings go by a short name in brackets, which stays the same from version to version. One fault does not "
        "hide another: what cannot be read is reported, and the rest is checked as if HTCondor's tools had read it.",
        "What stops a negotiator was tried on one of HTCondor 25.14.",
    ),
    _READ,
    (ExitStatus.DONE, ExitStatus.FAILED, ExitStatus.USAGE, ExitStatus.BAD_INPUT),
)

_INIT: Final = Family((), {}, (ExitStatus.DONE, ExitStatus.USAGE, ExitStatus.REFUSED, ExitStatus.BAD_INPUT))
_SETTINGS: Final = Family(
    (),
    {"~/.config/userprio/settings.toml": FILES["~/.config/userprio/settings.toml"]},
    (ExitStatus.DONE, ExitStatus.USAGE, ExitStatus.BAD_INPUT),
)

_EXPLAIN: Final = Family(
    (
        "The cycle is run dry, as userprio-negotiate(1) runs it. One reason is given first; REASONS lists all that "
        "there are. Of those that hold for a job the first of the list counts; of a submitter, whose jobs may be held "
        "back by several, that of most of its jobs, and the others follow. A limit counts where it was "
        "used up at the last visit, or at an earlier one kept the job from slots that went to others then. Where slots "
        "that fit are in other hands, that of most of these slots counts.",
        "Then comes the way from the pool down: quotas, demand and surplus of the groups; the share among all who take "
        "part in the spin that decided; the submitter limit, ceiling and floor; the visits; and for each kind of jobs "
        "left waiting, where every slot of the pool is, and how many slots each clause of the Requirements leaves: how "
        "many meet it alone, how many are left so far, and how many would match if it were not for this clause.",
        "Reasons are about jobs without a match. Some of these may start all the same, on what other jobs of the "
        "submitter leave of a partitionable slot, see userprio-negotiate(1); then it is said how many.",
    ),
    _READ,
    (ExitStatus.DONE, ExitStatus.FAILED, ExitStatus.USAGE, ExitStatus.BAD_INPUT),
    (Section("REASONS", ("In the order in which they are considered:",), {str(one): one.about for one in Reason}),),
)

_FAMILIES: Final[Mapping[str, Family]] = {
    "userprio.cli.check": _CHECK,
    "userprio.cli.listings": _LISTING,
    "userprio.cli.edits": _EDITING,
    "userprio.cli.negotiate": _NEGOTIATE,
    "userprio.cli.plan": _PLAN,
    "userprio.cli.forecast": _FORECAST,
    "userprio.cli.explain": _EXPLAIN,
}
_EXCEPTIONS: Final[Mapping[str, Family]] = {
    "log": _LOG,
    "undo": _UNDO,
    "update": _UPDATE,
    "apply": _APPLY,
    "report": _CYCLE,
    "init": _INIT,
    "settings": _SETTINGS,
    "snapshot": _SNAPSHOT,
}

OTHER_PAGES: Final = ("condor_userprio", "condor_negotiator")


def family(name: str, module: str) -> Family:
    """What is to be said of a command of that name and module besides what it says itself."""
    return _EXCEPTIONS.get(name) or _FAMILIES.get(module, _CYCLE)
