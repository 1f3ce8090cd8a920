"""The submit language, line by line: definitions up to each queue statement, and the lists that belong to these.

It is the language of configurations with other statements (`Parse_macros` with READ_MACROS_SUBMIT_SYNTAX), so the
reader of those does what is the same.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from userprio.base import Behaviour, Version, placed
from userprio.base.limits import CONFIG_TEXT, LINES
from userprio.base.versions import behaviour_of
from userprio.config import (
    BLANKS,
    ConditionProblem,
    Config,
    ConfigWarning,
    Definition,
    ErrorKind,
    HereDocument,
    IfBlocks,
    Include,
    LogicalLines,
    Origin,
    OriginKind,
    Scope,
    SourceReader,
    StatementPlace,
    Use,
    quoted,
    template_calls,
    with_arguments,
)
from userprio.submission.queue import parse_queue

_QUEUE: Final = re.compile(r"queue(?=\s|\Z)", re.I)
_ITERATE: Final = re.compile(rf"{_QUEUE.pattern}|iter(?:a(?:te?)?)?(?=\s|\Z)(?!\s*(?:[=:]|@=|\+\S{{0,2}}=))", re.I)
_ASSIGNMENT: Final = re.compile(r"[^\s=:]*(?:[=:]|\s+(?:[=:]|@=|\+(?:([,;|&*])\1?)?=))")
_KEYWORD: Final = re.compile(r"@?(?:use|include|error|warning)\b[^=]*:", re.I)
_FORCED: Final = re.compile(r"([+-])([^\s=:]*)\s*=\s*(.*)", re.S)
_CONFIGURED: Final = re.compile(r"\$\(([A-Za-z0-9_.]+)\)")
MY: Final = "my."
"""The prefix of names that become attributes as they are, in lower case; `+Name` stands for it as well."""
_STRICT: Final = {
    "false": (False, False, False, False, False),
    "true": (True, True, True, False, True),
    "harsh": (True, True, True, True, True),
}
_STRICTNESS: Final = (
    "SubmitWarnEmptyMatches",
    "SubmitFailEmptyMatches",
    "SubmitWarnDuplicateMatches",
    "SubmitFailEmptyFields",
    "SubmitWarnEmptyFields",
)


class Definitions(Mapping[str, Definition]):
    """Definitions by lower-case name, with the variables of the queue before them, that know which were looked up."""

    def __init__(self, own: Mapping[str, Definition], defaults: Mapping[str, str]) -> None:
        self.own = own
        self.defaults = defaults
        self.live: dict[str, str] = {}
        """The values of the queue's variables."""
        self.used: set[str] = set()
        """The names that were looked up."""

    def __getitem__(self, name: str) -> Definition:
        self.used.add(name)
        if name in self.live:
            return Definition(name, self.live[name], Origin(None, None, OriginKind.DETECTED))
        return self.own[name]

    def __iter__(self) -> Iterator[str]:
        return iter({**self.own, **self.live})

    def __len__(self) -> int:
        return len({**self.own, **self.live})

    def default(self, name: str) -> str | None:
        """The value of a name that is not defined, such as `Process`."""
        return self.defaults.get(name)

    def knows(self, name: str) -> bool:
        """Whether a look-up of a name could find anything; most of them do not, and this is quick."""
        return name in self.own or name in self.live or name in self.defaults or f"submit.{name}" in self.own


class QueueStatement(Struct, frozen=True):
    """A queue statement, with what is defined where it stands."""

    arguments: str
    """What follows the keyword, expanded."""
    rows: tuple[str, ...]
    """The lines of a list in the file itself."""
    definitions: Mapping[str, Definition]
    used: frozenset[str]
    """Names that were looked up while reading, by conditions and the like."""
    origin: Origin


