"""The pool over time: `userprio forecast`, the coming hours; `defrag`, costs and benefits of draining; `wait`, when a
job starts, as a range, what holds it back, and what would help.
"""

from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import Final

import click
from msgspec import structs

from userprio import report
from userprio.analysis.plan import Changes
from userprio.analysis.wait import MOST_FUTURES, WaitTerms, past_of, present_waits
from userprio.analysis.wait import backtest as look_back
from userprio.analysis.wait import wait as ask
from userprio.cli import Environment, ExitStatus, WholeNumber, as_length, progress_bar, show, simulating, stoppable
from userprio.cli.executing import executor_options
from userprio.cli.help import rare_option
from userprio.cli.options import GlobalOptions, command, misuse, need_pool, tabled
from userprio.cli.parameters import as_choices
from userprio.cli.submitting import SubmitRequest, asked_about, submit_options
from userprio.cli.what_if import supposed, what_if_options
from userprio.report import ForecastExtra
from userprio.simulation import (
    CHEAP,
    LEAST_FUTURES,
    USUAL_FUTURES,
    Demand,
    Sampling,
    defrag_runs,
    drain,
    paired_differences,
)
from userprio.simulation import forecast as foretell

_LONGEST_S: Final = 24 * 366 * 10 * 3600
_USUAL_S: Final = 24 * 3600
_MOST_POLLS: Final = 10_000
_MOST_FUTURES: Final = 100_000


def _as_time(context: click.Context, parameter: click.Parameter, text: str | None) -> int | None:
    seconds = as_length(context, parameter, text)
    if seconds is not None and seconds > _LONGEST_S:
        raise click.BadParameter("It is at most ten years.")
    return seconds


