"""The table of result types and their formats: a new format or result is an entry here."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from userprio.base.formats import EVERYTHING, Format, View

if TYPE_CHECKING:
    from userprio.report.layout.blocks import Block
    from userprio.report.what_if import WhatIf


@dataclass(frozen=True, slots=True)
class Renderer:
    """Renders a result in a format: `module:function` below `userprio.report`, imported on demand."""

    place: str
    takes: tuple[str, ...] = ()
    """Keyword arguments of the function besides the result: `view`, `zone`, `on_terminal`."""
    screen: bool = False
    """Whether it returns a screen of tables and words, still to be drawn or written."""

    def __call__(self, result: object, **given: Any) -> Any:
        """Render to a document or text (JSON), headings and rows (CSV), blocks (a screen), or else text."""
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
    """A result shown as tables, which are also its classic format unless it has its own.

    The module may name, after a colon, the module with its tables, if not the one with the other formats.
    """
    module, _, drawing = module.partition(":")
    screen = Renderer(f"{drawing or module}:{name}_blocks", takes, screen=True)
    return {**_forms(screen, classic or screen, module, name), Format.MARKDOWN: screen}


def _written(module: str, name: str, *takes: str) -> Mapping[Format, Renderer]:
    """A result that is the same text in all table formats."""
    text = Renderer(f"{module}:{name}_text", takes)
    return _forms(text, text, module, name)


RENDERERS: Final[Mapping[str, Mapping[Format, Renderer]]] = {
    "Aim": _drawn("aim", "aim", "view"),
    "Ads": {Format.LONG: Renderer("ads:ads_text")},
    "Applied": _written("applied", "applied", "on_terminal"),
    "ExplainedPair": _drawn("explaining", "comparison"),
    "Defrag": _drawn("defrag", "defrag", "zone"),
    "EditReport": _drawn("operations", "edit", "zone", classic=Renderer("operations:edit_text")),
    "Explanation": _drawn("explaining", "explanation"),
    "CodePages": _drawn("findings", "codes"),
    "Findings": {
        **_drawn("findings", "findings", classic=Renderer("findings:findings_text")),
        Format.SARIF: Renderer("findings:sarif_text"),
        Format.GITHUB: Renderer("findings:github_text"),
        Format.MARKDOWN: Renderer("findings:markdown_text"),
    },
    "Forecast": _drawn("forecast", "forecast", "zone"),
    "EditHistory": _drawn("operations", "history", "zone"),
    "Holdings": {
        **_drawn("submitters", "holdings", "zone", classic=Renderer("submitters:holdings_text", ("zone",))),
        Format.LONG: Renderer("submitters:holdings_long"),
    },
    "JobQueues": _drawn("submitters", "queues", "zone"),
    "Listing": _drawn(
        "listing.model:listing.screen", "listing", "zone", "view", classic=Renderer("classic:classic_text", ("zone",))
    ),
    "CycleTable": _drawn("cycle", "cycle_table", "view"),
    "Outcome": _drawn("cycle", "outcome", "view"),
    "Plan": _drawn("plan", "plan", "view", "zone"),
    "Policy": _written("policy", "policy", "on_terminal"),
    "PolicyDifference": {
        **_drawn("policy", "difference", "zone", classic=Renderer("policy:difference_text", ("zone",))),
        Format.MARKDOWN: Renderer("policy:difference_markdown", ("zone",)),
    },
    "PriorityReport": _written("jobprio", "priorities", "zone"),
    "Replay": _drawn("replay", "replay", "view", "zone"),
    "SettingsReport": _written("housekeeping", "settings"),
    "Size": _drawn("size", "size", "view", "zone"),
    "SnapshotReport": _written("housekeeping", "snapshot"),
    "Sweep": _drawn("sweep", "sweep"),
    "UsageTable": _written("jobprio", "usage"),
    "Wait": _drawn("wait", "wait", "zone"),
    "VersionTable": _drawn("housekeeping", "versions"),
}
"""The renderers of each type of result, by the type's name."""


def formats_of(*results: str) -> tuple[Format, ...]:
    """The formats available for these types of results, `auto` first."""
    return tuple(form for form in Format if form is Format.AUTO or any(form in RENDERERS[name] for name in results))


def renderer_of(result: object, form: Format) -> Renderer:
    """The renderer of the result in this format, which must exist."""
    return RENDERERS[type(result).__name__][form]


def json_text(result: object, what_if: "WhatIf | None" = None) -> str:
    """The result as JSON; `what_if` adds the changes that were made to its input."""
    from userprio.report.data import dump

    document = renderer_of(result, Format.JSON)(result)
    if isinstance(document, str):
        return document
    if what_if is not None:
        from userprio.report.what_if import changed_fields

        document = {"schema": document["schema"], "what_if": changed_fields(what_if.changes, what_if.made), **document}
    return dump(document)


def _screen_of(result: object) -> "Iterable[Block]":
    """The tables that show this result, if it has any."""
    render = renderer_of(result, Format.TABLE)
    offered = {"zone": UTC, "view": EVERYTHING}
    return render(result, **{name: offered[name] for name in render.takes}) if render.screen else ()


def csv_text(result: object, view: View = EVERYTHING) -> str:
    """The result, or the part selected by `view`, as CSV."""
    from userprio.report.data import csv_table
    from userprio.report.layout.selecting import rows_selected

    return csv_table(*rows_selected(renderer_of(result, Format.CSV)(result), view, lambda: _screen_of(result)))


def _jsonl_text(result: object, view: View = EVERYTHING) -> str:
    """The rows of CSV as JSON Lines."""
    from userprio.report.data import json_line
    from userprio.report.layout.selecting import rows_selected

    names, rows = rows_selected(renderer_of(result, Format.CSV)(result), view, lambda: _screen_of(result))
    return "".join(json_line({name: row[name] for name in names}) + "\n" for row in rows)


def fields_text(result: object, view: View) -> str:
    """The rows of CSV as a JSON list of objects with the view's columns as fields.

    Raises:
        ViewError: there is no such field.
    """
    lines = _jsonl_text(result, view).splitlines()
    inside = ",\n  ".join(lines)
    return f"[\n  {inside}\n]\n" if lines else "[]\n"


def to_dict(result: object) -> dict[str, Any]:
    """The JSON document of a result."""
    from userprio.report.data import plain_document

    return plain_document(renderer_of(result, Format.JSON)(result))


def to_rows(result: object) -> list[dict[str, Any]]:
    """The rows of a result's CSV, as dictionaries."""
    names, rows = renderer_of(result, Format.CSV)(result)
    return [{name: row[name] for name in names} for row in rows]


ROWS_OF: Final[Mapping[Format, Callable[[object, View], str]]] = {Format.CSV: csv_text, Format.JSONL: _jsonl_text}
"""The functions that write formats made of rows."""
