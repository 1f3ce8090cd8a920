"""The data dictionary has every column of every table."""

import ast
from importlib import import_module
from pathlib import Path
from typing import Any

import userprio.report
from userprio.report.dictionary import MODULES, data_dictionary, tables
from userprio.report.table import Table

ROOM = Path(userprio.report.__file__).parent


def modules() -> list[str]:
    paths = (path.relative_to(ROOM).with_suffix("") for path in ROOM.rglob("*.py"))
    return [".".join(path.parts) for path in paths if path.name not in ("__init__", "drawing")]


def test_every_module_with_tables_is_looked_at() -> None:
    having = {name for name in modules() if "Table[" in _text(name) and _tables(name)}
    assert having - {"dictionary", "table"} == set(MODULES)


def _tables(name: str) -> list[Table[Any]]:
    return [value for value in vars(import_module(f"userprio.report.{name}")).values() if isinstance(value, Table)]


def _text(name: str) -> str:
    return (ROOM / f"{name.replace('.', '/')}.py").read_text(encoding="utf-8")


def test_every_column_of_every_table_is_listed_once() -> None:
    entries = list(data_dictionary())
    listed = [(entry.table, entry.key) for entry in entries]
    assert len(listed) == len(set(listed))
    assert set(listed) == {(table.name, column.key) for table in tables() for column in table.columns}
    assert {(entry.table, entry.key) for entry in entries if entry.in_rows} == {
        (table.name, key) for table in tables() for key in table.keys
    }


def test_no_two_tables_have_the_same_name() -> None:
    """One by the name of another would be in no dictionary; a module that imports a table has the same one."""
    by_name = {table.name: table for table in tables()}
    assert not [table.name for name in MODULES for table in _tables(name) if by_name[table.name] is not table]


def test_a_column_says_what_it_is() -> None:
    [drain] = [entry for entry in data_dictionary() if (entry.table, entry.key) == ("defrag", "badput_core_s")]
    assert (drain.heading, drain.unit, drain.meaning) == (
        "lost core-h",
        "core-seconds",
        "the most work that is thrown away",
    )
    [share] = [entry for entry in data_dictionary() if (entry.table, entry.key) == ("negotiate submitters", "share")]
    assert (share.unit, share.meaning) == ("fraction", "of the pie")


def test_screens_are_made_of_tables_only() -> None:
    """A table that no `Table` makes would be in no dictionary; a listing's columns depend on what is asked for."""
    makers = {
        name
        for name in modules()
        for node in ast.walk(ast.parse(_text(name)))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "TableBlock"
    }
    assert makers == {"table", "listing.screen"}
