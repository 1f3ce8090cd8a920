"""The user's own defaults, as text, JSON and CSV."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from userprio.report.csv_form import Rows
from userprio.report.text import printable


@dataclass(frozen=True, slots=True)
class SettingsReport:
    """Settings with their values, and the file that keeps them."""

    values: Mapping[str, str | None]
    path: Path


def settings_text(settings: SettingsReport) -> str:
    """A line for each setting, and the file that keeps them."""
    width = max(map(len, settings.values))
    lines = [f"{name:<{width}}  {'(not set)' if value is None else value}" for name, value in settings.values.items()]
    return "".join(f"{printable(line)}\n" for line in (*lines, f"Kept in {settings.path}"))


def settings_document(settings: SettingsReport) -> dict[str, Any]:
    """Schema `userprio.settings/1`; what is not set is null."""
    return {"schema": "userprio.settings/1", "file": str(settings.path), "settings": dict(settings.values)}


def settings_rows(settings: SettingsReport) -> Rows:
    """A line for each setting."""
    return ("name", "value"), ({"name": name, "value": value} for name, value in settings.values.items())
