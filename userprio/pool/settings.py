"""The knobs that govern one negotiation cycle, read once from the configuration."""

from typing import Final

from msgspec import Struct

from userprio.accounting import ChargeRules
from userprio.base.errors import BadInput
from userprio.base.versions import Behaviour
from userprio.classad import (
    AttributeRef,
    Caching,
    Evaluator,
    Expr,
    Literal,
    Pattern,
    PatternError,
    compile_pattern,
    is_true,
    references,
)
from userprio.config import KNOBS, Config
from userprio.pool.scenario import ScenarioData, Versions

CURRENT: Final = Versions()
"""Daemons of the newest known version."""

_DEFAULT_WEIGHT: Final = AttributeRef("Cpus")
"""What an empty SLOT_WEIGHT means."""


class RankSettings(Struct, frozen=True):
    """The negotiator's own expressions about a slot (`MY`) and a request (`TARGET`); None if the knob is empty."""

    pre_job_rank: Expr | None
    post_job_rank: Expr | None
    preemption_rank: Expr | None
    preemption_requirements: Expr | None
    """Unset, it refuses none; set, it must be the boolean true, not a number."""
    requirements_stable: bool
    """PREEMPTION_REQUIREMENTS need not be evaluated again when a match list is reused."""
    rank_stable: bool
    """The same for PREEMPTION_RANK."""
    ignore_job_ranks: bool
    """NEGOTIATOR_IGNORE_JOB_RANKS: slots are ranked once a cycle, whatever the jobs are."""

    @property
    def priority_displaces(self) -> bool:
        """Whether PREEMPTION_REQUIREMENTS are unset or may be true."""
        policy = self.preemption_requirements
        return not isinstance(policy, Literal) or policy.value is True


class SignificantSettings(Struct, frozen=True):
    """Which attributes of jobs are significant for autoclusters, as far as configuration decides it."""

    startd_job_attrs: tuple[str, ...]
    """Attributes of running jobs that slots publish: they count as defined in a slot ad."""
    remove: frozenset[str]
    """REMOVE_SIGNIFICANT_ATTRIBUTES of the negotiator; all names in lower case."""
    remove_pattern: Pattern | None
    """REMOVE_SIGNIFICANT_ATTRIBUTES_REGEX, which only the negotiator reads."""
    schedd_remove: frozenset[str]
    """REMOVE_SIGNIFICANT_ATTRIBUTES of the schedd."""
    add: frozenset[str]
    replace: frozenset[str] | None
    """SIGNIFICANT_ATTRIBUTES of the schedd, which replace everything else."""


class Fetching(Struct, frozen=True):
    """How the negotiator asks for requests."""

    list_size: int
    """NEGOTIATOR_RESOURCE_REQUEST_LIST_SIZE; 1, also without request counts, means that requests are fetched singly."""
    use_counts: bool
    """USE_RESOURCE_REQUEST_COUNTS: a request may ask for more than one match."""


class ScheddSettings(Struct, frozen=True):
    """What schedds do in a negotiation and with its matches, as far as configuration decides it."""

    offer_cap: int | None
    """Most jobs that one schedd offers of one submitter in a visit; None: no cap."""
    max_jobs_running: int | None
    """MAX_JOBS_RUNNING of each schedd; None: it is not set."""
    start_vanilla: Expr | None
    """START_VANILLA_UNIVERSE, about `JOB`, `SLOT`, `OWNER` and `SCHEDD`; None: it is empty, or not an expression."""
    fetching: Fetching
    prefetch: bool
    """NEGOTIATOR_PREFETCH_REQUESTS: the first requests of all submitters are fetched when a spin begins."""
    negotiate_all_jobs: bool
    """NEGOTIATE_ALL_JOBS_IN_CLUSTER: every job is a request of its own."""
    claim_leftovers: bool
    """CLAIM_PARTITIONABLE_LEFTOVERS: what a job leaves of a partitionable slot goes to further jobs at once."""
    leftovers_consider_limits: bool
    """CLAIM_RECYCLING_CONSIDER_LIMITS: leftovers go to no job with concurrency limits."""
    curbed: bool
    """CURB_MATCHMAKING is true whatever a schedd's state, so schedds offer nothing."""


