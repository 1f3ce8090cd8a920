"""Every type of result that is shown, and its forms: a new format, or a new result, is an entry of this table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from userprio.formats import EVERYTHING, Format, View

if TYPE_CHECKING:
    from userprio.report.what_if import WhatIf


@dataclass(frozen=True, slots=True)
class Renderer:
    """What makes a form of a result: `module:function` below `userprio.report`, imported when it is wanted."""

    place: str
    takes: tuple[str, ...] = ()
    """What the function takes by name besides the result: `view`, `zone`, `on_terminal`."""
    screen: bool = False
    """It makes a screen of tables and words, which are drawn or written."""

    def __call__(self, result: object, **given: Any) -> Any:
        """Render it: JSON is a document or its text, CSV headings and rows, a screen its blocks, and else a text."""
        return self.function(result, **given)

    @property
    def function(self) -> Any:
        """The function that `place` names."""
        module, _, function = self.place.partition(":")
        return getattr(import_module(f"userprio.report.{module}"), function)


def _forms(table: Renderer, classic: Renderer, module: str, name: str) -> dict[Format, Renderer]:
    rows = Renderer(f"{module}:{name}_rows")
    return {
        Format.TABLE: table,
        Format.CLASSIC: classic,
        Format.JSON: Renderer(f"{module}:{name}_document"),
        Format.CSV: rows,
        Format.JSONL: rows,
    }


def _drawn(module: str, name: str, *takes: str, classic: Renderer | None = None) -> Mapping[Format, Renderer]:
    """A result that is shown as tables; without a text of its own its classic form is those, undecorated.

    After a colon comes the module of `screens` that draws it, if that is not the one of the other forms.
    """
    module, _, drawing = module.partition(":")
    screen = Renderer(f"{f'screens.{drawing}' if drawing else module}:{name}_blocks", takes, screen=True)
    return {**_forms(screen, classic or screen, module, name), Format.MARKDOWN: screen}


def _written(module: str, name: str, *takes: str) -> Mapping[Format, Renderer]:
    """A result that is the same text everywhere."""
    text = Renderer(f"{module}:{name}_text", takes)
    return _forms(text, text, module, name)


RENDERERS: Final[Mapping[str, Mapping[Format, Renderer]]] = {
    "Aim": _drawn("aim", "aim", "view"),
    "Ads": {Format.LONG: Renderer("ads:ads_text")},
    "Applied": _written("plan_form", "applied", "on_terminal"),
    "ExplainedPair": _drawn("explaining:explanation", "comparison"),
    "Defrag": _drawn("defrag", "defrag", "zone"),
    "EditReport": _drawn("operations", "edit", "zone", classic=Renderer("operations:edit_text")),
    "Explanation": _drawn("explaining:explanation", "explanation"),
    "CodePages": _drawn("findings", "codes"),
    "Findings": {
        **_drawn("findings", "findings", classic=Renderer("findings:findings_text")),
        Format.SARIF: Renderer("findings:sarif_text"),
        Format.GITHUB: Renderer("findings:github_text"),
        Format.MARKDOWN: Renderer("findings:markdown_text"),
    },
    "Forecast": _drawn("forecast:forecast", "forecast", "zone"),
    "EditHistory": _drawn("operations", "history", "zone"),
    "Holdings": {
        **_drawn("submitters:listing", "holdings", "zone", classic=Renderer("submitters:holdings_text", ("zone",))),
        Format.LONG: Renderer("submitters:holdings_long"),
    },
    "JobQueues": _drawn("submitters", "queues", "zone"),
    "Listing": _drawn("listing.model:listing", "listing", "zone", classic=Renderer("classic:classic_text", ("zone",))),
    "Outcome": _drawn("summary:negotiation", "outcome", "view"),
    "Plan": _drawn("plan_form:plan", "plan", "view", "zone"),
    "Policy": _written("policy", "policy", "on_terminal"),
    "PolicyDifference": {
        **_drawn("policy", "difference", "zone", classic=Renderer("policy:difference_text", ("zone",))),
        Format.MARKDOWN: Renderer("policy:difference_markdown", ("zone",)),
    },
    "PriorityReport": _written("jobprio", "priorities", "zone"),
    "Replay": _drawn("replay:replay", "replay", "view", "zone"),
    "SettingsReport": _written("housekeeping", "settings"),
    "Size": _drawn("size", "size", "view", "zone"),
    "SnapshotReport": _written("housekeeping", "snapshot"),
    "Sweep": _drawn("sweep", "sweep"),
    "UsageTable": _written("jobprio", "usage"),
    "Wait": _drawn("wait", "wait", "zone"),
    "VersionTable": _drawn("housekeeping", "versions"),
}
"""The forms of each type of result, by its name."""


def formats_of(*results: str) -> tuple[Format, ...]:
    """The formats that results of these types have, `auto` first."""
    return tuple(form for form in Format if form is Format.AUTO or any(form in RENDERERS[name] for name in results))


def renderer_of(result: object, form: Format) -> Renderer:
    """What writes the result in this form, which it has."""
    return RENDERERS[type(result).__name__][form]


def json_text(result: object, what_if: "WhatIf | None" = None) -> str:
    """The JSON form of a result; where changes were made to what it is about, they are in `what_if`."""
    from userprio.report.data import dump

    document = renderer_of(result, Format.JSON)(result)
    if isinstance(document, str):
        return document
    if what_if is not None:
        from userprio.report.what_if import changed_fields

        document = {"schema": document["schema"], "what_if": changed_fields(what_if.changes, what_if.made), **document}
    return dump(document)


def csv_text(result: object, view: View = EVERYTHING) -> str:
    """The CSV form of a result, or of the part of it that is asked for."""
    from userprio.report.data import csv_table
    from userprio.report.sheets.selecting import rows_selected

    return csv_table(*rows_selected(renderer_of(result, Format.CSV)(result), view))


def _jsonl_text(result: object, view: View = EVERYTHING) -> str:
    """The lines of CSV as JSON, an object to a line."""
    from userprio.report.data import json_line
    from userprio.report.sheets.selecting import rows_selected

    names, rows = rows_selected(renderer_of(result, Format.CSV)(result), view)
    return "".join(json_line({name: row[name] for name in names}) + "\n" for row in rows)


def fields_text(result: object, view: View) -> str:
    """The lines of CSV as one list of JSON, with the fields that the view has as columns.

    Raises:
        ViewError: there is no such field.
    """
    lines = _jsonl_text(result, view).splitlines()
    inside = ",\n  ".join(lines)
    return f"[\n  {inside}\n]\n" if lines else "[]\n"


def to_dict(result: object) -> dict[str, Any]:
    """What the JSON form of a result holds."""
    from userprio.report.data import plain_document

    return plain_document(renderer_of(result, Format.JSON)(result))


def to_rows(result: object) -> list[dict[str, Any]]:
    """The lines of the CSV form of a result, by their headings."""
    names, rows = renderer_of(result, Format.CSV)(result)
    return [{name: row[name] for name in names} for row in rows]


ROWS_OF: Final[Mapping[Format, Callable[[object, View], str]]] = {Format.CSV: csv_text, Format.JSONL: _jsonl_text}
"""What makes texts of the forms that are rows."""
