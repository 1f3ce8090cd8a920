"""The parts of a moab.cfg that concern job priorities, and remarks on what looks wrong.

The text is split into statements, each of which is checked against its parameter's syntax.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NoReturn

from msgspec import Struct, field
from msgspec.structs import replace

from userprio.base.limits import OTHER_FILE, read_file
from userprio.base.snapshot_trust import HINT, SnapshotRoot
from userprio.moab.parameters import (
    ATTRIBUTES,
    CREDENTIALS,
    DEFAULT,
    GLOBAL,
    JOB_VALUES,
    KNOWN,
    MAUI_NAMES,
    OTHER_NAMES,
    PARAMETERS,
    STATES,
    SUBFACTORS,
    Attribute,
    Component,
    Credential,
    CredentialKind,
    FairShareBound,
    FsPolicy,
    MoabError,
    Parameter,
    Remark,
    RemarkKind,
    UsageMetric,
    nearest,
    quoted,
)

_INCLUDE: Final = re.compile(r"#INCLUDE(?:\s+(.*))?\Z", re.DOTALL)
_HEAD: Final = re.compile(r'([^\s=\[\]"]+)(?:\[([^\[\]]*)\])?')
_WORD: Final = re.compile(r'(?:"[^"]*"|[^\s"])+')
_CONTROLS: Final = dict.fromkeys((*range(32), 127), " ")
_JOB_VALUE: Final = re.compile(r"(STATE|ATTR|GRES)\[([^\[\]]+)\]=(.*)\Z", re.DOTALL | re.IGNORECASE)
_JOB_VALUE_HINT: Final = "Write STATE[name]=10, ATTR[name]=10 or GRES[name]=10"
_CURRENT_NAMES: Final = OTHER_NAMES | MAUI_NAMES
_INCLUDED: Final = "#INCLUDE"
"""The name of statements that include a file, which is their only word."""


class Word(Struct, frozen=True):
    """A word of a value, without quotes, and its line."""

    text: str
    line: int


class Statement(Struct, frozen=True):
    """One entry: parameter, index and value."""

    name: str
    """As written."""
    index: str | None
    """The text in brackets after the name; None without brackets."""
    words: tuple[Word, ...]
    path: str
    line: int


def read_statements(path: Path, within: SnapshotRoot | None, refused: list[Remark]) -> Iterator[Statement]:
    """The statements of a file, followed by those of the files that it includes; each file is read once.

    If `within` is given, nothing outside of it is read; `refused` gets a remark on each.

    Raises:
        MoabError: a line cannot be parsed, or an included file does not exist.
        OSError: the file cannot be read.
    """
    waiting = deque([path])
    seen = {path.resolve()}
    while waiting:
        current = waiting.popleft()
        text = read_file(current, OTHER_FILE, within).decode("utf-8-sig", errors="surrogateescape")
        for statement in split_statements(text, str(current)):
            if statement.name != _INCLUDED:
                yield statement
                continue
            file = statement.words[0].text
            included = current.parent / file
            if within is not None and within.leads_out(included):
                message = f"{quoted(file)} is not read: it is outside the snapshot {within}. {HINT}"
                refused.append(Remark(RemarkKind.NOT_FOLLOWED, message, str(current), statement.line))
                continue
            if not included.is_file():
                raise MoabError(f"the included file {quoted(file)} does not exist", current, statement.line)
            if included.resolve() not in seen:
                seen.add(included.resolve())
                waiting.append(included)


def split_statements(text: str, path: str) -> Iterator[Statement]:
    """The statements of a text; `path` is for messages. MoabError if a line cannot be parsed."""
    pending: list[tuple[int, str]] = []
    for number, raw in enumerate(text.split("\n"), 1):
        include = _INCLUDE.match(raw)
        # Not a comment, though it begins like one; `# INCLUDE` is.
        if include is not None:
            file = (include[1] or "").translate(_CONTROLS).strip().strip('"')
            if not file:
                raise MoabError("#INCLUDE names no file", path, number, hint="A comment may begin with `# INCLUDE`")
            yield Statement(_INCLUDED, None, (Word(file, number),), path, number)
            continue
        code, comment, _ = raw.partition("#")
        code = code.translate(_CONTROLS).strip()
        # In a comment a backslash has no special meaning.
        joined = code.endswith("\\") and not comment
        code = code.removesuffix("\\") if joined else code
        if code.strip():
            pending.append((number, code.strip()))
        if pending and not joined:
            yield _statement(pending, path)
            pending = []
    if pending:
        yield _statement(pending, path)


def _statement(pieces: list[tuple[int, str]], path: str) -> Statement:
    line, first = pieces[0]
    head = _HEAD.match(first)
    if head is None:
        raise MoabError(f"no parameter name at the start of {quoted(first)}", path, line)
    rest = first[head.end() :]
    if rest and not rest[0].isspace() and rest[0] != "=":
        hint = "An index follows the name in brackets, such as USERCFG[ann]"
        raise MoabError(f"{quoted(rest)} directly after {head[0]}", path, line, hint=hint)
    # One equals sign between name and value is tolerated.
    rest = rest.strip().removeprefix("=")
    value = [word for number, text in [(line, rest), *pieces[1:]] for word in _words(text, path, number)]
    index = None if head[2] is None else head[2].replace(" ", "")
    if index is None and value and value[0].text.startswith("["):
        hint = f"Write {head[1]}[...] without the space"
        raise MoabError(f"a space between {head[1]} and its index", path, line, hint=hint)
    if index == "":
        raise MoabError(f"the brackets after {head[1]} are empty", path, line)
    return Statement(head[1], index, tuple(value), path, line)


def _words(text: str, path: str, line: int) -> Iterator[Word]:
    # Checked here since a comment has been cut off: a # ends the value even in quotes.
    if text.count('"') % 2:
        hint = "A value ends with its line, and # begins a comment even inside quotes"
        raise MoabError("unclosed quote", path, line, hint=hint)
    yield from (Word(match[0].replace('"', ""), line) for match in _WORD.finditer(text))


class Parts(Struct):
    """A configuration under construction; later statements replace earlier ones."""

    settings: dict[tuple[str, str], Any] = field(default_factory=dict)
    credentials: dict[CredentialKind, dict[str, Credential]] = field(default_factory=dict)
    job_values: dict[str, dict[str, int]] = field(default_factory=dict)
    remarks: list[Remark] = field(default_factory=list)

    def take(self, statement: Statement) -> None:
        """Add one statement, unless it is an include; MoabError if its value is not valid for its parameter."""
        name = statement.name.upper()
        # Names are case-sensitive, and so USERCFG[default] is a user called default.
        everybody = DEFAULT if name in CREDENTIALS else GLOBAL
        if statement.index not in (None, everybody) and str(statement.index).upper() == everybody:
            message = f"{name}[{statement.index}] is not {name}[{everybody}]: names in brackets keep their case"
            self._remark(RemarkKind.NEAR_MISS, message, statement)
        if name in CREDENTIALS:
            self._take_credential(statement, name, CREDENTIALS[name])
        elif name == JOB_VALUES.name:
            self._take_job_values(statement, name)
        elif (known := _CURRENT_NAMES.get(name, name)) in PARAMETERS:
            self._take_setting(statement, name, PARAMETERS[known])
        elif name != _INCLUDED:
            self._remark_unknown(statement)

    def _take_setting(self, statement: Statement, name: str, parameter: Parameter) -> None:
        if statement.index is not None and not parameter.partitioned:
            _refuse(statement, f"{name} takes no index: it applies everywhere")
        hint = f"It must be {parameter.expected}"
        if not statement.words:
            _refuse(statement, f"{name} has no value", hint)
        if len(statement.words) > 1 and not parameter.several:
            _refuse(statement, f"{name} takes one value, not {len(statement.words)}", hint)
        text = " ".join(word.text for word in statement.words)
        value = _read(parameter, name, text, statement.path, statement.words[0].line)
        if name in MAUI_NAMES:
            self._remark(RemarkKind.OTHER_NAME, f"{name} is Maui's name for {parameter.name}", statement)
        if isinstance(value, FsPolicy) and value.remark is not None:
            self._remark(RemarkKind.OTHER_NAME, f"{name}: {value.remark}", statement)
        self.settings[parameter.name, statement.index or GLOBAL] = value

    def _take_credential(self, statement: Statement, name: str, kind: CredentialKind) -> None:
        if statement.index is None:
            _refuse(statement, f"{name} does not say which {kind.value}", f"Write {name}[name], or {name}[DEFAULT]")
        label = f"{name}[{statement.index}]"
        named = self.credentials.setdefault(kind, {})
        # Several lines about one credential add up, attribute by attribute.
        credential = named.get(statement.index, Credential())
        for word in statement.words:
            written, equals, text = word.text.partition("=")
            if not equals or not written:
                hint = "Attributes are written NAME=VALUE, without spaces around the ="
                _refuse(statement, f"{label}: {quoted(word.text)} is not an attribute", hint, word.line)
            attribute = ATTRIBUTES.get(written.upper())
            if attribute is not None:
                value = _read(attribute, f"{label} {written.upper()}", text, statement.path, word.line)
                if kind in attribute.kinds:
                    credential = replace(credential, **{attribute.field: value})
                    continue
                remark, message = RemarkKind.NO_EFFECT, f"{written.upper()} has no effect on {name}"
            elif near := nearest(written, ATTRIBUTES):
                message = f"{label}: unknown attribute {written} has no effect. Did you mean {near}?"
                remark = RemarkKind.NEAR_MISS
            else:
                remark, message = RemarkKind.UNKNOWN, f"{label}: {written} has nothing to do with priorities"
            self._remark(remark, message, statement, word.line)
        named[statement.index] = credential

    def _take_job_values(self, statement: Statement, name: str) -> None:
        if statement.index is not None:
            _refuse(statement, f"{name} takes no index: it applies everywhere")
        if not statement.words:
            _refuse(statement, f"{name} has no value", _JOB_VALUE_HINT)
        for word in statement.words:
            assignment = _JOB_VALUE.match(word.text)
            if assignment is None:
                _refuse(statement, f"{name}: {quoted(word.text)} is not understood", _JOB_VALUE_HINT, word.line)
            kind, named, text = assignment[1].upper(), assignment[2], assignment[3]
            value = _read(JOB_VALUES, f"{name} {kind}[{named}]", text, statement.path, word.line)
            self.job_values.setdefault(kind, {})[named.lower()] = value
            if kind == "STATE" and named.lower() not in STATES:
                near = nearest(named, STATES)
                hint = f"Did you mean {near}?" if near else f"Known are {', '.join(STATES)}"
                message = f"{name}: no job has the state {quoted(named)}. {hint}"
                self._remark(RemarkKind.NEAR_MISS, message, statement, word.line)

    def _remark_unknown(self, statement: Statement) -> None:
        name, kind = statement.name, RemarkKind.NEAR_MISS
        if near := nearest(name, KNOWN):
            message = f"unknown parameter {name} has no effect. Did you mean {near}?"
        elif name.upper().endswith(("WEIGHT", "CAP")):
            message = f"{name} looks like a weight or a cap of priorities, but no parameter has that name"
        else:
            kind, message = RemarkKind.UNKNOWN, f"{name} has nothing to do with priorities"
        self._remark(kind, message, statement)

    def _remark(self, kind: RemarkKind, message: str, statement: Statement, line: int | None = None) -> None:
        self.remarks.append(Remark(kind, message, statement.path, line or statement.line))


def override(name: str, text: str) -> tuple[str, Any]:
    """Parameter and value of an assignment; MoabError if the parameter is unknown or cannot have this value."""
    known = _CURRENT_NAMES.get(name.upper(), name.upper())
    if known not in PARAMETERS:
        near = nearest(name, PARAMETERS)
        hint = f"Did you mean {near}?" if near else "Give weights, caps or related parameters, such as XFACTORWEIGHT=10"
        raise MoabError(f"no parameter {name} affects priorities", hint=hint)
    return known, _read(PARAMETERS[known], name, text)


def _read(known: Parameter | Attribute, name: str, text: str, path: str | None = None, line: int | None = None) -> Any:
    value = known.read(text)
    if value is None:
        raise MoabError(f"{name} must be {known.expected}, not {quoted(text)}", path, line)
    return value


def _refuse(statement: Statement, message: str, hint: str | None = None, line: int | None = None) -> NoReturn:
    raise MoabError(message, statement.path, line or statement.line, hint=hint)


_NOTHING = Credential()
_OFF = FsPolicy(UsageMetric.NOTHING.value, UsageMetric.NOTHING)
_SHARED: tuple[str, ...] = ("FSUSER", "FSGROUP", "FSACCOUNT", "FSQOS", "FSCLASS")


class MoabConfig(Struct, frozen=True):
    """The values that were read, by partition and credential; anything else has Moab's default."""

    settings: Mapping[tuple[str, str], Any] = field(default_factory=dict)
    """Values by parameter and partition."""
    credentials: Mapping[CredentialKind, Mapping[str, Credential]] = field(default_factory=dict)
    """Each credential's own attributes."""
    job_values: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Values of `JOBPRIOF`, by kind (`STATE`, `ATTR`, `GRES`) and name in lower case."""
    remarks: tuple[Remark, ...] = ()

    def value(self, name: str, partition: str = GLOBAL) -> Any:
        """The value in a partition: its own, even if 0, else the global one, else the default.

        Its type is that of the parameter's reader in `PARAMETERS`; None if there is neither value nor default.
        """
        # A 0 of the partition counts: Maui took it for unset, so that a partition could not switch a cap off.
        return self.settings.get((name, partition), self.settings.get((name, GLOBAL), PARAMETERS[name].default))

    def integer(self, name: str, partition: str = GLOBAL) -> int:
        """A weight, a cap, a count or a duration."""
        return int(self.value(name, partition))

    def real(self, name: str) -> float:
        """A decimal number."""
        return float(self.value(name))

    def policy(self, partition: str = GLOBAL) -> FsPolicy:
        """The FSPOLICY of a partition."""
        return self.value("FSPOLICY", partition) or _OFF

    def job_value(self, kind: str, names: Iterable[str]) -> int:
        """The sum of the `JOBPRIOF` values of these names of a kind; each name counts once, ignoring case."""
        values = self.job_values.get(kind, {})
        # A set, since a resource that is requested twice has its value once.
        return sum(values.get(name, 0) for name in {name.lower() for name in names})

    def own(self, kind: CredentialKind, name: str) -> Credential:
        """A credential's own attributes, without those of `DEFAULT`."""
        return self.credentials.get(kind, {}).get(name, _NOTHING)

    def credential(self, kind: CredentialKind, name: str | None) -> Credential:
        """A credential, with missing attributes taken from `DEFAULT`; without a name it has no attributes at all."""
        return _NOTHING if name is None else self.own(kind, name).over(self.own(kind, DEFAULT))

    def names(self, kind: CredentialKind) -> tuple[str, ...]:
        """The configured credentials, without `DEFAULT`."""
        return tuple(name for name in self.credentials.get(kind, {}) if name != DEFAULT)

    def partitions(self) -> frozenset[str]:
        """Partitions with values of their own."""
        return frozenset(partition for _, partition in self.settings) - {GLOBAL}

    def with_overrides(self, values: Mapping[str, str]) -> "MoabConfig":
        """The configuration with these values in every partition; MoabError if a name is unknown or a value invalid."""
        changed = dict(override(name, text) for name, text in values.items())
        # What the command line says is for all partitions, and those of the file would win against it.
        others = {key: value for key, value in self.settings.items() if key[0] not in changed}
        return replace(self, settings={**others, **{(name, GLOBAL): value for name, value in changed.items()}})


