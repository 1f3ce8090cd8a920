"""The front door for scripts: `userprio.load("physics").negotiate()`.

>>> import userprio
>>> pool = userprio.load("thirds")
>>> sum(visit.won for visit in pool.negotiate().visits)  # of eight slots
6.0

A `Scenario` is a pool at a moment; its methods return what the commands of the same names print, and change nothing.
The clock and the environment are only read here, as defaults of `load`.
"""

import os
import time
import warnings
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from datetime import UTC, datetime
from pathlib import Path
from typing import Unpack

from msgspec.structs import replace

from userprio import report
from userprio.accounting.quotas import build_tree
from userprio.analysis import plan as planning
from userprio.analysis import sweep as sweeping
from userprio.analysis.aim import Permission, Target, TargetKind, parse_turn
from userprio.analysis.aim import aim as solve
from userprio.analysis.check import LedgerLines, Situation
from userprio.analysis.check import check as find_all
from userprio.analysis.explain import compare, explain_group, explain_job, explain_submitter
from userprio.analysis.wait import WaitTerms, past_of
from userprio.analysis.wait import wait as ask
from userprio.api import results
from userprio.api.arguments import (
    FutureTerms,
    Length,
    PeriodTerms,
    SizeTerms,
    choice,
    choices,
    exact_seconds,
    in_seconds,
    lengths,
    numbers,
    range_of,
    seconds,
    whole_seconds,
)
from userprio.api.localzone import zone_here
from userprio.base import counted, seconds_since_epoch
from userprio.classad import Evaluator
from userprio.config import ConfigWarning, WarningKind
from userprio.negotiation import diagnosed, with_remarks, with_stability_remarks, with_use_of_slots
from userprio.pool import loading, scenario
from userprio.simulation import (
    CHANGED,
    USUAL_FUTURES,
    Demand,
    ForecastTerms,
    ReplayTerms,
    Sampling,
    drain,
    parse_wait_bound,
    replay_differences,
    replay_history,
    settled,
    slot_machines,
)
from userprio.simulation import forecast as foretell
from userprio.simulation.history import History, largest_slot, read_history, read_machines


