"""Jobs that never start or slow down searches, and why: requirements, quotas, limits, blocked queues.

Jobs that fit no slot are matched with the pool as if nothing ran in it; some of the rest is seen in dry runs of the
pool with one thing changed.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.accounting import parse_limits
from userprio.analysis.check.findings import (
    NOWHERE,
    Finding,
    Findings,
    Level,
    Situation,
    error_place,
    few,
    finding,
    knob_place,
    note,
    plain,
    warning,
)
from userprio.analysis.check.policy import may_be_true
from userprio.analysis.check.quotas import quota_place
from userprio.base import counted, likeliest, masked
from userprio.classad import (
    Ad,
    Evaluator,
    Expr,
    Literal,
    Parenthesized,
    ReferenceIndex,
    Value,
    flag_of,
    format_value,
    integer_of,
    is_true,
    number_of,
    references,
    text_of,
    unparse,
    walk,
)
from userprio.config import Config, KnobError
from userprio.negotiation import CycleObserver, CycleState, PassTerms, Prepared, negotiate, request_attributes, whole
from userprio.negotiation.matching import MatchPredicates, MatchSide, SlotKind
from userprio.negotiation.schedd import IDLE, JobQueue, asked_attributes
from userprio.pool import NegotiatorSettings, ScenarioData, Submitter, ip_protocols, share_protocol
from userprio.simulation import drained, machine_of

_MOST_KINDS: Final = 3
"""How many kinds of jobs of one submitter a finding describes, those of most jobs."""
_LONGEST: Final = 80
"""Characters shown of a condition or of a value."""
_REQUEST: Final = "request"


class Misfit(Struct, frozen=True):
    """Idle jobs of a submitter that are alike, and fit no slot of the pool even if all of it were free."""

    job: str
    """cluster.proc of the first."""
    jobs: int
    ad: Ad
    """That of one of them, as its request shows it."""


class Fits(Struct, frozen=True):
    """What became of matching a submitter's idle jobs with a pool in which nothing runs."""

    submitter: str
    jobs: int
    """All that a snapshot has and that meet NEGOTIATOR_JOB_CONSTRAINT."""
    misfits: tuple[Misfit, ...]
    """The kinds of jobs that fit nothing, those of most jobs first."""

    @property
    def fitting_nothing(self) -> int:
        """How many of the jobs fit nothing."""
        return sum(misfit.jobs for misfit in self.misfits)


def check_misfits(situation: Situation) -> Findings:
    """Match all idle jobs with all slots as if nobody held them, nor any part of them."""
    if not (situation.pool.slots and situation.pool.submitters):
        return
    free = FreePool(situation.scenario)
    all_fits = [fits for fits in free.fits() if fits.misfits]
    never = [fits for fits in all_fits if fits.fitting_nothing == fits.jobs]
    if never:
        jobs, names = sum(fits.jobs for fits in never), sorted(fits.submitter for fits in never)
        what = f"No slot of this pool matches the {counted(jobs, 'job')} of {few(names)}, even if all of it were free"
        hint = f"`userprio explain {names[0]}` says which requirement leaves no slot"
        yield note("never-matches", NOWHERE, what, hint)
    yield from (_some(situation, fits, free) for fits in all_fits if fits.fitting_nothing < fits.jobs)


def _some(situation: Situation, fits: Fits, free: "FreePool") -> Finding:
    """The finding about a submitter with jobs that fit nothing and jobs that fit something."""
    shown, further = fits.misfits[:_MOST_KINDS], fits.misfits[_MOST_KINDS:]
    reasons = [free.reason(misfit) for misfit in shown]
    if further:
        jobs = counted(sum(misfit.jobs for misfit in further), "job")
        reasons.append(f"so it is with {jobs} of {counted(len(further), 'other kind')}")
    number = fits.fitting_nothing
    what = (
        f"{number} of the {counted(fits.jobs, 'job')} of {fits.submitter} {'matches' if number == 1 else 'match'} no "
        f"slot of this pool, even if all of it were free: {'; '.join(reasons)}"
    )
    first = shown[0].job
    remedy = "Hold or remove such jobs, or have them ask for what a slot has"
    for request, amount in free.smaller_requests(shown[0]):
        remedy = f"Job {first} fits with {request} of at most {amount}; have such jobs ask for less, or hold them"
        break
    hint = f"{remedy}; see `userprio explain --job {first} {fits.submitter}`"
    return note("some-never-match", situation.submitter_place(fits.submitter), what, hint)


