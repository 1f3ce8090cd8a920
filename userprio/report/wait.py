"""WaitRange for scripts; their tables are in `report.screens`."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from userprio.futures import Wait, WaitFor
from userprio.report.data import Field, Rows
from userprio.simulation import WaitRange

_KEYS: Final = (
    "submitter",
    "job",
    "schedd",
    "idle_jobs",
    "slots",
    "futures",
    "started",
    "median_s",
    "low_s",
    "high_s",
)


def wait_document(found: Wait) -> dict[str, Any]:
    """When jobs start, schema `userprio.wait/1`.

    A time of null is beyond `horizon_s`; `low_s` and `high_s` are what a tenth of the futures is below and above.
    """
    return {
        "schema": "userprio.wait/1",
        "at": found.at,
        "seed": found.seed,
        "futures": found.futures,
        "horizon_s": found.horizon_s,
        "demand": found.coming,
        "history_s": found.history_s,
        "waits": [
            {
                **_figures(one),
                "after": [{"submitter": name, "futures": count} for name, count in one.after],
            }
            for one in found.found
        ],
        "held_back_by": [
            {"reason": cause.reason, "sentence": cause.sentence, "jobs": cause.jobs} for cause in found.causes
        ],
        "remedies": [
            {
                "kind": one.kind,
                "what": one.what,
                "submitter": one.submitter,
                "slots": one.slots,
                **_waits(one.waits),
                "gain_s": one.gain_s,
            }
            for one in found.remedies
        ],
        "job_lengths": [asdict(one) for one in found.lengths],
        "assumptions": found.assumptions,
        "warnings": found.warnings,
    }


def wait_rows(found: Wait) -> Rows:
    """One line for each submitter or job that is waited for."""
    return _KEYS, [_figures(one) for one in found.found]


def _figures(one: WaitFor) -> Mapping[str, Field]:
    return {
        "submitter": one.submitter,
        "job": one.job,
        "schedd": one.schedd,
        "idle_jobs": one.idle_jobs,
        "slots": one.slots,
        **_waits(one.waits),
    }


def _waits(waits: WaitRange) -> Mapping[str, Field]:
    return {
        "futures": waits.futures,
        "started": waits.started,
        "median_s": waits.median_s,
        "low_s": waits.low_s,
        "high_s": waits.high_s,
    }