class Scenario(scenario.ScenarioData, frozen=True):
    """A pool at a moment, with its ledger and configuration. It is immutable: `with_` returns a changed copy.

    >>> load("physics")
    <Scenario: 30 slots, 7 submitters, 46 idle jobs, at 2026-03-02 08:59 UTC>
    """

    def __repr__(self) -> str:
        pool = self.pool
        slots, submitters = counted(len(pool.slots), "slot"), counted(len(pool.submitters), "submitter")
        jobs, at = counted(len(pool.jobs), "idle job"), report.moment(self.now, UTC)
        return f"<Scenario: {slots}, {submitters}, {jobs}, at {at} UTC>"

    @results.in_one_run
    def negotiate(self) -> results.OutcomeResult:
        """A dry run of one negotiation cycle: what condor_negotiator would decide. Rows are visits of submitters.

        >>> [(visit.submitter, visit.limit, visit.won) for visit in load("pie").negotiate().visits]
        [('ann@lab', 4.0, 4.0), ('ben@lab', 4.0, 4.0)]

        Raises:
            BadInput: a knob has a value that would stop a real negotiator.
        """
        outcome = with_stability_remarks(diagnosed(self, stability=True))
        return results.as_result(results.OutcomeResult, with_remarks(self, outcome))

    def most(self, *names: str, everybody: bool = False) -> results.ListingResult:
        """Priorities, factors, usage and limits of submitters and groups, as `userprio most` lists them.

        `names` are full names, or unambiguous parts of them: what precedes the `@`, or what follows a dot. Without
        names, those who used the pool during the last day are listed, or `everybody`. Rows are records.

        >>> [(row["name"], row["real_priority"]) for row in load("full").most().rows()]
        [('ben@lab', 0.5), ('ann@lab', 8.0)]

        Raises:
            BadInput: a knob has a value that would stop a real negotiator.
        """
        return self._listing(report.MOST, names, everybody=everybody)

    def quotas(self, *names: str) -> results.ListingResult:
        """The groups' effective, configured and subtree quotas and their demand.

        Rows are records of all groups, or of those named, with the keys of `most` and the columns of the table: with
        its subgroups, a group has `in_use` of its `quota`, and its `demand`; `requested` is the demand of the group
        alone, and `effective_quota` its quota alone.

        >>> [(row["name"], row["effective_quota"]) for row in load("groups").quotas().rows()]
        [('<none>', 0.0), ('bio', 8.0), ('geo', 4.0)]

        Raises:
            BadInput: a knob has a value that would stop a real negotiator.
        """
        return self._listing(report.QUOTAS, names, everybody=True)

    @results.in_one_run
    def _listing(self, columns: report.Column, names: tuple[str, ...], *, everybody: bool) -> results.ListingResult:
        options = report.ListingOptions(
            self.now,
            columns,
            keep_quotas=columns == report.QUOTAS,
            active_since=report.EVERYBODY if everybody or names else None,
            classic=False,
            selected=bool(names),
        )
        tree, scene = build_tree(self.config), with_use_of_slots(self)
        known = (*scene.ledger.customers, *(group.name for group in tree.groups))
        # All figures, not only those of the columns: rows have them whether or not a table would show them.
        query = report.Query(options, report.whole_names(names, known), complete=True)
        records = report.query_ledger(scene, query, tree, Evaluator(self.now))
        return results.as_result(
            results.ListingResult, report.build_listing(records.records, options, records.more, records.groups)
        )

    @results.in_one_run
    def plan(
        self,
        changes: planning.Changes | str | Path | None = None,
        *,
        other: scenario.ScenarioData | None = None,
        knobs: Mapping[str, planning.KnobValue] | None = None,
        factors: Mapping[str, float] | None = None,
        slots: planning.SlotsLike | Iterable[planning.SlotsLike] = (),
        jobs: planning.JobsLike | Iterable[planning.JobsLike] | Mapping[str, int | str] = (),
        new: bool = False,
        why: bool = False,
    ) -> results.PlanResult:
        """What changes would do: a cycle before, a cycle after, and what differs. Rows are figures that differ.

        `changes` is a file of changes (TOML), or changes made in Python; the other arguments are those of `with_`, and
        apply after them. `other` replaces this scenario on the side after, before the changes are made. `why` adds the
        reasons for gains and losses.

        >>> load("groups").plan(knobs={"GROUP_ACCEPT_SURPLUS": True}).changes_something
        True

        Raises:
            BadInput: a change is invalid or cannot be made, or a value would stop a real negotiator.
            EditError: the accountant would refuse a factor; UnknownSubmitter: there is no such submitter, without
                `new`.
        """
        # Another configuration or pool that a file names has to be in `other` already: none is loaded here.
        wanted = planning.changes_read(changes, elsewhere=other is not None).and_then(
            planning.changes_of(knobs, factors, slots, jobs, new=new)
        )
        # Both sides begin alike: what the last cycle left behind would be different after the changes.
        present = _afresh(self, self)
        changed = None if other is None else _afresh(other, self)
        compared = planning.plan(present, wanted, changed, why=why, stability=True)
        return results.as_result(results.PlanResult, compared)

    @results.in_one_run
    def sweep(
        self,
        ranges: Mapping[str, str | Iterable[planning.KnobValue]] | str | Sequence[str],
        *,
        over: str = "cycle",
        show: str | Iterable[str] = (),
        by: str = "submitter",
        only: str | Iterable[str] = (),
        changes: planning.Changes | str | Path | None = None,
        new: bool = False,
        job_length_s: Length | None = None,
        history: str | Path | Iterable[str | Path] = (),
        until_wait: str | None = None,
        futures: int | None = None,
        seed: int = 0,
        executor: Executor | None = None,
        **period: Unpack[PeriodTerms],
    ) -> results.SweepResult:
        """The pool for each value of a range, or each point of a grid of ranges. Rows are figures at one point.

        The keys of `ranges` are knobs, `machines`, `machines:PATTERN`, or `setfactor:NAME`, `setprio:NAME`,
        `setfloor:NAME`, `setceiling:NAME` and `jobs:NAME`; the values are lists, or texts as for `userprio sweep`,
        such as `2..20/2`. `ranges` may also be what that command takes, one text or several. `over` is `cycle`;
        `long-run`, in which jobs run for `job_length_s`; or `replay`, of a `history` as for `replay`, with
        what `replay` takes for its `period`, in which `until_wait` such as `p95 <= 1h` is a bound on waits, and
        `futures` and `seed` are as for `replay`. `show` has measures such as `holds`, `idle`, `share` and `won`
        (`userprio sweep --help-all` lists all), the usual ones if empty; `by` is
        `submitter` or `group`, each of which has a row at each point; `only` has patterns of their names. `changes`
        apply at every point. An `executor` of `concurrent.futures` judges points side by side.

        >>> found = load("groups").sweep({"GROUP_QUOTA_geo": [4, 6]}, show=["won"], only=["geo.cy"])
        >>> [(row["GROUP_QUOTA_geo"], row["won"]) for row in found.rows()]
        [('4', 4.0), ('6', 6.0)]

        Raises:
            BadInput: a range or change is invalid or cannot be made, or nobody has such a name.
            EditError: the accountant would refuse a value; UnknownSubmitter: there is no such submitter, without `new`.
            ValueError: there is no such measure, or no such `over`.
        """
        if isinstance(ranges, Mapping):
            dimensions = [range_of(label, values) for label, values in ranges.items()]
        else:
            dimensions = [sweeping.parse_dimension(text) for text in planning.texts(ranges)]
        swept = sweeping.sweep(
            _afresh(self, self),
            dimensions,
            over=choice(planning.Horizon, over, "over"),
            fixed=planning.changes_read(changes),
            measures=choices(sweeping.Measure, show, "show") or None,
            by=choice(sweeping.By, by, "by"),
            only=planning.texts(only),
            new=new,
            terms=ForecastTerms(job_length_s=exact_seconds(job_length_s)),
            history=self._history(history) if history else None,
            period=ReplayTerms(**in_seconds(period)),
            until_wait=None if until_wait is None else parse_wait_bound(until_wait),
            sampling=None if futures is None else Sampling(futures, seed),
            executor=executor,
        )
        return results.as_result(results.SweepResult, swept)

    @results.in_one_run
    def with_(
        self,
        changes: planning.Changes | str | Path | None = None,
        *,
        knobs: Mapping[str, planning.KnobValue] | None = None,
        factors: Mapping[str, float] | None = None,
        slots: planning.SlotsLike | Iterable[planning.SlotsLike] = (),
        jobs: planning.JobsLike | Iterable[planning.JobsLike] | Mapping[str, int | str] = (),
        new: bool = False,
    ) -> "Scenario":
        """A copy with knobs and priority factors set, and with more or fewer slots and idle jobs.

        `changes` is a file of changes (TOML), or changes made in Python; the other arguments apply after them. `slots`
        and `jobs` are texts as for `--slots` and `--jobs`; `jobs` may also map names to numbers. `new` allows
        submitters that neither ledger nor pool knows.

        >>> load("thirds").with_(slots="+1").negotiate().visits[0].won
        3.0

        Raises:
            BadInput: a change is invalid or cannot be made.
            EditError: the accountant would refuse a factor; UnknownSubmitter: there is no such submitter, without
                `new`.
        """
        wanted = planning.changes_read(changes).and_then(planning.changes_of(knobs, factors, slots, jobs, new=new))
        result, _ = planning.changed(self, wanted, self.config)
        _warn_of_idle_knobs(result.config.warnings[len(self.config.warnings) :])
        return _door(_afresh(result, self))

    @results.in_one_run
    def explain(
        self, name: str | None = None, *, group: str | None = None, job: str | None = None
    ) -> results.ExplanationResult:
        """Why a submitter, a `group` or a `job` (CLUSTER.PROC) gets what it gets, and no more. Rows are reasons.

        What precedes the `@` of `name`, or what follows one of its dots, is enough if it is unambiguous. Together with
        `job`, it distinguishes jobs of several schedds.

        >>> load("thirds").explain("ann").primary.reason
        <Reason.LIMIT_BELOW_SLOT: 'limit below a slot'>

        Raises:
            NothingFound: there is no such submitter, group or job.
            TypeError: none of submitter, group and job is named, or too many of them.
        """
        if group is not None and name is None and job is None:
            return results.as_result(results.ExplanationResult, explain_group(self, group))
        if group is None and job is not None:
            return results.as_result(results.ExplanationResult, explain_job(self, job, name))
        if group is None and name is not None:
            return results.as_result(results.ExplanationResult, explain_submitter(self, name))
        # A mistake of the calling program rather than of its data, hence no UserprioError.
        raise TypeError("name one: explain('ann'), explain(group='physics') or explain(job='12.0')")

    @results.in_one_run
    def explain_all(self) -> dict[str, results.ExplanationResult]:
        """The explanation of each submitter that the next cycle looks at, by full name, in the order of its visits.

        Each takes a cycle of its own.

        >>> {name: str(why.primary.reason) for name, why in load("thirds").explain_all().items()}["ann@lab"]
        'limit below a slot'

        Raises:
            BadInput: a knob has a value that would stop a real negotiator.
        """
        names = dict.fromkeys(visit.submitter for visit in self.negotiate().visits)
        return {name: self.explain(name) for name in names}

    @results.in_one_run
    def compare(self, one: str, other: str) -> results.ExplainedPairResult:
        """Why one submitter gets something different from another: the first difference, and all points compared.

        >>> load("full").compare("ann", "ben").first.about
        'effective priority'

        Raises:
            NothingFound: there is no such submitter.
        """
        return results.as_result(results.ExplainedPairResult, compare(self, one, other))

    @results.in_one_run
    def check(self) -> results.FindingsResult:
        """What would surprise, or stop, a real negotiator: findings in `found`, the worst first. Rows are findings.

        >>> [finding.code for finding in load("thirds").check().found]
        ['fractional-shares']
        """
        # Without a ledger's path, as of a pool made in Python, findings about records have no line to point at.
        situation = Situation(self)
        if self.ledger.path is not None:
            situation = replace(situation, record_place=LedgerLines(self.ledger.path).place)
        return results.as_result(results.FindingsResult, report.Findings(find_all(situation), self.now))

    @results.in_one_run
    def aim(
        self,
        *,
        share: Mapping[str, float] | None = None,
        use: Mapping[tuple[str, str], float] | None = None,
        hold: Mapping[str, float] | None = None,
        wait_p95_s: Mapping[str, Length] | None = None,
        over: str = "cycle",
        history: str | Path | Iterable[str | Path] = (),
        turn: Iterable[str | Permission] = (),
        within: float | None = None,
        steps: int | None = None,
        job_length_s: Length | None = None,
        changes: planning.Changes | str | Path | None = None,
        executor: Executor | None = None,
    ) -> results.AimResult:
        """The smallest change that meets all targets or, with the reasons, the one that comes closest.

        >>> [(row["target"], row["before"], row["after"]) for row in load("physics").aim(share={"hep": 0.6}).rows()][1]
        ('GROUP_QUOTA_group_physics.hep', 12.0, 16.0)

        `share` has fractions of the pool, 0 to 1; `use` ratios by pairs of names (`{("ada", "ben"): 2}`); `hold`
        weights; `wait_p95_s` the seconds within which 95 % of the jobs must start. Names are those of submitters, or of
        groups for everyone in them. `over` is `cycle`; `long-run`, in which jobs run for `job_length_s`; or `replay`,
        of a `history` as for `replay`, which waits need. `turn` says what may be changed, as `--turn` does, such as
        `quotas:*=3..24`. A target may be missed by the weight `within`; None: a hundredth of the pool, at least a
        slot. `steps` bounds the search, and `changes` apply throughout. An `executor` evaluates values side by side.
        Rows are targets and what is changed for them.

        Raises:
            BadInput: a name is unknown, a target or change is invalid, or a value would stop a real negotiator.
            ValueError: there is no such `over`.
        """
        targets = [
            *(Target(TargetKind.SHARE, name, part) for name, part in numbers(share, "share").items()),
            *(Target(TargetKind.USE, name, times, other) for (name, other), times in numbers(use, "use").items()),
            *(Target(TargetKind.HOLD, name, weight) for name, weight in numbers(hold, "hold").items()),
            *(Target(TargetKind.WAIT, name, length) for name, length in lengths(wait_p95_s).items()),
        ]
        return results.as_result(
            results.AimResult,
            solve(
                _afresh(self, self),
                targets,
                [parse_turn(permission) if isinstance(permission, str) else permission for permission in turn],
                over=choice(planning.Horizon, over, "over"),
                fixed=planning.changes_read(changes),
                terms=ForecastTerms(job_length_s=exact_seconds(job_length_s)),
                history=self._history(history) if history else None,
                most_steps=steps,
                within=within,
                executor=executor,
            ),
        )

    @results.in_one_run
    def forecast(
        self,
        hours: Length = 24,
        *,
        step_s: Length | None = None,
        demand: Demand | str = Demand.CONSTANT,
        job_length_s: Length | None = None,
        job_lengths_s: Mapping[str, Length] | None = None,
        long_run: bool | None = None,
        by_group: bool = False,
        only: str | Iterable[str] = (),
        futures: int | None = None,
        history: str | Path | Iterable[str | Path] | None = None,
        seed: int = 0,
        executor: Executor | None = None,
    ) -> results.ForecastResult:
        """Usage and priorities over the coming hours. Rows are points in time of submitters and groups.

        Each length of time may also be a `timedelta`, or a text with its unit, such as `1d` for `hours`. `step_s` is
        the time between two samples, in seconds. `demand` is `constant`: everybody replaces finished jobs by new ones,
        or `queue`: only the jobs in the pool run. Jobs run for `job_length_s` seconds on average, those of a submitter
        or group for its entry in `job_lengths_s`; by default, as long as their ads or the running jobs say. `long_run`
        adds where usage settles; None: in small pools. `by_group` leaves out submitters; with `only`, these submitters
        (or all in these groups) are listed, and the rest of each group is summed up. With `futures`, so many are drawn
        at random: use and priorities are their means, and `bands` has the ranges. `history` is as for `replay`; lengths
        are then drawn from it and, where `demand` is `history`, arrivals too. An `executor` draws futures side by side.

        >>> [(row["name"], row["in_use"]) for row in load("thirds").forecast(6).rows()[-2:]]
        [('ben@lab', 2.0), ('cy@lab', 3.0)]

        Raises:
            BadInput: a name is unknown, a time is not above 0, or a knob would stop a real negotiator.
            ValueError: there is no such `demand`.
        """
        terms = ForecastTerms(
            round(seconds(hours, 3600)),
            whole_seconds(step_s),
            choice(Demand, demand, "demand"),
            exact_seconds(job_length_s),
            lengths(job_lengths_s),
            long_run,
            by_group,
            planning.texts(only),
        )
        sampling = None
        if futures is not None or history is not None:
            past = None if history is None else past_of(self._history(history), self)
            sampling = Sampling(futures or USUAL_FUTURES, seed, past)
        return results.as_result(results.ForecastResult, foretell(self, terms, sampling=sampling, executor=executor))

    @results.in_one_run
    def wait(
        self,
        submitter: str | None = None,
        *,
        job: str | None = None,
        history: str | Path | Iterable[str | Path] | None = None,
        executor: Executor | None = None,
        **terms: Unpack[FutureTerms],
    ) -> results.WaitResult:
        """When a submitter's next job starts, or a `job` (CLUSTER.PROC), or by default the next one of each submitter.

        `history` is as for `replay`. `terms` are `futures` (how many are drawn), `seed`, `horizon_s`, `coming`
        (`constant`, `queue` or `history`: which jobs come later), `job_length_s`, `job_lengths_s` (by name), and
        `remedies` (False: none are tried). An `executor` draws futures side by side. Rows are waiting submitters or
        jobs.

        >>> [(row["started"], row["futures"]) for row in load("thirds").wait("ann").rows()]
        [(50, 50)]

        Raises:
            NothingFound: there is no such submitter or job, or none of its jobs waits.
            BadInput: a file cannot be read, a name is unknown, or a knob would stop a real negotiator.
            TypeError: there is no such term.
            ValueError: there is no such `coming`.
        """
        past = None if history is None else past_of(self._history(history), self)
        coming = terms.get("coming")
        if coming is not None:
            terms["coming"] = choice(Demand, coming, "coming")
        return results.as_result(
            results.WaitResult, ask(self, WaitTerms(past=past, **in_seconds(terms)), submitter, job, executor)
        )

    def _history(self, files: str | Path | Iterable[str | Path]) -> History:
        paths = [files] if isinstance(files, str | Path) else files
        return read_history([Path(path) for path in paths], cores_of_a_slot=largest_slot(self.pool, self.now))

    @results.in_one_run
    def replay(
        self,
        history: str | Path | Iterable[str | Path],
        changes: planning.Changes | str | Path | None = None,
        *,
        other: scenario.ScenarioData | None = None,
        machines: str | Path | None = None,
        executor: Executor | None = None,
        futures: int | None = None,
        seed: int = 0,
        **terms: Unpack[PeriodTerms],
    ) -> results.ReplayResult:
        """Replay a past period under this policy, and for comparison with `changes`, or under that of `other`.

        `history` is one or more files with what condor_history and condor_q print, or a trace in the Standard Workload
        Format. `machines` is a file that says when machines came and went, a table of `machine,from,until` or ads;
        times without a zone are in UTC. `terms` are `begins_at` and `ends_at`, `interval_s` between cycles, and
        `each_job`. With `futures`, so many periods are drawn from days of this one, by `seed`, and `differences` says
        what the changes bring in them. An `executor` runs policies and drawn periods side by side. Rows are submitters
        and groups or, with `each_job`, jobs.

        Raises:
            BadInput: a file or change is invalid, or a knob has a value that would stop a real negotiator.
            TypeError: there is no such term.
        """
        past = self._history(history)
        if machines is not None:
            known = slot_machines(self.pool, self.now)
            past = replace(past, machines=read_machines(Path(machines), known, UTC))
        others: dict[str, scenario.ScenarioData] = {}
        if changes is not None or other is not None:
            # The changes are made to the other side, but compared with this
            # configuration, by whose rules records are edited.
            base = self if other is None else other
            made, _ = planning.changed(base, planning.changes_read(changes, elsewhere=other is not None), self.config)
            others[CHANGED] = made
        period = ReplayTerms(**in_seconds(terms))
        run = replay_history(self, past, period, others=others, executor=executor)
        if futures is not None:
            sampling = Sampling(futures, seed)
            run = replace(run, differences=replay_differences(self, others, past, period, sampling, executor))
        return results.as_result(results.ReplayResult, run)

    def size(
        self,
        history: str | Path | Iterable[str | Path],
        machines: Iterable[int],
        *,
        like: str = "*",
        **terms: Unpack[SizeTerms],
    ) -> results.SweepResult:
        """A past period with each of these numbers of extra machines (negative: fewer): waits and idle slots.

        It is a sweep over a replay by another name: `history` is as for `replay`, machines are `like` a pattern of
        names, and `terms` are arguments of `sweep`, such as `until_wait` and `executor`.

        Raises:
            BadInput: a file cannot be read, there are no such machines, or a knob would stop a real negotiator.
            TypeError: there is no such term.
        """
        label = sweeping.machine_range((0,), like).label
        return self.sweep({label: [0, *machines]}, over="replay", history=history, **terms)

    def defrag(self, polls: int = 1, *, daemon: str | None = None) -> results.DefragResult:
        """What a condor_defrag that has just started would do in its first polls. Rows are the machines it drains.

        `daemon` is its name; None: the one that the configuration and the slots imply.

        >>> load("physics").defrag()
        <Defrag: 0 rows>

        Raises:
            BadInput: `polls` is less than 1, or a knob has a value that ends the real daemon.
        """
        return results.as_result(results.DefragResult, drain(self, daemon, polls))


