"""A plan kept in a file, readable by people, to be carried out later if nothing has changed by then.

The TOML has the changes, the fingerprints of the ledger and the configuration that they were planned on, and the
ledger's records before and after. `apply` plans the edits again with the same code, and proceeds only if the result is
the same.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import tomli_w

from userprio.accounting import ACTIONS, Edit, EditError, EditPlan, GroupOf, PriorityRules
from userprio.analysis.plan.changes import ChangePlace, LedgerChange
from userprio.analysis.plan.comparison import Plan, plan_edits
from userprio.base.errors import BadInput, Moved
from userprio.base.tomltables import parse_toml
from userprio.config import Config
from userprio.ledger import CUSTOMER_PREFIX, Change, Ledger, compacted_text, same_text, text_in

_SCHEMA: Final = "userprio.saved-plan/1"
_FAMILY, _VERSION = _SCHEMA.rsplit("/", 1)
_TIMED: Final = ("LeaseExpiration",)
"""Suffixes of attributes whose value depends on when an edit is made."""
_MOST_NAMED: Final = 3


@dataclass(frozen=True, slots=True)
class SavedKnob:
    """A knob to be set or, if its new text is None, to be removed from the configuration."""

    name: str
    before: str | None
    after: str | None
    where: str | None = None
    """File and line where it was set before."""


@dataclass(frozen=True, slots=True)
class Origins:
    """Where ledger and configuration were found, to find them again; None: there was none, or it was not named."""

    ledger: str | None = None
    config: str | None = None
    snapshot: str | None = None


@dataclass(frozen=True, slots=True)
class SavedPlan:
    """The contents of a plan's file."""

    name: str
    at: int
    """When it was made, seconds since the epoch."""
    version: str
    """The version of the program that made it."""
    summary: str
    origins: Origins
    ledger_fingerprint: str
    config_fingerprint: str
    edits: tuple[LedgerChange, ...]
    changes: tuple[Change, ...]
    """The changes that the edits make in the ledger."""
    knobs: tuple[SavedKnob, ...]
    not_applied: tuple[str, ...]
    """What an administrator has to do by hand, such as adding slots; a phrase each."""

    @property
    def deletes(self) -> tuple[str, ...]:
        """The submitters whose records are deleted."""
        return tuple(name for change in self.edits if change.edit.deletes for name in change.edit.names)


def to_be_saved(
    plan: Plan, ledger: Ledger, config: Config, *, name: str, at: int, version: str, summary: str, origins: Origins
) -> SavedPlan:
    """The plan in the form that is saved; `ledger` and `config` are those before the changes."""
    pool = [difference.sentence for difference in plan.inputs.pool if difference.before != difference.after]
    if plan.changes.to_version is not None:
        pool.insert(0, f"HTCondor {plan.changes.to_version} in place of the present one")
    if plan.changes.to_snapshot is not None:
        pool.insert(0, f"the pool {plan.changes.to_snapshot} in place of the present one")
    hidden = [
        f"{knob.name}, which has what looks like a credential in it; a plan does not keep it"
        for knob in plan.inputs.knobs
        if knob.hidden
    ]
    return SavedPlan(
        name=name,
        at=at,
        version=version,
        summary=summary,
        origins=origins,
        ledger_fingerprint=ledger_fingerprint(ledger),
        config_fingerprint=config_fingerprint(config),
        edits=plan.changes.edits,
        changes=plan.inputs.edits.changes,
        knobs=tuple(
            SavedKnob(
                knob.name,
                knob.before,
                None if knob.removed else knob.after,
                knob.place.sentence("").removesuffix(": ") or None,
            )
            for knob in plan.inputs.knobs
            if not knob.hidden
        ),
        not_applied=(*pool, *hidden),
    )


def saved_text(saved: SavedPlan) -> str:
    """The text of the file; `read_saved` reads it back.

    Raises:
        BadInput: a name is not UTF-8, as TOML requires.
    """
    origins = saved.origins
    document: dict[str, Any] = {
        "schema": _SCHEMA,
        "name": saved.name,
        "made_at": saved.at,
        "version": saved.version,
        "summary": saved.summary,
        "not_applied": list(saved.not_applied),
        "ledger": _present({"path": origins.ledger, "fingerprint": saved.ledger_fingerprint}),
        "configuration": _present(
            {"path": origins.config, "snapshot": origins.snapshot, "fingerprint": saved.config_fingerprint}
        ),
        "knobs": [
            _present({"name": knob.name, "before": knob.before, "after": knob.after, "where": knob.where})
            for knob in saved.knobs
        ],
        "edits": [_edit_table(change) for change in saved.edits],
        "records": [
            _present(
                {"record": change.name, "attribute": change.attribute, "before": change.before, "after": change.after}
            )
            for change in saved.changes
        ],
    }
    text = "# A plan; `userprio apply` carries it out if ledger and configuration are still what they were.\n"
    text += tomli_w.dumps(document)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise BadInput("a name in the plan is not UTF-8, so that it cannot be saved") from error
    return text


def _present(table: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in table.items() if value is not None}


def _edit_table(change: LedgerChange) -> dict[str, object]:
    edit = change.edit
    return _present(
        {
            "action": edit.action.value,
            "names": list(edit.names),
            "value": edit.value,
            "duration_s": edit.duration_s,
            "until": edit.until,
            "prior": edit.prior,
            "new": change.create,
        }
    )


