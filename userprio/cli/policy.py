"""`userprio dump` and `diff`: a pool's policy as a file for version control; `apply`: carrying it, or a plan, out."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click
from msgspec import structs

from userprio import __version__, report
from userprio.analysis import plan as planning
from userprio.base import Format, Moved, check_place, placed, write_file
from userprio.cli import FILE, find_ledger, load_inputs, load_scenario, read_ledger, show
from userprio.cli.editing import (
    IdempotentReplay,
    agreed,
    ledger_path,
    opened,
    recorded_options,
    request_of,
    some,
    tell_way_back,
)
from userprio.cli.environment import Environment, ExitStatus, result_is_needed
from userprio.cli.guards import Expectation, expect_options, read_expectation
from userprio.cli.options import GlobalOptions, command, misuse, refuse_live, with_format_of, yes_option
from userprio.cli.parameters import as_sha256
from userprio.config import Config, plain_name
from userprio.ledger import Ledger
from userprio.pool import ScenarioData, priority_rules

_MOST_TYPED: Final = 64 * 2**20
_STDIN: Final = Path("-")
_policy_argument: Final = click.argument("file", metavar="POLICY", type=click.Path(path_type=Path, allow_dash=True))
_OF_GUARDS: Final = (Format.SARIF, Format.GITHUB, Format.JUNIT)
"""Formats that only guards have."""
_WHERE: Final = "where the negotiator reads its configuration last"
_output_option: Final = click.option(
    "-o", "--output", type=FILE, metavar="FILE", help="Where to write the piece of configuration."
)


@command("dump", "dump > policy.toml", "dump --snapshot /srv/pool --format json")
def dump(shared: GlobalOptions, env: Environment) -> None:
    """Print the policy of a pool as one readable file: the knobs of quotas, surplus, autoregroup and factors, and the
    factors, floors, ceilings and leases of submitters.

    It is a file of changes, so that a dump can be edited and planned. Defaults are left out: a submitter with the
    configured default factor and without floor, ceiling or lease is not in it. Knobs are expanded. Two dumps are the
    same unless something was decided in between.
    """
    scenario = load_scenario(shared, env, needs_ledger=False)
    rules, group_of = priority_rules(scenario.config)
    policy = planning.policy_of(scenario.ledger, scenario.config, scenario.now, rules, group_of)
    env.warn_all(f"{name} is not UTF-8, as the file requires, and is left out" for name in planning.unwritable(policy))
    show(policy, report.POLICY_FORMATS, shared.format, env)


@command(
    "diff",
    "diff policy.toml",
    "diff policy.toml --format markdown",
    "dump --snapshot before | userprio diff --snapshot after -",
)
@_policy_argument
def diff(shared: GlobalOptions, env: Environment, file: Path) -> ExitStatus:
    """Show what differs between a pool and a policy that `userprio dump` wrote, or somebody edited; `-` is stdin.

    `+` marks knobs that only the policy sets, `-` those that only the pool sets, `~` what differs. A table that is
    missing in the file says nothing about the pool; one that is present is complete: submitters that it does not name
    have the default. The status is 3 if anything differs, and 0 if nothing does.
    """
    policy = _read(file, env)
    scenario = load_scenario(shared, env, needs_ledger=False)
    rules, group_of = priority_rules(_with_policy(policy, scenario.config))
    changes = planning.compared(policy, scenario.ledger, scenario.config, scenario.now, rules, group_of)
    source = "standard input" if file == _STDIN else str(file)
    difference = report.PolicyDifference(source, changes, policy.says_nothing)
    show(difference, report.DIFFERENCE_FORMATS, shared.format, env)
    return ExitStatus.CHANGES if changes else ExitStatus.DONE


@command(
    "load",
    "load policy.toml > /etc/condor/config.d/60-policy",
    "load --dry-run policy.toml",
    "load --yes --reason 'merge request 17' policy.toml -o 60-policy",
)
@_policy_argument
@_output_option
@yes_option
@recorded_options()
def load(shared: GlobalOptions, env: Environment, file: Path, output: Path | None) -> ExitStatus:
    """Put the policy in a file into effect: what `userprio diff` shows is edited in the ledger, as one operation.

    `userprio undo` undoes these edits; there are none where only knobs differ. Submitters that have no record get one.
    If the ledger changes, it asks for confirmation on a terminal; elsewhere --yes is required.

    A tool cannot reconfigure a negotiator. The knobs that differ are printed as a piece of configuration, or with -o
    written to a file: put it where the negotiator reads its configuration last, such as a file in its LOCAL_CONFIG_DIR,
    and run condor_reconfig. Knobs that only have to be removed are comments that say where they are set.
    """
    refuse_live(shared, "A policy is loaded into a ledger; on a running pool, make the edits with --pool.")
    if output is not None:
        check_place(output)
    return _put_into_effect(_read(file, env), file, output, shared, env, "load")


@command(
    "apply",
    "apply spring.plan > /etc/condor/config.d/60-spring",
    "apply --yes --reason 'merge request 17' policy.toml -o 60-policy",
)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, allow_dash=True))
@_output_option
@click.option("--digest", metavar="SHA256", callback=as_sha256, help="Carry out only the plan that has this digest.")
@expect_options
@yes_option
@recorded_options()
def apply(
    shared: GlobalOptions,
    env: Environment,
    file: Path,
    output: Path | None,
    digest: str | None,
    expect: Path | None,
    over: str,
) -> ExitStatus:
    """Carry out a plan that `userprio plan -o` saved, or put a policy into effect, such as `userprio dump` writes.

    Which of the two FILE is, is seen from what it says; `-` is stdin. The ledger is edited in one operation, or not at
    all; `userprio undo` undoes that, and knobs are no part of it. They are printed as a piece of configuration, or with
    -o written to a file: put it where the negotiator reads its configuration last, and run condor_reconfig. It asks for
    confirmation on a terminal before the ledger is edited; elsewhere --yes is required if records are deleted by a
    plan, or changed by a policy.

    The ledger that a plan is about to edit, and how, is said on standard error first. A plan that was changed after it
    was saved is refused; plan again instead. Who may write to the file can make it look like a new plan: with --digest
    only the plan that was reviewed is carried out, without a question unless it deletes records. `userprio plan -o`
    prints the digest.

    A plan is carried out under its name, with comments on what was done in the piece of configuration. Changes of slots
    and jobs are not applied, and are listed. Nothing is done, and the status is 5, if the ledger or the configuration
    is no longer what the plan was made for. They are looked for where they were then, unless --ledger, --config or
    --snapshot names others.

    Of a policy, what `userprio diff` shows is edited; submitters that have no record get one. Knobs that only have to
    be removed are comments that say where they are set.

    With --expect nothing is done, and the status is 8, unless guards hold in the pool of --snapshot, as for
    userprio-plan(1). With --dry-run this is what a review needs. The formats sarif, github and junit show the guards.
    """
    refuse_live(shared, "A plan or a policy is for a ledger; on a running pool, make the edits with --pool.")
    expectation = read_expectation(expect, over)
    if expectation is None or (output is None and not shared.dry_run):
        # Else guards would stand where the piece of configuration is to come out.
        what = "apply without --expect" if expectation is None else "apply with neither -o nor --dry-run"
        shared = with_format_of(shared, report.APPLIED_FORMATS, what)
    if output is not None:
        check_place(output)
    source = planning.read_plan_or_policy(*_source(file, env))
    if isinstance(source, planning.SavedPlan):
        if digest is not None:
            planning.check_digest(source, f"sha256:{digest}")
        return _carry_out(source, output, shared, env, expectation, reviewed=digest is not None)
    if digest is not None:
        raise misuse(f"--digest is for a saved plan, and {file} is a policy.")
    return _put_into_effect(source, file, output, shared, env, "apply", expectation)


def _guards_hold(
    expectation: Expectation,
    changes: planning.Changes,
    present: ScenarioData,
    other: ScenarioData,
    env: Environment,
    form: Format,
) -> bool:
    """Whether guards hold if the changes are made to the other scenario; if not, they are shown."""
    plan = planning.plan(present, changes, other, why=True, stability=True)
    judged = expectation.report(plan, present, other, env)
    if judged.failed or form in _OF_GUARDS:
        # Where nobody asked for a format, what comes out is for the configuration.
        out = env.with_(stdout=env.stderr) if form is Format.AUTO else env
        show(judged, report.GUARDS_FORMATS, form, out)
    what = "a guard does not hold, so that nothing was done" if judged.failed else report.guards_line(judged)
    env.stderr.write(f"{env.program}: {what.removesuffix('.')}.\n")
    env.warn_all(judged.caveats)
    return not judged.failed


def _guarded_scenario(shared: GlobalOptions, env: Environment) -> ScenarioData:
    """The pool that guards are about, with the ledger that is to be edited.

    Raises:
        click.UsageError: no pool is named.
    """
    if shared.snapshot is None:
        raise misuse("Guards are about a pool: give --snapshot with a recent one.")
    # Warnings and mistyped knobs were reported when the inputs were read for the edit.
    inputs = load_inputs(shared, env, warn=False)
    path = find_ledger(shared.ledger, inputs.snapshot, inputs.config, env)
    ledger = Ledger.empty() if path is None or not path.exists() else read_ledger(path, inputs, shared, env)
    return ScenarioData(inputs.pool, ledger, inputs.config, inputs.now, version=shared.version)


def _carry_out(
    saved: planning.SavedPlan,
    output: Path | None,
    shared: GlobalOptions,
    env: Environment,
    expectation: Expectation | None,
    *,
    reviewed: bool,
) -> ExitStatus:
    if shared.overrides:
        raise misuse("A plan says itself which knobs to set; --set is for a policy.")
    shared = _as_planned(shared, saved)
    inputs = load_inputs(shared, env, with_pool=False)
    planning.check_configuration(saved, inputs.config)
    if expectation is not None:
        present = _guarded_scenario(shared, env)
        # An edit that was made under its key before is only to be reported again.
        if shared.once is None:
            planning.check_ledger(saved, present.ledger)
        removed = [knob.name for knob in saved.knobs if knob.after is None]
        other = structs.replace(present, config=present.config.without(removed))
        knobs = tuple(planning.KnobChange(own.name, own.after) for own in saved.knobs if own.after is not None)
        changes = planning.Changes(saved.name, knobs, saved.edits)
        if not _guards_hold(expectation, changes, present, other, env, shared.format):
            return ExitStatus.GUARDS
    edited = None
    if not saved.edits:
        # Without edits there is nothing to lock, but the plan's figures still
        # depend on the ledger that it was made for.
        planning.check_ledger(saved, Ledger.empty() if shared.ledger is None else Ledger.read(shared.ledger))
    else:
        if not shared.dry_run:
            announced = report.planned_text(saved, ledger_path(inputs, shared, env).resolve(), env.zone())
            env.stderr.write(f"{env.program}: {announced}")
        # Asked before the ledger is locked, so that a question left open over lunch keeps nobody out.
        if not _is_wanted(saved, shared, env, reviewed=reviewed):
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
    _show_applied(report.Applied(saved, edited), output, shared, env)
    return ExitStatus.DONE


def _is_wanted(saved: planning.SavedPlan, shared: GlobalOptions, env: Environment, *, reviewed: bool) -> bool:
    """Whether the user confirms; who named the digest has, and scripts are asked for --yes only about deletions."""
    if saved.deletes:
        return agreed(f"The plan {saved.name} deletes the records of {some(saved.deletes)}. Apply it?", shared, env)
    return reviewed or not env.can_ask or agreed("Apply it?", shared, env)


def _as_planned(shared: GlobalOptions, saved: planning.SavedPlan) -> GlobalOptions:
    """The options with the plan's own ledger and configuration, unless the command line names others."""
    origins = saved.origins
    ledger, config, snapshot = shared.ledger, shared.config, shared.snapshot
    if ledger is None and origins.ledger is not None:
        ledger = Path(origins.ledger)
    if config is None and snapshot is None:
        config = None if origins.config is None else Path(origins.config)
        snapshot = origins.snapshot
    return shared.with_(ledger=ledger, config=config, snapshot=snapshot)


