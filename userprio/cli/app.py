"""The command `userprio`: its Click group, which loads a command's module only on demand."""

from collections.abc import Sequence
from importlib import import_module
from itertools import islice, pairwise
from typing import Final

import click

from userprio import __version__
from userprio.base import Exceeded, Format, run_with
from userprio.cli import COMMANDS, IN_SIGHT, ROOT, Environment, ExitStatus, guarded, standing
from userprio.cli.environment import COMPLETION
from userprio.cli.help import HelpedProgram, help_all
from userprio.cli.options import GlobalOptions, env_of, epilog, repeating_options, shared_of, shared_options

_CLASSIC: Final = "userprio.classic"
_NEAR: Final = 0.8
"""How alike a command in sight must be to be guessed before an earlier spelling."""


def about(name: str) -> str:
    """The one-line description of a command."""
    return COMMANDS[name].summary


class _Program(HelpedProgram):
    """A group that knows its commands without loading them, and passes condor_userprio's spelling on untouched."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"userprio.cli.{COMMANDS[cmd_name].module}")
        commands = (value for value in vars(module).values() if isinstance(value, click.Command))
        return next(command for command in commands if command.name == cmd_name)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # Anywhere but on a terminal this stays condor_userprio's -hierarchical.
        if args == ["-h"] and env_of(ctx).on_terminal:
            args = ["--help"]
        # Before anything else: condor_userprio's -o is -order, and `-o json` would list a user named json.
        if (habit := _kubectls_habit(args)) is not None:
            ctx.fail(habit)
        own, rest = split_own(args, self)
        # Only now is the generated description of all commands read, which a
        # command line in the usual order never needs.
        if rest and rest[0].startswith("--") and "--help" not in own:
            args = _command_first(args, ctx)
            own, rest = split_own(args, self)
        # A command's name goes before condor_userprio's spelling, so nobody can be listed by
        # such a bare name; the full name works.
        if rest and rest[0] not in COMMANDS:
            from userprio.cli.classic.actions import is_classic

            if is_classic(rest):
                ctx.meta[_CLASSIC] = rest
                args = own
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(name, IN_SIGHT, n=1, cutoff=_NEAR) or get_close_matches(name, COMMANDS, n=1)
            guess = f"Did you mean {near[0]}?" if near else f"`{ctx.command_path} help commands` lists all."
            ctx.fail(f"No such command {name!r}. {guess}")
        return super().resolve_command(ctx, args)


def _command_first(arguments: Sequence[str], context: click.Context) -> list[str]:
    """The command line in the order that Click expects; see `command_first`."""
    from userprio.cli.completion.commands import KEPT, Misplaced, command_first, from_json

    try:
        return command_first(arguments, from_json(KEPT.read_text(encoding="utf-8")))
    except Misplaced as misplaced:
        context.fail(str(misplaced))


def split_own(arguments: Sequence[str], program: click.Command) -> tuple[list[str], list[str]]:
    """Split a command line into the program's own options, with their values, and the rest.

    The rest may be in condor_userprio's spelling. Nothing after a lone `--` is an option.
    """
    options = {
        spelling: param for param in program.params if isinstance(param, click.Option) for spelling in param.opts
    }
    ours: list[str] = []
    others: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        name, equals, _ = argument.partition("=")
        if argument == "--":
            others += [argument, *rest]
        elif name in options or name == "--help":
            ours.append(argument)
            if not equals and name in options and not options[name].is_flag:
                # The value goes with its option, or a value such as `quotas` would be taken for the command.
                ours += islice(rest, 1)
        else:
            others.append(argument)
    return ours, others


_HAVE_AN_OUTPUT: Final = ("plan", "report")
"""Commands with an option `-o` for a file."""


def _kubectls_habit(arguments: Sequence[str]) -> str | None:
    """The advice for users who choose a format as in kubectl, with `-o json`."""
    command = next((word for word in arguments if word in COMMANDS), None)
    for option, value in pairwise(arguments):
        # A file may have such a name as well, which is why commands with an -o of their own are left alone.
        known = value in list(Format) or value in ("yaml", "wide", "name")
        if option in ("-o", "--output") and known and command not in _HAVE_AN_OUTPUT:
            form = value if value in list(Format) else "json"
            return f"There is no {option} {value}: formats are chosen with --format, such as --format {form}."
    return None


@click.group(
    cls=_Program,
    invoke_without_command=True,
    epilog=epilog(
        "--snapshot physics negotiate",
        "explain ada --snapshot fairshare",
        "--config /etc/condor/condor_config --ledger Accountantnew.log quotas",
        "-allusers -all                 (condor_userprio's own spelling)",
    ),
)
@repeating_options
@shared_options(ROOT)
@click.version_option(__version__)
@click.pass_context
def cli(context: click.Context, shared: GlobalOptions, env: Environment) -> ExitStatus | None:
    """Who gets how many slots of an HTCondor pool, and why: fair share, offline.

    Without a command it lists what `userprio most` lists; on a terminal, if a pool is named, it shows what `userprio
    status` shows. Every option here may also follow the command, and the options of a command may precede it.
    """
    if context.invoked_subcommand is not None:
        return None
    from userprio.cli.classic.actions import run_classic_arguments
    from userprio.cli.loading import NoLedger

    typed = context.meta.get(_CLASSIC, [])
    asked_for_a_listing = typed or shared.format_given or env.fields or env.view.asked
    if env.on_terminal and not asked_for_a_listing and (shared.live or shared.snapshot is not None):
        from userprio.cli.status import show_status

        return show_status(shared, env)
    try:
        return run_classic_arguments(typed, shared, env)
    except NoLedger as missing:
        # A script that lost its ledger must fail with status 6; the advice is for a
        # person at a first try, and ends with 0.
        if typed or not env.on_terminal:
            raise
        from userprio.report import printable

        env.stdout.write(f"{printable(missing.message[0].upper() + missing.message[1:])}.\n{_WELCOME}")
        return ExitStatus.DONE


cli.params.append(help_all())

_WELCOME: Final = """\

Four things to try, on pools that come with the program:

    userprio --snapshot physics
        who has what, who waits and why, on one screen
    userprio explain ada --snapshot fairshare
        why one submitter gets what it gets
    userprio learn
        fair share in a quarter of an hour, as a story
    userprio init physics mypool
        a pool of your own, as a folder of files to change

With a ledger of yours:  userprio --ledger Accountantnew.log
With a running pool:     userprio --pool HOST
`userprio --help` lists all commands.
"""


def run(arguments: Sequence[str], env: Environment) -> ExitStatus:
    """Run a command line; errors become a sentence on stderr and an exit status."""
    # Completion must not go through Click: an unfinished line is an error there, and the shell would show its message.
    if COMPLETION in env.environ:
        from userprio.cli.completion import answer

        return answer.run(arguments, env)

    def invoke() -> object:
        with cli.make_context(env.program, list(arguments), obj=env) as context, standing(context, env):
            try:
                return cli.invoke(context)
            # The error is located only now, since naming the line means reading the files again.
            except Exceeded as error:
                from userprio.cli.loading import located

                raise located(error, shared_of(context)) from None
        return ExitStatus.DONE

    with run_with():
        return guarded(invoke, env)
