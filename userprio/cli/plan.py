"""`userprio plan` and `apply`: what changes would do, and carrying them out."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import click

from userprio import __version__
from userprio.accounting import Edit, EditAction
from userprio.cli.committing import AlreadyMade
from userprio.cli.editing import (
    Reader,
    agreed,
    ceiling,
    duration_option,
    opened,
    real,
    recorded_options,
    request_of,
    rules_of,
    some,
    whole,
    yes_option,
)
from userprio.cli.environment import Environment
from userprio.cli.exits import ExitStatus, result_is_needed
from userprio.cli.inputs import find_config
from userprio.cli.loading import load_inputs, load_scenario
from userprio.cli.options import (
    Shared,
    command,
    first_cycle_option,
    misuse,
    need_pool,
    refuse_live,
    shared_options,
    together,
)
from userprio.cli.showing import check_place, put_file, show
from userprio.errors import BadInput, Refused
from userprio.ledger import Ledger
from userprio.plan import (
    ChangePlace,
    Changes,
    KnobChange,
    LedgerChange,
    Origins,
    Plan,
    SavedPlan,
    check_configuration,
    check_ledger,
    edits_again,
    parse_jobs,
    parse_slots,
    read_changes,
    read_saved,
    saved_text,
    to_be_saved,
)
from userprio.plan import plan as compare
from userprio.pool import CONFIG_FILE, FIRST_CYCLE, LEDGER_FILE, Scenario, Snapshot, read_toml_pool
from userprio.report import Applied, printable, summary_line
from userprio.versions import parse_version

_SETTERS: Final[tuple[tuple[EditAction, Reader, str, str], ...]] = (
    (EditAction.SET_FACTOR, real, "FACTOR", "Set a priority factor."),
    (EditAction.SET_PRIORITY, real, "PRIORITY", "Set a real priority."),
    (EditAction.SET_FLOOR, whole, "WEIGHT", "Set a floor."),
    (EditAction.SET_CEILING, ceiling, "WEIGHT", "Set a ceiling; -1 or none: no ceiling."),
)


change_options: Final = together(
    *(
        click.option(f"--{action}", metavar=f"NAME={metavar}", multiple=True, help=f"{about} May be repeated.")
        for action, _, metavar, about in _SETTERS
    ),
    duration_option,
    click.option("--delete", metavar="SUBMITTER", multiple=True, help="Delete a record. May be repeated."),
    click.option(
        "--slots",
        metavar="CHANGE",
        multiple=True,
        help="More or fewer slots: +100:Cpus=8,Memory=16000, +100:like=slot1@exec1*, -slot1@old*, -10:slot1@old*. "
        "May be repeated.",
    ),
    click.option(
        "--jobs",
        metavar="NAME=NUMBER",
        multiple=True,
        help="Idle jobs of a submitter: NAME=0, NAME=+20 or NAME=-20; NAME=+20:request_cpus=4 says what new ones "
        "ask for. May be repeated.",
    ),
    click.option("--new", is_flag=True, help="Accept submitters that are not in the ledger or the pool."),
    click.option(
        "--to-config",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Compare with another configuration.",
    ),
    click.option("--to-snapshot", metavar="POOL", help="Compare with another pool."),
    click.option(
        "--to-version",
        metavar="VERSION",
        help="Compare with another version of HTCondor, such as 25.14.1.",
    ),
)
"""Options for every kind of change; `changes_of` makes changes of their values."""


def changes_of(given: dict[str, Any], knobs: dict[str, str], env: Environment) -> Changes:
    """The changes that options make; knobs are those of `--set`.

    Raises:
        click.BadParameter, BadInput: an option is of another form than it should be.
    """
    new: bool = given["new"]
    edits = []
    for action, read, metavar, _ in _SETTERS:
        for text in given[action.value]:
            name, value = _assignment(text, action, read, metavar, env)
            leased = None if action is EditAction.SET_PRIORITY else given["duration_s"]
            edit = Edit(action, (name,), value, leased)
            edits.append(LedgerChange(edit, new, ChangePlace(f"--{action} {text}")))
    edits += [
        LedgerChange(Edit(EditAction.DELETE, (name,)), place=ChangePlace(f"--delete {name}"))
        for name in given["delete"]
    ]
    return Changes(
        knobs=tuple(KnobChange(name, value, ChangePlace(f"--set {name}={value}")) for name, value in knobs.items()),
        edits=tuple(edits),
        slots=tuple(parse_slots(text) for text in given["slots"]),
        jobs=tuple(parse_jobs(text, new=new) for text in given["jobs"]),
        to_config=given["to_config"],
        to_snapshot=given["to_snapshot"],
        to_version=None if given["to_version"] is None else parse_version(given["to_version"]),
    )


def _assignment(text: str, action: EditAction, read: Reader, metavar: str, env: Environment) -> tuple[str, float | int]:
    name, equals, value = text.rpartition("=")
    if not equals or not name:
        raise click.BadParameter(f"{text!r} is not of the form NAME={metavar}.", param_hint=f"--{action}")
    try:
        return name.strip(), read(value.strip(), env)
    except click.BadParameter as error:
        raise click.BadParameter(error.message, param_hint=f"--{action} {text}") from error


@command(
    "--snapshot physics plan --set GROUP_QUOTA_group_chemistry=4",
    "--snapshot physics plan --setfactor alice@example.org=500 --slots '-10:slot1@*'",
    "--snapshot /srv/pool plan changes.toml -o spring.plan",
    "--snapshot /srv/pool plan --to-config condor_config.new --format json",
    "--snapshot physics --condor-version 24.0.23 plan --to-version 25.14.1",
)
@click.argument("file", metavar="[CHANGES]", type=click.Path(path_type=Path), required=False)
@change_options
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Save the plan, to be applied later."
)
@first_cycle_option
@shared_options("Plan")
def plan(
    shared: Shared, env: Environment, /, file: Path | None, output: Path | None, first_cycle: bool, **given: Any
) -> ExitStatus:
    """Show what a set of changes would do to a negotiation cycle. Nothing is changed.

    A cycle is run dry as things are, and with all changes made, each as by a negotiator that has been running with the
    same quotas; with --first-cycle, as its first one after a start. What differs is shown: who gains and who loses,
    quotas, allocations and limits of groups, priorities, shares and matches of submitters, and warnings that appear or
    disappear. `+` marks what is added or increased, `-` what is removed or decreased, `~` what is changed. JSON
    and CSV have these marks in the column `mark`, without the apostrophe that precedes other texts that a spreadsheet
    would take for formulas.

    Changes are read from CHANGES, a TOML file, or given as options, or both; here --set is one of the changes, and does
    not affect the cycle before. All of them are checked, as the editing commands would, before anything is run. With -o
    the plan is saved, for userprio-apply(1).

    The status is 3 if anything comes out differently, in the cycle or in the ledger, and 0 if nothing does.
    """
    changes = Changes() if file is None else read_changes(file)
    changes = changes.and_then(changes_of(given, shared.overrides, env))
    if not changes:
        raise misuse("There is nothing to plan: give a file of changes, or a change such as --set.")
    need_pool(shared, "A cycle")
    if output is not None:
        refuse_live(shared, "A running pool moves on by itself, so no plan for it is kept; take a snapshot first.")
        check_place(output)
    present = replace(shared, overrides={})
    # Both sides begin alike: what a running negotiator's last cycle left is not what it would leave after the changes.
    scenario = replace(load_scenario(present, env), previous_quotas=FIRST_CYCLE if first_cycle else None)
    other = other_scenario(scenario, changes, present, env)
    found = compare(scenario, changes, other)
    problems = (*scenario.pool.problems, *(() if other is None else other.pool.problems))
    env.warn_all(dict.fromkeys((*problems, *found.remarks)))
    if output is not None:
        name = changes.name or (output if file is None else file).stem
        _save(found, scenario, _origins(scenario, present, env), name, output, env)
    show(found, shared.format, env)
    return ExitStatus.CHANGES if found.changes_something else ExitStatus.DONE


def other_scenario(scenario: Scenario, changes: Changes, present: Shared, env: Environment) -> Scenario | None:
    """The scenario that the changes are made to where it is not the present one.

    Another pool brings what lies in its folder: configuration, ledger and time. Everything else stays.
    """
    if changes.to_config is None and changes.to_snapshot is None:
        return None
    if changes.to_snapshot is None:
        inputs = load_inputs(replace(present, config=changes.to_config), env)
        return replace(scenario, config=inputs.config)
    snapshot = present.snapshot_named(changes.to_snapshot)
    brings_config = changes.to_config is not None or _has_config(snapshot, scenario.now)
    theirs = replace(present, snapshot=changes.to_snapshot, config=changes.to_config)
    inputs = load_inputs(theirs, env, known=None if brings_config else scenario.config)
    own_ledger = snapshot.own(LEDGER_FILE)
    if own_ledger is not None and changes.edits:
        raise BadInput("this pool has a ledger of its own, and edits are for the present one", own_ledger)
    return Scenario(
        pool=inputs.pool,
        ledger=scenario.ledger if own_ledger is None else Ledger.read(own_ledger),
        config=inputs.config,
        now=inputs.now,
        previous_quotas=scenario.previous_quotas,
        version=scenario.version,
    )


def _has_config(snapshot: Snapshot, now: int) -> bool:
    """Whether a snapshot brings a configuration of its own."""
    if snapshot.own(CONFIG_FILE) is not None:
        return True
    return snapshot.toml is not None and bool(read_toml_pool(snapshot.toml, now).config)


def _origins(scenario: Scenario, shared: Shared, env: Environment) -> Origins:
    """Where ledger and configuration were found, in a form that holds in other folders too."""
    snapshot = shared.find_snapshot()
    assert snapshot is not None
    ledger = scenario.ledger.path
    ledger_found = None if ledger is None else str(ledger.resolve())
    if shared.config is None and _has_config(snapshot, scenario.now):
        place = snapshot.toml or snapshot.folder
        return Origins(ledger_found, snapshot=None if place is None else str(place.resolve()))
    config = find_config(shared.config, snapshot, env)
    if config is None or str(config).endswith("|"):
        return Origins(ledger_found, None if config is None else str(config))
    return Origins(ledger_found, str(config.resolve()))


def _save(found: Plan, scenario: Scenario, origins: Origins, name: str, output: Path, env: Environment) -> None:
    """Write the plan; a file that is something else is left alone."""
    saved = to_be_saved(
        found,
        scenario.ledger,
        scenario.config,
        name=name,
        at=int(env.clock()),
        version=__version__,
        summary=summary_line(found),
        origins=origins,
    )
    if output.exists():
        try:
            read_saved(output)
        except BadInput as other:
            raise Refused(f"{output} is not a plan, and is left alone") from other
    put_file(output, saved_text(saved).encode("utf-8"))
    env.stderr.write(f"Saved to {printable(str(output))}; `userprio apply` carries it out.\n")


@command(
    "apply spring.plan > /etc/condor/config.d/60-spring",
    "apply --yes --reason 'agreed on Monday' spring.plan",
)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@yes_option
@recorded_options("Applied")
def apply(shared: Shared, env: Environment, file: Path, yes: bool, reason: str | None, force: bool) -> ExitStatus:
    """Carry out a plan that `userprio plan -o` saved: edit the ledger, and print what goes into the configuration.

    All edits are made as one operation under the name of the plan, or none at all; `userprio undo` takes them back.
    Standard output is a piece of configuration with the knobs of the plan, for a file that the negotiator reads, with
    comments on what was done. Changes of slots and jobs are not applied, and are listed.

    Nothing is done, and the status is 5, if the ledger or the configuration is no longer what the plan was made for.
    They are looked for where they were then, unless --ledger, --config or --snapshot names others. A plan that deletes
    records asks for confirmation on a terminal; elsewhere --yes is required.
    """
    refuse_live(shared, "A plan is for the ledger it was made for; on a running pool, make the edits with --pool.")
    if shared.overrides:
        raise misuse("A plan says itself which knobs to set; --set is not for apply.")
    saved = read_saved(file)
    shared = _as_planned(shared, saved)
    inputs = load_inputs(shared, env, with_pool=False)
    check_configuration(saved, inputs.config)
    report = None
    if not saved.edits:
        check_ledger(saved, Ledger.empty() if shared.ledger is None else Ledger.read(shared.ledger))
    else:
        if saved.deletes and not (
            yes or agreed(f"The plan {saved.name} deletes the records of {some(saved.deletes)}. Apply it?", env)
        ):
            return ExitStatus.REFUSED
        names = [name for change in saved.edits for name in change.edit.names]
        request = ("apply", saved.name, *(request_of(change.edit) for change in saved.edits))
        try:
            with opened(shared, env, inputs, request=request, force=force) as desk:
                edits = edits_again(saved, desk.session.ledger, inputs.now, *rules_of(inputs.config))
                report = desk.commit(edits, "apply", names, f"{saved.name}: {reason}" if reason else saved.name)
        except AlreadyMade as again:
            report = again.report
        # What it prints goes into the configuration.
        result_is_needed()
    env.warn_all((*(() if report is None else report.messages), *map("not applied: {}".format, saved.not_applied)))
    show(Applied(saved, report), shared.format, env)
    return ExitStatus.DONE


def _as_planned(shared: Shared, saved: SavedPlan) -> Shared:
    """Ledger and configuration where they were when the plan was made, unless the command line says otherwise."""
    origins = saved.origins
    filled = replace(shared)
    if shared.ledger is None and origins.ledger is not None:
        filled.ledger = Path(origins.ledger)
    if shared.config is None and shared.snapshot is None:
        filled.config = None if origins.config is None else Path(origins.config)
        filled.snapshot = origins.snapshot
    return filled
