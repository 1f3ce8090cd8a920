"""Files of others: what a snapshot makes a reader read, and what a planted link makes a writer overwrite."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.attacks.others import EVE, as_root, being_eve, give_to_eve
from userprio.base import check_links, check_place, write_file
from userprio.base.errors import BadInput, Refused
from userprio.base.limits import CONFIG_FILE, read_file
from userprio.base.snapshot_trust import SnapshotRoot
from userprio.simulation import SavedReplay

Run = Callable[..., Any]
SECRET = b"GROUP_NAMES = leak_sesame\n"
HARMLESS = b"GROUP_NAMES = group_harmless\n"


@contextmanager
def exchanging(one: Path, other: Path) -> Iterator[None]:
    """While somebody exchanges two names without a pause."""
    words = [sys.executable, str(Path(__file__).with_name("exchange.py")), str(one), str(other)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as attacker:
        assert attacker.stdout is not None
        if attacker.stdout.readline() != b"begun\n":
            pytest.skip("this system cannot exchange two names")
        try:
            yield
            assert attacker.poll() is None
        finally:
            attacker.kill()


@pytest.fixture
def snapshot(tmp_path: Path) -> Path:
    """A snapshot with a file to include, and beside it a secret."""
    (tmp_path / "secret").write_bytes(SECRET)
    folder = tmp_path / "snapshot"
    folder.mkdir()
    (folder / "inc").write_bytes(HARMLESS)
    return folder


def read_often(root: SnapshotRoot, path: Path, times: int = 1500) -> tuple[set[bytes], set[str]]:
    """What a file that is read again and again holds, and why it cannot be read."""
    contents, reasons = set(), set()
    for _ in range(times):
        try:
            contents.add(read_file(path, CONFIG_FILE, root))
        except OSError as refused:
            reasons.add(str(refused.strerror))
    return contents, reasons


def test_a_file_exchanged_for_a_link_at_any_moment_does_not_show_what_is_outside(snapshot: Path) -> None:
    (snapshot / "link").symlink_to("../secret")
    root = SnapshotRoot.of(snapshot)
    with exchanging(snapshot / "inc", snapshot / "link"):
        contents, reasons = read_often(root, snapshot / "inc")
    assert contents == {HARMLESS}
    assert any("link" in reason for reason in reasons)


def test_a_folder_exchanged_for_a_link_at_any_moment_does_not_either(snapshot: Path, tmp_path: Path) -> None:
    (snapshot / "real").mkdir()
    (snapshot / "real" / "secret").write_bytes(HARMLESS)
    (snapshot / "link").symlink_to(tmp_path)
    root = SnapshotRoot.of(snapshot)
    with exchanging(snapshot / "real", snapshot / "link"):
        contents, reasons = read_often(root, snapshot / "real" / "secret")
    assert contents == {HARMLESS}
    assert reasons


def test_a_file_exchanged_for_another_of_the_same_snapshot_is_simply_read(snapshot: Path) -> None:
    (snapshot / "other").write_bytes(b"other")
    root = SnapshotRoot.of(snapshot)
    with exchanging(snapshot / "inc", snapshot / "other"):
        contents, reasons = read_often(root, snapshot / "inc", 500)
    assert contents == {HARMLESS, b"other"}
    assert not reasons


def test_the_folder_of_a_snapshot_stays_the_one_that_was_named(snapshot: Path, tmp_path: Path) -> None:
    root = SnapshotRoot.of(snapshot)
    snapshot.rename(tmp_path / "away")
    (tmp_path / "private").mkdir()
    (tmp_path / "private" / "inc").write_bytes(SECRET)
    snapshot.symlink_to(tmp_path / "private")
    with pytest.raises(OSError, match="out of the snapshot"):
        read_file(snapshot / "inc", CONFIG_FILE, root)
    snapshot.unlink()
    (tmp_path / "private").rename(snapshot)
    with pytest.raises(OSError, match="was replaced while it was read"):
        read_file(snapshot / "inc", CONFIG_FILE, root)


def test_links_within_a_snapshot_and_a_snapshot_behind_a_link_are_read(snapshot: Path, tmp_path: Path) -> None:
    (snapshot / "deep").mkdir()
    (snapshot / "deep" / "absolute").symlink_to(snapshot / "inc")
    (snapshot / "deep" / "relative").symlink_to("../inc")
    (tmp_path / "name").symlink_to(snapshot)
    root = SnapshotRoot.of(tmp_path / "name")
    for path in (snapshot / "deep" / "absolute", tmp_path / "name" / "deep" / "relative", tmp_path / "name" / "inc"):
        assert read_file(path, CONFIG_FILE, root) == HARMLESS


def test_the_names_in_a_folder_outside_are_not_listed(snapshot: Path, tmp_path: Path) -> None:
    (snapshot / "local").symlink_to(tmp_path)
    (snapshot / "own").mkdir()
    (snapshot / "own" / "10-groups").touch()
    root = SnapshotRoot.of(snapshot)
    assert root.names_in(snapshot / "own") == ["10-groups"]
    with pytest.raises(OSError, match="out of the snapshot"):
        root.names_in(snapshot / "local")


def test_a_file_that_a_snapshot_is_to_have_is_refused_with_its_target(snapshot: Path, tmp_path: Path) -> None:
    (snapshot / "slots.ads").symlink_to("../secret")
    root = SnapshotRoot.of(snapshot)
    assert root.inside(snapshot / "inc") == snapshot / "inc"
    with pytest.raises(BadInput, match=f"link out of the snapshot, to {tmp_path}/secret, and is not followed"):
        root.inside(snapshot / "slots.ads")


def test_no_descriptor_is_left_open_by_what_is_refused(snapshot: Path) -> None:
    (snapshot / "link").symlink_to("../secret")
    root = SnapshotRoot.of(snapshot)
    before = len(list(Path("/proc/self/fd").iterdir()))
    for name in ("link", "missing", "inc/below", "inc"):
        try:
            os.close(root.open(snapshot / name))
        except OSError:
            continue
    assert len(list(Path("/proc/self/fd").iterdir())) == before


@pytest.fixture
def sticky(tmp_path: Path) -> Path:
    """A folder like /tmp, with a file of root's beside it that nobody else may write to."""
    (tmp_path / "victim").write_bytes(b"precious")
    folder = tmp_path / "sticky"
    folder.mkdir()
    folder.chmod(0o1777)
    return folder


