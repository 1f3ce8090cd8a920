"""Slots and jobs as matching sees them: in kinds, by what decides about matches, and the answers about those kinds."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from functools import partial
from sys import maxsize
from typing import Any, Final

import msgspec
from msgspec import Struct, structs

from userprio.accounting.quotas import SortedBy
from userprio.base.incremental import ListDiff, MemoizedMap, list_diff
from userprio.classad import (
    Ad,
    AttributeChanges,
    ChangeKind,
    Evaluator,
    Expr,
    Mention,
    Partition,
    Projection,
    ReferenceClosure,
    ReferenceIndex,
    ReferenceSchema,
    ReferenceSchemas,
    Value,
    is_plain,
    mentioned,
    mentions,
    number_of,
    text_of,
)
from userprio.negotiation.added_attributes import (
    USE_FUNCTIONS,
    RequestSides,
    added_to_slot,
    added_to_slots,
    as_fetched,
    may_be_read,
    negotiator_functions,
)
from userprio.negotiation.matching import (
    CONSUMPTION,
    EQUALLY_PREFERRED,
    KEPT_POST_JOB_RANK,
    KEPT_PRE_JOB_RANK,
    PRIORITY_NAMES,
    STRICTLY_PREFERRED,
    UNOPTIMIZED,
    Assessor,
    Comparison,
    LowestRanks,
    MatchSide,
    Passed,
    PassingRecord,
    Slot,
    SlotClasses,
    SlotKind,
    SlotKinds,
    SlotList,
    claims_of,
    consumption_attributes,
    keeps_its_job,
    lowest_ranks,
    only_ordering,
    ranked_once,
    reads_priority,
    with_priority,
)
from userprio.negotiation.roster import SlotFacts
from userprio.negotiation.state import LiveAccounts, Outlooks
from userprio.pool import NegotiatorSettings, ip_protocols

SLOT_FACTS: Final = (
    "PreemptingAccountingGroup PreemptingUser AccountingGroup RemoteUser RemoteScheddName CurrentRank "
    "DynamicSlot PslotRollupInformation WantClaiming Offline WantAdRevaluate"
).split()
"""Attributes that a kind of slot always contains, whatever expressions refer to."""

MATCH_FACTS: Final = (
    f"Requirements SavedRequirements {UNOPTIMIZED} Rank ConcurrencyLimits SlotWeight PartitionableSlot "
    "MachineResources Cpus Memory RequestCpus RequestMemory"
).split()
"""Attributes that decide about matches in any case."""

_UNMATCHED: Final = {"machinematchcount": 0, "offlinematches": None}
"""A negotiator recounts the matches of each slot; if nothing reads them, as is usual, ads stay as they are."""


class Relevant(msgspec.Struct, frozen=True):
    """The attributes that decide about matches, and those of them that distinguish slots in a scan."""

    all: ReferenceClosure
    free: ReferenceClosure
    held: ReferenceClosure
    ranks: ReferenceClosure
    ordering: Comparison | None
    """What compares the priorities of submitters, if PREEMPTION_REQUIREMENTS do so once and nothing else reads them."""

    @classmethod
    def of(cls, references: ReferenceIndex, settings: NegotiatorSettings, *, displacing: bool) -> "Relevant":
        """The relevant attributes of slots and jobs with these references; `displacing`: slots may be preempted."""
        ranks = settings.ranks
        ranking = [expr for expr in (ranks.pre_job_rank, ranks.post_job_rank) if expr is not None]
        preempting = [ranks.preemption_rank] if displacing and ranks.preemption_rank is not None else []
        taking, policy = [STRICTLY_PREFERRED, EQUALLY_PREFERRED], ranks.preemption_requirements
        static_ranks = {KEPT_PRE_JOB_RANK, KEPT_POST_JOB_RANK}
        names = {*SLOT_FACTS, *MATCH_FACTS, *static_ranks}
        for name in consumption_attributes(references.names()):
            resource = name.removeprefix(CONSUMPTION)
            names |= {name, resource, f"request{resource}", f"_condor_request{resource}"}
        ordering = None
        if policy is not None:
            if PRIORITY_NAMES.isdisjoint(references.names()):
                beside = {*names, *(mentioned([policy]).names or PRIORITY_NAMES)} - PRIORITY_NAMES
                others = references.closure([*ranking, *taking, *preempting], beside)
                ordering = None if reads_priority(others) else only_ordering(policy, PRIORITY_NAMES)
            taking.append(policy)
        return cls(
            all=references.closure([*ranking, *taking, *preempting], names),
            free=references.closure([], names.difference(SLOT_FACTS, ["Rank"])),
            held=references.closure(taking, names.difference(SLOT_FACTS)),
            ranks=references.closure(ranking, ["Rank", *static_ranks]),
            ordering=ordering,
        )

    @property
    def counts_matches(self) -> bool:
        """Whether anything reads how often a slot was matched."""
        return self.all.names is None or not _UNMATCHED.keys().isdisjoint(self.all.names)


class ReadySlot(Struct, frozen=True, eq=False, gc=False):
    """A slot as matching sees it."""

    name: str
    fetched: Ad
    added: AttributeChanges | None
    """What matching adds to its ad."""
    kind: SlotKind
    claims: int
    form: ReferenceSchema | None
    """None unless forms were asked for."""
    group: Hashable = None
    """Shared by slots that agree in all that decides about matches; None if it is not known."""

    @property
    def ad(self) -> Ad:
        """Its ad as matching sees it."""
        return self.fetched if self.added is None else self.fetched.replace(self.added)


_Like = tuple[ReadySlot, AttributeChanges | None]  # A slot, and what is added to all that are like it


class _Terms(msgspec.Struct, frozen=True):
    """Everything that matching depends on besides single ads and configuration."""

    flattening: bool
    with_quotas: object
    """The groups that had quotas in the cycle before."""
    mentions: frozenset[Mention]
    """What slots and jobs refer to."""
    consumed: frozenset[str]
    """The attributes of consumption policies that there are."""


class _Cycle(msgspec.Struct):
    """The parts that belong to the current cycle."""

    accounts: LiveAccounts


class Matching:
    """What is known about slots and jobs in a cycle, and in following ones if it is `steady`."""

    def __init__(
        self,
        left: Sequence[SlotFacts],
        asking: Sequence[Ad],
        accounts: LiveAccounts,
        settings: NegotiatorSettings,
        evaluator: Evaluator,
        make_evaluator: Callable[..., Evaluator],
        *,
        flattening: bool,
        group_mode: bool,
        forms: ReferenceSchemas | None,
        in_order: bool,
        met: Iterable[Ad] = (),
    ) -> None:
        """Prepare the slots `left` for matching and the jobs that ask. With `forms` others may follow.

        `in_order`: in which order accounts are asked makes a difference. `met` are ads of forms that were there
        earlier, and may come again.
        """
        self._left = left
        self.settings, self._fetching, self._forms = settings, evaluator, forms
        # Functions that refer to `self` would form a cycle with it and keep everything here alive after its last use.
        self._cycle = cycle = _Cycle(accounts)
        functions = negotiator_functions(lambda: cycle.accounts, group_mode)
        self.evaluator: Evaluator = make_evaluator(evaluator.present, functions)
        self.sort_keys: dict[SortedBy, float] = {}
        """The keys by which groups were sorted."""
        self.flattening = flattening
        """Whether Requirements of requests are flattened."""
        ranked = settings.ranks.ignore_job_ranks
        self._begun_at = evaluator.impure_reads + self.evaluator.impure_reads
        self._timed_at = evaluator.timed_reads + self.evaluator.timed_reads
        fetched = [facts.ad for facts in left]
        additions = (
            list(map(self._added, fetched)) if in_order else added_to_slots(fetched, settings, accounts, evaluator)
        )
        self._asked_in_order = additions if in_order else None
        ready = [ad.replace(added) if added else ad for ad, added in zip(fetched, additions, strict=True)]
        self._by_ranks, self._never_taken = Projection(("rank", "currentrank")), set[int]()
        """The class numbers of slots that prefer no request to what they run."""
        self._safe: set[SlotKind] = set()
        """Kinds of slots that are never taken from their users, as far as they were met in later cycles."""
        self.displaces = self._may_displace(ready)
        """Whether some slot may be taken from its user."""
        find = partial(Relevant.of, settings=settings, displacing=self.displaces)
        relevant = find(references := ReferenceIndex([*ready, *asking, *met]))
        reads_everything = relevant.counts_matches or ranked
        if relevant.counts_matches:
            fetched, ready = ([ad.replace(_UNMATCHED) for ad in ads] for ads in (fetched, ready))
        if ranked:
            pairs = zip(ready, fetched, strict=True)
            ready = [ranked_once(*pair, settings.ranks, self.evaluator) for pair in pairs]
        # What was added just now has references of its own.
        if reads_everything:
            relevant = find(references := ReferenceIndex([*ready, *asking, *met]))
        self.relevant = relevant
        self.assessor = Assessor(settings, self.evaluator, references)
        self.assessor.passing.changes = lambda: cycle.accounts.changes
        self._as_fetched = as_fetched(references, settings, evaluator)
        self._kinds = SlotKinds(relevant.all, references, settings, self.evaluator)
        self.kind_of = self._kinds.of
        self.job_kinds = Partition(relevant.all, partial(MatchSide, flattens=flattening))
        # Other seconds are told apart by the answers about each submitter.
        ordering = None if forms is None else relevant.ordering
        self.requests = RequestSides(self.job_kinds, relevant.all, ordering)
        self._free, self._held, self._ranks = map(
            Projection, (relevant.free.names, relevant.held.names, relevant.ranks.names)
        )
        self._listed: MemoizedMap[SlotFacts, ReadySlot] = MemoizedMap()
        opaque = relevant.all.names is None or settings.cross_slot_prios
        self._deciding = None if opaque else Projection(relevant.all.names)
        """What matching reads of slot ads."""
        self._alike: dict[Hashable, _Like] = {}
        """One slot of each group, with the attributes added to it, if any."""
        self._changed: dict[tuple[Hashable, ChangeKind], _Like] = {}
        """The same by the group of the ads that others were made from, and the kind of changes."""
        self._protocols: dict[str | Expr | None, frozenset[int]] = {}
        """Those of slots whose addresses are plain texts, by that text."""
        names = (facts.name for facts in left)
        self.ready = [self._ready(*slot) for slot in zip(names, ready, fetched, strict=True)]
        """The slots of the cycle, in the collector's order."""
        self._child_ranks: MemoizedMap[ReadySlot, LowestRanks] = MemoizedMap()
        self._ready_forms: Counter[ReferenceSchema | None] = Counter(slot.form for slot in self.ready)
        self._slots: SlotList | None = None
        self._classes: SlotClasses
        self.outlooks: Outlooks
        """The outlooks for requests among the `slots`."""
        self._edits: ListDiff | None = None
        """What turns the list into that of the slots that are `ready`; None if unknown."""
        self._last_forms: Set[ReferenceSchema | None] = frozenset()
        self._said: tuple[frozenset[Mention], frozenset[str]] = frozenset(), frozenset()
        self._reports_quotas = group_mode and settings.consider_preemption
        """Cycles report whether anything reads the quotas of the cycle before."""
        self._beyond = 0
        """For how many cycles it has known more than it had to."""
        self.met: dict[ReferenceSchema, Ad] = {}
        """An ad of each form that it knows what to do with; empty if it is not `steady`."""
        self.steady = self._looks() == self._begun_at and not (forms is not None and reads_everything)
        """The next cycle may reuse this: only passing answers depend on what may differ then."""
        self._steady_in_second = True
        """So may one in the same second: all else that was read differs from second to second only."""
        self._most_jobs = maxsize
        self.read_what_passes = False
        """Whether a cycle that has ended read the time, dice or priorities."""
        self._timed_before = 0
        """How many such reads do not belong to the cycle."""
        self._recorded: PassingRecord | None = None
        """Where it did; None if not only for answers that are recorded."""
        if self.steady and forms is not None:
            self._listed.keep(zip(left, self.ready, strict=True))
            self.met = {forms.of(ad): ad for ad in (*met, *asking)}
            self.met |= {slot.form: slot.ad for slot in self.ready if slot.form is not None}
            self._terms = self._terms_of(self.met.keys(), flattening)

    @property
    def asks_in_order(self) -> bool:
        """Whether in which order accounts are asked makes a difference."""
        return self._asked_in_order is not None

    def goes_on(
        self, left: Sequence[SlotFacts], asking: Set[ReferenceSchema], accounts: LiveAccounts, *, flattening: bool
    ) -> bool:
        """Prepare for a cycle with these slots and jobs; returns False if what is known does not hold in it."""
        if not self.steady or len(self._kinds) > _MOST_KINDS or len(self.job_kinds) > self._most_jobs:
            return False
        self._cycle.accounts = accounts
        self.evaluator.turn_to(self._fetching.present)
        self._forget_passing()
        self._begun_at, self._timed_at = self._looks(), self._timed_unrecorded()
        won = self._turn_to(left)
        self.steady = self._looks() == self._begun_at
        # PREEMPTION_RANK tells slots apart only if one may be taken; with the first of that kind it has to.
        if not self.displaces:
            kinds = {slot.kind for slot in won} - self._safe
            if self._may_displace(kind.ad for kind in kinds):
                return False
            self._safe |= kinds
        return self._covers(self._terms_of(asking, flattening))

    def _turn_to(self, left: Sequence[SlotFacts]) -> list[ReadySlot]:
        """Make these slots ready; returns those that the cycle before did not have."""
        edits = list_diff(self._left, left)
        removed, added = (range(len(self._left)), range(len(left))) if edits is None else (edits.removed, edits.added)
        won, _ = self._listed.each([left[place] for place in added], self._readied, self._looks, len(left))
        # The list of slots misses what changed in a cycle that did not ask for it.
        self._edits = edits if self._edits is _NO_EDITS else None
        self._ready_forms.subtract(Counter([self.ready[place].form for place in removed]))
        self._ready_forms.update([slot.form for slot in won])
        if edits is None or not edits.in_place:
            ready: list[Any] = [None] * len(left)
            self.ready = ready if edits is None else edits.carry(self.ready, ready)
        for place, slot in zip(added, won, strict=True):
            self.ready[place] = slot
        self._left = left
        return won

    def again(self, left: Sequence[SlotFacts], accounts: LiveAccounts, *, flattening: bool, same_moment: bool) -> bool:
        """Prepare for another cycle of the same slots and jobs; returns False if what is known does not hold in it.

        `same_moment`: it is the same second as before, with the same priorities.
        """
        steady = self.steady or (same_moment and self._steady_in_second)
        if not (steady and self._left == left and self.flattening == flattening):
            return False
        self._cycle.accounts = accounts
        # See `Memory.matched` for the order in which accounts are asked.
        if self._asked_in_order is not None and self._asked_in_order != [self._added(facts.ad) for facts in left]:
            return False
        self.evaluator.turn_to(self._fetching.present)
        holds = same_moment and not self.relevant.all.called(USE_FUNCTIONS)
        if not holds:
            self._forget_passing()
        self._begun_at, self._timed_at = self._looks(), self._timed_unrecorded()
        if self._recorded is not None:
            self._timed_before = self._timed_reads()
        return True

    def _forget_passing(self) -> None:
        passed = self.assessor.forget_passing()
        if passed is not Passed.NOTHING and self._slots is not None:
            # What the list knows was derived from such answers.
            self._slots.forget_values(matches=passed is Passed.MATCHES)

    def _timed_reads(self) -> int:
        """The count of reads of what another second changes, not counting those for passing answers."""
        return self._fetching.timed_reads + self.evaluator.timed_reads - self.assessor.passing.timed_looks

    def _timed_unrecorded(self) -> int:
        """The same with the reads for what only another second would work out again."""
        return self._timed_reads() + self.assessor.passing.reworked

    def _covers(self, terms: "_Terms") -> bool:
        """Whether what is known holds under these terms: they are those it was made for, or fewer.

        It then tells slots and jobs apart by more than it has to, which takes time. After some cycles it does so no
        longer, as if nothing else had been met.
        """
        known = self._terms
        if known == terms:
            self._beyond = 0
            return True
        self._beyond += 1
        if self._beyond > _MOST_BEYOND:
            self.met = {}
            return False
        same = (known.flattening, known.with_quotas) == (terms.flattening, terms.with_quotas)
        return same and known.mentions >= terms.mentions and known.consumed >= terms.consumed and self.tells_no_more

    @property
    def tells_no_more(self) -> bool:
        """Whether a cycle reports nothing that follows from forms of ads that are not there any more."""
        read, own = self.relevant.all, mentioned(filter(None, [self.settings.ranks.preemption_requirements]))
        if read.names is None:
            return False
        quotas = may_be_read(read.names) and not may_be_read(own.names)
        homes = "userhome" in read.calls and "userhome" not in own.calls
        return not ((quotas and self._reports_quotas) or homes)

    def end(self) -> None:
        """End the cycle; what was read in it decides whether the next one may reuse this."""
        looks = self._looks() - self._begun_at
        self.steady = self.steady and not looks
        self._steady_in_second = self._steady_in_second and looks == self._timed_unrecorded() - self._timed_at
        self._recorded, self.read_what_passes = self._record()
        self._most_jobs = min(self._most_jobs, len(self.job_kinds) + _MORE_JOBS)

    def _record(self) -> tuple[PassingRecord | None, bool]:
        """The answers that may differ in another second, and whether there are any, or may be others."""
        passing = self.assessor.passing
        if self._timed_reads() > self._timed_before or passing.folded:
            return None, True
        recorded = self.assessor.record()
        # Slots with merged dynamic ones are not worth caching, so that what was asked of them is not there.
        if self.settings.allow_pslot_preemption and (recorded.answers or reads_priority(self.relevant.all)):
            return None, True
        return recorded, bool(recorded.answers)

    def decides_alike(self, now: int, accounts: LiveAccounts, priority_then: Callable[[float], float | None]) -> bool:
        """Whether everything in the cycle that has ended would be decided alike at another second.

        Apart from the order and the limits of submitters. The accounts have the priorities of that second;
        `priority_then` gives them by those in the cycle, None if it is not known.
        """
        if self._recorded is None:
            return False
        before, present = self._cycle.accounts, self.evaluator.present
        self._cycle.accounts = accounts
        self.evaluator.turn_to(now)
        as_then = partial(with_priority, priority_then=priority_then)
        alike = self.assessor.decides_alike(self._recorded, as_then, accounts.go_back, USE_FUNCTIONS)
        self._cycle.accounts = before
        self.evaluator.turn_to(present)
        return alike

    def slots(self) -> SlotList:
        """The slots in list order.

        The list of the cycle before is reused, and updated where ads differ or that cycle changed slots.
        """
        known, edits, self._edits = self._slots, self._edits, _NO_EDITS
        stale = known is None or known.rearranged or self._classes.are_stale or self.settings.ranks.ignore_job_ranks
        if known is None or edits is None or stale:
            known = self._slots = self._listed_anew()
        else:
            known.turn_to(edits, self._slot)
        return known

    def _listed_anew(self) -> SlotList:
        self.assessor.forget_orders()
        slots = list(map(self._slot, range(len(self.ready))))
        if self.settings.ranks.ignore_job_ranks:
            # Equals are ordered by the addresses of their ads in the negotiator's memory, which nobody knows.
            slots.sort(key=lambda slot: tuple(-rank for rank in self.assessor.kept_ranks(slot.kind)))
        self._classes = SlotClasses(self._free, self._held, self._ranks, self.settings.consider_preemption)
        listed = SlotList(slots, self._classes, displaces=self.displaces)
        self.outlooks = Outlooks(self.settings, listed, self.assessor, self.requests)
        return listed

    def _slot(self, number: int) -> Slot:
        ready = self.ready[number]
        return Slot(ready.name, ready.fetched, ready.kind, ready.claims, ready.added)

    def lowest_ranks(self) -> LowestRanks:
        """Of the dynamic slots of all partitionable slots in the cycle."""
        divided = [slot for slot in self.ready if slot.kind.partitionable]
        every = self._child_ranks.of(divided, lambda slot: lowest_ranks(slot.ad, self.evaluator), self._looks)
        return LowestRanks(*map(min, zip(LowestRanks(), *every, strict=True)))

    def _may_displace(self, ready: Iterable[Ad]) -> bool:
        """Whether any of these slots may be taken from its user."""
        settings = self.settings
        if not settings.consider_preemption:
            return False
        if settings.ranks.priority_displaces or settings.allow_pslot_preemption:
            return True
        ads = {self._by_ranks.number(ad): ad for ad in ready}
        new = ads.keys() - self._never_taken
        self._never_taken |= new
        return not all(keeps_its_job(ads[number], self.evaluator) for number in new)

    def _added(self, ad: Ad) -> Mapping[str, Expr | Value | None]:
        return added_to_slot(ad, self.settings, self._cycle.accounts, self._fetching)

    def _prepared(self, ad: Ad) -> Ad:
        added = self._added(ad)
        return ad.replace(added) if added else ad

    def _ready(self, name: str, ad: Ad, fetched: Ad) -> ReadySlot:
        flat = self._as_fetched(ad, fetched)
        return self._seen(name, ad.replace(flat) if flat else ad)

    def _readied(self, facts: SlotFacts) -> ReadySlot:
        """The slot as matching sees it, made from the fetched one; slots that agree in all that decides share one."""
        origin, before, deciding = facts.ad.origin, facts.before, self._deciding
        if origin is None or before is None or deciding is None or not deciding.ignores_differences_in(origin[1]):
            return self._read_through(facts)
        ready = self._listed.known(before)
        known = None if ready is None or ready.group is None else self._changed.get((ready.group, origin[1]))
        if known is not None:
            return self._like(facts, known)
        slot, form = self._read_through(facts), facts.standing.form
        # What a claim in waiting says about its rank may be anything.
        if ready is not None and slot.group is not None and form is not None and "preemptingrank" not in form.names:
            if ready.group is None:
                ready = structs.replace(ready, group=self._group(before))
                self._listed.keep([(before, ready)])
            if len(self._changed) >= _MOST_KINDS:
                self._changed.clear()
            self._changed[ready.group, origin[1]] = self._alike[slot.group]
        return slot

    def _read_through(self, facts: SlotFacts) -> ReadySlot:
        fetched, group = facts.ad, self._group(facts)
        if group is None:
            return self._ready(facts.name, self._prepared(fetched), fetched)
        known = self._alike.get(group)
        if known is not None:
            return self._like(facts, known)
        looks, added = self._looks(), self._added(fetched)
        if added:
            added = {**added, **self._as_fetched(fetched.replace(added), fetched)}
        slot = self._seen(facts.name, fetched.replace(added) if added else fetched)
        if self._looks() == looks:
            if len(self._alike) >= _MOST_KINDS:
                self._alike.clear()
            slot = structs.replace(slot, group=group)
            self._alike[group] = slot, AttributeChanges.of(added) if added else None
        return slot

    def _like(self, facts: SlotFacts, known: _Like) -> ReadySlot:
        like, added = known
        slot = ReadySlot(facts.name, facts.ad, added, like.kind, 1, like.form, like.group)
        if like.kind.resources is None:
            return slot
        return structs.replace(slot, claims=claims_of(slot.ad, like.kind, self.evaluator))

    def _group(self, facts: SlotFacts) -> Hashable:
        """What slots share that agree in all that decides about matches; None if that cannot be told."""
        fetching, fetched, form = self._fetching, facts.ad, facts.standing.form
        if self._deciding is None or form is None:
            return None
        # Which attributes there are depends on the form.
        # It replaces CurrentRank, so that it decides although no expression names it. As text, because 1 and 1.0 are
        # equal as keys, but not the same in a ClassAd.
        waiting = number_of(fetching, fetched, "PreemptingRank") if "preemptingrank" in form.names else None
        address = fetched.raw_value("myaddress")
        protocols = self._protocols.get(address)
        if protocols is None:
            protocols = self._protocols_at(address, fetched)
        return self._deciding.number(fetched), form, protocols, None if waiting is None else repr(waiting)

    def _protocols_at(self, address: str | Expr | None, fetched: Ad) -> frozenset[int]:
        protocols = ip_protocols(text_of(self._fetching, fetched, "MyAddress"))
        if isinstance(address, str) and is_plain(address):
            if len(self._protocols) >= _MOST_KINDS:
                self._protocols.clear()
            self._protocols[address] = protocols
        return protocols

    def _seen(self, name: str, ad: Ad) -> ReadySlot:
        kind = self.kind_of(ad, flattens=True)
        claims = claims_of(ad, kind, self.evaluator)
        return ReadySlot(name, ad, None, kind, claims, None if self._forms is None else self._forms.of(ad))

    def _terms_of(self, asking: Set[ReferenceSchema], flattening: bool) -> "_Terms":
        forms = {*asking, *(form for form, number in self._ready_forms.items() if number)} - {None}
        if forms != self._last_forms:
            self._last_forms = forms
            known = [form for form in forms if form is not None]
            self._said = mentions(known), consumption_attributes(name for form in known for name in form.names)
        return _Terms(flattening, self._cycle.accounts.groups_with_quotas, *self._said)

    def _looks(self) -> int:
        """The count of reads, not counting those for passing answers."""
        return self._fetching.impure_reads + self.evaluator.impure_reads - self.assessor.passing.looks


_NO_EDITS: Final = ListDiff((), ())
_MOST_BEYOND: Final = 8
_MOST_KINDS: Final = 1 << 14
"""With more kinds of slots than this everything is dropped, to be rid of the kinds that are gone."""
_MORE_JOBS: Final = 1 << 12
"""So is it after this many kinds of requests beyond those of the first cycle, as where requests show priorities."""
