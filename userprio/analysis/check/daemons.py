"""The daemons: their versions, time limits of a cycle, schedds that want no matches, condor_defrag; and their ledger.

Records in a ledger may disturb a negotiator, burden it, or mislead it.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from shlex import quote
from typing import Final

from userprio.accounting import Lease, LeaseKind, LeaseState, Overwritten, leases_of, overwritten, unused_since
from userprio.accounting.quotas import ROOT
from userprio.analysis.check.findings import (
    NOWHERE,
    Findings,
    Level,
    Location,
    Situation,
    error_place,
    few,
    finding,
    knob_place,
    note,
    plain,
    unprefixed,
    verb,
    warning,
)
from userprio.base import BadInput, DecidedBy, Version, changes, counted, likeliest, spoken
from userprio.classad import Binary, ClassAdSyntaxError, Conditional, Evaluator, parse, references, text_of
from userprio.config import Config, Reader, find_knob, used_by_others
from userprio.ledger import CUSTOMER_PREFIX, Customer
from userprio.negotiation import MEASURED, Outcome, negotiate
from userprio.negotiation.schedd import asked_attributes
from userprio.pool import NegotiatorSettings, TimeLimits, is_curbed, version_remarks
from userprio.simulation import DefragPolicy, Poll, daemon_name, poll

_OF_SCHEDDS: Final = (DecidedBy.SCHEDD, DecidedBy.READER)
"""What the version of a schedd decides: its own behaviour, and how it reads expressions."""


def check_versions(situation: Situation) -> Findings:
    """Check the versions of the daemons, and for knobs that they are too old for."""
    for remark in version_remarks(situation.scenario.versions):
        hint = "Expect differences, or give a version that is known with --condor-version"
        yield warning("version-unknown", NOWHERE, remark, hint)
    evaluator, versions = Evaluator(situation.now), situation.scenario.versions
    schedds: defaultdict[Version, dict[str, None]] = defaultdict(dict)
    for ad in situation.pool.submitters:
        if (name := text_of(evaluator, ad, "ScheddName")) is not None:
            schedds[versions.of_schedd(ad).version][name] = None
    yield from _mixed(situation, schedds)
    yield from _too_new(situation, schedds)


def _mixed(situation: Situation, schedds: Mapping[Version, Iterable[str]]) -> Findings:
    """Schedds, by version, that behave differently from a schedd of the negotiator's version."""
    own = situation.scenario.versions.negotiator
    taken = "the negotiator" if situation.pool.negotiator is not None else "the negotiator, as far as is known,"
    for version in sorted(schedds):
        rules = [rule for rule in changes(own, version) if rule.simulated and rule.decided_by in _OF_SCHEDDS]
        if rules:
            what = (
                f"{verb(list(schedds[version]), 'runs', 'run')} HTCondor {version} and {taken} {own}, which differ in "
                f"what a schedd does: {', '.join(rule.name.replace('_', ' ') for rule in rules)}"
            )
            older, newer = sorted((own, version))
            hint = f"Dry runs follow each daemon's own version; userprio versions {older} {newer} shows what differs"
            yield note("mixed-versions", NOWHERE, what, hint)


def _too_new(situation: Situation, schedds: Mapping[Version, Iterable[str]]) -> Findings:
    """Knobs that came with a later version than that of their reader, unless other knobs refer to them."""
    config, used = situation.config, None
    for spelled in config.names():
        name = unprefixed(config, spelled)
        if (knob := find_knob(name)) is None or knob.since is None:
            continue
        at_schedds = knob.reader is Reader.SCHEDD and bool(schedds)
        readers = schedds if at_schedds else {situation.scenario.versions.negotiator: ()}
        deaf = sorted(version for version in readers if not knob.is_read_by(version))
        used = used_by_others(config) if used is None and deaf else used
        # A user's own macro may have the name of a newer knob; if others refer to it, it has its effect through them.
        if not deaf or (used is not None and name.lower() in used):
            continue
        names = [name for version in deaf for name in readers[version]]
        where = f" for {few(names)}" if len(deaf) < len(readers) else ""
        versions = f"{' and '.join(map(str, deaf))} {'does' if len(deaf) == 1 else 'do'}"
        what = f"{spelled} changes nothing{where}: HTCondor {versions} not read it"
        yield warning("knob-too-new", knob_place(config, spelled), what, f"It came with {knob.since}")


