"""Answers a shell's request for completions. zsh and fish pass words; bash passes the text of its line, and replaces
only the end of it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from userprio.cli.classic.options import OPTIONS
from userprio.cli.completion.commands import (
    KEPT,
    CommandSpec,
    ProgramSpec,
    TypedWords,
    WordKind,
    classic_option,
    find_option,
    from_json,
    read_words,
)
from userprio.cli.completion.names import KnownNames
from userprio.cli.environment import Environment, ExitStatus

_BLANKS: Final = " \t\n"
_SPECIAL: Final = re.compile(r"[^\w@%+=:,./-]")
_SPECIAL_IN_DOUBLE_QUOTES: Final = re.compile(r'[\\"$`]')


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
        lines = [line.written(word) for word in answer.words]
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


@dataclass(frozen=True, slots=True)
class BashLine:
    """The words of a line up to the cursor, without quotes and backslashes."""

    words: tuple[str, ...]
    """The complete words, the command first."""
    current: str
    """The word at the cursor; empty if none has been begun."""
    length: int
    """How many characters of `current` stay; readline replaces those after them."""
    quote: str
    """The quote that is open at the cursor, or empty."""

    def written(self, word: str) -> str:
        """The replacement that makes the word at the cursor `word`."""
        rest = word[self.length :]
        match self.quote:
            case "'":
                return rest.replace("'", r"'\''")
            case '"':
                return _SPECIAL_IN_DOUBLE_QUOTES.sub(r"\\\g<0>", rest)
            case _:
                return _SPECIAL.sub(r"\\\g<0>", rest)


def split(text: str, replaced: str = "") -> BashLine:
    """Split a line at blanks outside quotes; `replaced` is the end of it that bash will replace.

    Bash also splits words at `=`, `:` and others (COMP_WORDBREAKS), and passes what it replaces as `$2`, without a
    quote that is still open.
    """
    words: list[str] = []
    word, begun, quote = "", False, ""
    at = 0
    while at < len(text):
        char = text[at]
        at += 1
        if quote == "'" and char != "'":
            word += char
        elif char == "\\" and (quote == "" or text[at : at + 1] in ("\\", '"', "$", "`")):
            word += text[at : at + 1]
            begun = True
            at += 1
        elif char in "'\"" and quote in ("", char):
            quote = "" if quote else char
            begun = True
        elif char in _BLANKS and not quote:
            if begun:
                words.append(word)
            word, begun = "", False
        else:
            word += char
            begun = True
    ending = split(quote + replaced).current if replaced else ""
    return BashLine(tuple(words), word, len(word) - len(ending) if word.endswith(ending) else 0, quote)


@dataclass(frozen=True, slots=True)
class Completions:
    """The completions at the cursor."""

    words: Sequence[str] = ()
    remarks: Mapping[str, str] = field(default_factory=dict)
    """Descriptions of some of the words."""
    files: bool = False
    """Whether the shell should offer files as well."""
    folders: bool = False
    joined: bool = False
    """Whether more follows the word, so that no space is added."""

    @property
    def directives(self) -> str:
        """Further instructions to the shell, in words that its script knows."""
        words = {"files": self.files, "folders": self.folders, "joined": self.joined}
        return " ".join(word for word, wanted in words.items() if wanted)

    def prefixed(self, head: str) -> "Completions":
        """The same completions with `head` before each word."""
        remarks = {head + word: remark for word, remark in self.remarks.items()}
        return replace(self, words=[head + word for word in self.words], remarks=remarks)


def answer_to(program: ProgramSpec, words: Sequence[str], current: str, env: Environment) -> Completions:
    """The completions of `current`, which follows `words` after the program's name."""
    typed = read_words(program, words)
    profiles = typed.given.get("--profile")
    names = KnownNames(typed.given, env.with_profile(profiles[-1]) if profiles else env)
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
    return _values(WordKind.RECORD, (), current, names)


def _operand(command: CommandSpec, before: int, current: str, names: KnownNames) -> Completions:
    """The completions of an operand after `before` others; after a repeatable one, the next kind is offered too."""
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
    """The options with this beginning, or the values of an option after an equals sign."""
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
        case WordKind.CHOICE:
            return _beginning(current, ((choice, "") for choice in choices))
        case WordKind.FILE:
            return Completions(files=True)
        case WordKind.FOLDER:
            return Completions(folders=True)
        case WordKind.POOL:
            return _pools(current)
        case WordKind.KNOB:
            return _knobs(current, names)
        case WordKind.RECORD:
            return Completions(names.records(current))
        case WordKind.SUBMITTER:
            return Completions(names.submitters(current))
        case WordKind.ASSIGNED:
            return Completions([f"{name}=" for name in names.submitters(current)], joined=True)
        case WordKind.PROMISED:
            return Completions([f"{name}=" for name in names.records(current)], joined=True)
        case WordKind.PROFILE:
            return _beginning(current, ((profile, "") for profile in names.profiles))
        case WordKind.OPERATION:
            return _beginning(current, names.operations)
        case _:
            return Completions()


def _pools(current: str) -> Completions:
    """Shipped examples, folders and files."""
    from userprio.pool import shipped

    examples = ((example.name, example.about.rstrip(".")) for example in shipped())
    return replace(_beginning(current, examples), files=True)


def _knobs(current: str, names: KnownNames) -> Completions:
    """Names of knobs, keeping the case as typed; after the equals sign only booleans are offered."""
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
    """The knobs of a family with one for each group; members of other families are unknown."""
    stem, placeholder, rest = pattern.partition("<group>")
    if not placeholder or not stem.lower().startswith(current.lower()[: len(stem)]):
        return []
    return [f"{stem}{group}{rest}" for group in names.groups]


def _beginning(current: str, words: Iterable[tuple[str, str]]) -> Completions:
    remarks = {word: remark for word, remark in words if word.startswith(current)}
    return Completions(tuple(remarks), {word: remark for word, remark in remarks.items() if remark})
