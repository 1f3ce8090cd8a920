"""Reads condor_userprio's arguments, and carries out a single action, the first in its order (`user_prio.cpp`: `main`).

Checks, wording and exit statuses of edits are those of that program.
"""

import math
import re
from collections.abc import Sequence
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from userprio import report
from userprio.accounting import ACTIONS, MIN_FACTOR, Edit, EditAction, EditError, Effect
from userprio.base import LATEST, BadInput, Behaviour, UserprioError, atof
from userprio.classad import ClassAdSyntaxError, Expr, parse
from userprio.cli import Environment, ExitStatus, GlobalOptions, ListingRequest, Source, misuse, sentence
from userprio.cli.classic.options import Option, find_option

_USER_NAME: Final = re.compile(r"[A-Za-z]|<none>\Z")
_INTEGER_PREFIX: Final = re.compile(r"[ \t\n\v\f\r]*([+-]?[0-9]{1,18})")
_SECONDS: Final = re.compile(r"0*([1-9][0-9]{0,9})")
_LONGEST_S: Final = 2**31 - 2

_DETAILS: Final = {
    "quotas": report.QUOTAS,
    "surplus": report.Column.SURPLUS,
    "sortkey": report.Column.SORT_KEY,
    "all": report.ALL,
    "most": report.MOST,
    "groupid": report.Column.GROUP_ID,
    "order": report.Column.GROUP_ORDER,
    "usage": report.USAGES,
    "priority": report.PRIORITIES,
}
_LAYOUTS: Final = {
    "hierarchical": report.Layout.HIERARCHICAL,
    "heir": report.Layout.HIERARCHICAL,
    "flat": report.Layout.FLAT,
    "grouporder": report.Layout.GROUPS_FIRST,
}


class ClassicError(Exception):
    """An error for which condor_userprio exits with 1: the lines it prints, and whether its usage text follows."""

    def __init__(self, *lines: str, usage: bool = False) -> None:
        super().__init__(*lines)
        self.lines = lines
        self.usage = usage


class Day(msgspec.Struct, frozen=True):
    """A day as given to `-activefrom`: month, day and year, unchecked."""

    month: int
    day: int
    year: int

    def midnight(self, zone: tzinfo) -> int:
        """Local midnight in seconds since the epoch; months and days out of range roll over (`CalcTime`, `mktime`).

        A year below 50 is in this century, one up to 1900 counts from 1900.

        Raises:
            ClassicError: the date is out of range.
        """
        year = self.year + (2000 if self.year < 50 else 1900 if self.year <= 1900 else 0)
        years, month = divmod(self.month - 1, 12)
        try:
            first = datetime(year + years, month + 1, 1, tzinfo=zone)
            return int((first + timedelta(days=self.day - 1)).timestamp())
        except (ValueError, OverflowError) as error:
            raise ClassicError(usage=True) from error


class Typed(msgspec.Struct):
    """A command line as far as it was read; if an option is repeated, the last counts, unless values add up."""

    program: str
    given: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """The options with their arguments, in the order of first occurrence."""
    names: list[str] = msgspec.field(default_factory=list)
    constraints: list[str] = msgspec.field(default_factory=list)
    details: report.Column = report.NOTHING
    layout: report.Layout | None = None
    active_from: Day | int | None = None
    autoformat: report.Autoformat | None = None
    modular: bool = False
    source: Source = Source.COLLECTOR_FIRST
    """Which daemon of a running pool to ask; the last option about it counts."""
    duration_s: int | None = None
    tool: Behaviour = LATEST
    """The condor_userprio to imitate."""

    @property
    def edits(self) -> list[str]:
        """The edits asked for."""
        return [name for name in self.given if name in ACTIONS]

    def request(self, zone: tzinfo) -> ListingRequest:
        """The listing asked for.

        Raises:
            ClassicError: a day or a constraint makes no sense.
        """
        since = self.active_from.midnight(zone) if isinstance(self.active_from, Day) else self.active_from
        return ListingRequest(
            names=tuple(self.names),
            constraints=tuple(map(_condition, self.constraints)),
            active_since=since,
            rollup="grouprollup" in self.given,
            input_file=Path(self.given["inputfile"][0]) if "inputfile" in self.given else None,
            details=self.details,
            keep_quotas="quotas" in self.given or "surplus" in self.given,
            layout=self.layout,
            long="long" in self.given,
            modular=self.modular,
            autoformat=self.autoformat,
            source=self.source,
            tool=self.tool,
        )


