"""Knob values that a daemon cannot read or does not accept."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct, structs

from userprio.accounting.quotas import ROOT
from userprio.analysis.check.findings import (
    Finding,
    Level,
    Location,
    error_place,
    few,
    finding,
    knob_place,
    unprefixed,
    verb,
)
from userprio.base.cxx import INT_MAX
from userprio.classad import PatternError, compile_pattern
from userprio.config import (
    REFERENCE,
    Config,
    ConfigError,
    ErrorKind,
    Knob,
    KnobError,
    KnobType,
    OnBadValue,
    Reader,
    WarningKind,
    find_knob,
)

_DETECTED: Final = ("detected_", "hostname", "full_hostname", "ip", "tilde", "opsys", "arch", "uname_", "utsname_")
_OF_GROUPS: Final = "<group>"


class Values(Struct, frozen=True):
    """The findings, and a configuration that the other checks can read."""

    findings: tuple[Finding, ...]
    readable: Config
    """The configuration with unreadable values replaced by what HTCondor's tools would use."""
    replaced: frozenset[str]
    """The knobs, in lower case, whose values were replaced."""


def check_values(config: Config) -> Values:
    """Check the value of every knob that is set and has a reader."""
    findings = [
        finding(
            Level.ERROR,
            "placeholder",
            Location(warning.path, warning.line),
            f"{warning.message.partition(';')[0]}, and no daemon starts with it",
            "Replace it with the value for your pool",
        )
        for warning in config.warnings
        if warning.kind is WarningKind.PLACEHOLDER
    ]
    replaced: dict[str, str] = {}
    incomplete: dict[tuple[str, ...], list[Finding]] = {}
    for name, knob in _read_knobs(config):
        try:
            _read(config, name, knob)
        except KnobError as error:
            # $(DETECTED_CPUS) and the like are empty here, but not on the machine that reads them.
            if knob is not None and not _depends_on_machine(config, name):
                problem = _bad_value(config, name, knob, error)
                # A configuration given in part lacks macros: one finding for all of its victims, not one for each.
                missing = _undefined(config, name)
                if missing:
                    incomplete.setdefault(missing, []).append(problem)
                else:
                    findings.append(problem)
                replaced[_own_name(config, name)] = "" if error.instead is None else _text(error.instead)
        except ConfigError as error:
            findings.append(_bad_macro(config, name, error))
            replaced[_own_name(config, name)] = ""
    findings += (_for_want(missing, several) for missing, several in incomplete.items())
    readable = config.with_overrides(replaced) if replaced else config
    return Values(tuple(findings), readable, frozenset(name.lower() for name in replaced))


def _read_knobs(config: Config) -> Iterator[tuple[str, Knob | None]]:
    """The names that are set and the knob of each; None if it is unknown, or nothing reads it."""
    seen: set[str] = set()
    groups = _groups(config)
    for spelled in config.names():
        name = unprefixed(config, spelled)
        key = name.lower()
        knob = find_knob(name)
        # Local names and subsystems give a knob several spellings; each knob is checked as it is read, once.
        if key in seen or not (config.is_set(name) or (knob is not None and knob.required)):
            continue
        seen.add(key)
        if knob is not None and knob.is_pattern and not _is_read(config, key, knob, groups):
            knob = None
        yield name, None if knob is None or knob.reader is Reader.NOBODY else knob


def _groups(config: Config) -> frozenset[str]:
    try:
        return frozenset(name.lower() for name in config.words("GROUP_NAMES") if name != ROOT)
    except (ConfigError, KnobError):
        return frozenset()


def _is_read(config: Config, key: str, knob: Knob, groups: frozenset[str]) -> bool:
    """Whether a member of a family is read: only for listed groups, and not a dynamic quota beside a static one."""
    stem, family, _ = knob.name.lower().partition(_OF_GROUPS)
    if not family:
        return False
    group = key[len(stem) :]
    hidden = knob.name.startswith("GROUP_QUOTA_DYNAMIC_") and config.is_set(f"GROUP_QUOTA_{group}")
    return group in groups and not hidden


def _read(config: Config, name: str, knob: Knob | None) -> None:
    if knob is None:
        config.text(name)
        return
    config.check(name)
    if knob.type is KnobType.PATTERN and (text := config.text(name)) is not None:
        try:
            compile_pattern(text.encode(errors="surrogateescape"), "i")
        except PatternError:
            raise KnobError(f"{name} is not a regular expression", knob=name, text=text) from None


