"""The page of columns: every key of JSON and every column of CSV of the commands that scripts read, with its meaning.

Columns are those of the tables, as the data dictionary has them. Keys of JSON are those of documents that the commands
write here, and of all records that may stand in them. What a key means is the docstring of the record's field, or what
the dictionary says of a column of that name.
"""

import ast
import inspect
import io
import re
import textwrap
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from datetime import UTC
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from unittest.mock import patch

from tests.generate.inputs import put_inputs
from userprio.analysis.aim import Aim, Lever, LeverChange, Target, TargetResult
from userprio.analysis.explain import Explanation, Point
from userprio.analysis.plan import Shift
from userprio.analysis.sweep import PeriodFigures, Sweep, SweepPoint, SweptPeriod
from userprio.analysis.wait import Backtest, Wait, WaitEstimate
from userprio.cli.app import run
from userprio.cli.environment import Environment
from userprio.negotiation import GroupOutcome, Outcome, SubmitterSummary
from userprio.report import data
from userprio.report.data import field_values, fields_of
from userprio.report.dictionary import DictionaryEntry, data_dictionary, meaning_at, meaning_of, unit_by_name
from userprio.simulation import (
    Calibration,
    Defrag,
    Forecast,
    Poll,
    Replay,
    ReplayDifferences,
    ReplayedPolicy,
    SubmitterTrajectory,
)

COMMANDS: Final[Mapping[str, Sequence[str]]] = {
    "negotiate": (
        "negotiate --snapshot physics --reference",
        "negotiate --snapshot fairshare --real-time --setfactor ada@example.org=10",
        "negotiate --snapshot full --set PREEMPTION_REQUIREMENTS=RemoteUserPrio>SubmitterUserPrio*1.2",
    ),
    "most": ("most --snapshot fairshare", "quotas --snapshot physics"),
    "plan": (
        "plan --snapshot physics --set GROUP_QUOTA_group_chemistry=4 --why",
        "plan --snapshot full --set PREEMPTION_REQUIREMENTS=RemoteUserPrio>SubmitterUserPrio*1.2",
        "plan --snapshot fairshare --setfactor ada@example.org=10 --delete ben@example.org --slots +4:Cpus=8",
        "plan --snapshot physics --condor-version 24.0.23 --to-version 25.14.1",
    ),
    "explain": (
        "explain ada --snapshot fairshare",
        "explain ada --than ben --snapshot fairshare",
        "explain --group group_physics.hep --snapshot physics",
        "explain --slot slot1@c1 --snapshot fairshare",
        "explain --free --snapshot research",
    ),
    "forecast": (
        "forecast --snapshot full --for 6h",
        "forecast --snapshot physics --for 3h --by group",
        "forecast --snapshot fairshare --for 3h --only ada",
        "forecast --snapshot full --for 3h --futures 10 --setfactor ann@lab=10",
    ),
    "wait": ("wait ada --snapshot fairshare --for 2h --futures 4",),
    "defrag": (
        "defrag --snapshot research --set DEFRAG_DRAINING_MACHINES_PER_HOUR=12 --set DEFRAG_MAX_CONCURRENT_DRAINING=1",
        "defrag --snapshot research --set DEFRAG_DRAINING_MACHINES_PER_HOUR=12 --for 2h",
    ),
    "sweep": (
        "sweep --snapshot physics GROUP_QUOTA_group_chemistry=4 --show holds,won,idle,jobs,matches,waits,share,limit",
        "sweep --snapshot physics GROUP_QUOTA_group_chemistry=4 --show quota,allocated --by group",
        "sweep --snapshot fairshare machines=0,1 --over long-run --job-length 1h",
        "sweep --snapshot fairshare setfactor:ada@example.org=10 --over replay --history {folder}/history.ads "
        "--every 1d --until-wait p95<=1h --futures 10 --show holds,median,p95,mean,started,finished",
    ),
    "aim": ("aim --snapshot physics --share hep=60% --hold 4:salam",),
    "replay": (
        "replay {folder}/history.ads --snapshot fairshare --set PRIORITY_HALFLIFE=3600 --every 1d --each-job "
        "--futures 10",
    ),
    "check": ("check --snapshot physics", "check --snapshot fairshare --explain never-matches"),
}
"""What each command is asked, so that everything that its documents may have is there."""
NOW: Final = 1_772_442_000.0

