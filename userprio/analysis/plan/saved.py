"""A plan kept in a file, readable by people, to be carried out later if nothing has changed by then.

The TOML has the changes, the fingerprints of the ledger and the configuration that they were planned on, and the
ledger's records before and after. `apply` plans the edits again with the same code, and proceeds only if the result is
the same. A digest shows that a plan is not the one that was saved: by itself where it was changed by accident, and
where somebody may have changed it on purpose, by comparison with the digest that was noted when it was reviewed.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

import tomli_w
from msgspec import Struct, ValidationError, convert, structs, to_builtins
from msgspec.json import encode

from userprio.accounting import ACTIONS, Edit, EditError, EditPlan, GroupOf, PriorityRules
from userprio.analysis.plan.changes import ChangePlace, LedgerChange
from userprio.analysis.plan.comparison import KnobDifference, Plan, plan_edits
from userprio.base import BadInput, Moved, Refused, parse_toml
from userprio.config import Config
from userprio.ledger import CUSTOMER_PREFIX, Change, Ledger, compacted_text, same_text, text_in

_SCHEMA: Final = "userprio.saved-plan/2"
_FAMILY, _, _VERSION = _SCHEMA.rpartition("/")


class SavedKnob(Struct, frozen=True, omit_defaults=True):
    """A knob to be set or, if its new text is None, to be removed from the configuration."""

    name: str
    before: str | None = None
    after: str | None = None
    where: str | None = None
    """File and line where it was set before."""


class Origins(Struct, frozen=True):
    """Where ledger and configuration were found, to find them again; None: there was none, or it was not named."""

    ledger: str | None = None
    config: str | None = None
    snapshot: str | None = None


class SavedPlan(Struct, frozen=True):
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
    def digest(self) -> str:
        """The SHA-256 of all that it says, whatever the order and spelling of the file."""
        return f"sha256:{sha256(encode(_document(self))).hexdigest()}"

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
    # A plan is mailed and kept in version control, where no password should be.
    hidden = [knob.name for knob in plan.inputs.knobs if knob.hidden]
    credentials = (f"{name}, which has what looks like a credential in it; a plan does not keep it" for name in hidden)
    fingerprints = (ledger_fingerprint(ledger), config_fingerprint(config))
    edits = (plan.changes.edits, plan.inputs.edits.changes)
    knobs = tuple(_saved_knob(knob) for knob in plan.inputs.knobs if not knob.hidden)
    return SavedPlan(name, at, version, summary, origins, *fingerprints, *edits, knobs, (*pool, *credentials))


def _saved_knob(knob: KnobDifference) -> SavedKnob:
    where = knob.place.sentence("").removesuffix(": ") or None
    return SavedKnob(knob.name, knob.before, None if knob.removed else knob.after, where)


def saved_text(saved: SavedPlan) -> str:
    """The text of the file, which `read_saved` reads back; BadInput if a name is not UTF-8, as TOML requires."""
    text = "# A plan; `userprio apply` carries it out if ledger and configuration are still what they were.\n"
    text += "# It cannot be edited: `userprio plan -o` makes another one.\n"
    document = _document(saved)
    try:
        text += tomli_w.dumps({**to_builtins(document), "digest": saved.digest})
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise BadInput("a name in the plan is not UTF-8, so that it cannot be saved") from error
    return text


def _document(saved: SavedPlan) -> "_SavedFile":
    origins, fingerprint = saved.origins, saved.config_fingerprint
    return _SavedFile(
        schema=_SCHEMA,
        name=saved.name,
        made_at=saved.at,
        version=saved.version,
        summary=saved.summary,
        not_applied=saved.not_applied,
        ledger=_SavedLedger(path=origins.ledger, fingerprint=saved.ledger_fingerprint),
        configuration=_SavedConfig(path=origins.config, snapshot=origins.snapshot, fingerprint=fingerprint),
        knobs=saved.knobs,
        edits=tuple(_SavedEdit.of(change) for change in saved.edits),
        records=tuple(_SavedRecord(own.name, own.attribute, own.before, own.after) for own in saved.changes),
    )


class _SavedLedger(Struct, omit_defaults=True, kw_only=True):
    path: str | None = None
    fingerprint: str


class _SavedConfig(Struct, omit_defaults=True, kw_only=True):
    path: str | None = None
    snapshot: str | None = None
    fingerprint: str


class _SavedEdit(Struct, omit_defaults=True, kw_only=True):
    action: str
    names: tuple[str, ...]
    value: int | float | None = None
    duration_s: int | None = None
    until: int | None = None
    prior: int | float | None = None
    new: bool

    @classmethod
    def of(cls, change: LedgerChange) -> "_SavedEdit":
        return cls(**{**structs.asdict(change.edit), "action": change.edit.action.value}, new=change.create)

    def change(self, place: ChangePlace) -> LedgerChange:
        edit = Edit(ACTIONS[self.action], self.names, self.value, self.duration_s, self.until, self.prior)
        return LedgerChange(edit, self.new, place)


class _SavedRecord(Struct, omit_defaults=True):
    record: str
    attribute: str
    before: str | None = None
    after: str | None = None


class _SavedFile(Struct, kw_only=True):
    """The tables of the file, in its order; what is None is left out."""

    schema: str
    name: str
    made_at: int
    version: str
    summary: str
    not_applied: tuple[str, ...]
    ledger: _SavedLedger
    configuration: _SavedConfig
    knobs: tuple[SavedKnob, ...]
    edits: tuple[_SavedEdit, ...]
    records: tuple[_SavedRecord, ...]


def read_saved(path: Path) -> SavedPlan:
    """The plan in a file.

    Raises:
        BadInput: it is not a plan, has another version of the format, or is damaged.
        OSError: it cannot be read.
    """
    _, top = parse_toml(path, "A saved plan")
    if not is_saved_plan(top):
        raise BadInput("this is not a saved plan", path, hint="`userprio plan -o FILE` makes one")
    return saved_of(path, top)


def is_saved_plan(top: Mapping[str, object]) -> bool:
    """Whether a TOML document is a saved plan, whole or damaged, of whatever version."""
    return str(top.get("schema", "")).rpartition("/")[0] == _FAMILY


def saved_of(path: Path, top: Mapping[str, object]) -> SavedPlan:
    """The plan in a TOML document from `path`; BadInput if it has another version of the format, or is damaged."""
    version = str(top["schema"]).rpartition("/")[2]
    if version != _VERSION:
        message = f"this plan has version {version} of the format; only version {_VERSION} is supported"
        raise BadInput(message, path, hint="Plan again, or use the program that made it")
    try:
        file = convert(top, _SavedFile)
        digest = convert(top["digest"], str)
        edits = tuple(edit.change(ChangePlace(path)) for edit in file.edits)
    # Every way in which a table edited by hand can be of another shape.
    except (KeyError, ValidationError) as error:
        raise BadInput("this saved plan is damaged", path, hint="Plan again") from error
    about = (file.name, file.made_at, file.version, file.summary)
    origins = Origins(file.ledger.path, file.configuration.path, file.configuration.snapshot)
    fingerprints = (file.ledger.fingerprint, file.configuration.fingerprint)
    changes = tuple(Change(CUSTOMER_PREFIX + own.record, own.attribute, own.before, own.after) for own in file.records)
    saved = SavedPlan(*about, origins, *fingerprints, edits, changes, file.knobs, file.not_applied)
    if saved.digest != digest:
        raise BadInput("this plan was changed after it was saved", path, hint="Plan again, with the changes as wanted")
    return saved


def check_digest(saved: SavedPlan, reviewed: str) -> None:
    """Raise Refused unless this is the digest of the plan."""
    if saved.digest != reviewed:
        message = f"the plan {saved.name} has the digest {saved.digest}, and the one that was reviewed {reviewed}"
        raise Refused(f"{message}: it is another plan, and nothing was done. Review this one, or find the other")


def check_configuration(saved: SavedPlan, config: Config) -> None:
    """Raise Moved, naming knobs of the plan that changed, if the configuration is not the one that it was made on."""
    if config_fingerprint(config) != saved.config_fingerprint:
        moved = [knob.name for knob in saved.knobs if (config.raw(knob.name) or None) != knob.before]
        raise Moved(f"the configuration has changed since the plan was made{_which(moved)}. Plan again")


def check_ledger(saved: SavedPlan, ledger: Ledger) -> None:
    """Raise Moved, naming the submitters of the plan that changed, if the ledger is not the one that it was made on."""
    if ledger_fingerprint(ledger) != saved.ledger_fingerprint:
        texts = ((change, text_in(ledger.ads, change.key, change.attribute)) for change in saved.changes)
        moved = dict.fromkeys(change.name for change, text in texts if not same_text(text, change.before))
        raise Moved(f"the ledger has changed since the plan was made{_which(moved)}. Plan again")


def _which(moved: Iterable[str]) -> str:
    if not (names := list(moved)):
        return ", though not where the plan would change it"
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f", and with it what the plan is to change: {', '.join(names[:3])}{more}"


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
    # Leases are given as durations: their ends move with the clock, and nothing else may.
    if _untimed(plan.changes) != _untimed(saved.changes):
        result = "the edits have a different result than when the plan was made"
        raise Moved(f"{result}: a lease has run out since. Plan again")
    return plan


def _untimed(changes: Iterable[Change]) -> set[tuple[str, str, str | None, str | None]]:
    """The changes without the times when leases end, with texts as in a compacted log."""

    def compacted(text: str | None) -> str | None:
        return None if text is None else compacted_text(text)

    timeless = (change for change in changes if not change.attribute.endswith("LeaseExpiration"))
    return {(change.key, change.attribute, compacted(change.before), compacted(change.after)) for change in timeless}


def ledger_fingerprint(ledger: Ledger) -> str:
    """A fingerprint of the ledger's contents, not its bytes: compacting the log does not change it."""
    parts: list[str] = []
    # Sorted and in compacted form: a negotiator rewrites its log now and then without changing what it says.
    for key in sorted(ledger.ads):
        parts += [key, *sorted(f"{name.lower()}={compacted_text(text)}" for name, text in ledger.ads[key].items())]
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