def read_saved(path: Path) -> SavedPlan:
    """The plan in a file.

    Raises:
        BadInput: it is not a plan, has another version of the format, or is damaged.
        OSError: it cannot be read.
    """
    _, top = parse_toml(path, "A saved plan")
    family, _, version = str(top.get("schema", "")).rpartition("/")
    if family != _FAMILY:
        raise BadInput("this is not a saved plan", path, hint="`userprio plan -o FILE` makes one")
    if version != _VERSION:
        hint = "Plan again, or use the program that made it"
        raise BadInput(
            f"this plan has version {version} of the format; only version {_VERSION} is supported", path, hint=hint
        )
    try:
        return _saved(top, path)
    except (ArithmeticError, AttributeError, KeyError, TypeError, ValueError) as error:
        raise BadInput("this saved plan is damaged", path, hint="Plan again") from error


def _saved(top: Mapping[str, Any], path: Path) -> SavedPlan:
    ledger, configuration = top["ledger"], top["configuration"]
    return SavedPlan(
        name=_text(top["name"]),
        at=int(top["made_at"]),
        version=_text(top["version"]),
        summary=_text(top["summary"]),
        origins=Origins(
            _optional(ledger.get("path")),
            _optional(configuration.get("path")),
            _optional(configuration.get("snapshot")),
        ),
        ledger_fingerprint=_text(ledger["fingerprint"]),
        config_fingerprint=_text(configuration["fingerprint"]),
        edits=tuple(_edit(table, ChangePlace(path)) for table in top["edits"]),
        changes=tuple(
            Change(
                CUSTOMER_PREFIX + _text(table["record"]),
                _text(table["attribute"]),
                _optional(table.get("before")),
                _optional(table.get("after")),
            )
            for table in top["records"]
        ),
        knobs=tuple(
            SavedKnob(_text(table["name"]), *(_optional(table.get(key)) for key in ("before", "after", "where")))
            for table in top["knobs"]
        ),
        not_applied=tuple(_text(sentence) for sentence in top["not_applied"]),
    )


def _edit(table: Mapping[str, Any], place: ChangePlace) -> LedgerChange:
    value, duration, new = table.get("value"), table.get("duration_s"), table["new"]
    until, prior = table.get("until"), table.get("prior")
    numbers = all(number is None or isinstance(number, int | float) for number in (value, prior))
    whole = all(number is None or isinstance(number, int) for number in (duration, until))
    if not (numbers and whole) or not isinstance(new, bool):
        raise TypeError
    names = tuple(_text(name) for name in table["names"])
    return LedgerChange(Edit(ACTIONS[table["action"]], names, value, duration, until, prior), new, place)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _optional(value: object) -> str | None:
    return None if value is None else _text(value)


def check_configuration(saved: SavedPlan, config: Config) -> None:
    """Ensure that the configuration is still the one that the plan was made on.

    Raises:
        Moved: it is not; names the knobs of the plan that have changed, if any.
    """
    if config_fingerprint(config) == saved.config_fingerprint:
        return
    moved = [knob.name for knob in saved.knobs if (config.raw(knob.name) or None) != knob.before]
    raise Moved(f"the configuration has changed since the plan was made{_which(moved)}. Plan again")


def check_ledger(saved: SavedPlan, ledger: Ledger) -> None:
    """Ensure that the ledger is still the one that the plan was made on.

    Raises:
        Moved: it is not; names the submitters of the plan whose records have changed, if any.
    """
    if ledger_fingerprint(ledger) == saved.ledger_fingerprint:
        return
    moved = dict.fromkeys(
        change.name
        for change in saved.changes
        if not same_text(text_in(ledger.ads, change.key, change.attribute), change.before)
    )
    raise Moved(f"the ledger has changed since the plan was made{_which(moved)}. Plan again")


def _which(moved: Iterable[str]) -> str:
    names = list(moved)
    if not names:
        return ", though not where the plan would change it"
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return f", and with it what the plan is to change: {', '.join(names[:_MOST_NAMED])}{more}"


def edits_again(saved: SavedPlan, ledger: Ledger, now: int, rules: PriorityRules, group_of: GroupOf) -> EditPlan:
    """The edits of a saved plan, planned again on the ledger that is about to be edited.

    Raises:
        Moved: the ledger has changed, or the edits have another result because time has passed.
    """
    check_ledger(saved, ledger)
    try:
        plan = plan_edits(saved.edits, ledger, now, rules, group_of)
    except EditError as error:
        raise Moved(f"what was planned can no longer be done: {error}") from error
    if _untimed(plan.changes) != _untimed(saved.changes):
        raise Moved(
            "the edits have a different result than when the plan was made: a lease has run out since. Plan again"
        )
    return plan


def _untimed(changes: Iterable[Change]) -> set[tuple[str, str, str | None, str | None]]:
    """The changes without the times when leases end, with texts as in a compacted log."""
    return {
        (change.key, change.attribute, _compacted(change.before), _compacted(change.after))
        for change in changes
        if not change.attribute.endswith(_TIMED)
    }


def _compacted(text: str | None) -> str | None:
    return None if text is None else compacted_text(text)


def ledger_fingerprint(ledger: Ledger) -> str:
    """A fingerprint of the ledger's contents, not its bytes: compacting the log does not change it."""
    parts: list[str] = []
    for key in sorted(ledger.ads):
        attributes = (f"{name.lower()}={compacted_text(text)}" for name, text in ledger.ads[key].items())
        parts += [key, *sorted(attributes)]
    return _fingerprint(parts)


def config_fingerprint(config: Config) -> str:
    """A fingerprint of the knobs set by files, environment and overrides, before expansion, wherever they are set."""
    knobs = {name.lower(): config.raw(name) or "" for name in config.names()}
    return _fingerprint(f"{name}={text}" for name, text in sorted(knobs.items()))


def _fingerprint(parts: Iterable[str]) -> str:
    digest = sha256()
    for part in parts:
        digest.update(part.encode("utf-8", "surrogateescape"))
        digest.update(b"\0")
    return f"sha256:{digest.hexdigest()}"