class TimeLimits(Struct, frozen=True):
    """NEGOTIATOR_MAX_TIME_PER_…: how many seconds a negotiator may take at most; 0 or less means no time at all."""

    cycle_s: int
    submitter_s: int
    """For a submitter at one schedd, in the whole cycle."""
    schedd_s: int
    """For all submitters at one schedd, in the whole cycle."""
    visit_s: int
    """For one visit: NEGOTIATOR_MAX_TIME_PER_PIESPIN."""

    @classmethod
    def from_config(cls, config: Config) -> "TimeLimits":
        """Read the four knobs."""
        cycle, submitter, schedd, visit = (
            config.integer(f"NEGOTIATOR_MAX_TIME_PER_{what}") for what in ("CYCLE", "SUBMITTER", "SCHEDD", "PIESPIN")
        )
        return cls(cycle, submitter, schedd, visit)


class NegotiatorSettings(Struct, frozen=True):
    """All knobs of a cycle (`Matchmaker::reinitialize`)."""

    slot_constraint: Expr | None
    submitter_constraint: Expr | None
    job_constraint: Expr | None
    pool_size_constraint: Expr | None
    slot_weight: Expr | None
    """SLOT_WEIGHT, the weight of slots without their own; None: it is not an expression, and these weigh 1."""
    force_slot_weight: bool
    charging: ChargeRules
    consider_preemption: bool
    consider_early_preemption: bool
    allow_pslot_preemption: bool
    trim_shutdown_threshold_s: int
    match_working_cm_slots: bool
    ignore_user_priorities: bool
    use_global_job_prios: bool
    matchlist_caching: bool
    depth_first: bool
    cross_slot_prios: bool
    resource_prefix: str
    match_exprs: tuple[tuple[str, str], ...]
    """Attribute name and expression text of each NEGOTIATOR_MATCH_EXPRS entry."""
    ranks: RankSettings
    significant: SignificantSettings
    schedd: ScheddSettings
    time_limits: TimeLimits
    parallel: bool
    """NEGOTIATOR_NUM_THREADS above 1: Requirements are evaluated before consumption policies change the request."""
    caching: Caching
    versions: Versions

    @property
    def behaviour(self) -> Behaviour:
        """How the negotiator's version behaves."""
        return self.versions.behaviour

    @classmethod
    def of(cls, scenario: ScenarioData) -> "NegotiatorSettings":
        """The knobs of a scenario, as its daemons read them.

        Raises:
            KnobError: a value would stop a real negotiator.
            BadInput: REMOVE_SIGNIFICANT_ATTRIBUTES_REGEX is not a regular expression.
        """
        return cls.from_config(scenario.config, scenario.versions)

    @classmethod
    def from_config(cls, config: Config, versions: Versions = CURRENT) -> "NegotiatorSettings":
        """Read and check every knob, each as of the version of the daemon that reads it.

        Raises:
            KnobError: a value would stop a real negotiator.
            BadInput: REMOVE_SIGNIFICANT_ATTRIBUTES_REGEX is not a regular expression.
        """
        # One file, two readers: defaults of a knob may differ between the versions of schedd and negotiator.
        of_schedds, config = config.as_of(versions.schedds), config.as_of(versions.negotiator)
        return cls(
            slot_constraint=config.expression("NEGOTIATOR_SLOT_CONSTRAINT"),
            submitter_constraint=config.expression("NEGOTIATOR_SUBMITTER_CONSTRAINT"),
            job_constraint=config.usable_expression("NEGOTIATOR_JOB_CONSTRAINT"),
            pool_size_constraint=_pool_size_constraint(config),
            slot_weight=config.usable_expression("SLOT_WEIGHT") if config.text("SLOT_WEIGHT") else _DEFAULT_WEIGHT,
            force_slot_weight=versions.behaviour.slot_weight_can_be_forced
            and config.boolean("FORCE_NEGOTIATOR_SLOT_WEIGHT"),
            charging=ChargeRules.from_config(config),
            consider_preemption=config.boolean("NEGOTIATOR_CONSIDER_PREEMPTION"),
            consider_early_preemption=config.boolean("NEGOTIATOR_CONSIDER_EARLY_PREEMPTION"),
            allow_pslot_preemption=config.boolean("ALLOW_PSLOT_PREEMPTION"),
            trim_shutdown_threshold_s=config.integer("NEGOTIATOR_TRIM_SHUTDOWN_THRESHOLD"),
            match_working_cm_slots=config.boolean("MATCH_WORKING_CM_SLOTS"),
            ignore_user_priorities=config.boolean("NEGOTIATOR_IGNORE_USER_PRIORITIES"),
            use_global_job_prios=config.boolean("USE_GLOBAL_JOB_PRIOS"),
            matchlist_caching=config.boolean("NEGOTIATOR_MATCHLIST_CACHING"),
            depth_first=config.boolean("NEGOTIATOR_DEPTH_FIRST"),
            cross_slot_prios=config.boolean("NEGOTIATOR_CROSS_SLOT_PRIOS"),
            resource_prefix=config.string("STARTD_RESOURCE_PREFIX") or "slot",
            match_exprs=_match_exprs(config),
            ranks=_ranks(config),
            significant=_significant(config, of_schedds, versions),
            schedd=_schedd(of_schedds),
            versions=versions,
            time_limits=TimeLimits.from_config(config),
            parallel=config.integer("NEGOTIATOR_NUM_THREADS") > 1,
            caching=_caching(config, versions.behaviour),
        )


