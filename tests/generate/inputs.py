"""The history that questions of the page of columns are about: jobs of eight days before the moment of the examples."""

from pathlib import Path
from typing import Final

_BEGIN: Final = 1_771_664_400
_JOB: Final = """
ClusterId = {number}
ProcId = 0
GlobalJobId = "ap1@example.org#{number}.0#{queued}"
Owner = "{owner}"
User = "{owner}@example.org"
QDate = {queued}
JobStatus = 4
JobUniverse = 5
RequestCpus = 1
Requirements = TARGET.Cpus >= RequestCpus
JobStartDate = {started}
JobCurrentStartDate = {started}
CompletionDate = {ended}
NumShadowStarts = 1
RemoteWallClockTime = 1800.0
"""


def put_inputs(folder: Path) -> None:
    """Write the files into a folder, where the questions find them as `{folder}/NAME`."""
    jobs = (
        _JOB.format(
            number=number,
            owner=("ada", "ben")[number % 2],
            queued=_BEGIN + 6000 * number,
            started=_BEGIN + 6000 * number + 60,
            ended=_BEGIN + 6000 * number + 1860,
        )
        for number in range(1, 121)
    )
    (folder / "history.ads").write_text("".join(jobs), encoding="utf-8")
