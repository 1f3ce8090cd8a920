"""A pool's fair-share policy, and its file: what administrators decide, as opposed to accumulated use.

A policy has the knobs for quotas, surplus and factors, and the factors, floors, ceilings and leases of submitters.
Defaults are left out: a submitter that is not named has the configured default factor, no floor and no ceiling. The
file, made for version control, is a valid file of changes, so that it can be planned too:

[config]
GROUP_NAMES = "group_a, group_b"
GROUP_QUOTA_group_a = 30

[setfactor]                       # also [setfloor], [setceiling]
"alice@lab.example" = 500.0
"bob@lab.example" = { value = 2000.0, until = 2026-12-01T09:00:00+00:00, prior = 1000.0 }

A table that is present is complete: a submitter missing from it has the default. An absent table says nothing."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, structs

from userprio.accounting import (
    LEASES,
    MIN_FACTOR,
    Edit,
    Effect,
    GroupOf,
    LeaseState,
    PriorityRules,
    default_factor,
    edit_of,
    has_factor,
    lease,
)
from userprio.analysis.plan.changes import NOWHERE, ChangePlace, ChangesReader, LedgerChange
from userprio.analysis.plan.saved import SavedPlan, is_saved_plan, saved_of
from userprio.base import TOP, BadInput, parse_toml, toml_of
from userprio.config import KNOBS, Config, KnobType, find_knob, plain_name
from userprio.ledger import Customer, Ledger, real_text
from userprio.pool import PoolTables

_POLICY_KNOBS: Final = frozenset(
    {
        *("GROUP_NAMES", "GROUP_ACCEPT_SURPLUS", "GROUP_AUTOREGROUP", "GROUP_SORT_EXPR"),
        *("GROUP_QUOTA_MAX_ALLOCATION_ROUNDS", "GROUP_QUOTA_ROUND_ROBIN_RATE"),
        *("NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION", "NEGOTIATOR_STRICT_ENFORCE_QUOTA"),
        *("NEGOTIATOR_USE_SLOT_WEIGHTS", "NEGOTIATOR_USE_WEIGHTED_DEMAND"),
        *("PRIORITY_HALFLIFE", "DEFAULT_PRIO_FACTOR", "NICE_USER_PRIO_FACTOR", "REMOTE_PRIO_FACTOR"),
        "ACCOUNTANT_LOCAL_DOMAIN",
    }
)
"""The configuration knobs of a policy, besides those of single groups."""
_OF_GROUPS: Final = re.compile(r"GROUP_(?:QUOTA|ACCEPT_SURPLUS|AUTOREGROUP|PRIO_FACTOR)_.", re.IGNORECASE)

SETTERS: Final = {word: edit_of(LEASES[word], Effect.SET) for word in ("factor", "floor", "ceiling")}
"""The edit that sets each kind of term, in the order of the file."""


class PolicyTerm(Struct, frozen=True):
    """A factor, floor or ceiling of a submitter, permanent or leased."""

    value: float | int
    until: int | None = None
    """When the lease ends, in seconds since the epoch; None: permanent."""
    prior: float | int | None = None
    """The value after the lease."""

    def same(self, other: "PolicyTerm") -> bool:
        """Whether a ledger would store both in the same way."""
        if self.until != other.until or not _same(self.value, other.value):
            return False
        return self.until is None or _same(self.prior or 0, other.prior or 0)

    def at(self, now: int) -> "PolicyTerm":
        """The term in force at `now`: after its lease has ended, the prior value."""
        if self.until is None or self.until > now or self.prior is None:
            return self
        return PolicyTerm(self.prior)


def _same(first: float, second: float) -> bool:
    return first == second or real_text(float(first)) == real_text(float(second))


class Policy(Struct, frozen=True):
    """A fair-share policy; None where it says nothing."""

    knobs: Mapping[str, str] | None
    """Expanded text by knob."""
    terms: Mapping[str, Mapping[str, PolicyTerm] | None]
    """By kind (`factor`, `floor` or `ceiling`) and submitter, without defaults."""
    places: Mapping[tuple[str, str], ChangePlace]
    """Where each knob or term was given, by kind and name."""
    name: str | None = None

    @property
    def says_nothing(self) -> bool:
        """Whether it has no table at all, so that every pool agrees with it."""
        return self.knobs is None and all(terms is None for terms in self.terms.values())

    def of_knobs(self) -> "Policy":
        """The part that a configuration holds, without terms of submitters."""
        return structs.replace(self, terms=dict.fromkeys(SETTERS))


class PolicyChange(Struct, frozen=True):
    """A difference between a pool and a policy. Terms are those in force; None is the default of a knob."""

    kind: str
    """`knob`, `factor`, `floor` or `ceiling`."""
    name: str
    pool: PolicyTerm | str | None
    policy: PolicyTerm | str | None


def policy_of(ledger: Ledger, config: Config, now: int, rules: PriorityRules, group_of: GroupOf) -> Policy:
    """The policy of a pool at `now`, in seconds since the epoch; expired leases count as ended."""
    terms: dict[str, dict[str, PolicyTerm]] = {kind: {} for kind in SETTERS}
    for name in sorted(name for name in ledger.customers if "@" in name):
        for kind, term in _terms(ledger.customers[name], now, rules, group_of):
            terms[kind][name] = term
    return Policy(dict(_knobs(config)), terms, {})


def _knobs(config: Config) -> Iterator[tuple[str, str]]:
    """The policy's knobs that are set, each once, in the order of the configuration."""
    seen: set[str] = set()
    for spelled in config.names():
        name = plain_name(spelled, config)
        if name.lower() not in seen and config.is_set(name) and is_policy(name):
            seen.add(name.lower())
            if (text := config.text(name)) is not None:
                yield name, " ".join(text.splitlines())


