"""What is read from NegotiatorLogs: cycles, their counts, and what interrupts them."""

import gzip
import random
from collections import Counter
from datetime import UTC
from pathlib import Path

import pytest

from tests.monitoring.logged import each_log, last_cycle, lines_of, read
from tests.negotiation.recorded import recorded
from userprio.base import BadInput
from userprio.monitoring import CycleStatus, Log, decisions_of, read_cycles

STAMP = "11/23/26 16:55:"


@each_log
def test_a_cycle_counts_what_the_negotiator_did(name: str, tmp_path: Path) -> None:
    cycle, events = last_cycle(tmp_path / "log", lines_of(name)), recorded(name)
    told = Counter(event["event"] for event in events.events)
    assert cycle.started == events.at
    assert (cycle.matches, cycle.requests) == (told["match"], told["match"] + told["reject"])
    assert cycle.refused == told["reject"]
    decisions = decisions_of(cycle)
    assert [match.slot for visit in decisions.visits for match in visit.matches] == [
        event["slot"] for event in events.of_kind("match")
    ]
    assert [refusal.reason for visit in decisions.visits for refusal in visit.refusals] == [
        event["why"] for event in events.of_kind("reject")
    ]


def test_files_of_a_rotated_log_are_read_in_their_order_and_joined_within_a_cycle(tmp_path: Path) -> None:
    """Three files, given in the wrong order, one packed; the first cut is in the middle of the cycle."""
    lines = [line.replace("11/2", "11/2", 1) for line in lines_of("manual-surplus")]
    later = [line.replace(line[:17], "11/23/26 23:00:00") for line in lines]
    cut = len(lines) // 2
    parts = [lines[:cut], [*lines[cut:], *later[:3]], later[3:]]
    paths = [tmp_path / "NegotiatorLog.old", tmp_path / "NegotiatorLog.20261123T230000", tmp_path / "NegotiatorLog"]
    for path, part in zip(paths, parts, strict=True):
        path.write_text("\n".join(part) + "\n")
    packed = tmp_path / "older.gz"
    packed.write_bytes(gzip.compress(paths[0].read_bytes()))
    whole = last_cycle(tmp_path / "whole", lines)
    # The second part begins with a later second, so that the order does not hang on the names.
    paths[1].write_text("\n".join(line.replace(lines[cut][:17], "11/22/26 22:59:59") for line in parts[1]) + "\n")
    log = Log()
    cycles = list(read_cycles([paths[2], paths[1], packed], UTC, log))
    assert [cycle.matches for cycle in cycles] == [whole.matches, whole.matches]
    assert [cycle.state for cycle in cycles] == [CycleStatus.FINISHED, CycleStatus.FINISHED]
    assert log.remarks == []


def cycle_lines(*within: str, end: str = "---------- Finished Negotiation Cycle ----------") -> list[str]:
    texts = ["---------- Started Negotiation Cycle ----------", "Phase 2:  Performing accounting ...", *within, end]
    return [f"{STAMP}{index:02d} {text}" for index, text in enumerate(text for text in texts if text)]


def test_a_cycle_that_cannot_fetch_its_ads_is_aborted(tmp_path: Path) -> None:
    (cycle,), _ = read(tmp_path / "log", cycle_lines("Couldn't fetch ads: no answer", end="Aborting negotiation cycle"))
    assert cycle.state is CycleStatus.ABORTED


def test_a_negotiator_that_is_killed_cuts_its_cycle_and_has_a_first_one_then(tmp_path: Path) -> None:
    start = f"{STAMP}30 ** condor_negotiator (CONDOR_NEGOTIATOR) STARTING UP"
    (cut, first, second), log = read(tmp_path / "log", [*cycle_lines(end=""), start, *cycle_lines(), *cycle_lines()])
    assert (cut.state, first.state, second.state) == (CycleStatus.CUT, CycleStatus.FINISHED, CycleStatus.FINISHED)
    assert (cut.first, first.first, second.first) == (False, True, False)
    assert [remark.message for remark in log.remarks] == ["the clock went back by 30 s"]


def test_two_negotiators_in_one_log_are_noticed(tmp_path: Path) -> None:
    (cut, finished), log = read(tmp_path / "log", [*cycle_lines(end=""), *cycle_lines()])
    assert (cut.state, finished.state) == (CycleStatus.CUT, CycleStatus.FINISHED)
    assert "two negotiators write to this log" in str(log.remarks[0])
    assert log.remarks[0].line == 3


def test_a_log_that_ends_in_a_cycle_says_so(tmp_path: Path) -> None:
    (cycle,), _ = read(tmp_path / "log", cycle_lines(end=""))
    assert (cycle.state, cycle.length_s) == (CycleStatus.UNFINISHED, 1)


def test_a_log_that_begins_in_a_cycle_leaves_that_out_and_says_so(tmp_path: Path) -> None:
    cycles, log = read(tmp_path / "log", cycle_lines()[1:])
    assert cycles == []
    assert [str(remark).rpartition(": ")[2] for remark in log.remarks] == [
        "a cycle ends whose beginning is not in this log; it is left out"
    ]


def test_commands_in_mid_cycle_are_named_and_questions_are_not(tmp_path: Path) -> None:
    within = ("Setting the priority factor of ann@x to 5", "Getting state information from the accountant")
    (cycle,), _ = read(tmp_path / "log", cycle_lines(*within))
    assert [(remark.line, remark.message) for remark in cycle.disturbances] == [
        (3, "Setting the priority factor of ann@x to 5")
    ]


