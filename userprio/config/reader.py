"""Reading a configuration text into the table of definitions, with everything that it includes: which file is the root,
and the commands that may stand in for a file.
"""

import errno
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from userprio.base.limits import (
    CONFIG_FILE,
    CONFIG_FILES,
    CONFIG_TEXT,
    INCLUDE_LEVELS,
    LINES,
    Budget,
    Exceeded,
    budget,
    read_file,
)
from userprio.base.patterns import lazy_pattern
from userprio.base.snapshot_trust import HINT, SnapshotRoot
from userprio.base.versions import Behaviour
from userprio.base.writing import write_file
from userprio.config.dump import is_dump, statements
from userprio.config.errors import ConfigError, ConfigWarning, ErrorKind, Origin, OriginKind, WarningKind, quoted
from userprio.config.functions import Definition, Scope
from userprio.config.knob import BLANKS
from userprio.config.macros import Expansion, expand, expand_self
from userprio.config.statements import (
    Assignment,
    ConditionProblem,
    HereDocument,
    IfBlocks,
    Include,
    LogicalLine,
    LogicalLines,
    Message,
    Problem,
    Statement,
    Use,
    VersionDependence,
    evaluate_condition,
    has_category,
    is_legal_name,
    parse_statement,
    template_calls,
    template_names,
    template_text,
    with_arguments,
)

if TYPE_CHECKING:
    from subprocess import CompletedProcess

USUAL_PLACES: Final = (Path("/etc/condor/condor_config"), Path("/usr/local/etc/condor_config"))
"""Where HTCondor looks when CONDOR_CONFIG is unset; `~condor/condor_config` follows where there is such a user."""


def find_root(environ: Mapping[str, str], places: Sequence[Path] = USUAL_PLACES) -> Path | None:
    """The root file that HTCondor would read, or None where it would read none.

    If CONDOR_CONFIG is set, it alone decides: `ONLY_ENV`, in any case, means no file, a command ends in `|`, and a
    missing file or a directory is an error (ConfigError). Otherwise it is the first of `places` that can be opened
    (`find_file`).
    """
    named = environ.get("CONDOR_CONFIG")
    if named is None:
        return next((place for place in places if _can_be_opened(place)), None)
    if named.upper() == "ONLY_ENV":
        return None
    path = Path(named)
    if named.endswith("|"):
        return path
    if path.is_dir():
        message, hint = "CONDOR_CONFIG names a directory", "Name a file in it"
        raise ConfigError(message, path, hint=hint, kind=ErrorKind.ROOT_MISSING)
    if not path.exists():
        message, hint = "CONDOR_CONFIG names a file that does not exist", "Correct or unset CONDOR_CONFIG"
        raise ConfigError(message, path, hint=hint, kind=ErrorKind.ROOT_MISSING)
    return path


def _can_be_opened(path: Path) -> bool:
    try:
        with path.open("rb"):
            return True
    except OSError:
        return False


_QUOTED = lazy_pattern(r"'((?:[^']|'')*)'")
_WORD = lazy_pattern(rf"(?:{_QUOTED.pattern}|[^{BLANKS}])+")


def is_command(source: str) -> bool:
    """Whether a source is a command rather than a file: it contains a `|`."""
    return "|" in source


def run_command(command: str, environ: Mapping[str, str]) -> "CompletedProcess[bytes]":
    """Run a command, without a shell, and wait for it. Raises OSError if it cannot be started."""
    import subprocess

    words = _command_words(command)
    if not words or "\0" in command:
        raise FileNotFoundError(errno.ENOENT, "a command cannot have this name")
    return subprocess.run(words, env=dict(environ), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False)


def _command_words(command: str) -> list[str]:
    """The words of a command, separated by blanks.

    If double quotes enclose the whole command, single quotes in it protect blanks, and doubled quotes are literal.
    """
    text = command.strip(BLANKS)
    if not (len(text) > 1 and text.startswith('"') and text.endswith('"')):
        return text.split()
    words = _WORD.finditer(text[1:-1].replace('""', '"'))
    return [_QUOTED.sub(lambda quoted: quoted[1].replace("''", "'"), word[0]) for word in words]


_ABOUT_VERSION = lazy_pattern(rf"!?[{BLANKS}]*version[{BLANKS}]*([^$]*)\Z", re.I)
_VARIABLE = lazy_pattern(r"\$ENV\(([^():]*)(:?)")
_OWN_KINDS: Final = (ErrorKind.INCLUDE_DEPTH, ErrorKind.COMMAND_REFUSED)
"""Kinds of error that are kept when an error leaves an included file."""


