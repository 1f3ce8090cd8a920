"""Which form a file of ads has, told from how it begins and never from its name."""

import re
from enum import Enum
from typing import Final


class Form(Enum):
    """How a file writes its ads."""

    LONG = "long"
    """`name = expression` lines, a blank line between ads (`condor_status -long`, `condor_q -long`, history files)."""
    JSON = "JSON"
    """An array of objects, or objects one after another (`-json`, `-jsonl`)."""
    XML = "XML"
    """`<classads>` (`-xml`)."""
    NEW = "new"
    """`[ a = 1; b = 2 ]`, bare or in a list of braces (`-long:new`)."""


_COMMENTS = re.compile(r"(?>(?:\s++|#[^\n]*+\n?|//[^\n]*+\n?|/\*(?>(?:[^*]++|\*(?!/))*)\*/)*)")
_BLANK = re.compile(r"\s*+")
_XML_BEGINS: Final = ("<?xml", "<classads", "<!DOCTYPE", "<!--")


def recognise(head: str) -> Form:
    """The form of the file that begins with `head`; what looks like none of the others is long.

    The line breaks that HTCondor's own reader insists on do not matter: JSON that went through another tool is JSON.
    """
    at = _past(_COMMENTS, head, 0)
    if head.startswith(_XML_BEGINS, at):
        return Form.XML
    opening = head[at : at + 1]
    inside = head[_past(_BLANK, head, at + 1) :][:1]
    if opening == "[":
        return Form.JSON if inside in ("{", "]") else Form.NEW
    if opening == "{":
        return Form.NEW if inside == "[" else Form.JSON if inside in ('"', "}", "") else Form.LONG
    return Form.LONG


def _past(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return at if found is None else found.end()
