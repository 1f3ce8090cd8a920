"""The power fails at any moment of an edit, and takes what was not synced, or a part of it."""

from collections import Counter
from pathlib import Path

import pytest

from tests.faults.checking import Whole, problems, whole
from tests.faults.disk import Disk, Files
from tests.faults.edits import EDITS, Edit, put
from tests.faults.machine import Event, Machine


def losses_of(made: Whole) -> list[tuple[str, Files, bool]]:
    """The moments, what a disk may hold then, and whether success was reported before."""
    disk = Disk(made.before, made.folder)
    found: dict[tuple[tuple[tuple[str, bytes], ...], bool], tuple[str, Files, bool]] = {}

    def note(when: str, over: bool) -> None:
        for files in disk.found():
            found.setdefault((tuple(sorted(files.items())), over), (when, files, over))

    call = "the beginning"
    note(call, False)
    for event in made.trace:
        if event.name == "call":
            call = " ".join(event.words)
        elif disk.take(event):
            note(f"call {call}", False)
    note("the end", True)
    return list(found.values())


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_whenever_the_power_fails_the_edit_was_made_or_not_and_the_next_one_works(
    edit: Edit, machine: Machine, tried: Counter[str], folder: Path, tmp_path: Path
) -> None:
    """As after a failing call; and what was reported as made is there, whatever the disk had left to write."""
    made = whole(edit, folder, tmp_path / "trace", machine)
    wrong = []
    for when, files, over in losses_of(made):
        put(files, folder)
        tried["losses of power"] += 1
        wrong += [f"{when}: {what}" for what in problems(made, machine, None, over=over)]
    assert not wrong, "\n".join(wrong)


def test_a_disk_holds_what_was_synced_and_any_part_of_the_rest() -> None:
    """Half of a write, zeros in its place, or none of it; and a new name only once its folder was synced."""
    folder = Path("/spool")
    disk = Disk({"old": b"ab"}, folder)
    for event in (
        Event("open", ("3", "0", "/spool/old")),
        Event("write", ("3", "2", "4"), b"cdef"),
        Event("open", ("4", "1", "/spool/new")),
    ):
        disk.take(event)
    assert {each["old"] for each in disk.found()} == {
        b"ab",
        b"abcd",
        b"abcdef",
        b"abcd\0\0",
        b"ab\0\0ef",
        b"ab\0def",
        b"ab\0\0\0\0",
    }
    assert {"new" in each for each in disk.found()} == {True, False}
    disk.take(Event("sync", ("3",)))
    assert {each["old"] for each in disk.found()} == {b"abcdef"}
    disk.take(Event("open", ("5", "0", "/spool")))
    disk.take(Event("sync", ("5",)))
    assert {"new" in each for each in disk.found()} == {True}
