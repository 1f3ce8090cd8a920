"""The front door as its page shows it: public names, rows, tables, and a notebook that runs."""

import ast
import doctest
import inspect
import re
import sys
import textwrap
from pathlib import Path
from types import CodeType
from typing import Any, Final

import pytest
from msgspec import Struct

import userprio
from tests.site.sources import result_records
from userprio.analysis.wait import WaitTerms
from userprio.api import results as results_module
from userprio.api import scenario as api
from userprio.api.arguments import FutureTerms, PeriodTerms
from userprio.api.results import html_table
from userprio.simulation import ReplayTerms

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "userprio/cli/topics/python.md").read_text(encoding="utf-8")
NOTEBOOK = ROOT / "tests/notebooks/fair_share.py"


FRONT: Final = ("userprio.api.scenario", "userprio.api.results")


def parameters(function: Any) -> str:
    """The names of what a function takes, without `self`."""
    words: list[str] = []
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in words and not any(w.startswith("*") for w in words):
            words.append("*")
        if name != "self":
            stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
            words.append(stars + name)
    return ", ".join(words)


def public() -> list[str]:
    """Every public name, and what may be given to it."""
    lines = []
    for name in userprio.__all__:
        value = getattr(userprio, name)
        if isinstance(value, type):
            lines.append(f"userprio.{name}")
            if issubclass(value, Exception):
                continue
            names = {name for each in value.__mro__ if each.__module__ in FRONT for name in vars(each)}
            own = [(method, inspect.getattr_static(value, method)) for method in sorted(names)]
            lines += [
                f"    .{method}({parameters(it)})" for method, it in own if inspect.isfunction(it) and method[0] != "_"
            ]
        elif callable(value):
            lines.append(f"userprio.{name}({parameters(value)})")
        else:
            lines.append(f"userprio.{name}")
    return lines


def test_public_names_are_those_that_the_page_lists() -> None:
    """A change of them is to be said: in the page, and in CHANGELOG.md."""
    listed = PAGE.partition("## Names that stay")[2].partition("```text\n")[2].partition("```")[0]
    assert listed.splitlines() == public()


@pytest.mark.parametrize(
    ("method", "typed", "terms"),
    [("replay", PeriodTerms, ReplayTerms), ("sweep", PeriodTerms, ReplayTerms), ("wait", FutureTerms, WaitTerms)],
)
def test_the_terms_that_the_page_lists_are_taken_and_known_to_editors(
    method: str, typed: type, terms: type[Struct]
) -> None:
    line = re.search(rf"^{method}\(\)  +(\S.*)", PAGE.partition("`terms` and")[2], re.MULTILINE)
    assert line is not None
    named = set(re.sub(r"\(.*?\)|.*: ", "", line[1]).replace(" ", "").split(","))
    assert named <= set(inspect.get_annotations(typed)) <= set(terms.__struct_fields__)


def test_the_docstrings_show_what_comes_out() -> None:
    results = [doctest.testmod(module, extraglobs={"load": userprio.load}) for module in (api, results_module)]
    assert sum(each.attempted for each in results) > 10
    assert not any(each.failed for each in results)


# Nobody can write in a line what past jobs they need.
OF_THE_PAST: Final = {"replay", "size"}


@pytest.mark.parametrize("name", [name for name in vars(api.Scenario) if not name.startswith("_")])
def test_every_method_has_an_example_that_is_a_test(name: str) -> None:
    method = inspect.getattr_static(api.Scenario, name)
    if inspect.isfunction(method):
        assert (">>> " in (method.__doc__ or "")) is (name not in OF_THE_PAST)


def test_rows_are_flat_and_alike_so_that_they_become_a_frame() -> None:
    pool = userprio.load("physics")
    for result in (pool.negotiate(), pool.quotas(), pool.most(everybody=True), pool.explain("alice"), pool.check()):
        rows = result.rows()
        assert len({tuple(row) for row in rows}) == 1
        assert all(value is None or isinstance(value, (str, int, float)) for row in rows for value in row.values())


