"""A pool at a moment: its ads, and everything else that a cycle over it depends on.

A daemon of an older version may understand it differently: ads travel as text, and whoever parses them decides.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import accumulate, chain
from operator import is_
from types import MappingProxyType
from typing import Final, NamedTuple, TypeVar, overload

from msgspec import Struct
from msgspec.structs import replace

from userprio.accounting import GroupOf, PriorityRules
from userprio.accounting.quotas import build_tree
from userprio.base.versions import NEWEST, Behaviour, Version, advertised_version, behaviour_of, why_unknown
from userprio.classad import Ad, Grammar, Literal, PackedAds
from userprio.config import Config
from userprio.ledger import Ledger

A = TypeVar("A", bound=Sequence[Ad])

UNMATCHED_UNIVERSES = frozenset({7, 11, 12})
"""Jobs of the scheduler and local universes need no slot; a dedicated scheduler finds slots for parallel ones."""

FIRST_CYCLE: Final[Mapping[str, float]] = MappingProxyType({})
"""The previous quotas of a negotiator that has just started: there are none yet."""


class QuotaSource(StrEnum):
    """Where the effective quotas of the cycle before come from."""

    ACCOUNTING_ADS = "accounting ads"
    """The ads that the negotiator left in the collector."""
    LEDGER = "ledger"
    """A ledger made from the answer of a running negotiator, which has them."""
    EARLIER_CYCLE = "earlier cycle"
    """They are given, as by the cycle before in a simulation."""
    ASSUMED = "assumed"
    """They are not known, and assumed to be those of today."""
    NONE = "none"
    """The negotiator has just started, so there are none."""


class AssumedClaim(Struct, frozen=True):
    """A claim of the last cycle that the ad of its slot does not show yet."""

    submitter: str
    schedd: str | None
    job: str
    """cluster.proc: the job that runs, or else the one that its schedd is expected to start."""
    slot: str
    runs: bool
    """The job runs there already."""


class Pool(Struct, frozen=True):
    """The ads of a pool, in the order in which the collector or the schedd gave them; order decides between equals."""

    slots: Sequence[Ad] = ()
    submitters: tuple[Ad, ...] = ()
    jobs: Sequence[Ad] = ()
    users: tuple[Ad, ...] = ()
    """The schedds' records of their users, with MaxJobsRunning; a user without a record has no limit."""
    negotiator: Ad | None = None
    """The negotiator's own ad."""
    problems: tuple[str, ...] = ()
    """What was left out or will not take part, one sentence each, with file and line if they are known."""
    recorded: bool = False
    """It was taken from a running pool, so it may be incomplete."""
    accounting: tuple[Ad, ...] = ()
    """The accounting ads that the negotiator left in the collector after its last cycle."""
    schedds: tuple[Ad, ...] = ()
    """The ads of the schedds themselves."""
    pending: tuple[Ad, ...] | None = None
    """The slots of matches of the last cycle that no slot ad shows, with `Name` and `RemoteUser`; None: not known."""
    assumed_claims: "tuple[AssumedClaim, ...]" = ()
    """The claims that were put into slots and jobs because their ads do not show them yet."""

    def __bool__(self) -> bool:
        """Whether there are any slots, submitters or jobs."""
        return bool(self.slots or self.submitters or self.jobs)


PREPARING: Final = 10
"""JobStatus of a job on which its schedd still has something to do after it was submitted, before it is idle
(`JOB_STATUS_PREPARING` in proc.h, since 25.14)."""


def preparing_remark(count: int) -> str:
    """A sentence about so many jobs that their schedds are preparing."""
    jobs, they = ("1 job takes", "it is") if count == 1 else (f"{count:,} jobs take", "they are")
    return f"{jobs} no part: {they} still being prepared (JobStatus {PREPARING}), and will be idle after that"


def parallel_remark(count: int) -> str:
    """A sentence about so many idle jobs of the parallel universe."""
    jobs, take = ("1 idle job", "takes") if count == 1 else (f"{count:,} idle jobs", "take")
    return (
        f"{jobs} of the parallel universe {take} no part: a schedd's dedicated scheduler finds slots for them, "
        "which is not simulated"
    )


