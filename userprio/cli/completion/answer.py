"""What may stand at the cursor."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from userprio.cli.classic.options import OPTIONS
from userprio.cli.completion.commands import (
    CommandSpec,
    ProgramSpec,
    TypedWords,
    ValueKind,
    classic_option,
    find_option,
    read_words,
)
from userprio.cli.completion.names import KnownNames
from userprio.cli.environment import Environment


@dataclass(frozen=True, slots=True)
class Completions:
    """Everything that may stand at the cursor."""

    words: Sequence[str] = ()
    remarks: Mapping[str, str] = field(default_factory=dict)
    """Descriptions of some of the words."""
    files: bool = False
    """Whether the shell is to offer files as well."""
    folders: bool = False
    joined: bool = False
    """Whether more follows the word, without a space."""

    @property
    def directives(self) -> str:
        """What the shell is to do besides offering the candidates, in words that its script knows."""
        words = {"files": self.files, "folders": self.folders, "joined": self.joined}
        return " ".join(word for word, wanted in words.items() if wanted)

    def prefixed(self, head: str) -> "Completions":
        """The same words with `head` in front of each."""
        remarks = {head + word: remark for word, remark in self.remarks.items()}
        return replace(self, words=[head + word for word in self.words], remarks=remarks)


def answer_to(program: ProgramSpec, words: Sequence[str], current: str, env: Environment) -> Completions:
    """What `current`, which follows `words` after the program's name, may become."""
    typed = read_words(program, words)
    names = KnownNames(typed.given, env)
    if typed.waiting is not None and not (typed.waiting.many and current.startswith("-")):
        return _values(typed.wanted, typed.waiting.choices, current, names)
    if current.startswith("-") and not typed.ended:
        return _options(program, typed, current, names)
    if typed.command is not None:
        return _operand(typed.command, typed.operands, current, names)
    if not typed.classic and not typed.operands:
        commands = _beginning(current, ((command.name, command.about) for command in program.commands))
        if commands.words or not current:
            return commands
    return _values(ValueKind.RECORD, (), current, names)


def _operand(command: CommandSpec, before: int, current: str, names: KnownNames) -> Completions:
    """What an operand may be after `before` others; after one of many, the next kind of operand is offered too."""
    for at, operand in enumerate(command.operands):
        if operand.many or at == before:
            answer = _values(operand.kind, operand.choices, current, names)
            if not (operand.many and before > at and command.operands[at + 1 :]):
                return answer
            behind = command.operands[at + 1]
            more = _values(behind.kind, behind.choices, current, names)
            return replace(answer, words=[*more.words, *answer.words], remarks={**answer.remarks, **more.remarks})
    return Completions()


def _options(program: ProgramSpec, typed: TypedWords, current: str, names: KnownNames) -> Completions:
    """The options that begin so, or the values of an option with an equals sign."""
    options = typed.options(program)
    spelling, equals, value = current.partition("=")
    if equals:
        option = find_option(options, spelling)
        if option is None or len(option.values) != 1:
            return Completions()
        return _values(option.values[0], option.choices, value, names).prefixed(spelling + equals)
    classic = map(classic_option, OPTIONS if typed.command is None else ())
    spelled = ((spelling, option.about) for option in (*options, *classic) for spelling in option.spellings)
    return _beginning(current, spelled)


def _values(kind: str, choices: Sequence[str], current: str, names: KnownNames) -> Completions:
    match kind:
        case ValueKind.CHOICE:
            return _beginning(current, ((choice, "") for choice in choices))
        case ValueKind.FILE:
            return Completions(files=True)
        case ValueKind.FOLDER:
            return Completions(folders=True)
        case ValueKind.POOL:
            return _pools(current)
        case ValueKind.KNOB:
            return _knobs(current, names)
        case ValueKind.RECORD:
            return Completions(names.records(current))
        case ValueKind.SUBMITTER:
            return Completions(names.submitters(current))
        case ValueKind.ASSIGNED:
            return Completions([f"{name}=" for name in names.submitters(current)], joined=True)
        case ValueKind.OPERATION:
            return _beginning(current, names.operations)
        case _:
            return Completions()


def _pools(current: str) -> Completions:
    """Shipped examples, and whatever folders and files there are."""
    from userprio.pool import shipped

    examples = ((example.name, example.about.rstrip(".")) for example in shipped())
    return replace(_beginning(current, examples), files=True)


def _knobs(current: str, names: KnownNames) -> Completions:
    """Names of knobs, in the case in which they were begun; after the equals sign only booleans can be guessed."""
    from userprio.config import KNOBS, KnobType, find_knob

    name, equals, value = current.partition("=")
    if equals:
        knob = find_knob(name)
        if knob is None or knob.type is not KnobType.BOOLEAN:
            return Completions()
        return _beginning(value, (("true", ""), ("false", ""))).prefixed(name + equals)
    known = {
        f"{current}{spelled[len(current) :]}=": knob.help
        for knob in KNOBS.values()
        for spelled in (_members(knob.name, names, current) if knob.is_pattern else (knob.name,))
        if spelled.lower().startswith(current.lower())
    }
    return Completions(tuple(known), known, joined=True)


def _members(pattern: str, names: KnownNames, current: str) -> list[str]:
    """The knobs of a family that has one for each group; the members of other families are not known."""
    stem, placeholder, rest = pattern.partition("<group>")
    if not placeholder or not stem.lower().startswith(current.lower()[: len(stem)]):
        return []
    return [f"{stem}{group}{rest}" for group in names.groups]


def _beginning(current: str, words: Iterable[tuple[str, str]]) -> Completions:
    found = {word: remark for word, remark in words if word.startswith(current)}
    return Completions(tuple(found), {word: remark for word, remark in found.items() if remark})
