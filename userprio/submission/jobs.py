"""The jobs that a submit description makes: what condor_submit does up to where it talks to a schedd."""

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.base import BadInput, Exceeded
from userprio.classad import Ad
from userprio.config import Config, ConfigError, ErrorKind, StatementPlace, expand, integer_of, quoted, run_command
from userprio.submission.draft import Draft, commands, unused_names
from userprio.submission.job import make_job
from userprio.submission.language import Definitions, QueueStatement, SubmitHost, read_description
from userprio.submission.queue import Items, load_items, parse_queue, values_of

_RANDOM: Final = "$random_"
_PORT: Final = "_container_port"
"""The end of the names of commands that give a port to a service of a container."""
_FACTORY: Final = (
    ("max_materialize", "JobMaterializeLimit"),
    ("max_idle", "JobMaterializeMaxIdle"),
    ("materialize_max_idle", "JobMaterializeMaxIdle"),
)
_MOST: Final = "MAX_JOBS_PER_SUBMISSION"


class SubmittedJobs(Struct, frozen=True):
    """The jobs of a description, as condor_submit makes them."""

    jobs: tuple[Ad, ...]
    warnings: tuple[str, ...] = ()
    later: int = 0
    """Jobs that a job factory makes only when others are done."""


def jobs_of(text: str, source: str, host: SubmitHost, count: int | None = None) -> SubmittedJobs:
    """The jobs of a description that is called `source`, or `count` jobs for each of its items.

    Raises:
        BadInput: condor_submit, or a schedd, refuses it.
    """
    dice = Random(0)
    statements, warnings = read_description(text, source, host, dice)
    maker = _Maker(source, host, dice)
    jobs: list[Ad] = []
    later = 0
    for statement in statements:
        items = maker.items(statement, count)
        wanted, at_first = maker.number(items, statement, len(jobs))
        later += wanted - at_first
        jobs += maker.jobs(statement, items, len(jobs), at_first)
    return SubmittedJobs(tuple(jobs), tuple(dict.fromkeys([*warnings, *maker.warnings, *maker.unused()])), later)


def most_jobs(config: Config) -> int:
    """How many jobs a schedd takes in one submission."""
    return integer_of(config.text(_MOST) or "") or 20_000


