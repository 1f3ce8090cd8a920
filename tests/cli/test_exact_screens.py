"""The main screens, letter by letter, as a terminal of a certain width shows them.

`python -m tests.cli.test_exact_screens` writes them anew; what has changed then shows in the difference.
"""

import io
import re
from datetime import UTC
from pathlib import Path
from typing import Final

import pytest

from tests.cli.conftest import NOW, Terminal
from tests.cli.large import large_pool
from userprio.cli.app import run
from userprio.cli.environment import Environment

SCREENS: Final = Path(__file__).parent / "screens"
CODES: Final = re.compile(r"\x1b\[[0-9;]*m")

COMMANDS: Final = {
    "negotiate": "negotiate --snapshot physics",
    "quotas": "quotas --snapshot physics",
    "most": "most --snapshot physics --all-users",
    "plan": "plan --snapshot physics --set GROUP_QUOTA_group_chemistry=4 --setfactor alice@example.org=500",
    "explain": "explain group_physics.hep.higgs@example.org --snapshot physics",
    "explain-than": "explain ada@example.org --than ben@example.org --snapshot fairshare",
    "forecast": "forecast --snapshot physics --for 6h --demand queue --job-length 2h",
    "check": "check --snapshot physics --set GROUP_QUOTA_group_physics.hep=18 --set NEGOTIATOR_INTERVAL=60s",
    "large-negotiate": "negotiate --snapshot LARGE",
    "large-most": "most --snapshot LARGE",
    "large-quotas": "quotas --snapshot LARGE --depth 2",
}
WIDTHS: Final = (60, 80, 120, 200)
CASES: Final = [
    (name, width) for name in COMMANDS for width in WIDTHS if width in (80, 120) or name in ("negotiate", "plan")
]


def drawn(name: str, width: int, large: Path) -> str:
    """A screen without colours and the blanks at the ends of lines."""
    out = Terminal()
    home = Path("/nonexistent")
    env = Environment(
        *(out, io.StringIO(), {"COLUMNS": str(width)}, lambda: float(NOW), lambda: UTC),
        *(lambda: home, lambda: home, ()),
    )
    run([str(large) if word == "LARGE" else word for word in COMMANDS[name].split()], env)
    return "".join(f"{line.rstrip()}\n" for line in CODES.sub("", out.getvalue()).splitlines())


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return large_pool(tmp_path_factory.mktemp("large"))


@pytest.mark.parametrize(("name", "width"), CASES)
def test_a_screen_looks_so(name: str, width: int, large: Path) -> None:
    text = drawn(name, width, large)
    assert text == (SCREENS / f"{name}-{width}.txt").read_text(encoding="utf-8")
    unbroken = ("the command line", str(large))
    assert all(len(line) <= width or line.startswith(unbroken) for line in text.splitlines())


if __name__ == "__main__":
    import tempfile

    SCREENS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        pool = large_pool(Path(folder))
        for name, width in CASES:
            (SCREENS / f"{name}-{width}.txt").write_text(drawn(name, width, pool), encoding="utf-8")
