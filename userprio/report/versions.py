"""What versions of HTCondor do differently, as data."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from userprio.report.data import Field, Rows
from userprio.versions import NEWEST, Rule, Version, rules

USUAL: Final = (Version(23, 0, 28), Version(23, 9, 6), Version(24, 0, 23), Version(25, 0, 13), NEWEST)
"""The last of each long-term series, and those that were run."""


@dataclass(frozen=True, slots=True)
class VersionTable:
    """The behaviours that differ between versions, and the versions that are asked for."""

    versions: tuple[Version, ...] = USUAL


def versions_document(table: VersionTable) -> dict[str, Any]:
    """Schema `userprio.versions/1`."""
    return {
        "schema": "userprio.versions/1",
        "newest": str(NEWEST),
        "behaviours": [
            {
                **_facts(rule),
                "since": [str(first) for first, _ in rule.spans],
                "before": [None if end is None else str(end) for _, end in rule.spans],
                "holds": {str(version): rule.holds(version) for version in table.versions},
            }
            for rule in rules()
        ],
    }


def _facts(rule: Rule) -> dict[str, Field]:
    return {
        "name": rule.name,
        "component": rule.decided_by.value,
        "meaning": rule.meaning,
        "simulated": rule.simulated,
        "known_from": rule.evidence.value,
    }


def versions_rows(table: VersionTable) -> Rows:
    """A line for each behaviour, with a column for each version."""
    return (*_facts(next(rules())), *map(str, table.versions)), _rows(table)


def _rows(table: VersionTable) -> Iterator[dict[str, Field]]:
    for rule in rules():
        yield {**_facts(rule), **{str(version): rule.holds(version) for version in table.versions}}
