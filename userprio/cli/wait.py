"""`userprio wait`: when a job starts, as a range; what holds it back, and what would help."""

from pathlib import Path
from typing import Final

import click

from userprio.analysis.plan import Changes
from userprio.analysis.wait import WaitTerms, past_of
from userprio.analysis.wait import wait as ask
from userprio.cli.environment import Environment
from userprio.cli.options import GlobalOptions, command, misuse, need_pool
from userprio.cli.progress import progress_bar
from userprio.cli.showing import show
from userprio.cli.simulating import JobLengths, lengths_option, past_jobs
from userprio.cli.values import WholeNumber, as_length
from userprio.cli.what_if import processes_option, supposed, what_if_options
from userprio.report import WAIT_FORMATS
from userprio.simulation import LaterJobs

_USUAL: Final = WaitTerms()
_MOST_FUTURES: Final = 100_000
_LONGEST_S: Final = 366 * 24 * 3600


def _as_horizon(context: click.Context, parameter: click.Parameter, text: str | None) -> int:
    seconds = as_length(context, parameter, text) or _USUAL.horizon_s
    if seconds > _LONGEST_S:
        raise click.BadParameter("It is at most a year.")
    return seconds


@command(
    "wait",
    "wait ada --snapshot fairshare --job-length 1h",
    "wait ada --snapshot /srv/pool --history history.ads --jobs 4",
    "wait --job 101.20 --snapshot physics --futures 50 --seed 7 --format json",
    "wait --snapshot physics --for 12h",
    "wait zoe@lab.example --snapshot /srv/pool --jobs zoe@lab.example=+1:request_cpus=8 --new",
)
@click.argument("submitter", required=False)
@click.option(
    "--job", metavar="CLUSTER.PROC", help="Wait for this job; SUBMITTER distinguishes jobs of several schedds."
)
@click.option(
    "--futures",
    type=WholeNumber(1, _MOST_FUTURES),
    default=_USUAL.futures,
    metavar="N",
    help=f"How many futures to draw; {_USUAL.futures} if not given.",
)
@click.option(
    "--seed",
    type=int,
    default=_USUAL.seed,
    metavar="N",
    help="Seed of the random draws: the same seed gives the same answer; 0 if not given.",
)
@click.option(
    "--for",
    "horizon",
    metavar="TIME",
    callback=_as_horizon,
    help="How far to look ahead, such as 12h; 3d if not given.",
)
@click.option(
    "--demand",
    type=click.Choice([coming.value for coming in LaterJobs]),
    help="Which jobs come later. history: such as in --history, as often, which is the default with it. constant: "
    "demand stays as it is now, the default without. queue: none.",
)
@click.option(
    "--history",
    metavar="FILE",
    multiple=True,
    type=click.Path(path_type=Path),
    help="What condor_history -long printed (or -json, -xml; gzip or not), or a trace in the Standard Workload Format: "
    "lengths and arrivals are drawn from it. May be repeated.",
)
@lengths_option
@click.option(
    "--try-group",
    "groups",
    metavar="GROUP",
    multiple=True,
    help="Also try this accounting group, besides those in which the user is known; repeatable.",
)
@click.option("--remedies/--no-remedies", default=True, help="Try what would help, which is the default.")
@processes_option
@what_if_options
def wait(
    shared: GlobalOptions,
    env: Environment,
    submitter: str | None,
    job: str | None,
    futures: int,
    seed: int,
    horizon: int,
    demand: str | None,
    history: tuple[Path, ...],
    lengths: JobLengths,
    groups: tuple[str, ...],
    remedies: bool,
    processes: int,
    changes: Changes,
) -> None:
    """Say when the next job of SUBMITTER starts, or that of --job, or of everybody whose jobs wait.

    The pool is simulated many times, each time with random lengths and arrivals of jobs; the answer is the median of
    the waits, and the range that contains four out of five of them. The reasons that hold jobs back are those of a
    cycle of the present. What may help is tried in the same futures: half the memory or cores, as much as further
    slots have, holding jobs that fit no slot, the user's other accounting groups.

    With --history, lengths are drawn from each submitter's past runs (for running jobs, from those that took longer
    than they have run already), and jobs come as often as they did. Without it, lengths are spread around --job-length,
    or around estimates from limits and running jobs: from half to one and a half times the mean, or exponentially if it
    was guessed.
    """
    need_pool(shared, "Waiting", "fairshare")
    if groups and submitter is None and job is None:
        raise misuse("--try-group is for one submitter or job: name it.")
    everybody, single = lengths
    scene = supposed(shared, env, changes)
    terms = WaitTerms(
        futures=futures,
        seed=seed,
        horizon_s=horizon,
        coming=None if demand is None else LaterJobs(demand),
        job_length_s=everybody,
        job_lengths_s=single,
        remedies=remedies,
        groups=groups,
        processes=processes,
        past=past_of(past_jobs(history, scene.scenario, env), scene.scenario) if history else None,
    )
    with progress_bar(env, "futures") as progress:
        answer = ask(scene.scenario, terms, submitter, job, progress)
    env.warn_all(answer.warnings)
    show(answer, WAIT_FORMATS, shared.format, env, scene.what_if)
