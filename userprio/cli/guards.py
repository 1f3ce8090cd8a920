"""`--expect`: guards held against what `plan` and `apply` would do; and a file of guards to begin with."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import msgspec
from msgspec import structs

from userprio import report
from userprio.analysis import guards as guarding
from userprio.analysis import plan as planning
from userprio.base import Refused, counted, write_file
from userprio.cli import FILE, Environment
from userprio.cli.help import rare_option
from userprio.cli.options import misuse, together
from userprio.cli.parameters import length

if TYPE_CHECKING:
    from userprio.pool import ScenarioData

_CYCLE: Final = "cycle"
_LONGEST_S: Final = 366 * 24 * 3600

expect_options: Final = together(
    click.option(
        "--expect", type=FILE, metavar="GUARDS", help="Hold a file of guards against the changes: userprio help guards."
    ),
    rare_option(
        "--over",
        metavar="WHEN",
        default=_CYCLE,
        help="What guards are about: cycle, the next one; forecast:24h, use over that time; or replay:HISTORY, use and "
        "waits in a past period. cycle if not given.",
    ),
)


class Expectation(msgspec.Struct, frozen=True):
    """Guards, and the time that they are about."""

    guards: "tuple[guarding.Guard, ...]"
    horizon: "guarding.GuardHorizon"
    over: str
    """As it was typed."""
    length_s: int
    """Of a forecast."""
    history: Path
    """Of a replay."""

    def report(
        self,
        plan: "planning.Plan",
        present: "ScenarioData",
        other: "ScenarioData | None",
        env: Environment,
        *,
        why: bool = False,
    ) -> "guarding.GuardReport":
        """The guards held against a plan, which has reasons, on these scenarios; `why`: it is to be shown with them.

        Raises:
            BadInput: a guard is about nobody, two contradict each other, or the history cannot be read.
        """
        after, _ = planning.changed(present if other is None else other, plan.changes, present.config)
        figures = self._figures(plan, present, after, env)
        of_check = any(guard.subject is None for guard in self.guards)
        findings = guarding.new_findings(present, after) if of_check else ()
        report = guarding.judge(self.guards, figures, findings, plan, self.over)
        return report if why else structs.replace(report, plan=structs.replace(plan, whys=()))

    def _figures(
        self, plan: "planning.Plan", present: "ScenarioData", after: "ScenarioData", env: Environment
    ) -> "guarding.GuardedFigures":
        if self.horizon is guarding.GuardHorizon.CYCLE:
            return guarding.in_cycle(plan, present, after)
        # Few guards are about a time, and the simulation takes a moment to load.
        from userprio.cli import progress_bar, simulating
        from userprio.simulation import CHANGED, ForecastTerms, ReplayTerms, forecast, replay_history

        if self.horizon is guarding.GuardHorizon.FORECAST:
            terms = ForecastTerms(self.length_s, long_run=False)
            with progress_bar(env, "forecast") as progress:
                before = forecast(present, terms, progress)
            with progress_bar(env, "forecast with the changes") as progress:
                return guarding.in_forecast(before, forecast(after, terms, progress), present, after)
        past = simulating.past_jobs([self.history], present, env)
        with progress_bar(env, "replay") as progress:
            replay = replay_history(present, past, ReplayTerms(), others={CHANGED: after}, progress=progress)
        return guarding.in_replay(replay, present, after)


def read_expectation(expect: Path | None, over: str) -> Expectation | None:
    """The guards that the options name; None: none.

    Raises:
        BadInput: they cannot be understood, or have no meaning over that time.
        click.UsageError: the options do not go together.
    """
    word, _, rest = over.partition(":")
    if word not in list(guarding.GuardHorizon) or bool(rest) is (word == _CYCLE):
        raise click.BadParameter(f"{over!r} is not cycle, forecast:TIME or replay:HISTORY.", param_hint="--over")
    horizon = guarding.GuardHorizon(word)
    if expect is None:
        if horizon is not guarding.GuardHorizon.CYCLE:
            raise misuse("--over is for guards: give --expect.")
        return None
    length_s = 0
    if horizon is guarding.GuardHorizon.FORECAST:
        length_s = length(rest)
        if not 0 < length_s <= _LONGEST_S:
            raise click.BadParameter("A forecast is over a second to a year.", param_hint="--over")
    guards = guarding.read_guards(expect)
    guarding.check_horizon(guards, horizon)
    return Expectation(guards, horizon, over, length_s, Path(rest))


def write_guards(path: Path, present: "ScenarioData", env: Environment) -> None:
    """Write guards that hold today, after holding them against a plan without changes.

    Raises:
        Refused: the file exists.
    """
    if path.exists():
        raise Refused(f"{path} exists already, and nothing is overwritten; name a new file")
    plan = planning.plan(present, planning.Changes())
    rows = guarding.in_cycle(plan, present, present).rows
    groups = [row.name for row in rows if row.subject is guarding.GuardSubject.GROUP and row.name != report.ROOT]
    text = guarding.guards_text(groups, any(row.subject is guarding.GuardSubject.USER for row in rows))
    write_file(path, text.encode("utf-8"))
    guards = len(guarding.read_guards(path))
    env.stderr.write(
        f"Wrote {counted(guards, 'guard')} to {report.printable(str(path))}; `userprio plan --expect` reads them.\n"
    )
