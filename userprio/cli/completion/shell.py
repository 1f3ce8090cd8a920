"""How a shell asks what may stand at the cursor, and how it is answered. zsh and fish hand over words; bash hands over
the text of its line, and replaces only the end of it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from userprio.cli.completion.answer import answer_to
from userprio.cli.completion.commands import KEPT, from_json
from userprio.cli.environment import Environment
from userprio.cli.exits import ExitStatus

_BLANKS: Final = " \t\n"
_SPECIAL: Final = re.compile(r"[^\w@%+=:,./~-]")
_SPECIAL_IN_DOUBLE_QUOTES: Final = re.compile(r'[\\"$`]')


def complete(shell: str, arguments: Sequence[str], env: Environment) -> ExitStatus:
    """Tell a shell what may stand at the cursor: directives on the first line, then one candidate to a line.

    From zsh and fish the arguments are the words after the program's name, the one at the cursor last; candidates are
    whole words, each with a tab and its description if it has one. From bash they are the line up to the cursor and the
    end of it that bash is going to replace; candidates are what to put in its place, quoted.
    """
    program = from_json(KEPT.read_text(encoding="utf-8"))
    if shell == "bash" and len(arguments) == 2:
        line = split(*arguments)
        answer = answer_to(program, line.words[1:], line.current, env)
        lines = [line.written(word) for word in answer.words]
    elif shell in ("zsh", "fish") and arguments:
        answer = answer_to(program, arguments[:-1], arguments[-1], env)
        lines = [f"{word}\t{answer.remarks[word]}" if word in answer.remarks else word for word in answer.words]
    else:
        return ExitStatus.USAGE
    env.stdout.write("".join(f"{line}\n" for line in (answer.directives, *lines)))
    return ExitStatus.DONE


@dataclass(frozen=True, slots=True)
class BashLine:
    """The words of a line up to the cursor, quotes and backslashes taken off."""

    words: tuple[str, ...]
    """Those that are complete, the command first."""
    current: str
    """The one at the cursor, empty if none has been begun."""
    kept: int
    """Characters of `current` that stay as they are; readline replaces what follows them."""
    quote: str
    """The quote that is open at the cursor, or nothing."""

    def written(self, word: str) -> str:
        """What to put in the place of what is replaced, so that the word becomes `word`."""
        rest = word[self.kept :]
        match self.quote:
            case "'":
                return rest.replace("'", r"'\''")
            case '"':
                return _SPECIAL_IN_DOUBLE_QUOTES.sub(r"\\\g<0>", rest)
            case _:
                return _SPECIAL.sub(r"\\\g<0>", rest)


def split(text: str, replaced: str = "") -> BashLine:
    """Split a line at blanks outside of quotes; `replaced` is the end of it that bash is going to replace.

    Bash divides words at `=`, `:` and others as well (COMP_WORDBREAKS), and tells what it replaces as `$2`, in which a
    quote that is still open is missing.
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