_NO_TIME: Final = {
    **dict.fromkeys(("CYCLE", "SCHEDD", "SUBMITTER"), "every submitter is out of time before it is asked for jobs"),
    "PIESPIN": "every visit ends before the first job is asked for",
}
_TWICE_AS_FAST: Final = MEASURED.times(0.5)
"""Estimates may be wrong by a factor of two, so only limits too short even for twice the speed are reported."""
_SPINS: Final = 10
"""How often a job is considered in a cycle at most, as a rule."""


def check_times(situation: Situation) -> Findings:
    """Check time limits, allocation rounds without effect, and CURB_MATCHMAKING."""
    config = situation.config
    for name, so in _NO_TIME.items():
        knob = f"NEGOTIATOR_MAX_TIME_PER_{name}"
        if config.integer(knob) <= 0:
            what = f"{knob} is {config.integer(knob)}: {so}"
            yield warning("no-time", knob_place(config, knob), what, "Give a number of seconds")
    if is_curbed(config):
        what = "CURB_MATCHMAKING is true whatever the state of a schedd: schedds that read this offer no jobs"
        hint = "Leave it out, or give a condition on the schedd, such as RecentDaemonCoreDutyCycle > 0.98"
        yield warning("curbed", knob_place(config, "CURB_MATCHMAKING"), what, hint)
    if not (situation.pool.slots and situation.pool.submitters):
        return
    settings = NegotiatorSettings.of(situation.scenario)
    many_rounds = config.integer("GROUP_QUOTA_MAX_ALLOCATION_ROUNDS") > 20 and situation.tree.group_mode
    # A dry run by the clock of a negotiator costs a cycle: it is made only where it could show something.
    if many_rounds or _may_take_long(situation):
        outcome = negotiate(situation.scenario, costs=_TWICE_AS_FAST)
        # Slots without any requirements are most likely written by hand; without match lists they take very long.
        if asked_attributes(list(situation.pool.slots), settings):
            yield from _too_little(situation, outcome)
        if outcome.repeated_rounds:
            knob = "GROUP_QUOTA_MAX_ALLOCATION_ROUNDS"
            what = (
                f"{knob} is {config.integer(knob)}, and some quota is left that nobody uses: after round "
                f"{outcome.rounds[-1].round} nothing changes, but condor_negotiator goes through all the rest"
            )
            yield warning("endless-rounds", knob_place(config, knob), what, "The default, 3, is usually enough")


def _may_take_long(situation: Situation) -> bool:
    """Whether a cycle could come near a limit at all, if all slots were searched for each job several times."""
    limits, costs = TimeLimits.from_config(situation.config), _TWICE_AS_FAST
    slots, jobs = len(situation.pool.slots), len(situation.pool.jobs)
    a_job = costs.visit + costs.request + costs.match + slots * (costs.slot_scanned + costs.candidate)
    # An upper bound without match lists, autoclusters and limits, all of which only make a cycle shorter.
    longest = slots * costs.slot_fetched + _SPINS * jobs * a_job
    given = (limits.cycle_s, limits.submitter_s, limits.schedd_s, limits.visit_s)
    return longest > min((limit for limit in given if limit > 0), default=longest)


def _too_little(situation: Situation, outcome: Outcome) -> Findings:
    config = situation.config
    stopped: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for visit in outcome.visits:
        if visit.time_limit is not None and config.integer(visit.time_limit) > 0:
            stopped[visit.time_limit][visit.submitter] = None
    for knob, who in stopped.items():
        what = (
            f"{knob} is {config.integer(knob)} s, too little for a cycle over this pool, by an estimate for a "
            f"negotiator twice as fast as the one that was measured: it stops, or leaves no time for, "
            f"{counted(len(who), 'submitter')} ({few(list(who))})"
        )
        hint = "Look at LastNegotiationCycleDuration0 and the like in condor_status -negotiator -long, and at "
        yield warning("too-little-time", knob_place(config, knob), what, hint + "`userprio negotiate --real-time`")


_WHOLE: Final = "DEFRAG_WHOLE_MACHINE_EXPR"
_HOUR_S: Final = 3600
_UNREAD: Final = {
    "DEFRAG_SCHEDULE": "it takes DEFRAG_DRAINING_SCHEDULE, whatever the manual says",
    "DEFRAG_STATE_FILE": "nothing of it survives a restart",
}
"""Documented knobs that condor_defrag does not read, and what it does instead."""
_BEHIND: Final = "UserprioBehind"