def is_policy(name: str) -> bool:
    """Whether a knob belongs to a policy."""
    return name.upper() in _POLICY_KNOBS or (name.upper() not in KNOBS and _OF_GROUPS.match(name) is not None)


def _terms(customer: Customer, now: int, rules: PriorityRules, group_of: GroupOf) -> Iterator[tuple[str, PolicyTerm]]:
    own = customer.priority_factor if has_factor(customer) else None
    for kind, value in (("factor", own), ("floor", customer.floor), ("ceiling", customer.ceiling)):
        if kind == "factor" and own is None and not customer.factor_lease_expiration:
            continue
        default = usual(kind, customer.name, rules, group_of)
        least = LEASES[kind].spec.unset
        value = default.value if value is None else value if least is None else max(value, least)
        term = _term(customer, kind, value, now, rules)
        if not term.same(default):
            yield kind, term


def _term(customer: Customer, kind: str, value: float, now: int, rules: PriorityRules) -> PolicyTerm:
    held = lease(customer, LEASES[kind], rules.default_factor)
    match held.state(now):
        case LeaseState.ACTIVE:
            return PolicyTerm(value, held.expiration, held.prior)
        case LeaseState.EXPIRED:
            return PolicyTerm(held.prior)
    return PolicyTerm(value)


def usual(kind: str, name: str, rules: PriorityRules, group_of: GroupOf) -> PolicyTerm:
    """The term of a submitter that a policy does not name."""
    unset = LEASES[kind].spec.unset
    return PolicyTerm(max(default_factor(name, group_of(name), rules), MIN_FACTOR) if unset is None else unset)


