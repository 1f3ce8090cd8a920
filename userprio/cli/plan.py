"""`userprio plan` and `apply`: what changes would do, and carrying them out; and `sweep`: a range of values."""

from dataclasses import replace
from pathlib import Path

import click

from userprio import __version__, report
from userprio.analysis import plan as planning
from userprio.base import BadInput, Refused, check_place, parse_version, write_file
from userprio.cli import FILE, check_plot, find_config, load_inputs, plot_option, put_plot
from userprio.cli.editing import IdempotentReplay, agreed, opened, recorded_options, request_of, some
from userprio.cli.environment import Environment, ExitStatus, result_is_needed
from userprio.cli.options import GlobalOptions, command, first_cycle_option, misuse, need_pool, refuse_live, yes_option
from userprio.cli.showing import progress_bar, show
from userprio.cli.what_if import has_config, other_side, present_side, sides, what_if_options
from userprio.ledger import Ledger
from userprio.pool import ScenarioData, priority_rules


@command(
    "plan",
    "--snapshot physics plan --set GROUP_QUOTA_group_chemistry=4",
    "--snapshot physics plan --setfactor alice@example.org=500 --slots '-10:slot1@*'",
    "--snapshot /srv/pool plan changes.toml -o spring.plan",
    "--snapshot /srv/pool plan --to-config condor_config.new --format json",
    "--snapshot physics --condor-version 24.0.23 plan --to-version 25.14.1",
)
@click.argument("file", metavar="[CHANGES]", type=FILE, required=False)
@click.option("--to-config", type=FILE, metavar="FILE", help="Compare with another configuration.")
@click.option("--to-snapshot", metavar="POOL", help="Compare with another pool.")
@click.option("--to-version", metavar="VERSION", help="Compare with another version of HTCondor, such as 25.14.1.")
@click.option("-o", "--output", type=FILE, metavar="FILE", help="Save the plan, to be applied later.")
@click.option("--why", is_flag=True, help="Say what led to each gain and loss, from the records of the two cycles.")
@first_cycle_option
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

    The status is 3 if anything comes out differently, in the cycle or in the ledger, and 0 if nothing does.
    """
    to = None if to_version is None else parse_version(to_version)
    changes = changes.and_then(planning.Changes(to_config=to_config, to_snapshot=to_snapshot, to_version=to))
    if file is not None:
        changes = planning.read_changes(file).and_then(changes)
    if not changes:
        raise misuse("There is nothing to plan: give a file of changes, or a change such as --set.")
    need_pool(shared, "A cycle")
    if output is not None:
        refuse_live(shared, "A running pool moves on by itself, so no plan for it is kept; take a snapshot first.")
        check_place(output)
    present = replace(shared, overrides={})
    scenario = present_side(present, env, first_cycle=first_cycle)
    other = other_side(scenario, changes, present, env)
    comparison = planning.plan(scenario, changes, other, why=why)
    problems = (*scenario.pool.problems, *(() if other is None else other.pool.problems))
    env.warn_all(dict.fromkeys((*problems, *comparison.remarks)))
    if output is not None:
        name = changes.name or (output if file is None else file).stem
        save_plan(comparison, scenario, present, name, output, env)
    show(comparison, report.PLAN_FORMATS, shared.format, env)
    return ExitStatus.CHANGES if comparison.changes_something else ExitStatus.DONE


def _origins(scenario: ScenarioData, shared: GlobalOptions, env: Environment) -> planning.Origins:
    """Where ledger and configuration were found, independent of the current folder."""
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
    env.stderr.write(f"Saved to {report.printable(str(output))}; `userprio apply` carries it out.\n")


@command(
    "apply", "apply spring.plan > /etc/condor/config.d/60-spring", "apply --yes --reason 'agreed on Monday' spring.plan"
)
@click.argument("file", metavar="FILE", type=FILE)
@yes_option
@recorded_options()
def apply(shared: GlobalOptions, env: Environment, file: Path) -> ExitStatus:
    """Carry out a plan that `userprio plan -o` saved: edit the ledger, and print what goes into the configuration.

    All edits are made as one operation under the name of the plan, or none at all; `userprio undo` undoes them.
    Standard output is a piece of configuration with the knobs of the plan, for a file that the negotiator reads, with
    comments on what was done. Changes of slots and jobs are not applied, and are listed.

    Nothing is done, and the status is 5, if the ledger or the configuration is no longer what the plan was made for.
    They are looked for where they were then, unless --ledger, --config or --snapshot names others. A plan that deletes
    records asks for confirmation on a terminal; elsewhere --yes is required.
    """
    refuse_live(shared, "A plan is for the ledger it was made for; on a running pool, make the edits with --pool.")
    if shared.overrides:
        raise misuse("A plan says itself which knobs to set; --set is not for apply.")
    saved = planning.read_saved(file)
    shared = _as_planned(shared, saved)
    inputs = load_inputs(shared, env, with_pool=False)
    planning.check_configuration(saved, inputs.config)
    edited = None
    if not saved.edits:
        # Without edits there is nothing to lock, but the plan's figures still
        # depend on the ledger that it was made for.
        planning.check_ledger(saved, Ledger.empty() if shared.ledger is None else Ledger.read(shared.ledger))
    else:
        question = f"The plan {saved.name} deletes the records of {some(saved.deletes)}. Apply it?"
        # Asked before the ledger is locked, so that a question left open over lunch keeps nobody out.
        if saved.deletes and not agreed(question, shared, env):
            return ExitStatus.REFUSED
        names = [name for change in saved.edits for name in change.edit.names]
        request = ("apply", saved.name, *(request_of(change.edit) for change in saved.edits))
        try:
            with opened(shared, env, inputs, request=request) as session:
                # Planned again under the lock: what the plan was made for may have changed
                # since it was read, or since the question.
                edits = planning.edits_again(saved, session.access.ledger, inputs.now, *priority_rules(inputs.config))
                edited = session.commit(edits, "apply", names, title=saved.name)
        except IdempotentReplay as replay:
            edited = replay.report
        # The output goes into the configuration.
        result_is_needed()
    env.warn_all((*(() if edited is None else edited.messages), *map("not applied: {}".format, saved.not_applied)))
    show(report.Applied(saved, edited), report.APPLIED_FORMATS, shared.format, env)
    return ExitStatus.DONE


def _as_planned(shared: GlobalOptions, saved: planning.SavedPlan) -> GlobalOptions:
    """The options with the plan's own ledger and configuration, unless the command line names others."""
    origins = saved.origins
    ledger, config, snapshot = shared.ledger, shared.config, shared.snapshot
    if ledger is None and origins.ledger is not None:
        ledger = Path(origins.ledger)
    if config is None and snapshot is None:
        config = None if origins.config is None else Path(origins.config)
        snapshot = origins.snapshot
    return replace(shared, ledger=ledger, config=config, snapshot=snapshot)