class StatementPlace(msgspec.Struct, frozen=True):
    """Where a statement is; statements of a template have the place of its `use`."""

    origin: Origin
    depth: int

    def on(self, line: int) -> "StatementPlace":
        """The same place, on this line."""
        return self if self.origin.template is not None else replace(self, origin=replace(self.origin, line=line))

    def error(self, message: str, kind: ErrorKind, hint: str | None = None) -> ConfigError:
        """An error at this place, which names the template if there is one."""
        template = self.origin.template
        return self.origin.error(message if template is None else f"{message} (in the template {template})", kind, hint)


class SourceReader(msgspec.Struct):
    """Reads texts into the table of definitions.

    `scope` looks names up in `definitions`, so each statement sees the definitions made before it.
    """

    scope: Scope
    definitions: dict[str, Definition]
    allow_commands: bool
    within: SnapshotRoot | None = None
    """The untrusted snapshot that all files must be in; None: they may be anywhere."""
    warnings: list[ConfigWarning] = msgspec.field(default_factory=list)
    by_version: list[VersionDependence] = msgspec.field(default_factory=list)
    set_again: list[tuple[Definition, Definition]] = msgspec.field(default_factory=list)
    """Pairs of a definition and the later one in the same file that replaces it by another text."""
    budget: Budget = msgspec.field(default_factory=budget)
    _comparisons: list[str] = msgspec.field(default_factory=list)
    _failed: list[str] = msgspec.field(default_factory=list)

    def define(self, name: str, text: str, origin: Origin) -> None:
        """Define a name. References to itself are replaced by its previous text."""
        value = self._placed(lambda: expand_self(text, name, self.scope), origin)
        before, after = self.definitions.get(name.lower()), Definition(name, value, origin)
        if before is not None and after.replaces(before):  # Usually forgotten lines further up, which `check` reports
            self.set_again.append((before, after))
        self.definitions[name.lower()] = after
        self.budget.spend(CONFIG_TEXT, len(value), origin.path, origin.line)

    def insert(self, name: str, text: str, origin: Origin) -> None:
        """Define a name as HTCondor does for values that are not read from a file.

        References to itself are replaced only if there is already a definition (`insert_macro`).
        """
        if name.lower() in self.definitions:  # Without one, `PATH = $(PATH)` of the environment stays as it is
            self.define(name, text, origin)
        else:
            self.definitions[name.lower()] = Definition(name, text, origin)

    def read_file(self, path: str, depth: int) -> None:
        """Read a file. Raises OSError if it cannot be opened, ConfigError if it is invalid."""
        self._read(_file_bytes(path, self.within), path, depth)

    def read_command(self, source: str, knob: str, depth: int) -> None:
        """Read the output of a command that a knob names; the command must succeed (`Close_macro_source`)."""
        command = source.rstrip(f"|{BLANKS}")
        definition = self.scope.definition(knob)
        origin = Origin(None, None, OriginKind.ENVIRONMENT) if definition is None else definition.origin
        if not self.allow_commands:
            self._refuse_command(_refusal(command, f"{knob} names a command", origin), origin)
            return
        try:
            output = run_command(command, self.scope.environ)
            self._read(output.stdout, source, depth)
            if output.returncode != 0:
                raise _ended(output.returncode)
        except OSError as error:
            message = f"the command {quoted(command)}, which {knob} names, failed: {error.strerror}"
            raise origin.error(message, ErrorKind.INCLUDE_COMMAND_FAILED) from None

    def refuses(self, source: str, origin: Origin) -> bool:
        """Whether a file or folder is left out because it is outside of `within`; a warning says so."""
        if self.within is None or not source or "\0" in source or not self.within.leads_out(source):
            return False
        message = f"{quoted(source)} is not read: it is outside the snapshot {self.within}. {HINT}"
        self.warnings.append(origin.warning(message, WarningKind.NOT_FOLLOWED))
        return True

    def _refuse_command(self, refusal: ConfigError, origin: Origin) -> None:
        """Go on, with a warning, without a command that is not allowed if it comes from a snapshot; else raise."""
        if self.within is None:
            raise refusal
        message = f"{refusal.message}. Give --allow-commands if you trust whoever made the snapshot"
        self.warnings.append(origin.warning(message, WarningKind.NOT_FOLLOWED))

    def use_template(self, name: str, category: str, knob: str, origin: Origin) -> str | None:
        """Apply a template for an AUTO_USE knob; returns what was wrong with it, or None."""
        text = template_text(category, name)
        if text is None:
            return f"{knob} names the template {category}:{name}, which does not exist"
        # Lines of a template mean nothing to an admin.
        fixed = replace(origin, kind=OriginKind.TEMPLATE, template=f"{category}:{name}")
        try:
            self._read_text(with_arguments(text, ""), StatementPlace(fixed, 1))
        except ConfigError as error:
            return error.message
        return None

    def holds(self, condition: str) -> bool:
        """Whether a condition holds now. Raises ConditionProblem."""
        return evaluate_condition(condition, self.scope, self._expanded_condition)

    def _expanded_condition(self, text: str) -> str:
        expansion = expand(text, self.scope)
        self._failed += expansion.failures
        return expansion.text

    def _asked(self, condition: str) -> bool:
        answer = self.holds(condition)
        match = _ABOUT_VERSION.match(condition)
        if match is not None:
            self._comparisons.append(match[1])
        return answer

    def _note_versions(self, place: StatementPlace) -> None:
        """Record that the condition just evaluated depends on the version."""
        for comparison in self._comparisons:
            self.by_version.append(VersionDependence(place.origin, quoted(f"version {comparison}"), comparison))
        self._comparisons.clear()
        self._note_failures(tuple(self._failed), place.origin)
        self._failed.clear()

    def _note_failures(self, failures: tuple[str, ...], origin: Origin) -> None:
        """Warn about failed function macros: HTCondor prints an error, and goes on as if they were empty."""
        for failure in failures:
            message = f"{failure}; HTCondor prints an error, and reads on without it"
            self.warnings.append(origin.warning(message, WarningKind.MACRO_FUNCTION))

    def _note_variables(self, text: str, place: StatementPlace) -> None:
        if self.within is not None and "$ENV(" in text:
            self.warnings += variables_not_read(text, self.scope.environ, place.origin)

    def _read(self, data: bytes, source: str, depth: int, by: Origin | None = None) -> None:
        text = data.decode(errors="surrogateescape")
        if is_dump(text):
            text = statements(text)
        self._read_text(text, StatementPlace(Origin(source, None, OriginKind.FILE), depth), by)

    def _read_text(self, text: str, source: StatementPlace, by: Origin | None = None) -> None:
        """Execute the statements of a text. `by` is the place of what included it."""
        origin = by or source.origin
        self.budget.spend(CONFIG_FILES, 1, origin.path, origin.line)
        count = text.count("\n") + 1
        for name, number in ((LINES, count), (CONFIG_TEXT, len(text))):
            self.budget.spend(name, number, source.origin.path, source.origin.line or count)
        lines = LogicalLines(text)
        blocks = IfBlocks()
        document: HereDocument | None = None
        body: list[str] = []
        strict = False
        place = source.on(0)
        for line in lines:
            place = source.on(line.number)
            if not line.text.strip(BLANKS) or line.text.startswith("#"):
                match line.text.lower():
                    case "#opt:oldcomment":
                        lines.old_comments = True
                    case "#opt:newcomment":
                        lines.old_comments = False
                    case "#opt:strict":
                        strict = True
                continue
            if document is not None:
                if line.text == f"@{document.tag}":
                    self.define(document.name, "\n".join(body), place.origin)
                    document, body = None, []
                else:
                    self._note_variables(line.text, place)
                    body.append(line.text)
                continue
            statement_line = _without_colon(line, blocks.open)
            if blocks.enabled:
                self._note_variables(line.text, place)
            try:
                if blocks.take(statement_line, self._asked):
                    self._note_versions(place)
                    continue
            except ConditionProblem as problem:
                raise place.error(problem.message, problem.kind) from None
            except ConfigError as error:
                raise error.at(place.origin.path, place.origin.line) from None
            if blocks.enabled:
                document = self._obey(statement_line, place, strict)
        if document is not None:
            message = f"the text of {document.name} has no end: there is no line {quoted('@' + document.tag)}"
            raise place.error(message, ErrorKind.UNTERMINATED_HERE_DOCUMENT)
        if blocks.open:
            raise place.error("the file ends before the endif of an if", ErrorKind.MISSING_ENDIF)

    def _obey(self, line: str, place: StatementPlace, strict: bool) -> HereDocument | None:
        """Execute a line; returns the here document that it begins, if any, whose lines are still to be read."""
        statement = self._statement(line, place)
        match statement:
            case Problem.NO_OPERATOR:
                raise place.error(statement.value, ErrorKind.SYNTAX)
            case Problem.BAD_INCLUDE:
                hint = "They are, in lower case and this order: ifexist, command, into FILE"
                raise place.error(statement.value, ErrorKind.INCLUDE_KEYWORD, hint)
            case Message(written, fatal):
                text = self._expanded(written, place.origin)
                if fatal:
                    raise place.error(f"an error statement says {quoted(text)}", ErrorKind.ERROR_STATEMENT)
                self.warnings.append(place.origin.warning(text, WarningKind.WARNING_STATEMENT))
            case Use():
                self._use(statement, place)
            case Include():
                self._include(statement, place)
            case HereDocument(name, tag):
                return HereDocument(self._name(name, place), tag)
            case Assignment():
                self._assign(statement, place, strict)
        return None

    def _statement(self, line: str, place: StatementPlace) -> Statement | Problem | None:
        """The statement that the line is to the version that reads it."""
        appends = self.scope.behaviour.knobs_are_appended_to
        statement = parse_statement(line, appends=appends)
        append = statement if appends else parse_statement(line)  # What a newer version would read, for the warning
        if isinstance(append, Assignment) and append.glue is not None:
            ((first, _),) = Behaviour.knobs_are_appended_to.spans
            self.by_version.append(VersionDependence(place.origin, quoted(line), f">= {first}"))
            if not appends:
                message = (
                    f"{quoted(line)} does not append: HTCondor {self.scope.version} replaces what {append.name} was"
                )
                self.warnings.append(place.origin.warning(message, WarningKind.NOT_APPENDED))
        return statement

    def _assign(self, statement: Assignment, place: StatementPlace, strict: bool) -> None:
        # Every old file has RunBenchmarks with a colon, so that is tolerated.
        if statement.colon and statement.name.lower() != "runbenchmarks":
            message = f"{quoted(f'{statement.name} : {statement.text}')} has a colon where = is meant"
            if strict:
                raise place.error(message, ErrorKind.COLON_ASSIGNMENT)
            self.warnings.append(place.origin.warning(message, WarningKind.COLON_ASSIGNMENT))
        name = self._name(statement.name, place)
        text = statement.text
        if statement.glue is not None:
            old = self.scope.raw(name)
            text = f"{old}{statement.glue}{text}" if old else text  # No separator in front of the first item
        self.define(name, text, place.origin)

    def _name(self, written: str, place: StatementPlace) -> str:
        name = self._expanded(written, place.origin)
        if not is_legal_name(name):
            raise place.error(f"{quoted(name)} cannot be the name of a knob", ErrorKind.ILLEGAL_NAME)
        return name

    def _use(self, statement: Use, place: StatementPlace) -> None:
        category = self._expanded(statement.category, place.origin)
        if not category:
            raise place.error("use does not name a category", ErrorKind.TEMPLATE_CATEGORY_MISSING)
        if not has_category(category):
            message = f"there is no category {quoted(category)} of templates"
            raise place.error(message, ErrorKind.UNKNOWN_TEMPLATE_CATEGORY)
        for name, arguments in template_calls(statement.templates):
            text = template_text(category, name)
            if text is None:
                message = f"there is no template {quoted(name)} in {category.upper()}"
                from difflib import get_close_matches  # Only for a mistake

                close = get_close_matches(name.lower(), template_names(category), n=1)
                hint = f"Is {close[0].upper()} meant?" if close else None
                raise place.error(message, ErrorKind.UNKNOWN_TEMPLATE, hint)
            if place.depth + 1 > INCLUDE_LEVELS:
                raise place.error(f"templates nest deeper than {INCLUDE_LEVELS} levels", ErrorKind.INCLUDE_DEPTH)
            origin = replace(place.origin, kind=OriginKind.TEMPLATE, template=f"{category.upper()}:{name}")
            self._read_text(with_arguments(text, arguments), StatementPlace(origin, place.depth + 1))

    def _include(self, statement: Include, place: StatementPlace) -> None:
        source = self._expanded(statement.source, place.origin)
        into = None if statement.into is None else self._expanded(statement.into, place.origin)
        if into is not None and (not into or into.endswith("|")):
            raise place.error("include into has no file name", ErrorKind.INCLUDE_KEYWORD)
        files = (into, None if statement.command or is_command(source) else source)
        if any(file is not None and self.refuses(file, place.origin) for file in files):
            return
        try:
            data, name = self._included(source, statement, into, place)
        except ConfigError as error:
            if error.kind is not ErrorKind.COMMAND_REFUSED:
                raise
            self._refuse_command(error, place.origin)
            return
        except OSError as error:
            if statement.if_exists:  # `ifexist` forgives a command that fails, too
                return
            is_file = not statement.command and not is_command(source)
            kind = ErrorKind.INCLUDE_MISSING if is_file else ErrorKind.INCLUDE_COMMAND_FAILED
            raise place.error(f"{quoted(source)} cannot be read: {error.strerror}", kind) from None
        if place.depth + 1 >= INCLUDE_LEVELS:
            message = f"includes nest deeper than {INCLUDE_LEVELS} levels, the last being {quoted(name)}"
            raise place.error(message, ErrorKind.INCLUDE_DEPTH)
        try:
            self._read(data, name, place.depth + 1, place.origin)
        except ConfigError as error:
            innermost = error.inner or error
            kind = error.kind if error.kind in _OWN_KINDS else ErrorKind.ERROR_IN_INCLUDED_FILE
            where = innermost.path if innermost.line is None else f"{innermost.path}, line {innermost.line}"
            outer = place.error(f"in the included {where}: {innermost.message}", kind, innermost.hint)
            outer.inner = innermost
            raise outer from None

    def _included(self, source: str, statement: Include, into: str | None, place: StatementPlace) -> tuple[bytes, str]:
        """The bytes of an included source, and its name. Raises OSError if it cannot be read."""
        if into is not None:
            try:
                return _file_bytes(into, self.within), into
            except OSError:
                pass  # no cache yet: the command fills it
        if not statement.command and not is_command(source):
            return _file_bytes(source, self.within), source
        command = source.rstrip(f"|{BLANKS}")
        if not self.allow_commands:
            raise _refusal(command, "this line runs a command", place.origin)
        if not statement.command and not source.endswith("|"):
            raise place.error(f"{quoted(source)} has a | that is not at its end", ErrorKind.INCLUDE_COMMAND_FAILED)
        output = run_command(command, self.scope.environ)
        if into is None:
            # HTCondor ignores the exit status here.
            return output.stdout, f"{command} |"
        if output.returncode != 0:
            raise _ended(output.returncode)
        write_file(Path(into), output.stdout)
        return output.stdout, into

    def _expanded(self, text: str, origin: Origin) -> str:
        return self._placed(lambda: expand(text, self.scope), origin)

    def _placed(self, expansion: Callable[[], Expansion], origin: Origin) -> str:
        """The text of an expansion; errors in it get the place of the line."""
        try:
            expanded = expansion()
        except (ConfigError, Exceeded) as error:
            raise error.at(origin.path, origin.line) from None
        self._note_failures(expanded.failures, origin)
        return expanded.text