def parse_classic(arguments: Sequence[str], program: str = "userprio", tool: Behaviour = LATEST) -> Typed:
    """Read arguments as `tool` would, from left to right, taking an option's arguments blindly.

    Raises:
        ClassicError: `tool` would exit.
    """
    typed = Typed(program, tool=tool)
    place = 0
    while place < len(arguments):
        argument = arguments[place]
        place += 1
        option = find_option(argument, tool)
        if option is None:
            # Unknown options, -help among them, show the usage text and end with 1; but -h
            # and -he are taken for -heir before this.
            if not _USER_NAME.match(argument):
                raise ClassicError(usage=True)
            typed.names.append(argument)
            continue
        # Arguments are taken blindly, as in condor_userprio: the word after -constraint is its value even if it begins
        # with a dash. Only -af stops at dashes, which is why names have to stand before it.
        end = place + len(option.arguments)
        if option.many:
            end = next((at for at in range(place, len(arguments)) if arguments[at][:1] == "-"), len(arguments))
        following = tuple(arguments[place:end])
        # Of a command line that ends too soon nothing is done, even if an edit before that is complete.
        if len(following) < len(option.arguments):
            raise _missing(option, argument, tool)
        place = end
        _take(typed, option, argument, following)
    return typed


def is_classic(arguments: Sequence[str]) -> bool:
    """Whether a command line without a command is in condor_userprio's spelling, right or wrong."""
    return any(
        (argument.startswith("-") and not argument.startswith("--")) or find_option(argument) is not None
        for argument in arguments
    ) or (bool(arguments) and ("@" in arguments[0] or arguments[0] == "<none>"))


def _missing(option: Option, argument: str, tool: Behaviour) -> ClassicError:
    if option.many:
        least = "at least" if tool.at_least_is_spelt_right else "at last"
        return ClassicError(
            f"Error: Argument {argument} requires {least} one attribute parameter",
            f"\t\te.g. userprio {argument} Name",
            usage=True,
        )
    if option.name == "constraint":
        return ClassicError(f"Error: Argument {argument} requires another parameter", usage=True)
    return ClassicError(usage=True)


def _take(typed: Typed, option: Option, argument: str, following: tuple[str, ...]) -> None:
    """Record an option and its arguments."""
    name = option.name
    typed.given[name] = following
    typed.details |= _DETAILS.get(name, report.NOTHING)
    if name != "flat" or "grouporder" not in typed.given:
        # Once asked for, groups also come first in a flat list.
        typed.layout = _LAYOUTS.get(name, typed.layout)
    match name:
        case "duration":
            # Checked here, not where it is used: a bad duration ends
            # condor_userprio with status 1 beside a listing, too.
            typed.duration_s = _seconds(typed, following[0])
        case "constraint":
            typed.constraints.append(following[0])
        case "af" | "autoformat":
            typed.autoformat = _columns(typed, argument, following)
        case "modular" | "legacy":
            typed.modular = name == "modular"
        case "activefrom":
            typed.active_from = Day(*(_atoi(text) for text in following))
        case "allusers":
            typed.active_from = report.EVERYBODY
    # The last of these wins: `-allusers -collector` asks the collector, although that knows only who has jobs.
    if name in ("collector", "negotiator", "allusers", "grouprollup", "getreslist"):
        typed.source = Source.COLLECTOR if name == "collector" else Source.NEGOTIATOR


def _columns(typed: Typed, argument: str, attributes: tuple[str, ...]) -> report.Autoformat:
    try:
        return (typed.autoformat or report.Autoformat()).adding(argument.partition(":")[2], attributes)
    except BadInput as error:
        raise ClassicError(f"Error: Invalid expression: {error.message}") from error


def _condition(text: str) -> Expr:
    try:
        return parse(text)
    except ClassAdSyntaxError as error:
        raise ClassicError(f"Error:  could not parse constraint {text}") from error


def _seconds(typed: Typed, text: str) -> int:
    match = _SECONDS.fullmatch(text)
    if match is None or int(match[1]) > _LONGEST_S:
        raise ClassicError(f"{typed.program}: -duration requires a positive integer number of seconds")
    return int(match[1])


def _atoi(text: str) -> int:
    """C's atoi: 0 for anything but a number."""
    match = _INTEGER_PREFIX.match(text)
    return int(match[1]) if match else 0


_REAL: Final = re.compile(r"[-+]?(?:[0-9]{1,400}\.?[0-9]{0,400}|\.[0-9]{1,400})(?:[eE][-+]?[0-9]{1,5})?")
_WHOLE: Final = re.compile(r"[-+]?[0-9]{1,18}(?:\.0*)?")


