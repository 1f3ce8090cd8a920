"""Guards of which it is known whether they hold: from one pool that HTCondor recorded to another."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.marks import slow
from tests.negotiation.recorded import recorded
from userprio.analysis.guards import (
    GuardColumn,
    GuardReport,
    GuardRow,
    GuardSubject,
    in_cycle,
    judge,
    new_findings,
    read_guards,
)
from userprio.analysis.plan import Changes, Plan, plan
from userprio.base import Format
from userprio.report import GUARDS_FORMATS
from userprio.report.formats import Presentation


class Known(NamedTuple):
    """A guard on the way from one recorded pool to another."""

    before: str
    after: str
    guard: str
    """The subject, and one comparison."""
    holds: bool
    figures: tuple[float, float]
    """Before and after, as the negotiator decided."""


STATIC = ("manual-static-30", "manual-static-15")
SCALED = ("manual-static-15", "manual-static-15-scaled")
SURPLUS = ("manual-surplus", "manual-surplus-scaled")
PREEMPTING = ("preempt-off", "preempt-by-priority")
SUBGROUPS = ("manual-subgroups", "manual-subgroups-15-scaled")
ONE_GROUP = ("autoregroup", "autoregroup-one-group")
LIMITED = ("concurrency-limits", "floors-and-ceilings")
OLDER = ("random-2", "random-2-23.9.6")

KNOWN = (
    # 30 slots become 15, and group_chemistry comes first.
    Known(*STATIC, 'user = "group_chemistry.linus@*"\nholds = ">= before"', True, (10, 10)),
    Known(*STATIC, 'user = "group_physics.albert@*"\nholds = ">= 0.9 * before"', False, (20, 5)),
    Known(*STATIC, 'group = "group_physics"\nholds = ">= 25% of before"', True, (20, 5)),
    Known(*STATIC, 'group = "group_physics"\nholds = "> 25% of before"', False, (20, 5)),
    Known(*STATIC, 'group = "group_physics"\nloses = "<= 75%"', True, (0, 15)),
    Known(*STATIC, 'group = "group_physics"\nloses = "<= 14 cores"', False, (0, 15)),
    Known(*STATIC, 'pool = true\nidle = "<= before + 15"', True, (90, 105)),
    Known(*STATIC, 'group = "group_chemistry"\nquota = "== before"', True, (10, 10)),
    Known(*STATIC, 'group = "group_physics"\nholds = ">= 30% of pool"', True, (20, 5)),
    Known(*STATIC, 'group = "group_physics"\nholds = ">= 40% of pool"', False, (20, 5)),
    # Quotas of 20 and 10 are scaled down to 15.
    Known(*SCALED, 'group = "group_chemistry"\nlimit = ">= 0.5 * before"', True, (10, 5)),
    Known(*SCALED, 'group = "group_chemistry"\nloses = "<= 4.9 cores"', False, (0, 5)),
    Known(*SCALED, 'user = "albert"\nwon = "== 10"', True, (5, 10)),
    Known(*SCALED, 'user = "albert"\nwon = "!= 10 cores"', False, (5, 10)),
    Known(*SCALED, 'pool = true\nholds = ">= before"', True, (15, 15)),
    # group_physics accepts no surplus, so that what one subgroup gains the other loses.
    Known(*SURPLUS, 'group = "group_physics"\nholds = ">= before"', True, (20, 20)),
    Known(*SURPLUS, 'group = "group_physics.hep"\nholds = ">= before"', False, (20, 18)),
    Known(*SURPLUS, 'group = "group_physics.hep"\nholds = ">= before - 2"', True, (20, 18)),
    Known(*SURPLUS, 'group = "group_physics.lep"\nidle = "< 1 job"', True, (2, 0)),
    Known(*SURPLUS, 'pool = true\nidle_weight = "<= 7"', True, (7, 7)),
    # Alice takes six slots from the hog.
    Known(*PREEMPTING, 'user = "hog"\npreempted = "<= 5"', False, (0, 6)),
    Known(*PREEMPTING, 'pool = true\npreemptions = "<= 6"', True, (0, 6)),
    Known(*PREEMPTING, 'user = "hog@*"\nholds = ">= 50% of before"', False, (10, 4)),
    Known(*PREEMPTING, 'user = "alice"\nidle = "== 0 jobs"', True, (6, 0)),
    Known(*SUBGROUPS, 'group = "group_physics"\nholds = ">= 9"', True, (20, 9)),
    Known(*SUBGROUPS, 'group = "group_physics"\nholds = ">= 10"', False, (20, 9)),
    Known(*SUBGROUPS, 'group = "<none>"\nholds = "> before"', True, (0, 1)),
    Known(*ONE_GROUP, 'user = "un@*"\nshare = ">= 50%"', True, (1 / 3, 0.5)),
    Known(*ONE_GROUP, 'group = "b"\nloses = "<= 39%"', False, (0, 2)),
    Known(*OLDER, 'user = "u1"\nloses = "< 8 cores"', False, (0, 8)),
)
FEW = (1, 4, 11, 16, 22)
OPPOSITE = {">=": "<", "<=": ">", ">": "<=", "<": ">=", "==": "!=", "!=": "=="}
each_known = pytest.mark.parametrize(
    "known",
    [*(KNOWN[at] for at in FEW), *slow(own for at, own in enumerate(KNOWN) if at not in FEW)],
    ids=lambda known: f"{known.after}: {known.guard}".replace("\n", ", "),
)


@cache
def planned(before: str, after: str) -> Plan:
    return plan(recorded(before).scenario, Changes(), recorded(after).scenario, why=True, stability=True)


def judged(before: str, after: str, text: str, folder: Path) -> GuardReport:
    """The guards of a text on the way from one recorded pool to another."""
    path = folder / "guards.toml"
    path.write_text(text)
    sides = recorded(before).scenario, recorded(after).scenario
    made = planned(before, after)
    findings = new_findings(*sides) if "findings" in text else ()
    return judge(read_guards(path), in_cycle(made, *sides), findings, made, "cycle")


def test_thirty_guards_are_known() -> None:
    assert len(KNOWN) == len(set(KNOWN)) == 30


@each_known
def test_a_guard_of_known_truth_is_judged_as_such(known: Known, tmp_path: Path) -> None:
    report = judged(known.before, known.after, f"[[guard]]\n{known.guard}\n", tmp_path)
    [verdict] = report.verdicts
    figure = verdict.figures[0][1]
    assert (figure.before, figure.after) == pytest.approx(known.figures)
    assert verdict.holds is known.holds
    assert report.failed == (() if known.holds else (verdict,))


@each_known
def test_the_opposite_of_a_guard_is_judged_the_other_way_round(known: Known, tmp_path: Path) -> None:
    flipped = re.sub(r'"(>=|<=|==|!=|>|<)(?= )', lambda found: f'"{OPPOSITE[found[1]]}', known.guard)
    assert flipped != known.guard
    [verdict] = judged(known.before, known.after, f"[[guard]]\n{flipped}\n", tmp_path).verdicts
    assert verdict.holds is not known.holds


@pytest.mark.parametrize("name", sorted({name for known in KNOWN for name in known[:2]} - {OLDER[1]}))
def test_what_is_won_is_what_the_negotiator_logged(name: str) -> None:
    """The older release does not log what each match costs."""
    cycle = recorded(name)
    matches, costs = cycle.of_kind("match"), cycle.of_kind("cost")
    won: Counter[str] = Counter()
    for match, cost in zip(matches, costs, strict=True):
        won[match["submitter"]] += cost["value"]
    made = plan(cycle.scenario, Changes())
    rows = in_cycle(made, cycle.scenario, cycle.scenario).rows
    assert {row.name: row.after[GuardColumn.WON] for row in users(rows) if row.after[GuardColumn.WON]} == dict(won)


def users(rows: Sequence[GuardRow]) -> list[GuardRow]:
    return [row for row in rows if row.subject is GuardSubject.USER]


FAILING = [known for known in KNOWN if not known.holds]


@pytest.mark.parametrize("known", [*FAILING[:3], *slow(FAILING[3:])], ids=lambda known: known.guard.replace("\n", ", "))
def test_a_guard_that_does_not_hold_names_who_figures_bound_and_cause(known: Known, tmp_path: Path) -> None:
    report = judged(known.before, known.after, f"[[guard]]\n{known.guard}\n", tmp_path)
    line, *_ = GUARDS_FORMATS.others[Format.GITHUB](report, Presentation()).splitlines()
    form = r"::error file=(.*),line=3,title=[^:]*::([^:]+): (\w+) (.*?), where (.*?) is asked for\. (.+)"
    match = re.fullmatch(form, line)
    assert match is not None
    _, who, column, figures, asked, cause = match.groups()
    subject = re.search(r'"(.*?)(@\*)?"', known.guard)
    assert subject is not None
    assert subject[1] in who
    before, after = (f"{figure:g}" for figure in known.figures)
    assert figures.startswith(after if column == "loses" else before if before == after else f"{before} -> {after}")
    assert asked.startswith(tuple(OPPOSITE))
    assert cause.endswith(".")
    assert "do not say" not in cause
    # A chain begins with what the two pools differ in.
    assert re.search(r" -> |more|fewer|gone|goes to|takes", cause)


@pytest.mark.parametrize("sides", [SUBGROUPS, SUBGROUPS[::-1]], ids=["loses", "gains"])
def test_of_a_group_those_come_first_who_lose_or_gain_most(sides: tuple[str, str], tmp_path: Path) -> None:
    """In group_physics higgs holds 15 or 7, and curie 5 or 2."""
    text = '[[guard]]\ngroup = "group_physics"\nholds = "== before"\n'
    [verdict] = judged(*sides, text, tmp_path).failed
    names = [why.submitter for why in verdict.whys]
    assert names == ["group_physics.hep.higgs@pool.test", "group_physics.lep.curie@pool.test"]


def test_where_a_group_holds_less_losers_come_before_whoever_gains(tmp_path: Path) -> None:
    """On the way back dora loses 12 and alice 3, while eve gains 6."""
    text = '[[guard]]\ngroup = "<none>"\nwon = ">= 30"\n'
    for sides, names in ((LIMITED, ["dora", "eve"]), (LIMITED[::-1], ["dora", "alice"])):
        [verdict] = judged(*sides, text, tmp_path).failed
        assert [why.submitter for why in verdict.whys] == [f"{name}@pool.test" for name in names]
