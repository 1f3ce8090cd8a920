"""The front door for scripts: `userprio.load("physics").negotiate()`.

A `Scenario` is a pool at a moment; its methods answer what the commands of the same names print, and change nothing.
The clock and the environment are read here, as defaults of `load`, and nowhere below.
"""

import os
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar

from userprio.aim import Aim, Over, Permission, Target, TargetKind, parse_turn
from userprio.aim import aim as seek
from userprio.check import LedgerLines, Situation
from userprio.check import check as find_all
from userprio.classad import Evaluator
from userprio.explain import Comparison, Explanation, compare, explain_group, explain_job, explain_submitter
from userprio.history import History, largest_slot, read_history
from userprio.limits import one_run
from userprio.negotiation import Outcome, negotiate, with_first_cycle_remarks
from userprio.plan import (
    By,
    Changes,
    JobsLike,
    KnobValue,
    Measure,
    Plan,
    SlotsLike,
    Sweep,
    changed,
    changes_of,
    changes_read,
    dimension,
    knob_text,
    parse_dimension,
)
from userprio.plan import plan as compare_cycles
from userprio.plan import sweep as run_sweep
from userprio.pool import loading, scenario
from userprio.quotas import build_tree
from userprio.report import (
    EVERYBODY,
    MOST,
    QUOTAS,
    Column,
    Findings,
    Listing,
    ListingOptions,
    Query,
    build_listing,
    query_ledger,
    to_dict,
    to_rows,
    whole_names,
)
from userprio.simulation import Defrag, Demand, Forecast, ForecastTerms, Replay, ReplayTerms
from userprio.simulation import defrag as drain
from userprio.simulation import forecast as foretell
from userprio.simulation import replay as live_again

T = TypeVar("T")
R = TypeVar("R")
P = ParamSpec("P")


def _one_run(function: Callable[P, R]) -> Callable[P, R]:
    """What a call reads and works out has one budget: that of `userprio.run_with` around it, or its own."""

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        with one_run():
            return function(*args, **kwargs)

    return run


@dataclass(frozen=True, slots=True)
class Result(Generic[T]):
    """An answer: `value` and its attributes, which are those of the result as well, and its forms for scripts."""

    value: T

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.value, name)

    def to_dict(self) -> dict[str, Any]:
        """The document that `--format json` prints: a `schema` with its version, and stable keys."""
        return to_dict(self.value)

    def rows(self) -> list[dict[str, Any]]:
        """The lines that `--format csv` prints, as flat dictionaries: what `pandas.DataFrame` takes."""
        return to_rows(self.value)


