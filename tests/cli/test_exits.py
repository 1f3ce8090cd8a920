"""From exceptions to a sentence and a status."""

import io
from collections.abc import Callable
from datetime import UTC
from pathlib import Path

import click
import pytest

from userprio.base.errors import BadInput
from userprio.cli.environment import Environment, ExitStatus, guarded, sentence


def raising(error: BaseException) -> Callable[[], object]:
    def run() -> object:
        raise error

    return run


def ended(run: Callable[[], object]) -> tuple[ExitStatus, str]:
    err = io.StringIO()
    return guarded(
        run, Environment(io.StringIO(), err, {}, lambda: 0.0, lambda: UTC, lambda: Path("config"), lambda: Path("data"))
    ), err.getvalue()


@pytest.mark.parametrize(
    ("error", "status", "text"),
    [
        (BadInput("it is torn", "a.log", 3, hint="Mend it"), 6, "userprio: a.log, line 3: it is torn. Mend it.\n"),
        (BadInput("is it torn?"), 6, "userprio: is it torn?\n"),
        (BadInput("bell \x07 and\nbreak"), 6, "userprio: bell \\x07 and\\x0abreak.\n"),
        (FileNotFoundError(2, "No such file", "b.ads"), 6, "userprio: b.ads: No such file.\n"),
        (PermissionError(13, "Permission denied", b"c\xff"), 6, "userprio: c\\xff: Permission denied.\n"),
        (OSError("odd"), 6, "userprio: odd.\n"),
        (click.UsageError("no"), 2, "userprio: no.\n"),
        (click.UsageError("bell \x07"), 2, "userprio: bell \\x07.\n"),
        (
            click.NoSuchOption("--tp", possibilities=["--top"]),
            2,
            "userprio: No such option --tp. Did you mean --top?\n",
        ),
        (click.exceptions.Exit(0), 0, ""),
        (KeyboardInterrupt(), 130, ""),
        (click.Abort(), 130, ""),
        (BrokenPipeError(32, "Broken pipe"), 141, ""),
    ],
)
def test_what_is_raised_on_purpose_becomes_a_sentence_and_a_status(
    error: BaseException, status: int, text: str
) -> None:
    assert ended(raising(error)) == (status, text)


def test_a_command_that_returns_nothing_is_done() -> None:
    assert ended(lambda: None) == (ExitStatus.DONE, "")
    assert ended(lambda: ExitStatus.FAILED) == (ExitStatus.FAILED, "")


def test_ctrl_c_that_python_made_another_error_of_is_ctrl_c_still() -> None:
    """While a class is made, Python 3.11 puts a RuntimeError about `__set_name__` in its place."""

    def run() -> None:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as pressed:
            raise RuntimeError("Error calling __set_name__ on 'cached_property'") from pressed

    assert ended(run) == (ExitStatus.INTERRUPTED, "")
    with pytest.raises(RuntimeError):
        ended(raising(RuntimeError("a bug")))


def test_a_bug_is_not_hidden() -> None:
    with pytest.raises(ZeroDivisionError):
        ended(raising(ZeroDivisionError()))


def test_sentences_end_once() -> None:
    assert sentence(BadInput("done.")) == "done."