@command(
    "forecast",
    "forecast --snapshot fairshare",
    "forecast --snapshot fairshare --for 3d --every 1h --job-length 2h --show factors,lengths",
    "forecast --snapshot research --by group --long-run",
    "forecast --snapshot /srv/pool --job-length ann@lab.example=30m --plot priorities.svg",
    "forecast --snapshot /srv/pool --history history.ads --futures 40",
    "forecast --snapshot /srv/pool --demand queue --format json > forecast.json",
)
@click.option(
    "--for", "length", metavar="TIME", callback=_as_time, help="How far to look ahead, such as 3d; 24h if not given."
)
@click.option(
    "--every",
    metavar="TIME",
    callback=_as_time,
    help="Time between two looks at the pool, such as 10m; otherwise a quarter of the shortest jobs' length, "
    "half an hour at most.",
)
@click.option(
    "--by",
    type=click.Choice(["submitter", "group"]),
    default="submitter",
    help="Whose use and priorities are shown; those of a group include its subgroups.",
)
@click.option(
    "--only",
    metavar="NAME",
    multiple=True,
    help="Show this submitter, or all of this group, and the rest of each group together; repeatable.",
)
@click.option(
    "--long-run/--no-long-run",
    default=None,
    help="Compute where everybody settles, which at least doubles the time; done by default if slots times "
    f"submitters are at most {CHEAP}.",
)
@click.option(
    "--show",
    "extras",
    metavar="PARTS",
    callback=as_choices(ForecastExtra),
    help="Also show, separated by commas: " + "; ".join(f"{extra}, {extra.about}" for extra in ForecastExtra) + ".",
)
@click.option(
    "--futures",
    type=WholeNumber(LEAST_FUTURES, _MOST_FUTURES),
    metavar="N",
    help="Draw lengths and arrivals of jobs at random, N times: the means, and the ranges of four futures out of five.",
)
@tabled(
    {
        "--history FILE...": "What condor_history printed, to draw lengths and arrivals from in --futures, of which "
        f"{USUAL_FUTURES} are then drawn if not given. May be repeated."
    }
)
@rare_option(
    "--seed",
    type=int,
    default=0,
    metavar="N",
    help="Seed of --futures: the same seed draws the same; 0 if not given.",
)
@simulating.work_options(history=True)
@simulating.plot_option("Also draw use and effective priorities, as FILE.svg or FILE.png.")
@what_if_options
@executor_options
def forecast(
    shared: GlobalOptions,
    env: Environment,
    length: int | None,
    every: int | None,
    by: str,
    only: tuple[str, ...],
    long_run: bool | None,
    extras: tuple[ForecastExtra, ...],
    futures: int | None,
    history: tuple[Path, ...],
    seed: int,
    executor: Executor | None,
    work: simulating.WorkOptions,
    plot: Path | None,
    changes: Changes,
) -> None:
    """Look ahead: use and priorities of all submitters and groups over the coming hours.

    The pool of the snapshot is simulated: jobs end, cycles come every NEGOTIATOR_INTERVAL, matched jobs start, claims
    pass from job to job until CLAIM_WORKLIFE, use is charged and priorities age, all by the rules of HTCondor. It also
    shows how long slots stood empty between claims, and the long run: where use and priorities settle if demand stays
    as it is now (not with --demand queue).

    The first lines say who has more in use towards the end and who less: after the first cycle -> in the mean of the
    last quarter of the time. Tables and charts follow; --show adds more of them.

    Jobs run as long as --job-length says. Otherwise their length is taken from their ads (AllowedExecuteDuration,
    AllowedJobDuration, MaxWallTimeMins), or from the submitter's running jobs, which are assumed to be half done on
    average, or from those of all submitters; without any it is an hour. Single jobs vary from half to one and a half
    times that.

    With --futures, the answer is also how certain that is. For each submitter and group it has the range, in four
    futures out of five, of the mean weight in use, of its priority at the end, and of how many of its jobs start. With
    changes, it says how much they bring, in the same futures with them and without.

    A priority factor has two effects: doubling it halves the weight in the pie at once; in the long run, use follows
    the inverse square root of the factor, because real priority follows use.
    """
    need_pool(shared, "A forecast", "fairshare")
    if only and by == "group":
        raise misuse("--only chooses submitters, and --by group shows none: give one of them.")
    if long_run and work.demand is not Demand.CONSTANT:
        raise misuse("Without new jobs there is no long run: --long-run goes with --demand constant.")
    terms = work.terms(
        _USUAL_S if length is None else length, every, long_run=long_run, by_group=by == "group", only=only
    )
    if work.demand is Demand.HISTORY and not history:
        raise misuse("--demand history takes jobs from a history: give --history.")
    scene = supposed(shared, env, changes)
    simulating.check_plot(plot)
    sampling = None
    if futures is not None or history:
        past = past_of(simulating.past_jobs(history, scene.scenario, env), scene.scenario) if history else None
        sampling = Sampling(futures or USUAL_FUTURES, seed, past)
    tell = partial(show, formats=report.forecast_formats(extras), form=shared.format, env=env, what_if=scene.what_if)
    without = None
    if sampling is not None and scene.present is not None:
        with progress_bar(env, "forecast without the changes") as progress:
            without = foretell(
                scene.present, structs.replace(terms, long_run=False), progress, sampling, executor
            ).bands
    with stoppable(tell), progress_bar(env, "forecast") as progress:
        forecast = foretell(scene.scenario, terms, progress, sampling, executor)
    if without is not None and forecast.bands is not None:
        forecast = structs.replace(forecast, differences=paired_differences(without, forecast.bands))
    env.warn_all(forecast.warnings)
    simulating.put_plot(plot, lambda form: report.plot_image(forecast, form, env.zone()))
    tell(forecast)


