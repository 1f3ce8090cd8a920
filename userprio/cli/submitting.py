"""The options for jobs that are not submitted yet: `--submit FILE`, whose jobs are added to the pool for one run."""

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec

from userprio.base import BadInput, counted
from userprio.base.limits import CONFIG_FILE, read_file
from userprio.cli import Environment, GlobalOptions
from userprio.cli.options import misuse, tabled, together
from userprio.cli.parameters import WholeNumber
from userprio.config import ConfigError, ErrorKind
from userprio.pool import ScenarioData

if TYPE_CHECKING:
    from userprio.submission import SubmittedCluster

_STDIN: Final = "-"
_MOST: Final = 1_000_000_000

_options: Final = together(
    click.option(
        "--submit",
        type=click.Path(dir_okay=False, allow_dash=True),
        metavar="FILE",
        help="As if this submit description had just been submitted: its jobs wait in the queue; - is standard input.",
    ),
    tabled({"--as submit_as USER": "Whose jobs those of --submit are; yours if not given."}),
    click.option(
        "--queue",
        type=WholeNumber(0, _MOST),
        metavar="N",
        help="N jobs for each item of --submit, whatever it says.",
    ),
)


class SubmitRequest(msgspec.Struct, frozen=True):
    """What is to be submitted, as whom, and how often."""

    file: str
    user: str | None
    count: int | None


def submit_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options to a command, which is called with their `request`; None without --submit."""

    @wraps(function)
    def run(*args: Any, submit: str | None, submit_as: str | None, queue: int | None, **values: Any) -> Any:
        if submit is None and (submit_as is not None or queue is not None):
            raise misuse("--as and --queue say how --submit is meant: give --submit FILE.")
        request = None if submit is None else SubmitRequest(submit, submit_as, queue)
        return function(*args, request=request, **values)

    with_options: Callable[..., Any] = _options(run)
    return with_options


def submission_of(
    request: SubmitRequest, scenario: ScenarioData, shared: GlobalOptions, env: Environment
) -> "SubmittedCluster":
    """The jobs of a description in the queue of a schedd of the pool.

    Raises:
        BadInput: the description cannot be read, or is refused.
    """
    from userprio.submission import Description, jobs_of, place_of, submitted

    now, myself = datetime.fromtimestamp(scenario.now, env.zone()), env.user.split()[0]
    description = Description(
        text=_text(request.file, env),
        source=request.file,
        user=request.user or myself,
        environ=env.environ,
        folder=Path.cwd(),
        year_month_day=(now.strftime("%Y"), now.strftime("%m"), now.strftime("%d")),
        count=request.count,
        allow_commands=shared.allow_commands,
    )
    place = place_of(description, scenario)
    try:
        # Even where condor_submit makes the ads: it would run commands without asking.
        own = jobs_of(description.text, description.source, place.host, description.count)
    except ConfigError as error:
        if error.kind is ErrorKind.COMMAND_REFUSED:
            raise error.with_(hint="Give --allow-commands if you trust this submit description") from error
        raise
    from userprio.live import dry_run, find_condor_submit

    tool = find_condor_submit(env.environ)
    # It makes jobs of whoever runs it, as many as the description says.
    if tool is None or request.count is not None or description.user.partition("@")[0] != myself:
        return submitted(description, scenario, place, own)
    made = dry_run(tool, description, env.environ)
    if isinstance(made, str):
        env.warn(f"condor_submit of this machine makes no ads of {request.file}: {made}")
        return submitted(description, scenario, place, own)
    return submitted(description, scenario, place, made, f"{tool} -dry-run:full")


def asked_about(submission: "SubmittedCluster", now: int, env: Environment) -> tuple[str, str]:
    """The cluster and the submitter that a question about a submission is about: the one with most of its jobs."""
    jobs = submission.by_submitter(now)
    submitter = max(jobs, key=lambda name: len(jobs[name]))
    if len(jobs) > 1:
        others = counted(len(submission.jobs) - len(jobs[submitter]), "job")
        env.warn(f"{submission.source}: the answer is about the jobs of {submitter}, not the {others} of others")
    return str(submission.cluster), submitter


def _text(name: str, env: Environment) -> str:
    if name == _STDIN:
        if env.stdin is None:
            raise BadInput("there is no standard input to read a submit description from")
        return env.stdin.read()
    try:
        return read_file(name, CONFIG_FILE, None).decode(errors="surrogateescape")
    except OSError as error:
        hint = "Give the file that you would give to condor_submit"
        raise BadInput(f"this submit description cannot be read: {error.strerror}", name, hint=hint) from None
