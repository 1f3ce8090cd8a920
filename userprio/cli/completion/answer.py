"""What may stand at the cursor, and how it is told to the shell that asked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from userprio.cli.completion.line import split
from userprio.cli.completion.names import Names
from userprio.cli.completion.shape import KEPT, Command, Kind, Option, Shape, from_json
from userprio.cli.completion.typed import Typed, find_option, read_words, wanted
from userprio.cli.environment import Environment
from userprio.cli.exits import ExitStatus


@dataclass(frozen=True, slots=True)
class Answer:
    """Everything that may stand at the cursor."""

    words: Sequence[str] = ()
    remarks: Mapping[str, str] = field(default_factory=dict)
    """What to say of some of the words."""
    files: bool = False
    """Whether the shell is to offer files as well."""
    folders: bool = False
    joined: bool = False
    """Whether more follows the word without a blank between."""

    @property
    def wishes(self) -> str:
        """What the shell is to do besides offering the candidates, in words that its script knows."""
        words = {"files": self.files, "folders": self.folders, "joined": self.joined}
        return " ".join(word for word, wish in words.items() if wish)

    def behind(self, head: str) -> "Answer":
        """The same where `head` stands in front of what is completed."""
        remarks = {head + word: remark for word, remark in self.remarks.items()}
        return replace(self, words=[head + word for word in self.words], remarks=remarks)


def complete(shell: str, arguments: Sequence[str], env: Environment) -> ExitStatus:
    """Tell a shell what may stand at the cursor: on the first line its further duties, then a candidate on each line.

    From zsh and fish the arguments are the words behind the program's name, the one at the cursor last; candidates are
    whole words, each with a tabulator and a remark if there is one. From bash, which hands over no words that one could
    use, they are the line up to the cursor and COMP_WORDBREAKS; candidates are what bash is to put in, quoted.
    """
    shape = from_json(KEPT.read_text(encoding="utf-8"))
    if shell == "bash" and len(arguments) == 2:
        line = split(*arguments)
        answer = answer_to(shape, line.words[1:], line.current, env)
        lines = [line.written(word) for word in answer.words]
    elif shell in ("zsh", "fish") and arguments:
        answer = answer_to(shape, arguments[:-1], arguments[-1], env)
        lines = [f"{word}\t{answer.remarks[word]}" if word in answer.remarks else word for word in answer.words]
    else:
        return ExitStatus.USAGE
    env.stdout.write("".join(f"{line}\n" for line in (answer.wishes, *lines)))
    return ExitStatus.DONE


def answer_to(shape: Shape, words: Sequence[str], current: str, env: Environment) -> Answer:
    """What `current`, which follows `words` after the program's name, may become."""
    typed = read_words(shape, words)
    names = Names(typed.given, env)
    if typed.waiting is not None and not (typed.waiting.many and current.startswith("-")):
        return _values(wanted(typed), typed.waiting.choices, current, names)
    if current.startswith("-") and not typed.ended:
        return _options(shape, typed, current, names)
    if typed.command is not None:
        return _operand(typed.command, typed.operands, current, names)
    if not typed.classic and not typed.operands:
        commands = _beginning(current, ((command.name, command.about) for command in shape.commands))
        if commands.words or not current:
            return commands
    return _values(Kind.RECORD, (), current, names)


def _operand(command: Command, before: int, current: str, names: Names) -> Answer:
    """What an operand may be that follows `before` others; where there may be many, the next kind may begin as well."""
    for at, operand in enumerate(command.operands):
        if operand.many or at == before:
            answer = _values(operand.kind, operand.choices, current, names)
            if not (operand.many and before > at and command.operands[at + 1 :]):
                return answer
            behind = command.operands[at + 1]
            more = _values(behind.kind, behind.choices, current, names)
            return replace(answer, words=[*more.words, *answer.words], remarks={**answer.remarks, **more.remarks})
    return Answer()


def _options(shape: Shape, typed: Typed, current: str, names: Names) -> Answer:
    """The options that begin so, or the values of one that has its value behind an equals sign."""
    options = typed.options(shape)
    spelling, equals, value = current.partition("=")
    if equals:
        option = find_option(options, spelling)
        if option is None or len(option.values) != 1:
            return Answer()
        return _values(option.values[0], option.choices, value, names).behind(spelling + equals)
    own = [(spelling, option.about) for option in options for spelling in option.spellings]
    return _beginning(current, own + (_classic(shape.classic) if typed.command is None else []))


def _classic(options: Iterable[Option]) -> list[tuple[str, str]]:
    return [(spelling, option.about) for option in options for spelling in option.spellings]


def _values(kind: Kind, choices: Sequence[str], current: str, names: Names) -> Answer:
    match kind:
        case Kind.CHOICE:
            return _beginning(current, ((choice, "") for choice in choices))
        case Kind.FILE:
            return Answer(files=True)
        case Kind.FOLDER:
            return Answer(folders=True)
        case Kind.POOL:
            return _pools(current)
        case Kind.KNOB:
            return _knobs(current, names)
        case Kind.RECORD:
            return Answer(names.records(current))
        case Kind.SUBMITTER:
            return Answer(names.submitters(current))
        case Kind.ASSIGNED:
            return Answer([f"{name}=" for name in names.submitters(current)], joined=True)
        case Kind.OPERATION:
            return _beginning(current, names.operations)
        case Kind.FREE:
            return Answer()


def _pools(current: str) -> Answer:
    """Shipped examples, and whatever folders and files there are."""
    from userprio.pool.examples import shipped

    examples = ((example.name, example.about.rstrip(".")) for example in shipped())
    return replace(_beginning(current, examples), files=True)


def _knobs(current: str, names: Names) -> Answer:
    """Names of knobs, in whatever case they are begun; behind the equals sign only booleans can be guessed."""
    from userprio.config import KNOBS, KnobType, find_knob

    name, equals, value = current.partition("=")
    if equals:
        knob = find_knob(name)
        if knob is None or knob.type is not KnobType.BOOLEAN:
            return Answer()
        return _beginning(value, (("true", ""), ("false", ""))).behind(name + equals)
    known = {
        f"{current}{spelled[len(current) :]}=": knob.help
        for knob in KNOBS.values()
        for spelled in (_members(knob.name, names, current) if knob.is_pattern else (knob.name,))
        if spelled.lower().startswith(current.lower())
    }
    return Answer(tuple(known), known, joined=True)


def _members(pattern: str, names: Names, current: str) -> list[str]:
    """The knobs of a family that has one for each group; of others nobody knows the names."""
    stem, placeholder, rest = pattern.partition("<group>")
    if not placeholder or not stem.lower().startswith(current.lower()[: len(stem)]):
        return []
    return [f"{stem}{group}{rest}" for group in names.groups]


def _beginning(current: str, words: Iterable[tuple[str, str]]) -> Answer:
    found = {word: remark for word, remark in words if word.startswith(current)}
    return Answer(tuple(found), {word: remark for word, remark in found.items() if remark})
