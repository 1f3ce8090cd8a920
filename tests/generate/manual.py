"""The manual pages: one for the program and one for each command, in the customary order of sections."""

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import click

from tests.generate import prose
from tests.generate.roff import (
    bold,
    exact,
    example,
    heading,
    italic,
    item,
    joined,
    line,
    paragraph,
    subheading,
    tagged,
    title,
)
from userprio import __version__
from userprio.analysis.explain import Reason
from userprio.cli.app import about
from userprio.cli.commands import COMMANDS
from userprio.cli.help import first_clause, sections
from userprio.cli.parameters import SOURCES, choices_of
from userprio.cli.topics import BlockKind, Topic, items_of, kind, lines_of, names, parsed, topic
from userprio.pool.examples import shipped

OTHER_PAGES: Final = ("condor_userprio", "condor_negotiator")
_SYNOPSES: Final = (
    ("[OPTIONS]", "COMMAND", "[ARGUMENT]..."),
    ("[OPTIONS]", "[LISTING-OPTION]...", "[NAME]..."),
    ("[OPTIONS]", "EDIT-OPTION", "[NAME]", "[VALUE]"),
)
CHANGELOG: Final = Path(__file__).parents[2] / "CHANGELOG.md"
_PLACEHOLDER: Final = re.compile(r"[A-Z][A-Z_]*")


def pages(program: click.Group) -> dict[str, str]:
    """Every page by the name of its file: `userprio.1`, `userprio-most.1` and so on."""
    with click.Context(program, info_name=program.name) as context:
        modules = {name: _module(program.get_command(context, name)) for name in program.list_commands(context)}
        texts = {"userprio": _program_page(program, context)}
        for name, module in modules.items():
            command = program.get_command(context, name)
            assert command is not None
            related = [other for other in modules if other != name and modules[other] == module]
            with click.Context(command, parent=context, info_name=name) as inner:
                texts[f"userprio-{name}"] = _command_page(command, inner, prose.of_command(name, module), related)
    return {f"{page}.1": text for page, text in texts.items()}


def topic_pages(generated: Mapping[str, str]) -> dict[str, str]:
    """The pages of topics, `userprio-formats.7` and so on; some have texts that may not be on disk yet."""
    every = sorted({*names(), *generated})
    read = {name: parsed(name, generated[name]) if name in generated else topic(name) for name in every}
    return {f"userprio-{name}.7": _topic_page(page, every) for name, page in read.items()}


def _topic_page(page: Topic, every: Sequence[str]) -> str:
    return joined(
        (
            _name(f"userprio-{page.name}", page.about, 7),
            heading("DESCRIPTION"),
            *(_block(block, heading) for block in page.blocks),
            _see_also(["userprio"], [f"userprio-{name}" for name in every if name != page.name]),
        )
    )


def _module(command: click.Command | None) -> str:
    assert command is not None
    assert command.callback is not None
    return command.callback.__module__.rpartition(".")[2]


def _program_page(program: click.Group, context: click.Context) -> str:
    sections = prose.read("userprio")
    lists = {
        "{synopses}": "".join(f".PP\n{line(_usage('userprio', pieces))}\n" for pieces in _SYNOPSES),
        "{commands}": _commands(),
        "{options}": _options(program.get_params(context), context, first_clause),
        "{examples}": _examples(program),
    }
    return joined(
        (
            _name("userprio", " ".join(sections[""])),
            *(_section(name, blocks, lists) for name, blocks in sections.items() if name),
            _see_also([], [f"userprio-{name}" for name in names()]),
        )
    )


def _commands() -> str:
    """The commands in sight, by group."""
    groups: dict[str, str] = {}
    for command in COMMANDS.values():
        if not command.hidden:
            about = tagged(f"{bold(f'userprio-{command.name}')}(1)", command.summary)
            groups[command.purpose.value] = groups.get(command.purpose.value, "") + about
    return "".join(f"{subheading(title)}{commands}" for title, commands in groups.items()) + paragraph(
        "Earlier spellings work as before: `userprio help commands` says what replaces each."
    )


def _command_page(command: click.Command, context: click.Context, own: prose.Sections, related: Sequence[str]) -> str:
    name = context.info_name
    assert name is not None
    whole, common = prose.read("userprio"), prose.read("command")
    files = {**prose.terms(whole["FILES"]), **prose.terms(topic("edits").blocks), **prose.terms(common["FILES"])}
    statuses = prose.terms(topic("exit-status").blocks)
    params, instead = command.get_params(context), COMMANDS[name].instead
    placeholders = _placeholders(params, context)
    lists = {
        "{reasons}": _terms({str(reason): reason.about for reason in Reason}),
        "{shipped}": _terms({pool.name: pool.about for pool in shipped()}),
    }
    parts = sections(params)
    about_pools = parts.pop(SOURCES, [])
    options = "".join(
        (subheading(title) if title != "Options" else "") + _options(theirs, context) for title, theirs in parts.items()
    )
    return joined(
        (
            _name(f"userprio-{name}", about(name)),
            heading("SYNOPSIS"),
            f".PP\n{line(_usage(f'userprio {name}', command.collect_usage_pieces(context)))}\n",
            heading("DESCRIPTION"),
            *(_of_help(text, placeholders) for text in _help_paragraphs(command)),
            paragraph(f"An earlier spelling, which works as before; now: `userprio {instead}`.") if instead else "",
            *(_block(text, placeholders=placeholders) for text in own[""]),
            heading("OPTIONS"),
            options,
            subheading(SOURCES) if about_pools else "",
            *map(paragraph, common["OPTIONS"] if about_pools else ()),
            _options(about_pools, context),
            *(_section(title, blocks, lists) for title, blocks in own.items() if title not in common),
            heading("EXAMPLES"),
            _examples(command),
            heading("FILES"),
            _terms(prose.terms(own["FILES"], files)),
            _section("ENVIRONMENT", whole["ENVIRONMENT"], {}),
            heading("EXIT STATUS"),
            _terms(prose.terms(own["EXIT STATUS"], statuses)),
            _see_also(["userprio", *(f"userprio-{other}" for other in related)]),
        )
    )


