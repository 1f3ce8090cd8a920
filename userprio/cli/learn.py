"""`userprio help`, and `userprio learn`: the tutorial on a terminal, running each of its commands on the way.

The text is the page userprio-tutorial(7), in steps that ask a question, show the answer and let the user experiment.
"""

import re
import shlex
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Final

import click

from userprio.base import write_file
from userprio.base.own_files import owner_elsewhere
from userprio.cli import Environment, ExitStatus, GlobalOptions, WholeNumber, command, misuse, of_width, put_out
from userprio.cli.help import write_commands, write_topics
from userprio.cli.topics import BlockKind, block_text, items_of, kind, names, topic, topic_text

_KEPT: Final = "learn"
"""The file in the user's data that keeps the next step."""
PAGE: Final = "tutorial"
_STEP: Final = re.compile(r"## (\d+)\. (.+)")
_CONSOLE: Final = "```console\n"
_CHOICE: Final = re.compile(r"([a-c])\) ")
_ABOUT_ITSELF: Final = "`userprio learn`"


class _Left(Exception):
    """Ends the lesson for now."""


@dataclass(frozen=True, slots=True)
class LearnStep:
    """The text under one numbered heading of the page."""

    number: int
    title: str
    blocks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """The parts of the page, in order."""

    before: tuple[str, ...]
    steps: tuple[LearnStep, ...]
    after: tuple[str, ...]


@command("learn", "learn", "learn 4", "learn --list")
@click.argument("number", metavar="[STEP]", required=False, type=WholeNumber(min=1))
@click.option("--list", "listed", is_flag=True, help="List the steps, and say which one comes next.")
def learn(shared: GlobalOptions, env: Environment, number: int | None, listed: bool) -> ExitStatus:
    """Learn fair share in a quarter of an hour: guess what happens, see it, change it.

    On a terminal each of the ten steps asks a question, runs a command on a small pool that comes with the program, and
    then takes options to try with that command. The next run resumes where you stopped; with a STEP it begins there.
    Elsewhere all steps are printed, or the STEP alone. The text is that of userprio-tutorial(7), which `userprio help
    tutorial` shows. Nothing is written but the number of the next step.
    """
    tale = story()
    if number is not None and number > len(tale.steps):
        raise misuse(f"There is no step {number}; there are {len(tale.steps)}.")
    lesson = _Lesson(env)
    if listed:
        put_out(_list(tale, lesson.place(len(tale.steps))), env)
    elif env.on_terminal and env.stdin is not None and env.stdin.isatty():
        with suppress(_Left):
            _tell(tale, number or lesson.place(len(tale.steps)), lesson)
    else:
        _print(tale, number, lesson)
    return ExitStatus.DONE


def _list(tale: Story, next_one: int) -> str:
    return "".join(
        f"{step.number:>3}  {step.title}{'  <- next' if step.number == next_one else ''}\n" for step in tale.steps
    )


@dataclass(slots=True)
class _Lesson:
    """A lesson on a terminal, with the step to keep for the next time."""

    env: Environment
    guess: str = ""
    last: list[str] = field(default_factory=list)
    """The words of the command that was run last."""

    def say(self, text: str = "") -> None:
        self.env.stdout.write(f"{text}\n")

    def show(self, block: str) -> None:
        self.say(block_text(block, of_width(self.env)) + "\n")

    def begin(self, tale: Story) -> None:
        """Show what comes before the first step, but not what the page says of `userprio learn`."""
        for block in tale.before:
            if _ABOUT_ITSELF not in block:
                self.show(block)

    def title(self, step: LearnStep, of: int) -> None:
        text = f"{step.number} of {of}: {step.title}"
        self.say(click.style(text, bold=True) if self.env.coloured else text)
        self.say()

    def ask(self, question: str) -> str:
        """The line that the user types; `q`, or the end of input, ends the lesson."""
        self.env.stdout.write(f"{question} ")
        self.env.stdout.flush()
        assert self.env.stdin is not None
        line = self.env.stdin.readline()
        if not line:
            self.say()
        if not line or line.strip().lower() in ("q", "quit", "exit"):
            self.say("Until next time: `userprio learn` goes on from here.")
            raise _Left
        return line.strip()

    def run(self, words: Sequence[str]) -> None:
        """Run a command as from a shell, but without the user's settings."""
        from userprio.cli.app import run

        self.env.stdout.flush()
        nowhere = Path("/nonexistent")
        run(list(words)[1:], replace(self.env, paged=False, config_home=lambda: nowhere, data_home=lambda: nowhere))
        self.say()

    def session(self, block: str) -> None:
        """Run the commands of a block."""
        for typed, _ in commands(block):
            self.say(f"$ {words_of(typed)}")
            self.last = shlex.split(words_of(typed))
            self.run(self.last)

    def place(self, steps: int) -> int:
        """The number of the next step."""
        with suppress(OSError, ValueError):
            return min(max(int((self.env.data_home() / _KEPT).read_text(encoding="utf-8")), 1), steps)
        return 1

    def keep(self, number: int) -> None:
        """Keep the number of the next step; a user without a home starts over."""
        path = self.env.data_home() / _KEPT
        if owner_elsewhere(path) is None:
            with suppress(OSError):
                path.parent.mkdir(parents=True, exist_ok=True)
                write_file(path, f"{number}\n".encode())


def _print(tale: Story, number: int | None, lesson: _Lesson) -> None:
    """Print the whole story, or one step, without questions."""
    if number is None:
        lesson.begin(tale)
    for step in tale.steps:
        if number in (None, step.number):
            lesson.title(step, len(tale.steps))
            for block in step.blocks:
                if is_session(block):
                    lesson.session(block)
                else:
                    lesson.show(block)
    for block in tale.after if number is None else ():
        lesson.show(block)