class FreePool(CycleObserver):
    """A pool as a negotiator would see it if nobody held a slot, nor any part of one.

    That slots have an address, and that limits leave room, is left to other checks.
    """

    def __init__(self, scenario: ScenarioData) -> None:
        """Prepare a cycle for the pool; BadInput if a knob has a value that would stop a real negotiator."""
        self._terms: defaultdict[str, list[PassTerms]] = defaultdict(list)
        # Such a cycle prepares everything for matching, and matches nothing.
        no_time = scenario.config.with_overrides({"NEGOTIATOR_MAX_TIME_PER_CYCLE": "0"})
        negotiate(replace(emptied(scenario), config=no_time), observer=self)

    def prepared(self, prepared: Prepared) -> None:
        """Remember the slots, before anything could take one away."""
        self._prepared = prepared
        self._slots = tuple(dict.fromkeys(slot.kind for slot in prepared.state.slots))

    def visit(self, state: CycleState, terms: PassTerms, submitter: Submitter, *_: object) -> None:
        """Remember the terms on which a submitter has its turn, which requests may show."""
        self._terms[submitter.name].append(terms)

    def fits(self) -> Iterator[Fits]:
        """For each submitter with idle jobs, what fits and what does not."""
        by_name: defaultdict[str, dict[str, Submitter]] = defaultdict(dict)
        for submitter in self._prepared.submitters:
            by_name[submitter.name].setdefault(submitter.schedd_address, submitter)
        for name, entries in by_name.items():
            jobs, misfits = 0, list[Misfit]()
            for entry in entries.values():
                queue = self._prepared.schedds.queue(entry)
                jobs += sum(kind.wanted for kind in queue.jobs.kinds)
                misfits += self._misfits(entry, queue)
            if jobs:
                yield Fits(name, jobs, tuple(sorted(misfits, key=lambda misfit: -misfit.jobs)))

    def _misfits(self, submitter: Submitter, queue: JobQueue) -> Iterator[Misfit]:
        protocols = ip_protocols(submitter.schedd_address)
        within_reach = [kind for kind in self._slots if share_protocol(kind.protocols, protocols)]
        # Kinds, not jobs: ten thousand jobs of a submission are matched once.
        kinds = queue.jobs.kinds
        sides = {kind: self._sides(kind.ad, submitter.name) for kind in dict.fromkeys(kinds) if kind.wanted}
        alike: defaultdict[MatchSide, list[int]] = defaultdict(list)
        fit = {kind for kind, shown in sides.items() if any(self._matches(side, within_reach) for side in shown)}
        for place, kind in enumerate(kinds if len(fit) < len(sides) else ()):
            if kind in sides and kind not in fit:
                alike[sides[kind][0]].append(place)
        yield from (Misfit(queue.jobs[places[0]].id, len(places), side.ad) for side, places in alike.items())

    def _sides(self, job: Ad, name: str) -> list[MatchSide]:
        """A job as its requests show it, in each of its submitter's turns."""
        prepared, state = self._prepared, self._prepared.state
        shown = prepared.schedds.shown(job)
        # Groups without a quota have no turn; then the terms of any other say what there is to say.
        every = self._terms.get(name) or next(iter(self._terms.values()), [])
        sides = {
            state.job_kinds.of(shown.replace(request_attributes(requester, state.accounts)))
            for requester in {terms.requester(name) for terms in every}
        }
        return list(sides) or [state.job_kinds.of(shown)]

    def _matches(self, side: MatchSide, slots: Sequence[SlotKind]) -> bool:
        return any(self._prepared.state.assessor.matches(side, kind) for kind in slots)

    def reason(self, misfit: Misfit) -> str:
        """What no slot has for these jobs, in words, with one of the jobs as an example."""
        who = f"job {misfit.job}{f' and {misfit.jobs - 1} like it' if misfit.jobs > 1 else ''}"
        if any(kind.resources is not None for kind in self._slots):  # what a policy takes is not a condition
            return f"no slot fits {who}"
        evaluator, every = self._prepared.state.evaluator, [kind.ad for kind in self._slots]
        predicates = MatchPredicates(ReferenceIndex([misfit.ad, *every]), evaluator)
        side = MatchSide(misfit.ad, flattens=self._prepared.state.flattens_requests)
        left = [True] * len(every)
        # Clause by clause: the first that no slot meets is the reason; if each is met somewhere, all at once are.
        for clause in predicates.requirements_of(side, of_slot=False):
            meets = [is_true(evaluator.evaluate(clause.asked, misfit.ad, slot)) for slot in every]
            left = [still and met for still, met in zip(left, meets, strict=True)]
            if not any(meets):
                values = _values(clause.original, misfit.ad, evaluator)
                return f"no slot meets `{_shown(clause.original)}` of {who}{f' ({values})' if values else ''}"
        if not any(left):
            return f"no slot meets all conditions in the Requirements of {who} at once"
        return f"the slots that {who} could take refuse {'it' if misfit.jobs == 1 else 'them'}, by their Requirements"

    def smaller_requests(self, misfit: Misfit) -> Iterator[tuple[str, Value]]:
        """Single requests with the largest amount at which the job would fit a slot, if it is less than now."""
        state = self._prepared.state
        evaluator = state.evaluator
        for request in misfit.ad:
            asked = number_of(evaluator, misfit.ad, request) if request.lower().startswith(_REQUEST) else None
            if asked is None:
                continue
            amounts = {number_of(evaluator, kind.ad, request[len(_REQUEST) :]) for kind in self._slots}
            # The largest first: the least that a user has to give up is the best advice.
            for less in map(whole, sorted((size for size in amounts if size and 0 < size < asked), reverse=True)):
                if self._matches(state.job_kinds.of(misfit.ad.replace({request: less})), self._slots):
                    yield request, less
                    break


