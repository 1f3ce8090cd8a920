"""Submitters that are taken for others because their names look the same."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
ANN = "ann@lab.example"
TWINS = [
    "аnn@lab.example",
    "ann@lаb.example",
    "АNN@lab.example",
    "αnn@lab.example",
    "ａnn@lab.example",
    "ann\u200b@lab.example",
    "ann\u3164@lab.example",
    "ann\uffa0@lab.example",
    "ann\u2800@lab.example",
    "ann\ufe0f@lab.example",
    "ann\u00ad@lab.example",
]


def codes(userprio: Run, ledger: Path) -> list[tuple[str, str]]:
    done = userprio("--ledger", ledger, "check", "--format", "json", CONDOR_CONFIG="ONLY_ENV")
    return [(finding["code"], finding["happens"]) for finding in json.loads(done.out)["findings"]]


def with_submitters(ledger: Path, *names: str) -> None:
    """As a negotiator writes them, which takes any name that a schedd gives; edits refuse some of them."""
    with ledger.open("a", encoding="utf-8") as log:
        log.writelines(f"101 Customer.{name} * *\n103 Customer.{name} PriorityFactor 77.0\n" for name in names)


@pytest.mark.parametrize("name", TWINS, ids=ascii)
def test_a_name_that_looks_like_another_is_reported_with_what_differs(userprio: Run, ledger: Path, name: str) -> None:
    with_submitters(ledger, name)
    assert codes(userprio, ledger) == [
        ("lookalike-names", f"{ANN} and {ascii(name)[1:-1]} look the same, and are 2 submitters to HTCondor")
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("jos\u00e9@lab.example", "jose\u0301@lab.example"),
        ("ivan-\u0438@lab.example", "ivan\u2011\u0438@lab.example"),
        ("\u0432\u043e\u0432\u0430@lab.example", "\u0432o\u0432a@lab.example"),
    ],
    ids=["accents", "dashes", "within Cyrillic"],
)
def test_so_are_two_that_are_both_not_plain(userprio: Run, ledger: Path, one: str, other: str) -> None:
    with_submitters(ledger, one, other)
    assert [code for code, _ in codes(userprio, ledger)] == ["lookalike-names"]


@pytest.mark.parametrize(
    "name",
    [
        "anne@lab.example",
        "jose@lab.example",
        "ann1@lab.example",
        "änn@lab.example",
        "ольга@lab.example",
        "安@lab.example",
    ],
)
def test_names_that_merely_resemble_one_another_are_not(userprio: Run, ledger: Path, name: str) -> None:
    with_submitters(ledger, name, "josé@lab.example", "annl@lab.example", "Ольгa-2@lab.example")
    assert codes(userprio, ledger) == []


def test_the_record_of_an_edit_under_another_case_is_reported(userprio: Run, ledger: Path) -> None:
    with_submitters(ledger, "Ann@lab.example")
    [(code, what)] = codes(userprio, ledger)
    assert (code, what) == (
        "case-twins",
        f"{ANN} and Ann@lab.example differ only in case, and are 2 submitters to HTCondor",
    )


def test_of_many_the_plain_name_and_the_odd_ones_are_said_first(userprio: Run, ledger: Path) -> None:
    with_submitters(ledger, "Ann@lab.example", *TWINS[2:4])
    what = next(what for code, what in codes(userprio, ledger) if code == "lookalike-names")
    assert what.startswith(f"{ANN}, \\u0410NN@lab.example, \\u03b1nn@lab.example and Ann@lab.example look the same")