def check_defrag(situation: Situation) -> Findings:
    """Check condor_defrag, if it is configured or started; its defaults alone are not reported."""
    config = situation.config
    starts = _starts(config)
    names = [unprefixed(config, name) for name in config.names()]
    readers = {knob.reader for name in names if (knob := find_knob(name)) is not None}
    if not starts and Reader.DEFRAG not in readers and _UNREAD.keys().isdisjoint(name.upper() for name in names):
        return
    for name, instead in _UNREAD.items():
        if config.is_set(name):
            what, place = f"{name} is not read by condor_defrag: {instead}", knob_place(config, name)
            if name == "DEFRAG_SCHEDULE":
                meant = "DEFRAG_DRAINING_SCHEDULE"
                yield warning("dead-knob", place, what, f"Write {meant}", (name, meant))
            else:
                yield note("dead-knob", place, what, "Take it out")
    try:
        policy = DefragPolicy.from_config(config, daemon_name(config, situation.pool.slots))
    except BadInput as error:
        yield finding(Level.ERROR, "defrag-ends", error_place(error), error.message, error.hint or "Correct the value")
        return
    if not starts and policy.machines_per_hour > 0:
        what = "DAEMON_LIST does not start condor_defrag here, though DEFRAG_DRAINING_MACHINES_PER_HOUR is set"
        hint = "Add DEFRAG to DAEMON_LIST on the machine that is to drain the others, usually the central manager"
        yield note("defrag-not-started", knob_place(config, "DEFRAG_DRAINING_MACHINES_PER_HOUR"), what, hint)
    yield from _whole_machines(config)
    nothing = _nothing(policy)
    if nothing is None:
        yield from _gates(config, policy, poll(policy, situation.pool.slots, situation.now))
    elif starts:
        name, why = nothing
        rate = "Set DEFRAG_DRAINING_MACHINES_PER_HOUR; 0.042 is one machine a day"
        hint = rate if name.endswith("HOUR") else "600 is the default"
        yield warning("defrag-idle", knob_place(config, name, "DAEMON_LIST"), why, hint)


def _starts(config: Config) -> bool:
    """Whether DAEMON_LIST starts a condor_defrag, under whatever name."""
    daemons = config.words("DAEMON_LIST")
    return any(name.upper() == "DEFRAG" or (config.text(name) or "").endswith("condor_defrag") for name in daemons)


def _nothing(policy: DefragPolicy) -> tuple[str, str] | None:
    """The knob that keeps all machines from being drained, and why."""
    interval = policy.interval_s
    if interval <= 0:
        return "DEFRAG_INTERVAL", f"DEFRAG_INTERVAL is {interval}: condor_defrag never polls, and drains nothing"
    if interval > _HOUR_S:
        why = f"DEFRAG_INTERVAL is {interval} s, more than an hour: condor_defrag polls, but never drains anything"
        return "DEFRAG_INTERVAL", why
    knob, rate = "DEFRAG_DRAINING_MACHINES_PER_HOUR", policy.rate
    if policy.machines_per_hour <= 0:
        return knob, f"condor_defrag is started, but {knob} is 0, its default: it drains nothing"
    if max(rate.per_poll, rate.per_hour, rate.per_day) <= 0:
        much = "no whole machine a day" if policy.machines_per_hour < 1 else "more than condor_defrag can count"
        return knob, f"{knob} is {policy.machines_per_hour:g}, which is {much}: it drains nothing"
    return None


def _whole_machines(config: Config) -> Findings:
    """A DEFRAG_WHOLE_MACHINE_EXPR that condor_defrag cannot append its conditions to, for brackets or a comment."""
    text = config.string(_WHOLE) or ""
    try:
        alone, joined = parse(text), parse(f"{text} && {_BEHIND}")
    except ClassAdSyntaxError:
        return
    hidden = _BEHIND.lower() not in {reference.name for reference in references(joined)}
    # && binds more tightly than || and ?: do, so that what is appended joins only the last part of these.
    loose = isinstance(alone, Conditional) or (isinstance(alone, Binary) and alone.op in ("||", "?:"))
    if not (hidden or loose):
        return
    others = "slots that are not partitionable, offline, or drained by somebody else"
    because = "its comment (//) hides" if hidden else "without brackets around it only its last part is joined with"
    what = f"{_WHOLE} counts {others} as whole machines, too: {because} what condor_defrag appends to it"
    hint = "Take out the comment" if hidden else f"Write {_WHOLE} = ({' '.join(text.split())})"
    yield warning("defrag-whole", knob_place(config, _WHOLE), what, hint)


