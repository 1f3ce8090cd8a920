"""Usage windows, from whatever source, against targets and caps."""

from pathlib import Path

import pytest

from tests.moab.building import NOW, SMALL_FILE, job, parse_config, percentages, weighed
from userprio.moab import BoundsMode, CredentialKind, FairShareUsage, TargetState, read_usage_files
from userprio.moab.fairshare import HistoryRecord, UsageWindows, delta, state, window_weights
from userprio.moab.parameters import FairShareBound, FairShareTarget, FsPolicy, MoabError, UsageMetric

USER, ACCOUNT = CredentialKind.USER, CredentialKind.ACCOUNT


@pytest.mark.parametrize(
    ("kind", "percent", "expected", "bounds", "literal"),
    [
        (FairShareBound.TARGET, 20, TargetState.OK, 5, 5),
        (FairShareBound.TARGET, 31, TargetState.MISSED, -6, -6),
        (FairShareBound.FLOOR, 20, TargetState.FLOOR, 5, 0),
        (FairShareBound.FLOOR, 30, TargetState.OK, 0, -5),
        (FairShareBound.CEILING, 20, TargetState.OK, 0, 5),
        (FairShareBound.CEILING, 30, TargetState.CEILING, -5, 0),
        (FairShareBound.CEILING, 25, TargetState.OK, 0, 0),
    ],
)
def test_floors_help_and_ceilings_hurt(
    kind: FairShareBound, percent: float, expected: TargetState, bounds: float, literal: float
) -> None:
    target = FairShareTarget(25, kind)
    assert state(target, percent) is expected
    assert delta(target, percent, BoundsMode.BOUNDS) == bounds
    assert delta(target, percent, BoundsMode.LITERAL) == literal


def test_windows_weigh_less_with_age() -> None:
    shown = [round(100 * weight) for weight in window_weights(8, 0.8)]
    assert shown == [100, 80, 64, 51, 41, 33, 26, 21]
    assert window_weights(4, 0.0) == (1, 0, 0, 0)


def test_nothing_delivered_is_nothing_owed() -> None:
    empty = UsageWindows((0.0, 0.0), {})
    config = parse_config("FSPOLICY DEDICATEDPS\nFSUSERWEIGHT 1\nUSERCFG[u] FSTARGET=50")
    share = FairShareUsage.of(empty, config).share(USER, "u", FairShareTarget(50, FairShareBound.TARGET))
    assert (share.percent, share.delta) == (0, 0)


def test_without_a_policy_fair_share_is_off() -> None:
    config = "FSUSERWEIGHT 1\nUSERCFG[u] FSTARGET=50"
    usage = percentages(user={"u": 10})
    assert weighed(config, job(user="u"), usage=usage).sum == 0
    assert weighed(f"FSPOLICY DEDICATEDPS\n{config}", job(user="u"), usage=usage).sum == 40
    per_partition = f"FSPOLICY DEDICATEDPS\nFSPOLICY[small] NONE\n{config}"
    assert weighed(per_partition, job(user="u"), usage=usage, partition="small").sum == 0


def test_a_percent_sign_takes_percentages_of_what_was_available() -> None:
    config = parse_config("FSPOLICY DEDICATEDPS%\nFSDEPTH 2\nFSDECAY 0.5")
    usage = UsageWindows((100, 100), {USER: {"u": (30, 20)}}, (400, 400))
    assert FairShareUsage.of(usage, config).share(USER, "u", None).percent == pytest.approx(100 * 40 / 600)
    with pytest.raises(MoabError, match="needs the capacity of each window"):
        FairShareUsage.of(UsageWindows((100,), {}), config)


@pytest.mark.parametrize(
    ("text", "charge", "remark"),
    [
        ("dedicatedpes", UsageMetric.DEDICATED_PES, None),
        ("PDEDICATEDPS", UsageMetric.DEDICATED_PS, "PDEDICATEDPS is treated like DEDICATEDPS"),
        ("UTILIZEDPS*", UsageMetric.UTILIZED_PS, "the * after UTILIZEDPS is ignored"),
    ],
)
def test_unusual_policies_are_accepted_with_a_remark(text: str, charge: UsageMetric, remark: str | None) -> None:
    found = FsPolicy.read(text)
    assert found is not None
    assert (found.charge, found.remark) == (charge, remark)


@pytest.mark.parametrize("text", ["", "%", "DEDICATEDPS%%", "DEDICATEDPS%*", "PS"])
def test_no_other_policy_is(text: str) -> None:
    assert FsPolicy.read(text) is None


CAPPED = "FSPOLICY DEDICATEDPS\nACCOUNTCFG[phys] FSCAP="


