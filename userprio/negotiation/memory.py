"""What a running negotiator keeps from one cycle to the next, so that a cycle costs only what has changed.

Everything kept is what a cycle from scratch would work out again:

- What follows from configuration and versions, as long as these stay the same. With others everything begins anew.
- What follows from an ad alone, by the identity of the ad: ads never change, and callers pass the same object for what
  stayed the same. What depended on the time, random numbers or usage (`Evaluator.impure_reads`) is not kept.
- What schedds make of batches of jobs (`Batches`), as long as the same attributes are asked of jobs, and nothing
  depends on other jobs.
- Kinds of slots and jobs and the answers about them (`Matching`), as long as all ads together refer to the same
  attributes, and matches depend neither on the time nor on figures of the accounts that slots show.
"""

from collections.abc import Callable, Sequence
from functools import cache, partial
from operator import is_
from typing import Any, Final

import msgspec

from userprio.accounting import MIN_FACTOR, Accountant, GroupOf, LimitRules, PriorityRules
from userprio.accounting.quotas import GroupTree, QuotaSettings, build_tree
from userprio.base.errors import placed
from userprio.base.incremental import MemoizedMap
from userprio.classad import KNOWN_HOMES, Ad, Evaluator, ReferenceSchema, ReferenceSchemas, satisfies
from userprio.config import Config
from userprio.negotiation.match_cache import Matching
from userprio.negotiation.roster import Advertised, FactFinder, Roster, SlotFacts
from userprio.negotiation.schedd import (
    Autoclusters,
    JobKind,
    JobOrder,
    JobReader,
    Jobs,
    Schedds,
    Starting,
    UserKey,
    asked_attributes,
    autocluster_told,
    autoclusters_told,
    ids_are_names,
    job_classes,
    remembered_attributes,
    significant_attributes,
)
from userprio.negotiation.state import LiveAccounts
from userprio.negotiation.vacating import VacatingRules
from userprio.pool import (
    Batches,
    Fetched,
    Missing,
    NegotiatorSettings,
    Pool,
    ScenarioData,
    as_of,
    fetched_submitter,
    ignored_knobs,
    user_maps,
    version_remarks,
)

_MOST_MET: Final = 64
"""For so many forms of ads that are not there any more matching goes on to be prepared."""
_MOST_SIGNIFICANT: Final = 4


class Rules(msgspec.Struct, frozen=True):
    """Everything that follows from configuration and versions, the same in every cycle."""

    config: Config
    """The configuration as the negotiator reads it."""
    settings: NegotiatorSettings
    quotas: QuotaSettings
    tree: GroupTree
    groups: list[str]
    group_of: GroupOf
    """The group that is charged for a submitter."""
    priorities: PriorityRules
    limits: LimitRules
    vacating: VacatingRules
    evaluator: Callable[..., Evaluator]
    """Makes an evaluator for a time and the negotiator's functions."""
    asks_homes: bool
    """`userHome()` looks up users."""
    warnings: tuple[str, ...]
    """About versions, to be shown before those about the pool."""
    more_warnings: tuple[str, ...]
    """About the configuration, to be shown after them."""

    @classmethod
    def of(cls, scenario: ScenarioData, config: Config) -> "Rules":
        """The rules of a scenario; `config` is its configuration as its negotiator reads it."""
        settings, tree = NegotiatorSettings.of(scenario), build_tree(config)

        @cache
        def group_of(name: str) -> str:
            return tree.assigned(name).name

        groups = [group.name for group in tree.groups]
        maps, map_warnings = user_maps(config)
        homes = KNOWN_HOMES if config.boolean("CLASSAD_ENABLE_USER_HOME") else {}
        return cls(
            config=config,
            settings=settings,
            quotas=QuotaSettings.from_config(config),
            tree=tree,
            groups=groups,
            group_of=group_of,
            priorities=PriorityRules.from_config(config, groups),
            limits=LimitRules.from_config(config),
            vacating=VacatingRules.from_config(config),
            evaluator=partial(
                Evaluator,
                user_maps=maps,
                homes=homes,
                circles_are_undefined=settings.behaviour.circles_are_undefined,
                caching=settings.caching,
            ),
            asks_homes=bool(homes),
            warnings=tuple(version_remarks(settings.versions)),
            more_warnings=(
                *(placed(warning.message, warning.path, warning.line) for warning in tree.warnings),
                *map_warnings,
                *ignored_knobs(config),
            ),
        )


class JobMemory(msgspec.Struct):
    """How jobs are read, as long as the same attributes are significant and no others are asked of them."""

    asked: frozenset[str]
    """The attributes by which jobs are told apart, whether they are significant or not."""
    autoclusters: Autoclusters
    reader: JobReader