def _as_measures(context: click.Context, parameter: click.Parameter, text: str) -> tuple[planning.Measure, ...]:
    words = [word.strip().lower() for word in text.split(",")]
    unknown = next((word for word in words if word not in list(planning.Measure)), None)
    if unknown is not None:
        raise click.BadParameter(f"{unknown!r} is not one of {', '.join(planning.Measure)}.")
    return tuple(dict.fromkeys(map(planning.Measure, words)))


@command(
    "sweep",
    "sweep --snapshot physics GROUP_QUOTA_group_chemistry=2..20/2",
    "sweep --snapshot physics setfactor:alice@example.org=1..1000*10 --show share,matches,idle",
    "sweep --snapshot physics --by group --show quota,holds GROUP_ACCEPT_SURPLUS=true,false",
    "sweep --snapshot /srv/pool --only '*physics*' jobs:ann@lab.example=0..200/50 --plot demand.svg",
)
@click.argument("ranges", metavar="RANGE...", nargs=-1, required=True)
@click.option(
    "--show",
    "measures",
    metavar="MEASURES",
    default="holds,idle",
    callback=_as_measures,
    help="What to show of everybody, separated by commas: "
    + "; ".join(f"{measure}, {measure.about}" for measure in planning.Measure)
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
@first_cycle_option
@what_if_options
def sweep(
    shared: GlobalOptions,
    env: Environment,
    ranges: tuple[str, ...],
    measures: tuple[planning.Measure, ...],
    by: str,
    only: tuple[str, ...],
    plot: Path | None,
    first_cycle: bool,
    changes: planning.Changes,
) -> None:
    """Run a cycle for each of a range of values, and show everybody's figures side by side. Nothing is changed.

    A RANGE is KNOB=VALUES; setfactor:SUBMITTER=VALUES, or the same with setprio, setfloor or setceiling; or
    jobs:SUBMITTER=VALUES for numbers of idle jobs. VALUES are separated by commas: single ones, and ranges A..B in
    steps of 1, A..B/STEP, or A..B*RATIO, where each is RATIO times the one before. Several ranges make a grid.

    Each cycle is that of a negotiator that has been running with these values, as shown by `userprio negotiate` with
    them as options. All values are checked before the first cycle is run. Those whose figures vary most are listed
    first, and `*` marks present values. The other options for changes apply to every cycle.
    """
    need_pool(shared, "A sweep")
    dimensions = [planning.parse_dimension(text) for text in ranges]
    for measure in measures:
        if not measure.is_of(planning.By(by)):
            raise misuse(f"--show {measure}: that is {measure.about}; --by {by} has no such figure.")
    present, other = sides(shared, env, changes, first_cycle=first_cycle)
    result = planning.changed(present if other is None else other, changes, present.config)[1]
    check_plot(plot)
    with progress_bar(env, "sweep") as progress:
        points = planning.sweep(
            present,
            dimensions,
            fixed=changes,
            other=other,
            measures=measures,
            by=planning.By(by),
            only=only,
            new=bool(click.get_current_context().params["new"]),
            progress=progress,
        )
    env.warn_all(points.remarks)
    put_plot(plot, lambda form: report.sweep_image(points, form))
    show(points, report.SWEEP_FORMATS, shared.format, env, report.WhatIf(changes, result) if changes else None)
