"""Histories of recorded lives, as condor_history prints them: `python -m tests.simulation.histories FOLDER OUT`.

A whole recording has its own `history.ads`. Of one that was cut to what tests need, it is made of the ads of its jobs
and their runs: what HTCondor would have written, in whole seconds.
"""

import csv
import sys
from collections import defaultdict
from pathlib import Path

from userprio.classad import Ad, Evaluator, Value, integer_of, read_ads, unparse
from userprio.negotiation.schedd import schedd_of

Run = tuple[int, int | None]


def history_of_life(folder: Path) -> str:
    """The ads of all jobs that were over as the recording ended."""
    runs: dict[tuple[str, str], list[Run]] = defaultdict(list)
    hosts: dict[tuple[str, str], str] = {}
    with (folder / "runs.csv").open() as file:
        for row in csv.DictReader(file):
            key = row["schedd"], row["job"]
            runs[key].append((int(float(row["start"])), int(float(row["end"])) if row["how"] == "ended" else None))
            hosts[key] = row["slot"]
    texts = []
    for name in ("jobs.ads", "later.ads"):
        for ad in read_ads(folder / name) if (folder / name).is_file() else ():
            evaluator = Evaluator(0)
            job = f"{integer_of(evaluator, ad, 'ClusterId')}.{integer_of(evaluator, ad, 'ProcId')}"
            key = (schedd_of(ad, evaluator) or "").partition("@")[0], job
            if runs[key] and runs[key][-1][1] is not None:
                texts.append(_text(ad.replace(_over(runs[key], hosts[key]))))
    return "\n".join(texts)


def _over(runs: list[Run], host: str) -> dict[str, Value]:
    (first, _), (last, end) = runs[0], runs[-1]
    assert end is not None
    return {
        "JobStatus": 4,
        "JobStartDate": first,
        "JobCurrentStartDate": last,
        "CompletionDate": end,
        "EnteredCurrentStatus": end,
        "LastMatchTime": last,
        "LastRemoteHost": host,
        "NumShadowStarts": len(runs),
        "RemoteWallClockTime": float(end - last),
    }


def _text(ad: Ad) -> str:
    return "".join(f"{name} = {unparse(expr)}\n" for name, expr in ad.items())


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(history_of_life(Path(sys.argv[1])))