class SubmitHost(Struct, frozen=True):
    """Where a description is submitted: what is read besides it."""

    config: Config
    version: Version
    """Of condor_submit."""
    environ: Mapping[str, str]
    folder: Path
    """The working directory, from which relative names of files start."""
    now: int
    """Seconds since the epoch."""
    year_month_day: tuple[str, str, str]
    allow_commands: bool = False
    user: str = ""
    """The user's name without a domain."""

    @property
    def behaviour(self) -> Behaviour:
        """How that condor_submit behaves."""
        return behaviour_of(self.version)

    def defaults(self, source: str) -> dict[str, str]:
        """The names that every description can refer to, in lower case, for a file called `source`."""
        year, month, day = self.year_month_day
        own = {name: self.config.text(name) or "" for name in ("arch", "opsys", "opsysver", "opsysandver", "spool")}
        return {
            **own,
            "opsysmajorver": self.config.text("OPSYSMAJORVER") or "",
            "islinux": "1",
            "iswindows": "0",
            "jobid": "$(ClusterId).$(ProcId)",
            "joblistid": "$(ClusterId)",
            "node": "",
            "request_cpus": "$(RequestCPUs)",
            "request_memory": "$(RequestMemory)",
            "vm_memory": "$(Request_Memory)",
            "vm_vcpus": "$(Request_CPUs)",
            "submit_file": source,
            "submit_time": str(self.now),
            "year": year,
            "month": month,
            "day": day,
            **dict.fromkeys(("cluster", "clusterid"), "1"),
            **dict.fromkeys(("process", "procid", "step", "taskid", "row", "itemindex"), "0"),
        }

    def scope(self, definitions: Definitions, dice: Random) -> Scope:
        """What names mean in a description."""
        scope = Scope(definitions, "SUBMIT", None, self.environ, self.version, dice)
        return replace(scope, defaults=definitions.default, folder=str(self.folder))


class SubmitReader(SourceReader):
    """Reads a description up to each of its queue statements."""

    host: SubmitHost | None = None
    statements: list[QueueStatement] = field(default_factory=list)
    several: bool = False
    """Whether a file may have several queue statements."""

    def read(self, text: str, source: StatementPlace) -> None:
        """Read a description. Raises ConfigError."""
        self._read_text(text, source)

    def _read_text(self, text: str, source: StatementPlace, by: Origin | None = None) -> None:
        count = text.count("\n") + 1
        for name, number in ((LINES, count), (CONFIG_TEXT, len(text))):
            self.budget.spend(name, number, source.origin.path, source.origin.line or count)
        blocks, document, body = IfBlocks(), None, list[str]()
        place, top = source, source.depth == 0 and source.origin.template is None
        lines = ((line.text.strip(BLANKS), line.number) for line in LogicalLines(text))
        for line, number in lines:
            place = source.on(number)
            if not line or line.startswith("#"):
                continue
            if top and self.statements and not self.several:
                raise place.error("something follows the queue statement", ErrorKind.SYNTAX, "End the file with it")
            if document is not None:
                if line == f"@{document.tag}":
                    self.define(document.name, "\n".join(body), place.origin)
                    document, body = None, []
                else:
                    body.append(line)
                continue
            if line.startswith(":") and (blocks.open or re.match(r":if(\s|\Z)", line)):
                line = line[1:]
            try:
                if blocks.take(line, self.holds):
                    continue
            except ConditionProblem as problem:
                raise place.error(problem.message, problem.kind) from None
            if not blocks.enabled:
                continue
            queue = (_ITERATE if self.scope.behaviour.items_may_be_a_table else _QUEUE).match(line)
            if queue is None:
                document = self._obey(line, place, strict=True)
            elif top:
                self._queue(line[queue.end() :], lines, place)
            else:
                raise place.error("a queue statement cannot be in an included file", ErrorKind.SYNTAX, "Move it")
        if document is not None:
            message = f"the text of {document.name} has no end: there is no line {quoted('@' + document.tag)}"
            raise place.error(message, ErrorKind.UNTERMINATED_HERE_DOCUMENT)
        if blocks.open:
            raise place.error("the file ends before the endif of an if", ErrorKind.MISSING_ENDIF)

    def _obey(self, line: str, place: StatementPlace, strict: bool) -> HereDocument | None:
        forced = _FORCED.match(line)
        if forced:
            text = forced[3] if forced[1] == "+" else ""
            name = f"MY.{self._expanded(forced[2], place.origin)}"
            self.definitions[name.lower()] = Definition(name, text, place.origin)
            return None
        keyword = _KEYWORD.match(line)
        if not keyword and not _ASSIGNMENT.match(line):
            hint = "Write NAME = VALUE, or a queue statement"
            raise place.error(f"{quoted(line)} is not a statement of a submit description", ErrorKind.SYNTAX, hint)
        return super()._obey(line, place, strict)

    def _queue(self, written: str, lines: Iterator[tuple[str, int]], place: StatementPlace) -> None:
        """Record a queue statement, with its list if that is on the lines that follow."""
        arguments = self._expanded(written.strip(BLANKS), place.origin)
        rows: list[str] = []
        if parse_queue(arguments, place, self.scope.behaviour).is_open:
            for line, _ in lines:
                if line.startswith(")"):
                    break
                if not line.startswith("#"):
                    rows.append(line)
            else:
                hint = "End it with a line that begins with )"
                raise place.error("the list of this queue statement has no end", ErrorKind.SYNTAX, hint)
        assert isinstance(self.scope.definitions, Definitions)
        used = frozenset(self.scope.definitions.used)
        own = dict(self.definitions)
        self.statements.append(QueueStatement(arguments, tuple(rows), own, used, place.origin))

    def _included(self, source: str, statement: Include, into: str | None, place: StatementPlace) -> tuple[bytes, str]:
        assert self.host is not None
        if into is not None and (self.host.folder / into).is_file():
            return super()._included(str(self.host.folder / into), Include(""), None, place)
        if statement.command or "|" in source:
            return super()._included(source, statement, None, place)  # What it prints is not written anywhere
        data, _ = super()._included(str(self.host.folder / source), statement, None, place)
        return data, source

    def _use(self, statement: Use, place: StatementPlace) -> None:
        category = self._expanded(statement.category, place.origin).lower()
        for name, arguments in template_calls(statement.templates):
            text = self._template(category, name)
            if text is None:
                message = f"there is no template {quoted(name)} of {category or 'this'}"
                hint = "SUBMIT_TEMPLATE_NAMES of the configuration lists them: use template : NAME"
                raise place.error(message, ErrorKind.UNKNOWN_TEMPLATE, hint)
            origin = replace(place.origin, kind=OriginKind.TEMPLATE, template=f"{category}:{name}")
            self._read_text(with_arguments(text, arguments), StatementPlace(origin, place.depth + 1))

    def _template(self, category: str, name: str) -> str | None:
        assert self.host is not None
        config = self.host.config
        if category == "strict" and name.lower() in _STRICT:
            values = zip(_STRICTNESS, _STRICT[name.lower()], strict=True)
            return "\n".join(f"{knob}={str(value).lower()}" for knob, value in values)
        if category != "template" or name.lower() not in map(str.lower, config.words("SUBMIT_TEMPLATE_NAMES")):
            return None
        text = config.raw(f"SUBMIT_TEMPLATE_{name}") or ""
        # Only knobs that are defined: what else it refers to are the description's own names.
        return _CONFIGURED.sub(lambda name: name[0] if (own := config.text(name[1])) is None else own, text)