SPREAD: Final[Mapping[str, Mapping[str, tuple[type, ...]]]] = {
    "negotiate": {"": (Outcome,), "groups": (GroupOutcome,), "submitters": (SubmitterSummary,)},
    "explain": {"": (Explanation,), "difference.points": (Point,)},
    "plan": {"gains": (Shift,), "losses": (Shift,)},
    "forecast": {"": (Forecast,), "submitters": (SubmitterTrajectory,)},
    "wait": {"": (Wait,), "waits": (WaitEstimate,), "backtest": (Backtest,)},
    "defrag": {"": (Defrag,), "polls": (Poll,)},
    "sweep": {
        "": (Sweep, SweptPeriod),
        "points": (SweepPoint,),
        "points.period": (PeriodFigures,),
        "points.differences": (ReplayDifferences,),
        "in_force": (SweepPoint,),
        "in_force.period": (PeriodFigures,),
    },
    "aim": {"": (Aim,), "targets": (TargetResult, Target), "levers": (LeverChange, Lever)},
    "replay": {
        "": (Replay,),
        "calibration": (Calibration,),
        "policies": (ReplayedPolicy,),
        "differences": (ReplayDifferences,),
    },
}
"""Records whose fields a document has beside others, at these paths."""
CYCLES: Final = {"plan": ("before", "after")}
"""Keys of documents that have a document of `negotiate`."""
OTHER: Final = "than"
"""The key of a document within one of its own kind."""
BY_NAME: Final = ("units", "usage", "asks", "changes", "values", "fails", "passes")
"""Objects whose keys are names of submitters, attributes, files or other keys."""
_EVERYWHERE: Final = ("schema", "what_if", "complete", "stopped_after", "not_finite")
"""Keys that documents of all commands may have, with what is in them."""
EXTENDED: Final = {"quotas": "most"}
"""Tables with further columns for rows of others."""
_CHANGES: Final = {"plan": ("changes",)}
"""Keys that are among `BY_NAME`, but hold records here."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key of JSON or a column of CSV."""

    name: str
    unit: str
    meaning: str

    @property
    def item(self) -> str:
        """Its line in the list."""
        unit = f" ({self.unit})" if self.unit else ""
        return f"- `{self.name}`{unit}: {self.meaning}"


def columns(command: str) -> Mapping[str, Sequence[Key]]:
    """The columns for scripts of each table of a command.

    Raises:
        ValueError: a column has no meaning.
    """
    return {
        table: [_key(entry.key, entry.unit, entry.meaning, command, table) for entry in entries]
        for table, entries in _tables_of(command).items()
    }


def json_keys(command: str) -> Mapping[str, Sequence[Key]]:
    """The keys of JSON by the path of the object that has them, which is empty for the document itself.

    Raises:
        ValueError: a key has no meaning.
    """
    kinds_of: dict[str, dict[str, list[type]]] = {}
    for path, name, kinds in _keys_of(command).places(SPREAD.get(command, {})):
        if not _is_described_elsewhere(command, path):
            kinds_of.setdefault(path.rpartition(".")[0], {}).setdefault(name, []).extend(kinds)
    return {inside: _object_keys(command, inside, named) for inside, named in kinds_of.items()}


def _object_keys(command: str, inside: str, kinds_of: Mapping[str, Sequence[type]]) -> list[Key]:
    """The keys of the objects at a path, each with the types of records that may say what it means."""
    tables = [table for table in _tables_of(command).values() if {entry.key for entry in table} <= kinds_of.keys()]
    # A row with further keys beside those of its tables.
    listed = {entry.key: entry for table in sorted(tables, key=len) for entry in table}
    others = {entry.key: entry for table in _tables_of(command).values() for entry in reversed(table)}
    keys = []
    for name, kinds in kinds_of.items():
        doc = next((docs[name] for docs in map(field_docs, kinds) if name in docs), "")
        unit, meaning = meaning_at(f"{command} {inside}", name) or (unit_by_name(name), for_scripts(doc))
        if not meaning and name in listed:
            unit, meaning = listed[name].unit, listed[name].meaning
        if not meaning:
            unit, meaning = meaning_of(command, name)
        if not meaning and name in others:
            unit, meaning = others[name].unit, others[name].meaning
        keys.append(_key(name, unit, meaning, command, inside))
    return keys


