"""A policy as a file for version control, in the form of a file of changes, so that it can be planned too.

# Quotas, factors, floors, ceilings and leases ...
[config]
GROUP_NAMES = "group_a, group_b"
GROUP_QUOTA_group_a = 30

[setfactor]                       # likewise [setfloor], [setceiling]
"alice@lab.example" = 500.0
"bob@lab.example" = { value = 2000.0, until = 2026-12-01T09:00:00+00:00, prior = 1000.0 }

A table that is there says all about its kind: whoever is not in it has none. One that is missing says nothing.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from userprio.accounting import LeaseKind
from userprio.config import KnobType, find_knob
from userprio.plan.changes_file import ChangesReader
from userprio.plan.policy import SETTERS, Policy, PolicyTerm, is_policy, word, writable
from userprio.pool import PoolTables
from userprio.tomltables import TOP, parse_toml, toml_of

_HEAD: Final = """\
# The fair-share policy of a pool: knobs, and what submitters have of their own. Who is not named has the defaults.
# `userprio diff` compares a pool with it, `userprio plan` shows what it would do, `userprio load` makes it true.
"""
_KEYS: Final = ("name", "config", *(action.value for action in SETTERS.values()))


def policy_document(policy: Policy) -> dict[str, Any]:
    """The policy as the tables of a file; names that are not UTF-8 are left out."""
    document: dict[str, Any] = {} if policy.name is None else {"name": policy.name}
    if policy.knobs is not None:
        document["config"] = {name: _value(name, text) for name, text in policy.knobs.items()}
    for kind, action in SETTERS.items():
        terms = policy.terms[kind]
        if terms is not None:
            document[action.value] = {name: _entry(term, kind) for name, term in terms.items() if writable(name)}
    return document


def policy_text(policy: Policy) -> str:
    """The text of the file; `read_policy` reads it back."""
    import tomli_w

    lines = [_HEAD]
    for key, value in policy_document(policy).items():
        if not isinstance(value, dict):
            lines.append(tomli_w.dumps({key: value}))
            continue
        lines.append(f"\n[{key}]\n")
        for name, entry in value.items():
            if not isinstance(entry, dict):
                lines.append(tomli_w.dumps({name: entry}))
                continue
            # A lease on one line, so that what two versions of the file differ in is whole terms.
            written = (tomli_w.dumps({part: each}).strip() for part, each in entry.items())
            key = tomli_w.dumps({name: 0}).removesuffix("0\n")
            lines.append(f"{key}{{ {', '.join(written)} }}\n")
    return "".join(lines)


def unwritable(policy: Policy) -> list[str]:
    """The submitters whom a file cannot name."""
    terms = (terms for terms in policy.terms.values() if terms is not None)
    return sorted({name for each in terms for name in each if not writable(name)})


def _value(name: str, text: str) -> str | int | float | bool | list[str]:
    """A knob's text as TOML has it at its most readable, if it is read back as the same text."""
    knob = find_knob(name)
    if knob is not None and knob.type is KnobType.LIST and len(words := text.split(", ")) > 1:
        return words
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            number = kind(text)
        except ValueError:
            continue
        if str(number) == text:
            return number
    return text


def _number(value: float, kind: LeaseKind) -> float | int:
    return float(value) if kind is LeaseKind.FACTOR else int(value)


def _entry(term: PolicyTerm, kind: LeaseKind) -> object:
    value = _number(term.value, kind)
    if term.until is None:
        return value
    return {"value": value, "until": _moment(term.until), "prior": _number(term.prior or 0, kind)}


def _moment(at: int) -> datetime | int:
    try:
        return datetime.fromtimestamp(at, UTC)
    except (ValueError, OverflowError, OSError):
        return at


def read_policy(path: Path, text: str | None = None) -> Policy:
    """The policy in a file, or in `text`, which is then said to come from there.

    Raises:
        BadInput: it cannot be read or understood, or holds more than a policy; with file, line and what to do.
        OSError: there is no such file, or it may not be read.
    """
    source, top = parse_toml(path, "A policy") if text is None else (text, toml_of(text, path))
    reader = ChangesReader(PoolTables(path, source))
    _check(top, reader)
    knobs = {change.name: change for change in reader.knobs(top["config"])} if "config" in top else None
    terms: dict[LeaseKind, dict[str, PolicyTerm] | None] = {}
    places = {("knob", name): change.place for name, change in (knobs or {}).items()}
    for name in knobs or ():
        if not is_policy(name):
            hint = "`userprio plan` takes any knob"
            reader.tables.refuse(f"{name} does not belong to a policy", ("config", 1), name, hint)
    for kind, action in SETTERS.items():
        if action.value not in top:
            terms[kind] = None
            continue
        terms[kind] = found = {}
        for change in reader.setters(action.value, action, top[action.value]):
            name, edit = change.edit.names[0], change.edit
            if edit.duration_s is not None:
                hint = "Write until = 2026-12-01T00:00:00Z, and prior with what it goes back to"
                reader.tables.refuse(f"the lease of {name} has no end", (action.value, 0), name, hint)
            assert edit.value is not None
            found[name] = PolicyTerm(edit.value, edit.until, edit.prior)
            places[word(kind), name] = change.place
    texts = None if knobs is None else {name: change.value for name, change in knobs.items()}
    return Policy(texts, terms, places, reader.tables.text(top, "name"))


def _check(top: Mapping[str, object], reader: ChangesReader) -> None:
    for key in top:
        if key in ("setprio", "delete", "slots", "jobs", "to_config", "to_snapshot"):
            reader.tables.refuse(f"{key} does not belong to a policy", TOP, key, "`userprio plan` takes it")
    reader.tables.check_keys(top, _KEYS)
