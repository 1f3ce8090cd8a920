"""What can be wrong with a file of ads: damage that costs a part of it, and damage that costs all of it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from userprio.errors import BadInput
from userprio.limits import AD_PROBLEMS

MAX_PROBLEMS: Final = AD_PROBLEMS
"""Problems that are listed for one file; the last of them says so. A log of gigabytes is not copied into memory."""


@dataclass(frozen=True, slots=True)
class AdsProblem:
    """A part of a file that was left out where HTCondor would leave it out silently. `line` counts from 1."""

    path: Path
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}, line {self.line}: {self.message}"


class AdsFileError(BadInput):
    """A file that cannot be read as ads at all, or not from `line` on."""


class Report:
    """Where the reader of one file says what is wrong with it."""

    __slots__ = ("_listed", "_path", "_problems")

    def __init__(self, path: Path, problems: list[AdsProblem] | None = None) -> None:
        self._path = path
        self._problems: list[AdsProblem] = [] if problems is None else problems
        self._listed = 0

    def problem(self, line: int, message: str) -> None:
        """Note that something was left out."""
        self._listed += 1
        if self._listed < MAX_PROBLEMS:
            self._problems.append(AdsProblem(self._path, line, message))
        elif self._listed == MAX_PROBLEMS:
            self._problems.append(AdsProblem(self._path, line, "there are more problems from here on, not listed"))

    def failure(self, message: str, line: int | None = None, hint: str | None = None) -> AdsFileError:
        """The error to raise where reading cannot go on."""
        return AdsFileError(message, self._path, line, hint=hint)
