"""`userprio status` and `top`: the state of a pool on one screen, at a moment or as it changes."""

import shlex
from collections.abc import Iterable, Sequence
from io import StringIO
from itertools import islice, takewhile
from pathlib import Path
from shutil import get_terminal_size

import click

from userprio.analysis.status import status as status_of
from userprio.analysis.status import suggestions
from userprio.base.errors import BadInput, Refused
from userprio.base.naming import common_domain
from userprio.cli.environment import Environment, ExitStatus, guarded, sentence
from userprio.cli.loading import load_scenario, settled_scenario
from userprio.cli.options import GlobalOptions, command, misuse, need_pool
from userprio.cli.parameters import as_length
from userprio.cli.past import past_of
from userprio.cli.showing import show
from userprio.ledger import Operation, OperationsLog, OperationState
from userprio.negotiation import diagnosed, with_remarks
from userprio.pool import ScenarioData
from userprio.report import STATUS_FORMATS, StatusReport

_LATELY_S = 7 * 86400
_MOST_EDITS = 2


@command(
    "status",
    "--snapshot physics status",
    "status --pool cm.example.org",
    "--snapshot physics status --json name,in_use,over",
)
def status(shared: GlobalOptions, env: Environment) -> None:
    """Show the state of a pool on one screen: who has what, who waits and why, and what comes next.

    Groups are shown with their subgroups: their use as a bar, their quota as a tick on it, use beyond it in another
    colour. In a pool without groups these are users, with their shares of the pool. What follows is what a dry run of
    the next cycle comes to: for which reasons jobs wait, who gets slots, and whose jobs lose theirs. Then come the
    last edits, and commands to go on with. Where a database of record is named, by --db or in the settings, so are the
    last seven days: use and who had most of it, idle jobs, and how often dry runs agreed with the log.

    A pool of any size fits; what has no line of its own is added up in one. --format json has everything, CSV and
    --json a row for each group, its subgroups included.
    """
    need_pool(shared, "status")
    show_status(shared, env)


@command("top", "top --snapshot /srv/pool", "top --pool cm.example.org --every 1m")
@click.option("--every", metavar="TIME", callback=as_length, help="Read the pool again that often, such as 30s or 5m.")
def top(shared: GlobalOptions, env: Environment, every: int | None) -> None:
    """Look around in the state of a pool: groups and users as a tree on the whole screen. Nothing is ever written.

    Arrows move; space folds and unfolds; s sorts by the next figure; / leaves what a part of a name fits; Enter
    explains what is chosen, p shows what a change would do; r reads the pool again; q ends. It needs a terminal,
    and the extra userprio[top].
    """
    need_pool(shared, "top")
    # What is wrong with the pool is said before the screen is taken.
    first = [status_report(shared, env)]
    if not env.on_terminal or env.stdin is None or not env.stdin.isatty():
        raise misuse("top needs a terminal; `userprio status` is for pipes and files.")
    try:
        from userprio.cli.top_app import Top
    except ImportError as missing:
        what = "top is drawn with textual, which is not installed: pip install 'userprio[top]'"
        raise Refused(what) from missing
    given, program = given_words(shared), click.get_current_context().find_root().command

    def run(words: Sequence[str]) -> str:
        out = StringIO()
        environ = {**env.environ, "COLUMNS": str(get_terminal_size().columns - 4), "FORCE_COLOR": "1"}
        captured = env.with_(stdout=out, stderr=out, stdin=None, environ=environ)
        line = [*words, *given, "--format", "table"]
        guarded(lambda: program.main(line, env.program, obj=captured, standalone_mode=False), captured)
        return out.getvalue()

    # What is written to stderr would be drawn over the screen; the same warnings came before it.
    quiet = env.with_(stderr=StringIO())
    Top(lambda: first.pop() if first else status_report(shared, quiet), run, env.zone(), every).run()


def show_status(shared: GlobalOptions, env: Environment) -> ExitStatus:
    """Show the state of the pool that the options name."""
    show(status_report(shared, env), STATUS_FORMATS, shared.format, env)
    return ExitStatus.DONE


def status_report(shared: GlobalOptions, env: Environment) -> StatusReport:
    """The state of the pool that the options name, with the edits of the last seven days."""
    scenario = settled_scenario(load_scenario(shared, env))
    outcome = with_remarks(scenario, diagnosed(scenario))
    state = status_of(outcome, _edits(scenario, shared, env))
    domain = common_domain(submitter.name for submitter in state.summary.submitters)
    commands = (
        shlex.join(("userprio", *(word.removesuffix(domain) for word in words))) for words in suggestions(state)
    )
    options = shlex.join(given_words(shared))
    past = past_of(scenario, shared, env)
    return StatusReport(state, _name(shared), domain, tuple(commands), options, outcome.pool.unit, past)


def _edits(scenario: ScenarioData, shared: GlobalOptions, env: Environment) -> list[Operation]:
    """The last edits that stand, newest first; none, with a warning, if their log cannot be read."""
    if shared.live:
        from userprio.cli.sessions import log_of_pool

        log: Iterable[Operation] = log_of_pool(shared, env).newest_first()
    elif scenario.ledger.path is not None:
        log = OperationsLog(Path(scenario.ledger.path).resolve()).newest_first()
    else:
        return []
    try:
        lately = takewhile(lambda edit: edit.at > scenario.now - _LATELY_S, log)
        # What was never carried out or was undone says nothing about the pool as it is.
        stands = (edit for edit in lately if edit.state is OperationState.DONE and edit.undone_by is None)
        return list(islice(stands, _MOST_EDITS))
    except BadInput as error:
        env.warn(f"the last edits are not known: {sentence(error)}")
        return []


def _name(shared: GlobalOptions) -> str:
    """What the pool is called on the command line."""
    return Path(shared.snapshot).name if shared.snapshot is not None else shared.pool or shared.negotiator or ""


def given_words(shared: GlobalOptions) -> list[str]:
    """The options of the command line that say which pool it is about, for another command on the same."""
    then = shared.at is not None
    options = {
        "--at": shared.at,
        "--db": shared.database if then else None,
        "--snapshot": None if then else shared.snapshot,
        "--pool": shared.pool,
        "--name": shared.negotiator,
        "--via": shared.via,
        "--config": shared.config,
        "--ledger": shared.ledger,
        "--now": None if then else shared.now,
        "--condor-version": shared.version,
        "--profile": shared.profile,
    }
    words = [word for name, value in options.items() if value is not None for word in (name, str(value))]
    words += [word for name, value in shared.overrides.items() for word in ("--set", f"{name}={value}")]
    words += [word for name, number in shared.limits.items() for word in ("--limit", f"{name}={number}")]
    flags = {"--trust": shared.trust, "--allow-commands": shared.allow_commands}
    return [*words, *(name for name, given in flags.items() if given)]