def compared(
    policy: Policy, ledger: Ledger, config: Config, now: int, rules: PriorityRules, group_of: GroupOf
) -> tuple[PolicyChange, ...]:
    """The differences between a pool and a policy, in the order of the policy's file.

    `config` is the pool's configuration; `rules` and `group_of` come from that configuration with the policy's knobs.
    """
    # Both as policies, so that leases which have ended, defaults and spellings count alike on both sides.
    present = policy_of(ledger, config, now, rules, group_of)
    changes: list[PolicyChange] = []
    if policy.knobs is not None:
        changes += _knob_changes(present.knobs or {}, policy.knobs)
    for kind in SETTERS:
        wanted, held = policy.terms[kind], present.terms[kind] or {}
        if wanted is None:
            continue
        for name in dict.fromkeys((*wanted, *filter(writable, held))):
            default = usual(kind, name, rules, group_of)
            before, after = held.get(name, default), wanted.get(name, default).at(now)
            if not before.same(after):
                changes.append(PolicyChange(kind, name, before, after))
    return tuple(changes)


def writable(name: str) -> bool:
    """Whether the name is UTF-8, as TOML requires: it has no lone surrogate, which stands for another byte."""
    return not re.search("[\ud800-\udfff]", name)


def _knob_changes(present: Mapping[str, str], wanted: Mapping[str, str]) -> Iterator[PolicyChange]:
    before = {name.lower(): text for name, text in present.items()}
    after = {name.lower(): text for name, text in wanted.items()}
    for lowered, name in {name.lower(): name for name in (*present, *wanted)}.items():
        old, new = before.get(lowered), after.get(lowered)
        if _meaning(name, old) != _meaning(name, new):
            yield PolicyChange("knob", name, old, new or None)


def _meaning(name: str, text: str | None) -> object:
    """A knob's value in a form that is equal for texts that mean the same."""
    knob, text = find_knob(name), text or ""
    # The order of a list counts; blanks and commas between its words do not.
    if knob is not None and knob.type is KnobType.LIST:
        return tuple(re.split(r"[,\s]+", text.strip(", \t")))
    return text.lower() if knob is not None and knob.type is KnobType.BOOLEAN else text


def edits_to(changes: Iterable[PolicyChange], policy: Policy) -> tuple[LedgerChange, ...]:
    """The edits that make a ledger conform to the policy, creating records for submitters that have none."""
    return tuple(
        LedgerChange(edit, create=True, place=policy.places.get((change.kind, change.name), NOWHERE))
        for change in changes
        if change.kind in SETTERS
        for edit in _edits(change)
    )


def _edits(change: PolicyChange) -> Iterator[Edit]:
    before, after, names = change.pool, change.policy, (change.name,)
    assert isinstance(before, PolicyTerm) and isinstance(after, PolicyTerm)
    if after.until is not None:
        yield Edit(SETTERS[change.kind], names, after.value, until=after.until, prior=after.prior)
        return
    if before.until is not None:
        yield Edit(edit_of(LEASES[change.kind], Effect.CANCEL), names)
        if _same(before.prior or 0, after.value):
            return
    yield Edit(SETTERS[change.kind], names, after.value)


_HEAD: Final = """\
# The fair-share policy of a pool: knobs and settings of submitters. Submitters that are not named have the defaults.
# `userprio diff` compares a pool with it, `userprio plan` shows what it would do, `userprio apply` puts it into effect.
"""
_KEYS: Final = ("name", "config", *(action.value for action in SETTERS.values()))


def policy_document(policy: Policy) -> dict[str, Any]:
    """The policy as TOML tables; names that are not UTF-8 are left out."""
    document: dict[str, Any] = {} if policy.name is None else {"name": policy.name}
    if policy.knobs is not None:
        document["config"] = {name: _value(name, text) for name, text in policy.knobs.items()}
    for kind, action in SETTERS.items():
        if (terms := policy.terms[kind]) is not None:
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
            # A lease takes one line, so that a diff of two versions of the file shows whole terms.
            written = (tomli_w.dumps({part: part_value}).strip() for part, part_value in entry.items())
            key = tomli_w.dumps({name: 0}).removesuffix("0\n")
            lines.append(f"{key}{{ {', '.join(written)} }}\n")
    return "".join(lines)