def _put_into_effect(
    policy: planning.Policy,
    file: Path,
    output: Path | None,
    shared: GlobalOptions,
    env: Environment,
    command: str,
    expectation: Expectation | None = None,
) -> ExitStatus:
    """Edit the ledger to what a policy says, and show its knobs; `command` is what the log calls it."""
    inputs = load_inputs(shared, env, with_pool=False)
    rules, group_of = priority_rules(_with_policy(policy, inputs.config))
    knobs = planning.compared(policy.of_knobs(), Ledger.empty(), inputs.config, inputs.now, rules, group_of)
    source = policy.name or ("standard input" if file == _STDIN else file.name)
    path = ledger_path(inputs, shared, env)
    guarded = None
    if expectation is not None:
        present = _guarded_scenario(shared, env)
        guarded = _terms(planning.compared(policy, present.ledger, inputs.config, inputs.now, rules, group_of))
        other = structs.replace(present, config=_with_policy(policy, present.config))
        changes = planning.Changes(edits=planning.edits_to(guarded, policy))
        if not _guards_hold(expectation, changes, present, other, env, shared.format):
            return ExitStatus.GUARDS
    ledger = read_ledger(path, inputs, shared, env)
    if not _terms(planning.compared(policy, ledger, inputs.config, inputs.now, rules, group_of)):
        # Without edits, the ledger is neither locked nor repaired.
        edited = report.EditReport(path, command, ())
    else:
        try:
            with opened(shared, env, inputs, request=("load", planning.policy_text(policy))) as session:
                ledger = session.access.ledger
                terms = _terms(planning.compared(policy, ledger, inputs.config, inputs.now, rules, group_of))
                if guarded is not None and terms != guarded:
                    raise Moved("the ledger has changed since the guards were held against it. Try again")
                edits = planning.plan_edits(planning.edits_to(terms, policy), ledger, inputs.now, rules, group_of)
                names = dict.fromkeys(change.name for change in terms)
                question = f"Change {report.count(len(names), 'submitter')} to what {file} says?"
                if edits.changes and not agreed(question, shared, env):
                    return ExitStatus.REFUSED
                edited = session.commit(edits, command, names, title=source)
        except IdempotentReplay as replay:
            edited = replay.report
    result_is_needed()
    env.warn_all(edited.messages)
    _show_applied(report.Applied(_applied(source, knobs, inputs.config, inputs.now), edited), output, shared, env)
    if knobs and (output is None or shared.dry_run):
        differ = "knob differs" if len(knobs) == 1 else "knobs differ"
        env.stderr.write(
            f"{env.program}: {len(knobs)} {differ}, which no tool can change: put this {_WHERE}, "
            "and run condor_reconfig.\n"
        )
    return ExitStatus.DONE


