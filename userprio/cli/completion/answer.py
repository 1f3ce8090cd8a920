"""Answers a shell's request for completions. zsh and fish pass words; bash passes the text of its line, and replaces
only the end of it.

What a value may be is said in the list of commands, by a `WordKind`: words come from that list, names from the files
that the line's options select.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from userprio.base.formats import Format
from userprio.base.limits import run_with
from userprio.base.records import Record
from userprio.cli.classic.options import OPTIONS
from userprio.cli.completion.bash import split
from userprio.cli.completion.commands import (
    KEPT,
    CommandSpec,
    OperandSpec,
    OptionSpec,
    ProgramSpec,
    TypedWords,
    WordKind,
    classic_option,
    find_option,
    from_json,
    read_words,
)
from userprio.cli.completion.names import NAME_RULES, ROOT, KnownNames, NameRule
from userprio.cli.completion.spellings import in_full, patterns, shortest
from userprio.cli.completion.words import Completions, beginning, ordered, several, without_used
from userprio.cli.environment import COMPLETION, Environment, ExitStatus

_LISTING: Final = "most"
"""The tables of what is listed without a command."""
_OF_ROWS: Final = (Format.CSV, Format.JSON, Format.JSONL)
"""The formats whose columns are the fields of rows."""

_LIKE: Final = "like="


def run(arguments: Sequence[str], env: Environment) -> ExitStatus:
    """Answer the shell that the environment names."""
    with run_with():
        return complete(env.environ[COMPLETION], arguments, env)


def complete(shell: str, arguments: Sequence[str], env: Environment) -> ExitStatus:
    """Print completions for a shell: directives on the first line, then one candidate per line.

    For zsh and fish the arguments are the words after the program's name, the one at the cursor last; candidates are
    whole words, followed by a tab and a description if there is one. For bash they are the line up to the cursor, and
    the end of it that bash will replace; candidates are quoted replacements.
    """
    program = from_json(KEPT.read_text(encoding="utf-8"))
    if shell == "bash" and len(arguments) == 2:
        line = split(*arguments)
        answer = answer_to(program, line.words[1:], line.current, env)
        words = [word for word in answer.words if word.startswith(line.current[: line.length])]
        if answer.replacing and len(words) > 1:
            # Bash inserts what all candidates begin with, which would take the place of what was typed.
            words.append(line.current)
        lines = [line.written(word) for word in words]
    elif shell in ("zsh", "fish") and arguments:
        answer = answer_to(program, arguments[:-1], arguments[-1], env)
        lines = [_explained(word, answer.remarks.get(word)) for word in answer.words]
    else:
        return ExitStatus.USAGE
    env.stdout.write("".join(f"{line}\n" for line in (answer.directives, *lines)))
    return ExitStatus.DONE


def _explained(word: str, remark: str | None) -> str:
    """The line of a candidate, with its description, which is escaped since it may contain arbitrary names."""
    if remark is None:
        return word
    if not remark.isprintable():
        from userprio.report import printable

        remark = printable(remark)
    return f"{word}\t{remark}"


def answer_to(program: ProgramSpec, words: Sequence[str], current: str, env: Environment) -> Completions:
    """The completions of `current`, which follows `words` after the program's name."""
    typed = read_words(program, words)
    profiles = typed.given.get("--profile")
    names = KnownNames(typed.given, env.with_profile(profiles[-1]) if profiles else env)
    return _Cursor(program, typed, names).completions(current)