@as_root
@pytest.mark.parametrize("mode", [0o1777, 0o777])
def test_a_link_that_somebody_planted_where_anybody_may_write_is_not_written_through(sticky: Path, mode: int) -> None:
    sticky.chmod(mode)
    (sticky / "r.html").symlink_to("../victim")
    give_to_eve(sticky / "r.html")
    for act in (lambda path: write_file(path, b"report"), check_place, check_links):
        with pytest.raises(PermissionError, match=r"the link r\.html was made by user 54321"):
            act(sticky / "r.html")
    assert (sticky.parent / "victim").read_bytes() == b"precious"
    assert [path.name for path in sticky.iterdir()] == ["r.html"]


@as_root
def test_a_planted_link_to_a_folder_on_the_way_is_not_followed_either(sticky: Path) -> None:
    (sticky / "reports").symlink_to("..")
    give_to_eve(sticky / "reports")
    (sticky.parent / "mine").symlink_to("sticky/reports/victim")
    for path in (sticky / "reports" / "victim", sticky.parent / "mine"):
        with pytest.raises(PermissionError, match="the link reports was made by user 54321"):
            write_file(path, b"report")
    assert (sticky.parent / "victim").read_bytes() == b"precious"


@as_root
def test_links_of_ones_own_and_of_the_owner_of_the_folder_are_followed(sticky: Path) -> None:
    (sticky / "own").symlink_to("../victim")
    write_file(sticky / "own", b"one")
    assert ((sticky.parent / "victim").read_bytes(), (sticky / "own").is_symlink()) == (b"one", True)
    (sticky / "hers").symlink_to(sticky.parent / "victim")
    give_to_eve(sticky / "hers")
    give_to_eve(sticky)
    write_file(sticky / "hers", b"two")
    assert (sticky.parent / "victim").read_bytes() == b"two"


@as_root
def test_a_link_of_somebody_elses_is_followed_where_only_its_owner_may_write(sticky: Path) -> None:
    sticky.chmod(0o755)
    (sticky / "r.html").symlink_to("../victim")
    give_to_eve(sticky / "r.html")
    write_file(sticky / "r.html", b"report")
    assert (sticky.parent / "victim").read_bytes() == b"report"