def _gates(config: Config, policy: DefragPolicy, now: Poll) -> Findings:
    """Maxima that a single poll may exceed, because they only decide whether it drains anything."""
    rate = policy.rate
    due = rate.per_poll + rate.per_hour + rate.per_day
    often = "at each poll" if due == rate.per_poll else "at the first poll of an hour or a day"
    # Rounded up: with an interval slightly too short, none would be due at a poll, and all at once at the hour.
    one_each, slow = math.ceil(_HOUR_S / policy.machines_per_hour), policy.machines_per_hour < 1
    slowest = f"DEFRAG_DRAINING_MACHINES_PER_HOUR = 1 and DEFRAG_INTERVAL = {_HOUR_S}"
    hint = f"One machine at a time is due with {slowest if slow else f'DEFRAG_INTERVAL = {one_each}'}"
    for what, most, already, word in (
        ("CONCURRENT_DRAINING", policy.max_concurrent, len(now.draining), "draining"),
        ("WHOLE_MACHINES", policy.max_whole, len(now.whole), "whole"),
    ):
        if not 0 < most - already < due:
            continue
        knob = f"DEFRAG_MAX_{what}"
        present = f"; {counted(already, 'machine')} {'is' if already == 1 else 'are'} {word} now" if already else ""
        message = (
            f"{knob} is {most}, which stops a poll that finds this many machines {word}, and does not cap one that "
            f"finds fewer: up to {due} are drained {often}, so that there may be {most - 1 + due}{present}"
        )
        yield warning("defrag-maximum", knob_place(config, knob), message, hint)


_UNUSED_DAYS: Final = 90
"""Days without usage after which submitters may be deleted."""
_WORTH_A_NOTE: Final = 1_000
_WORTH_A_WARNING: Final = 10_000
"""Numbers of such submitters; with this many, each start takes seconds longer."""
_MEASURED: Final = (100_000, 407.0)
"""Submitters in a ledger, and the seconds that a negotiator of HTCondor 25.14.1 took to start on it; the time grows
with the square of their number."""
_CLOCKS_DIFFER_S: Final = 3600
_SOON_S: Final = 86400
_FORGOTTEN_S: Final = 30 * 86400
"""A lease with more than this left seems forgotten if its holder has used nothing for as long."""


def check_records(situation: Situation) -> Findings:
    """Check for groups that are gone, unused submitters, and impossible figures."""
    ledger = situation.ledger
    for dropped in ledger.warnings:
        if dropped.dropped_bytes:
            lost = counted(dropped.dropped_lines, "line")
            what = f"{dropped.message}; HTCondor drops {lost} from here to the end, and rewrites the ledger"
            place = Location(None if ledger.path is None else str(ledger.path), dropped.line)
            hint = "Copy the ledger before a negotiator starts on it, and see what those lines were"
            yield warning("ledger-damaged", place, what, hint)
    yield from _vanished_groups(situation)
    yield from _dead_submitters(situation)
    yield from _limits(situation)
    yield from _inflated(situation)
    yield from _absurd(situation)
    if ledger.last_update_time > situation.now + _CLOCKS_DIFFER_S:
        ahead = (ledger.last_update_time - situation.now) / 3600
        what = f"Priorities were last updated {ahead:.0f} h in the future: the next update charges nothing"
        place = situation.record_place("Accountant.", "LastUpdateTime")
        yield warning("future-update", place, what, "Look at the clocks, or at --now")


def check_operations(situation: Situation) -> Findings:
    """Edits that something else has overwritten."""
    losses: defaultdict[int, list[Overwritten]] = defaultdict(list)
    for lost in overwritten(situation.operations, situation.ledger.ads, situation.now):
        losses[lost.operation.id].append(lost)
    for operation, (first, *others) in losses.items():
        more = f", and {counted(len(others), 'value')} more" if others else ""
        what = f"Operation {operation} ({first.operation.action}) was overwritten: {first.what}{more}"
        hint = "Make the edit again; if a negotiator was running, on the pool with --pool, or after it was stopped"
        yield warning("edit-overwritten", situation.record_place(first.change.key, first.attribute), what, hint)


