"""What condor_userprio 23.9.6 printed for six real pools, and what is printed here from the same files.

Each file under `recorded_23_9_6/` holds a pool as a negotiator of that version fetched it, the ledger that the cycle
left, the text of every listing that this negotiator answered then, and the time.
"""

import gzip
import json
from io import StringIO
from pathlib import Path

import pytest

from userprio.base.versions import Behaviour, Version
from userprio.cli.accounts import answer, show_answer
from userprio.cli.classic.actions import parse_classic
from userprio.cli.options import GlobalOptions
from userprio.ledger import Ledger

from .test_recorded_listings import MODES, environment

pytestmark = pytest.mark.slow

RECORDED = Path(__file__).parent / "recorded_23_9_6"
NAMES = sorted(path.name.removesuffix(".json.gz") for path in RECORDED.iterdir())
VERSION = Version(23, 9, 6)


class Recorded:
    """One pool after its cycle."""

    def __init__(self, name: str, folder: Path) -> None:
        data = json.loads(gzip.decompress((RECORDED / f"{name}.json.gz").read_bytes()))
        self.listings: dict[str, str] = data["listings"]
        self.at: int = data["recorded_at"]
        self.snapshot, self.ledger = folder / name, folder / f"{name}.log"
        self.ledger.write_text(data["ledger"])
        self.snapshot.mkdir()
        for file, text in data["pool"].items():
            (self.snapshot / file).write_text(text)

    @property
    def moments(self) -> tuple[int, ...]:
        """The time of the last listing, and others at which one may have been printed that make a difference: the limit
        of activity, shown to the minute, moves on with it."""
        return self.at, self.at - self.at % 60 - 1, Ledger.read(self.ledger).last_update_time

    def printed(self, mode: str, now: int) -> str:
        env = environment(StringIO())
        shared = GlobalOptions(snapshot=str(self.snapshot), ledger=self.ledger, now=now, version=VERSION)
        request = parse_classic(MODES[mode].split(), tool=Behaviour(VERSION)).request(env.zone())
        show_answer(answer(request, shared, env), request, shared, env)
        assert isinstance(env.stdout, StringIO)
        return env.stdout.getvalue()


@pytest.fixture(scope="module")
def pools(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Recorded]:
    folder = tmp_path_factory.mktemp("pools")
    return {name: Recorded(name, folder) for name in NAMES}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", NAMES)
def test_the_listing_is_the_recorded_one(name: str, mode: str, pools: dict[str, Recorded]) -> None:
    pool = pools[name]
    assert pool.listings[mode] in [pool.printed(mode, now) for now in pool.moments]
