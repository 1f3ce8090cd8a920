"""Files of guards: what they may say, and how mistakes in them are told."""

from pathlib import Path

import pytest

from tests.analysis.guards.test_known_guards import PREEMPTING, STATIC, SURPLUS, judged
from userprio.analysis.guards import (
    GuardColumn,
    GuardHorizon,
    check_horizon,
    guards_text,
    parse_comparison,
    read_guards,
)
from userprio.base import BadInput


def refusal(text: str, folder: Path) -> str:
    """The sentence that a file is refused with, without its place's folder."""
    path = folder / "guards.toml"
    path.write_text(text)
    with pytest.raises(BadInput) as error:
        read_guards(path)
    return str(error.value).replace(f"{folder}/", "")


@pytest.mark.parametrize(
    ("body", "line", "sentence"),
    [
        (
            'user = "*"\nloses = "<= 10"',
            3,
            "10 does not say of what. Write <= 10%, of what it holds",
        ),
        ('user = "*"\nholds = ">= 10%"', 3, "10% does not say of what. Write 10% of before, 10% of pool"),
        (
            'user = "*"\nshare = ">= 0.05"',
            3,
            "0.05 does not say of what. A share is written in percent, such as >= 5%",
        ),
        (
            'user = "*"\nwait_p95 = "<= 3600"',
            3,
            "3600 does not say of what. Write a time with its unit, such as <= 4h",
        ),
        (
            'user = "*"\nidle = "<= 5 cores"',
            3,
            "'5 cores' cannot be idle. Write a number such as 10",
        ),
        ('user = "*"\nhods = ">= before"', 3, "unknown key 'hods'. Did you mean holds?"),
        ('user = "*"\nholds = "before"', 3, "'before' is not a comparison, such as >= 5 or <= before."),
        ('user = "*"\nholds = 5', 3, 'holds must be a comparison in quotes. Such as holds = ">= 0.9 * before"'),
        (
            'user = "*"\nholds = ">= 0"',
            3,
            "holds >= 0 holds whatever is done.",
        ),
        ('user = "*"\nloses = "<= 100%"', 3, "loses <= 100% holds whatever is done."),
        ('user = "*"\nshare = "<= 100%"', 3, "share <= 100% holds whatever is done."),
        ('user = "*"\nloses = "<= 0.1 * before"', 3, "loses is measured from the figure before already."),
        (
            'user = "*"\nquota = ">= before"',
            3,
            "a user has no quota, which is effective quota of a group's subtree.",
        ),
        ('group = "*"\nshare = ">= 5%"', 3, "a group has no share, which is part of the pie in its own turn."),
        (
            'user = "*"\npool = true',
            3,
            "it is about user and pool at once. Give one of user,",
        ),
        (
            'pool = false\nidle = "<= 5"',
            2,
            "pool must be true. Write pool = true",
        ),
        ('findings = "none"', 2, "'none' cannot be asked of findings."),
        (
            'findings = "none new"\nlevel = "bad"',
            3,
            "'bad' cannot be the level. It is one of error,",
        ),
        ('findings = "none new"\nholds = ">= 5"', 3, "findings have no holds, which is weight after the cycle"),
        ('user = "*"\nexpression = "After.Hold > 3"', 3, "there is no column Hold. Did you mean Holds?"),
        (
            'user = "*"\nexpression = "Holds > 3"',
            3,
            "Holds has no meaning here. Write After.Holds or Before.Holds",
        ),
        ('user = "*"\nexpression = "After.Holds >"', 3, ""),
        ('user = "*"\nexpression = "Before.Holds > 3"', 3, "it says nothing about the figures after the changes."),
        ('user = "*"\nexpression = "After.Quota > 3"', 3, "a user has no quota,"),
        ('user = "*"', 1, "it has no condition. Such as"),
        ('holds = ">= 5"', 1, "it does not say whom it is about."),
        ('user = ""\nholds = ">= 5"', 2, "user must be a single line of text"),
    ],
)
def test_a_mistake_is_told_with_its_line_and_what_to_do(body: str, line: int, sentence: str, tmp_path: Path) -> None:
    told = refusal(f"[[guard]]\n{body}\n", tmp_path)
    assert told.startswith(f"guards.toml, line {line}: [[guard]] number 1: {sentence}")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "guards.toml: there is no guard in it."),
        ("[[gaurd]]\nuser = '*'\n", "guards.toml, line 1: unknown key 'gaurd'. Did you mean guard?"),
        (
            "[guard]\nuser = '*'\n",
            "guards.toml, line 1: guard must be a list of tables. Write [[guard]]",
        ),
        ("[[guard]]\nuser = *\n", "guards.toml, line 2, column 8: not valid TOML: invalid value"),
        (
            "[[guard]]\nuser = 'a'\nidle = '<= 1'\n[[guard]]\nuser = 'b'\nidel = '<= 1'\n",
            "guards.toml, line 6: [[guard]] number 2: unknown key 'idel'.",
        ),
    ],
)
def test_a_file_that_has_no_guards_is_refused(text: str, sentence: str, tmp_path: Path) -> None:
    assert refusal(text, tmp_path).startswith(sentence)