def emptied(scenario: ScenarioData) -> ScenarioData:
    """The pool with nothing running in it and all partitionable slots whole; slots that wait for a user may match.

    What a slot's START is when its machine no longer drains is not known; it is taken to be true.
    """
    evaluator, pool = Evaluator(scenario.now), scenario.pool
    slots = tuple(_unclaimed(ad, evaluator) for ad in pool.slots)
    # Dynamic slots go back into their partitionable ones: that a part is taken is not what is asked here.
    machines = {machine_of(name) for ad in slots if (name := text_of(evaluator, ad, "Name")) is not None}
    return replace(scenario, pool=drained(replace(pool, slots=slots), machines, scenario.config, scenario.now))


def _unclaimed(slot: Ad, evaluator: Evaluator) -> Ad:
    changed: dict[str, Value | None] = {}
    if "RemoteScheddName" in slot:  # it says for which schedd a partitionable slot is claimed
        changed["RemoteScheddName"] = None
    if (asked := slot.lookup("requirements")) is not None and not may_be_true(asked):
        changed["Requirements"] = True
    if flag_of(evaluator, slot, "Draining") and "Start" in slot:
        changed["Start"] = True
    return slot.replace(changed) if changed else slot


def _shown(clause: Expr) -> str:
    while isinstance(clause, Parenthesized):
        clause = clause.inner
    text = masked(unparse(clause)).strip()
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def _values(clause: Expr, job: Ad, evaluator: Evaluator) -> str:
    """The job's attributes that a clause refers to, with their values, as in `RequestMemory is 30000`."""
    spelled = {name.lower(): name for name in job}
    asked = sorted(reference.name.lower() for reference in references(clause) if reference.scope != "target")
    values = {spelled[name]: format_value(evaluator.attribute(name, job)) for name in asked if name in spelled}
    return ", ".join(f"{name} is {text}" for name, text in values.items() if len(text) <= _LONGEST)


_OFFERS: Final = "MAX_CONCURRENT_UPLOADS_PER_USER"
_SUFFIX: Final = "_limit"
_DEFAULT: Final = "CONCURRENCY_LIMIT_DEFAULT"
_MEND_EMPTY: Final = "For no limit, leave ConcurrencyLimits out, or make it undefined"
_ROUNDED: Final = ("RequestMemory", "RequestDisk")
_ROUND: Final = "SCHEDD_ROUND_ATTR_"
_WORTH_IT: Final = 50
"""The fewest autoclusters of a schedd that rounding has to save to be worth a note."""


