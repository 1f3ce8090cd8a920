"""The part of `userprio.api` about a pool over time: targets, forecasts, waits, replays, sizes and draining."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC
from pathlib import Path
from typing import Any

from userprio.analysis.aim import Aim, Over, Permission, Target, TargetKind, parse_turn
from userprio.analysis.aim import aim as seek
from userprio.analysis.plan import (
    Changes,
    changed,
    changes_read,
    texts,
)
from userprio.analysis.wait import Size, SizeTerms, Wait, WaitTerms, past_of
from userprio.analysis.wait import size as try_sizes
from userprio.analysis.wait import wait as ask
from userprio.api.results import Result, in_one_run
from userprio.pool import scenario
from userprio.simulation import (
    Coming,
    Defrag,
    Demand,
    Forecast,
    ForecastTerms,
    Replay,
    ReplayTerms,
    drain,
    live_again,
    slot_machines,
)
from userprio.simulation import forecast as foretell
from userprio.simulation.history import History, largest_slot, read_history, read_machines


@dataclass(frozen=True, slots=True)
class Lived(scenario.Scenario):
    """A pool at a moment, with methods that follow it over time."""

    @in_one_run
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
        """The smallest change that meets all targets or, with the reasons, the one that comes closest.

        >>> [(row["target"], row["before"], row["after"]) for row in load("physics").aim(share={"hep": 0.6}).rows()][1]
        ('GROUP_QUOTA_group_physics.hep', 12.0, 16.0)

        `share` has fractions of the pool, 0 to 1; `use` ratios by pairs of names (`{("ada", "ben"): 2}`); `hold`
        weights; `wait_p95_s` the seconds within which 95 % of the jobs must start. Names are those of submitters, or of
        groups for everyone in them. `over` is `cycle`; `long-run`, in which jobs run for `job_length_s`; or `replay`,
        of a `history` as for `replay`, which waits need. `turn` says what may be changed, as `--turn` does, such as
        `quotas:*=3..24`. A target may be missed by the weight `within`; None: a hundredth of the pool, at least a
        slot. `steps` bounds the search, and `changes` apply throughout. Rows are targets and what is changed for them.

        Raises:
            BadInput: a name is unknown, a target or change is invalid, or a value would stop a real negotiator.
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
                afresh(self, self),
                targets,
                [parse_turn(each) if isinstance(each, str) else each for each in turn],
                over=Over(over),
                fixed=changes_read(changes),
                terms=ForecastTerms(job_length_s=job_length_s),
                history=self._history(history) if history else None,
                most_steps=steps,
                within=within,
            )
        )

    @in_one_run
    def forecast(
        self,
        hours: float = 24,
        *,
        step_s: int | None = None,
        demand: Demand | str = Demand.CONSTANT,
        job_length_s: float | None = None,
        job_lengths_s: Mapping[str, float] | None = None,
        long_run: bool | None = None,
        by_group: bool = False,
        only: str | Iterable[str] = (),
    ) -> Result[Forecast]:
        """Usage and priorities over the coming hours. Rows are points in time of submitters and groups.

        `step_s` is the time between two samples, in seconds. `demand` is `constant`: everybody replaces finished jobs
        by new ones, or `queue`: only the jobs in the pool run. Jobs run for `job_length_s` seconds on average, those of
        a submitter or group for its entry in `job_lengths_s`; by default, as long as their ads or the running jobs say.
        `long_run` adds where usage settles; None: in small pools. `by_group` leaves out submitters; with `only`, these
        submitters (or all in these groups) are listed, and the rest of each group is summed up.

        Raises:
            BadInput: a name is unknown, a time is not above 0, or a knob would stop a real negotiator.
            ValueError: there is no such `demand`.
        """
        lengths, told = dict(job_lengths_s or {}), texts(only)
        terms = ForecastTerms(
            round(hours * 3600), step_s, Demand(demand), job_length_s, lengths, long_run, by_group, told
        )
        return Result(foretell(self, terms))

    @in_one_run
    def wait(
        self,
        submitter: str | None = None,
        *,
        job: str | None = None,
        history: str | Path | Iterable[str | Path] | None = None,
        **terms: Any,
    ) -> Result[Wait]:
        """When a submitter's next job starts, or a `job` (CLUSTER.PROC), or by default the next one of each submitter.

        `history` is as for `replay`. `terms` are fields of `userprio.analysis.wait.WaitTerms`, such as `futures`,
        `seed` and `horizon_s`. Rows are waiting submitters or jobs.

        Raises:
            NothingFound: there is no such submitter or job, or none of its jobs waits.
            BadInput: a file cannot be read, a name is unknown, or a knob would stop a real negotiator.
            TypeError: there is no such term.
            ValueError: there is no such `coming`.
        """
        past = None if history is None else past_of(self._history(history), self)
        if terms.get("coming") is not None:
            terms["coming"] = Coming(terms["coming"])
        return Result(ask(self, WaitTerms(past=past, **terms), submitter, job))

    def _history(self, files: str | Path | Iterable[str | Path]) -> History:
        paths = [files] if isinstance(files, str | Path) else files
        return read_history([Path(path) for path in paths], cores_of_a_slot=largest_slot(self.pool, self.now))

    @in_one_run
    def replay(
        self,
        history: str | Path | Iterable[str | Path],
        changes: Changes | str | Path | None = None,
        *,
        other: scenario.Scenario | None = None,
        machines: str | Path | None = None,
        processes: int = 1,
        **terms: Any,
    ) -> Result[Replay]:
        """Replay a past period under this policy, and for comparison with `changes`, or under that of `other`.

        `history` is one or more files with what condor_history and condor_q print, or a trace in the Standard Workload
        Format. `machines` is a file that says when machines came and went, a table of `machine,from,until` or ads;
        times without a zone are in UTC. `terms` are fields of `userprio.simulation.ReplayTerms`, such as `begins_at`
        and `each_job`. Rows are submitters and groups or, with `each_job`, jobs.

        Raises:
            BadInput: a file or change is invalid, or a knob has a value that would stop a real negotiator.
            TypeError: there is no such term.
        """
        past = self._history(history)
        if machines is not None:
            known = slot_machines(self.pool, self.now)
            past = replace(past, machines=read_machines(Path(machines), known, UTC))
        if changes is not None or other is not None:
            base = self if other is None else other
            other, _ = changed(base, changes_read(changes, elsewhere=other is not None), self.config)
        return Result(live_again(self, past, ReplayTerms(**terms), other=other, processes=processes))

    @in_one_run
    def size(self, history: str | Path | Iterable[str | Path], machines: Iterable[int], **terms: Any) -> Result[Size]:
        """A past period with each of these numbers of extra machines (negative: fewer): waits, idle slots, the knee.

        `history` is as for `replay`; `terms` are fields of `userprio.analysis.wait.SizeTerms`, such as `like` and
        `processes`. Rows are numbers of machines.

        Raises:
            BadInput: a file cannot be read, there are no such machines, or a knob would stop a real negotiator.
            TypeError: there is no such term.
        """
        return Result(try_sizes(self, self._history(history), SizeTerms(tuple(machines), **terms)))

    def defrag(self, polls: int = 1, *, daemon: str | None = None) -> Result[Defrag]:
        """What a condor_defrag that has just started would do in its first polls. Rows are the machines it drains.

        `daemon` is its name; None: the one found from the configuration and the slots.

        Raises:
            BadInput: `polls` is less than 1, or a knob has a value that ends the real daemon.
        """
        return Result(drain(self, daemon, polls))


def afresh(of: scenario.Scenario, like: scenario.Scenario) -> scenario.Scenario:
    """The scenario as if its last cycle had had its own quotas, or as before its first cycle if `like` is so."""
    return replace(of, previous_quotas=scenario.FIRST_CYCLE if like.first_cycle else None)
