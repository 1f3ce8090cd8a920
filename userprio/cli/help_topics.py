"""`userprio help`: the help of a command, or a page on what concerns several of them."""

from difflib import get_close_matches

import click

from userprio.cli.environment import Environment
from userprio.cli.exits import ExitStatus
from userprio.cli.help import of_width
from userprio.cli.options import Shared, command, misuse, shared_options
from userprio.cli.terminal import put_out
from userprio.cli.topics import names, topic, topic_text


@command("help", "help formats", "help negotiate", name="help")
@shared_options(of_pools=False)
@click.argument("name", metavar="[TOPIC]", required=False)
def help_command(shared: Shared, env: Environment, name: str | None) -> ExitStatus:
    """Show what there is to say of a TOPIC, or of a command; without either, which there are.

    Topics are on pages of section 7 of the manual too, such as userprio-formats(7).
    """
    parent = click.get_current_context().parent
    assert parent is not None
    program = parent.command
    assert isinstance(program, click.Group)
    if name is None:
        put_out(program.get_help(parent) + "\n", env)
    elif name in names():
        put_out(topic_text(topic(name), of_width(env)), env)
    elif (found := program.get_command(parent, name)) is not None:
        with click.Context(found, parent=parent, info_name=name) as context:
            put_out(found.get_help(context) + "\n", env)
    else:
        near = get_close_matches(name, [*names(), *program.list_commands(parent)], n=1)
        guess = f"Did you mean {near[0]}?" if near else f"There are {', '.join(names())}, and every command."
        raise misuse(f"There is no help on {name!r}. {guess}")
    return ExitStatus.DONE