def _start_time(submitters: int) -> str:
    """How long a negotiator takes to start on this many submitters, as an estimate."""
    many, measured_s = _MEASURED
    seconds = measured_s * (submitters / many) ** 2
    return spoken(round(seconds)) if seconds >= 1 else "less than a second"


def _vanished_groups(situation: Situation) -> Findings:
    ledger, tree = situation.ledger, situation.tree
    names = {group.name for group in tree.groups}
    for name, customer in ledger.customers.items():
        if not customer.is_group or name in names:
            continue
        place = situation.record_place(CUSTOMER_PREFIX + name, None)
        # find ignores case and the ledger does not: GROUP_A renamed to group_a starts from nothing.
        twin = tree.find(name)
        near = twin.name if twin is not None else likeliest(name, names - {ROOT})
        what = f"The ledger has a record of a group {name}"
        if near is not None:
            what += f", but the configuration has {near}, which starts afresh"
            hint = f"List the group as {name} to keep its usage and priority; HTCondor does not rename records"
            yield warning("vanished-group", place, what, hint)
        else:
            used = (customer.weighted_accumulated_usage or 0) / 3600
            what += f" ({plain(used)} weight-hours), gone from GROUP_NAMES"
            hint = f"List {name} again if it was taken out by mistake; otherwise leave the record, which does no harm"
            yield note("vanished-group", place, what, hint)


def _dead_submitters(situation: Situation) -> Findings:
    ledger, tree = situation.ledger, situation.tree
    # A small ledger with dead submitters costs nothing.
    total = sum(not customer.is_group for customer in ledger.customers.values())
    if total < _WORTH_A_NOTE:
        return
    day = datetime.fromtimestamp(situation.now, UTC).date() - timedelta(days=_UNUSED_DAYS)
    since = datetime(day.year, day.month, day.day, tzinfo=UTC)
    dead = unused_since(ledger, int(since.timestamp()), situation.rules, lambda name: tree.assigned(name).name)
    if len(dead.names) < _WORTH_A_NOTE:
        return
    before, after = (_start_time(number) for number in (total, total - len(dead.names)))
    what = (
        f"{len(dead.names)} of {total} submitters in the ledger used nothing for {_UNUSED_DAYS} days; a negotiator "
        f"takes about {before} to start on it, and would take {after} without them"
    )
    which = "" if ledger.path is None else f" --ledger {quote(str(ledger.path))}"
    hint = f"Stop the negotiator and run: userprio delete --unused-since {day.isoformat()}{which}"
    if dead.exempt:
        hint += f"; it spares {len(dead.exempt)} more with a factor, floor, ceiling or lease of their own"
    level = warning if len(dead.names) >= _WORTH_A_WARNING else note
    yield level("dead-submitters", situation.record_place(CUSTOMER_PREFIX + dead.names[0], None), what, hint)


_TOO_LONG: Final = 1e200
"""Well below the length at which the accountant truncates the text of a number."""


def _absurd(situation: Situation) -> Findings:
    """Priorities and factors that are infinite, NaN or too large, from a damaged or hand-written ledger."""
    for name, customer in situation.ledger.customers.items():
        # Factors are not written again when priorities age.
        figures = ("Priority", customer.priority, _TOO_LONG), ("PriorityFactor", customer.priority_factor, math.inf)
        for attribute, value, least in figures:
            if value is None or value < least:
                continue
            place = situation.record_place(CUSTOMER_PREFIX + name, attribute)
            if math.isinf(value):
                so = "where it takes part, the shares of all submitters are not numbers, and nobody gets anything"
            elif math.isnan(value):
                so = "it counts as if it were not there"
            else:
                so = "the accountant cannot write a number of that length, and reads it back as the smallest there is"
            what = f"{name} has the {attribute} {value:g}: {so}"
            yield warning("absurd-priority", place, what, "Set it again, such as with `userprio set NAME prio=0.5`")


