"""The what-if options: changes to knobs, records, slots and jobs, made for one run and written nowhere.

All commands on a scenario have them; `supposed` applies them. An earlier spelling of `--processes N`, for commands that
have it, is `--jobs N` with a plain number; no help mentions it.
"""

from collections.abc import Callable, Mapping
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec
from msgspec import structs

from userprio import pool as pools
from userprio import report
from userprio.accounting import PLANNABLE, Edit, Quantity, ValueSpec
from userprio.analysis.plan import ChangePlace, Changes, KnobChange, LedgerChange
from userprio.base.errors import BadInput
from userprio.base.patterns import lazy_pattern
from userprio.cli import Environment, GlobalOptions, load_inputs, load_scenario
from userprio.cli.executing import MOST_PROCESSES, PROCESSES
from userprio.cli.loading import settled_scenario
from userprio.cli.options import shared_of, tabled, together
from userprio.cli.parameters import WHAT_IF, as_length, read_number
from userprio.cli.submitting import SubmitRequest, submission_of
from userprio.pool import ScenarioData

if TYPE_CHECKING:
    from userprio.submission import SubmittedCluster

_SETTERS: Final = tuple((action, action.spec.value) for action in PLANNABLE if action.spec.value is not None)
"""The edits that set something, each with what is known of its value."""


class _ChangeOption(click.Option):
    """An option for a change; they have their own section of help."""

    section: Final = WHAT_IF


_option: Final = partial(click.option, cls=_ChangeOption)


def _about(value: ValueSpec) -> str:
    """The sentence of help about an option that sets a value."""
    return f"Set a {value.title}{'; -1 or none: no ceiling' if value.quantity is Quantity.LIMIT else ''}."


_OPTIONS: Final = together(
    *(
        _option(f"--{action}", metavar=f"NAME={value.metavar}", multiple=True, help=f"{_about(value)} May be repeated.")
        for action, value in _SETTERS
    ),
    _option(
        "--duration",
        "duration_s",
        metavar="TIME",
        callback=as_length,
        help="Make the factors, floors and ceilings above leases, such as for 90m or 2d.",
    ),
    tabled(
        {
            "--delete SUBMITTER...": "Delete a record. May be repeated.",
            "--slots CHANGE...": "More or fewer slots: +100:Cpus=8,Memory=16000, +100:like=slot1@exec1*, -slot1@old*, "
            "-10:slot1@old*. May be repeated.",
            "--jobs NAME=NUMBER...": "Idle jobs of a submitter: NAME=0, NAME=+20 or NAME=-20; NAME=+20:request_cpus=4 "
            "says what new ones ask for. May be repeated.",
            "--new": "Accept submitters that are not in the ledger or the pool.",
            "--with files FILE...": "Changes from a TOML file, as for `userprio plan`; options are applied after them. "
            "May be repeated.",
        },
        _option,
    ),
)


def what_if_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options to a command, which is called with their `changes`, including those of --set."""

    @wraps(function)
    def run(*args: Any, **values: Any) -> Any:
        context = click.get_current_context()
        given = {name: values.pop(name) for name in _NAMES}
        # Whether `--jobs` is a number of processes is known only here: Click reads each option by itself.
        if PROCESSES in values:
            _take_number(given, values)
        changes = _changes_of(given, shared_of(context).overrides)
        return function(*args, changes=changes, **values)

    with_options: Callable[..., Any] = _OPTIONS(run)
    return with_options


_NUMBER_OF_SLOTS: Final = lazy_pattern(r"[1-9]\d*(?::|\Z)")


def slots_of_the_pool(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let `--slots` without a sign define the pool's slots, which the command is called with as `pool_slots`.

    It must be above `what_if_options`, which takes the others.
    """

    @wraps(function)
    def run(*args: Any, slots: tuple[str, ...], **values: Any) -> Any:
        own = [text for text in slots if _NUMBER_OF_SLOTS.match(text)]
        if own:
            from userprio.analysis.plan import parse_slots

            values["pool_slots"] = tuple(parse_slots(f"+{text}") for text in own)
        return function(*args, slots=tuple(text for text in slots if text not in own), **values)

    return run


