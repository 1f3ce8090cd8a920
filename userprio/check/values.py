"""Values that a daemon cannot read, or does not accept: it stops at them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from userprio.check.finding import Finding, Level, Location, finding, knob_place, place_of
from userprio.classad.functions.pcre import PatternError, compile_pattern
from userprio.config import KNOBS, Config, ConfigError, ErrorKind, Knob, KnobError, KnobType, WarningKind, find_knob
from userprio.config.references import REFERENCE
from userprio.cxx import INT_MAX
from userprio.quotas import ROOT

_REAL_RANGES: Final = {
    "GROUP_QUOTA_<group>": (0.0, float(INT_MAX)),
    "GROUP_QUOTA_DYNAMIC_<group>": (0.0, 1.0),
    "GROUP_QUOTA_ROUND_ROBIN_RATE": (1.0, None),
}
"""The reals whose readers hold them to a range; of all others any number passes."""

_IGNORED_WHEN_BAD: Final = {
    "NEGOTIATOR_JOB_CONSTRAINT": "schedds are asked for all their jobs",
    "NEGOTIATOR_SLOT_POOLSIZE_CONSTRAINT": "all slots count towards the size of the pool",
    "GROUP_DYNAMIC_MACH_CONSTRAINT": "all slots count towards the size of the pool",
    "SLOT_WEIGHT": "slots without a weight of their own weigh 1",
    "STARTD_AD_REEVAL_EXPR": "the default decides which ads of slots are kept",
}
"""Expressions that a negotiator does without when it cannot parse them, and what then happens."""

_PATTERN: Final = "REMOVE_SIGNIFICANT_ATTRIBUTES_REGEX"
_DETECTED: Final = ("detected_", "hostname", "full_hostname", "ip", "tilde", "opsys", "arch", "uname_", "utsname_")
_SORT: Final = "GROUP_SORT_EXPR"
_OF_GROUPS: Final = "<group>"
_UNREAD: Final = frozenset(
    "HFS_MAX_ALLOCATION_ROUNDS HFS_ROUND_ROBIN_RATE MINUTE HOUR StateTimer ActivityTimer".split()
)
"""Of which nobody asks for the value: old names, and what only other knobs refer to."""
_DEFAULTED_WHEN_BAD: Final = frozenset(
    "CLASSAD_LOG_STRICT_PARSING CLASSAD_ENABLE_USER_HOME REQUIRE_LOCAL_CONFIG_FILE "
    "USERPRIO_USE_NEGOTIATOR_MODULAR_QUERY".split()
)
"""At whose values nobody stops."""
_OF_OTHER_DAEMONS: Final = frozenset(
    "CLAIM_WORKLIFE MAXJOBRETIREMENTTIME RANK START PREEMPT IS_OWNER CLAIM_PARTITIONABLE_LEFTOVERS "
    "CONSUMPTION_POLICY CONSUMPTION_CPUS CONSUMPTION_MEMORY CONSUMPTION_DISK NUM_CLAIMS FLOCK_INCREMENT "
    "MIN_FLOCK_LEVEL NEGOTIATE_ALL_JOBS_IN_CLUSTER CURB_MATCHMAKING SCHEDD_ENABLE_PER_USER_MATCH_LIMITS "
    "MAX_CONCURRENT_UPLOADS_PER_USER MAX_CONCURRENT_UPLOADS SCHEDDS_ARE_SUBMITTERS "
    "SCHEDDS_ARE_SUBMITTERS_FOR_FLOCKERS ABSENT_SUBMITTER_LIFETIME ABSENT_SUBMITTER_UPDATE_RATE MAX_JOBS_PER_OWNER "
    "MAX_JOBS_RUNNING SCHEDD_USE_SLOT_WEIGHT SCHEDD_SLOT_WEIGHT MAX_GLOBAL_JOB_PRIOS "
    "CLAIM_RECYCLING_CONSIDER_LIMITS".split()
)
"""Read by schedds or startds, not by the negotiator."""


@dataclass(frozen=True, slots=True)
class Values:
    """What was found, and a configuration that the other checks can read."""

    findings: tuple[Finding, ...]
    readable: Config
    """The same with what cannot be read replaced by what HTCondor's tools would use."""
    replaced: frozenset[str]
    """The knobs, in lower case, whose values are not those that somebody meant."""


