"""A snapshot holds all that decides, nothing secret, and is there whole or not at all."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.live.folder_transport import NEGOTIATOR, FolderTransport
from tests.negotiation.recorded import NAMES, recorded, rerun
from userprio import config
from userprio.classad import Ad, parse
from userprio.errors import BadInput, Refused
from userprio.ledger import Ledger
from userprio.live import LiveError, Trouble, take_into
from userprio.negotiation import Outcome, Pool, negotiate, read_snapshot


def transport(name: str) -> FolderTransport:
    cycle = recorded(name)
    return FolderTransport(cycle.pool, cycle.ledger, dump(cycle.settings), cycle.settings)


def dump(settings: config.Config) -> str:
    """A configuration as a daemon tells it: a line for each knob."""
    knobs = ((name, " ".join((settings.raw(name) or "").split())) for name in settings.names())
    return "# Configuration from negotiator\n" + "".join(f"{name} = {text}\n" for name, text in knobs)


def decisions(outcome: Outcome) -> list[object]:
    """All that a cycle decided; figures to nine digits, for an effective priority comes with sixteen."""
    return [
        [
            (match.submitter, match.request, match.slot, match.group, match.spin, match.because)
            for match in outcome.matches
        ],
        [(reject.submitter, reject.request, reject.reason) for reject in outcome.rejections],
        [(visit.submitter, visit.spin, visit.outcome, visit.matched, f"{visit.limit:.9g}") for visit in outcome.visits],
        [(group.name, group.effective_quota, group.requested) for group in outcome.groups],
    ]


@pytest.mark.parametrize("name", NAMES)
def test_the_cycle_over_a_snapshot_is_that_over_the_whole_pool(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "taken"
    cycle = recorded(name)
    take_into(folder, transport(name), NEGOTIATOR, cycle.at)
    outcome = negotiate(
        read_snapshot(folder),
        Ledger.read(folder / "Accountantnew.log"),
        config.read(folder / "condor_config", environ={}),
        cycle.at,
    )
    assert decisions(outcome) == decisions(rerun(name))
