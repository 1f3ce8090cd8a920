"""The user's own defaults, as text, JSON and CSV."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from userprio.report.csv_form import csv_table
from userprio.report.json_form import dump
from userprio.report.text import printable

SETTINGS: Final = "userprio.settings/1"


def settings_text(settings: Mapping[str, str | None], path: Path) -> str:
    """A line for each setting, and the file that keeps them."""
    width = max(map(len, settings))
    lines = [f"{name:<{width}}  {'(not set)' if value is None else value}" for name, value in settings.items()]
    return "".join(f"{printable(line)}\n" for line in (*lines, f"Kept in {path}"))


def settings_json(settings: Mapping[str, str | None], path: Path) -> str:
    """Schema `userprio.settings/1`; what is not set is null."""
    return dump({"schema": SETTINGS, "file": str(path), "settings": dict(settings)})


def settings_csv(settings: Mapping[str, str | None]) -> str:
    """A line for each setting."""
    return csv_table(("name", "value"), ({"name": name, "value": value} for name, value in settings.items()))