def _show_applied(applied: "report.Applied", output: Path | None, shared: GlobalOptions, env: Environment) -> None:
    """Show what was done, with the piece of configuration; that goes to `output`, if given, unless it is a dry run."""
    if shared.dry_run and not (applied.report is not None and applied.report.dry_run):
        # Of a dry run with edits, it was said before anything could fail.
        env.stderr.write(f"{env.program}: this is a dry run: nothing was changed.\n")
    if output is None or shared.dry_run:
        if shared.format not in _OF_GUARDS:  # else the guards are shown
            # It says itself how to take the edits back.
            show(applied, report.APPLIED_FORMATS, shared.format, env)
        return
    write_file(output, report.fragment_text(applied.saved, applied.report).encode("utf-8", "surrogateescape"))
    then = f": put it {_WHERE}, and run condor_reconfig" if applied.saved.knobs else ", and sets no knobs"
    env.stderr.write(f"{env.program}: {report.printable(str(output))} is written{then}.\n")
    if applied.report is not None and env.on_terminal:
        tell_way_back(applied.report, env)


def _terms(changes: Sequence[planning.PolicyChange]) -> list[planning.PolicyChange]:
    """The changes that concern the ledger."""
    return [change for change in changes if change.kind != "knob"]


def _read(file: Path, env: Environment) -> planning.Policy:
    """The policy in a file, or on standard input."""
    return planning.read_policy(*_source(file, env))