def check_values(config: Config) -> Values:
    """Look at the value of every knob that is set and that somebody reads."""
    findings = [
        finding(
            Level.ERROR,
            "placeholder",
            Location(warning.path, warning.line),
            f"{warning.message.partition(';')[0]}, and no daemon starts with it",
            "Put the value of your pool there",
        )
        for warning in config.warnings
        if warning.kind is WarningKind.PLACEHOLDER
    ]
    replaced: dict[str, str] = {}
    for name, knob in _read_knobs(config):
        try:
            _read(config, name, knob)
        except KnobError as error:
            if knob is not None and not _depends_on_machine(config, name):
                findings.append(_bad_value(config, name, knob, error))
                replaced[_own_name(config, name)] = "" if error.instead is None else _text(error.instead)
        except ConfigError as error:
            findings.append(_bad_macro(config, name, error))
            replaced[_own_name(config, name)] = ""
    if (found := _bad_pattern(config)) is not None:
        findings.append(found)
        replaced[_own_name(config, _PATTERN)] = ""
    if config.origin(_SORT) is not None and not config.is_set(_SORT):
        findings.append(_empty_sort(config))
        replaced[_own_name(config, _SORT)] = KNOBS[_SORT].default or ""
    readable = config.with_overrides(replaced) if replaced else config
    return Values(tuple(findings), readable, frozenset(name.lower() for name in replaced))


def _bad_pattern(config: Config) -> Finding | None:
    """A pattern of attributes that is none; the negotiator says so in its log and goes on."""
    try:
        text = config.text(_PATTERN)
        if text is not None:
            compile_pattern(text.encode(errors="surrogateescape"), "i")
    except PatternError:
        what = f"{_PATTERN} is not a regular expression; condor_negotiator does without it"
        return finding(Level.WARNING, "ignored-expression", knob_place(config, _PATTERN), what, "Mend the pattern")
    except (ConfigError, KnobError):
        return None
    return None


def _empty_sort(config: Config) -> Finding:
    what = f"{_SORT} is empty, and condor_negotiator does not start without an order of groups"
    return finding(Level.ERROR, "bad-value", knob_place(config, _SORT), what, "Take the line out for the default order")


def _read_knobs(config: Config) -> Iterator[tuple[str, Knob | None]]:
    """The names that are set and what is known of each; members of families only where something reads them."""
    prefixes = tuple(f"{prefix}." for prefix in config.scope.prefixes)
    seen: set[str] = set()
    groups = _groups(config)
    for spelled in config.names():
        name = next((spelled[len(prefix) :] for prefix in prefixes if spelled.lower().startswith(prefix)), spelled)
        key = name.lower()
        if key in seen or not config.is_set(name):
            continue
        seen.add(key)
        knob = find_knob(name)
        if knob is not None and knob.is_pattern and not _is_read(config, key, knob, groups):
            knob = None
        yield name, None if knob is None or knob.name in _UNREAD else knob


def _groups(config: Config) -> frozenset[str]:
    try:
        return frozenset(name.lower() for name in config.words("GROUP_NAMES") if name != ROOT)
    except (ConfigError, KnobError):
        return frozenset()


def _is_read(config: Config, key: str, knob: Knob, groups: frozenset[str]) -> bool:
    """Whether a member of a family is looked up: for listed groups only; a static quota hides a dynamic one."""
    stem, family, _ = knob.name.lower().partition(_OF_GROUPS)
    if not family:
        return False
    group = key[len(stem) :]
    hidden = knob.name.startswith("GROUP_QUOTA_DYNAMIC_") and config.is_set(f"GROUP_QUOTA_{group}")
    return group in groups and not hidden


def _read(config: Config, name: str, knob: Knob | None) -> None:
    match None if knob is None else knob.type:
        case KnobType.INTEGER:
            config.integer(name, default=None)
        case KnobType.REAL:
            assert knob is not None
            low, high = _REAL_RANGES.get(knob.name, (None, None))
            if low is None:
                config.real(name, default=None)
            elif high is None:
                config.real(name, default=None, low=low)
            else:
                config.real(name, default=None, low=low, high=high)
        case KnobType.BOOLEAN:
            config.boolean(name, default=None)
        case KnobType.EXPRESSION:
            config.expression(name)
        case _:
            config.text(name)


