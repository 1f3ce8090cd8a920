"""What is offered for the values of the options of `userprio plan`."""

import io
from datetime import UTC
from pathlib import Path

import pytest

from tests.cli.conftest import LEDGER
from tests.generate.completion import harvest
from userprio.cli.app import cli
from userprio.cli.completion.answer import Completions, answer_to
from userprio.cli.environment import Environment

ANN = "ann@lab.example"


@pytest.mark.parametrize("option", ["--setfactor", "--setprio", "--setfloor", "--setceiling", "--jobs"])
def test_submitters_are_offered_with_the_equals_sign_that_follows(option: str, tmp_path: Path) -> None:
    found = answer(tmp_path, "plan", option)
    assert (list(found.words), found.joined) == ([f"{ANN}="], True)


def test_submitters_are_offered_for_deletion_and_files_for_plans(tmp_path: Path) -> None:
    assert list(answer(tmp_path, "plan", "--delete").words) == [ANN]
    assert answer(tmp_path, "plan").files
    assert answer(tmp_path, "apply").files


def answer(tmp_path: Path, *words: str) -> Completions:
    """What may stand behind these words."""
    ledger = tmp_path / "small.log"
    ledger.write_text(LEDGER)
    out = io.StringIO()
    env = Environment(
        out, out, {"CONDOR_CONFIG": "ONLY_ENV"}, lambda: 0.0, lambda: UTC, lambda: tmp_path, lambda: tmp_path, ()
    )
    return answer_to(harvest(cli), ("--ledger", str(ledger), *words), "", env)
