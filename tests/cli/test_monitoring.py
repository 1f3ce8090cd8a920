"""`readlog` and `verify` on the logs of recorded pools."""

import gzip
import json
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.monitoring.logged import LOGS, lines_of
from tests.negotiation.recorded import POOLS
from userprio.cli.environment import ExitStatus

NAME = "preempt-by-priority"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "NegotiatorLog"
    path.write_bytes(gzip.decompress((LOGS / f"{NAME}.gz").read_bytes()))
    return path


@pytest.fixture
def snapshot(tmp_path: Path) -> Path:
    folder = tmp_path / "pool"
    shutil.copytree(POOLS / NAME, folder)
    (folder / "ledger.log").rename(folder / "Accountantnew.log")
    return folder


def test_readlog_has_a_line_for_each_cycle(userprio: Run, log: Path) -> None:
    done = userprio("readlog", log)
    assert done.status is ExitStatus.DONE
    assert done.out == (
        "                     took         submitter              pre-\n"
        "              began     s  slots        ads  matches  empting  refused  mostly refused because\n"
        "2026-11-21 06:15:53     0     12          2        8        6        1  "
        "PREEMPTION_REQUIREMENTS == False; first since its start\n"
    )
    assert done.err == ""


def test_readlog_shows_one_cycle_in_full(userprio: Run, log: Path) -> None:
    out = userprio("readlog", log, "--cycle", "2026-11-21 06:15:53").out
    assert "cycle of 2026-11-21 06:15:53, 0 s, finished\n12 slots, 8 matches, 1 refused\n" in out
    assert "bob@pool.test" in out
    assert "Matches\n" in out


def test_readlog_gives_scripts_all_of_it(userprio: Run, log: Path) -> None:
    whole = json.loads(userprio("readlog", log, "--format", "json").out)
    assert whole["schema"] == "userprio.readlog/1"
    (cycle,) = whole["cycles"]
    assert (cycle["matches"], cycle["requests"], cycle["rejections"]) == (8, 9, {"PREEMPTION_REQUIREMENTS == False": 1})
    one = json.loads(userprio("readlog", log, "--cycle", "0", "--format", "json").out)
    assert [turn["submitter"] for turn in one["turns"]] == ["alice@pool.test", "bob@pool.test"]
    assert len(userprio("readlog", log, "--cycle", "0", "--format", "csv").out.splitlines()) == 9


def test_readlog_of_a_time_without_cycles_says_so_with_status_1(userprio: Run, log: Path) -> None:
    done = userprio("readlog", log, "--since", "2026-11-22")
    assert (done.status, done.out) == (ExitStatus.FAILED, "no cycle of this log was asked for\n")
    later = userprio("readlog", log, "--cycle", "2026-11-22")
    assert later.status is ExitStatus.BAD_INPUT
    assert "no cycle of this log was under way then, or began later" in later.err


def test_readlog_says_which_reasons_a_log_without_d_match_lacks(userprio: Run, tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("\n".join(line for line in lines_of(NAME) if " Matched " not in line and " Rejected " not in line))
    done = userprio("readlog", path)
    assert "not in the log" in done.out
    assert "why requests were refused is only in MatchLog" in done.out


def test_escape_codes_of_a_log_do_not_reach_the_terminal(userprio: Run, tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("\n".join(line.replace("bob@", "b\x1b[31mob@") for line in lines_of(NAME)))
    for words in (("readlog", path), ("readlog", path, "--cycle", "0")):
        done = userprio(*words)
        assert "\x1b" not in done.out + done.err


def test_verify_agrees_with_status_0(userprio: Run, log: Path, snapshot: Path) -> None:
    done = userprio("verify", "--snapshot", snapshot, "--log", log)
    assert (done.status, done.out) == (
        ExitStatus.DONE,
        "cycle of 2026-11-21 06:15:53: agrees\n8 of 8 matches foretold, 1 refused\n",
    )


def test_verify_shows_the_first_difference_with_status_3(userprio: Run, log: Path, snapshot: Path) -> None:
    wrong = ("--set", "PREEMPTION_REQUIREMENTS=False")
    done = userprio("verify", "--snapshot", snapshot, "--log", log, *wrong)
    assert done.status is ExitStatus.CHANGES
    assert "cycle of 2026-11-21 06:15:53: differs\n2 of 8 matches foretold, 1 refused\n" in done.out
    assert "match 3 of its visit, alice@pool.test\n  log:     slot1@" in done.out
    assert "  dry run: no more\n" in done.out
    assert "priorities in its turn: alice@pool.test" in done.out
    found = json.loads(userprio("verify", "--snapshot", snapshot, "--log", log, *wrong, "--format", "json").out)
    assert found["cycles"][0]["verdict"] == "differs"


def test_verify_says_what_has_moved_and_how_much_was_compared(userprio: Run, log: Path, snapshot: Path) -> None:
    done = userprio("verify", "--snapshot", snapshot, "--log", log, "--slots", "-1")
    assert done.status is ExitStatus.USAGE
    packed = snapshot / "slots.ads.gz"
    ads = gzip.decompress(packed.read_bytes()).split(b"\n\n")
    packed.write_bytes(gzip.compress(b"\n\n".join(ads[1:])))
    done = userprio("verify", "--snapshot", snapshot, "--log", log)
    assert done.status is ExitStatus.DONE
    assert "agrees as far as compared (2 of 8 matches)\nthe snapshot has 11 slots, and the cycle had 12\n" in done.out


def test_verify_says_if_only_a_part_of_a_cycle_was_compared(userprio: Run, log: Path, snapshot: Path) -> None:
    lines = log.read_text().splitlines()
    place = next(index for index, line in enumerate(lines) if "Negotiating with bob@" in line)
    lines.insert(place, f"{lines[place][:18]}Setting the priority factor of eve@pool.test to 5")
    log.write_text("\n".join(lines) + "\n")
    out = userprio("verify", "--snapshot", snapshot, "--log", log).out
    assert out.startswith(
        "cycle of 2026-11-21 06:15:53: agrees as far as compared (8 of 8 matches)\n8 of 8 matches foretold, 1 refused\n"
    )
    assert "a command came in mid-cycle" in out


@pytest.mark.parametrize("words", [("readlog",), ("verify", "--log"), ("record", "--keep", "1d", "pool.db", "--log")])
def test_a_folder_is_no_log(userprio: Run, words: tuple[str, ...], snapshot: Path, tmp_path: Path) -> None:
    words = tuple(str(tmp_path / word) if word == "pool.db" else word for word in words)
    done = userprio("--snapshot", snapshot, *words, tmp_path)
    assert done.status is ExitStatus.BAD_INPUT
    assert done.err.endswith(f"userprio: {tmp_path}: this is a folder, not a log. Give the files of the log in it.\n")


def test_verify_needs_a_cycle_after_the_snapshot(userprio: Run, log: Path, snapshot: Path) -> None:
    ledger = snapshot / "Accountantnew.log"
    ledger.write_text(ledger.read_text() + "103 Accountant. LastUpdateTime 1900000000\n")
    done = userprio("verify", "--snapshot", snapshot, "--log", log)
    assert done.status is ExitStatus.BAD_INPUT
    assert "the log ends before the cycle that follows the snapshot" in done.err