def documents(line: str, folder: Path) -> list[Mapping[str, Any]]:
    """The JSON documents that a command line writes, with records as they are before they are written.

    Raises:
        ValueError: it writes none.
    """
    written: list[Mapping[str, Any]] = []

    def noted(document: Mapping[str, Any]) -> str:
        written.append(document)
        return real(document)

    real, out, err = data.dump, io.StringIO(), io.StringIO()
    homes = (lambda: folder / "config", lambda: folder / "data")
    env = Environment(out, err, {}, lambda: NOW, lambda: UTC, *homes, (), user="admin")
    with patch.object(data, "dump", noted), redirect_stdout(out):
        run([*line.format(folder=folder).split(), "--format", "json"], env)
    if not written:
        raise ValueError(f"userprio {line} writes no document: {err.getvalue()}")
    return written


@cache
def field_docs(kind: type) -> Mapping[str, str]:
    """What each field of a record says of itself."""
    docs: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if not base.__module__.startswith("userprio.") or not fields_of(base):
            continue
        [body] = ast.parse(textwrap.dedent(inspect.getsource(base))).body
        assert isinstance(body, ast.ClassDef)
        for statement, after in zip(body.body, [*body.body[1:], None], strict=True):
            if isinstance(statement, ast.AnnAssign) and isinstance(after, ast.Expr):
                name, doc = statement.target, after.value
                if isinstance(name, ast.Name) and isinstance(doc, ast.Constant) and isinstance(doc.value, str):
                    docs[name.id] = " ".join(doc.value.split())
    return docs


@dataclass(slots=True)
class _Keys:
    """The keys of documents: those of their records, and those of plain objects."""

    records: list[tuple[str, type]] = field(default_factory=list)
    """Types of records, each with the path at which it stands first."""
    own: dict[str, None] = field(default_factory=dict)
    """Paths of the keys of plain objects."""

    def look(self, value: Any, path: str) -> None:
        """Note the keys of a value at a path."""
        if fields_of(type(value)):
            self._record(type(value), path)
            self._inside(field_values(value), path)
        elif isinstance(value, Mapping):
            self.own |= {_joined(path, name): None for name in value}
            self._inside(value, path)
        elif isinstance(value, list | tuple):
            for inner in value:
                self.look(inner, path)

    def _inside(self, values: Mapping[str, Any], path: str) -> None:
        for name, inner in values.items():
            self.look(inner, "" if name == OTHER else _joined(path, name))

    def _record(self, kind: type, path: str) -> None:
        """Note a type of records, and those that its fields may have, though none is there now."""
        if any(kind is known for _, known in self.records):
            return
        self.records.append((path, kind))
        for name, hint in typing.get_type_hints(kind).items():
            if name in fields_of(kind):
                for part in _records_in(hint):
                    self._record(part, _joined(path, name))

    def places(self, spread: Mapping[str, Sequence[type]]) -> Iterator[tuple[str, str, Sequence[type]]]:
        """Each key with its path, its name, and the types of records that may say what it means."""
        for path in self.own:
            inside, _, name = path.rpartition(".")
            yield path, name, spread.get(inside, ())
        for path, kind in self.records:
            for name in fields_of(kind):
                yield _joined(path, name), name, (kind,)


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _records_in(hint: object) -> Iterator[type]:
    """The types of records in a type hint."""
    if isinstance(hint, type) and not isinstance(hint, types.GenericAlias):
        if fields_of(hint):
            yield hint
        return
    for part in typing.get_args(hint):
        yield from _records_in(part)


def _keys_of(command: str) -> _Keys:
    keys = _Keys()
    for document in documents_of(command):
        keys.look(document, "")
    return keys


@cache
def documents_of(command: str) -> Sequence[Mapping[str, Any]]:
    """What a command writes when it is asked all of `COMMANDS`."""
    with TemporaryDirectory() as folder:
        put_inputs(Path(folder))
        return [document for line in COMMANDS[command] for document in documents(line, Path(folder))]


def _tables_of(command: str) -> Mapping[str, Sequence[DictionaryEntry]]:
    found: dict[str, list[DictionaryEntry]] = {}
    for entry in data_dictionary():
        if entry.in_rows and f"{EXTENDED.get(entry.table, entry.table)} ".startswith(f"{command} "):
            found.setdefault(entry.table, []).append(entry)
    return found


def _is_described_elsewhere(command: str, path: str) -> bool:
    """Whether a key is in a document of another command, in those of all commands, or a name."""
    first, *rest = path.split(".")
    by_name = set(BY_NAME) - {*_CHANGES.get(command, ())}
    return bool(
        first in _EVERYWHERE or (rest and first in CYCLES.get(command, ())) or by_name & {*path.split(".")[:-1]}
    )