def _bad_value(config: Config, name: str, knob: Knob, error: KnobError) -> Finding:
    place = _place(config, name, error)
    if knob.name in _IGNORED_WHEN_BAD and knob.type is KnobType.EXPRESSION:
        what = f"{_fault(error)}; condor_negotiator does without it: {_IGNORED_WHEN_BAD[knob.name]}"
        return finding(Level.WARNING, "ignored-expression", place, what, f"Mend {name} or take it out")
    if knob.name in _DEFAULTED_WHEN_BAD:
        what = f"{_fault(error)}; its readers take its default"
        return finding(Level.WARNING, "bad-value", place, what, _mend(name, knob, error))
    reader = "the schedd or startd" if knob.name in _OF_OTHER_DAEMONS else "condor_negotiator"
    level = Level.ERROR
    if reader != "condor_negotiator" and knob.type is KnobType.EXPRESSION:
        what, level = f"{_fault(error)}; {reader} that reads it cannot use it", Level.WARNING
    elif reader != "condor_negotiator":
        what = f"{_fault(error)}; {reader} that reads it stops"
    else:
        what = f"{_fault(error)}; {reader} stops there, at its start or in its first cycle"
    return finding(level, "bad-value", place, what, _mend(name, knob, error))


def _mend(name: str, knob: Knob, error: KnobError) -> str:
    text = error.text.strip().lower()
    if knob.type is KnobType.BOOLEAN:
        truth = {"yes": "True", "on": "True", "y": "True", "t": "True", "no": "False", "off": "False", "n": "False"}
        return f"Write {truth[text]}" if text in truth else "Write True or False"
    if knob.type is KnobType.EXPRESSION:
        return "Mend the expression, or take the line out"
    number = "a whole number" if knob.type is KnobType.INTEGER else "a number"
    if error.low is not None and error.high is not None and abs(error.high) < 1e30 and error.low > -INT_MAX:
        return f"Give {number} from {error.low:.10g} to {error.high:.10g}"
    if error.low is not None and error.low > -INT_MAX:
        return f"Give {number} that is at least {error.low:.10g}"
    unit = "seconds" if knob.unit == "s" else knob.unit
    return f"Give {number} without a unit; {name} counts {unit}" if unit else f"Give {number} without a unit"


def _bad_macro(config: Config, name: str, error: ConfigError) -> Finding:
    knob = find_knob(name)
    place = _place(config, name, error)
    if error.kind is ErrorKind.CIRCULAR_MACRO:
        what = f"{error.message}; a daemon that looks it up hangs"
        hint = "Break the circle"
    else:
        what, hint = f"{error.message}; a daemon that looks it up stops", error.hint or "Mend the value"
    known = knob is not None and not knob.is_pattern
    return finding(Level.ERROR if known else Level.WARNING, "bad-macro", place, what, hint)


def _fault(error: KnobError) -> str:
    """The message without its remark about the default."""
    return error.message.rpartition("; it")[0] or error.message


def _place(config: Config, name: str, error: KnobError | ConfigError) -> Location:
    if error.path is None and error.line is None:
        return knob_place(config, name)
    return place_of(config.origin(name)) if error.path is None else Location(str(error.path), error.line)


def _depends_on_machine(config: Config, name: str) -> bool:
    """Whether the value refers to what only HTCondor on its own machine finds out, so that nothing is known of it."""
    waiting, seen = [name], set[str]()
    while waiting:
        key = waiting.pop().lower()
        text = config.raw(key)
        if text is None and key.startswith(_DETECTED):
            return True
        if key not in seen:
            seen.add(key)
            waiting += [found[1] for found in REFERENCE.finditer(text or "")]
    return False


def _own_name(config: Config, name: str) -> str:
    """The name under which the value is set, prefix included."""
    definition = config.scope.definition(name)
    return name if definition is None else definition.name


def _text(value: int | float | bool | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
