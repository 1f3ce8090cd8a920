"""One thing that would surprise, or stop, a real negotiator."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from userprio.config import Config, Origin


class Level(StrEnum):
    """How bad it is, the worst first."""

    ERROR = "error"
    """A daemon of HTCondor refuses to start, stops or hangs."""
    WARNING = "warning"
    """Something else happens than one would think who reads the configuration or the ledger."""
    NOTE = "note"
    """Nothing is wrong, but somebody should know."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding. Both sentences are without their final full stop."""

    level: Level
    code: str
    """Stable short name of the kind of finding."""
    message: str
    """One sentence: what happens."""
    hint: str
    """One sentence: what to do."""
    file: str | None = None
    """Where it is: a file, `the command line`, `the environment`; None where nothing that could be named sets it."""
    line: int | None = None
    """From 1; of a statement that goes over several lines the last, as HTCondor counts."""


@dataclass(frozen=True, slots=True)
class Location:
    """Where a finding is about; see `Finding`."""

    file: str | None = None
    line: int | None = None


NOWHERE: Final = Location()


def place_of(origin: Origin | None) -> Location:
    """The place of a definition; NOWHERE for a built-in default."""
    if origin is None:
        return NOWHERE
    return Location(str(origin) if origin.path is None else origin.path, origin.line)


def knob_place(config: Config, *names: str) -> Location:
    """Where the first of these knobs that anything sets is set; NOWHERE if none is."""
    return next((place_of(origin) for name in names if (origin := config.origin(name)) is not None), NOWHERE)


def finding(level: Level, code: str, place: Location, message: str, hint: str) -> Finding:
    """A finding at a place."""
    return Finding(level, code, message, hint, place.file, place.line)


def listed(names: list[str], most: int = 4) -> str:
    """Names in a sentence, the first few of many."""
    if len(names) > most:
        return f"{', '.join(names[: most - 1])} and {len(names) - most + 1} more"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def verb(names: list[str], one: str, many: str) -> str:
    """Names and what they do."""
    return f"{listed(names)} {one if len(names) == 1 else many}"


def plain(number: float) -> str:
    """A number as one would write it: no trailing zeros, six digits at most."""
    return f"{number:.6g}"


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun."""
    return f"{number} {one if number == 1 else many or one + 's'}"
