"""Which file is the root of a configuration."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from userprio.config.errors import ConfigError, ErrorKind

USUAL_PLACES: Final = (Path("/etc/condor/condor_config"), Path("/usr/local/etc/condor_config"))
"""Where HTCondor looks when CONDOR_CONFIG is unset; `~condor/condor_config` follows where there is such a user."""


def find_root(environ: Mapping[str, str], places: Sequence[Path] = USUAL_PLACES) -> Path | None:
    """The root file that HTCondor would read, or None where it would read none.

    CONDOR_CONFIG decides alone if it is set: `ONLY_ENV` in any case means no file, a command ends in `|`, and a
    missing file or a directory is an error. Else it is the first of `places` that can be opened (`find_file`).
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
        raise ConfigError(
            "CONDOR_CONFIG names a directory", path=path, hint="Name a file in it", kind=ErrorKind.ROOT_MISSING
        )
    if not path.exists():
        raise ConfigError(
            "CONDOR_CONFIG names a file that does not exist",
            path=path,
            hint="Correct or unset CONDOR_CONFIG",
            kind=ErrorKind.ROOT_MISSING,
        )
    return path


def _can_be_opened(path: Path) -> bool:
    try:
        with path.open("rb"):
            return True
    except OSError:
        return False