@dataclass(frozen=True, slots=True)
class Scenario(scenario.Scenario):
    """A pool at a moment with its ledger, configuration and time. It never changes: `with_` makes another."""

    @_one_run
    def negotiate(self) -> Result[Outcome]:
        """One negotiation cycle, dry: what condor_negotiator would decide. Rows are visits of submitters.

        Raises:
            BadInput: a knob has a value that would stop a real negotiator.
        """
        return Result(with_first_cycle_remarks(self, negotiate(self)))

    def most(self, *names: str, everybody: bool = False) -> Result[Listing]:
        """Priorities, factors, usage and limits of submitters and groups, as `userprio most` lists them.

        `names` are whole, what stands before the `@`, or an end that only one has. Without, those who used the pool
        during the last day, or `everybody`. Rows are records.

        Raises:
            BadInput: a knob has a value that would stop a real negotiator.
        """
        return self._listing(MOST, names, everybody=everybody)

    def quotas(self, *names: str) -> Result[Listing]:
        """The groups' effective, configured and subtree quotas and their demand. Rows are records of all groups.

        Raises:
            BadInput: a knob has a value that would stop a real negotiator.
        """
        return self._listing(QUOTAS, names, everybody=True)

    @_one_run
    def _listing(self, columns: Column, names: tuple[str, ...], *, everybody: bool) -> Result[Listing]:
        options = ListingOptions(
            self.now,
            columns,
            keep_quotas=columns == QUOTAS,
            active_since=EVERYBODY if everybody or names else None,
        )
        tree = build_tree(self.config)
        known = (*self.ledger.customers, *(group.name for group in tree.groups))
        query = Query(options, whole_names(names, known), complete=True)
        found = query_ledger(self, query, tree, Evaluator(self.now))
        return Result(build_listing(found.records, options, found.more))

    @_one_run
    def plan(
        self,
        changes: Changes | str | Path | None = None,
        *,
        other: scenario.Scenario | None = None,
        knobs: Mapping[str, KnobValue] | None = None,
        factors: Mapping[str, float] | None = None,
        slots: SlotsLike | Iterable[SlotsLike] = (),
        jobs: JobsLike | Iterable[JobsLike] = (),
        new: bool = False,
        why: bool = False,
    ) -> Result[Plan]:
        """What changes would do: a cycle before, a cycle after, and what differs. Rows are figures that differ.

        `changes` are a file of changes (TOML), or changes made in Python; the others are those of `with_`, and come
        behind. `other` takes the place of this scenario before they are made. `why` tells what led to gains and losses.

        Raises:
            BadInput: a change cannot be understood or made, or a value would stop a real negotiator.
            EditError: the accountant would refuse a factor; `UnknownSubmitter` somebody unknown, unless `new`.
        """
        wanted = changes_read(changes, elsewhere=other is not None).and_then(
            changes_of(knobs, factors, slots, jobs, new=new)
        )
        # Both sides begin alike: what the last cycle left is not what it would leave after the changes.
        present = _afresh(self, self)
        return Result(compare_cycles(present, wanted, None if other is None else _afresh(other, self), why=why))

    @_one_run
    def sweep(
        self,
        ranges: Mapping[str, str | Iterable[KnobValue]],
        *,
        show: Iterable[str] = ("holds", "idle"),
        by: str = "submitter",
        only: Iterable[str] = (),
        changes: Changes | str | Path | None = None,
        new: bool = False,
    ) -> Result[Sweep]:
        """A cycle for each of a range of values, or for each point of a grid of several: what everybody comes to.

        The keys of `ranges` are knobs, or `setfactor:NAME`, `setprio:NAME`, `setfloor:NAME`, `setceiling:NAME` and
        `jobs:NAME`; the values are values, or a text as `userprio sweep` takes it, such as `2..20/2`. `show` are names
        of `Measure`, `by` says whose, submitters' or groups', and `only` are patterns of names. `changes` hold
        throughout. Rows are the figures of one submitter or group at one point.

        Raises:
            BadInput: a range or a change cannot be understood or made, or nobody is called like that.
            EditError: the accountant would refuse a value; `UnknownSubmitter` somebody unknown, unless `new`.
            ValueError: there is no such measure.
        """
        dimensions = [
            parse_dimension(f"{label}={values}")
            if isinstance(values, str)
            else dimension(label, map(knob_text, values), label)
            for label, values in ranges.items()
        ]
        present, measures = _afresh(self, self), [Measure(name) for name in show]
        fixed = changes_read(changes)
        return Result(
            run_sweep(present, dimensions, fixed=fixed, measures=measures, by=By(by), only=tuple(only), new=new)
        )

    @_one_run
    def aim(
        self,
        *,
        share: Mapping[str, float] | None = None,
        use: Mapping[tuple[str, str], float] | None = None,
        hold: Mapping[str, float] | None = None,
        wait_p95_s: Mapping[str, float] | None = None,
        over: str = "cycle",
        history: str | Path | Iterable[str | Path] = (),
        turn: Iterable[str | Permission] = (),
        within: float | None = None,
        steps: int | None = None,
        job_length_s: float | None = None,
        changes: Changes | str | Path | None = None,
    ) -> Result[Aim]:
        """The smallest change that gives everybody what was promised, or what comes nearest, and why not.

        `share` has fractions of the pool, 0 to 1, `use` ratios by pairs of names (`{("ada", "ben"): 2}`), `hold`
        weights, `wait_p95_s` the seconds that 95 % of the jobs may wait at most; names are those of submitters, or of
        groups for all below them. `over` is `cycle`; `long-run`, in which jobs run for `job_length_s`; or `replay`, of
        a `history` as `replay` takes it, with which waits go. `turn` says what may be turned as `--turn` does, such as
        `quotas:*=3..24`. A target may be missed by the weight `within`, None: a hundredth of the pool, or a slot.
        `steps` bounds the search, and `changes` hold throughout. Rows are targets, and what is turned for them.

        Raises:
            BadInput: somebody is unknown, a target or a change makes no sense, or a value would stop a real negotiator.
            ValueError: there is no such `over`.
        """
        targets = [
            *(Target(TargetKind.SHARE, name, part) for name, part in (share or {}).items()),
            *(Target(TargetKind.USE, name, times, other) for (name, other), times in (use or {}).items()),
            *(Target(TargetKind.HOLD, name, weight) for name, weight in (hold or {}).items()),
            *(Target(TargetKind.WAIT, name, seconds) for name, seconds in (wait_p95_s or {}).items()),
        ]
        return Result(
            seek(
                _afresh(self, self),
                targets,
                [parse_turn(each) if isinstance(each, str) else each for each in turn],
                over=Over(over),
                fixed=changes_read(changes),
                terms=ForecastTerms(job_length_s=job_length_s),
                history=self._past(history),
                most_steps=steps,
                within=within,
            )
        )

    @_one_run
    def with_(
        self,
        changes: Changes | str | Path | None = None,
        *,
        knobs: Mapping[str, KnobValue] | None = None,
        factors: Mapping[str, float] | None = None,
        slots: SlotsLike | Iterable[SlotsLike] = (),
        jobs: JobsLike | Iterable[JobsLike] = (),
        new: bool = False,
    ) -> "Scenario":
        """The scenario with knobs and priority factors set, and with more or fewer slots and idle jobs.

        `changes` are a file of changes (TOML), or changes made in Python; the others come behind. `new` lets in
        submitters that ledger or pool do not know.

        Raises:
            BadInput: a change cannot be understood or made.
            EditError: the accountant would refuse a factor; `UnknownSubmitter` somebody unknown, unless `new`.
        """
        made, _ = changed(
            self, changes_read(changes).and_then(changes_of(knobs, factors, slots, jobs, new=new)), self.config
        )
        return _door(_afresh(made, self))

    @_one_run
    def explain(
        self, name: str | None = None, *, group: str | None = None, job: str | None = None
    ) -> Result[Explanation]:
        """Why a submitter, a `group` or a `job` (CLUSTER.PROC) gets what it gets, and no more. Rows are reasons.

        Of `name` an end that only one has is enough; beside `job` it tells jobs of several schedds apart.

        Raises:
            NothingFound: there is nobody, no group or no job of that name.
            TypeError: neither a submitter nor a group nor a job is named, or too much of them.
        """
        if group is not None and name is None and job is None:
            return Result(explain_group(self, group))
        if group is None and job is not None:
            return Result(explain_job(self, job, name))
        if group is None and name is not None:
            return Result(explain_submitter(self, name))
        raise TypeError("name a submitter, a group or a job")

    @_one_run
    def compare(self, one: str, other: str) -> Result[Comparison]:
        """Why one submitter gets something else than another: the first point in which they differ, and all points.

        Raises:
            NothingFound: there is nobody of that name.
        """
        return Result(compare(self, one, other))

    @_one_run
    def check(self) -> Result[Findings]:
        """What would surprise, or stop, a real negotiator: in `found`, the worst first. Rows are findings."""
        situation = Situation(self)
        if self.ledger.path is not None:
            situation = replace(situation, record_place=LedgerLines(self.ledger.path).place)
        return Result(Findings(find_all(situation), self.now))

    @_one_run
    def forecast(
        self,
        hours: float = 24,
        *,
        step_s: int | None = None,
        demand: Demand = Demand.CONSTANT,
        job_length_s: float | None = None,
        job_lengths_s: Mapping[str, float] | None = None,
        long_run: bool | None = None,
        by_group: bool = False,
        only: Iterable[str] = (),
    ) -> Result[Forecast]:
        """Use and priorities over the coming hours. Rows are points of submitters and groups.

        `step_s` is the time between two looks at the pool. Jobs run for `job_length_s` seconds in the mean, or those of
        a submitter or group for `job_lengths_s`; without, what their ads or the running jobs say. `long_run` tells
        whether it is worked out where everybody settles, None: in small pools. `by_group` leaves submitters out; with
        `only`, these submitters (or all of these groups) are told of, and the rest of each group together.

        Raises:
            BadInput: somebody is unknown, or a knob has a value that would stop a real negotiator.
        """
        length = max(round(hours * 3600), 1)
        lengths = dict(job_lengths_s or {})
        terms = ForecastTerms(length, step_s, demand, job_length_s, lengths, long_run, by_group, tuple(only))
        return Result(foretell(self, terms))

    def _past(self, files: str | Path | Iterable[str | Path]) -> History | None:
        """What the files tell; None without any."""
        paths = [Path(path) for path in ([files] if isinstance(files, str | Path) else files)]
        return read_history(paths, cores_of_a_slot=largest_slot(self.pool, self.now)) if paths else None

    @_one_run
    def replay(
        self,
        history: str | Path | Iterable[str | Path],
        changes: Changes | str | Path | None = None,
        *,
        other: scenario.Scenario | None = None,
        processes: int = 1,
        **terms: Any,
    ) -> Result[Replay]:
        """A past period lived again under this policy, and beside it with `changes`, or that of the `other` scenario.

        `history` is a file, or several, of what condor_history and condor_q print, or a trace in the Standard Workload
        Format. `terms` are fields of `userprio.simulation.ReplayTerms`, such as `begins_at` and `each_job`. Rows are
        submitters and groups, or with `each_job` jobs.

        Raises:
            BadInput: a file or a change cannot be understood, or a knob has a value that would stop a real negotiator.
            TypeError: there is no such term.
        """
        past = self._past(history) or History(())
        if changes is not None or other is not None:
            base = self if other is None else other
            other, _ = changed(base, changes_read(changes, elsewhere=other is not None), self.config)
        return Result(live_again(self, past, ReplayTerms(**terms), other=other, processes=processes))

    def defrag(self, polls: int = 1, *, daemon: str | None = None) -> Result[Defrag]:
        """What a condor_defrag would do that has just started: so many polls. Rows are the machines that it drains.

        `daemon` is its name, if it is not to be found out.

        Raises:
            BadInput: a knob has a value that ends the real daemon.
        """
        return Result(drain(self, daemon, polls))


