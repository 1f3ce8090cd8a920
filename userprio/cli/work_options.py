"""The options that say what a simulated pool has to do: how long jobs run, and what becomes of the demand."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

import click

from userprio.cli.moments import length
from userprio.simulation import Demand, ForecastTerms


@dataclass(frozen=True, slots=True)
class WorkOptions:
    """What they say."""

    demand: Demand
    length_s: float | None
    """Of all jobs."""
    lengths_s: dict[str, float]
    """Of the jobs of single submitters or groups."""

    def terms(self, length_s: int, step_s: int | None = None, **more: Any) -> ForecastTerms:
        """What is to be forecast, for so many seconds."""
        return ForecastTerms(length_s, step_s, self.demand, self.length_s, self.lengths_s, **more)


def _as_lengths(
    context: click.Context, parameter: click.Parameter, words: tuple[str, ...]
) -> tuple[float | None, dict[str, float]]:
    """The length of all jobs, and those of the jobs of single submitters or groups."""
    everybody: float | None = None
    single: dict[str, float] = {}
    for word in words:
        whose, equals, text = word.rpartition("=")
        seconds = float(length(text))
        if seconds == 0:
            raise click.BadParameter("A job runs for a second at least.")
        if equals:
            single[whose] = seconds
        else:
            everybody = seconds
    return everybody, single


def work_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add --job-length and --demand to a command, which is called with them as `work`."""

    @wraps(function)
    def run(*args: Any, lengths: tuple[float | None, dict[str, float]], demand: str, **values: Any) -> Any:
        everybody, single = lengths
        return function(*args, work=WorkOptions(Demand(demand), everybody, single), **values)

    for option in reversed(_OPTIONS):
        run = option(run)
    return run


job_length_option = click.option(
    "--job-length",
    "lengths",
    metavar="[NAME=]TIME",
    multiple=True,
    callback=_as_lengths,
    help="How long jobs run on average, such as 90m; with a name, those of one submitter or group; repeatable.",
)
"""A command has it as `lengths`: that of all jobs, and those of the jobs of single submitters or groups."""

_OPTIONS = (
    job_length_option,
    click.option(
        "--demand",
        type=click.Choice([demand.value for demand in Demand]),
        default=Demand.CONSTANT.value,
        help="constant: everybody keeps asking for as much as now. queue: only the jobs of the snapshot are run.",
    ),
)