class Versions(Struct, frozen=True):
    """The versions of the daemons of a pool."""

    negotiator: Version = NEWEST
    schedds: Version = NEWEST
    """The newest of the schedds', which decides how all of them make autoclusters."""
    given: Version | None = None
    """The version taken for every daemon, whatever their ads say; None: what these say counts."""
    unlike: frozenset[str] = frozenset()
    """See `Behaviour.unlike`."""

    @property
    def behaviour(self) -> Behaviour:
        """How the negotiator's version behaves."""
        return behaviour_of(self.negotiator, self.unlike)

    @property
    def of_schedds(self) -> Behaviour:
        """How the newest version of the schedds behaves."""
        return behaviour_of(self.schedds, self.unlike)

    def of_schedd(self, submitter: Ad) -> Behaviour:
        """How the schedd of a submitter ad behaves; the negotiator's version is assumed if the ad tells none."""
        return behaviour_of(self.given or _version_of(submitter) or self.negotiator, self.unlike)


def versions_of(pool: Pool, given: Version | None, unlike: frozenset[str] = frozenset()) -> Versions:
    """The version that is given, else those in the ads.

    If the negotiator tells none, it is assumed to have the newest of the schedds', since a pool upgrades schedds last,
    or NEWEST if these tell none either.
    """
    # $CondorVersion: 25.14.1 …$ is a literal in every daemon's ad; an expression there is not a version.
    own = None if pool.negotiator is None else _version_of(pool.negotiator)
    advertised = [_version_of(ad) for ad in pool.submitters]
    negotiator = given or own or max(filter(None, advertised), default=NEWEST)
    schedds = max((version or negotiator for version in advertised), default=negotiator)
    return Versions(negotiator, given or schedds, given, unlike)


def version_remarks(versions: Versions) -> list[str]:
    """Sentences about versions whose behaviour is not known."""
    both = dict.fromkeys((versions.negotiator, versions.schedds))
    return [
        f"HTCondor {version} is {why} whose behaviour is known, and is treated as that version"
        for version in both
        if (why := why_unknown(version)) is not None
    ]


def _version_of(ad: Ad) -> Version | None:
    expression = ad.lookup("condorversion")
    return advertised_version(expression.value) if isinstance(expression, Literal) else None


class ScenarioData(Struct, frozen=True):
    """What is known of a pool at a moment. It never changes; `msgspec.structs.replace` makes another."""

    pool: Pool
    ledger: Ledger
    config: Config
    now: int
    """Seconds since the epoch."""
    previous_quotas: Mapping[str, float] | None = None
    """The effective quotas by group after the cycle before, which slots show for the groups of their users.

    None: those that a cycle on this scenario itself leaves, as in a pool that has been running like this for a while.
    `FIRST_CYCLE`: the negotiator has just started, and slots show none.
    """
    version: Version | None = None
    """The version taken for all daemons; None: what their ads say counts."""
    unlike: frozenset[str] = frozenset()
    """See `Behaviour.unlike`."""
    groups_served_at: Mapping[str, float] | None = None
    """By group, when a cycle last dealt it a whole slot or left it without demand, in seconds since the epoch.

    Without slot weights, groups missing here come first, then those served longest ago. A negotiator keeps these times
    in memory until it is reconfigured (`GroupEntry::rr_time`). None: they are not known, and all groups are assumed to
    have waited equally long.
    """
    quotas_given_by: QuotaSource = QuotaSource.EARLIER_CYCLE
    """Where `previous_quotas` come from if there are any; see `previous_quotas_source`."""
    began: int | None = None
    """When the cycle began, seconds since the epoch; None: at `now`, when it updates priorities.

    In between it fetches its ads. It ends leases when it begins, so that one that expires meanwhile goes on in it.
    """

    @property
    def versions(self) -> Versions:
        """The versions of the daemons."""
        return versions_of(self.pool, self.version, self.unlike)

    @property
    def accounts(self) -> Ledger:
        """The ledger as a negotiator has it in memory; one that was never updated counts as updated at `now`.

        A negotiator updates priorities when it starts (`Accountant::Initialize`), before anybody can edit a record. So
        what an edit sets in a pool without a ledger does not decay over all the years since 1970.
        """
        return self.ledger if self.ledger.last_update_time else self.ledger.with_update_time(self.now)

    @property
    def leases_until(self) -> int:
        """Leases that expire later go on in the cycle, seconds since the epoch."""
        return self.now if self.began is None else min(self.began, self.now)

    @property
    def previous_quotas_source(self) -> QuotaSource:
        """Where the quotas of the cycle before come from."""
        if self.previous_quotas:
            return self.quotas_given_by
        return QuotaSource.ASSUMED if self.previous_quotas is None else QuotaSource.NONE

    @property
    def first_cycle(self) -> bool:
        """Whether the negotiator has just started."""
        return self.previous_quotas is not None and not self.previous_quotas