def unwritable(policy: Policy) -> list[str]:
    """The submitters whose names are not UTF-8, so that a file cannot have them."""
    return sorted({name for terms in policy.terms.values() for name in terms or () if not writable(name)})


def _value(name: str, text: str) -> str | int | float | bool | list[str]:
    """The most readable TOML value that is read back as the same knob text."""
    knob = find_knob(name)
    if knob is not None and knob.type is KnobType.LIST and len(words := text.split(", ")) > 1:
        return words
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        with suppress(ValueError):
            if str(number := kind(text)) == text:
                return number
    return text


def _entry(term: PolicyTerm, kind: str) -> object:
    number, until = LEASES[kind].spec.number, term.until
    if until is None:
        return number(term.value)
    moment: datetime | int = until
    with suppress(ValueError, OverflowError, OSError):
        moment = datetime.fromtimestamp(until, UTC)
    return {"value": number(term.value), "until": moment, "prior": number(term.prior or 0)}


def read_policy(path: Path, text: str | None = None) -> Policy:
    """The policy in a file; if `text` is given, that is parsed instead, with `path` for messages only.

    Raises:
        BadInput: it cannot be read or understood, or holds more than a policy; gives file, line and what to do.
        OSError: the file does not exist or is not readable.
    """
    source, top = parse_toml(path, "A policy") if text is None else (text, toml_of(text, path))
    return _policy_in(path, source, top)


def read_plan_or_policy(path: Path, text: str | None = None) -> SavedPlan | Policy:
    """The saved plan or the policy in a file; for `text` see `read_policy`.

    Raises:
        BadInput: it cannot be read, is neither, or is a faulty one.
        OSError: the file does not exist or is not readable.
    """
    source, top = parse_toml(path, "A plan or a policy") if text is None else (text, toml_of(text, path))
    if is_saved_plan(top):
        return saved_of(path, top)
    # An empty file, such as the output of a failed command, must not look like a policy that was put into effect.
    if not any(key in top for key in _KEYS if key != "name"):
        hint = "`userprio plan -o FILE` saves a plan, and `userprio dump` writes a policy"
        raise BadInput("this is neither a saved plan nor a policy", path, hint=hint)
    return _policy_in(path, source, top)


def _policy_in(path: Path, source: str, top: Mapping[str, Any]) -> Policy:
    tables = PoolTables(path, source)
    for key in top:
        if key in ("setprio", "delete", "slots", "jobs", "to_config", "to_snapshot"):
            tables.refuse(f"{key} does not belong to a policy", TOP, key, "`userprio plan` takes it")
    tables.check_keys(top, _KEYS)
    reader = ChangesReader(tables)
    knobs = reader.knobs(top["config"]) if "config" in top else ()
    for name in (knob.name for knob in knobs if not is_policy(knob.name)):
        tables.refuse(f"{name} does not belong to a policy", ("config", 1), name, "`userprio plan` takes any knob")
    places = {("knob", knob.name): knob.place for knob in knobs}
    terms: dict[str, dict[str, PolicyTerm] | None] = dict.fromkeys(SETTERS)
    for kind, action in SETTERS.items():
        if action.value not in top:
            continue
        terms[kind] = of_kind = {}
        for change in reader.setters(action.value, action, top[action.value]):
            name, edit = change.edit.names[0], change.edit
            if edit.duration_s is not None:
                hint = "Write until = 2026-12-01T00:00:00Z, and prior for the value after the lease"
                tables.refuse(f"the lease of {name} has no end", (action.value, 0), name, hint)
            assert edit.value is not None
            of_kind[name] = PolicyTerm(edit.value, edit.until, edit.prior)
            places[kind, name] = change.place
    texts = {knob.name: knob.value for knob in knobs} if "config" in top else None
    return Policy(texts, terms, places, tables.text(top, "name"))
