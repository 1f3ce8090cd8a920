"""`userprio plan`: what changes would do; and `sweep`: a range of values."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from userprio import __version__, report
from userprio.analysis import plan as planning
from userprio.base import BadInput, Refused, check_place, parse_version, write_file
from userprio.cli import FILE, check_plot, find_config, plot_option, put_plot, simulating
from userprio.cli.environment import Environment, ExitStatus
from userprio.cli.guards import expect_options, read_expectation
from userprio.cli.guards import write_guards as put_guards
from userprio.cli.help import rare_option
from userprio.cli.options import (
    GlobalOptions,
    command,
    first_cycle_option,
    misuse,
    need_pool,
    refuse_live,
    with_format_of,
)
from userprio.cli.parameters import as_choices
from userprio.cli.progress import progress_bar, stoppable
from userprio.cli.replay import PastOptions, like_option, sweep_over_replay, until_wait_option
from userprio.cli.showing import show
from userprio.cli.submitting import SubmitRequest, submission_of, submit_options
from userprio.cli.what_if import (
    has_config,
    other_side,
    present_side,
    processes_option,
    sides,
    slots_of_the_pool,
    what_if_options,
)
from userprio.pool import ScenarioData
from userprio.simulation import WaitBound


@command(
    "plan",
    "--snapshot physics plan --set GROUP_QUOTA_group_chemistry=4",
    "--snapshot physics plan --setfactor alice@example.org=500 --slots '-10:slot1@*'",
    "--snapshot /srv/pool plan changes.toml -o spring.plan",
    "--snapshot /srv/pool plan --to-config condor_config.new --format json",
    "--snapshot /srv/pool plan policy.toml --expect guards.toml --format junit",
    "--snapshot physics --condor-version 24.0.23 plan --to-version 25.14.1",
)
@click.argument("file", metavar="[CHANGES]", type=FILE, required=False)
@click.option("--to-config", type=FILE, metavar="FILE", help="Compare with another configuration.")
@click.option("--to-snapshot", metavar="POOL", help="Compare with another pool.")
@click.option("--to-version", metavar="VERSION", help="Compare with another version of HTCondor, such as 25.14.1.")
@click.option("-o", "--output", type=FILE, metavar="FILE", help="Save the plan, to be applied later.")
@click.option("--why", is_flag=True, help="Say what led to each gain and loss, from the records of the two cycles.")
@expect_options
@rare_option("--write-guards", type=FILE, metavar="FILE", help="Write guards for --expect that hold today.")
@first_cycle_option
@submit_options
@what_if_options
def plan(
    shared: GlobalOptions,
    env: Environment,
    file: Path | None,
    output: Path | None,
    first_cycle: bool,
    to_config: Path | None,
    to_snapshot: str | None,
    to_version: str | None,
    why: bool,
    expect: Path | None,
    over: str,
    write_guards: Path | None,
    request: SubmitRequest | None,
    changes: planning.Changes,
) -> ExitStatus:
    """Show what a set of changes would do to a negotiation cycle. Nothing is changed.

    There is a dry run of a cycle as things are, and of one with all changes made, each of a negotiator that has been
    running with the same quotas, or with --first-cycle has just started. What differs is shown: who gains, who loses,
    quotas, allocations and limits of groups, priorities, shares and matches of submitters, and warnings that appear or
    disappear. `+` marks what is added or increased, `-` what is removed or decreased, `~` what is changed. JSON
    and CSV have these marks in the column `mark`, without the apostrophe that precedes other text that a spreadsheet
    would take for a formula.

    Changes are read from CHANGES, a TOML file, or given as options, or both; here --set is one of the changes, and does
    not affect the cycle before. All of them are checked, as the editing commands would, before anything is run. With -o
    the plan is saved, for userprio-apply(1).

    `?` marks a gain or loss that hangs on a second or a tie: in cycles a little later, or with ties between submitters
    resolved otherwise, it would be another.

    With --expect the changes are held against guards: what groups, users and the pool are to keep, such as nine tenths
    of what they hold. Those that do not hold are shown with figures and causes, and the plan is not saved. Without
    changes, guards are held against the pool as it is.

    The status is 3 if anything comes out differently, in the cycle or in the ledger, and 0 if nothing does; but 8 if a
    guard does not hold.
    """
    expectation = read_expectation(expect, over)
    if expectation is None:
        shared = with_format_of(shared, report.PLAN_FORMATS, "plan without --expect")
    to = None if to_version is None else parse_version(to_version)
    changes = changes.and_then(planning.Changes(to_config=to_config, to_snapshot=to_snapshot, to_version=to))
    if file is not None:
        changes = planning.read_changes(file).and_then(changes)
    if write_guards is not None:
        if changes or request is not None or expectation is not None or output is not None:
            raise misuse("--write-guards is about the pool as it is: give no changes, no --expect and no -o.")
        need_pool(shared, "A cycle")
        put_guards(write_guards, present_side(shared, env, first_cycle=first_cycle), env)
        return ExitStatus.DONE
    if not changes and request is None and expectation is None:
        raise misuse("There is nothing to plan: give a file of changes, or a change such as --set.")
    if request is not None and output is not None:
        raise misuse("A saved plan submits no jobs: leave out -o or --submit.")
    need_pool(shared, "A cycle")
    if output is not None:
        refuse_live(shared, "A running pool moves on by itself, so no plan for it is kept; take a snapshot first.")
        check_place(output)
    present = replace(shared, overrides={})
    scenario = present_side(present, env, first_cycle=first_cycle)
    other = other_side(scenario, changes, present, env)
    if request is not None:
        submission = submission_of(request, scenario if other is None else other, shared, env)
        changes = changes.and_then(planning.Changes(submissions=(submission,)))
    comparison = planning.plan(scenario, changes, other, why=why or expectation is not None, stability=True)
    problems = (*scenario.pool.problems, *(() if other is None else other.pool.problems))
    env.warn_all(dict.fromkeys((*problems, *comparison.remarks)))
    judged = None
    if expectation is not None:
        # The reasons that guards need are shown with them.
        judged = expectation.report(comparison, scenario, other, env, why=why)
    if output is not None:
        if judged is not None and judged.failed:
            env.warn("a guard does not hold, so no plan is saved")
        else:
            name = changes.name or (output if file is None else file).stem
            save_plan(comparison, scenario, present, name, output, env)
    if judged is not None:
        show(judged, report.GUARDS_FORMATS, shared.format, env)
        if judged.failed:
            return ExitStatus.GUARDS
    else:
        show(comparison, report.PLAN_FORMATS, shared.format, env)
    return ExitStatus.CHANGES if comparison.changes_something else ExitStatus.DONE


def _origins(scenario: ScenarioData, shared: GlobalOptions, env: Environment) -> planning.Origins:
    """Where ledger and configuration were found, independent of the current folder; nowhere if they are of the past."""
    if shared.at is not None:
        return planning.Origins(None)
    snapshot = shared.find_snapshot()
    assert snapshot is not None
    ledger = scenario.ledger.path
    ledger_found = None if ledger is None else str(ledger.resolve())
    if shared.config is None and has_config(snapshot, scenario.now):
        place = snapshot.toml or snapshot.folder
        return planning.Origins(ledger_found, snapshot=None if place is None else str(place.resolve()))
    config = find_config(shared.config, snapshot, env)
    # A command, by HTCondor's spelling, has no path that could be made absolute.
    if config is None or str(config).endswith("|"):
        return planning.Origins(ledger_found, None if config is None else str(config))
    return planning.Origins(ledger_found, str(config.resolve()))


def save_plan(
    plan: planning.Plan, scenario: ScenarioData, shared: GlobalOptions, name: str, output: Path, env: Environment
) -> None:
    """Write the plan, unless the file exists and is not a plan.

    Raises:
        Refused: the file is not a plan.
    """
    saved = planning.to_be_saved(
        plan,
        scenario.ledger,
        scenario.config,
        name=name,
        at=int(env.clock()),
        version=__version__,
        summary=report.summary_line(plan),
        origins=_origins(scenario, shared, env),
    )
    # A mistyped -o must not cost a file that nothing can restore; an older plan can be made again.
    if output.exists():
        try:
            planning.read_saved(output)
        except BadInput as other:
            raise Refused(f"{output} is not a plan, and is left alone") from other
    write_file(output, planning.saved_text(saved).encode("utf-8"))
    env.stderr.write(
        f"Saved to {report.printable(str(output))}; `userprio apply` carries it out.\n"
        f"Its digest is {saved.digest}; `userprio apply --digest` carries out no other plan.\n"
    )


@command(
    "sweep",
    "sweep --snapshot physics GROUP_QUOTA_group_chemistry=2..20/2",
    "sweep --snapshot physics setfactor:alice@example.org=1..1000*10 --show share,matches,idle",
    "sweep --snapshot physics --by group GROUP_ACCEPT_SURPLUS=true,false",
    "sweep --snapshot /srv/pool --only '*physics*' jobs:ann@lab.example=0..200/50 --plot demand.svg",
    "sweep --snapshot /srv/pool machines=-4..12/4 --over replay history.ads --until-wait 'p95<=1h'",
    "sweep --snapshot /srv/pool setfactor:ann@lab.example=500..2000/500 --over replay history.ads",
)
@click.argument("words", metavar="RANGE... [HISTORY]...", nargs=-1, required=True)
@click.option(
    "--over",
    type=click.Choice(["cycle", "replay"]),
    default="cycle",
    help="Run a cycle for each value, or replay the jobs of a HISTORY, as `userprio replay` does; cycle if not given.",
)
@click.option(
    "--show",
    "measures",
    metavar="MEASURES",
    default="holds,idle",
    callback=as_choices(planning.Measure, lambda measure: measure.heading),
    help="What to show of everybody, separated by commas: "
    + "; ".join(f"{measure.heading}, {measure.about}" for measure in planning.Measure)
    + ". holds,idle if not given.",
)
@click.option(
    "--by",
    type=click.Choice([by.value for by in planning.By]),
    default=planning.By.SUBMITTER.value,
    help="Whose figures are shown; those of a group are of its own members only.",
)
@click.option(
    "--only",
    metavar="PATTERN",
    multiple=True,
    help="Show only those whose name, with or without group and domain, or whose group matches this pattern, "
    "with `*`, `?` and `[...]`. May be repeated.",
)
@plot_option("Also draw the measures over the values of the last range, as FILE.svg or FILE.png.")
@simulating.period_options(
    "Where the period of a replay begins, as for replay.", "Where it ends.", "Time between its cycles, as for replay."
)
@like_option
@until_wait_option
@processes_option
@first_cycle_option
@slots_of_the_pool
@what_if_options
def sweep(
    shared: GlobalOptions,
    env: Environment,
    words: tuple[str, ...],
    over: str,
    measures: tuple[planning.Measure, ...],
    by: str,
    only: tuple[str, ...],
    plot: Path | None,
    period: simulating.PastPeriod,
    like: str,
    until_wait: WaitBound | None,
    processes: int,
    first_cycle: bool,
    changes: planning.Changes,
    pool_slots: tuple[planning.SlotsAdded | planning.SlotsRemoved, ...] = (),
) -> None:
    """Run a cycle for each of a range of values, and show everybody's figures side by side. Nothing is changed.

    A RANGE is KNOB=VALUES; setfactor:SUBMITTER=VALUES, or the same with setprio, setfloor or setceiling; or
    jobs:SUBMITTER=VALUES for numbers of idle jobs. VALUES are separated by commas: single ones, and ranges A..B in
    steps of 1, A..B/STEP, or A..B*RATIO, where each is RATIO times the one before. Several ranges make a grid.

    Each cycle is that of a negotiator that has been running with these values, as shown by `userprio negotiate` with
    them as options. All values are checked before the first cycle is run. Those whose figures vary most are listed
    first, and `*` marks present values. The other options for changes apply to every cycle.

    With --over replay a past period is replayed instead, once as it was and once with each value, and waits and use are
    shown side by side. HISTORY and the pool are as for `userprio replay`. The range may also be machines=VALUES, for as
    many machines more or, if negative, fewer: how long jobs wait, how much is idle, and how much waiting another
    core-hour saves. --until-wait names the first value that keeps to a bound on waits, and how far single weeks differ.
    """
    new = bool(click.get_current_context().params["new"])
    if over == "replay":
        _refuse_given("--over replay", show="measures", by="by", only="only")
        options = PastOptions(period, like, until_wait, plot, processes, first_cycle, changes, pool_slots)
        sweep_over_replay(shared, env, words, options, new=new)
        return
    if period or pool_slots or processes > 1 or like != "*" or until_wait is not None:
        raise misuse("Options of a period, its pool and its machines are for --over replay.")
    if any(text.partition("=")[0] == planning.MACHINES for text in words):
        raise misuse("machines are swept over a replay: give --over replay and a HISTORY.")
    need_pool(shared, "A sweep")
    dimensions = [planning.parse_dimension(text) for text in words]
    for measure in measures:
        if not measure.is_of(planning.By(by)):
            raise misuse(f"--show {measure}: that is {measure.about}; --by {by} has no such figure.")
    present, other = sides(shared, env, changes, first_cycle=first_cycle)
    result = planning.changed(present if other is None else other, changes, present.config)[1]
    check_plot(plot)
    what_if = report.WhatIf(changes, result) if changes else None
    tell = partial(show, formats=report.SWEEP_FORMATS, form=shared.format, env=env, what_if=what_if)
    with stoppable(tell), progress_bar(env, "sweep", "cycles") as progress:
        points = planning.sweep(
            present,
            dimensions,
            fixed=changes,
            other=other,
            measures=measures,
            by=planning.By(by),
            only=only,
            new=new,
            progress=progress,
        )
    env.warn_all(points.remarks)
    put_plot(plot, lambda form: report.sweep_image(points, form))
    tell(points)


def _refuse_given(with_option: str, **parameters: str) -> None:
    """Refuse options, each named with its parameter, that were given although they do not go with another."""
    context = click.get_current_context()
    for option, parameter in parameters.items():
        if context.get_parameter_source(parameter) is not click.core.ParameterSource.DEFAULT:
            raise misuse(f"--{option} is for the figures of a cycle, not for {with_option}.")
