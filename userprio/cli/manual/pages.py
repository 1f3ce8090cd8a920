"""The pages: one for the program and one for each command, in the customary order of sections."""

import inspect
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import click

from userprio import __version__
from userprio.cli.app import about
from userprio.cli.classic.options import OPTIONS, Section, shortest
from userprio.cli.differences import DIFFERENCES
from userprio.cli.exits import ExitStatus
from userprio.cli.manual import prose
from userprio.cli.manual.roff import bold, exact, example, heading, italic, paragraph, subheading, tagged, title
from userprio.cli.manual.roff import prose as prose_of
from userprio.pool.examples import shipped

_PLACEHOLDER: Final = re.compile(r"[A-Z][A-Z_]*")
_EXAMPLES: Final = "Examples:"


def pages(program: click.Group) -> dict[str, str]:
    """Every page by the name of its file: `userprio.1`, `userprio-most.1` and so on."""
    with click.Context(program, info_name=program.name) as context:
        names = program.list_commands(context)
        texts = {"userprio": _program_page(program, context, names)}
        for name in names:
            command = program.get_command(context, name)
            assert command is not None
            with click.Context(command, parent=context, info_name=name) as inner:
                texts[f"userprio-{name}"] = _command_page(program, command, inner, names)
    return {f"{page}.1": text for page, text in texts.items()}


def _program_page(program: click.Group, context: click.Context, names: Sequence[str]) -> str:
    commands = [tagged(f"{bold(f'userprio-{name}')}(1)", about(name)) for name in names]
    return "".join(
        (
            _name("userprio", prose.ABOUT),
            heading("SYNOPSIS"),
            *(f".PP\n{_usage('userprio', pieces)}\n" for pieces in prose.SYNOPSES),
            heading("DESCRIPTION"),
            *(paragraph(text) for text in prose.DESCRIPTION),
            heading("COMMANDS"),
            paragraph(prose.COMMANDS),
            *commands,
            heading("OPTIONS"),
            paragraph(prose.OPTIONS),
            _options(program.get_params(context), context),
            _classic(),
            *(
                _section(section)
                for section in (prose.PLACES, prose.SNAPSHOTS, prose.FORMATS, prose.EDITING, prose.LIVE)
            ),
            _section(prose.LIMITS),
            _examples(program.epilog),
            paragraph(prose.SHIPPED),
            *(tagged(bold(pool.name), pool.about) for pool in shipped()),
            _terms("FILES", prose.FILES),
            _terms("ENVIRONMENT", prose.ENVIRONMENT),
            _statuses(prose.STATUSES),
            _see_also([f"userprio-{name}" for name in names], prose.OTHER_PAGES),
        )
    )


def _command_page(program: click.Group, command: click.Command, context: click.Context, names: Sequence[str]) -> str:
    name = context.info_name
    assert name is not None
    family = prose.family(name, command.callback.__module__ if command.callback else "")
    shared = {spelling for param in program.params for spelling in param.opts}
    params = [param for param in command.get_params(context) if isinstance(param, click.Option)]
    own = [param for param in params if not shared.intersection(param.opts) and "--help" not in param.opts]
    others = [param for param in params if param not in own]
    placeholders = _placeholders(command.get_params(context), context)
    related = [other for other in names if other != name and _same_family(program, context, other, command)]
    return "".join(
        (
            _name(f"userprio-{name}", about(name)),
            heading("SYNOPSIS"),
            f".PP\n{_usage(f'userprio {name}', command.collect_usage_pieces(context))}\n",
            heading("DESCRIPTION"),
            *(paragraph(text, placeholders) for text in _help_paragraphs(command)),
            *(paragraph(text, placeholders) for text in family.paragraphs),
            heading("OPTIONS"),
            _options(own, context),
            subheading("Options of every command") if own else "",
            paragraph(prose.SHARED_OPTIONS),
            _options(others, context),
            *(_section(section) for section in family.sections),
            _examples(command.epilog),
            _terms("FILES", family.files),
            _terms("ENVIRONMENT", prose.ENVIRONMENT),
            _statuses({status: prose.STATUSES[status] for status in family.ends_with}),
            _see_also(["userprio", *(f"userprio-{other}" for other in related)], prose.OTHER_PAGES),
        )
    )


