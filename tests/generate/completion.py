"""What completion keeps of the commands, read off Click's command tree, and the lists of words that values are from."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import click

from tests.generate.columns import EXTENDED
from userprio.accounting import PLANNABLE, SETTABLE
from userprio.analysis.check import pages
from userprio.analysis.sweep import Measure
from userprio.base.limits import NAMED
from userprio.base.versions import NEWEST, rules
from userprio.cli import COMMANDS
from userprio.cli.app import about
from userprio.cli.completion.commands import CommandSpec, OperandSpec, OptionSpec, ProgramSpec, WordKind
from userprio.cli.parameters import choices_of
from userprio.cli.topics import about as about_topic
from userprio.cli.topics import names as topics
from userprio.pool.examples import shipped
from userprio.report import ForecastExtra
from userprio.report.dictionary import data_dictionary


class Value(NamedTuple):
    """What a value may be."""

    kind: WordKind
    words: str = ""
    """The list that the words are from, in `LISTS`."""


_FREE: Final = Value(WordKind.FREE)
_EXAMPLE: Final = Value(WordKind.CHOICE, "examples")
_POOL: Final = Value(WordKind.POOL, "examples")
_VERSION: Final = Value(WordKind.CHOICE, "versions")
_CODES: Final = Value(WordKind.CHOICES, "codes")
_ACCOUNT: Final = Value(WordKind.ACCOUNT)
_SUBMITTER: Final = Value(WordKind.SUBMITTER)
_ASSIGNED: Final = Value(WordKind.ASSIGNED)
_PROMISED: Final = Value(WordKind.PROMISED)
_ANYBODY: Final = Value(WordKind.ANYBODY)
_GROUP: Final = Value(WordKind.GROUP)

VALUES: Final[Mapping[str, Value]] = {
    # Of options, by the word that stands for the value in the help
    "CODES": _CODES,
    "COLUMN": Value(WordKind.COLUMN),
    "FIELDS": Value(WordKind.FIELDS),
    "GROUP": _GROUP,
    **dict.fromkeys(("CLUSTER.PROC", "CLUSTER[.PROC]"), Value(WordKind.JOB)),
    "LIMIT=NUMBER": Value(WordKind.CHOICE, "limits"),
    "MEASURES": Value(WordKind.CHOICES, "measures"),
    "NAME=VALUE": Value(WordKind.KNOB),
    "OTHER": _SUBMITTER,
    "PARTS": Value(WordKind.CHOICES, "parts of a forecast"),
    "POOL": _POOL,
    "PLACE": Value(WordKind.CHOICE, "places of work"),
    "PROFILE": Value(WordKind.PROFILE),
    "WHEN": Value(WordKind.CHOICE, "times of guards"),
    **dict.fromkeys(("NAME=FACTOR", "NAME=PRIORITY", "NAME=WEIGHT", "NAME=NUMBER"), _ASSIGNED),
    **dict.fromkeys(("NAME=PERCENT%", "NAME=TIMESx:OTHER", "NAME=TIME", "[NAME=]TIME"), _PROMISED),
    **dict.fromkeys(
        (
            "TIME",
            "N",
            "NUMBER",
            "NUMBERS",
            "HOST",
            "KEY",
            "TEXT",
            "WEIGHT",
            "EXPR",
            "WHAT",
            "FORMAT",
            "ADDRESS",
            "BOUND",
            "[FLAGS:]ATTRS",
            "SHA256",
            "MONTH",
            "PERCENT%",
        ),
        _FREE,
    ),
    # by the option too, where the word stands for several things,
    "--as USER": _FREE,
    "--columns NAMES": Value(WordKind.COLUMNS),
    "--delete SUBMITTER": _ACCOUNT,
    "--explain CODE": Value(WordKind.CHOICE, "codes, or all"),
    "--group PATTERN": Value(WordKind.GROUP_PATTERN),
    "--hold NAME=WEIGHT": _PROMISED,
    "--like PATTERN": Value(WordKind.SLOT),
    "--name NAME": _FREE,
    "--only NAME": _ANYBODY,
    "--only PATTERN": Value(WordKind.USER_PATTERN),
    "--slot NAME": Value(WordKind.SLOT),
    "--slots CHANGE": Value(WordKind.SLOTS),
    "--try-group NAME": _GROUP,
    "--user PATTERN": Value(WordKind.USER_PATTERN),
    # of arguments by their word,
    "EXAMPLE": _EXAMPLE,
    "ID": Value(WordKind.OPERATION),
    "NAME": _ACCOUNT,
    "NAME... KEY=VALUE": Value(WordKind.ACCOUNT, "settings of a submitter"),
    "NAMES": Value(WordKind.RECORD),
    **dict.fromkeys(("RANGE", "RANGE... [HISTORY"), Value(WordKind.RANGE, "edits of a range")),
    "SUBMITTER": _SUBMITTER,
    "TOPIC": Value(WordKind.CHOICE, "topics"),
    "VALUE": _POOL,
    "VERSION": _VERSION,
    **dict.fromkeys(("FACTOR", "PRIORITY", "SECONDS", "STEP"), _FREE),
    # and by command and word, where the same word stands for something else.
    "history NAME": _FREE,
    "jobprio ID": _FREE,
    "jobs SUBMITTER": Value(WordKind.QUEUED),
    "log NAME": Value(WordKind.EDITED),
    "resources SUBMITTER": Value(WordKind.HOLDER),
}
"""What the values of options and arguments may be, where their types do not say."""

_FOLDERS: Final = ("DIR", "FOLDER")

_NAMED_AFTER: Final[Mapping[str, str]] = {
    "listings": "most",
    "quotas": "quotas",
    "edits": "edit",
    "update": "edit",
    "undo": "edit",
    "dump": "policy",
    "apply": "plan",
    "load": "plan",
    "report": "",
    "resources": "resources",
}
"""The first word of the names of a command's tables, by command or module, where it is not the command's name."""

_SELDOM: Final = frozenset({"negotiate matches", "negotiate rejections", "plan reasons"})
"""Tables that only `--rows` shows, or that few results have."""


class UnknownValue(Exception):
    """An option or argument of which no table says what its value is."""


def harvest(program: click.Group) -> ProgramSpec:
    """What completion needs to know of `program`.

    Raises:
        UnknownValue: the value of an option or argument has neither a telling type nor a place in `VALUES`.
    """
    with click.Context(program, info_name=program.name) as context:
        options = _options(program.get_params(context), context)
        commands = []
        for name in program.list_commands(context):
            command = program.get_command(context, name)
            assert command is not None
            with click.Context(command, parent=context, info_name=name) as inner:
                params = command.get_params(inner)
                commands.append(
                    CommandSpec(
                        name,
                        _brief(about(name)),
                        _operands(params, inner),
                        _options(params, inner),
                        _tables(name) if COMMANDS[name].shows is not None else "",
                        hidden=COMMANDS[name].hidden,
                    )
                )
    return ProgramSpec(options, commands, _lists(commands))


def _options(params: Iterable[click.Parameter], context: click.Context) -> list[OptionSpec]:
    return [
        OptionSpec(
            [*param.opts, *param.secondary_opts],
            _brief(param.help or ""),
            [] if param.is_flag or param.count else [_value(param, context).kind] * param.nargs,
            choices_of(param),
            "" if param.is_flag or param.count else _value(param, context).words,
        )
        for param in params
        if isinstance(param, click.Option) and not param.hidden
    ]


def _operands(params: Iterable[click.Parameter], context: click.Context) -> list[OperandSpec]:
    operands = []
    for param in params:
        if isinstance(param, click.Argument):
            value = _value(param, context)
            operands.append(OperandSpec(value.kind, choices_of(param), value.words, param.nargs != 1))
    return operands


def _value(param: click.Parameter, context: click.Context) -> Value:
    match param.type:
        case click.Choice():
            return Value(WordKind.CHOICE)
        case click.Path() as path:
            return Value(WordKind.FILE if path.file_okay else WordKind.FOLDER)
        case click.File():
            return Value(WordKind.FILE)
    word = param.make_metavar(context)
    if isinstance(param, click.Argument):
        word = word.strip("[].")
    if word in _FOLDERS:
        return Value(WordKind.FOLDER)
    places = [f"{context.info_name} {word}"]
    if isinstance(param, click.Option):
        places += [f"{spelling} {word}" for spelling in param.opts]
    value = next((VALUES[place] for place in (*places, word) if place in VALUES), None)
    if value is None:
        raise UnknownValue(f"say in VALUES what {word} is, of {param.opts[0]} of {context.info_name}")
    return value


def _brief(text: str) -> str:
    """The first sentence, without its full stop."""
    return text.partition(". ")[0].rstrip(".")


def _tables(command: str) -> str:
    return _NAMED_AFTER.get(command, _NAMED_AFTER.get(COMMANDS[command].module, command))


def _lists(commands: Sequence[CommandSpec]) -> dict[str, dict[str, str]]:
    """The lists that values are from, by name."""
    codes = {code: _brief(page.what) for code, page in pages().items()}
    in_sight = {command.name: command.about for command in commands if not command.hidden}
    return {
        "codes": codes,
        "codes, or all": {**codes, "all": "a list of all codes"},
        "edits of a range": {
            **{f"{action}:": f"{value.title} of a submitter" for action in PLANNABLE if (value := action.spec.value)},
            "jobs:": "idle jobs of a submitter",
            "machines=": "machines more or fewer",
        },
        "examples": {example.name: example.about.rstrip(".") for example in shipped()},
        "limits": {f"{name}=": f"{bound.unit} {bound.of}" for name, bound in NAMED.items()},
        "parts of a forecast": {extra.value: extra.about for extra in ForecastExtra},
        "settings of a submitter": {
            f"{word}=": value.title for word, action in SETTABLE.items() if (value := action.spec.value) is not None
        },
        "measures": {str(measure): measure.about for measure in Measure},
        "places of work": {
            "dask:": "the workers of a dask scheduler",
            "htcondor:": "jobs of HTCondor, with files in a folder",
        },
        "times of guards": {
            "cycle": "the next cycle",
            "forecast:24h": "use over the coming time",
            "replay:": "use and waits in a past period",
        },
        "topics": {"commands": "All commands", **{name: about_topic(name) for name in topics()}, **in_sight},
        "versions": _versions(),
        **_columns(commands),
    }


def _versions() -> dict[str, str]:
    """The versions that began to decide something differently, the newest first."""
    began: dict[Any, list[str]] = {NEWEST: []}
    for rule in rules():
        for first, _ in rule.spans:
            began.setdefault(first, []).append(rule.meaning)
    about = {version: "; ".join(meanings) for version, meanings in sorted(began.items(), reverse=True) if version[0]}
    return {str(version): meanings or "the newest that is known" for version, meanings in about.items()}


def _columns(commands: Sequence[CommandSpec]) -> dict[str, dict[str, str]]:
    """The columns of the tables of each command, and the fields of its rows, with their meanings."""
    columns: dict[str, dict[str, str]] = {}
    fields: dict[str, dict[str, str]] = {}
    for entry in data_dictionary():
        for wanted, of in ((entry.heading, columns), (entry.in_rows, fields)):
            if wanted:
                of.setdefault(entry.table, {})[entry.key] = ", ".join(filter(None, (entry.unit, entry.meaning)))
    for table, other in EXTENDED.items():
        columns[table] = _joined((columns[table], fields[other]))
        fields[table] = _joined((fields[other], fields[table]))
    lists = {}
    for command in commands:
        own = [table for table in (*columns, *fields) if f"{table} ".startswith(f"{command.tables} ")]
        if _has(command, "--columns"):
            shown = [columns[table] for table in own if table in columns and table not in _SELDOM]
            # The columns of listings have headings for each format, which are not in the dictionary.
            lists[f"columns {command.tables}"] = _joined(shown) or fields[command.tables]
        if _has(command, "--json"):
            # A command has one kind of rows: of the table of its name, or else of the first.
            rows = command.tables if command.tables in fields else next((table for table in own if table in fields), "")
            lists[f"fields {command.tables}"] = fields.get(rows, {})
        if _has(command, "--rows"):
            lists |= {f"columns {table}": columns[table] for table in own if table in columns}
            lists |= {f"fields {table}": fields[table] for table in own if table in fields}
    return lists


def _has(command: CommandSpec, spelling: str) -> bool:
    return any(spelling in option.spellings for option in command.options)


def _joined(tables: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """The columns of several tables, each as the first of them describes it."""
    columns: dict[str, str] = {}
    for table in tables:
        columns = {**columns, **{key: words for key, words in table.items() if key not in columns}}
    return columns


def to_json(program: ProgramSpec) -> str:
    """The text that is kept, an option or word to a line, so that a change shows what has changed.

    Each different option is there once: under its first spelling, with a number if there are several of that spelling.
    """
    keys: dict[str, str] = {}
    numbers: dict[str, int] = {}
    for option in (*program.options, *(option for command in program.commands for option in command.options)):
        text = _text(option)
        if text not in keys:
            numbers[option.spellings[0]] = number = numbers.get(option.spellings[0], 0) + 1
            keys[text] = f"{option.spellings[0]} {number}" if number > 1 else option.spellings[0]

    def referred(options: Sequence[OptionSpec]) -> str:
        return json.dumps([keys[_text(option)] for option in options])

    commands = [
        f'{{"name": {json.dumps(command.name)}, "about": {json.dumps(command.about)}'
        + (f', "tables": {json.dumps(command.tables)}' if command.tables else "")
        + (', "hidden": true' if command.hidden else "")
        + f',\n   "operands": [{", ".join(map(_text, command.operands))}],\n   "options": {referred(command.options)}}}'
        for command in program.commands
    ]
    options = [f"{json.dumps(key)}: {text}" for text, key in keys.items()]
    lists = [
        f"{json.dumps(name)}: {_object(map(_pair, words.items()), '    ')}" for name, words in program.lists.items()
    ]
    return (
        f'{{"options": {referred(program.options)},\n"all options": {_object(options)},\n'
        f'"commands": [\n  {_LINES.join(commands)}\n],\n"lists": {_object(lists)}}}\n'
    )


_LINES: Final = ",\n  "


def _pair(pair: tuple[str, str]) -> str:
    return f"{json.dumps(pair[0])}: {json.dumps(pair[1])}"


def _object(lines: Iterable[str], indent: str = "  ") -> str:
    return f"{{\n{indent}" + f",\n{indent}".join(lines) + "\n}"


def _text(record: OptionSpec | OperandSpec) -> str:
    """A record without those fields that have nothing to say, which is their default."""
    return json.dumps({name: value for name, value in record.as_dict().items() if value})