def _key(name: str, unit: str, meaning: str, command: str, place: str) -> Key:
    if not meaning:
        hint = "give its field a docstring, its column a text, or userprio/report/glossary.py an entry"
        raise ValueError(f"{command}: `{name}` of {place} has no meaning: {hint}")
    return Key(name, unit, meaning.rstrip("."))


def for_scripts(doc: str) -> str:
    """A docstring in the words of JSON."""
    for python, json in (("None", "null"), ("True", "true"), ("False", "false")):
        doc = re.sub(rf"\b{python}\b", json, doc)
    doc = _REFERENCE.sub("", doc)
    return doc[:1].lower() + doc[1:] if doc[1:2].islower() or doc[1:2] == " " else doc


_REFERENCE: Final = re.compile(r"[,;.]? [Ss]ee `[\w.]+`|[,;] only from `\w+`")
"""What a docstring says of the place of something in the source."""


def page() -> str:
    """The text of the page."""
    return _INTRODUCTION + "".join(_section(command) for command in COMMANDS)


_WIDTH: Final = 120
_ROWS: Final = {
    "negotiate visits": "Rows of CSV, which are those of `--rows visits`",
    "quotas": "Rows of `quotas` have these as well, of which those of `<none>` are about the users of no group",
    "plan guards": "Rows with `--expect`",
    "wait milestones": "Rows of `milestones`, in JSON only",
    "wait remedies": "Rows of `remedies`, in JSON only",
    "wait scores": "Rows of `scores` in `backtest`, in JSON only",
    "wait lengths": "Rows of `job_lengths`, in JSON only",
    "replay jobs": "Rows with `--each-job`",
    "defrag settings": "Rows with `--for`",
    "defrag gains": "Rows of `gains`, in JSON only",
    "check codes": "Rows with `--explain`",
}
"""What has the rows of tables whose names do not say it."""

_INTRODUCTION: Final = """The keys of JSON and columns of CSV of these commands, with meaning and unit.

Scripts read `--format json`, which has everything, or rows: `--format csv`, `jsonl` and `--json`. Within a version of
a schema, keys and columns stay as they are, and others may be added. Units are in brackets. Weight is the sum of
SlotWeight: cores, unless a pool says otherwise. The epoch is that of Unix, 1970. What does not apply is null in JSON
and empty in CSV. --columns and --sort take the names of columns too: userprio-formats(7).

userprio-concepts(7) explains the words, and userprio-reasons(7) the reasons.

## All documents

- `schema`: the command and the version of its schema, such as `userprio.negotiate/1`, which `userprio help
  userprio.negotiate/1` prints as JSON Schema
- `what_if`: the changes on the command line, each with `mark` (`+`, `-` or `~`), `kind`, `name`, `attribute`, `before`
  and `after`
- `complete`, `stopped_after`: only of work that was stopped: false, and how far it came
- `not_finite`: only where there is a number that JSON lacks: its path, and `NaN`, `Infinity` or `-Infinity`
- `units`: of some documents, the unit of each key that has one
"""


def _section(command: str) -> str:
    tables = columns(command)
    parts = [f"## {command}"]
    for table, own in tables.items():
        parts += [f"{_rows_of(table, command)}:", _list(own)]
    for path, keys in sorted(json_keys(command).items()):
        where, names = (f"JSON, `{path}`" if path else "JSON"), {key.name for key in keys}
        same = next((table for table, own in tables.items() if {key.name for key in own} == names), None)
        if same is not None:
            rows = _rows_of(same, command)
            parts.append(f"{where}: as in {rows[0].lower()}{rows[1:]}.")
        elif {key.name for own in tables.values() for key in own} == names:
            parts.append(f"{where}: as in the rows.")
        else:
            parts += [f"{where}:", _list(keys)]
    for key in CYCLES.get(command, ()):
        parts.append(f"JSON, `{key}`: a document of `negotiate`.")
    return "".join(f"\n{part}\n" for part in parts)


def _list(keys: Sequence[Key]) -> str:
    return "\n".join(textwrap.fill(key.item, _WIDTH, subsequent_indent="  ", break_long_words=False) for key in keys)


def _rows_of(table: str, command: str) -> str:
    """What has the rows of a table."""
    rest = table.removeprefix(command).strip()
    if table in _ROWS:
        return _ROWS[table]
    if rest.startswith("--"):
        return f"Rows with `{rest}`"
    return f"Rows with `--rows {rest}`" if rest else "Rows of CSV"
