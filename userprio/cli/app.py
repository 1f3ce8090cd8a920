"""The command `userprio`: its group, which loads a command's module only when that command is wanted."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from typing import Final

import click

from userprio.cli.environment import Environment
from userprio.cli.errors import guarded
from userprio.cli.exits import ExitStatus
from userprio.cli.options import shared_of, shared_options, split_own

_CLASSIC: Final = "userprio.classic"
_COMPLETION: Final = "_USERPRIO_COMPLETE"
"""Names the shell that asks, by the scripts in completions/, what could stand at the end of a command line."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """Where a command is found, and the line that says what it does."""

    module: str
    about: str


_COMMANDS: Final = {
    "most": _Entry("userprio.cli.listings", "Priorities, usage and limits of groups and users; the default."),
    "quotas": _Entry(
        "userprio.cli.listings", "Effective, configured and subtree quotas of the groups, and their demand."
    ),
    "negotiate": _Entry("userprio.cli.negotiate", "One negotiation cycle, dry: who gets what, who does not, and why."),
}


class Program(click.Group):
    """A group that knows its commands without loading them, and hands condor_userprio's spelling on untouched."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command = getattr(import_module(_COMMANDS[cmd_name].module), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def about(self, name: str) -> str:
        """The line that says what a command does."""
        return _COMMANDS[name].about

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.about) for name, entry in _COMMANDS.items()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own, rest = split_own(args)
        if rest and rest[0] not in _COMMANDS:
            from userprio.cli.classic import is_classic

            if is_classic(rest):
                ctx.meta[_CLASSIC] = rest
                args = own
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in _COMMANDS and not name.startswith("-"):
            near = get_close_matches(name, _COMMANDS, n=1)
            guess = f"Did you mean {near[0]}?" if near else f"There are {', '.join(_COMMANDS)}."
            ctx.fail(f"No such command {name!r}. {guess}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=Program,
    invoke_without_command=True,
    epilog="""\b
Examples:
  userprio --snapshot physics negotiate
  userprio --config /etc/condor/condor_config --ledger Accountantnew.log quotas
  userprio -allusers -all                 (condor_userprio's own spelling)
""",
)
@shared_options
@click.version_option(package_name="userprio")
@click.pass_context
def cli(context: click.Context) -> ExitStatus | None:
    """Fair share in the style of HTCondor's condor_userprio, without a running pool.

    Without a command it lists what `userprio most` lists. Every option here may also follow the command.
    """
    if context.invoked_subcommand is not None:
        return None
    env = context.find_object(Environment)
    assert env is not None
    return _bare(context.meta.get(_CLASSIC, []), context, env)


def _bare(arguments: Sequence[str], context: click.Context, env: Environment) -> ExitStatus:
    """No command: condor_userprio's arguments, or none at all."""
    from userprio.cli.classic import USAGE, ClassicUsageError, parse_classic
    from userprio.cli.listings import print_classic

    try:
        return print_classic(parse_classic(arguments), shared_of(context), env)
    except ClassicUsageError:
        env.stderr.write(USAGE)
        return ExitStatus.FAILED


def run(arguments: Sequence[str], env: Environment) -> ExitStatus:
    """Run a command line; what goes wrong becomes a sentence on stderr and an exit status."""
    shell = env.environ.get(_COMPLETION)
    if shell is not None:
        from userprio.cli.completion import complete

        return complete(shell, arguments, env)

    def invoke() -> object:
        with cli.make_context(env.program, list(arguments), obj=env) as context:
            return cli.invoke(context)

    return guarded(invoke, env)
