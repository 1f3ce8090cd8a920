"""What `check` found in the forms in which services show it beside the lines: SARIF, GitHub's commands, Markdown."""

from typing import Any, Final

from userprio.check import Finding, Level, pages
from userprio.report.data import dump
from userprio.report.housekeeping import Findings, summary
from userprio.report.text import printable

_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_COMMANDS: Final = {Level.ERROR: "error", Level.WARNING: "warning", Level.NOTE: "notice"}


def sarif_text(findings: Findings) -> str:
    """SARIF 2.1.0: one run, a rule for each code that was found."""
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
    """A workflow command for each finding, and the sum at the end."""
    lines = []
    for found in findings.found:
        place = {"file": found.file, "line": found.line, "title": found.code}
        given = ",".join(f"{key}={_property(str(value))}" for key, value in place.items() if value is not None)
        lines.append(f"::{_COMMANDS[found.level]} {given}::{_escaped(_sentences(found))}")
    return "".join(f"{line}\n" for line in (*lines, summary(findings.found)))


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


def markdown_text(findings: Findings) -> str:
    """A table with a line for each finding."""
    lines = [summary(findings.found)]
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
