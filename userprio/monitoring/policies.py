"""What the log of a cycle shows of the negotiator's configuration, against that of a scenario.

Some of it is in every log. Some follows from the state in which the cycle began: where that is known for certain,
another figure than in the dry run is none that has moved.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.base.formats import counted
from userprio.classad import Ad, ClassAdSyntaxError, Dialect, Evaluator, parse, unparse
from userprio.monitoring.decisions import LoggedDecisions, LoggedGroup, LoggedVisit
from userprio.monitoring.negotiator_log import LoggedCycle
from userprio.monitoring.reconstruction import Reconstruction, near
from userprio.negotiation import Decided, GroupOutcome, Outcome
from userprio.pool import NegotiatorSettings, fetched_submitters, priority_rules

_ROOT: Final = "<none>"
_UNSET: Final = "None"
"""What the log has for an expression that is not set."""


class Divergence(Struct, frozen=True):
    """Where a cycle and its dry run first part."""

    line: int
    """In the log."""
    submitter: str
    """Whose turn it is in the log, or the group, or the knob."""
    what: str
    """What is compared."""
    logged: str
    foretold: str
    figures: tuple[str, ...] = ()
    """The numbers of the dry run that decide, and those of the log where it has them."""
    of_policy: bool = False
    """What differs is the configuration."""


def policy_difference(
    reconstruction: Reconstruction, decided: Decided, outcome: Outcome, cycle: LoggedCycle, decisions: LoggedDecisions
) -> Divergence | None:
    """The first difference that only another configuration explains; None if the log shows none."""
    logged = {group.name: group for group in decisions.groups}
    ours = {group.name: group for group in outcome.groups}
    return next(
        (
            Divergence(*difference, of_policy=True)
            for differences in (
                _knobs(decided.prepared.settings, cycle, decisions),
                _groups(logged, ours),
                _quotas(logged, ours) if near(decisions.weight or 0.0, outcome.pool.weight) else (),
                _left_out(decided, decisions),
                _counted(reconstruction, decided, outcome, cycle),
                _demand(reconstruction, logged, ours),
                _turns(logged, ours, outcome, decisions.visits),
            )
            for difference in differences
        ),
        None,
    )


_Difference = tuple[int, str, str, str, str]
"""Line, whose, what, and what both have."""


def _knobs(settings: NegotiatorSettings, cycle: LoggedCycle, decisions: LoggedDecisions) -> Iterator[_Difference]:
    ranks = settings.ranks
    for name, here in (
        ("PREEMPTION_REQUIREMENTS", ranks.preemption_requirements),
        ("PREEMPTION_RANK", ranks.preemption_rank),
        ("NEGOTIATOR_PRE_JOB_RANK", ranks.pre_job_rank),
        ("NEGOTIATOR_POST_JOB_RANK", ranks.post_job_rank),
    ):
        if (remark := cycle.policies.get(name)) is None:
            continue
        try:
            theirs = None if remark.message == _UNSET else parse(remark.message, Dialect.OLD)
        except ClassAdSyntaxError:
            # Of a value of several lines the log has the first behind a header.
            continue
        if theirs != here:
            yield remark.line, name, "expression", remark.message, _UNSET if here is None else unparse(here)
    if decisions.idle_only is not None and settings.consider_preemption:
        yield decisions.idle_only, "NEGOTIATOR_CONSIDER_PREEMPTION", "value", "False", "True"
    by_weight = settings.charging.use_slot_weights
    if decisions.groups and decisions.weighted not in (None, by_weight):
        line = decisions.groups[0].line
        yield line, "NEGOTIATOR_USE_SLOT_WEIGHTS", "value", str(decisions.weighted), str(by_weight)


def _groups(logged: dict[str, LoggedGroup], ours: dict[str, GroupOutcome]) -> Iterator[_Difference]:
    """Groups and their configuration, in the table that the negotiator prints before anything is decided."""
    for name in dict.fromkeys((*logged, *ours)) if logged else ():
        theirs, here = logged.get(name), ours.get(name)
        if theirs is None or here is None:
            known, ours_known = ("no such group" if group is None else "configured" for group in (theirs, here))
            yield next(iter(logged.values())).line, name, "group", known, ours_known
            return
        for what, logged_value, value in (
            ("configured quota", theirs.configured, here.configured_quota),
            ("static quota", theirs.static, here.static),
            ("accepts surplus", theirs.accepts_surplus, here.accepts_surplus),
            ("autoregroup", theirs.autoregroup, here.autoregroup),
        ):
            # The root has no quota of its own: the log writes 0 there, and flags that decide nothing.
            if name != _ROOT and not near(float(logged_value), float(value)):
                yield theirs.line, name, what, _shown(logged_value), _shown(value)


def _quotas(logged: dict[str, LoggedGroup], ours: dict[str, GroupOutcome]) -> Iterator[_Difference]:
    """Quotas, which follow from the configuration and the weight of all slots."""
    for name in logged.keys() & ours.keys() - {_ROOT}:
        theirs, here = logged[name], ours[name]
        if not near(theirs.computed, here.effective_quota):
            yield theirs.line, name, "quota", _shown(theirs.computed), _shown(here.effective_quota)


def _left_out(decided: Decided, decisions: LoggedDecisions) -> Iterator[_Difference]:
    """Submitters whose jobs were asked for though the configuration leaves them out, by their names alone."""
    constraint = decided.prepared.settings.submitter_constraint
    if constraint is None:
        return
    evaluator = Evaluator(decided.scenario.now)
    for visit in decisions.visits:
        names = Ad({}).replace({"Name": visit.submitter, "ScheddName": visit.schedd})
        if visit.requests and evaluator.evaluate(constraint, names) is False:
            yield visit.line, visit.submitter, "NEGOTIATOR_SUBMITTER_CONSTRAINT", "takes part", "left out"


def _counted(
    reconstruction: Reconstruction, decided: Decided, outcome: Outcome, cycle: LoggedCycle
) -> Iterator[_Difference]:
    """The numbers of slots and of submitters' ads, if they are known.

    More may have come and gone unseen, or be left out by us: that is so if the log has exactly as many as there are.
    """
    settings, pool, slots = decided.prepared.settings, decided.scenario.pool, outcome.pool.slots
    if reconstruction.slots_known and reconstruction.slot_number_known and cycle.slots == len(pool.slots) != slots:
        yield cycle.line, "all slots", "number", counted(cycle.slots, "slot"), counted(slots, "slot")
    if not reconstruction.submitter_number_known or cycle.submitters is None:
        return
    everybody = here = len(decided.prepared.submitters)
    if settings.submitter_constraint is not None:
        unconstrained = replace(settings, submitter_constraint=None)
        everybody = len(fetched_submitters(pool.submitters, unconstrained, Evaluator(decided.scenario.now))[0])
    if cycle.submitters < here or here < cycle.submitters == everybody:
        yield cycle.line, "all submitters", "number", counted(cycle.submitters, "ad"), counted(here, "ad")


def _demand(
    reconstruction: Reconstruction, logged: dict[str, LoggedGroup], ours: dict[str, GroupOutcome]
) -> Iterator[_Difference]:
    """What groups ask for, if all ads of their submitters are known."""
    if reconstruction.uncertain is None:
        return
    _, group_of = priority_rules(reconstruction.scenario.config)
    uncertain = {group_of(name) for name in reconstruction.uncertain}
    for name in logged.keys() & ours.keys() - uncertain:
        theirs, here = logged[name], ours[name]
        if not near(theirs.requested, here.requested):
            yield theirs.line, name, "requested", _shown(theirs.requested), _shown(here.requested)


def _turns(
    logged: dict[str, LoggedGroup], ours: dict[str, GroupOutcome], outcome: Outcome, visits: Iterable[LoggedVisit]
) -> Iterator[_Difference]:
    """The order in which groups are first visited, which follows from what they have and ask for."""
    for name, group in logged.items():
        here = ours[name]
        known = near(group.claimed, here.usage) and near(group.requested, here.requested)
        # With autoregroup the quota of the root is that of the whole pool, which its row does not show.
        if not (known and (name == _ROOT or near(group.computed, here.effective_quota))):
            return
    order = list(dict.fromkeys(each.group for each in outcome.passes if each.round == 1))
    theirs: dict[str, LoggedVisit] = {}
    for visit in visits:
        if visit.round in (None, 1) and visit.group in order:
            theirs.setdefault(visit.group, visit)
    for here_name, (name, visit) in zip((name for name in order if name in theirs), theirs.items(), strict=True):
        if name != here_name:
            yield visit.line, name, "next group", name, here_name
            return


def _shown(value: float | bool) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else f"{value:g}"