_NAMES: Final = (*(action.value for action, *_ in _SETTERS), "duration_s", "delete", "slots", "jobs", "new", "files")


def _changes_of(given: Mapping[str, Any], knobs: Mapping[str, str]) -> Changes:
    """The changes of files, followed by those of options; `knobs` are those of `--set`.

    Raises:
        click.BadParameter, BadInput: an option does not have the right form, or a file cannot be understood.
    """
    if not knobs and not any(given.values()):
        return Changes()
    from userprio.analysis.plan import parse_jobs, parse_slots, read_changes

    new: bool = given["new"]
    edits = []
    for action, spec in _SETTERS:
        for text in given[action.value]:
            name, value = _assignment(text, action, spec)
            edit = Edit(action, (name,), value, given["duration_s"] if action.spec.leasable else None)
            edits.append(LedgerChange(edit, new, ChangePlace(f"--{action} {text}")))
    edits += [LedgerChange(Edit.deletion(name), place=ChangePlace(f"--delete {name}")) for name in given["delete"]]
    changes = Changes()
    for file in given["files"]:
        changes = changes.and_then(read_changes(file))
    return changes.and_then(
        Changes(
            knobs=tuple(KnobChange(name, value, ChangePlace(f"--set {name}={value}")) for name, value in knobs.items()),
            edits=tuple(edits),
            slots=tuple(parse_slots(text) for text in given["slots"]),
            jobs=tuple(parse_jobs(text, new=new) for text in given["jobs"]),
        )
    )


def _assignment(text: str, action: str, spec: ValueSpec) -> tuple[str, float | int]:
    name, equals, value = text.rpartition("=")
    if not equals or not name:
        raise click.BadParameter(f"{text!r} is not of the form NAME={spec.metavar}.", param_hint=f"--{action}")
    try:
        return name.strip(), read_number(value.strip(), spec.quantity)
    except click.BadParameter as error:
        raise click.BadParameter(error.message, param_hint=f"--{action} {text}") from error


class Supposed(msgspec.Struct, frozen=True):
    """A scenario with hypothetical changes made to it."""

    scenario: ScenarioData
    what_if: "report.WhatIf | None"
    """None: there are no changes."""
    submission: "SubmittedCluster | None" = None
    """The jobs of --submit."""
    present: ScenarioData | None = None
    """Without the changes; None: there are no changes."""


def supposed(
    shared: GlobalOptions,
    env: Environment,
    changes: Changes,
    request: SubmitRequest | None = None,
    *,
    first_cycle: bool = False,
    needs_ledger: bool = True,
) -> Supposed:
    """Read the inputs like `load_scenario`, make the changes, submit what is requested, and warn of assumptions.

    Raises:
        BadInput: an input is missing, cannot be read, makes no sense, or cannot be changed like this.
        EditError: an edit that the edit commands would refuse as well; `UnknownSubmitter` if a submitter is unknown.
    """
    if not changes and request is None:
        scenario = load_scenario(shared, env, first_cycle=first_cycle, needs_ledger=needs_ledger)
        return Supposed(settled_scenario(scenario), None)
    from userprio.analysis.plan import changed

    present, other = sides(shared, env, changes, first_cycle=first_cycle, needs_ledger=needs_ledger, lasting=False)
    base, submission = present if other is None else other, None
    if request is not None:
        submission = submission_of(request, base, shared, env)
        changes = changes.and_then(Changes(submissions=(submission,)))
    scenario, result = changed(base, changes, present.config)
    env.warn_all(result.remarks)
    return Supposed(scenario, report.WhatIf(changes, result), submission, present)


