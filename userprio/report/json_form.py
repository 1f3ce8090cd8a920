"""JSON for scripts: a schema with a version, stable keys, and nothing a strict parser would refuse."""

import json
import math
from collections.abc import Mapping
from dataclasses import is_dataclass
from functools import cache
from typing import Any


def dump(document: Mapping[str, Any]) -> str:
    """The text of a document, indented."""
    return _indented(plain(document), "\n") + "\n"


def plain(value: Any) -> Any:
    """The same value without what JSON cannot hold: records, non-finite numbers, and bytes that were no UTF-8."""
    match value:
        case float():
            return value if math.isfinite(value) else None
        case str():
            return value if value.isascii() else value.encode(errors="surrogateescape").decode(errors="replace")
        case Mapping():
            return {key: plain(item) for key, item in value.items()}
        case list() | tuple():
            return [plain(item) for item in value]
    return plain(field_values(value)) if is_dataclass(value) else value


def field_values(record: Any) -> dict[str, Any]:
    """The fields of a record by name, those inside as they are."""
    return {name: getattr(record, name) for name in record.__dataclass_fields__}


def _indented(value: Any, margin: str) -> str:
    """As `json.dumps` with an indent of two, which does without C: here only what holds containers does."""
    if not isinstance(value, dict | list) or not value:
        return _encoder("").encode(value)
    inner = margin + "  "
    items = value.values() if isinstance(value, dict) else value
    if any(isinstance(item, dict | list) for item in items):
        if isinstance(value, dict):
            parts = [f"{_encoder('').encode(str(key))}: {_indented(item, inner)}" for key, item in value.items()]
        else:
            parts = [_indented(item, inner) for item in value]
        body = f",{inner}".join(parts)
    else:
        body = _encoder(inner).encode(value)[1:-1]
    begin, end = "{}" if isinstance(value, dict) else "[]"
    return f"{begin}{inner}{body}{margin}{end}"


@cache
def _encoder(margin: str) -> json.JSONEncoder:
    return json.JSONEncoder(allow_nan=False, separators=(f",{margin}", ": "))
