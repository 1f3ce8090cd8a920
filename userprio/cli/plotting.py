"""The option that draws a picture."""

from pathlib import Path

import click

from userprio.cli.options import Decorator
from userprio.report import PLOT_FORMATS


def plot_option(help_text: str) -> Decorator:
    """Add --plot, whose value is a path that ends in the form of picture that is wanted."""
    return click.option(
        "--plot",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        callback=_as_plot,
        help=help_text,
    )


def plot_form(path: Path) -> str:
    """The form that a path asks for."""
    return path.suffix.lower().removeprefix(".")


def _as_plot(context: click.Context, parameter: click.Parameter, path: Path | None) -> Path | None:
    if path is not None and plot_form(path) not in PLOT_FORMATS:
        raise click.BadParameter(f"{str(path)!r} must end in .svg or .png, which says what to draw.")
    return path