def _source(file: Path, env: Environment) -> tuple[Path, str | None]:
    """A file, or what stands in its place with the text that was typed."""
    if file != _STDIN:
        return file, None
    if env.stdin is None:
        raise misuse("There is no standard input to read a policy from.")
    return Path("standard input"), env.stdin.read(_MOST_TYPED)


def _with_policy(policy: planning.Policy, config: Config) -> Config:
    """The configuration with the knobs of a policy, and no other knobs that belong to policies.

    Raises:
        BadInput: a value would stop a real negotiator.
    """
    if policy.knobs is None:
        return config
    present = [name for name in config.names() if planning.is_policy(plain_name(name, config))]
    given = [
        planning.KnobChange(name, text, policy.places.get(("knob", name), planning.NOWHERE))
        for name, text in policy.knobs.items()
    ]
    # Values are checked on top of the present ones: knobs of unconfigured groups are not the policy's mistake.
    planning.with_knobs(config, given)
    return config.without(present).with_overrides(dict(policy.knobs))


def _applied(source: str, knobs: Sequence[planning.PolicyChange], config: Config, now: int) -> planning.SavedPlan:
    """The knobs that differ, which only an administrator can change."""
    saved = []
    for change in knobs:
        assert not isinstance(change.pool, planning.PolicyTerm)
        assert not isinstance(change.policy, planning.PolicyTerm)
        origin, definition = config.origin(change.name), config.scope.definition(change.name)
        # A knob set as NEGOTIATOR.NAME has to be set that way again.
        name = change.name if definition is None else definition.name
        where = None if origin is None else placed("", origin.path, origin.line).removesuffix(": ") or None
        saved.append(planning.SavedKnob(name, change.pool, change.policy, where))
    return planning.SavedPlan(source, now, __version__, "", planning.Origins(), "", "", (), (), tuple(saved), ())
