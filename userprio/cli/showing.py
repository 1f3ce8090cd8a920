"""Writing results in the format that was asked for."""

from userprio.cli.environment import Environment
from userprio.formats import Format
from userprio.report.formats import TEXT_OF, renderer_of


def show(result: object, form: Format, env: Environment) -> None:
    """Write a result in a format that it has; `auto` is a table on a terminal, and the classic form elsewhere."""
    if form is Format.AUTO:
        form = Format.TABLE if env.on_terminal else Format.CLASSIC
    if form in TEXT_OF:
        env.stdout.write(TEXT_OF[form](result))
        return
    render = renderer_of(result, form)
    given: dict[str, object] = {}
    if "zone" in render.takes:
        given["zone"] = env.zone
    if "on_terminal" in render.takes:
        given["on_terminal"] = env.on_terminal
    if "console" in render.takes:
        from userprio.cli.console import open_console

        given["console"] = open_console(env, plain=form is Format.CLASSIC)
    env.stdout.write(render(result, **given) or "")