@pytest.mark.parametrize(
    ("cap", "used", "seconds", "verdict"),
    [
        ("10%", 12.4, 1, "blocked: account phys over fairshare cap 10% (now 12.4%)"),
        ("10%", 9.5, 1, "blocked: account phys over fairshare cap 10% (now 9.5%, with this job 10.5%)"),
        ("10", 9.0, 1, None),
        ("16^", 12.0, 5, "blocked: account phys over fairshare cap 16 (now 12.0, with this job 17.0)"),
        ("17^", 12.0, 5, None),
    ],
)
def test_a_usage_cap_blocks_and_changes_no_priority(cap: str, used: float, seconds: int, verdict: str | None) -> None:
    usage = percentages(account={"phys": used})
    found = weighed(f"{CAPPED}{cap}", job(600, account="phys", wallclock_s=seconds), usage=usage)
    assert found.priority == 10
    assert found.verdicts == ((verdict,) if verdict else ())


INTERVAL = 100
HISTORY = (
    HistoryRecord(850, 1050, procs=2, user="a", account="x"),
    HistoryRecord(990, None, procs=1, pes=4, used_proc_s=30, user="b"),
    HistoryRecord(100, 790, procs=50, user="a"),
)


def test_a_history_is_cut_into_windows() -> None:
    usage = UsageWindows.of_history(HISTORY, 1050, INTERVAL, 3, UsageMetric.DEDICATED_PS, procs=8)
    assert usage.total == (2 * 50 + 50, 2 * 100 + 10, 2 * 50)
    assert usage.of(USER, "a") == (100, 200, 100)
    assert usage.of(USER, "b") == (50, 10, 0)
    assert usage.of(ACCOUNT, "x") == (100, 200, 100)
    assert usage.capacity == (8 * 50, 800, 800)


def test_what_is_charged_depends_on_the_policy() -> None:
    assert UsageWindows.of_history(HISTORY, 1050, INTERVAL, 1, UsageMetric.DEDICATED_PES).of(USER, "b") == (200,)
    assert UsageWindows.of_history(HISTORY, 1050, INTERVAL, 1, UsageMetric.UTILIZED_PS).of(USER, "b") == (25,)
    assert UsageWindows.of_history(HISTORY, 1050, INTERVAL, 1, UsageMetric.UTILIZED_PS).of(USER, "a") == (100,)


def test_a_history_gives_the_same_as_its_windows() -> None:
    text = SMALL_FILE.replace("12:00:00", "1:40")
    one = job(600, user="a", account="x", wallclock_s=600)
    history = tuple(
        HistoryRecord(NOW - 1050 + r.begin, None if r.end is None else NOW - 1050 + r.end, r.procs, user=r.user)
        for r in HISTORY
    )
    windows = UsageWindows.of_history(history, NOW, INTERVAL, 4, UsageMetric.DEDICATED_PS)
    assert weighed(text, one, history=history) == weighed(text, one, usage=windows, history=())


def test_usage_files_hold_a_window_each(tmp_path: Path) -> None:
    lines = ("# 100 s", "User ann 30", "USER bob 10.5", "Acct phys 40", "three words too many here", "TOTAL 50")
    (tmp_path / "FS.1000").write_text("\n".join(lines))
    (tmp_path / "FS.800").write_text("TOTAL usage 70\nGroup g 1\n")
    (tmp_path / "FS.100").write_text("nonsense far too old\n")
    (tmp_path / "other").write_text("x y z\n")
    usage = read_usage_files(tmp_path, 1050, 100, 3)
    assert usage.total == (50, 0, 70)
    assert usage.of(USER, "bob") == (10.5, 0, 0)
    assert usage.of(ACCOUNT, "phys") == (40, 0, 0)


def test_usage_files_that_make_no_sense_are_refused(tmp_path: Path) -> None:
    with pytest.raises(MoabError, match="no usage files"):
        read_usage_files(tmp_path, 1050, 100, 3)
    (tmp_path / "FS.1000").write_text("User ann 30\nUser bob much\n")
    with pytest.raises(MoabError, match=r"FS\.1000, line 2: an amount must be a number, not `much`"):
        read_usage_files(tmp_path, 1050, 100, 3)
    with pytest.raises(MoabError, match="with an FSINTERVAL other than 300 seconds"):
        read_usage_files(tmp_path, 1050, 300, 3)


def test_global_usage_has_terms_of_its_own() -> None:
    targets = "USERCFG[u] FSTARGET=50\nACCOUNTCFG[a] FSTARGET=9"
    config = f"FSPOLICY DEDICATEDPS\nFSGUSERWEIGHT 2\nFSGACCOUNTWEIGHT 1\n{targets}"
    usage = percentages(user={"u": 20}, account={"a": 10})
    assert weighed(config, job(user="u", account="a"), global_usage=usage).sum == 2 * 30 - 1
