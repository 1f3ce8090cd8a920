"""Why jobs have no slot: the one list of reasons, which every command and every format speaks from."""

from enum import StrEnum

from msgspec import Struct


class Reason(StrEnum):
    """Why jobs have no slot: for one job the first reason of this list that holds, for a submitter that of most jobs.

    What keeps a job out of the cycle comes first, then what no quota or priority could change, then limits from the
    outside in, and finally what became of the slots that fit: of those held by others, the most frequent obstacle.
    """

    SATISFIED = "satisfied"

    # The submitter or job takes no part.
    NO_IDLE_JOBS = "no idle jobs"
    JOB_NOT_IDLE = "job not idle"
    NOT_ADVERTISED = "submitter not advertised"
    FILTERED = "submitter filtered"
    UNUSABLE_AD = "submitter ad unusable"
    SKIPPED = "matchmaking skipped"
    JOBS_MISSING = "jobs not in the snapshot"
    JOB_CONSTRAINT = "job filtered"
    START_VANILLA = "start not allowed"
    USER_FULL = "user at its limit"

    # No slot could ever serve it, or one was matched and it stays idle nonetheless.
    NO_SLOTS = "no slots"
    REQUIREMENTS = "no slot matches"
    UNREACHABLE = "slots unreachable"
    NO_CLAIM = "slot without claim"

    # Limits independent of fair share.
    OUT_OF_TIME = "out of time"
    CURBED = "matchmaking curbed"
    SCHEDD_FULL = "schedd full"
    CONCURRENCY_LIMIT = "concurrency limit reached"

    # The group.
    GROUP_ZERO = "group without quota"
    GROUP_FRACTION = "group limit below one"
    PARENT_LIMIT = "parent group at its quota"
    GROUP_LIMIT = "group limit reached"

    # The submitter.
    CEILING = "submitter ceiling reached"
    LIMIT_BELOW_SLOT = "limit below a slot"
    SUBMITTER_LIMIT = "submitter limit reached"

    # Slots that fit, and what its schedd offers.
    BEHIND_UNMATCHABLE = "behind unmatchable jobs"
    OFFER_CAP = "offer cap"
    PACKED = "packed into its slots"
    LIST_USED_UP = "match list used up"
    SLOTS_TAKEN = "slots given to others"
    PREEMPTION_OFF = "preemption off"
    RETIREMENT = "retirement time"
    PREEMPTION_REQUIREMENTS = "preemption refused"
    SLOT_RANK = "slot prefers its job"
    SLOT_LEAVING = "slot leaving"
    ALL_ITS_OWN = "has all that fits"

    MEMBERS = "its members"
    NOT_SIMULATED = "nothing found"

    @property
    def about(self) -> str:
        """The meaning in a sentence."""
        return _ABOUT[self]