def chosen_edit(typed: Typed) -> Edit | None:
    """The edit to make, or None; name and range of the value are unchecked.

    The value is what condor_userprio reads at the beginning of its text (`atof`, `atoi`, `strtol`), or else 0.
    """
    # Of several edits, the first in the order of `ACTIONS` is made, regardless of the command line's order.
    action = next((action for action in ACTIONS.values() if action in typed.given), None)
    if action is None:
        return None
    names, values = typed.given[action][:1], typed.given[action][1:]
    value: float | int | None = None
    if values and action.spec.value is not None:
        value = atof(values[0]) if action.spec.value.real else _atoi(values[0])
    return Edit(action, names, value, typed.duration_s if action.spec.leasable else None)


def _warn_of_value(typed: Typed, edit: Edit, env: Environment) -> None:
    """Say how a value is read that most likely is a mistake."""
    spec, texts = edit.spec.value, typed.given[edit.action][1:]
    # An edit without an @ in the name is refused for that.
    if spec is None or edit.value is None or "@" not in edit.names[0]:
        return
    (text,) = texts
    if (_REAL if spec.real else _WHOLE).fullmatch(text.strip()) and math.isfinite(edit.value):
        return
    stored = _stored(edit).value
    if math.isfinite(edit.value):
        kind = "a number" if spec.real else "a whole number"
        env.warn(f"-{edit.action}: {text!r} is not {kind}; as condor_userprio, this reads it as {edit.value:g}")
    elif stored is not None and math.isfinite(stored):
        env.warn(f"-{edit.action}: {text!r} is not a finite number; a negotiator stores {stored:g} for it")


def _stored(edit: Edit) -> Edit:
    """The edit as a negotiator makes it: what is not finite arrives as -1 (`Stream::code`), and no factor is below 1.

    A lease of such a factor is left as it is, and refused: a negotiator would store a word that is no number.
    """
    if not isinstance(edit.value, float) or edit.duration_s is not None:
        return edit
    # The sum is without the sign of -0, which does not arrive either.
    value = edit.value + 0.0 if math.isfinite(edit.value) else -1.0
    return replace(edit, value=max(value, MIN_FACTOR) if edit.action is EditAction.SET_FACTOR else value)


def run_classic_arguments(arguments: Sequence[str], shared: GlobalOptions, env: Environment) -> ExitStatus:
    """Make an edit, or list slots, records of a file, or records; as in that program, finding nobody is success."""
    try:
        return _run(parse_classic(arguments, env.program, shared.tool), shared, env)
    except ClassicError as failure:
        for line in failure.lines:
            text = line.lstrip("\t")
            env.stderr.write("\t" * (len(line) - len(text)) + report.printable(text) + "\n")
        if failure.usage:
            from userprio.cli.classic.options import usage_text

            env.stderr.write(usage_text())
        return ExitStatus.FAILED


def _run(typed: Typed, shared: GlobalOptions, env: Environment) -> ExitStatus:
    edit = chosen_edit(typed)
    _refuse_leftovers(typed)
    # A listing would ignore both; a script that believes that its edit was
    # guarded must not get a listing with status 0.
    for given, option in ((shared.once is not None, "--once"), (shared.dry_run, "--dry-run")):
        if edit is None and given:
            raise misuse(f"{option} is for edits.")
    shared = _with_pool(typed, shared)
    _warn_of_the_rest(typed, edit, shared, env)
    try:
        if edit is not None:
            return _perform(edit, shared, env)
        if "getreslist" in typed.given:
            _list_slots(typed, shared, env)
        else:
            _list_records(typed, shared, env)
        return ExitStatus.DONE
    except UserprioError as error:
        if not shared.live:
            raise
        env.stderr.write(f"{env.program}: {sentence(error)}\n")
        return ExitStatus.FAILED


def _list_slots(typed: Typed, shared: GlobalOptions, env: Environment) -> None:
    name = typed.given["getreslist"][0]
    if "@" not in name:
        raise ClassicError(
            f"{typed.program}: You must specify the full name of the submittor you wish",
            "\tto update the priority of (user@uid.domain or user@full.host.name)",
        )
    from userprio.base.formats import Format
    from userprio.cli import held_by, show

    held = held_by(name, shared, env, known_only=False)
    assert held is not None
    show(held, report.HOLDINGS_FORMATS, Format.LONG if "long" in typed.given else shared.format, env)


def _list_records(typed: Typed, shared: GlobalOptions, env: Environment) -> None:
    from userprio.cli.accounts import NoAds, UnreadableAds, answer, show_answer

    request = typed.request(env.zone())
    try:
        show_answer(answer(request, shared, env), request, shared, env)
    except UnreadableAds as error:
        raise ClassicError(f"Can't open file of userprio ads: {error.path}") from error
    except NoAds as error:
        raise ClassicError("Error -1 reading userprio ads") from error