@_one_run
def load(
    where: str | Path,
    *,
    config: str | Path | None = None,
    ledger: str | Path | None = None,
    knobs: Mapping[str, KnobValue] | None = None,
    now: int | None = None,
    environ: Mapping[str, str] | None = None,
    first_cycle: bool = False,
    trust: bool = False,
) -> Scenario:
    """A pool at a moment: a folder of ads, a pool.toml, or the name of a shipped example.

    Configuration and ledger are those of the folder unless they are named; without any, every knob has its default, and
    nobody has used anything. `knobs` override the configuration. The moment is that of the ads, else `now` (seconds
    since the epoch), else the clock's. `environ` stands in for the environment, whose `_CONDOR_` variables set knobs.
    With `first_cycle` the negotiator has just started.

    A folder may come from somebody else: unless `trust` is given, its configuration sees no environment but `environ`,
    and files outside of it are not read.

    Raises:
        BadInput: something is missing, cannot be read or makes no sense.
    """
    return _door(
        loading.load_scenario(
            where,
            now=int(time.time()) if now is None else now,
            config=None if config is None else Path(config),
            ledger=None if ledger is None else Path(ledger),
            knobs=None if knobs is None else {name: knob_text(value) for name, value in knobs.items()},
            environ=os.environ if environ is None and (trust or config is not None) else environ,
            first_cycle=first_cycle,
            trust=trust,
        )
    )


def _door(of: scenario.Scenario) -> Scenario:
    return Scenario(of.pool, of.ledger, of.config, of.now, of.previous_quotas, of.version)


def _afresh(of: scenario.Scenario, like: scenario.Scenario) -> scenario.Scenario:
    """The scenario with quotas before it that it would leave itself, or a first cycle if the other is one."""
    return replace(of, previous_quotas=scenario.FIRST_CYCLE if like.first_cycle else None)
