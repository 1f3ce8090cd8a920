"""A replay that is stopped and gone on with: it comes to the same, to the byte, and uses nothing but its own."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from itertools import count
from math import inf
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.executors import Pickling
from tests.marks import slow_sample
from tests.negotiation.builders import NOW, configured, free, slot
from tests.simulation.test_replay import KNOBS, ended
from userprio.base.errors import BadInput, Refused
from userprio.base.executors import Processes
from userprio.classad import Ad
from userprio.ledger import Ledger
from userprio.pool import Pool, ScenarioData
from userprio.report.replay import replay_document
from userprio.simulation import CHANGED, Replay, ReplayTerms, SavedReplay, replay_history
from userprio.simulation.history import History, MachineTimes, history_of

HOURS = 3
GROUPS = """
GROUP_NAMES = bio, phys
GROUP_QUOTA_bio = 3
GROUP_QUOTA_phys = 2
GROUP_ACCEPT_SURPLUS = true
PREEMPTION_REQUIREMENTS = RemoteUserPrio > SubmitterUserPrio * 1.2
SCHEDD_INTERVAL = 30
PRIORITY_HALFLIFE = 1800
"""
OTHER = "GROUP_QUOTA_phys = 5\nPRIORITY_HALFLIFE = 600"


def jobs() -> Iterator[Ad]:
    """Four users of two groups at two schedds; jobs that come in bursts, of one core or two, and of odd lengths."""
    users = ("bio.ann", "bio.bob", "phys.eve", "dora")
    for number in range(1, 61):
        user = users[number * 7 // 3 % 4]
        queued = 27 * (number // 8) * 8 + number % 5
        more = {} if user == "dora" else {"AccountingGroup": f'"{user}"'}
        schedd = f"ap{number % 2}"
        yield ended(
            user.rpartition(".")[2],
            number,
            queued,
            queued + 60,
            151 + 47 * (number % 13),
            1 + (number % 7 == 0),
            GlobalJobId=f'"{schedd}#{number}.0#{NOW + queued}"',
            **more,
        )


def pool() -> Pool:
    """Four slots of a core, and a machine that is cut to pieces."""
    whole = slot(5, Cpus=4, TotalSlotCpus=4, PartitionableSlot=True, SlotType="Partitionable", Memory=8000)
    return Pool((*free(4), whole))


def past() -> History:
    stays = {"exec2": ((-inf, NOW + 700.0), (NOW + 1500.0, inf))}
    return replace(history_of(jobs()), machines=MachineTimes(stays, "machines.csv"))


def scene(knobs: str = "") -> ScenarioData:
    return ScenarioData(pool(), Ledger.empty(), configured(f"{KNOBS}\n{GROUPS}\n{knobs}"), NOW)


TERMS = ReplayTerms(NOW, NOW + HOURS * 3600.0, 20, each_job=True, looks=True)
"""More cycles than those of which several fractions of a second are tried."""


def lived(
    kept: SavedReplay | None = None,
    progress: Callable[[int, int], None] | None = None,
    *,
    other: str | None = OTHER,
    executor: Executor | None = None,
    terms: ReplayTerms = TERMS,
    scenario: ScenarioData | None = None,
    history: History | None = None,
) -> Replay:
    others = {} if other is None else {CHANGED: scene(other)}
    return replay_history(
        scenario or scene(),
        history or past(),
        terms,
        others=others,
        executor=executor,
        progress=progress,
        saved=kept,
    )


def every(looks: int) -> Callable[[], bool]:
    """Each time that so many looks are over."""
    numbers = count(1)
    return lambda: next(numbers) % looks == 0


def written(found: Replay) -> str:
    """All that is told of a replay."""
    return json.dumps(replay_document(found)) + repr([policy.looks for policy in found.policies])


@pytest.fixture(scope="module")
def whole() -> str:
    """What a replay comes to that nobody stops."""
    return written(lived())


def stopping(at: int) -> Callable[[int, int], None]:
    """Stops what it is told of when so much of it is done."""

    def tell(done: int, of: int) -> None:
        if done == at:
            raise KeyboardInterrupt

    return tell


def lines(folder: Path, name: str = "in-force") -> int:
    return (folder / f"{name}.cycles").read_bytes().count(b"\n")


@pytest.mark.slow
def test_the_jobs_are_interrupted_cut_and_shared_out(whole: str) -> None:
    """Without preemption, machines that go and pieces of machines, that nothing differs would say little."""
    found = lived(other=None).in_force
    assert found.everybody.preemptions >= 3
    assert any(set(look.weights) >= {"bio", "phys"} for look in found.looks)
    assert {run.past.schedd for run in found.jobs} == {"ap0", "ap1"}
    assert found.everybody.finished == 60


@pytest.mark.parametrize(
    "stops",
    [
        (300, 640),
        *slow_sample([(1,), (77, 78, 300, 640), (499,), (500,), (501,), (640, 900), (150, 999)]),
    ],
)
def test_a_replay_that_was_stopped_comes_to_what_it_would_have(
    stops: tuple[int, ...], whole: str, tmp_path: Path
) -> None:
    """Each of the two policies is 500 parts of the work: up to 500 it is stopped in the first, then in the second."""
    kept = SavedReplay(tmp_path / "kept", "1", every(11))
    for stop in stops:
        with pytest.raises(KeyboardInterrupt):
            lived(kept, stopping(stop))
    assert written(lived(kept)) == whole


@pytest.mark.slow
def test_two_processes_go_on_with_what_one_has_kept(whole: str, tmp_path: Path) -> None:
    kept = SavedReplay(tmp_path / "kept", "1", every(50))
    with pytest.raises(KeyboardInterrupt):
        lived(kept, stopping(700))
    with Processes(2) as executor:
        assert written(lived(kept, executor=executor)) == whole


def test_workers_elsewhere_keep_no_state(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="cannot be kept by workers elsewhere"):
        lived(SavedReplay(tmp_path / "kept", "1"), executor=Pickling())


@pytest.mark.slow
def test_nothing_is_lost_where_it_is_written_down_now_and_then_only(whole: str, tmp_path: Path) -> None:
    """Of every 40 parts one is written down: what came after the last is worked out again."""
    kept = SavedReplay(tmp_path / "kept", "1", every(40))
    with pytest.raises(KeyboardInterrupt):
        lived(kept, stopping(111))
    # Two of 40 parts, of 500 that three hours with a cycle every 20 s have: 80 of them are 1728 s.
    assert lines(tmp_path / "kept") == 87
    assert written(lived(kept)) == whole


def test_what_is_known_is_not_negotiated_again(monkeypatch: pytest.MonkeyPatch, whole: str, tmp_path: Path) -> None:
    kept = SavedReplay(tmp_path / "kept", "1", every(50))
    assert written(lived(kept)) == whole
    monkeypatch.setattr("userprio.simulation.world.decide", None)
    assert written(lived(kept)) == whole


@pytest.mark.slow
def test_what_was_written_behind_the_end_is_not_used(whole: str, tmp_path: Path) -> None:
    """A process that is killed while it writes leaves part of a line."""
    kept = SavedReplay(tmp_path / "kept", "1", every(20))
    with pytest.raises(KeyboardInterrupt):
        lived(kept, stopping(200))
    with (tmp_path / "kept" / "in-force.cycles").open("ab") as file:
        file.write(b'[1800000000.5,[["bio.ann"')
    assert written(lived(kept)) == whole


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"scenario": scene("NEGOTIATOR_DEPTH_FIRST = true")}, "other knobs"),
        ({"scenario": replace(scene(), pool=Pool(free(5)))}, "other slots"),
        (
            {"scenario": replace(scene(), previous_quotas={"bio": 1.0})},
            "other accounts",
        ),
        ({"history": history_of(list(jobs())[:59])}, "other jobs and machines"),
        ({"terms": replace(TERMS, ends_at=NOW + 5400.0)}, "other period or times of cycles"),
        ({"terms": replace(TERMS, interval_s=21)}, "other period or times of cycles"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_state_of_another_replay_is_refused(change: dict[str, object], words: str, tmp_path: Path) -> None:
    kept = SavedReplay(tmp_path / "kept", "1")
    with pytest.raises(KeyboardInterrupt):
        lived(kept, stopping(3), other=None)
    before = {file.name: file.read_bytes() for file in kept.folder.iterdir()}
    with pytest.raises(BadInput, match=f"this is the state of a replay with {words}") as refused:
        lived(kept, other=None, **change)  # type: ignore[arg-type]
    assert str(kept.folder / "in-force.json") in str(refused.value)
    assert {file.name: file.read_bytes() for file in kept.folder.iterdir()} == before


def test_the_state_of_another_version_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        lived(SavedReplay(tmp_path / "kept", "1"), stopping(3), other=None)
    with pytest.raises(BadInput, match="a replay with other userprio"):
        lived(SavedReplay(tmp_path / "kept", "2"), other=None)


@pytest.mark.slow
def test_what_is_told_besides_may_differ(tmp_path: Path) -> None:
    """Which figures are wanted of it has nothing to do with how it goes."""
    kept = SavedReplay(tmp_path / "kept", "1")
    with pytest.raises(KeyboardInterrupt):
        lived(kept, stopping(30), other=None, terms=replace(TERMS, looks=False, each_job=False))
    assert len(lived(kept, other=None).in_force.looks) == 500


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("in-force.json", b""),
        ("in-force.json", b"\x80\x04\x95"),
        ("in-force.json", b"[" * 100_000),
        ("in-force.json", b'{"schema": "userprio.replay-state/1"}'),
        ("in-force.json", b'{"schema": "userprio.replay-state/2", "of": {}, "until": 1.0}'),
        ("in-force.cycles", b""),
        ("in-force.cycles", b"[1.5]\n"),
    ],
)
def test_what_is_damaged_is_refused(name: str, content: bytes, tmp_path: Path) -> None:
    kept = SavedReplay(tmp_path / "kept", "1")
    with pytest.raises(KeyboardInterrupt):
        lived(kept, stopping(3), other=None)
    (kept.folder / name).write_bytes(content)
    with pytest.raises(BadInput, match="this is not a state that a replay has kept, or it is damaged"):
        lived(kept, other=None)


def test_a_state_without_its_decisions_is_damaged(tmp_path: Path) -> None:
    kept = SavedReplay(tmp_path / "kept", "1")
    with pytest.raises(KeyboardInterrupt):
        lived(kept, stopping(3), other=None)
    (kept.folder / "in-force.cycles").unlink()
    with pytest.raises(BadInput, match="this is not a state that a replay has kept, or it is damaged"):
        lived(kept, other=None)


def spoilt(folder: Path, spoil: Callable[[bytes], bytes]) -> None:
    """Let somebody change the decisions who knows how to make a digest."""
    import hashlib

    cycles, head = folder / "in-force.cycles", folder / "in-force.json"
    content = spoil(cycles.read_bytes())
    told = json.loads(head.read_text())
    told |= {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    cycles.write_bytes(content)
    head.write_text(json.dumps(told))


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda content: b'"__import__"' + content, "this is not a state"),
        (lambda content: content.replace(b'"free"', b'"evil"', 1), "this is not a state"),
        (lambda content: content.replace(b".5,", b".25,", 1), "the decisions of another course of events"),
        (lambda content: content + b"[1,2,3]\n", "this is not a state"),
    ],
)
def test_decisions_that_somebody_made_up_are_refused(
    spoil: Callable[[bytes], bytes], words: str, tmp_path: Path
) -> None:
    kept = SavedReplay(tmp_path / "kept", "1")
    with pytest.raises(KeyboardInterrupt):
        lived(kept, stopping(30), other=None)
    spoilt(kept.folder, spoil)
    with pytest.raises(BadInput, match=words):
        lived(kept, other=None)


def test_a_folder_that_another_replay_works_with_is_refused(tmp_path: Path) -> None:
    kept = SavedReplay(tmp_path / "kept", "1")
    with kept.held(), pytest.raises(Refused, match="another replay is at work in"), kept.held():
        pass
    with kept.held():
        assert (tmp_path / "kept").is_dir()
