"""Guards held against a plan: those that do not hold, with figures and causes, below the plan; and for services."""

from collections.abc import Iterator, Sequence
from typing import Any, Final
from xml.etree import ElementTree

from userprio.analysis.guards import Guard, GuardColumn, GuardCondition, GuardReport, GuardVerdict, Unit
from userprio.analysis.plan import Figure
from userprio.base.errors import placed
from userprio.base.formats import Format, listed, percent
from userprio.base.times import spoken
from userprio.negotiation import Chance
from userprio.report.data import field_values
from userprio.report.findings import sarif, sarif_result, workflow_command
from userprio.report.formats import Block, Formats, Kind, Paragraph, Presentation, TableColumn
from userprio.report.plan import between, plan_blocks, plan_document, summary_line, why_text
from userprio.report.table import Table, data_column, name_column, text_column
from userprio.report.text import amount, count, printable

_MOST_FIGURES: Final = 3
_INDENT: Final = 2
_NOT_IN_XML: Final = {0xFFFE: "\\ufffe", 0xFFFF: "\\uffff"}
"""What prints, and XML has no place for."""


def _write(column: GuardColumn, value: float) -> str:
    match column.unit:
        case Unit.FRACTION:
            return percent(value)
        case Unit.SECONDS:
            return spoken(round(value))
    return amount(value)


def _figure(column: GuardColumn, figure: Figure) -> str:
    # Nothing is lost before a change.
    shown = Figure(figure.after, figure.after) if column is GuardColumn.LOSES else figure
    return f"{column} {between(shown, lambda value: _write(column, value))}"


def _whom(verdict: GuardVerdict) -> str:
    if verdict.row is not None:
        return verdict.row.name or "the pool"
    finding = verdict.finding
    return "findings" if finding is None else finding.code


def _figures(verdict: GuardVerdict) -> str:
    if verdict.finding is not None:
        return f"a new {verdict.finding.level}"
    first, *more = [_figure(*pair) for pair in verdict.figures] or ["none is new"]
    # Of losses, what is held is only beside it.
    beside = verdict.condition.comparison is not None and more
    return f"{first} ({', '.join(more)})" if beside else ", ".join((first, *more))


def _bound(verdict: GuardVerdict) -> str:
    comparison, bound = verdict.condition.comparison, verdict.bound
    if comparison is None or bound is None:
        return verdict.condition.text
    exact = f"{comparison.operator} {_write(comparison.column, bound)}"
    relative = comparison.of_before or comparison.of_pool
    return f"{exact} ({comparison.text})" if relative else exact


def sentence(verdict: GuardVerdict) -> str:
    """Whom a condition is about, the figures before and after, and what is asked for; without a full stop."""
    return f"{_whom(verdict)}: {_figures(verdict)}, where {_bound(verdict)} is asked for"


def causes(verdict: GuardVerdict, over: str) -> list[str]:
    """Why a condition does not hold, as far as the plan knows: sentences with their full stops."""
    if (finding := verdict.finding) is not None:
        return [f"{placed(finding.happens, finding.file, finding.line)}. {finding.advice}."]
    own = verdict.row is not None and [why.submitter for why in verdict.whys] == [verdict.row.name]
    texts = [why_text(why) if own else f"{why.submitter}: {why_text(why)}" for why in verdict.whys]
    if not texts and verdict.differs is not None:
        figures = {name: value for name, value in field_values(verdict.differs).items() if isinstance(value, Figure)}
        changes = [f"{name.replace('_', ' ')} {between(own)}" for name, own in figures.items() if own.differs]
        texts = [f"What differs: {listed(changes[:_MOST_FIGURES])}."] if changes else []
    if not any(figure.differs for _, figure in verdict.figures):
        texts.append("It is so without the changes too.")
        if verdict.row is not None and verdict.row.reason is not None:
            texts.append(f"Most of its idle jobs wait: {verdict.row.reason}.")
    elif texts and over != "cycle":
        texts.insert(0, "In the next cycle:")
    return texts or ["The records of the cycles do not say what led to it."]