@command(
    "defrag",
    "defrag --snapshot research",
    "defrag --snapshot /srv/pool --set DEFRAG_DRAINING_MACHINES_PER_HOUR=6",
    "defrag --snapshot /srv/pool --polls 24 --format json",
    "defrag --snapshot /srv/pool --for 24h --job-length 2h",
)
@click.option(
    "--polls",
    type=WholeNumber(1, _MOST_POLLS),
    default=1,
    metavar="NUMBER",
    help="How many polls, DEFRAG_INTERVAL apart, the first at --now; 1 if not given.",
)
@rare_option(
    "--daemon",
    metavar="NAME",
    help="The name of the condor_defrag, such as DEFRAG@cm.lab.example; otherwise taken from the configuration and "
    "from the ads of draining machines.",
)
@click.option(
    "--for",
    "length",
    metavar="TIME",
    callback=as_length,
    help="Simulate the pool for this long, such as 24h, without condor_defrag, with it, and with one more machine "
    "draining at a time.",
)
@simulating.work_options()
@what_if_options
def defrag(
    shared: GlobalOptions,
    env: Environment,
    polls: int,
    daemon: str | None,
    length: int | None,
    work: simulating.WorkOptions,
    changes: Changes,
) -> ExitStatus:
    """Show what condor_defrag would drain, and why; what each machine costs, and which jobs would start on them.

    It chooses exactly as the daemon does, with the DEFRAG_ knobs of the configuration and of --set, as if it had just
    started at --now. Machines are identified by what follows the first @ of their slots' names. If ranks are equal a
    real daemon picks at random; the machines concerned are named. Only partitionable slots count. A slot whose
    DEFRAG_RANK is not a number, for instance because it does not publish ExpectedMachineGracefulDrainingBadput, ranks
    0. Only the first few names of long lists are shown; JSON has all.

    Losses, and the time that machines stay empty, are upper bounds: no job ends before its retirement is over. Gains
    are what a cycle would give away on these machines if they were whole at once. Between several polls the pool stays
    as in the snapshot.

    With --for, jobs end, cycles come and machines drain over that time: how many of the jobs start that no slot takes
    now, and how much work is lost. --job-length and --demand are as in `userprio forecast`.
    """
    need_pool(shared, "A dry run of condor_defrag")
    scene = supposed(shared, env, changes)
    scenario = scene.scenario
    result = drain(scenario, daemon, polls)
    if length is not None:
        with progress_bar(env, "forecast") as progress:
            courses = defrag_runs(scenario, work.terms(length), daemon, progress)
        result = structs.replace(result, length_s=length, courses=courses)
    env.warn_all(result.warnings)
    show(result, report.DEFRAG_FORMATS, shared.format, env, scene.what_if)
    return ExitStatus.DONE


_USUAL: Final = WaitTerms()
_LONGEST_WAIT_S: Final = 366 * 24 * 3600


def _as_horizon(context: click.Context, parameter: click.Parameter, text: str | None) -> int:
    seconds = as_length(context, parameter, text) or _USUAL.horizon_s
    if seconds > _LONGEST_WAIT_S:
        raise click.BadParameter("It is at most a year.")
    return seconds


