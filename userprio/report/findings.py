"""The findings of `check`, also in the formats of services that annotate lines (SARIF, GitHub); pages on codes."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Final

import msgspec
from msgspec import Struct

from userprio.analysis.check import CodePage, Finding, Level, pages
from userprio.base.errors import placed
from userprio.base.formats import Format
from userprio.report.data import dump
from userprio.report.formats import Block, Drawing, Formats, Paragraph
from userprio.report.table import Table, data_column, name_column, text_column
from userprio.report.text import count, printable

_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_COMMANDS: Final = {Level.ERROR: "error", Level.WARNING: "warning", Level.NOTE: "notice"}
_STYLES: Final = {Level.ERROR: "bold red", Level.WARNING: "bold yellow", Level.NOTE: "bold"}
_INDENT: Final = 2
_CODE: Final = 4
"""The indent of example files on the page of a code, in columns."""

_FINDINGS: Final = Table[Finding]("check").of(
    data_column("level", lambda finding: finding.level),
    data_column("code", lambda finding: finding.code, about="see check --explain"),
    data_column("file", lambda finding: finding.file),
    data_column("line", lambda finding: finding.line),
    data_column("happens", lambda finding: finding.happens),
    data_column("advice", lambda finding: finding.advice),
    data_column("replace", lambda finding: None if finding.fix is None else finding.fix.old, about="a correction"),
    data_column("by", lambda finding: None if finding.fix is None else finding.fix.new),
)


class Findings(msgspec.Struct, frozen=True):
    """Findings, in order."""

    found: Sequence[Finding]
    at: int
    """The time that was checked for, in seconds since the epoch."""
    left_out: int = 0
    """How many more there are that options or comments suppress."""
    unseen: Sequence[str] = ()
    """What was missing and so not checked: `ledger`, `pool`."""


def findings_document(findings: Findings) -> dict[str, Any]:
    """Schema `userprio.check/1`: the findings in order, and their number by level."""
    levels = Counter(finding.level for finding in findings.found)
    return {
        "schema": "userprio.check/1",
        "at": findings.at,
        "summary": {f"{level}s": levels[level] for level in Level},
        "left_out": findings.left_out,
        "not_looked_at": list(findings.unseen),
        "findings": list(_FINDINGS.dicts(findings.found)),
    }


def findings_text(findings: Findings) -> str:
    """Two lines for each finding, the first in the form that editors can jump to: `file:line: level: ...`."""
    lines = []
    for finding in findings.found:
        line = "" if finding.line is None else f"{finding.line}:"
        place = "" if finding.file is None else f"{finding.file}:{line} "
        lines.append(f"{place}{finding.level}: {finding.happens}. [{finding.code}]")
        lines.append(f"    {finding.advice}.")
    return "".join(f"{printable(line)}\n" for line in (*lines, _summary(findings)))


def _summary(findings: Findings) -> str:
    """The number of findings by level; if there are none, what was left out or not checked."""
    levels = Counter(finding.level for finding in findings.found)
    parts = [count(levels[level], str(level)) for level in Level if levels[level]]
    left_out = [f"{count(findings.left_out, 'finding')} left out"] if findings.left_out else []
    if parts:
        return "; ".join([", ".join(parts), *left_out])
    unseen = [f"no {' and no '.join(findings.unseen)} was looked at"] if findings.unseen else []
    return "; ".join(["No problems found", *left_out, *unseen]) + "."


def _place_text(finding: Finding) -> str:
    """The place of a finding in words."""
    return placed("", finding.file, finding.line).removesuffix(": ") if finding.file is not None else ""


def findings_blocks(findings: Findings) -> Iterator[Block]:
    """The findings under the names of their places, and their number."""
    for place, members in groupby(findings.found, _place_text):
        if place:
            # A place stays on one line, however long, so that it can be found and copied.
            yield Paragraph(((printable(place), "dim"),), unbroken=True)
        for finding in members:
            level = (str(finding.level), _STYLES[finding.level])
            message = (f": {printable(finding.happens)}. ", "")
            yield Paragraph((level, message, (f"[{finding.code}]", "dim")), _INDENT)
            yield Paragraph.of(f"{finding.advice}.", inset=2 * _INDENT)
    yield Paragraph.of(_summary(findings), "bold" if findings.found else "")


def sarif_text(findings: Findings) -> str:
    """SARIF 2.1.0: one run, with a rule for each code found."""
    codes = sorted({finding.code for finding in findings.found})
    rules = [{"id": code, **_described(code)} for code in codes]
    return sarif(
        "userprio check",
        rules,
        [
            sarif_result(
                finding.code,
                codes.index(finding.code),
                str(finding.level),
                _sentences(finding),
                finding.file,
                finding.line,
            )
            for finding in findings.found
        ],
    )


def sarif(tool: str, rules: Sequence[Mapping[str, Any]], results: Sequence[Mapping[str, Any]]) -> str:
    """The text of a SARIF log with one run of a tool."""
    driver = {"name": tool, "rules": rules}
    return dump({"$schema": _SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]})


def _described(code: str) -> dict[str, Any]:
    page = pages().get(code)
    if page is None:
        return {}
    return {"shortDescription": {"text": f"{page.what}."}, "help": {"text": page.why}}


def sarif_result(rule: str, number: int, level: str, text: str, file: str | None, line: int | None) -> dict[str, Any]:
    """A result of a SARIF log, of the rule with this number, in a line of a file if that is known."""
    result: dict[str, Any] = {"ruleId": rule, "ruleIndex": number, "level": level, "message": {"text": text}}
    if file is not None:
        place: dict[str, Any] = {"artifactLocation": {"uri": file}}
        if line is not None:
            place["region"] = {"startLine": line}
        result["locations"] = [{"physicalLocation": place}]
    return result


def github_text(findings: Findings) -> str:
    """A GitHub workflow command for each finding, and the summary."""
    lines = [
        workflow_command(_COMMANDS[finding.level], finding.code, _sentences(finding), finding.file, finding.line)
        for finding in findings.found
    ]
    return "".join(f"{line}\n" for line in (*lines, _summary(findings)))


def workflow_command(command: str, title: str, text: str, file: str | None, line: int | None) -> str:
    """A workflow command of GitHub that annotates a line, such as `::error file=…`."""
    place = {"file": file, "line": line, "title": title}
    given = ",".join(f"{key}={_property(str(value))}" for key, value in place.items() if value is not None)
    return f"::{command} {given}::{_escaped(text)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    # A colon or comma would end the property.
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


def markdown_text(findings: Findings) -> str:
    """A Markdown table with a row for each finding."""
    lines = [_summary(findings)]
    if findings.found:
        lines += ["", "| level | code | place | finding |", "| --- | --- | --- | --- |"]
    for finding in findings.found:
        line = "" if finding.line is None else f":{finding.line}"
        place = "" if finding.file is None else f"`{finding.file}{line}`"
        cells = (str(finding.level), f"`{finding.code}`", place, _sentences(finding))
        lines.append(f"| {' | '.join(printable(cell).replace('|', chr(92) + '|') for cell in cells)} |")
    return "".join(f"{line}\n" for line in lines)


def _sentences(finding: Finding) -> str:
    return f"{printable(finding.happens)}. {printable(finding.advice)}."


class CodePages(Struct, frozen=True):
    """Codes to show: a single one as a whole page, several as a list."""

    pages: tuple[CodePage, ...]


_CODES: Final = Table[CodePage]("check codes", noun="code").of(
    name_column("code", lambda page: page.code),
    text_column("what", lambda page: page.what, "what it means", text=lambda page: f"{page.what}."),
    data_column("why", lambda page: page.why),
    data_column("since", lambda page: page.since, about="the version of HTCondor in which it begins"),
)


def codes_blocks(shown: CodePages) -> Iterator[Block]:
    """The page of a single code, or a line for each of several."""
    if len(shown.pages) == 1:
        yield from _page_blocks(shown.pages[0])
        return
    yield _CODES.block(shown.pages, fits=len(shown.pages))


def _page_blocks(page: CodePage) -> Iterator[Block]:
    yield Paragraph.of(page.code, "bold")
    since = f"Since HTCondor {page.since}." if page.since else "In every supported version of HTCondor."
    for text in (f"{page.what}.", page.why, since):
        yield Paragraph.of(text, space_before=True)
    changed = {name: text for name, text in page.passes.items() if page.fails.get(name) != text}
    for title, files in (("Found here:", page.fails), ("Not found here:", changed)):
        for name, text in files.items():
            yield Paragraph.of(f"{title} {name}", space_before=True)
            yield Drawing(partial(_file_lines, text.strip("\n")))


def _file_lines(text: str, _width: int) -> Iterator[Paragraph]:
    for number, line in enumerate(text.split("\n")):
        yield Paragraph.of(line, inset=_CODE, space_before=number == 0, unbroken=True)


def codes_document(shown: CodePages) -> dict[str, Any]:
    """Schema `userprio.codes/1`."""
    pages = [{**_CODES.values(page), "fails": dict(page.fails), "passes": dict(page.passes)} for page in shown.pages]
    return {"schema": "userprio.codes/1", "codes": pages}


CODES_FORMATS: Final = Formats[CodePages](
    document=codes_document,
    rows=lambda result: _CODES.rows(result.pages),
    screen=lambda result, look: codes_blocks(result),
)

FINDINGS_FORMATS: Final = Formats[Findings](
    document=findings_document,
    rows=lambda result: _FINDINGS.rows(result.found),
    screen=lambda result, look: findings_blocks(result),
    text=lambda result, look: findings_text(result),
    others={
        Format.MARKDOWN: lambda result, look: markdown_text(result),
        Format.SARIF: lambda result, look: sarif_text(result),
        Format.GITHUB: lambda result, look: github_text(result),
    },
)