@pytest.mark.slow
def test_a_frame_has_a_line_for_each_row() -> None:
    pandas = pytest.importorskip("pandas")
    cycle = userprio.load("pie").negotiate()
    frame = cycle.to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["won"]) == [4.0, 4.0]
    assert list(frame.columns) == list(cycle.rows()[0])


@pytest.mark.slow
def test_a_frame_has_timestamps_and_numbers_where_rows_have_seconds_and_nothing() -> None:
    pandas = pytest.importorskip("pandas")
    pool = userprio.load("physics")
    forecast = pool.forecast("1h")
    assert forecast.to_frame()["at"].iloc[0] == pandas.Timestamp(forecast.rows()[0]["at"], unit="s", tz="UTC")
    most = pool.most().to_frame()
    assert str(most["last_used_at"].dtype).startswith("datetime64") and most["ceiling_lease_ends_at"].isna().all()
    assert str(most["ceiling"].dtype) == str(pool.negotiate().to_frame()["ceiling_left"].dtype) == "float64"


def test_a_result_is_short_to_print_and_a_table_in_a_notebook() -> None:
    cycle = userprio.load("pie").negotiate()
    assert repr(cycle) == "<Outcome: 2 rows>"
    shown = cycle._repr_html_()
    assert shown.count("<tr>") == 3
    assert "<td>ann@lab</td>" in shown


def test_a_table_of_a_notebook_escapes_what_others_wrote_and_is_not_endless() -> None:
    table = html_table([{"a<b": "<script>", "n": 2.5, "none": None}] * 61)
    assert "<th>a&lt;b</th>" in table
    assert "<td>&lt;script&gt;</td><td>2.5</td><td></td>" in table
    assert table.count("<tr>") == 61
    assert table.endswith("<p>and 1 more rows</p>")
    assert html_table([]) == "<p>No rows.</p>"


def cells() -> list[str]:
    text = NOTEBOOK.read_text(encoding="utf-8")
    return [
        cell for kind, cell in re.findall(r"^# %%(.*)\n((?:(?!# %%).*\n?)*)", text, re.MULTILINE) if not kind.strip()
    ]


@pytest.mark.slow
def test_the_notebook_runs_and_every_cell_ends_in_something_to_see(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    seen: list[Any] = []
    for cell in cells():
        *body, last = ast.parse(cell).body
        exec(compile(ast.Module(body, []), "<cell>", "exec"), names)
        assert isinstance(last, ast.Expr)
        code: CodeType = compile(ast.Expression(last.value), "<cell>", "eval")
        shown = eval(code, names)
        seen.append(shown)
    tables, figures = seen[1:5], seen[5:]
    assert all("<table" in table._repr_html_() for table in tables)
    drawn = [[sorted(line.get_label() for line in axes.lines) for axes in figure.axes] for figure in figures]
    users = {visit.submitter for visit in userprio.load("fairshare").negotiate().visits}
    assert [len(panels) for panels in drawn] == [2, 1]
    assert drawn[0][0] == drawn[0][1]
    assert users <= set(drawn[0][0])
    assert drawn[1][0] == ["<none>", "group_chemistry", "group_physics", "group_physics.hep", "group_physics.lep"]
    assert "TARGET.Memory" in capsys.readouterr().out


def test_types_on_the_page_of_results_are_those_that_it_describes() -> None:
    """It links a type by its name in the source, which no other type may have."""
    records = {record.__name__: record for record in result_records()}
    assert len(records) == len(result_records())
    others = [
        f"{record.__name__}.{ast.unparse(field.target)}"
        for record in records.values()
        for field in ast.parse(textwrap.dedent(inspect.getsource(record))).body[0].body  # type: ignore[attr-defined]
        if isinstance(field, ast.AnnAssign)
        for part in ast.walk(field.annotation)
        if isinstance(part, ast.Name) and part.id in records
        if vars(sys.modules[record.__module__]).get(part.id) is not records[part.id]
    ]
    assert others == []