def priority_rules(config: Config) -> tuple[PriorityRules, GroupOf]:
    """A configuration's rules of priorities, and a function from the name of a submitter to that of its group.

    Raises:
        KnobError: a value would stop a real negotiator.
    """
    tree = build_tree(config)
    rules = PriorityRules.from_config(config, [group.name for group in tree.groups])
    return rules, lambda name: tree.assigned(name).name


class Batch(tuple[Ad, ...]):
    """Ads that come and go together, compared by identity, so that a lookup need not compare the ads."""

    __slots__ = ()

    __eq__ = object.__eq__
    __hash__ = object.__hash__


class BatchEdit(Struct, frozen=True):
    """How a batch was made from another, by removing and inserting ads one after the other."""

    before: Batch
    changes: tuple[tuple[int, Ad | None], ...]
    """Each has a place, counted when it is made, and the ad to insert there; None: the one there is removed."""

    def applied(self) -> Batch:
        """The resulting batch."""
        ads = list(self.before)
        for place, ad in self.changes:
            if ad is None:
                del ads[place]
            else:
                ads.insert(place, ad)
        return Batch(ads)


class JobCopy(NamedTuple):
    """How the ad of a job was made from another of the same schedd: by other ids, and no more if not `waits_anew`."""

    of: Ad
    cluster: int
    proc: int
    waits_anew: bool = False
    """Its JobStatus and CurrentHosts were set, too, to those of a job that waits."""


_NO_EDITS: Final[Mapping[tuple[Ad, ...], BatchEdit]] = MappingProxyType({})
_NO_COPIES: Final[Mapping[Ad, JobCopy]] = MappingProxyType({})


class Batches(Sequence[Ad]):
    """The ads of batches one after the other. A batch that is the same object as before has the same ads."""

    def __init__(
        self,
        batches: Sequence[tuple[Ad, ...]],
        edits: Mapping[tuple[Ad, ...], BatchEdit] = _NO_EDITS,
        copies: Mapping[Ad, JobCopy] = _NO_COPIES,
    ) -> None:
        """`edits` and `copies` say how some batches and ads were made, so that they need not be read from scratch."""
        self.batches = batches
        self.edits = edits
        self.copies = copies
        self._ends = list(accumulate(map(len, batches)))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __iter__(self) -> Iterator[Ad]:
        return chain.from_iterable(self.batches)

    @overload
    def __getitem__(self, at: int) -> Ad: ...
    @overload
    def __getitem__(self, at: slice) -> list[Ad]: ...
    def __getitem__(self, at: int | slice) -> Ad | list[Ad]:
        if isinstance(at, slice):
            return list(self)[at]
        place = range(len(self))[at]
        batch = bisect_right(self._ends, place)
        return self.batches[batch][place - self._ends[batch]]


def as_of(scenario: ScenarioData, behaviour: Behaviour) -> ScenarioData:
    """The scenario with ads and configuration as a negotiator with this behaviour understands them.

    The same object if it is understood so already; then nothing is parsed, read or copied.
    """
    pool, config = reread(scenario.pool, Grammar.of(behaviour)), scenario.config.as_of(behaviour.version)
    # Identity matters: caches of a running simulation go by the same objects.
    if pool is scenario.pool and config is scenario.config:
        return scenario
    return replace(scenario, pool=pool, config=config)


def as_its_negotiator(scenario: ScenarioData) -> ScenarioData:
    """The scenario as its own negotiator understands it."""
    return as_of(scenario, scenario.versions.behaviour)


def reread(pool: Pool, grammar: Grammar) -> Pool:
    """The pool with the ads of slots, submitters and jobs read by this grammar; itself if that is how they were read.

    Nothing is parsed here: texts are parsed when they are needed, as always. An expression without a text, as in a
    pool.toml, is read as it is printed.
    """
    if grammar == Grammar():
        return pool
    slots, submitters = _reread(pool.slots, grammar), _reread(pool.submitters, grammar)
    jobs = _reread_jobs(pool.jobs, grammar)
    if slots is pool.slots and submitters is pool.submitters and jobs is pool.jobs:
        return pool
    return replace(pool, slots=slots, submitters=submitters, jobs=jobs)


def _reread(ads: A, grammar: Grammar) -> A | tuple[Ad, ...]:
    read = tuple(ad.read_by(grammar) for ad in ads)
    return ads if all(map(is_, ads, read)) else read


def _reread_jobs(ads: Sequence[Ad], grammar: Grammar) -> Sequence[Ad]:
    if isinstance(ads, Batches):
        batches = [_reread(batch, grammar) for batch in ads.batches]
        return ads if all(map(is_, ads.batches, batches)) else Batches(batches)
    return ads.read_by(grammar) if isinstance(ads, PackedAds) else _reread(tuple(ads), grammar)
