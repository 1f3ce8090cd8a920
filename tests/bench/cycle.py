"""One dry run of a snapshot, stage by stage; prints JSON. Run by the runner in a process of its own."""

import gc
import json
import resource
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest import mock

from tests.bench.measure import Stages
from tests.bench.slots import NOW
from tests.bench.snapshot import CONFIG, LEDGER
from tests.report.written import json_text
from userprio import config
from userprio.classad.files import read_ads
from userprio.ledger import Ledger
from userprio.negotiation import cycle as engine
from userprio.negotiation import negotiate
from userprio.negotiation.diagnosis import diagnosis as reasons
from userprio.pool import read_snapshot
from userprio.pool.scenario import ScenarioData


def measure(folder: Path, knobs: Sequence[str] = ()) -> dict[str, Any]:
    """Processor seconds of each stage, peak memory in MiB, and what came out."""
    stages = Stages()
    with stages.stage("read"):
        pool = read_snapshot(folder)
        configured = config.read(folder / CONFIG, environ={})
        configured = configured.with_overrides(
            {name: value for name, _, value in (knob.partition("=") for knob in knobs)}
        )
        ledger = Ledger.read(folder / LEDGER)
    prepare, cycle = engine.prepare, Stages()

    def timed_prepare(*arguments: Any) -> Any:
        with cycle.stage("account"):
            return prepare(*arguments)

    def timed_negotiate(*arguments: Any) -> Any:
        with cycle.stage("match"):
            outcome = negotiate(*arguments)
        # What comes later are cycles with something else, and count as reasons.
        stages.seconds |= {**cycle.seconds, "match": cycle.seconds["match"] - cycle.seconds["account"]}
        return outcome

    with (
        mock.patch.object(engine, "prepare", timed_prepare),
        mock.patch.object(reasons, "negotiate", timed_negotiate),
        stages.stage("reasons"),
    ):
        outcome = reasons.diagnosed(ScenarioData(pool, ledger, configured, NOW), stability=True)
    stages.seconds["reasons"] -= stages.seconds["account"] + stages.seconds["match"]
    with stages.stage("report"):
        text = json_text(outcome)
    return {
        "slots": len(pool.slots),
        "stages": stages.seconds,
        "total": sum(stages.seconds.values()),
        "matches": len(outcome.matches),
        "matches_per_s": len(outcome.matches) / max(stages.seconds["match"], 1e-9),
        "peak_mib": _peak(),
        "report_bytes": len(text),
    }


def reading(path: Path, how: str) -> dict[str, Any]:
    """Processor seconds and memory of holding all ads of a file: our reader, or classad2 ad by ad."""
    before = _peak()
    stages = Stages()
    with stages.stage("read"):
        if how == "classad2":
            import classad2

            blocks = path.read_text().split("\n\n")
            ads = [classad2.parseNext(text, classad2.ParserType.Old) for text in blocks if text.strip()]
        else:
            ads = list(read_ads(path))
    size = path.stat().st_size
    return {"ads": len(ads), "seconds": stages.seconds["read"], "memory": (_peak() - before) * 2**20 / size}


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    what, path = sys.argv[1], Path(sys.argv[2])
    gc.set_threshold(1_000_000, 50, 1_000)  # as `userprio` does
    print(json.dumps(measure(path, sys.argv[3:]) if what == "cycle" else reading(path, what)))