@results.in_one_run
def load(
    where: str | Path,
    *,
    config: str | Path | None = None,
    ledger: str | Path | None = None,
    knobs: Mapping[str, planning.KnobValue] | None = None,
    now: float | str | datetime | None = None,
    environ: Mapping[str, str] | None = None,
    first_cycle: bool = False,
    trust: bool = False,
) -> Scenario:
    """A pool at a moment: a folder of ads, a pool.toml, or the name of a shipped example.

    Configuration and ledger are those of the folder unless given; if there are none, every knob has its default, and
    nobody has used anything. `knobs` override the configuration. The moment is `now`, else that of the ads, else the
    clock's. `now` means what `--now` means on the command line: it is a number of seconds since the epoch, a text such
    as `2026-03-02 09:00`, `tomorrow` or `3d` (from the clock's time), or a `datetime`; without a zone of its own it is
    in the local one. `environ` replaces the environment, whose `_CONDOR_` variables set knobs. With `first_cycle` the
    negotiator has just started.

    A folder may come from somebody else: without `trust`, its configuration sees no environment except `environ`, and
    files outside of it are not read.

    >>> len(load("physics").pool.slots)
    30

    Raises:
        BadInput: something is missing, unreadable or invalid; or `now` is not a time, or not between 1970 and 9999.
        TypeError: `now` is neither a number nor a text nor a `datetime`.
    """
    # Read once, so that `now` and the pool's own time cannot fall on two sides of a second.
    clock = int(time.time())
    loaded = settled(
        loading.load_scenario(
            where,
            clock=clock,
            now=None if now is None else seconds_since_epoch(now, zone_here, clock),
            config=None if config is None else Path(config),
            ledger=None if ledger is None else Path(ledger),
            knobs=None if knobs is None else {name: planning.knob_text(value) for name, value in knobs.items()},
            # A configuration that the caller names is trusted like one on the command line; a folder's own sees no
            # variables, which could otherwise leak into what a stranger's pool shows.
            environ=os.environ if environ is None and (trust or config is not None) else environ,
            first_cycle=first_cycle,
            trust=trust,
        )
    )
    if knobs:
        given = tuple(f"--set {name}=" for name in knobs)
        _warn_of_idle_knobs(mark for mark in loaded.config.warnings if str(mark.path).startswith(given))
    return _door(loaded)


def _warn_of_idle_knobs(remarks: Iterable[ConfigWarning]) -> None:
    """Warn of knobs that were set and change nothing, in the name of the caller's caller."""
    for remark in remarks:
        if remark.kind in (WarningKind.UNKNOWN_KNOB, WarningKind.NO_SUCH_GROUP):
            warnings.warn(remark.message, stacklevel=4)


def _door(of: scenario.ScenarioData) -> Scenario:
    return Scenario(
        of.pool, of.ledger, of.config, of.now, of.previous_quotas, of.version, quotas_given_by=of.quotas_given_by
    )


def _afresh(of: scenario.ScenarioData, like: scenario.ScenarioData) -> scenario.ScenarioData:
    """The scenario as if its last cycle had had its own quotas, or as before its first cycle if `like` is so."""
    return replace(of, previous_quotas=scenario.FIRST_CYCLE if like.first_cycle else None)