_ABOUT = {
    Reason.SATISFIED: "Every idle job got a slot.",
    Reason.NO_IDLE_JOBS: "Nothing is requested: there is no submitter ad, or it counts no idle jobs.",
    Reason.JOB_NOT_IDLE: "The job runs, is held, is done, or is of a kind that schedds do not offer to negotiators.",
    Reason.NOT_ADVERTISED: "There are idle jobs, but no schedd sent a submitter ad for them.",
    Reason.FILTERED: "`NEGOTIATOR_SUBMITTER_CONSTRAINT` leaves the submitter out.",
    Reason.UNUSABLE_AD: "The submitter ad lacks an attribute without which the negotiator drops it, or its name "
    "contains blanks, is longer than the schedd allows or, where there are groups, lacks an `@`.",
    Reason.SKIPPED: "The submitter ad says `SkipMatchmaking`.",
    Reason.JOBS_MISSING: "The submitter ad counts idle jobs that the snapshot does not have.",
    Reason.JOB_CONSTRAINT: "`NEGOTIATOR_JOB_CONSTRAINT` keeps the schedd from offering the job.",
    Reason.START_VANILLA: "`START_VANILLA_UNIVERSE` is false for the job whatever the slot, so that its schedd "
    "passes it over; or it is true for no slot that the job fits.",
    Reason.USER_FULL: "The user has as many jobs running as `MaxJobsRunning` of its record in the schedd allows "
    "(**condor_qusers**), or no more than that were requested.",
    Reason.NO_SLOTS: "The negotiator sees no slots at all.",
    Reason.REQUIREMENTS: "No slot meets the job's Requirements while the job meets the slot's. The clauses are counted "
    "one by one.",
    Reason.UNREACHABLE: "Slots match, but share no IP protocol with the schedd, or are claimed by another schedd.",
    Reason.NO_CLAIM: "The job was matched with slots that give no claim, offline ones or with `WantClaiming` False; "
    "or its schedd turned the match down; or the slots that fit have no claim to give.",
    Reason.OUT_OF_TIME: "A time limit, `NEGOTIATOR_MAX_TIME_PER_CYCLE` or one like it, is 0 or less.",
    Reason.CURBED: "`CURB_MATCHMAKING` is true whatever the state of the schedd, so that it offers nothing.",
    Reason.SCHEDD_FULL: "The schedd has reached `MAX_JOBS_RUNNING`.",
    Reason.CONCURRENCY_LIMIT: "A concurrency limit that the job names is used up.",
    Reason.GROUP_ZERO: "Nothing is allocated to the group: it has no quota, and no surplus reached it.",
    Reason.GROUP_FRACTION: "The limit of the group is below one. HTCondor drops the fraction.",
    Reason.PARENT_LIMIT: "An ancestor of the group accepts no surplus, and its subtree uses all that it may.",
    Reason.GROUP_LIMIT: "The group uses all that it may.",
    Reason.CEILING: "The submitter's use has reached its ceiling.",
    Reason.LIMIT_BELOW_SLOT: "Something is left of the submitter limit, but less than a slot.",
    Reason.SUBMITTER_LIMIT: "The submitter uses all of its share of the pie.",
    Reason.BEHIND_UNMATCHABLE: "Jobs ahead of it that fit no slot used up what the schedd may offer in one visit "
    "(`MAX_CONCURRENT_UPLOADS_PER_USER`, `MAX_JOBS_RUNNING`).",
    Reason.OFFER_CAP: "The schedd offers no more jobs of one submitter in a visit (`MAX_CONCURRENT_UPLOADS_PER_USER`).",
    Reason.PACKED: "With `NEGOTIATOR_DEPTH_FIRST` the negotiator expects each slot to serve as many jobs as fit into "
    "it, and asks for no more.",
    Reason.LIST_USED_UP: "The candidates that the negotiator had listed for the request were used up, though other "
    "slots fit: with `NEGOTIATOR_IGNORE_JOB_RANKS` the list ends where it outweighs the limit, and lists are reused "
    "for requests of the same kind (`NEGOTIATOR_MATCHLIST_CACHING`).",
    Reason.SLOTS_TAKEN: "The slots that fit were given to others in this cycle.",
    Reason.PREEMPTION_OFF: "The slots that fit are claimed, and `NEGOTIATOR_CONSIDER_PREEMPTION` is False.",
    Reason.RETIREMENT: "The slots that fit run jobs that are within their `MaxJobRetirementTime`.",
    Reason.PREEMPTION_REQUIREMENTS: "The slots that fit are held by others, and `PREEMPTION_REQUIREMENTS` is not true.",
    Reason.SLOT_RANK: "The slots that fit are held by others, and do not rank the job at least as high as what "
    "they run: they rank that higher, or one of the two ranks is undefined.",
    Reason.SLOT_LEAVING: "The slots that fit are about to shut down, or are kept for another pool.",
    Reason.ALL_ITS_OWN: "The submitter holds all slots that fit, or got them in this cycle. No share or limit would "
    "give it more.",
    Reason.MEMBERS: "For a group: it could have more, but its members are held back, each for its own reason.",
    Reason.NOT_SIMULATED: "Nothing in the dry run holds the job back. A real negotiator may also run out of time "
    "(`NEGOTIATOR_MAX_TIME_PER_SUBMITTER` and similar knobs); `userprio negotiate --real-time` estimates that.",
}
"""The meaning of each reason, with names of knobs marked up for manual pages."""

PRECEDENCE = {reason: place for place, reason in enumerate(Reason)}
"""The position in the list, which decides between reasons that hold back equally many jobs."""


class Cause(Struct, frozen=True):
    """A reason and the jobs that it holds back."""

    reason: Reason
    sentence: str
    """Why it applies, with numbers; without capital letter and full stop."""
    jobs: int
    """How many idle jobs it holds back."""
    job: str | None
    """cluster.proc of the first of them."""
    refused: str | None = None
    """Why most of them were last refused, in the words of HTCondor's log; None if they were not."""
