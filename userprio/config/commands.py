"""Running the commands that configuration may name as its sources."""

import errno
import re
from collections.abc import Mapping
from dataclasses import dataclass

from userprio.config.lines import BLANKS

_QUOTED = re.compile(r"'((?:[^']|'')*)'")


@dataclass(frozen=True, slots=True)
class Output:
    """What a command printed, and the status it left."""

    text: bytes
    status: int


def is_command(source: str) -> bool:
    """Whether a source is a command rather than a file: it holds a `|` anywhere."""
    return "|" in source


def run_command(command: str, environ: Mapping[str, str]) -> Output:
    """Run a command, without a shell, and wait for it. Raises OSError where it cannot be started."""
    import subprocess

    words = command_words(command)
    if not words or "\0" in command:
        raise FileNotFoundError(errno.ENOENT, "no command can have this name")
    done = subprocess.run(words, env=dict(environ), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False)
    return Output(done.stdout, done.returncode)


def command_words(command: str) -> list[str]:
    """The words of a command, parted at blanks.

    In double quotes around the whole, single quotes keep blanks and doubled quotes stand for themselves.
    """
    text = command.strip(BLANKS)
    if not (len(text) > 1 and text.startswith('"') and text.endswith('"')):
        return text.split()
    words: list[str] = []
    joined = False
    position = 0
    text = text[1:-1].replace('""', '"')
    while position < len(text):
        if text[position] in BLANKS:
            joined = False
            position += 1
            continue
        quoted = _QUOTED.match(text, position)
        piece = quoted[1].replace("''", "'") if quoted else text[position]
        words[len(words) - joined :] = [words[-1] + piece if joined else piece]
        position = quoted.end() if quoted else position + 1
        joined = True
    return words