def _same_family(program: click.Group, context: click.Context, name: str, command: click.Command) -> bool:
    other = program.get_command(context, name)
    return (
        other is not None
        and other.callback is not None
        and command.callback is not None
        and other.callback.__module__ == command.callback.__module__
    )


def _name(page: str, purpose: str) -> str:
    first = title(page, 1, f"userprio {__version__}", "Fair share without a pool")
    return rf"{first}{heading('NAME')}{exact(page)} \- {exact(purpose.rstrip('.'))}" + "\n"


def _usage(command: str, pieces: Iterable[str]) -> str:
    """What is typed, on one line: `[NAMES]...` in the way of manual pages."""
    words = [bold(command)]
    for piece in pieces:
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


def _options(params: Sequence[click.Parameter], context: click.Context) -> str:
    placeholders = _placeholders(params, context)
    return "".join(_option(param, context, placeholders) for param in params if isinstance(param, click.Option))


def _option(option: click.Option, context: click.Context, placeholders: set[str]) -> str:
    record = option.get_help_record(context)
    if record is None:
        return ""
    spellings = ", ".join(bold(spelling) for spelling in (*option.opts, *option.secondary_opts))
    if option.is_flag or option.count:
        value = ""
    elif isinstance(option.type, click.Choice):
        value = " " + "|".join(bold(str(choice)) for choice in option.type.choices)
    else:
        value = " " + _fonts(option.make_metavar(context))
    return tagged(spellings + value, record[1], placeholders)


def _help_paragraphs(command: click.Command) -> list[str]:
    return re.split(r"\n\s*\n", inspect.cleandoc(command.help or "").strip())


def _examples(epilog: str | None) -> str:
    """The command lines of an epilog, which are those that `--help` shows."""
    lines = inspect.cleandoc(epilog or "").replace("\b", "").strip("\n").splitlines()
    if _EXAMPLES not in lines:
        return ""
    return heading("EXAMPLES") + example(line.strip() for line in lines[lines.index(_EXAMPLES) + 1 :])


def _classic() -> str:
    """condor_userprio's options by what they are about, each with as much of it as will do, and the differences."""
    parts = [heading("CONDOR_USERPRIO'S OWN SPELLING"), paragraph(prose.CLASSIC)]
    for section in Section:
        parts.append(subheading(section))
        for option in OPTIONS:
            if option.section is section:
                flags = f"[{bold(':')}{italic('FLAGS')}]" if option.flags else ""
                words = [bold(f"-{option.name}") + flags, *map(italic, option.arguments), *["..."] * option.many]
                enough = option.name[: shortest(option)]
                shorter = "" if enough == option.name else f" Shortest: `-{enough}`."
                parts.append(tagged(" ".join(words), f"{option.about[0].upper()}{option.about[1:]}.{shorter}"))
    parts += [subheading("Differences"), paragraph(prose.DIFFERENCES)]
    for each in DIFFERENCES:
        parts.append(tagged(prose_of(each.about), f"`condor_userprio` {each.theirs}; `userprio` {each.ours}."))
    return "".join(parts)


def _section(section: prose.Section) -> str:
    return "".join(
        (
            heading(section.title),
            *(paragraph(text) for text in section.paragraphs),
            *(tagged(_term(term), text) for term, text in section.terms.items()),
        )
    )


def _terms(name: str, terms: Mapping[str, str]) -> str:
    return heading(name) + "".join(tagged(_term(term), text) for term, text in terms.items())


def _term(term: str) -> str:
    """A file, a variable, an option: placeholders are between asterisks."""
    parts = re.split(r"\*([^*]+)\*", term)
    return "".join(italic(part) if index % 2 else bold(part) for index, part in enumerate(parts) if part)


def _statuses(statuses: Mapping[ExitStatus, str]) -> str:
    return heading("EXIT STATUS") + "".join(tagged(bold(str(int(status))), text) for status, text in statuses.items())


def _see_also(own: Iterable[str], others: Iterable[str]) -> str:
    references = [f"{bold(page)}(1)" for page in (*own, *others)]
    return heading("SEE ALSO") + ",\n".join(references) + "\n"
