"""The two forms of help: --help fits a screen, and --help-all has everything there is.

The short form has the first paragraph, a command's own options but those declared with `rare_option`, the few common
options that matter for it, and two examples. Of what an option does it says the first clause; options that only
together mean something (rows and columns, what-if) share a line. Manual pages are made of the long form.
"""

import inspect
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

import click

from userprio.base.formats import Format
from userprio.base.patterns import lazy_pattern
from userprio.cli.commands import COMMANDS, IN_SIGHT, Command, Purpose
from userprio.cli.parameters import OUTPUT, SOURCES, TABLES, WHAT_IF, CommonOption
from userprio.cli.topics import about as about_topic
from userprio.cli.topics import names as topics

_SHARED_SECTIONS: Final = (TABLES, OUTPUT, SOURCES)
_OWN: Final = "Options"
_ABOUT_A_POOL: Final = ("snapshot", "pool", "ledger", "config", "overrides", "format")
_OF_EDITS: Final = ("dry_run", "ledger", "pool")
_WITHOUT_A_POOL: Final = ("profile", "format")
"""The common options that matter, by their parameters' names, as far as a command has them."""
_TOGETHER: Final = {TABLES: "Choose rows and columns", WHAT_IF: "Try other changes too"}
"""The sections whose options share a line."""
_EXAMPLES: Final = 2
_USUAL_FORMATS: Final = (Format.TABLE, Format.CLASSIC, Format.JSON, Format.CSV)
_WIDEST_TERM: Final = 27
_CLAUSE: Final = lazy_pattern(r"[.;] ")


class RareOption(click.Option):
    """An option of a command that few need: only --help-all shows it."""


rare_option: Final = partial(click.option, cls=RareOption)