def _with_pool(typed: Typed, shared: GlobalOptions) -> GlobalOptions:
    """The shared options with the named pool; a file of ads needs none."""
    if "inputfile" in typed.given and not typed.edits:
        return shared.with_(pool=None, negotiator=None)
    return shared.with_(
        pool=typed.given.get("pool", (shared.pool,))[0],
        negotiator=typed.given.get("name", (shared.negotiator,))[0],
    )


def _refuse_leftovers(typed: Typed) -> None:
    """Refuse words that condor_userprio would take for users of a listing, but then not list."""
    action = next((name for name in (*typed.edits, "getreslist") if name in typed.given), None)
    if action is not None and typed.names:
        listed = ", ".join(typed.names)
        done = "nothing was changed" if typed.edits else "nothing is listed"
        raise ClassicError(f"{typed.program}: {listed} is left over beside -{action}; {done}")


def _warn_of_the_rest(typed: Typed, edit: Edit | None, shared: GlobalOptions, env: Environment) -> None:
    if edit is not None:
        _warn_of_value(typed, edit, env)
        for other in typed.edits:
            if other != edit.action:
                env.warn(f"-{other} is ignored beside -{edit.action}, which goes first; only one change is made")
    if typed.duration_s is not None and (edit is None or not edit.spec.leasable):
        env.warn("-duration is ignored: it belongs to -setfactor, -setfloor and -setceiling")


_FULL_NAMES: Final = "(user@uid.domain or user@full.host.name)"


def _perform(edit: Edit, shared: GlobalOptions, env: Environment) -> ExitStatus:
    """Make an edit as condor_userprio would on a negotiator with this ledger, creating missing records silently.

    The value of `edit` is as that program reads it (`atof`, `strtol`). Unlike condor_userprio, edits that would damage
    the ledger, such as of a name with white space, are refused.
    """
    from userprio.cli.editing import IdempotentReplay, make_edits, show_edit

    # condor_userprio looks at the arguments before it looks for a negotiator, so these refusals come first.
    refusal = _objection(edit, env.program)
    if refusal is not None:
        env.stderr.write(refusal)
        return ExitStatus.FAILED
    try:
        edited = make_edits((_stored(edit),), shared, env, name=edit.action, create=True)
    except IdempotentReplay:
        # To a script that tries again it looks as if the edit were made now, as condor_userprio says nothing else.
        edited = None
    except UserprioError as error:
        env.stderr.write(_rejection(edit, error, env.program))
        return ExitStatus.FAILED
    if edited is not None and edited.dry_run:
        show_edit(edited, shared, env)
        return ExitStatus.DONE
    name, value = report.printable(", ".join(edit.names)), 0 if edit.value is None else edit.value
    text = edit.spec.success.format(name, value)
    if edit.duration_s is not None:
        shown = f"{value:f}" if isinstance(value, float) else f"{value}"
        text = f"Set {edit.spec.lease} lease on {name} to {shown} for {edit.duration_s} seconds"
    env.stdout.write(f"{text}\n")
    return ExitStatus.DONE


def _objection(edit: Edit, program: str) -> str | None:
    """Why condor_userprio refuses the edit before sending anything: a name without @, or a value that is too low."""
    spec = edit.spec
    name = next((name for name in edit.names if "@" not in name), None)
    if name is None:
        least = None if spec.value is None else spec.value.least
        low = edit.value is not None and least is not None and edit.value < least
        return f"{spec.too_low}\n" if low else None
    if spec.effect is Effect.CANCEL:
        return f"{program}: -{edit.action} requires a full submitter name (user@domain)\n"
    if spec.subject is None:
        return f"{program}: You must specify the full name of the record you wish\n\tto delete {_FULL_NAMES}\n"
    repeated = f" (not {report.printable(name)})" if spec.repeats_name else ""
    return (
        f"{program}: You must specify the full name of the submittor you wish\n"
        f"\tto update the {spec.subject} of {_FULL_NAMES}{repeated}\n"
    )


def _rejection(edit: Edit, error: UserprioError, program: str) -> str:
    """Why the accountant refuses the edit; refused leases have their own message."""
    if isinstance(error, EditError) and edit.spec.effect is Effect.CANCEL:
        return f"negotiator rejected cancel: {report.printable(str(error))}\n"
    if isinstance(error, EditError) and edit.duration_s is not None:
        return f"negotiator rejected {edit.spec.lease} lease: {report.printable(str(error))}\n"
    return f"{program}: {sentence(error)}\n"
