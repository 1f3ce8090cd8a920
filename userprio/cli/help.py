"""The layout of help: a command's own options first, then the shared ones, in sections."""

from collections.abc import Sequence
from shutil import get_terminal_size
from typing import Any, Final

import click

from userprio.cli.environment import Environment

TABLES: Final = "Rows and columns"
OUTPUT: Final = "Output"
SOURCES: Final = "What it is about"
_SECTIONS: Final = (TABLES, OUTPUT, SOURCES)


_READABLE: Final = 80


def of_width(env: Environment) -> int:
    """The width of text: that of the terminal, up to 80 columns."""
    columns = env.environ.get("COLUMNS", "")
    if columns.isascii() and columns.isdigit() and 0 < len(columns) < 6:
        return max(min(int(columns), _READABLE), 20)
    return max(min(get_terminal_size().columns, _READABLE), 20) if env.on_terminal else _READABLE


class CommonOption(click.Option):
    """An option that commands share, in a section of help."""

    def __init__(self, *args: Any, section: str, **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.section: Final = section


def sections(params: Sequence[click.Parameter]) -> dict[str, list[click.Parameter]]:
    """Parameters by section: a command's own, `--help` among them, before those that commands share."""
    by_section: dict[str, list[click.Parameter]] = {"Options": []}
    own = next((named for param in params if (named := getattr(param, "section", SOURCES)) not in _SECTIONS), None)
    for param in params:
        # If knobs can be changed, --set is among those options.
        section = own if own and param.name == "overrides" else getattr(param, "section", "Options")
        by_section.setdefault(section, []).append(param)
    shared = {name: by_section.pop(name) for name in _SECTIONS if name in by_section}
    return {name: members for name, members in (by_section | shared).items() if members}


class SectionedCommand(click.Command):
    """A command whose help has its options in sections."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, section by section."""
        write_sections(self.get_params(ctx), ctx, formatter)


def write_sections(params: Sequence[click.Parameter], ctx: click.Context, formatter: click.HelpFormatter) -> None:
    """Write the options of help, section by section."""
    for name, members in sections(params).items():
        # Newer versions of Click also print a line for each argument, which the text above makes redundant.
        options = (param for param in members if isinstance(param, click.Option))
        records = [record for param in options if (record := param.get_help_record(ctx)) is not None]
        if records:
            with formatter.section(name):
                formatter.write_dl(records)