@pytest.mark.parametrize(
    ("guards", "sentence"),
    [
        ('user = "curie"\nholds = ">= 5"', "line 1: no user here is called curie. Who neither holds"),
        ('user = "linus@pool.tst"\nholds = ">= 5"', "line 1: no user here is called linus@pool.tst. Did you mean"),
        ('group = "group_chem"\nholds = ">= 5"', "line 1: no group here is called group_chem."),
        (
            'user = "linus"\nholds = [">= 5", "<= 3"]',
            "line 3: holds of user group_chemistry.linus@pool.test cannot be <= 3 and >= 5 in line 3. Correct one",
        ),
        (
            'group = "*"\nholds = ">= before"\n[[guard]]\ngroup = "group_chemistry"\nholds = "< 10"',
            "line 6: holds of group group_chemistry cannot be < 10 and >= before in line 3.",
        ),
        (
            'pool = true\nidle = "== 4"\n[[guard]]\npool = true\nidle = "!= 4"',
            "line 6: idle of pool cannot be != 4 and",
        ),
    ],
)
def test_a_guard_about_nobody_or_against_another_is_an_error_and_does_not_pass(
    guards: str, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(BadInput) as error:
        judged(*STATIC, f"[[guard]]\n{guards}\n", tmp_path)
    assert str(error.value).startswith(f"{tmp_path}/guards.toml, {sentence}")


def test_comparisons_that_leave_room_contradict_nothing(tmp_path: Path) -> None:
    body = '[[guard]]\nuser = "*"\nholds = [">= 5", "<= 10", "!= 7"]\n[[guard]]\nuser = "albert"\nholds = "== 5"\n'
    assert [verdict.holds for verdict in judged(*STATIC, body, tmp_path).verdicts] == [True] * 7


def test_a_figure_that_is_on_neither_side_guards_nothing(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="user hog has no share on either side, so that this guards nothing"):
        judged(*PREEMPTING, '[[guard]]\nuser = "hog"\nshare = ">= 5%"\n', tmp_path)
    # Of many, it is about those that have one.
    report = judged(*PREEMPTING, '[[guard]]\nuser = "*"\nshare = ">= 5%"\n', tmp_path)
    assert [verdict.row.name for verdict in report.verdicts if verdict.row] == ["alice@pool.test", "bob@pool.test"]


@pytest.mark.parametrize(
    ("expression", "holds"),
    [
        ("After.Holds >= 0.95 * Before.Holds", False),
        ("after.holds >= 0.9 * before.holds || After.Idle > 41", True),
        ('Name == "group_physics.hep" && Group == "group_physics.hep" && After.Holds == 18', True),
        ("After.Loses == 2.0 && After.Quota == 15 && After.Limit < Before.Limit", True),
        ("After.Holds / 0", False),
        ("After.Holds > undefined", False),
        ("ifThenElse(After.Holds > 17, After.Idle, 0)", True),
    ],
)
def test_an_expression_is_evaluated_over_each_row(expression: str, holds: bool, tmp_path: Path) -> None:
    text = f"[[guard]]\ngroup = 'group_physics.hep'\nexpression = '{expression}'\n"
    [verdict] = judged(*SURPLUS, text, tmp_path).verdicts
    assert verdict.holds is holds


def test_what_has_no_meaning_over_a_time_is_told_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "guards.toml"
    path.write_text('[[guard]]\nuser = "*"\nwait_p95 = "<= 4h"\n')
    check_horizon(read_guards(path), GuardHorizon.REPLAY)
    with pytest.raises(BadInput, match=r"line 3: wait_p95 has no meaning over a cycle: .* It goes with --over replay"):
        check_horizon(read_guards(path), GuardHorizon.CYCLE)
    path.write_text('[[guard]]\nuser = "*"\nexpression = "After.Share > 0.1"\n')
    with pytest.raises(BadInput, match=r"line 3: share has no meaning over a forecast: .* It goes with --over cycle"):
        check_horizon(read_guards(path), GuardHorizon.FORECAST)


@pytest.mark.parametrize(
    ("column", "text", "before", "bound"),
    [
        (GuardColumn.HOLDS, ">= 0.9 * before", 20, 18),
        (GuardColumn.HOLDS, ">=90% of before", 20, 18),
        (GuardColumn.HOLDS, ">= 50% of pool", 20, 15),
        (GuardColumn.HOLDS, ">= before - 2.5 cores", 20, 17.5),
        (GuardColumn.LOSES, "<= 10%", 20, 2),
        (GuardColumn.LOSES, "<= 1 core", 20, 1),
        (GuardColumn.SHARE, "> 2.5%", 0.5, 0.025),
        (GuardColumn.SHARE, ">= before - 5%", 0.5, 0.45),
        (GuardColumn.IDLE, "<= before + 10 jobs", 5, 15),
        (GuardColumn.WAIT_P95, "<= 1h30m", 60, 5400),
        (GuardColumn.WAIT_MEDIAN, "<= before + 10m", 60, 660),
        (GuardColumn.WEIGHT_HOURS, ">= 240 core-hours", 0, 240),
    ],
)
def test_a_bound_is_computed_from_the_figure_before_and_the_pool(
    column: GuardColumn, text: str, before: float, bound: float
) -> None:
    assert parse_comparison(column, text).bound(before, pool=30) == pytest.approx(bound)


def test_sums_in_another_order_make_no_difference() -> None:
    third = parse_comparison(GuardColumn.HOLDS, ">= 0.3 * before")
    assert third.is_met(0.3 - 1e-17, third.bound(1.0, 0.0))
    assert not parse_comparison(GuardColumn.HOLDS, "> 0.3").is_met(0.1 + 0.2, 0.3)
    assert not parse_comparison(GuardColumn.SHARE, ">= 5%").is_met(float("nan"), 0.05)
    assert not parse_comparison(GuardColumn.SHARE, "<= 5%").is_met(float("nan"), 0.05)


def test_groups_of_any_name_are_written_so_that_they_are_read_again(tmp_path: Path) -> None:
    names = ['g "x"\\', "gräfin", "g.\x7f", "\udcff"]
    path = tmp_path / "guards.toml"
    path.write_text(guards_text(names, has_users=True), encoding="utf-8")
    guards = read_guards(path)
    assert [guard.pattern for guard in guards] == [*names[:3], "*", "", ""]
