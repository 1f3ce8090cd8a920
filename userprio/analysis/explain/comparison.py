"""Two submitters compared along the points of the chain, and the first point where they differ."""

from collections.abc import Iterator

from userprio.analysis.explain.explain import Case, known_submitters
from userprio.analysis.explain.explanation import ExplainedPair, Explanation, Point
from userprio.base.formats import figure, percent
from userprio.base.naming import one_meant
from userprio.negotiation import PassKind, Reason
from userprio.pool import ScenarioData, as_its_negotiator

_ABSENT = frozenset({Reason.NOT_ADVERTISED, Reason.FILTERED, Reason.UNUSABLE_AD, Reason.SKIPPED, Reason.JOBS_MISSING})

_MEANINGS = {
    "takes part": "only one of them takes part in the cycle",
    "idle jobs": "only one of them has idle jobs",
    "group": "they are in different groups",
    "group's effective quota": "their groups have different quotas",
    "group's allocation": "different amounts are allocated to their groups",
    "group's turn": "their groups are served one after the other",
    "group's limit": "their groups have different limits",
    "effective priority": "the smaller effective priority has the larger share and comes first",
    "share": "their shares of the pie differ",
    "in use before": "what is already in use is deducted from the share",
    "submitter limit": "what they may win differs",
    "limit for free slots": "what they may win of free slots differs",
    "ceiling": "their ceilings differ",
    "floor": "a submitter below its floor comes first",
    "place among visits": "the one visited first chooses first",
    "slots that match": "their jobs fit different slots",
    "won": "what they won differs",
}


def compare(scenario: ScenarioData, one: str, other: str) -> ExplainedPair:
    """Explain two submitters by the same cycle, and say where they first differ.

    Raises:
        NothingFound: there is no submitter of one of the names.
        BadInput: a knob has a value that would stop a real negotiator.
    """
    scenario = as_its_negotiator(scenario)
    known = known_submitters(scenario)
    names = one_meant(one, known), one_meant(other, known)
    case = Case(scenario, lambda name: name in names)
    left, right = (case.remarked(case.submitter(name), names.__contains__) for name in names)
    points = tuple(_points(case, left, right))
    first = next((point for point in points if point.differs), None)
    return ExplainedPair(left, right, points, first, _sentence(points, first, left, right))


def _points(case: Case, left: Explanation, right: Explanation) -> Iterator[Point]:
    pair = left, right
    normal = [[visit for visit in explained.visits if visit.kind is PassKind.NORMAL] for explained in pair]
    # The first normal visit: a visit for a floor has a share of 100%, and later spins divide only the rest.
    visits = [own[0] if own else None for own in normal]

    def of_visits(about: str, attribute: str) -> Point:
        return Point(about, *(None if visit is None else getattr(visit, attribute) for visit in visits))

    absent = (
        explained.primary.reason in _ABSENT and not explained.requests and not explained.matches for explained in pair
    )
    yield Point("takes part", *("no" if out else "yes" for out in absent))
    yield Point("idle jobs", *("yes" if explained.idle_jobs else "no" for explained in pair))
    if left.quotas:
        yield Point("group", left.group, right.group)
        yield Point("group's effective quota", *(explained.quotas[-1].effective_quota for explained in pair))
        turns = [explained.turns[0] if explained.turns else None for explained in pair]
        yield Point("group's allocation", *(None if turn is None else turn.allocated for turn in turns))
        yield Point("group's turn", *(None if turn is None else float(turn.place) for turn in turns))
        yield Point(
            "group's limit", *(None if turn is None or turn.limit is None else float(turn.limit) for turn in turns)
        )
    accounts = case.trace.cycle.state.accounts
    priorities = [accounts.priority(explained.name) for explained in pair]
    factors = [accounts.factor(explained.name) for explained in pair]
    yield Point("effective priority", *priorities)
    yield Point("real priority", *(priority / factor for priority, factor in zip(priorities, factors, strict=True)))
    yield Point("priority factor", *factors)
    yield of_visits("share", "share")
    yield Point("in use before", left.usage, right.usage)
    yield Point("floor", *(float(accounts.floor(explained.name)) for explained in pair))
    yield of_visits("submitter limit", "limit")
    yield of_visits("limit for free slots", "unclaimed_limit")
    ceilings = [accounts.ceiling_left(explained.name) for explained in pair]
    yield Point(
        "ceiling",
        *(
            None if ceiling is None else float(ceiling + int(accounts.usage(explained.name)))
            for ceiling, explained in zip(ceilings, pair, strict=True)
        ),
    )
    order = list(case.outcome.visits)
    yield Point("place among visits", *(None if visit is None else float(order.index(visit) + 1) for visit in visits))
    yield Point("slots that match", *(case.slots_that_match(explained.name) for explained in pair))
    yield Point("won", left.weight, right.weight)


def _sentence(points: tuple[Point, ...], first: Point | None, left: Explanation, right: Explanation) -> str:
    if first is None:
        return "They do not differ at any point of the chain."
    meaning = _MEANINGS[first.about]
    one, other = _number(first, first.one), _number(first, first.other)
    sentence = f"First difference, {first.about}: {left.name} {one}, {right.name} {other}; {meaning}."
    if first.about == "group":
        after = [point for point in points if point.about.startswith("group's") and point.differs]
        if after:
            what = after[0].about.removeprefix("group's ")
            pair = f"{_number(after[0], after[0].one)} and {_number(after[0], after[0].other)}"
            sentence += f" The first figure in which the groups differ is the {what}: {pair}."
    # A product says little: users can change their factor, and only time their real priority.
    if first.about == "effective priority":
        parts = {point.about: point for point in points}
        real, factor = parts["real priority"], parts["priority factor"]
        sentence += (
            f" That is real priority x factor, {_number(real, real.one)} x {_number(factor, factor.one)} against "
            f"{_number(real, real.other)} x {_number(factor, factor.other)}."
        )
    return sentence


def _number(point: Point, value: float | str | None) -> str:
    if value is None or isinstance(value, str):
        return "none" if value is None else value
    return percent(value) if point.about == "share" else figure(value)
