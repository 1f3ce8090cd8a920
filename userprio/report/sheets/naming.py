"""Which column a name means: one rule for tables, the rows of CSV, and the fields of JSON."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from userprio.base.formats import ViewError, listed, no_such_column
from userprio.report.sheets.model import Head, in_key_style


def column_meant(
    name: str, shown: Sequence[Head], others: Sequence[Head] = (), known: Sequence[str] | None = None
) -> str:
    """The key of the column that a name means: a key, a heading, an alias, or part of one that is clear.

    A name that is only part of one, such as `priority`, means the column that ends with it or, if none does, contains
    it; columns that are `shown` come before `others`. An error lists those that are `known`, by default all keys.

    Raises:
        ViewError: no column can be meant, or several can.
    """
    wanted = in_key_style(name)
    heads = (*shown, *others)
    for head in sorted(heads, key=lambda head: head.key != wanted):
        if wanted in head.names:
            return head.key
    for some in (shown, others):
        for contained in (_ends, _contains):
            keys = list(dict.fromkeys(head.key for head in some if any(contained(one, wanted) for one in head.names)))
            if len(keys) > 1:
                raise ViewError(f"{name!r} may mean {listed(keys, joined_by='or')}: give the whole name.")
            if keys:
                return keys[0]
    keys = [head.key for head in heads if head.key]
    raise no_such_column(name, keys if known is None else known, (one for head in heads for one in head.names))


def field_meant(name: str, fields: Sequence[str], shown: Iterable[Head], others: Iterable[Head]) -> str:
    """The field of a row that a name means: one of these fields, or what the column so named in a table is called here.

    `shown` are the columns that the same result's tables show by themselves, `others` those that they may show.

    Raises:
        ViewError: no field can be meant, or several can.
    """
    if name in fields:
        return name
    plain = [Head(field, field) for field in fields]
    return column_meant(name, list(_as_fields(shown, fields)), [*_as_fields(others, fields), *plain], fields)


def _as_fields(heads: Iterable[Head], fields: Sequence[str]) -> Iterator[Head]:
    """The columns whose values are among these fields, by the names of those."""
    for head in heads:
        if field := _field(head, fields):
            yield replace(head, key=field, aliases=head.names)


def _field(head: Head, fields: Sequence[str]) -> str:
    """The field with a column's values; empty if there is none."""
    return next((name for name in head.names if name in fields), "")


def _ends(whole: str, part: str) -> bool:
    return whole.endswith(f"_{part}")


def _contains(whole: str, part: str) -> bool:
    return f"_{part}_" in f"_{whole}_"
