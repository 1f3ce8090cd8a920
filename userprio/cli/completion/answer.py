"""Answers a shell's request for completions. zsh and fish pass words; bash passes the text of its line, and replaces
only the end of it.

Names of groups and submitters come from configuration and ledger. Since a user is waiting after pressing tab, the
ledger is searched only for lines that create and destroy records, not for damage, and unreadable files are ignored.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from userprio.base import SnapshotRoot, UserprioError, read_file
from userprio.base.limits import LEDGER_FILE as LEDGER_SIZE
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
from userprio.cli.environment import Environment, ExitStatus

if TYPE_CHECKING:
    from userprio.config import Config
    from userprio.pool import Snapshot


_ROOT: Final = "<none>"
_MOST_OPERATIONS: Final = 50
_MOST_NAMES: Final = 3


@dataclass(frozen=True)
class KnownNames:
    """The names known to the files that a command line's options select."""

    given: Mapping[str, Sequence[str]]
    """The values of the options so far."""
    env: Environment

    @cached_property
    def groups(self) -> list[str]:
        """The configured groups, without the root."""
        with suppress(UserprioError, OSError, ValueError):
            if self._config is not None:
                names = set(self._config.words("GROUP_NAMES")) - {_ROOT}
                return sorted(filter(str.isprintable, names))
        return []

    @cached_property
    def profiles(self) -> list[str]:
        """The profiles of the user's settings."""
        from userprio.cli.settings import read_settings

        with suppress(UserprioError, OSError, ValueError):
            return [name for name in read_settings(self.env).profiles if name.isprintable()]
        return []

    def submitters(self, prefix: str) -> list[str]:
        """The submitters of the ledger whose names begin with `prefix`."""
        return [name for name in self._recorded(prefix) if "@" in name]

    def records(self, prefix: str) -> list[str]:
        """Submitters and groups of ledger or configuration whose names begin with `prefix`."""
        groups = [name for name in (*self.groups, _ROOT) if name.startswith(prefix)]
        return list(dict.fromkeys((*groups, *self._recorded(prefix))))

    @property
    def operations(self) -> list[tuple[str, str]]:
        """The numbers and descriptions of the last operations on the ledger, newest first."""
        from userprio.ledger import OperationsLog

        with suppress(UserprioError, OSError, ValueError):
            if self._ledger is not None:
                done = islice(OperationsLog(self._ledger.resolve()).newest_first(), _MOST_OPERATIONS)
                return [(str(edit.id), " ".join((edit.action, *edit.names[:_MOST_NAMES]))) for edit in done]
        return []

    def _recorded(self, prefix: str) -> list[str]:
        with suppress(UserprioError, OSError, ValueError):
            path = self._ledger
            if path is not None and path.is_file():
                return recorded(read_file(path, LEDGER_SIZE, self._root_of(path)), prefix)
        return []

    def _root_of(self, ledger: Path) -> SnapshotRoot | None:
        """The untrusted snapshot that the ledger must be in."""
        named, snapshot = self._path("--ledger"), self._snapshot
        return None if snapshot is None or ledger in (named, self.env.data_home() / ledger.name) else snapshot.within

    @cached_property
    def _ledger(self) -> Path | None:
        named = self._path("--ledger")
        if named is not None:
            return named
        from userprio.cli.loading import find_ledger
        from userprio.pool import LEDGER_FILE

        own = None if self._snapshot is None else self._snapshot.own(LEDGER_FILE)
        if own is not None or self._config is None:
            return own
        return find_ledger(None, self._snapshot, self._config, self.env)

    @cached_property
    def _config(self) -> "Config | None":
        from userprio.cli.loading import find_config
        from userprio.config import read
        from userprio.pool import CONFIG_FILE

        with suppress(UserprioError, OSError, ValueError):
            path = find_config(self._path("--config"), self._snapshot, self.env)
            if path is None or path.is_file():
                assigned = (text.partition("=") for text in self.given.get("--set", ()))
                overrides = {name.strip(): value.strip() for name, equals, value in assigned if equals}
                own = self._path("--config") is None and self._snapshot is not None and self._snapshot.own(CONFIG_FILE)
                if own and self._snapshot is not None:
                    return read(path, environ={}, overrides=overrides, within=self._snapshot.within)
                return read(path, environ=self.env.environ, overrides=overrides)
        return None

    @cached_property
    def _snapshot(self) -> "Snapshot | None":
        from userprio.pool import find_snapshot

        named = self._last("--snapshot")
        return None if named is None else find_snapshot(named)

    def _last(self, option: str) -> str | None:
        values = self.given.get(option)
        return values[-1] if values else None

    def _path(self, option: str) -> Path | None:
        """A file as typed, with its tilde expanded since no shell has done so."""
        text = self._last(option)
        if text is None:
            return None
        with suppress(RuntimeError):
            return Path(text).expanduser()
        return Path(text)


def recorded(log: bytes, prefix: str) -> list[str]:
    """The printable names of customers that begin with `prefix` and have a record."""
    # To its end: of a name with control characters the part before them is nobody's.
    name = rb"(%b[!-~\x80-\xff]*)(?=\s|\Z)" % re.escape(prefix.encode("utf-8", "surrogateescape"))
    if b"\n102 Customer." in log:
        living: dict[bytes, None] = {}
        for opcode, name_bytes in re.findall(rb"\n(10[12]) Customer\.%b" % name, log):
            if opcode == b"101":
                living.setdefault(name_bytes)
            else:
                living.pop(name_bytes, None)
    else:
        living = dict.fromkeys(re.findall(rb"\n101 Customer\.%b" % name, log))
    names = b"\n".join(living).decode("utf-8", "surrogateescape").split("\n")
    return [name for name in names if name and name.isprintable()]


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
