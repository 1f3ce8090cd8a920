"""What a view makes of the rows of CSV: those that are asked for, in order, and with the fields that are wanted."""

import math
from collections.abc import Mapping
from typing import Final

from userprio.report.data import Field, Rows
from userprio.view import View, ViewError, no_such_column

_USERS: Final = frozenset({"submitter", "gain", "loss"})
"""What kind of row is about a submitter by its name, where rows tell their kind."""


def rows_selected(rows: Rows, view: View) -> Rows:
    """The rows that are asked for.

    Raises:
        ViewError: there is no such field, or rows are not about whom they were asked for.
    """
    names, lines = rows
    if not view.asked:
        return rows
    if view.depth is not None:
        raise ViewError("--depth is for tables; the rows of CSV and JSON are those of all groups.")
    for name in (*view.columns, *([view.sort] if view.sort else [])):
        if name not in names:
            raise no_such_column(name, names)
    for option, wanted, fields in (("--user", view.users, _USER_FIELDS), ("--group", view.groups, _GROUP_FIELDS)):
        if wanted and not fields.intersection(names):
            raise ViewError(f"{option}: rows of this result do not say whom they are about.")
    found = [row for row in lines if _is_wanted(row, view)]
    if view.sort is not None:
        found = _sorted(found, view.sort, view.ascending)
    return view.columns or names, found[: view.top]


_USER_FIELDS: Final = frozenset({"submitter", "user", "name"})
_GROUP_FIELDS: Final = frozenset({"group", "accounting_group", "name"})


def _is_wanted(row: Mapping[str, Field], view: View) -> bool:
    user, group = _about(row)
    if view.groups and not (group and view.takes_group(group)):
        return False
    return not view.users or (bool(user) and view.takes_user(user, group))


def _about(row: Mapping[str, Field]) -> tuple[str, str]:
    """The submitter and the group that a row is about."""
    name, kind = str(row.get("name") or ""), row.get("kind")
    group = str(row.get("group") or row.get("accounting_group") or "")
    if row.get("is_group") is True or kind == "group":
        return "", name
    if "submitter" in row or "user" in row:
        return str(row.get("submitter") or row.get("user") or ""), group
    if kind is not None and kind not in _USERS:
        return "", group
    return name, group or name.rpartition("@")[0].rpartition(".")[0]


def _sorted(rows: list[Mapping[str, Field]], name: str, ascending: bool | None) -> list[Mapping[str, Field]]:
    """Rows by a field; those where it is empty come last."""
    known = [row for row in rows if not _is_empty(row[name])]
    words = any(isinstance(row[name], str) for row in known)
    upwards = words if ascending is None else ascending
    known.sort(key=lambda row: str(row[name]).lower() if words else float(row[name] or 0), reverse=not upwards)
    return known + [row for row in rows if _is_empty(row[name])]


def _is_empty(value: Field) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))