class _Maker:
    """Makes the jobs of the queue statements of one description."""

    def __init__(self, source: str, host: SubmitHost, dice: Random) -> None:
        self.warnings: list[str] = []
        self._source, self._host, self._dice = source, host, dice
        self._names: Definitions | None = None
        self._first: Ad | None = None
        """The first job, whose attributes are those of its cluster."""
        self._variables: set[str] = set()
        self._used: set[str] = set()

    def items(self, statement: QueueStatement, count: int | None) -> Items:
        """The items of a queue statement."""
        host, place = self._host, StatementPlace(statement.origin, 0)
        queue = parse_queue(statement.arguments, place, host.behaviour)
        if count is not None:
            queue = replace(queue, count=count)
        elif queue.count == 0 and host.behaviour.queue_statement_is_optional:
            queue = replace(queue, count=1)
        names = self._definitions(statement)
        scope = host.scope(names, self._dice)

        def option(name: str) -> str | None:
            raw = scope.raw(name)
            return None if raw is None else expand(raw, scope).text

        def run(command: str) -> bytes:
            if not host.allow_commands:
                message = f"the items come from a command, {quoted(command)}, and commands are not run"
                raise place.error(message, ErrorKind.COMMAND_REFUSED)
            return run_command(command, host.environ).stdout

        items = load_items(queue, statement.rows, place, host.folder, run, option)
        self.warnings += items.warnings
        return items

    def number(self, items: Items, statement: QueueStatement, before: int) -> tuple[int, int]:
        """How many jobs a queue statement makes in all, and how many of them at once."""
        draft = self._draft(self._definitions(statement), statement)
        wanted = len(items.chosen()) * items.queue.count
        at_first = wanted
        for names in _FACTORY:
            text = draft.command(*names)
            if text is not None and (most := integer_of(text)) is not None and most > 0:
                at_first = min(at_first, most)
        most = most_jobs(self._host.config)
        if before + at_first > most:
            hint = f"Queue fewer, or set {_MOST} as at the access point"
            message = f"a schedd takes at most {most:,} jobs at once ({_MOST}), and these are {before + wanted:,}"
            raise BadInput(message, self._source, statement.origin.line, hint=hint)
        return wanted, at_first

    def jobs(self, statement: QueueStatement, items: Items, first: int, most: int) -> Iterator[Ad]:
        """The jobs of a queue statement, from number `first` on, at most so many."""
        host = self._host
        names = self._definitions(statement)
        random = any(_RANDOM in own.text.lower() for own in names.own.values())
        if random:
            self.warnings.append("$RANDOM_CHOICE and $RANDOM_INTEGER are drawn: a submission draws other values")
        # A job that looks the same variables up as another, with the same values, is like that one.
        alike: dict[frozenset[str], dict[tuple[str, ...], Ad]] = {}
        made = 0
        for number, values in values_of(items, host.behaviour):
            self._variables |= values.keys()
            for step in range(items.queue.count):
                if made == most:
                    return
                proc = first + made
                live = {"item": "", **values}
                counters = {"process": proc, "procid": proc, "step": step, "row": number, "itemindex": number}
                live |= {name: str(value) for name, value in counters.items() if name not in names.own}
                names.live, names.used = live, set()
                job = None if random else _known(alike, live)
                if job is None:
                    job = self._made(names, statement, proc)
                    touched = frozenset(names.used & live.keys())
                    alike.setdefault(touched, {})[tuple(live[name] for name in sorted(touched))] = job
                    self._used |= names.used
                yield job.replace({"ProcId": proc})
                made += 1

    def _made(self, names: Definitions, statement: QueueStatement, proc: int) -> Ad:
        draft = self._draft(names, statement)
        job = make_job(draft, proc)
        self._first = self._first or job
        self.warnings += (f"{self._source}: {warning}" for warning in draft.warnings)
        return job

    def _definitions(self, statement: QueueStatement) -> Definitions:
        self._used |= statement.used
        self._names = Definitions(statement.definitions, self._host.defaults(self._source))
        return self._names

    def _draft(self, names: Definitions, statement: QueueStatement) -> Draft:
        return Draft(names, self._host, self._dice, statement.origin, self._first)

    def unused(self) -> Iterator[str]:
        """Warnings about what no job used, as condor_submit gives them."""
        if self._names is None:
            return
        known = {name.lower() for command in commands() for name in (command.name, command.attribute)}
        self._names.live, self._names.used = {}, set()
        scope = self._host.scope(self._names, self._dice)
        for name, own in self._names.own.items():
            # Such as arguments, which have no part in a match: what they refer to is used all the same.
            if name in known:
                try:
                    expand(own.text, scope)
                except (ConfigError, Exceeded) as error:
                    raise error.at(own.origin.path, own.origin.line) from None
            elif name.endswith(_PORT):
                known.add(name)
        self._used |= self._names.used
        for name in unused_names({**self._names.own, **dict.fromkeys(self._variables)}, self._used | known):
            unused = self._names.own.get(name)
            if unused is None or name in self._variables:
                yield f"{self._source}: the variable {name} of the queue statement is not used"
            else:
                line = f"{unused.origin}: {quoted(f'{unused.name} = {unused.text}')}"
                yield f"{line} is not used by condor_submit: is it a typing error?"


def _known(alike: dict[frozenset[str], dict[tuple[str, ...], Ad]], live: dict[str, str]) -> Ad | None:
    """The job that was made with the same values of the variables that it depends on."""
    for touched, jobs in alike.items():
        if (job := jobs.get(tuple(live[name] for name in sorted(touched)))) is not None:
            return job
    return None