def read_config(path: Path, within: SnapshotRoot | None = None) -> MoabConfig:
    """Read a moab.cfg and the files that it includes; for an untrusted one, only those `within` a folder.

    Raises:
        MoabError: gives file, line and what was expected; nothing of a file with an error is used.
        OSError: the file cannot be read.
    """
    refused: list[Remark] = []
    config = config_of(read_statements(path, within, refused))
    return replace(config, remarks=(*refused, *config.remarks))


def config_of(statements: Iterable[Statement]) -> MoabConfig:
    """The configuration of these statements, the last of which count; a MoabError says what was expected and where."""
    parts = Parts()
    for statement in statements:
        parts.take(statement)
    return MoabConfig(parts.settings, parts.credentials, parts.job_values, tuple(parts.remarks))


def lint(config: MoabConfig) -> tuple[Remark, ...]:
    """Remarks on the configuration as a whole; those on single lines are in `config.remarks`."""
    messages = (*_fair_share(config), *_hidden(config), *_without_weight(config))
    return tuple(Remark(RemarkKind.SUSPICIOUS, message) for message in messages)


def _set(config: MoabConfig, parameter: str) -> bool:
    """Whether a parameter is not 0 in some partition."""
    values = [value for (name, _), value in config.settings.items() if name == parameter]
    return any(values) or bool(not values and config.value(parameter))