def test_time_limits_name_whom_they_stopped_or_skipped(tmp_path: Path) -> None:
    within = (
        "  Negotiating with ann@x at <127.0.0.1:1>",
        "    Reached deadline for ann@x (<127.0.0.1:1>) after 60 sec... stopping",
        "  Negotiation with ben@x skipped because of time limits:",
        "  Negotiation with cid@x skipped as pieLeft < minSlotWeight",
    )
    (cycle,), _ = read(tmp_path / "log", cycle_lines(*within))
    assert cycle.out_of_time == ("ann@x", "ben@x")


def test_the_slowest_visit_is_named(tmp_path: Path) -> None:
    texts = [
        "00 ---------- Started Negotiation Cycle ----------",
        "01 Phase 2:  Performing accounting ...",
        "03 Phase 3:  Sorting submitter ads by priority ...",
        "03 Phase 4.1:  Negotiating with schedds ...",
        "03   Negotiating with ann@x at <127.0.0.1:1>",
        "05   Negotiating with ben@x at <127.0.0.1:1>",
        "15  negotiateWithGroup resources used submitterAds length 0 ",
        "16 ---------- Finished Negotiation Cycle ----------",
    ]
    (cycle,), _ = read(tmp_path / "log", [f"{STAMP}{text}" for text in texts])
    assert cycle.slowest == ("ben@x", 10)
    assert (cycle.fetched_s, cycle.accounted_s, cycle.negotiated_s, cycle.length_s) == (1, 2, 13, 16)
    assert (cycle.visits, cycle.pies, cycle.spins, cycle.aged) == (2, 1, 1, cycle.started + 1)


def test_without_d_match_matches_are_counted_and_reasons_are_missing(tmp_path: Path) -> None:
    lines = [line for line in lines_of("talk-pie") if "  Matched " not in line and "  Rejected " not in line]
    cycle, whole = last_cycle(tmp_path / "log", lines), last_cycle(tmp_path / "whole", lines_of("talk-pie"))
    assert (cycle.matches, cycle.unexplained, cycle.rejections) == (whole.matches, whole.refused, {})
    visits, known = decisions_of(cycle).visits, decisions_of(whole).visits
    assert [match.slot for visit in visits for match in visit.matches] == [
        match.slot for visit in known for match in visit.matches
    ]
    assert {refusal.reason for visit in visits for refusal in visit.refusals} == {None}


def test_dumped_ads_that_quote_the_log_are_not_taken_for_it(tmp_path: Path) -> None:
    quoting = ['LastRejMatchReason = "---------- Started Negotiation Cycle ----------"', "      Matched 1.0 a@x <1> b"]
    (cycle,), _ = read(tmp_path / "log", [*cycle_lines(end=""), *quoting, f"{STAMP}09 {cycle_lines()[-1][18:]}"])
    assert (cycle.state, cycle.matches, cycle.matched_lines) == (CycleStatus.FINISHED, 0, 0)


def test_nul_bytes_of_a_crash_are_skipped_and_said(tmp_path: Path) -> None:
    (cycle,), log = read(tmp_path / "log", [*cycle_lines(end=""), "\0" * 40, cycle_lines()[-1]])
    assert cycle.state is CycleStatus.FINISHED
    assert [(remark.line, remark.message[:9]) for remark in log.remarks] == [(3, "NUL bytes")]


def test_nul_bytes_within_a_line_are_skipped_and_said_too(tmp_path: Path) -> None:
    lines = cycle_lines()
    (cycle,), log = read(tmp_path / "log", [*lines[:-1], lines[-1] + "\0" * 40])
    assert cycle.state is CycleStatus.FINISHED
    assert [(remark.line, remark.message[:9]) for remark in log.remarks] == [(len(lines), "NUL bytes")]


def test_an_empty_file_is_refused_as_such(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="this file is empty"):
        read(tmp_path / "log", [])


def test_a_version_whose_log_is_not_known_is_said(tmp_path: Path) -> None:
    banner = [f"{STAMP}01 ** condor_negotiator (CONDOR_NEGOTIATOR) STARTING UP"]
    for version, said in (("25.14.9", []), ("99.1.0", [2])):
        _, log = read(
            tmp_path / "log", [*banner, f"{STAMP}01 ** $CondorVersion: {version} 2026-10-16 $", *cycle_lines()]
        )
        assert [remark.line for remark in log.remarks] == said


def test_commands_since_the_cycle_before_are_kept_with_a_cycle(tmp_path: Path) -> None:
    command = f"{STAMP}01 Setting the priority factor of ann@x to 50.000000"
    cycles, _ = read(tmp_path / "log", [command, *cycle_lines(), *cycle_lines()])
    assert [[change.message for change in cycle.changes_before] for cycle in cycles] == [[command[18:]], []]


def test_a_file_that_is_no_log_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "slots.ads"
    path.write_text('Name = "slot1@a"\n' * 20)
    with pytest.raises(BadInput, match="no line of this file begins with a time"):
        list(read_cycles([path], UTC, Log()))


@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_cut_out_of_a_log_it_is_read(tmp_path: Path, seed: int) -> None:
    """Lines lost, doubled, cut in half or full of bytes that are no text."""
    draw, lines = random.Random(seed), lines_of("edge-preempt-groups")
    raw = bytearray()
    for line in lines:
        match draw.randrange(20):
            case 0:
                continue
            case 1:
                raw += line.encode()[: draw.randrange(len(line))]
            case 2:
                raw += bytes(draw.randrange(256) for _ in range(30))
            case _:
                raw += line.encode() + b"\n"
    path = tmp_path / "log"
    path.write_bytes(bytes(raw))
    for cycle in read_cycles([path], UTC, Log(), with_decisions=True):
        decisions_of(cycle)
