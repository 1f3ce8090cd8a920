"""Figures of a cycle as families of metrics: what only a dry run knows, and no exporter of HTCondor's own has.

Usage, factors and counts of jobs as such are in the ads that condor_metricd exports, and are not repeated.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from userprio.monitoring.agreement import AgreementSummary
from userprio.negotiation import CycleSummary, GroupSummary, Outcome, SubmitterSummary, summarise

OTHERS: Final = "(others)"
"""The submitter of series that add up those without series of their own."""


class Sample(Struct, frozen=True):
    """One number of a family, with its labels by name."""

    labels: tuple[tuple[str, str], ...]
    value: float


class Family(Struct, frozen=True):
    """Samples of one meaning: a gauge of OpenMetrics."""

    name: str
    about: str
    samples: tuple[Sample, ...]


def families(outcome: Outcome, taken_at: int, most: int) -> Iterator[Family]:
    """The families of a cycle, which must be `diagnosed`.

    `taken_at` is the time of the state that it was run over. At most so many submitters have series of their own: those
    with the most in use, won and left; the others are added up, where that makes sense.
    """
    summary = summarise(outcome)
    yield _single("snapshot_timestamp_seconds", "When the state of the pool was read.", taken_at)
    yield _single("cycle_matches", "Matches of the next cycle.", summary.matches)
    yield _single("cycle_won_weight", "Weight of these matches.", summary.weight)
    yield _single("cycle_started_jobs", "Jobs expected to start from these matches.", summary.jobs)
    yield _single("cycle_preempted_slots", "Slots that these matches take from others.", len(outcome.losses))
    yield _single("cycle_left_idle_jobs", "Idle jobs that no match is expected to start.", summary.idle_left)
    yield from _submitter_families(summary, most)
    yield from _group_families(summary.groups)
    left: Counter[tuple[str, str]] = Counter()
    for jobs in outcome.waiting:
        left[jobs.group or "", jobs.reason.value] += jobs.jobs
    samples = (Sample((("group", group), ("reason", reason)), jobs) for (group, reason), jobs in left.items())
    yield Family("left_idle_jobs", "Idle jobs that no match is expected to start, by reason.", tuple(samples))
    lost = tuple(Sample((("submitter", loser.name),), loser.weight) for loser in summary.losers[:most])
    yield Family("lost_weight", "Weight that others would take by preemption.", lost)


def agreement_families(agreement: AgreementSummary) -> Iterator[Family]:
    """The families about how often dry runs agreed with the negotiator's log lately."""
    if agreement.ratio is not None:
        about = "Of the compared cycles of the last days, how many went as their dry runs, 0 to 1."
        yield _single("verify_agreement_ratio", about, agreement.ratio)
    verdicts = {"agrees": agreement.agree, "differs": agreement.differ, **agreement.others}
    samples = tuple(Sample((("verdict", verdict),), number) for verdict, number in verdicts.items())
    yield Family("verify_cycles", "Cycles of the last days that were held against the log, by verdict.", samples)
    when = "When the last of these cycles began."
    yield _single("verify_last_cycle_timestamp_seconds", when, agreement.last_cycle)


def _single(name: str, about: str, value: float) -> Family:
    return Family(name, about, (Sample((), value),))


_Figure = Callable[[SubmitterSummary], float | None]
_ADDED: Final[tuple[tuple[str, str, _Figure], ...]] = (
    ("in_use_weight", "Weight in use as the cycle begins.", lambda submitter: submitter.held),
    ("won_weight", "Weight of its matches in the next cycle.", lambda submitter: submitter.won),
    ("left_idle_jobs", "Idle jobs that no match is expected to start.", lambda submitter: submitter.left),
)
"""Figures of submitters that may be added up."""
_OWN: Final[tuple[tuple[str, str, _Figure], ...]] = (
    ("effective_priority", "Real priority times factor; less is better.", lambda submitter: submitter.priority),
    ("share_ratio", "Share of the pie in its own turn, 0 to 1.", lambda submitter: submitter.share),
    ("limit_weight", "Weight that it could win in its own turn.", lambda submitter: submitter.limit),
)


def _submitter_families(summary: CycleSummary, most: int) -> Iterator[Family]:
    ranked = sorted(summary.submitters, key=lambda submitter: -(submitter.held + submitter.won + submitter.left))
    shown, rest = ranked[:most], ranked[most:]
    for name, about, figure in _OWN:
        yield Family(f"submitter_{name}", about, tuple(_of_submitters(shown, figure)))
    for name, about, figure in _ADDED:
        samples = [*_of_submitters(shown, figure)]
        if rest:
            labels = (("submitter", OTHERS), ("group", ""))
            samples.append(Sample(labels, sum(figure(submitter) or 0.0 for submitter in rest)))
        yield Family(f"submitter_{name}", about, tuple(samples))


def _of_submitters(submitters: Iterable[SubmitterSummary], figure: _Figure) -> Iterator[Sample]:
    for submitter in submitters:
        if (value := figure(submitter)) is not None:
            yield Sample((("submitter", submitter.name), ("group", submitter.group or "")), value)


_OF_GROUPS: Final[tuple[tuple[str, str, Callable[[GroupSummary], float]], ...]] = (
    ("effective_quota_weight", "Effective quota.", lambda group: group.alone.quota),
    ("demand_weight", "Demand of its own submitters, running jobs included.", lambda group: group.alone.requested),
    ("allocated_weight", "What the last round allocated, surplus included.", lambda group: group.alone.allocated),
    ("in_use_weight", "In use by its own submitters as the cycle begins.", lambda group: group.alone.held),
    (
        "unused_quota_weight",
        "Effective quota that its own submitters do not use after the cycle.",
        lambda group: max(group.alone.quota - group.alone.holds, 0.0),
    ),
)


def _group_families(groups: Sequence[GroupSummary]) -> Iterator[Family]:
    for name, about, figure in _OF_GROUPS:
        samples = tuple(Sample((("group", group.name),), figure(group)) for group in groups)
        yield Family(f"group_{name}", about, samples)
