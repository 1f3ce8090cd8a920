"""What `condor_config_val -dump` and `-summary` print, as statements that give the same values.

Both are meant for eyes: `-expand` continues a value of several lines without any sign of it, `-verbose` does so with a
comment, and both name the files whose statements they have already taken in.
"""

import re
from typing import Final

from userprio.base.patterns import lazy_pattern

_HEADS: Final = ("# Configuration from ", "# condor_config_val $CondorVersion: ")
_STATEMENT: Final = lazy_pattern(
    r"(?P<name>[a-z0-9_./]+)[ \t]*(?:@=(?P<tag>.*)|(?:\+[^=\n]{0,2})?=(?![=?!]))"
    r"|@?(?:use|include|error|warning)\b[^=]*:|(?:if|elif|else|endif)(?:[ \t]|$)|\[",
    re.I,
)
"""The beginning of a line that is no continuation; those of keywords were added by hand."""
_READ_ALREADY: Final = ("local_config_dir", "local_config_file")


def is_dump(text: str) -> bool:
    """Whether a text begins as those of condor_config_val."""
    return text.startswith(_HEADS)


def statements(dump: str) -> str:
    """The text of a dump, line by line, with continuations marked and without the names of further files to read."""
    lines = dump.split("\n")
    value: int | None = None  # The line at which the last value ends, while nothing else has come after it
    tag: str | None = None
    for at, line in enumerate(lines):
        if tag is not None:
            tag = None if line.strip() == f"@{tag}" else tag
        elif (begin := _STATEMENT.match(line)) is not None:
            tag = None if begin["tag"] is None else begin["tag"].strip()
            value = at if tag is None else None
            if begin["name"] is not None and begin["name"].lower() in _READ_ALREADY:
                lines[at], value = f"# {line}", None
        elif line.lstrip().startswith("#"):
            value = None
        elif line.strip():
            if value is None:
                lines[at] = f"# {line}"
                continue
            # A blank stands for the line break: HTCondor joins continued lines without one.
            lines[value:at] = [f"{earlier.rstrip()} \\" for earlier in lines[value:at]]
            value = at
    return "\n".join(lines)
