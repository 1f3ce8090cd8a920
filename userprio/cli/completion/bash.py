"""A line of bash up to the cursor: its words without quotes, and what is to replace the last of them."""

import re
from typing import Final

from userprio.base.records import Record

_BLANKS: Final = " \t\n"
_SPECIAL: Final = re.compile(r"[^\w@%+=:,./-]")
_SPECIAL_IN_DOUBLE_QUOTES: Final = re.compile(r'[\\"$`]')


class BashLine(Record):
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