def _credentials(config: MoabConfig) -> Iterator[tuple[CredentialKind, str, Credential]]:
    for kind, named in config.credentials.items():
        yield from ((kind, name, own) for name, own in named.items())


def _fair_share(config: MoabConfig) -> Iterator[str]:
    weighed = any(_set(config, f"{name}WEIGHT") for name in _SHARED)
    policies = {config.policy(), *(config.policy(partition) for partition in config.partitions())}
    on = any(policy.charge is not UsageMetric.NOTHING for policy in policies)
    if not weighed and any(credential.target is not None for _, _, credential in _credentials(config)):
        yield "there are fair share targets, but FSUSERWEIGHT and similar weights are all 0: targets change no priority"
    if weighed and not on:
        yield "there are fair share weights, but FSPOLICY is not set: fair share is off"
    if not 0 <= config.real("FSDECAY") <= 1:
        yield f"FSDECAY {config.real('FSDECAY'):g} makes old usage count more than new"
    for kind in CredentialKind:
        wanted = [config.own(kind, name).target for name in config.names(kind)]
        # A ceiling promises nothing, and so does not count against the others.
        total = sum(target.percent for target in wanted if target and target.kind is not FairShareBound.CEILING)
        if total > 100:
            yield f"the fair share targets of {kind.parameter} add up to {total:g} percent"