def test_links_in_a_circle_end(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to("other")
    (tmp_path / "other").symlink_to("one")
    with pytest.raises(OSError, match="symbolic links"):
        write_file(tmp_path / "one", b"")


@as_root
def test_a_file_that_is_replaced_keeps_owner_group_mode_and_attributes(tmp_path: Path) -> None:
    path = tmp_path / "50-quotas"
    path.write_bytes(b"old")
    give_to_eve(path)
    path.chmod(0o640)
    try:
        os.setxattr(path, "user.origin", b"puppet")
    except OSError:
        pytest.skip("no extended attributes here")
    write_file(path, b"new")
    status = path.stat()
    assert (status.st_uid, status.st_gid, status.st_mode & 0o7777) == (EVE, EVE, 0o640)
    assert (path.read_bytes(), os.getxattr(path, "user.origin")) == (b"new", b"puppet")


@as_root
def test_check_fix_as_root_leaves_a_configuration_to_htcondors_user(userprio: Run, tmp_path: Path) -> None:
    config = tmp_path / "condor_config"
    config.write_text("NEGOTIATOR_INTERVALL = 60\n")
    give_to_eve(config)
    config.chmod(0o640)
    done = userprio("--config", config, "check", "--fix", "--yes")
    assert config.read_text() == "NEGOTIATOR_INTERVAL = 60\n", done.err
    assert (config.stat().st_uid, config.stat().st_gid, config.stat().st_mode & 0o777) == (EVE, EVE, 0o640)


@as_root
def test_who_cannot_keep_the_owner_of_a_file_does_not_replace_it(public: Path) -> None:
    public.chmod(0o777)
    path = public / "page.html"
    path.write_bytes(b"old")
    path.chmod(0o666)
    with being_eve(), pytest.raises(PermissionError, match="its owner and permissions cannot be kept"):
        write_file(path, b"new")
    assert (path.read_bytes(), [entry.name for entry in public.iterdir()]) == (b"old", ["page.html"])
    give_to_eve(path)
    with being_eve():
        write_file(path, b"new")
    assert (path.read_bytes(), path.stat().st_uid) == (b"new", EVE)


def test_other_names_of_a_file_keep_the_old_contents(tmp_path: Path) -> None:
    (tmp_path / "page").write_bytes(b"old")
    (tmp_path / "backup").hardlink_to(tmp_path / "page")
    write_file(tmp_path / "page", b"new")
    assert ((tmp_path / "page").read_bytes(), (tmp_path / "backup").read_bytes()) == (b"new", b"old")


@as_root
def test_neither_a_report_nor_a_plan_nor_an_example_goes_through_a_planted_link(userprio: Run, sticky: Path) -> None:
    (sticky / "out").symlink_to("../victim")
    (sticky / "pool").symlink_to("../elsewhere")
    for name in ("out", "pool"):
        give_to_eve(sticky / name)
    commands = (
        ("--snapshot", "thirds", "report", "-o", sticky / "out"),
        ("--snapshot", "thirds", "plan", "--setfactor", "ann=77", "-o", sticky / "out"),
        ("init", sticky / "pool"),
    )
    for words in commands:
        done = userprio(*words)
        assert done.status in (4, 6), done
        assert "was made by user 54321 in a folder that anybody may write to, and is not followed" in done.err
    assert (sticky.parent / "victim").read_bytes() == b"precious"
    assert not (sticky.parent / "elsewhere").exists()


@pytest.mark.parametrize("name", ["lock", "in-force.new", "in-force.cycles", "in-force.json"])
def test_the_state_of_a_replay_is_not_written_through_links(tmp_path: Path, name: str) -> None:
    (tmp_path / "victim").write_bytes(b"precious")
    (tmp_path / "state").mkdir(0o755)
    (tmp_path / "state" / name).symlink_to("../victim")
    is_link = pytest.raises(OSError, match="this is a link, and is not followed")
    with is_link as refused, SavedReplay(tmp_path / "state", "1").held() as folder:
        folder.open(name, write=True)
    assert refused.value.filename == str(tmp_path / "state" / name)
    assert (tmp_path / "victim").read_bytes() == b"precious"


def test_the_state_of_a_replay_is_not_kept_where_others_may_write(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state").chmod(0o777)
    with pytest.raises(Refused, match="others may write to"), SavedReplay(tmp_path / "state", "1").held():
        pass
    (tmp_path / "state").chmod(0o755)
    with SavedReplay(tmp_path / "state", "1").held():
        assert (tmp_path / "state" / "lock").stat().st_mode & 0o777 == 0o600


@as_root
def test_the_state_of_a_replay_is_not_kept_in_the_folder_of_another_user(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir(0o755)
    give_to_eve(tmp_path / "state")
    with pytest.raises(Refused, match="belongs to user 54321"), SavedReplay(tmp_path / "state", "1").held():
        pass