def read_description(text: str, source: str, host: SubmitHost, dice: Random) -> tuple[list[QueueStatement], list[str]]:
    """The queue statements of a description, and warnings. A file without one ends with an empty one, if it may.

    Raises:
        ConfigError: it cannot be read, or runs a command that is not allowed.
    """
    behaviour = host.behaviour
    definitions: dict[str, Definition] = {}
    names = Definitions(definitions, host.defaults(source))
    reader = SubmitReader(host.scope(names, dice), definitions, host.allow_commands)
    reader.host = host
    reader.several = not (
        behaviour.queue_statement_is_last and host.config.boolean("SUBMIT_PREVENT_MULTI_QUEUE", default=True)
    )
    end = StatementPlace(Origin(source, None, OriginKind.FILE), 0)
    reader.read(text, end)
    if not reader.statements:
        if not behaviour.queue_statement_is_optional:
            raise end.error("there is no queue statement", ErrorKind.SYNTAX, "End the file with queue")
        reader.statements.append(QueueStatement("", (), definitions, frozenset(names.used), end.origin))
    if len(reader.statements) > 1:
        message = f"{source}: several queue statements in a file are deprecated"
        return reader.statements, [*messages_of(reader.warnings), message]
    return reader.statements, messages_of(reader.warnings)


def messages_of(warnings: Iterable[ConfigWarning]) -> list[str]:
    """Warnings as sentences, with their places."""
    return [placed(warning.message, warning.path, warning.line) for warning in warnings]