def _hidden(config: MoabConfig) -> Iterator[str]:
    for component in Component:
        weights = [subfactor.weight for subfactor in SUBFACTORS if subfactor.component is component]
        written = [weight for weight in weights if any(name == weight for name, _ in config.settings)]
        used = [weight for weight in written if _set(config, weight)]
        # Credentials may add to a weight of 0, and it then has an effect for their jobs.
        offset = component is Component.FS and any(credential.fsweight for _, _, credential in _credentials(config))
        if used and not _set(config, component.weight) and not offset:
            have = "have" if len(used) > 1 else "has"
            yield f"{component.weight} is 0, so {' and '.join(used)} {have} no effect"


def _without_weight(config: MoabConfig) -> Iterator[str]:
    for kind, name, credential in _credentials(config):
        targets = ("QTTARGET", "QUEUETIME", credential.qttarget), ("XFTARGET", "XFACTOR", credential.xftarget)
        for attribute, subfactor, value in targets:
            weight = f"TARGET{subfactor}WEIGHT"
            if value and not _set(config, weight):
                yield f"{kind.parameter}[{name}] has {attribute}, but {weight} is 0: the target changes no priority"
    if config.job_values and not any(_set(config, f"ATTR{name}WEIGHT") for name in ("ATTR", "STATE", "GRES")):
        yield "JOBPRIOF gives values, but ATTRATTRWEIGHT, ATTRSTATEWEIGHT and ATTRGRESWEIGHT are 0"
