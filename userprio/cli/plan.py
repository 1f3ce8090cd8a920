"""`userprio plan`: what changes would do."""

from pathlib import Path

import click

from userprio import __version__, report
from userprio.analysis import plan as planning
from userprio.base import BadInput, Refused, check_place, parse_version, write_file
from userprio.cli import FILE, find_config
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
from userprio.cli.showing import show
from userprio.cli.submitting import SubmitRequest, submission_of, submit_options
from userprio.cli.what_if import (
    has_config,
    other_side,
    present_side,
    what_if_options,
)
from userprio.pool import ScenarioData


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
    present = shared.with_(overrides={})
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