def _caching(config: Config, negotiator: Behaviour) -> Caching:
    if not config.boolean("ENABLE_CLASSAD_CACHING"):
        return Caching.NONE
    return Caching.OPERATORS if negotiator.leading_records_see_their_ad else Caching.ALL


def ignored_knobs(config: Config) -> list[str]:
    """Knobs that the negotiator and schedds ignore because they are not expressions, one sentence each."""
    names = (
        *("SLOT_WEIGHT", "NEGOTIATOR_JOB_CONSTRAINT", "NEGOTIATOR_SLOT_POOLSIZE_CONSTRAINT"),
        *("GROUP_DYNAMIC_MACH_CONSTRAINT", "START_VANILLA_UNIVERSE"),
    )
    # Daemons only log it, so that a constraint silently constrains nothing.
    bad = [name for name in names if config.text(name) is not None and config.usable_expression(name) is None]
    return [f"{name} is not an expression and is ignored: {KNOBS[name].without}" for name in bad]


def _pool_size_constraint(config: Config) -> Expr | None:
    # A new knob that is set hides the old one even where it is not an expression.
    new, old = "NEGOTIATOR_SLOT_POOLSIZE_CONSTRAINT", "GROUP_DYNAMIC_MACH_CONSTRAINT"
    return config.usable_expression(old if config.text(new) is None else new)


def _ranks(config: Config) -> RankSettings:
    return RankSettings(
        pre_job_rank=config.expression("NEGOTIATOR_PRE_JOB_RANK"),
        post_job_rank=config.expression("NEGOTIATOR_POST_JOB_RANK"),
        preemption_rank=config.expression("PREEMPTION_RANK"),
        preemption_requirements=config.expression("PREEMPTION_REQUIREMENTS"),
        requirements_stable=config.boolean("PREEMPTION_REQUIREMENTS_STABLE"),
        rank_stable=config.boolean("PREEMPTION_RANK_STABLE"),
        ignore_job_ranks=config.boolean("NEGOTIATOR_IGNORE_JOB_RANKS"),
    )