@command(
    "wait",
    "wait ada --snapshot fairshare --job-length 1h",
    "wait ada --snapshot /srv/pool --history history.ads --backtest",
    "wait --job 101.20 --snapshot physics --futures 50 --seed 7 --format json",
    "wait --snapshot physics --for 12h",
    "wait zoe@lab.example --snapshot /srv/pool --jobs zoe@lab.example=+1:request_cpus=8 --new",
    "wait --submit job.sub --as ann --snapshot /srv/pool",
)
@click.argument("submitter", required=False)
@click.option(
    "--job",
    metavar="CLUSTER[.PROC]",
    help="Wait for this job, or for those of a cluster; SUBMITTER distinguishes jobs of several schedds.",
)
@rare_option(
    "--futures",
    type=WholeNumber(1, _MOST_FUTURES),
    metavar="N",
    help=f"How many futures to draw; otherwise as many as make the answer precise, at most {MOST_FUTURES}.",
)
@rare_option(
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
    type=click.Choice([coming.value for coming in Demand]),
    help="Which jobs come later. history: such as in --history, as often, which is the default with it. constant: "
    "demand stays as it is now, the default without. queue: none.",
)
@tabled(
    {
        "--history FILE...": "What condor_history printed, to draw lengths and arrivals from. With -long, -json or "
        "-xml, gzip or not; or a trace in the Standard Workload Format. May be repeated."
    }
)
@click.option(
    "--backtest",
    is_flag=True,
    help="Ask at 50 past moments of --history too, and rest the ranges on what met the past best.",
)
@simulating.lengths_option
@tabled(
    {
        "--try-group groups GROUP...": "Also try this accounting group, besides those in which the user is known; "
        "repeatable."
    },
    rare_option,
)
@rare_option("--remedies/--no-remedies", default=True, help="Try what would help, which is the default.")
@submit_options
@what_if_options
@executor_options
def wait(
    shared: GlobalOptions,
    env: Environment,
    submitter: str | None,
    job: str | None,
    futures: int | None,
    seed: int,
    horizon: int,
    demand: str | None,
    history: tuple[Path, ...],
    backtest: bool,
    lengths: simulating.JobLengths,
    groups: tuple[str, ...],
    remedies: bool,
    executor: Executor | None,
    request: SubmitRequest | None,
    changes: Changes,
) -> None:
    """Say when the first, half and all of the idle jobs of SUBMITTER start, or when that of --job does, or the first of
    each submitter whose jobs wait.

    The pool is simulated many times, each time with random lengths and arrivals of jobs; the answer is the median of
    the waits, and the range that contains four out of five of them. Jobs that fit no slot never start, and are left
    out. The reasons that hold jobs back are those of a cycle of the present. What may help the first to start is tried
    in the same futures: half the memory or cores, as much as further slots have, holding jobs that fit no slot, the
    user's other accounting groups.

    Ctrl-C stops it, and shows the answer of the futures so far.

    With --history, lengths are drawn from each submitter's past runs (for running jobs, from those that took longer
    than they have run already), and jobs come as often as they did. Without it, lengths are spread around --job-length,
    or around estimates from limits and running jobs: from half to one and a half times the mean, or exponentially if it
    was guessed.

    With --backtest, the answer also says how often such ranges held in the past of --history. It then rests on what met
    that past best: the simulation, as it is or recalibrated, or past waits, which tell nothing of changes.
    """
    need_pool(shared, "Waiting", "fairshare")
    if groups and submitter is None and job is None and request is None:
        raise misuse("--try-group is for one submitter or job: name it.")
    if backtest and not history:
        raise misuse("--backtest looks back in a history: give --history.")
    everybody, single = lengths
    scene = supposed(shared, env, changes, request)
    if scene.submission is not None and submitter is None and job is None:
        job, submitter = asked_about(scene.submission, scene.scenario.now, env)
    past = simulating.past_jobs(history, scene.scenario, env) if history else None
    terms = WaitTerms(
        futures=futures,
        seed=seed,
        horizon_s=horizon,
        coming=None if demand is None else Demand(demand),
        job_length_s=everybody,
        job_lengths_s=single,
        remedies=remedies,
        groups=groups,
        past=None if past is None else past_of(past, scene.scenario),
        submitted=None if scene.submission is None else (scene.submission.schedd, str(scene.submission.cluster)),
    )
    tested, waits = None, None
    if backtest and past is not None:
        with progress_bar(env, "past moments", "moments") as progress:
            # What happened, happened without the changes.
            tested = look_back(
                scene.present or scene.scenario, past, terms, executor=executor, progress=progress, job=job
            )
        if scene.present is None:
            waits = present_waits(past, scene.scenario)
    tell = partial(show, formats=report.WAIT_FORMATS, form=shared.format, env=env, what_if=scene.what_if)
    with stoppable(tell), progress_bar(env, "futures", "futures", at_most=futures is None) as progress:
        answer = ask(scene.scenario, terms, submitter, job, executor, progress, tested, waits)
    env.warn_all(answer.warnings)
    tell(answer)