class Memory:
    """A negotiator's memory: pass it to every `negotiate` of one sequence of cycles."""

    def __init__(self, accountant: Accountant | None = None, *, goes_on: bool = True) -> None:
        """An `accountant`, kept up to date by the caller, replaces the ledger of each scenario.

        Without `goes_on` all cycles are of the same slots and jobs, at other seconds or with other accounts, and what
        would only serve others is not kept: the first one then takes less time.
        """
        self.accountant = accountant
        self.goes_on = goes_on
        self.forms = ReferenceSchemas()
        self.jobs: dict[frozenset[str], JobMemory] = {}
        """By the significant attributes."""
        self.matching: Matching | None = None
        self.user_keys: MemoizedMap[Ad, UserKey | None] = MemoizedMap()
        """Whose the schedds' records of users are."""
        self.starting: Starting | None = None
        self.rules: Rules
        self.evaluator: Evaluator
        """Set to the time of the cycle."""
        self._terms: tuple[object, ...] = ()
        self._begun: tuple[ScenarioData, ScenarioData] | None = None
        """The scenario of the cycle, and how its negotiator understands it."""
        self._facts: FactFinder
        self._roster = Roster()
        self._slots: MemoizedMap[Ad, SlotFacts | Missing] = MemoizedMap()
        self._same: tuple[Sequence[Ad], list[SlotFacts | Missing]] | None = None
        """The slots of all cycles, unless it goes on."""
        self._asking_now: set[Jobs] = set()
        self._last: ScenarioData | None = None
        """The scenario of the last cycle that was matched, unless it goes on."""
        self._reading: tuple[tuple[object, ...], JobMemory] | None = None
        """How jobs are read in all cycles, and by what that was decided, unless it goes on."""
        self._submitters: MemoizedMap[Ad, Fetched] = MemoizedMap()
        self._advertised: Advertised | None = None
        self._told: MemoizedMap[tuple[Ad, ...], frozenset[str]] = MemoizedMap()
        self._texts: MemoizedMap[Ad, str] = MemoizedMap()
        self._asking: MemoizedMap[tuple[JobKind, ...], frozenset[ReferenceSchema]] = MemoizedMap()
        self._job_forms: MemoizedMap[Ad, ReferenceSchema] = MemoizedMap()

    def __reduce__(self) -> tuple[Any, ...]:
        """What it remembers only saves time, and another process remembers for itself, in worlds of its own."""
        return partial(Memory, goes_on=self.goes_on), ()

    def begin(self, scenario: ScenarioData) -> ScenarioData:
        """Begin or continue a cycle; returns the scenario as its negotiator understands it."""
        if self._begun is not None and self._begun[0] is scenario:
            return self._begun[1]
        versions = scenario.versions
        terms, understood = (scenario.config, versions), as_of(scenario, versions.behaviour)
        self._begun = scenario, understood
        # By identity, as for ads: an equal configuration that was read again costs a new start and no more.
        if self._terms and self._terms[0] is terms[0] and self._terms[1] == terms[1]:
            self.evaluator.turn_to(scenario.now)
            return understood
        self._terms = terms
        self.rules = Rules.of(scenario, understood.config)
        self.evaluator = self.rules.evaluator(scenario.now)
        self.jobs, self.matching, self.starting, self._advertised = {}, None, None, None
        self._roster, self._slots, self._submitters, self._same = Roster(), MemoizedMap(), MemoizedMap(), None
        self._facts = FactFinder(self.rules.settings, self.evaluator, self.forms, self._slots.known)
        self._reading = None
        return understood

    def charges(self, scenario: ScenarioData) -> Roster:
        """The slots of a scenario, and who is charged for them."""
        return self.slots(self.begin(scenario).pool.slots)

    def slots(self, ads: Sequence[Ad]) -> Roster:
        """The slots that exist for the negotiator."""
        if self.goes_on:
            self._roster.turn_to(self._slots.of(ads, self._facts.of, self._looks))
        elif self._same is None or self._same[0] != ads:
            looks, slots = self._looks(), self._facts.of_all(ads)
            self._same = (ads, slots) if self._looks() == looks else None
            self._roster.turn_to(slots)
        return self._roster

    def submitters(self, ads: tuple[Ad, ...]) -> Advertised:
        """The submitters of these ads."""
        known, looks = self._advertised, self._looks()
        if known is None or known.ads != ads:
            make = partial(fetched_submitter, settings=self.rules.settings, evaluator=self.evaluator)
            known = Advertised.of(ads, self._submitters.of(ads, make, self._looks), self.evaluator)
            self._advertised = known if self._looks() == looks else None
        return known

    def _looks(self) -> int:
        return self.evaluator.impure_reads

    def jobs_of(self, pool: Pool, roster: Roster, job_order: JobOrder | None) -> JobMemory:
        """The reader of this pool's jobs."""
        decided_by = roster.slots, pool.jobs, job_order
        if self._reading is not None and all(map(is_, self._reading[0], decided_by)):
            return self._reading[1]
        reading = self._jobs_of(pool, roster, job_order)
        self._reading = None if self.goes_on else (decided_by, reading)
        return reading

    def _jobs_of(self, pool: Pool, roster: Roster, job_order: JobOrder | None) -> JobMemory:
        settings, evaluator = self.rules.settings, self.evaluator
        by_slots, forms = None, roster.forms
        if None not in forms:
            by_slots = frozenset[str]().union(*(form.external for form in forms if form is not None))
        # Forms say what all slots refer to; for the negotiator's own expressions one ad is the sample in any case
        # (`compute_significant_attrs` takes the first).
        slots = roster.ads() if by_slots is None else [facts.ad for facts in roster.slots[:1]]
        asked = asked_attributes(slots, settings, by_slots)
        if isinstance(pool.jobs, Batches):
            jobs, edits = len(pool.jobs), pool.jobs.edits

            def told_of(batch: tuple[Ad, ...]) -> frozenset[str]:
                edit = edits.get(batch)
                before = None if edit is None else self._told.known(edit.before)
                if edit is not None and before is not None and len(before) == 1 and batch:
                    # All said the same, so those that are left do too.
                    added = (autocluster_told(ad) for _, ad in edit.changes if ad is not None)
                    if before.issuperset(added):
                        return before
                return frozenset(self._texts.of(batch, autocluster_told, int, among=jobs))

            names: Sequence[frozenset[str]] = self._told.of(pool.jobs.batches, told_of, int)
        else:
            names = [autoclusters_told(pool.jobs)]
        significant = significant_attributes(asked, settings, remembered_attributes(names))
        known = self.jobs.get(significant) if job_order is None else None
        if known is not None and asked <= known.asked:
            return known
        if known is not None:
            # A form of slots may be gone for one cycle and come back, and with it what slots ask.
            asked |= known.asked
        autoclusters = Autoclusters(significant)
        # An order from elsewhere may look at anything.
        classes = None if job_order is not None else job_classes(asked, significant, settings)

        def wanted(ad: Ad) -> bool:
            return satisfies(evaluator, ad, settings.job_constraint)

        only_names = job_order is None and ids_are_names(asked, settings)
        reader = JobReader(autoclusters.number, wanted, evaluator, job_order, classes, ids_are_names=only_names)
        reading = JobMemory(asked, autoclusters, reader)
        if job_order is None:
            if len(self.jobs) > _MOST_SIGNIFICANT:
                self.jobs.clear()
            self.jobs[significant] = reading
        return reading

    def matched(
        self, left: Sequence[SlotFacts], schedds: Schedds, accounts: LiveAccounts, *, flattening: bool
    ) -> Matching:
        """Slots and jobs as matching sees them, with what the cycle before knew about them if that still holds."""
        rules, before = self.rules, self.matching
        # With factors below 1 the first answer about a priority differs from the following ones
        # (`LiveAccounts.priority`), so each cycle has to ask for those of the slots' users again, in the same order.
        in_order, starting = rules.priorities.least_factor < MIN_FACTOR, schedds.starting
        keeps, queues = self.goes_on and not in_order, [queue.jobs for queue in schedds.queues.values()]
        if not keeps:
            asking_before, self._asking_now = self._asking_now, set(queues)
            assert self._begun is not None
            last, self._last = self._last, self._begun[1]
            if before is not None and last is not None and asking_before == self._asking_now:
                same = (last.now, last.began) == (self._last.now, self._last.began) and last.ledger is self._last.ledger
                if before.again(left, accounts, flattening=flattening, same_moment=same):
                    return before
        if before is not None and keeps:
            count = sum(map(len, queues))

            def forms_of(kinds: tuple[JobKind, ...]) -> frozenset[ReferenceSchema]:
                ads = [kind.ad for kind in kinds]
                return frozenset(self._job_forms.of(ads, form_of, self._looks, count))

            def form_of(job: Ad) -> ReferenceSchema:
                return self.forms.of(starting.asked(job))

            asking = frozenset(map(self.forms.of, starting.mentioned))
            different = [jobs.different for jobs in queues]
            asking = asking.union(*self._asking.of(different, forms_of, self._looks))
            if before.goes_on(left, asking, accounts, flattening=flattening):
                return before
        # What outlasts the cycle has to hold for all jobs, not just for one of each autocluster.
        if keeps:
            every = [starting.asked(kind.ad) for jobs in queues for kind in jobs.different] + starting.mentioned
        else:
            every = schedds.representatives()
        make = partial(
            Matching,
            left,
            every,
            accounts,
            rules.settings,
            self.evaluator,
            rules.evaluator,
            flattening=flattening,
            group_mode=rules.tree.group_mode,
            forms=self.forms if keeps else None,
            in_order=in_order,
        )
        # Jobs that ask for something special come and go; what knows of them serves the cycles without them, too.
        met = [] if before is None or not keeps else list(before.met.values())[-_MOST_MET:]
        matching = make(met=met)
        if met and not (matching.steady and matching.tells_no_more):
            matching = make()
        self.matching = matching
        return matching