def check_starving(situation: Situation) -> Findings:
    """Dry-run a cycle and, where submitters get nothing, run it again with the possible obstacle removed."""
    if not (situation.pool.slots and situation.pool.submitters):
        return
    yield from _small_quotas(situation)
    yield from _blocked(situation)


def _small_quotas(situation: Situation) -> Findings:
    """Groups whose quota is less than a slot: below 1 it gives none, else a single slot, however heavy."""
    tree, outcome, divided = situation.tree, situation.outcome, situation.partitionable
    # Of several rounds the last counts: only there a group has all that it will get.
    limits = {past.group: past.limit for past in outcome.passes}
    for group in outcome.groups:
        limit = limits.get(group.name)
        if limit is None or group.configured_quota <= 0 or group.accepts_surplus or group.autoregroup:
            continue
        # A partitionable slot is charged in full until the next cycle, which says nothing about the group's quota.
        costs = [match.cost for match in outcome.matches if match.group == group.name and match.slot not in divided]
        if limit <= 0 and group.left and not group.usage:
            what = (
                f"Group {group.name} has a quota of {plain(group.effective_quota)}, which is cut to the whole number "
                f"{limit}: none of its {counted(group.left, 'idle job')} starts"
            )
        elif costs and min(costs) > limit > 0:
            what = (
                f"Group {group.name} may hold {limit}, less than the lightest slot that its jobs are given, "
                f"{plain(min(costs))}: it gets one such slot, beyond its quota, and no second one"
            )
        else:
            continue
        own = tree.assigned(f"{group.name}.user@domain")
        hint = f"Give it a quota of at least {plain(min(costs, default=1.0))}, or let it accept surplus"
        yield warning("quota-below-slot", quota_place(situation.config, own), what, hint)


def _blocked(situation: Situation) -> Findings:
    """Submitters whose schedd offers only jobs that match nothing, and not the jobs behind them."""
    config, outcome = situation.config, situation.outcome
    unmatched = {own.submitter for own in outcome.refusals if own.reason == "no match found" and own.jobs}
    stuck = unmatched - {match.submitter for match in outcome.matches}
    cap = config.integer(_OFFERS, default=0) if stuck else 0
    if not cap:
        return
    # The proof is a second cycle in which schedds offer everything: who starts then was blocked.
    free = negotiate(replace(situation.scenario, config=config.with_overrides({_OFFERS: "0"})))
    for name, number in Counter(match.submitter for match in free.matches if match.submitter in stuck).items():
        what = (
            f"{name} gets nothing, as the {cap} jobs that its schedd offers in a visit match no slot now; behind them "
            f"are jobs that match, {counted(number, 'match', 'matches')} at once"
        )
        hint = f"Hold the jobs that match nothing, see `userprio explain {name}`, or set {_OFFERS} = 0 at the schedd"
        yield warning("queue-blocked", situation.submitter_place(name), what, hint)


def check_limits(situation: Situation) -> Findings:
    """Check the concurrency limits that the snapshot's jobs name."""
    config, evaluator = situation.config, Evaluator(situation.now)
    jobs: Counter[str] = Counter()
    empty = sometimes_empty = 0
    for ad in (ad for ad in situation.pool.jobs if "ConcurrencyLimits" in ad):
        text = evaluator.attribute("ConcurrencyLimits", ad)
        if text == "":
            empty += 1
        elif isinstance(text, str):
            jobs.update(limit.name for limit in parse_limits(text))
        elif (given := ad.lookup("concurrencylimits")) is not None:
            sometimes_empty += any(isinstance(node, Literal) and node.value == "" for node in walk(given))
    if empty:
        what = (
            f'{_have(empty)} ConcurrencyLimits = "", which the negotiator takes for limits that are reached: '
            f"{'it' if empty == 1 else 'they'} will never start"
        )
        yield warning("empty-limits", NOWHERE, what, _MEND_EMPTY)
    if sometimes_empty:
        what = (
            f'{_have(sometimes_empty)} ConcurrencyLimits that may come out as "" with some slots: such slots are '
            "passed over, unless other limits were found to be reached before them in the same search"
        )
        yield warning("empty-limits", NOWHERE, what, _MEND_EMPTY)
    configured = {
        name[: -len(_SUFFIX)]: name for name in config.names() if name.lower().endswith(_SUFFIX) and config.is_set(name)
    }
    for name, number in jobs.items():
        if (knob := _knob(config, name)) is None:
            yield _unlimited(config, name, number, configured)
            continue
        try:
            config.real(knob, default=None)
        except KnobError as error:
            fault = error.message.rpartition("; it")[0] or error.message
            what = f"{fault}; condor_negotiator stops when it looks at the first job that asks for {name}"
            yield finding(Level.ERROR, "bad-value", error_place(error), what, "Give a number")