def _remarks(verdict: GuardVerdict) -> list[str]:
    """How firm it is: sentences with their full stops."""
    remarks = [f"{caveat[0].upper()}{caveat[1:]}." for caveat in verdict.caveats]
    if verdict.hangs_on is not None:
        what = "a tie" if verdict.hangs_on is Chance.LAST_HEARD_FROM else "a second"
        otherwise = "it would not hold" if verdict.holds else "it would hold"
        remarks.insert(0, f"This hangs on {what} ({verdict.hangs_on}): otherwise {otherwise}.")
    return remarks


def _line(verdict: GuardVerdict, over: str) -> str:
    """All about a condition that does not hold, or hangs on something."""
    return " ".join([f"{sentence(verdict)}.", *([] if verdict.holds else causes(verdict, over)), *_remarks(verdict)])


def guards_line(report: GuardReport) -> str:
    """How many guards hold, on how many rows."""
    over = "" if report.over == "cycle" else f" over {report.over}"
    failing = {verdict.guard.number for verdict in report.failed}
    rows, guards = len(report.verdicts), len(report.guards)
    if not failing:
        hold = {1: "The guard holds", 2: "Both guards hold"}.get(guards, f"All {guards} guards hold")
        return f"{hold} on {count(rows, 'row')}{over}."
    if guards == 1:
        return f"The guard does not hold, on {len(report.failed)} of {count(rows, 'row')}{over}."
    some = "does" if len(failing) == 1 else "do"
    on = f"{len(report.failed)} of {count(rows, 'row')}"
    return f"{len(failing)} of {count(guards, 'guard')} {some} not hold, on {on}{over}."


def _title(guard: Guard) -> str:
    return guard.name or guard.whom


GUARDS: Final = Table[GuardVerdict](
    "plan guards",
    noun="guard",
    submitter=lambda verdict: "" if verdict.row is None or verdict.row.subject != "user" else verdict.row.name,
    group=lambda verdict: "" if verdict.row is None else verdict.row.group,
).of(
    TableColumn(
        "mark",
        "",
        lambda verdict: "!" if not verdict.holds else "?",
        kind=Kind.TEXT,
        style=lambda verdict: "yellow" if verdict.holds else "red",
        in_rows=False,
    ),
    data_column("holds", lambda verdict: verdict.holds, about="whether the condition holds"),
    data_column("path", lambda verdict: str(verdict.guard.path), about="the file of guards"),
    TableColumn("line", "line", lambda verdict: verdict.condition.line, write=amount, about="in the file of guards"),
    text_column("guard", lambda verdict: _title(verdict.guard), about="its name, or whom it is about"),
    name_column("name", _whom, "who"),
    data_column("condition", lambda verdict: verdict.condition.text, about="as it was written"),
    text_column("figures", _figures, "before -> after"),
    data_column("before", lambda verdict: _side(verdict, after=False), about="in the measure of the column"),
    data_column("after", lambda verdict: _side(verdict, after=True), about="in the measure of the column"),
    text_column("asked", _bound, "asked for"),
    data_column("bound", lambda verdict: verdict.bound, about="in the measure of the column"),
    data_column(
        "hangs_on",
        lambda verdict: verdict.hangs_on,
        about="the second or tie without which it would be the other way round",
    ),
    data_column("remarks", lambda verdict: " ".join(_remarks(verdict)), about="how firm it is"),
)


def _side(verdict: GuardVerdict, *, after: bool) -> float | None:
    if verdict.condition.comparison is None:
        return None
    figure = verdict.figures[0][1]
    return figure.after if after else figure.before


def guards_blocks(report: GuardReport, look: Presentation) -> Iterator[Block]:
    """The plan, and below it which guards do not hold, or hang on something."""
    yield from plan_blocks(report.plan, look.view, look.zone)
    failed = report.failed
    yield Paragraph.of(guards_line(report), "bold red" if failed else "bold", space_before=True)
    doubtful = [verdict for verdict in report.verdicts if verdict.holds and _remarks(verdict)]
    for title, verdicts in (("Guards that do not hold", failed), ("Guards that hold, but", doubtful)):
        if verdicts:
            yield GUARDS.block(verdicts, title)
            for verdict in verdicts:
                texts = [] if verdict.holds else causes(verdict, report.over)
                yield Paragraph.of(f"{_whom(verdict)}: {' '.join([*texts, *_remarks(verdict)])}", inset=_INDENT)
    for caveat in report.caveats:
        yield Paragraph.of(f"{caveat[0].upper()}{caveat[1:]}.", "dim")


