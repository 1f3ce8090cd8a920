"""The history that questions of the page of columns are about: jobs of eight days before the moment of the examples."""

from pathlib import Path
from typing import Final

from tests.cli.test_replay import ad

_DAYS_S: Final = 9 * 86_400
_GAP_S: Final = 6000


def put_inputs(folder: Path) -> None:
    """Write the files into a folder, where the questions find them as `{folder}/NAME`."""
    queued = ((number, _GAP_S * number - _DAYS_S) for number in range(1, 121))
    jobs = (ad(("ada", "ben")[number % 2], number, at, at + 60, 1800, "example.org") for number, at in queued)
    (folder / "history.ads").write_text("".join(jobs), encoding="utf-8")
