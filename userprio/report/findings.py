"""The findings of `check`, also in the formats of services that annotate lines (SARIF, GitHub); pages on codes."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any, Final

from userprio.analysis.check import CodePage, Finding, Level, pages
from userprio.base.errors import placed
from userprio.base.formats import Format
from userprio.report.data import Rows, dump
from userprio.report.formats import Formats
from userprio.report.sheets.model import Block, Drawing, Line, Sheet, Words, cell, name_head, text_head
from userprio.report.text import count, printable

_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_COMMANDS: Final = {Level.ERROR: "error", Level.WARNING: "warning", Level.NOTE: "notice"}
_STYLES: Final = {Level.ERROR: "bold red", Level.WARNING: "bold yellow", Level.NOTE: "bold"}
_INDENT: Final = 2
_FIELDS: Final = {"happens": "message", "advice": "hint"}
"""Keys of JSON and CSV that differ from the field of a finding."""
_KEYS: Final = ("level", "code", "file", "line", *_FIELDS, "replace", "by")
_CODE: Final = 4
"""The indent of example files on the page of a code, in columns."""
_PAGE_KEYS: Final = ("code", "what", "why", "since")


def _record(finding: Finding) -> dict[str, str | int | None]:
    fix = finding.fix
    instead = {"replace": None if fix is None else fix.old, "by": None if fix is None else fix.new}
    return {key: instead[key] if key in instead else getattr(finding, _FIELDS.get(key, key)) for key in _KEYS}


@dataclass(frozen=True, slots=True)
class Findings:
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
        "findings": [_record(finding) for finding in findings.found],
    }


def findings_rows(findings: Findings) -> Rows:
    """A row for each finding, in order."""
    return _KEYS, (_record(finding) for finding in findings.found)


def findings_text(findings: Findings) -> str:
    """Two lines for each finding, the first in the form that editors can jump to: `file:line: level: ...`."""
    lines = []
    for finding in findings.found:
        line = "" if finding.line is None else f"{finding.line}:"
        place = "" if finding.file is None else f"{finding.file}:{line} "
        lines.append(f"{place}{finding.level}: {finding.message}. [{finding.code}]")
        lines.append(f"    {finding.hint}.")
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
    for place, found in groupby(findings.found, _place_text):
        if place:
            # A place stays on one line, however long, so that it can be found and copied.
            yield Words(((printable(place), "dim"),), unbroken=True)
        for finding in found:
            level = (str(finding.level), _STYLES[finding.level])
            message = (f": {printable(finding.message)}. ", "")
            yield Words((level, message, (f"[{finding.code}]", "dim")), _INDENT)
            yield Words.of(f"{finding.hint}.", inset=2 * _INDENT)
    yield Words.of(_summary(findings), "bold" if findings.found else "")


def sarif_text(findings: Findings) -> str:
    """SARIF 2.1.0: one run, with a rule for each code found."""
    codes = sorted({found.code for found in findings.found})
    rules = [{"id": code, **_described(code)} for code in codes]
    driver = {"name": "userprio check", "rules": rules}
    results = [_result(found, codes.index(found.code)) for found in findings.found]
    return dump({"$schema": _SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]})


def _described(code: str) -> dict[str, Any]:
    page = pages().get(code)
    if page is None:
        return {}
    return {"shortDescription": {"text": f"{page.what}."}, "help": {"text": page.why}}


def _result(found: Finding, rule: int) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": found.code,
        "ruleIndex": rule,
        "level": str(found.level),
        "message": {"text": _sentences(found)},
    }
    if found.file is not None:
        place: dict[str, Any] = {"artifactLocation": {"uri": found.file}}
        if found.line is not None:
            place["region"] = {"startLine": found.line}
        result["locations"] = [{"physicalLocation": place}]
    return result


def github_text(findings: Findings) -> str:
    """A GitHub workflow command for each finding, and the summary."""
    lines = []
    for found in findings.found:
        place = {"file": found.file, "line": found.line, "title": found.code}
        given = ",".join(f"{key}={_property(str(value))}" for key, value in place.items() if value is not None)
        lines.append(f"::{_COMMANDS[found.level]} {given}::{_escaped(_sentences(found))}")
    return "".join(f"{line}\n" for line in (*lines, _summary(findings)))


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


def markdown_text(findings: Findings) -> str:
    """A Markdown table with a row for each finding."""
    lines = [_summary(findings)]
    if findings.found:
        lines += ["", "| level | code | place | finding |", "| --- | --- | --- | --- |"]
    for found in findings.found:
        line = "" if found.line is None else f":{found.line}"
        place = "" if found.file is None else f"`{found.file}{line}`"
        cells = (str(found.level), f"`{found.code}`", place, _sentences(found))
        lines.append(f"| {' | '.join(printable(cell).replace('|', chr(92) + '|') for cell in cells)} |")
    return "".join(f"{line}\n" for line in lines)


def _sentences(found: Finding) -> str:
    return f"{printable(found.message)}. {printable(found.hint)}."


@dataclass(frozen=True, slots=True)
class CodePages:
    """Codes to show: a single one as a whole page, several as a list."""

    pages: tuple[CodePage, ...]


def codes_blocks(shown: CodePages) -> Iterator[Block]:
    """The page of a single code, or a line for each of several."""
    if len(shown.pages) == 1:
        yield from _page_blocks(shown.pages[0])
        return
    lines = tuple(Line((cell(page.code), cell(f"{page.what}."))) for page in shown.pages)
    heads = (name_head("code"), text_head("what", "what it means"))
    yield Sheet(heads, lines, one="code", fits=len(lines))


def _page_blocks(page: CodePage) -> Iterator[Block]:
    yield Words.of(page.code, "bold")
    since = f"Since HTCondor {page.since}." if page.since else "In every supported version of HTCondor."
    for text in (f"{page.what}.", page.why, since):
        yield Words.of(text, apart=True)
    changed = {name: text for name, text in page.passes.items() if page.fails.get(name) != text}
    for title, files in (("Found here:", page.fails), ("Not found here:", changed)):
        for name, text in files.items():
            yield Words.of(f"{title} {name}", apart=True)
            yield Drawing(partial(_file_lines, text.strip("\n")))


def _file_lines(text: str, _width: int) -> Iterator[Words]:
    for number, line in enumerate(text.split("\n")):
        yield Words.of(line, inset=_CODE, apart=number == 0, unbroken=True)


def codes_document(shown: CodePages) -> dict[str, Any]:
    """Schema `userprio.codes/1`."""
    pages = [
        {**{key: getattr(page, key) for key in _PAGE_KEYS}, "fails": dict(page.fails), "passes": dict(page.passes)}
        for page in shown.pages
    ]
    return {"schema": "userprio.codes/1", "codes": pages}


def codes_rows(shown: CodePages) -> Rows:
    """A row for each code."""
    return _PAGE_KEYS, ({key: getattr(page, key) for key in _PAGE_KEYS} for page in shown.pages)


CODES_FORMATS: Final = Formats[CodePages](
    document=codes_document,
    rows=codes_rows,
    screen=lambda result, look: codes_blocks(result),
)


FINDINGS_FORMATS: Final = Formats[Findings](
    document=findings_document,
    rows=findings_rows,
    screen=lambda result, look: findings_blocks(result),
    text=lambda result, look: findings_text(result),
    others={
        Format.MARKDOWN: lambda result, look: markdown_text(result),
        Format.SARIF: lambda result, look: sarif_text(result),
        Format.GITHUB: lambda result, look: github_text(result),
    },
)
