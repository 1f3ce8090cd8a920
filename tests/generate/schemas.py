"""JSON Schemas of the documents that scripts read: types from documents and records, meanings from the page of columns.

They allow what a version of a schema may become: further keys, and null where something does not apply.
"""

import json
import types
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from tests.generate.columns import (
    BY_NAME,
    COMMANDS,
    CYCLES,
    OTHER,
    SPREAD,
    Key,
    documents_of,
    field_docs,
    for_scripts,
    json_keys,
)
from userprio.report.data import field_values, fields_of

_NAMES: Final = {bool: "boolean", int: "number", float: "number", str: "string", types.NoneType: "null"}
_SEQUENCES: Final = (list, tuple, Sequence, typing.get_origin(Sequence[int]))
_MAPPINGS: Final = (dict, Mapping, typing.get_origin(Mapping[int, int]))
_COMMON: Final = {
    "schema": "the command and the version of its schema",
    "what_if": "the changes on the command line",
    "complete": "whether the work was done to its end; only if it was not",
    "stopped_after": "how far work came that was stopped",
    "not_finite": "by path: `NaN`, `Infinity` or `-Infinity` where a number stands that JSON lacks",
    "units": "the unit of each key that has one",
}


@dataclass(slots=True)
class Shape:
    """What stands at a place of a document."""

    types: set[str] = field(default_factory=set)
    keys: dict[str, "Shape"] = field(default_factory=dict)
    items: "Shape | None" = None
    """What lists have there."""
    values: "Shape | None" = None
    """What objects have there whose keys are names."""
    seen: bool = False
    """Whether a document has anything there; else it may be that only records within the program have."""
    doc: str = ""
    """What the field of a record says of itself."""

    def see(self, value: Any, name: str = "") -> None:
        """Take note of a value."""
        self.seen, kind = True, type(value)
        if isinstance(value, Enum):
            self.see(value.value)
        elif kind in _NAMES:
            self.types.add(_NAMES[kind])
        elif isinstance(value, list | tuple):
            for item in value:
                self._item().see(item)
            self.types.add("array")
        elif isinstance(value, Mapping):
            self.types.add("object")
            for key, inner in value.items():
                (self._value() if name in BY_NAME else self._key(key)).see(inner, key)
        elif fields_of(kind):
            self.expect(kind, ())
            for key, inner in field_values(value).items():
                self._key(key).see(inner, key)
        else:
            raise TypeError(f"{name}: {kind} is nothing that JSON has")

    def expect(self, hint: Any, within: tuple[type, ...]) -> None:
        """Take note of what a type hint allows; records may have records of their own type."""
        origin, parts = typing.get_origin(hint), typing.get_args(hint)
        if hint in _NAMES:
            self.types.add(_NAMES[hint])
        elif origin in _SEQUENCES:
            self.types.add("array")
            for part in parts:
                if part is not Ellipsis:
                    self._item().expect(part, within)
        elif origin in _MAPPINGS:
            self.types.add("object")
            self._value().expect(parts[1], within)
        elif isinstance(hint, type) and issubclass(hint, Enum):
            for member in hint:
                self.see(member)
        elif isinstance(hint, type) and fields_of(hint):
            self.types.add("object")
            if hint not in within:
                hints, docs = typing.get_type_hints(hint), field_docs(hint)
                for key in fields_of(hint):
                    inner = self._key(key)
                    inner.doc = inner.doc or for_scripts(docs.get(key, ""))
                    inner.expect(hints[key], (*within, hint))
        else:
            for part in parts:
                self.expect(part, within)

    def at(self, path: str) -> "Shape":
        """What stands at a path below this place, in the items of lists."""
        shape = self
        for key in filter(None, path.split(".")):
            shape = shape.keys.get(key, Shape())
            shape = shape.items or shape
        return shape

    def expect_fields(self, kinds: Sequence[type]) -> None:
        """Take note of what the fields of records allow, as far as an object has them beside other keys."""
        for kind in kinds:
            hints = typing.get_type_hints(kind)
            # Of what has names for keys, or is written otherwise, documents tell more than hints.
            for key in (self.keys.keys() & {*fields_of(kind)}) - {*BY_NAME}:
                self.keys[key].expect(hints[key], (kind,))

    def _item(self) -> "Shape":
        self.items = self.items or Shape()
        return self.items

    def _value(self) -> "Shape":
        self.values = self.values or Shape()
        return self.values

    def _key(self, key: str) -> "Shape":
        return self.keys.setdefault(key, Shape())


def schemas() -> dict[str, str]:
    """The text of each schema by its name, such as `userprio.negotiate/1`."""
    texts: dict[str, str] = {}
    for command in COMMANDS:
        shapes: dict[str, Shape] = {}
        for document in documents_of(command):
            shapes.setdefault(document["schema"], Shape()).see(document)
        meanings = json_keys(command)
        for name, shape in shapes.items():
            for path, kinds in SPREAD.get(command, {}).items():
                shape.at(path).expect_fields(kinds)
            body = _schema(shape, command, "", meanings)
            described = {"$schema": "http://json-schema.org/draft-07/schema#", "$id": f"urn:{name}", **body}
            described["type"] = "object"
            described["required"] = ["schema"]
            described["properties"]["schema"] = {"const": name}
            texts[name] = json.dumps(described, indent=1, ensure_ascii=False) + "\n"
    return texts


def _schema(shape: Shape, command: str, path: str, meanings: Mapping[str, Sequence[Key]]) -> dict[str, Any]:
    # Where nothing but null was seen, nothing is known.
    body: dict[str, Any] = {"type": sorted({*shape.types, "null"})} if shape.types - {"null"} else {}
    if path in (*CYCLES.get(command, ()), OTHER):
        return body
    if shape.items is not None:
        body["items"] = _schema(shape.items, command, path, meanings)
    if shape.values is not None:
        body["additionalProperties"] = _schema(shape.values, command, path, meanings)
    if shape.keys:
        known = {key.name: key for key in meanings.get(path, ())}
        body["properties"] = {
            name: {**_described(name, inner, known), **_schema(inner, command, f"{path}.{name}".lstrip("."), meanings)}
            for name, inner in shape.keys.items()
            if inner.seen or name in known
        }
    return body


def _described(name: str, shape: Shape, known: Mapping[str, Key]) -> dict[str, str]:
    if name in known:
        key = known[name]
        return {"description": f"{key.meaning} ({key.unit})" if key.unit else key.meaning}
    about = shape.doc or _COMMON.get(name, "")
    return {"description": about.rstrip(".")} if about else {}