def guards_document(report: GuardReport) -> dict[str, Any]:
    """Schema `userprio.guards/1`: each condition held against each row, and the plan in its own schema."""
    rows = [
        {**GUARDS.values(verdict), "causes": [] if verdict.holds else causes(verdict, report.over)}
        for verdict in report.verdicts
    ]
    return {
        "schema": "userprio.guards/1",
        "hold": not report.failed,
        "summary": guards_line(report),
        "over": report.over,
        "guards": [
            {"number": own.number, "line": own.line, "name": own.name, "about": own.whom} for own in report.guards
        ],
        "rows": rows,
        "caveats": report.caveats,
        "plan": plan_document(report.plan),
    }


def _of_services(report: GuardReport) -> Iterator[tuple[GuardVerdict, str]]:
    """What services annotate: conditions that do not hold as errors, those that hang on something as warnings."""
    for verdict in report.verdicts:
        if not verdict.holds:
            yield verdict, "error"
        elif _remarks(verdict):
            yield verdict, "warning"


def github_text(report: GuardReport) -> str:
    """A GitHub workflow command for each condition that does not hold, and for those that may not; and the summary."""
    lines = [
        workflow_command(level, printable(_title(own.guard)), printable(_line(own, report.over)), *_place(own))
        for own, level in _of_services(report)
    ]
    lines += [workflow_command("warning", "guards", printable(f"{text}."), None, None) for text in report.caveats]
    return "".join(f"{line}\n" for line in (*lines, guards_line(report), summary_line(report.plan)))


def _place(verdict: GuardVerdict) -> tuple[str, int | None]:
    return str(verdict.guard.path), verdict.condition.line


def sarif_text(report: GuardReport) -> str:
    """SARIF 2.1.0: a rule for each guard."""
    ids = [f"guard-{guard.number}" for guard in report.guards]
    rules = [
        {"id": own, "shortDescription": {"text": printable(_title(guard))}}
        for own, guard in zip(ids, report.guards, strict=True)
    ]
    results = [
        sarif_result(ids[at := own.guard.number - 1], at, level, printable(_line(own, report.over)), *_place(own))
        for own, level in _of_services(report)
    ]
    return sarif("userprio plan --expect", rules, results)


def junit_text(report: GuardReport) -> str:
    """JUnit's XML: a test case for each condition of a guard."""
    cases: dict[tuple[int, GuardCondition], list[GuardVerdict]] = {}
    for verdict in report.verdicts:
        cases.setdefault((verdict.guard.number, verdict.condition), []).append(verdict)
    suite = ElementTree.Element("testsuite", name="userprio plan --expect", tests=str(len(cases)))
    for (number, condition), verdicts in cases.items():
        guard = report.guards[number - 1]
        name = printable(f"{_title(guard)}: {condition.text}")
        case = ElementTree.SubElement(suite, "testcase", classname=printable(str(guard.path)), name=name)
        failed = [verdict for verdict in verdicts if not verdict.holds]
        if failed:
            message = f"line {condition.line}: {count(len(failed), 'row')} of {len(verdicts)}"
            ElementTree.SubElement(case, "failure", message=message).text = _lines(failed, report.over)
        if doubtful := [verdict for verdict in verdicts if verdict.holds and _remarks(verdict)]:
            ElementTree.SubElement(case, "system-out").text = _lines(doubtful, report.over)
    suite.set("failures", str(len(suite.findall("testcase/failure"))))
    ElementTree.SubElement(suite, "system-out").text = "\n".join(
        [guards_line(report), summary_line(report.plan), *map(printable, report.caveats)]
    )
    ElementTree.indent(suite)
    text = ElementTree.tostring(suite, encoding="unicode").translate(_NOT_IN_XML)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _lines(verdicts: Sequence[GuardVerdict], over: str) -> str:
    return "\n".join(printable(_line(verdict, over)) for verdict in verdicts)


GUARDS_FORMATS: Final = Formats[GuardReport](
    document=guards_document,
    rows=lambda result: GUARDS.rows(result.verdicts),
    screen=guards_blocks,
    others={
        Format.SARIF: lambda result, look: sarif_text(result),
        Format.GITHUB: lambda result, look: github_text(result),
        Format.JUNIT: lambda result, look: junit_text(result),
    },
)