def _have(number: int) -> str:
    return f"{counted(number, 'job')} {'has' if number == 1 else 'have'}"


def _knob(config: Config, name: str) -> str | None:
    """The knob that limits `name` (`Accountant::GetLimitMax`)."""
    group, dot, _ = name.rpartition(".")
    own = [f"{name}{_SUFFIX}", *([f"{_DEFAULT}_{group}"] if dot else []), _DEFAULT]
    return next((knob for knob in own if config.is_set(knob)), None)


def _unlimited(config: Config, name: str, number: int, by_limit: Mapping[str, str]) -> Finding:
    longer = (limit for limit in by_limit if limit.lower().startswith(f"{name}_"))
    near = likeliest(name, by_limit) or next(longer, None)
    ask = "asks" if number == 1 else "ask"
    what = f"{counted(number, 'job')} {ask} for the concurrency limit {name}, which nothing limits"
    if near is None:
        return warning("unlimited", NOWHERE, what, f"Set {name.upper()}_LIMIT")
    knob = by_limit[near]
    hint = f"Write {name.upper()}_LIMIT instead of {knob}, or have the jobs ask for {near.lower()}"
    return warning("unlimited", knob_place(config, knob), what, hint)


def check_autoclusters(situation: Situation) -> Findings:
    """Check for idle jobs that differ only in the memory or disk that they request."""
    if not situation.pool.slots:
        return
    evaluator = Evaluator(situation.now)
    asked = asked_attributes(list(situation.pool.slots), NegotiatorSettings.of(situation.scenario))
    names = sorted({*asked, "requirements", "rank", "concurrencylimits"})
    idle: defaultdict[str, Counter[tuple[object, ...]]] = defaultdict(Counter)
    for job in situation.pool.jobs:
        if integer_of(evaluator, job, "JobStatus") == IDLE:
            schedd = (text_of(evaluator, job, "GlobalJobId") or "").partition("#")[0]
            idle[schedd][tuple(job.raw_value(name) for name in names)] += 1
    for schedd, contents in idle.items():
        yield from _saved(situation, schedd, contents, names)


def _saved(situation: Situation, schedd: str, contents: Counter[tuple[object, ...]], names: list[str]) -> Findings:
    for name in _ROUNDED:
        if name.lower() not in names or situation.config.is_set(f"{_ROUND}{name}"):
            continue
        at = names.index(name.lower())
        # Jobs of an autocluster agree in all significant attributes; rounding one of them merges some.
        rounded = {(*content[:at], _quarter(content[at]), *content[at + 1 :]) for content in contents}
        if len(contents) - len(rounded) < _WORTH_IT:
            continue
        whose = f"of schedd {schedd}" if schedd else "of this snapshot"
        what = (
            f"The {counted(contents.total(), 'idle job')} {whose} form {len(contents)} autoclusters, for each of which "
            f"all slots are searched; if {name} were rounded by 25%, they would form {len(rounded)}"
        )
        hint = f"Set {_ROUND}{name} = 25% at the schedd, for new jobs, or have jobs ask for round numbers"
        yield note("many-autoclusters", NOWHERE, what, hint)


def _quarter(text: object) -> object:
    """A whole number rounded up as by `25%`, to a quarter of a power of ten (`SetAttribute`); else unchanged."""
    if not (isinstance(text, str) and text.isascii() and text.isdigit()) or int(text) == 0:
        return text
    number = int(text)
    step = 10.0 ** int(math.log10(number / 5) + 1) / 4
    return str(int(math.ceil(number / step) * step))
