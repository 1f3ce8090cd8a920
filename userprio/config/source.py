"""Where configuration comes from: which file is its root, and the commands that may replace a file."""

import errno
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from userprio.config.errors import ConfigError, ErrorKind
from userprio.config.statements import BLANKS

if TYPE_CHECKING:
    from subprocess import CompletedProcess

USUAL_PLACES: Final = (Path("/etc/condor/condor_config"), Path("/usr/local/etc/condor_config"))
"""Where HTCondor looks when CONDOR_CONFIG is unset; `~condor/condor_config` follows where there is such a user."""


def find_root(environ: Mapping[str, str], places: Sequence[Path] = USUAL_PLACES) -> Path | None:
    """The root file that HTCondor would read, or None where it would read none.

    If CONDOR_CONFIG is set, it alone decides: `ONLY_ENV`, in any case, means no file, a command ends in `|`, and a
    missing file or a directory is an error (ConfigError). Otherwise it is the first of `places` that can be opened
    (`find_file`).
    """
    named = environ.get("CONDOR_CONFIG")
    if named is None:
        return next((place for place in places if _can_be_opened(place)), None)
    if named.upper() == "ONLY_ENV":
        return None
    path = Path(named)
    if named.endswith("|"):
        return path
    if path.is_dir():
        message, hint = "CONDOR_CONFIG names a directory", "Name a file in it"
        raise ConfigError(message, path, hint=hint, kind=ErrorKind.ROOT_MISSING)
    if not path.exists():
        message, hint = "CONDOR_CONFIG names a file that does not exist", "Correct or unset CONDOR_CONFIG"
        raise ConfigError(message, path, hint=hint, kind=ErrorKind.ROOT_MISSING)
    return path


def _can_be_opened(path: Path) -> bool:
    try:
        with path.open("rb"):
            return True
    except OSError:
        return False


_QUOTED = re.compile(r"'((?:[^']|'')*)'")
_WORD = re.compile(rf"(?:{_QUOTED.pattern}|[^{BLANKS}])+")


def is_command(source: str) -> bool:
    """Whether a source is a command rather than a file: it contains a `|`."""
    return "|" in source


def run_command(command: str, environ: Mapping[str, str]) -> "CompletedProcess[bytes]":
    """Run a command, without a shell, and wait for it. Raises OSError if it cannot be started."""
    import subprocess

    words = _command_words(command)
    if not words or "\0" in command:
        raise FileNotFoundError(errno.ENOENT, "a command cannot have this name")
    return subprocess.run(words, env=dict(environ), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False)


def _command_words(command: str) -> list[str]:
    """The words of a command, separated by blanks.

    If double quotes enclose the whole command, single quotes in it protect blanks, and doubled quotes are literal.
    """
    text = command.strip(BLANKS)
    if not (len(text) > 1 and text.startswith('"') and text.endswith('"')):
        return text.split()
    words = _WORD.finditer(text[1:-1].replace('""', '"'))
    return [_QUOTED.sub(lambda quoted: quoted[1].replace("''", "'"), word[0]) for word in words]