def _bad_value(config: Config, name: str, knob: Knob, error: KnobError) -> Finding:
    fault = error.message.rpartition("; it")[0] or error.message  # without the remark about the default
    level, kind = Level.WARNING, "bad-value"
    if knob.on_bad_value is OnBadValue.IGNORED and _expands(config, name):
        kind = "ignored-expression"
        happens = f"{knob.reader} ignores it{f': {knob.without}' if knob.without else ''}"
    elif knob.beside and not config.is_set(knob.beside):
        happens = f"{knob.reader} stops there as soon as {knob.beside} is set"
    elif knob.on_bad_value is OnBadValue.DEFAULTED:
        happens = "its reader takes the default"
    elif knob.reader is Reader.DEFRAG:
        level, happens = Level.ERROR, "condor_defrag exits there, at each start"
    elif knob.reader not in (Reader.SCHEDD, Reader.STARTD):
        level, happens = Level.ERROR, "condor_negotiator stops there, at its start or as soon as a cycle reads it"
    elif knob.type is KnobType.EXPRESSION:
        happens = "the schedd or startd that reads it cannot use it"
    else:
        level, happens = Level.ERROR, "the schedd or startd that reads it stops"
    return finding(level, kind, _place(config, name, error), f"{fault}; {happens}", _advice(name, knob, error))


def _undefined(config: Config, name: str) -> tuple[str, ...]:
    """The macros without any value that a knob's value refers to, directly or through others."""
    waiting, seen, missing = [name], set[str](), dict[str, None]()
    while waiting:
        text = config.raw(waiting.pop()) or ""
        for reference in REFERENCE.finditer(text):
            if (
                reference[0].startswith("$(")
                and text[reference.end() : reference.end() + 1] == ")"
                and reference[1] not in seen
            ):
                seen.add(reference[1])
                waiting.append(reference[1])
                if config.raw(reference[1]) is None and reference[1].lower() != "dollar":
                    missing[reference[1]] = None
    return tuple(missing)


def _for_want(missing: tuple[str, ...], several: list[Finding]) -> Finding:
    """One finding for all values that lack the same macros, with the level, place and effect of the worst."""
    levels = list(Level)
    worst = min(several, key=lambda problem: levels.index(problem.level))
    names = [problem.message.split(" ", 1)[0] for problem in several]
    macros = few([f"$({name})" for name in missing])
    then = worst.message.rpartition("; ")[2]
    what = (
        f"{verb(names, 'refers', 'refer')} to {macros}, which nothing sets, and without "
        f"{'it' if len(missing) == 1 else 'them'} {'has' if len(names) == 1 else 'have'} no valid value; {then}"
    )
    hint = f"Set {few(list(missing))}, if this is the whole configuration"
    return structs.replace(worst, code="undefined-macro", message=what, hint=hint)


def _expands(config: Config, name: str) -> bool:
    try:
        config.text(name)
    except KnobError:
        return False
    return True


def _advice(name: str, knob: Knob, error: KnobError) -> str:
    if knob.type in (KnobType.EXPRESSION, KnobType.PATTERN):
        return f"Correct the {knob.type}, or remove the line"
    text = error.text.strip().lower()
    if knob.type is KnobType.BOOLEAN:
        truth = {"yes": "True", "on": "True", "y": "True", "t": "True", "no": "False", "off": "False", "n": "False"}
        return f"Write {truth[text]}" if text in truth else "Write True or False"
    number = "a whole number" if knob.type is KnobType.INTEGER else "a number"
    if error.low is not None and error.low > -INT_MAX:
        if error.high is not None and abs(error.high) < 1e30:
            return f"Give {number} from {error.low:.10g} to {error.high:.10g}"
        return f"Give {number} that is at least {error.low:.10g}"
    unit = "seconds" if knob.unit == "s" else knob.unit
    return f"Give {number} without a unit; {name} counts {unit}" if unit else f"Give {number} without a unit"


def _bad_macro(config: Config, name: str, error: ConfigError) -> Finding:
    knob = find_knob(name)
    place = _place(config, name, error)
    then, hint = "stops", error.hint or "Correct the value"
    if error.kind is ErrorKind.CIRCULAR_MACRO:
        then, hint = "hangs", "Break the circle"
    what = f"{error.message}; a daemon that looks it up {then}"
    known = knob is not None and not knob.is_pattern
    return finding(Level.ERROR if known else Level.WARNING, "bad-macro", place, what, hint)


def _place(config: Config, name: str, error: KnobError | ConfigError) -> Location:
    return knob_place(config, name) if error.path is None else error_place(error)


def _depends_on_machine(config: Config, name: str) -> bool:
    """Whether the value depends on what only HTCondor on its own machine can detect, so that it is unknown here."""
    waiting, seen = [name], set[str]()
    while waiting:
        key = waiting.pop().lower()
        text = config.raw(key)
        if text is None and key.startswith(_DETECTED):
            return True
        if key not in seen:
            seen.add(key)
            waiting += [reference[1] for reference in REFERENCE.finditer(text or "")]
    return False


def _own_name(config: Config, name: str) -> str:
    """The name under which the value is set, prefix included."""
    definition = config.scope.definition(name)
    return name if definition is None else definition.name


def _text(value: int | float | bool | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