def variables_not_read(text: str, environ: Mapping[str, str], origin: Origin) -> Iterator[ConfigWarning]:
    """A warning about each environment variable that an untrusted text refers to but does not get."""
    for name, default in dict.fromkeys(_VARIABLE.findall(text)):
        if name not in environ:
            stands_for = "its default" if default else "UNDEFINED"
            message = f"{quoted(f'$ENV({name})')} is {stands_for}: a snapshot does not contain the environment. {HINT}"
            yield origin.warning(message, WarningKind.NOT_FOLLOWED)


def _refusal(command: str, subject: str, origin: Origin) -> ConfigError:
    return origin.error(f"{subject}, {quoted(command)}, and commands are not run", ErrorKind.COMMAND_REFUSED)


def _ended(status: int) -> OSError:
    return ChildProcessError(errno.ECHILD, f"it ended with status {status}")


def _without_colon(line: LogicalLine, in_block: bool) -> str:
    """A line without the colon that hid it from HTCondor before 8.1.5."""
    hidden = line.text.startswith(":") and (in_block or (line.text[1:3] == "if" and line.text[3:4] in ("", *BLANKS)))
    return line.text[1:] if hidden else line.text


def _file_bytes(name: str, within: SnapshotRoot | None) -> bytes:
    """The contents of a file; to HTCondor a directory is an empty file."""
    if not name or "\0" in name:
        raise FileNotFoundError(errno.ENOENT, "a file cannot have this name")
    try:
        # Not as a Path, which would normalize a name that is too long.
        return read_file(name, CONFIG_FILE, within)
    except IsADirectoryError:
        return b""