def _limits(situation: Situation) -> Findings:
    """Floors that a ceiling makes useless."""
    for name, customer in situation.ledger.customers.items():
        floor, ceiling = customer.floor or 0, customer.ceiling
        if ceiling is not None and 0 <= ceiling < floor:
            place = situation.record_place(CUSTOMER_PREFIX + name, "Floor")
            what = f"{name} has a floor of {floor} and a ceiling of {ceiling}: it never gets more than the ceiling"
            yield warning("floor-above-ceiling", place, what, "Lower the floor, or raise the ceiling")


def _inflated(situation: Situation) -> Findings:
    """Counts of slots in use that grew with every cycle, as HTCondor 25.10.1 to 25.14.0 leave them behind."""
    ledger = situation.ledger
    slots: Counter[str] = Counter()
    weights: defaultdict[str, float] = defaultdict(float)
    for resource in ledger.resources.values():
        if resource.remote_user is not None:
            slots[resource.remote_user] += 1
            weights[resource.remote_user] += resource.weight
    inflated = [name for name, customer in ledger.customers.items() if _is_inflated(customer, slots, weights)]
    if inflated:
        worst = ledger.customers[inflated[0]]
        place = situation.record_place(CUSTOMER_PREFIX + inflated[0], "ResourcesUsed")
        what = (
            f"{verb(inflated, 'is', 'are')} said to use more slots than the ledger lists "
            f"({worst.resources_used} and {slots[worst.name]}), as negotiators of HTCondor 25.10.1 to 25.14.0 left it: "
            "unweighted usage, last usage times and priorities of groups cannot be trusted"
        )
        hint = "Go by weighted usage, which is right; a newer negotiator counts again when it starts"
        yield warning("inflated-counts", place, what, hint)


def _is_inflated(customer: Customer, slots: Counter[str], weights: dict[str, float]) -> bool:
    """Whether more slots are counted than listed although the weights agree; of a stale count neither would agree."""
    if customer.is_group or not customer.resources_used or not slots[customer.name]:
        return False
    # The defect counted slots once more in each cycle, and weights rightly: so weights tell it from a stale ledger.
    same_weight = abs((customer.weighted_resources_used or 0.0) - weights[customer.name]) < 0.5
    return customer.resources_used > slots[customer.name] and same_weight


def check_leases(situation: Situation) -> Findings:
    """Leases that are about to end, have expired unnoticed, or seem to be forgotten."""
    for customer in situation.ledger.customers.values():
        for held in leases_of(customer, situation.rules.default_factor):
            if held.state(situation.now) is not LeaseState.NONE:
                yield from _lease(situation, customer, held)


def _lease(situation: Situation, customer: Customer, held: Lease) -> Findings:
    at, kind = situation.now, held.kind.spec
    name, word, left = customer.name, held.kind.word, held.expiration - at
    place = situation.record_place(CUSTOMER_PREFIX + name, kind.attributes.expiration)
    value = getattr(customer, kind.fields.value)
    now, then = _value(held.kind, (kind.unset or 0) if value is None else value), _value(held.kind, held.prior)
    cancel = f"userprio reset {name} --lease {word}"
    if held.state(at) is LeaseState.EXPIRED:
        what = f"The {word} lease of {name} ran out {spoken(-left)} ago and {now} still holds, as no cycle ended it"
        hint = f"Start the negotiator, or run userprio update, and it goes back to {then}"
        yield warning("lease-expired", place, what, hint)
    elif left <= _SOON_S:
        what = f"The {word} lease of {name} ends in {spoken(left)}, and {now} goes back to {then}"
        yield note("lease-ending", place, what, f"If {now} is to stay, {cancel} and set it again")
    elif left > _FORGOTTEN_S and not customer.resources_used:
        idle_s = at - (customer.last_usage_time or 0)
        if idle_s <= _FORGOTTEN_S:
            return
        since = f"used nothing for {spoken(idle_s)}" if customer.last_usage_time else "never used anything"
        what = f"The {word} lease of {name} lasts another {spoken(left)}, though {name} {since}"
        yield note("lease-forgotten", place, what, f"If nobody needs it, {cancel}")


def _value(kind: LeaseKind, value: float) -> str:
    """A value of a lease, for a sentence."""
    if kind.spec.unset is not None and value <= kind.spec.unset:
        return f"no {kind.word}"
    return f"the {kind.word} {plain(value)}" if kind.spec.number is float else f"a {kind.word} of {plain(value)}"
