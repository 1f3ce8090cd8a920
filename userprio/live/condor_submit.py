"""This machine's condor_submit as the maker of job ads: `condor_submit -dry-run:full`, which submits nothing."""

import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from userprio.classad import Ad, split_line
from userprio.live.transport import run
from userprio.submission import Description, SubmittedJobs

_TOOL: Final = "condor_submit"
_COUNT: Final = re.compile(r"^(\d+) job\(s\) dry-run.*\n", re.M)
_NO_NAME: Final = "-"


def find_condor_submit(environ: Mapping[str, str]) -> str | None:
    """The condor_submit on PATH; None if there is none."""
    return shutil.which(_TOOL, path=environ.get("PATH", ""))


def dry_run(tool: str, description: Description, environ: Mapping[str, str]) -> SubmittedJobs | str:
    """The jobs that condor_submit makes of a description, or a sentence about why there are none.

    It is run with the user's own environment, never to submit. Whoever calls this has seen that the description runs no
    commands, or may: condor_submit runs them.

    Raises:
        LiveError: it does not run, or does not end.
    """
    with TemporaryDirectory(prefix="userprio-") as folder:
        file = description.source
        if file == _NO_NAME:
            file = str(Path(folder) / "stdin")
            Path(file).write_text(description.text, encoding="utf-8", errors="surrogateescape")
        ended = run([tool, "-dry-run:full", "-", file], environ)
    said = _sentences(ended.stderr)
    if ended.status:
        return said[-1] if said else f"it ended with status {ended.status}"
    counted = _COUNT.search(ended.out)
    jobs = () if counted is None else tuple(map(_ad, _blocks(ended.out[counted.end() :])))
    if counted is None or len(jobs) != int(counted[1]):
        return "a job factory makes the jobs, of which it shows only the first"
    return SubmittedJobs(jobs, tuple(f"{description.source}: {sentence}" for sentence in said))


def _blocks(text: str) -> list[list[str]]:
    """The lines of each ad; ads are separated by empty lines."""
    return [block.splitlines() for block in text.split("\n\n") if block.strip()]


def _ad(lines: Sequence[str]) -> Ad:
    return Ad.lazy((name, text) for name, equals, text in map(split_line, lines) if equals)


def _sentences(stderr: str) -> list[str]:
    """What it says on stderr, a sentence from each paragraph."""
    paragraphs = (" ".join(part.split()) for part in re.split(r"\n\s*\n|\n(?=(?:WARNING|ERROR):)", stderr))
    return [re.sub(r"^(?:ERROR|WARNING):\s*", "", part).rstrip(".") for part in paragraphs if part]