def _tell(tale: Story, number: int, lesson: _Lesson) -> None:
    """Tell the story step by step, from this step on."""
    if number == 1:
        lesson.begin(tale)
    for step in tale.steps[number - 1 :]:
        lesson.keep(step.number)
        lesson.title(step, len(tale.steps))
        for block in step.blocks:
            _tell_block(block, lesson)
    lesson.keep(1)
    for block in tale.after:
        lesson.show(block)


def _tell_block(block: str, lesson: _Lesson) -> None:
    if is_session(block):
        lesson.session(block)
    elif (letters := choices(block)) is not None:
        lesson.show(block)
        lesson.guess = lesson.ask(f"Your guess ({', '.join(letters)}; Enter to see, q to leave):").lower()
        lesson.say()
    elif (solution := answer(block)) is not None:
        right, why = solution
        lesson.say("That is right." if lesson.guess[:1] == right else f"It is {right}.")
        lesson.show(why)
    elif may_be_changed(block):
        lesson.show(block)
        _change(lesson)
    else:
        lesson.show(block)


def _change(lesson: _Lesson) -> None:
    """Run the last command with options that the user types, as often as wanted."""
    while typed := lesson.ask("Options to add (Enter to go on, q to leave):"):
        try:
            added = shlex.split(typed.strip("`"))
        except ValueError as error:
            lesson.say(f"That cannot be read: {error}.")
            continue
        words = added if added[:1] == ["userprio"] else [*lesson.last, *added]
        lesson.say(f"$ {shlex.join(words)}")
        lesson.run(words)
    lesson.say()


def story() -> Story:
    """The parts of the tutorial's page."""
    before: list[str] = []
    steps: list[tuple[str, list[str]]] = []
    after: list[str] = []
    blocks = before
    for block in topic(PAGE).blocks:
        if _STEP.fullmatch(block):
            blocks = []
            steps.append((block, blocks))
        elif steps and kind(block) is BlockKind.HEADING:
            blocks = after
            blocks.append(block)
        else:
            blocks.append(block)
    titles = (_STEP.fullmatch(title) for title, _ in steps)
    numbered = zip(titles, (blocks for _, blocks in steps), strict=True)
    return Story(
        tuple(before),
        tuple(LearnStep(int(title[1]), title[2], tuple(blocks)) for title, blocks in numbered if title is not None),
        tuple(after),
    )


def is_session(block: str) -> bool:
    """Whether a block shows commands and their output."""
    return block.startswith(_CONSOLE)


def commands(session: str) -> Iterator[tuple[str, list[str]]]:
    """The commands of a session, without the prompt, each with the lines that are shown after it."""
    for piece in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
        lines = piece.splitlines()
        length = next(at for at, line in enumerate(lines, 1) if not line.endswith("\\"))
        yield "\n".join(lines[:length]), [line for line in lines[length:] if line != "```"]


def words_of(command: str) -> str:
    """A command on one line."""
    return re.sub(r" \\\n *", " ", command)


def choices(block: str) -> list[str] | None:
    """The letters of a list of choices; None: the block is not one."""
    labels = [_CHOICE.match(item) for item in items_of(block)] if kind(block) is BlockKind.ITEMS else [None]
    return [label[1] for label in labels if label is not None] if all(labels) else None


def answer(block: str) -> tuple[str, str] | None:
    """The right letter and the explanation; None: the block is not an answer."""
    match = re.match(r"Answer ([a-c])\. (.*)", block, re.DOTALL)
    return (match[1], match[2]) if match else None


def may_be_changed(block: str) -> bool:
    """Whether the block suggests options to add to the last command."""
    return block.startswith("Change it: ")


_COMMANDS: Final = "commands"
"""The topic that is a list of all commands."""


@command("help", "help", "help commands", "help formats", "help negotiate")
@click.argument("name", metavar="[TOPIC]", required=False)
def help_command(shared: GlobalOptions, env: Environment, name: str | None) -> ExitStatus:
    """Show help on a TOPIC or a command; without either, list the topics.

    `userprio help commands` lists all commands, with what replaces those of earlier versions. Topics are also manual
    pages of section 7, such as userprio-formats(7).
    """
    parent = click.get_current_context().parent
    assert parent is not None
    program = parent.command
    assert isinstance(program, click.Group)
    formatter = parent.make_formatter()
    if name is None:
        formatter.write("Pages of `userprio help TOPIC`, which are also userprio-TOPIC(7) of the manual:\n")
        with formatter.indentation():
            write_topics(formatter)
        formatter.write("`userprio help commands` lists all commands; each has --help, and a manual page.\n")
        put_out(formatter.getvalue(), env)
    elif name == _COMMANDS:
        write_commands(formatter)
        put_out(formatter.getvalue(), env)
    elif name in names():
        put_out(topic_text(topic(name), of_width(env)), env)
    elif (command := program.get_command(parent, name)) is not None:
        with click.Context(command, parent=parent, info_name=name) as context:
            put_out(command.get_help(context) + "\n", env)
    else:
        near = get_close_matches(name, [_COMMANDS, *names(), *program.list_commands(parent)], n=1)
        topics = ", ".join((_COMMANDS, *names()))
        guess = f"Did you mean {near[0]}?" if near else f"There are {topics}, and every command."
        raise misuse(f"There is no help on {name!r}. {guess}")
    return ExitStatus.DONE