def _match_exprs(config: Config) -> tuple[tuple[str, str], ...]:
    prefix = "NegotiatorMatchExpr"
    return tuple(
        (name if name.lower().startswith(prefix.lower()) else prefix + name, text)
        for name in config.words("NEGOTIATOR_MATCH_EXPRS")
        if (text := config.text(name)) is not None
    )


def _significant(config: Config, of_schedds: Config, versions: Versions) -> SignificantSettings:
    removed, of_schedd = (
        frozenset(map(str.lower, reader.words("REMOVE_SIGNIFICANT_ATTRIBUTES"))) for reader in (config, of_schedds)
    )
    negotiator_removes = versions.behaviour.few_significant_attributes
    # An older schedd reads the knob too, but by default it removes none.
    newer = versions.of_schedds.usage_attributes_are_insignificant
    schedd_removes = newer or config.is_set("REMOVE_SIGNIFICANT_ATTRIBUTES")
    replace = config.words("SIGNIFICANT_ATTRIBUTES")
    return SignificantSettings(
        startd_job_attrs=tuple(
            name
            for knob in ("STARTD_JOB_ATTRS", "STARTD_JOB_EXPRS", "SYSTEM_STARTD_JOB_ATTRS")
            for name in config.words(knob)
        ),
        remove=removed if negotiator_removes else frozenset(),
        remove_pattern=_pattern(config, "REMOVE_SIGNIFICANT_ATTRIBUTES_REGEX") if negotiator_removes else None,
        schedd_remove=of_schedd if schedd_removes else frozenset(),
        add=frozenset(map(str.lower, config.words("ADD_SIGNIFICANT_ATTRIBUTES"))),
        replace=frozenset(map(str.lower, replace)) or None,
    )


def _pattern(config: Config, name: str) -> Pattern | None:
    """A knob as a regular expression that ignores case; None if it is empty.

    Raises:
        BadInput: it is not one. A real negotiator only logs that and ignores the knob; here it would go unnoticed.
    """
    text = config.string(name)
    if not text:
        return None
    try:
        return compile_pattern(text.encode(errors="surrogateescape"), "i")
    except PatternError as error:
        origin = config.origin(name)
        path, line = (None, None) if origin is None else (origin.path, origin.line)
        hint = "condor_negotiator would ignore it; correct it or leave the knob out"
        raise BadInput(f"{name} is `{text}`, which is not a regular expression", path, line, hint=hint) from error


def _schedd(config: Config) -> ScheddSettings:
    cap = config.integer("MAX_CONCURRENT_UPLOADS_PER_USER")
    counts = config.boolean("USE_RESOURCE_REQUEST_COUNTS")
    limited = config.boolean("SCHEDD_ENABLE_PER_USER_MATCH_LIMITS") and cap > 0
    return ScheddSettings(
        offer_cap=cap if limited else None,
        # The default depends on the memory of the schedd's machine, and is taken to be beyond reach.
        max_jobs_running=config.integer("MAX_JOBS_RUNNING") if config.is_set("MAX_JOBS_RUNNING") else None,
        start_vanilla=config.usable_expression("START_VANILLA_UNIVERSE"),
        fetching=Fetching(config.integer("NEGOTIATOR_RESOURCE_REQUEST_LIST_SIZE") if counts else 1, counts),
        prefetch=config.boolean("NEGOTIATOR_PREFETCH_REQUESTS"),
        negotiate_all_jobs=config.boolean("NEGOTIATE_ALL_JOBS_IN_CLUSTER"),
        claim_leftovers=config.boolean("CLAIM_PARTITIONABLE_LEFTOVERS"),
        leftovers_consider_limits=config.boolean("CLAIM_RECYCLING_CONSIDER_LIMITS"),
        curbed=is_curbed(config),
    )


def is_curbed(config: Config) -> bool:
    """Whether CURB_MATCHMAKING is true without reference to a schedd's state, which no snapshot has."""
    curb = config.expression("CURB_MATCHMAKING")
    return curb is not None and not references(curb) and is_true(Evaluator(0).evaluate(curb))