def help_all() -> click.Option:
    """The option for the long form; --help is for the short one."""
    return click.Option(
        ["--help-all"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_show_everything,
        help="Show all options and the whole description, and exit.",
    )


def _show_everything(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        click.echo(long_help(context.command, context))
        context.exit()


def long_help(command: click.Command, context: click.Context) -> str:
    """Everything about a command."""
    formatter = context.make_formatter()
    click.Command.format_help(command, context, formatter)
    return formatter.getvalue().rstrip("\n")


class HelpedCommand(click.Command):
    """A command with a short form of help beside the long one."""

    def get_help_option_names(self, ctx: click.Context) -> list[str]:
        """The spellings of the option for the short form. Of the program itself -h is condor_userprio's."""
        return ["-h", "--help"]

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the short form."""
        assert self.name is not None
        command = COMMANDS[self.name]
        options = visible(self, ctx)
        own = [option for option in options if _section(option) == _OWN and not isinstance(option, RareOption)]
        names = _names_that_matter(command)
        common = sorted(
            (option for option in options if isinstance(option, CommonOption) and option.name in names),
            key=lambda option: names.index(str(option.name)),
        )
        rows = [_row(option, ctx) for option in own]
        common_rows = [*(_row(option, ctx) for option in common), *_joint_rows(options)]
        self.format_usage(ctx, formatter)
        _write_text(short_description(self), formatter)
        if command.instead:
            _write_text(f"An earlier spelling, which works as before; now: userprio {command.instead}", formatter)
        write_rows({"Options": rows, "Common options": common_rows}, formatter)
        write_examples(examples_of(self), formatter)
        more = len(options) - len(own) - len(common)
        formatter.write_paragraph()
        formatter.write_text(f"{ctx.command_path} --help-all shows {more} more options, and the details.")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write all options, section by section, for the long form."""
        write_sections(self.get_params(ctx), ctx, formatter)


def _names_that_matter(command: Command) -> Sequence[str]:
    if command.purpose is Purpose.CHANGE:
        return _OF_EDITS
    return _ABOUT_A_POOL if command.of_pools else _WITHOUT_A_POOL


def visible(command: click.Command, context: click.Context) -> list[click.Option]:
    """The options of a command that its help may show, except those for help."""
    options = (param for param in command.get_params(context) if isinstance(param, click.Option))
    return [option for option in options if not option.hidden and not {"--help", "--help-all"} & {*option.opts}]


def _section(option: click.Parameter) -> str:
    return getattr(option, "section", _OWN)


def _row(option: click.Option, context: click.Context) -> tuple[str, str]:
    """How an option is typed, and the first clause of what it does."""
    spelled = "/".join(_shortest(names) for names in (option.opts, option.secondary_opts) if names)
    if isinstance(option, CommonOption) and option.formats:
        return f"{spelled} FORMAT", f"{', '.join(option.formats)}."
    value = "" if option.is_flag or option.count else f" {option.make_metavar(context)}"
    return f"{spelled}{value}", first_clause(option.help or "")


def first_clause(text: str) -> str:
    """The first clause of the help of an option, as a sentence."""
    return f"{_CLAUSE.split(text)[0].rstrip('.')}."


def _shortest(spellings: Iterable[str]) -> str:
    """The first long spelling, after a short one if there is one."""
    short = [spelling for spelling in spellings if not spelling.startswith("--")]
    long = [spelling for spelling in spellings if spelling.startswith("--")]
    return ", ".join((*short[:1], *long[:1]))


def _joint_rows(options: Sequence[click.Option]) -> list[tuple[str, str]]:
    """A line for each set of options that is only named."""
    rows = []
    for section, what in _TOGETHER.items():
        names = [option.opts[0] for option in options if _section(option) == section]
        if names:
            rows.append((f"{names[0]} … {names[-1]}", f"{what}: {' '.join(names[1:-1])}."))
    return rows


def short_description(command: click.Command) -> str:
    """The first paragraph about a command, with the list behind it if there is one."""
    first, *others = inspect.cleandoc(command.help or "").split("\n\n")
    return "\n\n".join((first, *others[: bool(others) and others[0].startswith("\b")]))


def examples_of(command: click.Command) -> list[str]:
    """The examples in a command's epilog."""
    return [line for line in (command.epilog or "").splitlines() if line.startswith("  ")]


def _write_text(text: str, formatter: click.HelpFormatter) -> None:
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text(text)


def write_rows(sections: dict[str, list[tuple[str, str]]], formatter: click.HelpFormatter) -> None:
    """Write sections of rows of two columns, which line up over all of them."""
    terms = [len(term) for rows in sections.values() for term, _ in rows if len(term) <= _WIDEST_TERM]
    width = max(terms, default=0)
    for title, rows in sections.items():
        if rows:
            with formatter.section(title):
                formatter.write_dl([(f"{term:{width}}", text) for term, text in rows], col_max=width)


def write_examples(examples: Sequence[str], formatter: click.HelpFormatter) -> None:
    """Write the first examples that fit on a line each."""
    fitting = [example for example in examples if len(example) <= formatter.width]
    formatter.write("\nExamples:\n" + "".join(f"{example}\n" for example in (fitting or examples)[:_EXAMPLES]))


def sections(params: Sequence[click.Parameter]) -> dict[str, list[click.Parameter]]:
    """Parameters by section: a command's own, `--help` among them, before those that commands share."""
    by_section: dict[str, list[click.Parameter]] = {_OWN: []}
    changes = any(_section(param) == WHAT_IF for param in params)
    for param in params:
        # If knobs can be changed, --set is among those options.
        section = WHAT_IF if changes and param.name == "overrides" else _section(param)
        by_section.setdefault(section, []).append(param)
    shared = {name: by_section.pop(name) for name in _SHARED_SECTIONS if name in by_section}
    return {name: members for name, members in (by_section | shared).items() if members}


def write_sections(params: Sequence[click.Parameter], ctx: click.Context, formatter: click.HelpFormatter) -> None:
    """Write the options of help, section by section."""
    for name, members in sections(params).items():
        # Newer versions of Click also print a line for each argument, which the text above makes redundant.
        options = (param for param in members if isinstance(param, click.Option))
        records = [record for param in options if (record := param.get_help_record(ctx)) is not None]
        if records:
            with formatter.section(name):
                formatter.write_dl(records)


def write_commands(formatter: click.HelpFormatter) -> None:
    """Write a line on each command in sight, by group, and then what replaces each earlier spelling."""
    width = max(map(len, COMMANDS))
    for purpose in Purpose:
        with formatter.section(purpose.value):
            rows = [(name, COMMANDS[name].summary) for name in IN_SIGHT if COMMANDS[name].purpose is purpose]
            formatter.write_dl([(f"{name:{width}}", summary) for name, summary in rows])
    with formatter.section("Earlier spellings, which work as before, and what replaces them"):
        earlier = [(name, command.instead or command.summary) for name, command in COMMANDS.items() if command.hidden]
        formatter.write_dl([(f"{name:{width}}", instead) for name, instead in earlier])


def write_topics(formatter: click.HelpFormatter) -> None:
    """Write a line on each page of `userprio help`."""
    formatter.write_dl([(name, about_topic(name)) for name in topics()])


class HelpedProgram(click.Group):
    """The program, whose short help says where to begin and what there is."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the short form."""
        by_name = {option.name: option for option in visible(self, ctx)}
        options = [_row(by_name[name], ctx) for name in _ABOUT_A_POOL if name != "format"]
        forms = ("--format FORMAT", f"{', '.join(_USUAL_FORMATS)} and others.")
        everything = ("--help-all", "Everything there is, here and after each command.")
        self.format_usage(ctx, formatter)
        _write_text(short_description(self), formatter)
        groups = [
            (purpose.value.lower(), " ".join(name for name in IN_SIGHT if COMMANDS[name].purpose is purpose))
            for purpose in Purpose
        ]
        first = [(name, COMMANDS[name].summary) for name in IN_SIGHT if COMMANDS[name].first]
        write_rows({"Begin with": first, "All commands": groups}, formatter)
        write_rows({"Options, before or after the command": [*options, forms, everything]}, formatter)
        write_examples(examples_of(self), formatter)
        name = ctx.command_path
        formatter.write_paragraph()
        formatter.write_text(f"`{name} COMMAND --help`, `{name} help commands`, pages: `{name} help`.")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write all commands and the topics of help, for the long form."""
        write_commands(formatter)
        with formatter.section(f"Pages of `{ctx.command_path} help`"):
            write_topics(formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write all commands and all options, for the long form."""
        self.format_commands(ctx, formatter)
        write_sections(self.get_params(ctx), ctx, formatter)
