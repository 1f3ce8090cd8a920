"""What is offered at the cursor, made from lists of words."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from userprio.base.records import NO_ITEMS, Record

_UNFINISHED: Final = ("=", ":", ".")
"""The ends of words behind which a value, or the rest of a number, is typed."""


class Completions(Record):
    """The completions at the cursor."""

    words: Sequence[str] = ()
    remarks: Mapping[str, str] = NO_ITEMS
    """Descriptions of some of the words."""
    files: bool = False
    """Whether the shell should offer files as well."""
    folders: bool = False
    listed: bool = False
    """Whether a comma may follow."""
    replacing: bool = False
    """Whether the words replace what was typed, with which they need not begin."""

    @property
    def joined(self) -> bool:
        """Whether more follows the word, so that no space is added."""
        return self.listed or (bool(self.words) and all(word.endswith(_UNFINISHED) for word in self.words))

    @property
    def directives(self) -> str:
        """Further instructions to the shell, in words that its script knows."""
        named = ("files", "folders", "joined", "replacing")
        return " ".join(name for name in named if getattr(self, name))

    def prefixed(self, head: str) -> "Completions":
        """The same completions with `head` before each word."""
        remarks = {head + word: remark for word, remark in self.remarks.items()}
        return self.with_(words=[head + word for word in self.words], remarks=remarks)

    def ending(self, tail: str) -> "Completions":
        """The same completions with `tail` behind each word."""
        remarks = {word + tail: remark for word, remark in self.remarks.items()}
        return self.with_(words=[word + tail for word in self.words], remarks=remarks)

    def before(self, others: "Completions") -> "Completions":
        """These and then others; where the others would replace what was typed, only one of the two."""
        if others.replacing and self.words:
            return self
        return others.with_(words=[*self.words, *others.words], remarks={**others.remarks, **self.remarks})


def beginning(current: str, words: Mapping[str, str] | Iterable[tuple[str, str]]) -> Completions:
    """The words, each with its description, that begin as what was typed."""
    pairs = words.items() if isinstance(words, Mapping) else words
    remarks = {word: remark for word, remark in pairs if word.startswith(current)}
    return Completions(tuple(remarks), {word: remark for word, remark in remarks.items() if remark})


def several(current: str, words: Mapping[str, str]) -> Completions:
    """The words that may continue a list with commas, without those that are on it."""
    there, comma, last = current.rpartition(",")
    left = {word: remark for word, remark in words.items() if word not in there.split(",")}
    return beginning(last, left).prefixed(there + comma).with_(listed=True)


def ordered(current: str, words: Mapping[str, str]) -> Completions:
    """The columns to sort by; once one is complete, also with the order."""
    column = current.partition(":")[0]
    if column not in words:
        return beginning(current, words)
    orders = {f"{column}:asc": "the smallest first", f"{column}:desc": "the largest first"}
    return beginning(current, {**words, **orders})


def without_used(words: Mapping[str, str], typed: Collection[str]) -> Mapping[str, str]:
    """Of words such as `factor=`, those of which no value was typed yet."""
    used = {f"{text.partition('=')[0]}=" for text in typed if "=" in text}
    return {word: remark for word, remark in words.items() if word not in used}
