"""The real negotiator on slots and jobs of the same make, where tests/pool finds one: matches a second of both."""

import time
from pathlib import Path
from random import Random

from tests.bench.cycle import measure
from tests.bench.ledgers import ledger_lines
from tests.bench.sizes import Size
from tests.bench.snapshot import CONFIG, LEDGER
from tests.pool.pool import Cluster, running_pool
from tests.pool.root import find
from tests.pool.slots import SlotKind

_KNOBS = "MAX_CONCURRENT_UPLOADS_PER_USER = 0\nNEGOTIATOR_MAX_TIME_PER_CYCLE = 120\n"


def compare(folder: Path, size: Size) -> dict[str, float]:
    """Matches a second of a real negotiator, of the dry run on what that negotiator read, and their ratio.

    Raises `NoHTCondor` where there is none.
    """
    htcondor = find()
    random = Random(size.seed)
    cores = {1: 0.7, 2: 0.15, 4: 0.1, 8: 0.05}
    slots = [
        SlotKind(round(size.slots * part), {"Cpus": str(count), "Memory": str(2048 * count)})
        for count, part in cores.items()
    ]
    each = size.jobs // size.submitters
    clusters = [
        Cluster(f"user{number:05}", each, submit={"request_memory": str(random.randrange(200, 1900))})
        for number in range(size.submitters)
    ]
    with running_pool(htcondor, _KNOBS) as pool:
        pool.advertise(slots)
        pool.submit(clusters)
        pool.settle()
        pool.snapshot(folder)
        began = time.monotonic()
        decided = pool.negotiate()
        took = time.monotonic() - began
    (folder / CONFIG).write_text(_KNOBS)
    if not (folder / LEDGER).exists():
        (folder / LEDGER).write_text("".join(f"{line}\n" for line in ledger_lines([], 1)))
    theirs = sum(event["event"] == "match" for event in decided.events) / took
    ours = measure(folder)["matches_per_s"]
    return {"negotiator": theirs, "dry run": ours, "ratio": ours / theirs}
