"""A command line run in this process, in an environment of its own."""

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path

import pytest

from userprio.cli.app import run
from userprio.cli.environment import Environment, ExitStatus

NOW = 1_772_442_000


@dataclass(frozen=True, slots=True)
class Done:
    """How a command line ended."""

    status: ExitStatus
    out: str
    err: str


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


Run = Callable[..., Done]


@pytest.fixture
def userprio(tmp_path: Path) -> Run:
    """Run a command line: `userprio("most", "--snapshot", "physics", terminal=True, CONDOR_CONFIG="...")`."""

    def call(
        *arguments: str | Path,
        terminal: bool = False,
        typed: str | None = None,
        condor_places: tuple[Path, ...] = (),
        **variables: str,
    ) -> Done:
        stream = Terminal if terminal else io.StringIO
        out, err = stream(), stream()
        typed_in = None if typed is None else stream(typed)
        environ: Mapping[str, str] = variables
        homes = (lambda: tmp_path / "config_home", lambda: tmp_path / "data")
        env = Environment(
            out, err, environ, lambda: float(NOW), lambda: UTC, *homes, condor_places, stdin=typed_in, user="root"
        )
        status = run([str(argument) for argument in arguments], env)
        return Done(status, out.getvalue(), err.getvalue())

    return call


LEDGER = """\
107 1 CreationTimestamp 1772000000
101 Accountant. * *
103 Accountant. LastUpdateTime 1772441940
101 Customer.<none> * *
103 Customer.<none> PriorityFactor 1000.000000
101 Customer.ann@lab.example * *
103 Customer.ann@lab.example Priority 4.500000
103 Customer.ann@lab.example PriorityFactor 1000.000000
103 Customer.ann@lab.example ResourcesUsed 2
103 Customer.ann@lab.example WeightedResourcesUsed 2.000000
103 Customer.ann@lab.example WeightedAccumulatedUsage 36000.000000
103 Customer.ann@lab.example LastUsageTime 1772441940
"""


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """A small ledger of one submitter, ann@lab.example."""
    path = tmp_path / "small.log"
    path.write_text(LEDGER)
    return path