def sides(
    shared: GlobalOptions,
    env: Environment,
    changes: Changes,
    *,
    first_cycle: bool,
    needs_ledger: bool = True,
    lasting: bool = True,
) -> tuple[ScenarioData, ScenarioData | None]:
    """The present scenario, and the one to be changed if that is another; `lasting` as in `present_side`.

    Raises:
        BadInput: something is missing, cannot be read or makes no sense.
    """
    present = present_side(shared, env, first_cycle=first_cycle, needs_ledger=needs_ledger, lasting=lasting)
    return present, other_side(present, changes, shared.with_(overrides={}), env)


def present_side(
    shared: GlobalOptions, env: Environment, *, first_cycle: bool, needs_ledger: bool = True, lasting: bool = True
) -> ScenarioData:
    """The present scenario, to be changed or to be compared with a changed one.

    A negotiator that is reconfigured goes by the quotas of its last cycle once more. With `lasting` these are ignored,
    on both sides of a comparison: it is about what the changes do from then on.
    """
    without = shared.with_(overrides={})
    scenario = load_scenario(
        without, env, first_cycle=first_cycle, needs_ledger=needs_ledger, elsewhere=shared.overrides
    )
    scenario = settled_scenario(scenario)
    return structs.replace(scenario, previous_quotas=None) if lasting and not first_cycle else scenario


def other_side(
    scenario: ScenarioData, changes: Changes, present: GlobalOptions, env: Environment
) -> ScenarioData | None:
    """The scenario that the changes are made to, if it is not the present one.

    Another pool comes with the configuration, ledger and time in its folder; everything else stays.
    """
    if changes.to_config is None and changes.to_snapshot is None:
        return None
    if changes.to_snapshot is None:
        inputs = load_inputs(present.with_(config=changes.to_config), env)
        return structs.replace(scenario, config=inputs.config)
    snapshot = present.snapshot_named(changes.to_snapshot)
    # A pool without a configuration of its own is tried under the present one.
    brings_config = changes.to_config is not None or has_config(snapshot, scenario.now)
    others = present.with_(snapshot=changes.to_snapshot, config=changes.to_config)
    inputs = load_inputs(others, env, known=None if brings_config else scenario.config)
    own_ledger = snapshot.ledger
    if own_ledger is not None and changes.edits:
        raise BadInput("this pool has a ledger of its own, and edits are for the present one", own_ledger)
    ledger = scenario.ledger
    if own_ledger is not None:
        ledger = pools.read_accounts(own_ledger, inputs.config, inputs.now, snapshot.within)
    quotas, source = scenario.previous_quotas, scenario.quotas_given_by
    if quotas:
        quotas, source = pools.previous_quotas(inputs.pool, ledger)
    return ScenarioData(
        pool=inputs.pool,
        ledger=ledger,
        config=inputs.config,
        now=inputs.now,
        previous_quotas=quotas,
        version=scenario.version,
        quotas_given_by=source,
    )


def has_config(snapshot: "pools.Snapshot", now: int) -> bool:
    """Whether a snapshot has its own configuration."""
    if snapshot.own(pools.CONFIG_FILE) is not None:
        return True
    return snapshot.toml is not None and bool(pools.read_toml_pool(snapshot.toml, now, snapshot.within).config)


def _take_number(given: dict[str, Any], values: dict[str, Any]) -> None:
    """Move a plain number from the values of `--jobs` to `--processes`, whose default is 1."""
    numbers = [text for text in given["jobs"] if text.isascii() and text.isdigit()]
    given["jobs"] = tuple(text for text in given["jobs"] if text not in numbers)
    for text in numbers:
        if len(text) > len(str(MOST_PROCESSES)) or not 1 <= int(text) <= MOST_PROCESSES:
            raise click.BadParameter(
                f"{text} processes are not in the range from 1 to {MOST_PROCESSES}.", param_hint="--jobs"
            )
        values[PROCESSES] = values[PROCESSES] or int(text)
    values[PROCESSES] = values[PROCESSES] or 1