class _Cursor(Record):
    """The place at the end of what was typed."""

    program: ProgramSpec
    typed: TypedWords
    names: KnownNames

    def completions(self, current: str) -> Completions:
        """What may stand here and begins with `current`."""
        typed = self.typed
        if typed.waiting is not None and not (typed.waiting.many and current.startswith("-")):
            return self._values(typed.wanted, typed.waiting, current)
        if current.startswith("-") and not typed.ended:
            return self._options(current)
        if typed.command is not None:
            return self._operands(typed.command, current)
        if not typed.classic and not typed.operands:
            commands = self._commands(current)
            if commands.words or not current:
                return commands
        # The ends of names are for commands: condor_userprio's spelling has none.
        return self._named(NAME_RULES[WordKind.RECORD]._replace(full=True), current)

    def _commands(self, current: str) -> Completions:
        """The commands with this beginning; those out of sight only if there is no other."""
        for hidden in (False, True):
            listed = ((command.name, command.about) for command in self.program.commands if command.hidden is hidden)
            commands = beginning(current, listed)
            if commands.words:
                break
        return commands

    def _operands(self, command: CommandSpec, current: str) -> Completions:
        """The completions of an operand; after a repeatable one, the next kind is offered too."""
        before = len(self.typed.operands)
        for at, operand in enumerate(command.operands):
            if operand.many or at == before:
                answer = self._values(operand.kind, operand, current)
                if operand.many and before > at and command.operands[at + 1 :]:
                    behind = command.operands[at + 1]
                    return self._values(behind.kind, behind, current).before(answer)
                return answer
        return Completions()

    def _options(self, current: str) -> Completions:
        """The options with this beginning, or the values of an option after an equals sign."""
        options = self.typed.options(self.program)
        spelling, equals, value = current.partition("=")
        if equals:
            option = find_option(options, spelling)
            if option is None or len(option.values) != 1:
                return Completions()
            return self._values(option.values[0], option, value).prefixed(spelling + equals)
        classic = map(classic_option, OPTIONS if self.typed.command is None else ())
        spelled = ((spelling, option.about) for option in (*options, *classic) for spelling in option.spellings)
        return beginning(current, spelled)

    def _values(self, kind: str, of: OptionSpec | OperandSpec, current: str) -> Completions:
        """The values of an option or operand."""
        words = self.program.lists.get(of.words) or dict.fromkeys(of.choices, "")
        if (rule := NAME_RULES.get(kind)) is not None:
            among = (
                beginning(current, without_used(words, self.typed.operands)) if "=" not in current else Completions()
            )
            return among.before(self._named(rule, current))
        match kind:
            case WordKind.CHOICE:
                return beginning(current, words)
            case WordKind.CHOICES:
                return several(current, words)
            case WordKind.COLUMN:
                return ordered(current, self._of_tables("columns"))
            case WordKind.COLUMNS | WordKind.FIELDS:
                return several(current, self._of_tables(kind))
            case WordKind.FILE:
                return Completions(files=True)
            case WordKind.FOLDER:
                return Completions(folders=True)
            case WordKind.POOL:
                return beginning(current, words).with_(files=True)
            case WordKind.RANGE:
                return self._ranges(words, current)
            case _:
                return self._of_files(kind, current)

    def _of_tables(self, which: str) -> Mapping[str, str]:
        """The columns, or the fields of rows, of the command's tables, or of the one that `--rows` chooses."""
        if self.typed.given.get("--format", [""])[-1] in _OF_ROWS:
            which = "fields"
        tables = _LISTING if self.typed.command is None else self.typed.command.tables
        rows = self.typed.given.get("--rows", [""])[-1]
        lists = self.program.lists
        return lists.get(f"{which} {tables} {rows}") or lists.get(f"{which} {tables}") or {}

    def _of_files(self, kind: str, current: str) -> Completions:
        """Values that only the files know."""
        names = self.names
        match kind:
            case WordKind.KNOB:
                return _knobs(current, names)
            case WordKind.PROFILE:
                return beginning(current, dict.fromkeys(names.profiles, ""))
            case WordKind.OPERATION:
                return beginning(current, names.operations)
            case WordKind.EDITED:
                return shortest(current, names.edited)
            case WordKind.JOB:
                return _jobs(current, names.jobs)
            case WordKind.SLOT:
                return beginning(current, dict.fromkeys(names.slots, ""))
            case WordKind.SLOTS:
                return _slots(current, names)
            case WordKind.GROUP:
                return shortest(current, names.groups)
            case WordKind.GROUP_PATTERN:
                return in_full(current, [*names.groups, ROOT])
            case WordKind.USER_PATTERN:
                return patterns(current, names.called(current, NAME_RULES[WordKind.SUBMITTER]), names.groups)
            case _:
                return Completions()

    def _named(self, rule: NameRule, current: str) -> Completions:
        """Names of submitters and groups."""
        if rule.ending and rule.ending in current:
            return Completions()
        spell: Callable[[str, list[str]], Completions] = in_full if rule.full else shortest
        return spell(current, self.names.called(current, rule)).ending(rule.ending)

    def _ranges(self, edits: Mapping[str, str], current: str) -> Completions:
        """A knob, or an edit and the submitter that it is of."""
        edit, colon, name = current.partition(":")
        if colon:
            return self._named(NAME_RULES[WordKind.ASSIGNED], name).prefixed(edit + colon)
        return beginning(current, edits).before(_knobs(current, self.names))


def _jobs(current: str, jobs: Mapping[str, Sequence[str]]) -> Completions:
    """Jobs; of several clusters with many jobs first the clusters."""
    clusters = {cluster: ids for cluster, ids in jobs.items() if f"{cluster}.".startswith(current.partition(".")[0])}
    whole = "." in current or len(clusters) == 1

    def words() -> Iterator[tuple[str, str]]:
        for cluster, processes in clusters.items():
            if whole or len(processes) == 1:
                yield from ((f"{cluster}.{process}", "") for process in processes)
            else:
                yield f"{cluster}.", f"{len(processes)} jobs"

    return beginning(current, words())


def _slots(current: str, names: KnownNames) -> Completions:
    """Slots to remove, or to be the model of those that are added."""
    sign, colon, rest = current.rpartition(":")
    if current.startswith("+"):
        if colon and not rest.startswith(_LIKE):
            return beginning(rest, {_LIKE: "as many slots like this one"}).prefixed(sign + colon)
        head = f"{sign}{colon}{_LIKE}" if colon else ""
    else:
        head = f"{sign}{colon}" if colon else current[: current.startswith("-")]
    if not head:
        return Completions()
    return beginning(current.removeprefix(head), dict.fromkeys(names.slots, "")).prefixed(head)


def _knobs(current: str, names: KnownNames) -> Completions:
    """Names of knobs, keeping the case as typed; after the equals sign only booleans are offered."""
    from userprio.config import KNOBS, KnobType, find_knob

    name, equals, value = current.partition("=")
    if equals:
        knob = find_knob(name)
        if knob is None or knob.type is not KnobType.BOOLEAN:
            return Completions()
        return beginning(value, {"true": "", "false": ""}).prefixed(name + equals)
    known = {
        f"{current}{spelled[len(current) :]}=": knob.help
        for knob in KNOBS.values()
        for spelled in (_members(knob.name, names, current) if knob.is_pattern else (knob.name,))
        if spelled.lower().startswith(current.lower())
    }
    return Completions(tuple(known), known)


def _members(pattern: str, names: KnownNames, current: str) -> list[str]:
    """The knobs of a family with one for each group; members of other families are unknown."""
    stem, placeholder, rest = pattern.partition("<group>")
    if not placeholder or not stem.lower().startswith(current.lower()[: len(stem)]):
        return []
    return [f"{stem}{group}{rest}" for group in names.groups]
