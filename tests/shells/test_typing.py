"""Somebody presses the tab key in bash, zsh and fish, and what is completed arrives at the program as it is."""

from collections.abc import Iterator
from itertools import takewhile

import pytest

from tests.cli.completed import LINES, Line
from tests.cli.conftest import LEDGER
from tests.shells.terminal import Terminal, terminal

pytestmark = pytest.mark.shells

ODD = {
    "single quote": "it's",
    "double quote": 'a"b',
    "dollar": "$HOME",
    "braced dollar": "${HOME}",
    "command": "$(touch${IFS}ran)",
    "backquotes": "`touch${IFS}ran`",
    "colon": "a:b:c",
    "backslash": "back\\slash",
    "star": "st*r?",
    "brackets": "[ab]",
    "braces": "{a,b}",
    "parentheses": "(a)",
    "semicolon": "a;b",
    "pipe": "a|b&c",
    "redirection": "a>b<c",
    "hash": "a#b",
    "equals": "a=b",
    "percent": "%a%%",
    "tilde": "~root",
    "caret": "a^b",
    "comma": "a,b",
    "umlaut": "größe",
    "exclamation": "a!b",
}
NAMES = {
    what: f"{chr(97 + number // 10)}{number % 10}{odd}@lab.example" for number, (what, odd) in enumerate(ODD.items())
}
"""Each begins with two characters that no other begins with."""
ESCAPES = "z9\x1b[31mred@lab.example"
NAMESAKES = ("group_chem.twin@lab.example", "group_physics.twin@lab.example")
CONFIG = """\
GROUP_NAMES = group_physics, group_physics.hep, group_chem
"""


@pytest.fixture(scope="module")
def typed(shell: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Terminal]:
    """A shell in a folder with a ledger of odd names and a configuration with groups."""
    home = tmp_path_factory.mktemp(shell)
    records = "".join(
        f"101 Customer.{name} * *\n103 Customer.{name} Priority 0.5\n"
        for name in (*NAMES.values(), ESCAPES, "z8@only", *NAMESAKES)
    )
    (home / "odd.log").write_text(LEDGER + records)
    (home / "condor_config").write_text(CONFIG)
    (home / "a pool's $folder").mkdir()
    with terminal(shell, home) as opened:
        yield opened


WITH = ["--ledger", "odd.log"]


def test_a_command_is_completed(typed: Terminal) -> None:
    assert typed.type("userprio nego\t") == ["negotiate"]


@pytest.mark.parametrize("what", ODD)
def test_a_name_arrives_as_it_is_in_the_ledger(typed: Terminal, what: str) -> None:
    name = NAMES[what]
    assert typed.type(f"userprio --ledger odd.log delete {name[:2]}\t") == [*WITH, "delete", name]
    assert not (typed.home / "ran").exists()


@pytest.mark.parametrize("quote", ["'", '"'])
@pytest.mark.parametrize("what", sorted(ODD.keys() - {"exclamation"}))
def test_a_name_that_was_begun_with_a_quote_arrives_too(typed: Terminal, what: str, quote: str) -> None:
    name = NAMES[what]
    words = typed.type(f"userprio --ledger odd.log delete {quote}{name[:2]}\t")
    assert words == [*WITH, "delete", name]
    assert not (typed.home / "ran").exists()


def test_an_option_with_an_equals_sign_and_a_word_with_an_at_are_completed(typed: Terminal) -> None:
    assert typed.type("userprio --format=cl\t") == ["--format=classic"]
    assert typed.type("userprio --ledger=odd.log most ann@la\t") == ["--ledger=odd.log", "most", "ann@lab.example"]


def test_groups_come_from_the_configuration(typed: Terminal) -> None:
    words = typed.type("userprio --config condor_config --ledger odd.log most group_c\t")
    assert words[-1] == "group_chem"


def test_a_knob_is_completed_and_no_blank_follows_its_equals_sign(typed: Terminal) -> None:
    words = typed.type("userprio --config condor_config --set GROUP_QUOTA_group_ch\t5 most")
    assert words[-2:] == ["GROUP_QUOTA_group_chem=5", "most"]
    assert typed.type("userprio most --set NEGOTIATOR_CONSIDER_PREEMPTION=f\t") == [
        *("most", "--set", "NEGOTIATOR_CONSIDER_PREEMPTION=false"),
    ]


def test_a_name_that_would_act_on_the_terminal_is_not_offered(typed: Terminal) -> None:
    assert typed.type("userprio --ledger odd.log most z\t")[-1] == "z8"


def test_condor_userprios_spelling_is_completed(typed: Terminal) -> None:
    assert typed.type("userprio -setfac\tz8@only 5") == ["-setfactor", "z8@only", "5"]


def test_a_file_with_blanks_is_completed_by_the_shell(typed: Terminal) -> None:
    words = typed.type("userprio --snapshot a\\ p\t")
    assert words[-1].rstrip("/") == "a pool's $folder"


def test_what_nothing_begins_with_stays_as_it_was_typed(typed: Terminal) -> None:
    assert typed.type("userprio --ledger odd.log most nobody\t") == [*WITH, "most", "nobody"]


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.typed)
def test_each_kind_of_value_is_completed_as_far_as_it_is_clear(typed: Terminal, line: Line) -> None:
    """Where nothing is offered, the shell may offer what it likes, such as files, of which there are none so called."""
    *before, current = line.arguments
    keys = f"userprio {' '.join(before)} {current}\t"
    assert typed.type(f"{keys}X" if _goes_on(line) else keys) == [
        *before,
        f"{_clear(line)}{'X' if _goes_on(line) else ''}",
    ]


def _clear(line: Line) -> str:
    """What all words that are offered begin with."""
    if not line.words:
        return line.arguments[-1]
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(min(line.words), max(line.words), strict=False))
    return "".join(letter for letter, _ in pairs)


def _goes_on(line: Line) -> bool:
    """Whether no space is to follow what was completed."""
    return len(line.words) == 1 and line.words[0].endswith(("=", ":", "."))


def test_of_namesakes_none_takes_the_place_of_what_was_typed_unless_it_is_chosen(typed: Terminal, shell: str) -> None:
    """What their full names begin with is no name; zsh puts the first in, and the others at further presses."""
    words = typed.type("userprio --ledger odd.log delete twi\t")
    assert words[-1] == {"bash": "twi", "zsh": NAMESAKES[0], "fish": "twi"}[shell]
    assert typed.type("userprio --ledger odd.log explain twi\t")[-1] == words[-1]