def _name(page: str, purpose: str, section: int = 1) -> str:
    first = title(page, section, released(), f"userprio {__version__}", "Fair share without a pool")
    return f"{first}{heading('NAME')}" + line(rf"{exact(page)} \- {exact(purpose.rstrip('.'))}") + "\n"


def released() -> str:
    """The day of the newest release, so that pages change only when what they say does."""
    found = re.search(r"^## \d\S+ - (\d{4}-\d\d-\d\d)$", CHANGELOG.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    return found[1]


def _usage(command: str, pieces: Iterable[str]) -> str:
    """What is typed, on one line: `[NAMES]...` in the way of manual pages."""
    words = [bold(command)]
    for piece in " ".join(pieces).split():
        several = piece.endswith("...")
        bare = piece.removesuffix("...").removeprefix("[").removesuffix("]")
        text = _fonts("options" if bare == "OPTIONS" else bare) + (" ..." if several else "")
        words.append(f"[{text}]" if piece.startswith("[") else text)
    return " ".join(words)


def _fonts(text: str) -> str:
    """Placeholders in italics, the rest as it is typed."""
    if text.islower() and text.isalpha():
        return italic(text)
    parts = re.split(r"([A-Z][A-Z_]*)", text)
    return "".join(italic(part) if _PLACEHOLDER.fullmatch(part) else bold(part) for part in parts if part)


def _placeholders(params: Iterable[click.Parameter], context: click.Context) -> set[str]:
    return {
        word
        for param in params
        if not isinstance(param.type, click.Choice)
        for word in _PLACEHOLDER.findall(param.make_metavar(context))
    }


def _options(params: Sequence[click.Parameter], context: click.Context, said: Callable[[str], str] = str) -> str:
    """The options, with what `said` makes of the help of each."""
    placeholders = _placeholders(params, context)
    return "".join(_option(param, context, placeholders, said) for param in params if isinstance(param, click.Option))


def _option(option: click.Option, context: click.Context, placeholders: set[str], said: Callable[[str], str]) -> str:
    record = option.get_help_record(context)
    if record is None:
        return ""
    spellings = ", ".join(bold(spelling) for spelling in (*option.opts, *option.secondary_opts))
    if option.is_flag or option.count:
        value = ""
    elif isinstance(option.type, click.Choice):
        value = " " + "|".join(map(bold, choices_of(option)))
    else:
        value = " " + _fonts(option.make_metavar(context))
    return tagged(spellings + value, said(record[1]), placeholders)


def _of_help(text: str, placeholders: Iterable[str]) -> str:
    """A paragraph of a command's help; lines behind click's mark for lines that stay as they are do so here, too."""
    lines = text.splitlines()
    return example(lines[1:]) if lines[:1] == ["\b"] else paragraph(text, placeholders)


def _help_paragraphs(command: click.Command) -> list[str]:
    return re.split(r"\n\s*\n", inspect.cleandoc(command.help or "").strip())


def _examples(command: click.Command) -> str:
    """The command lines of the epilog, which are those that `--help` shows."""
    lines = inspect.cleandoc(command.epilog or "").splitlines()
    return example(line.strip() for line in lines[lines.index("Examples:") + 1 :])


def _section(name: str, blocks: Iterable[str], lists: Mapping[str, str]) -> str:
    """A section; blocks that name one of `lists` give way to it."""
    return heading(name) + "".join(lists[block] if block in lists else _block(block) for block in blocks)


def _block(block: str, headed: Callable[[str], str] = subheading, placeholders: Iterable[str] = ()) -> str:
    """A block of prose; `headed` sets those that are headings."""
    match kind(block):
        case BlockKind.HEADING:
            title = block.removeprefix("## ")
            return headed(title.upper() if headed is heading else title)
        case BlockKind.LINES:
            return example(lines_of(block))
        case BlockKind.ITEMS:
            return "".join(item(text) for text in items_of(block))
        case BlockKind.TERM:
            return _terms(dict([prose.term(block)]))
        case BlockKind.PARAGRAPH:
            return subheading(block[4:]) if block.startswith("### ") else paragraph(block, placeholders)


def _terms(terms: Mapping[str, str]) -> str:
    """Files, variables, words on the screen: placeholders are between asterisks."""
    return "".join(
        tagged("".join(italic(part) if at % 2 else bold(part) for at, part in enumerate(term.split("*")) if part), text)
        for term, text in terms.items()
    )


def _see_also(own: Iterable[str], topics: Iterable[str] = ()) -> str:
    references = [f"{bold(page)}(1)" for page in (*own, *OTHER_PAGES)]
    references += [f"{bold(page)}(7)" for page in topics]
    return heading("SEE ALSO") + ",\n".join(references) + "\n"
