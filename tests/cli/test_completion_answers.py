"""What is offered at the cursor, asked for as the shells' scripts ask."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.generate.completion import to_json
from userprio.cli.classic.options import OPTIONS, find_option
from userprio.cli.classic.options import Option as ClassicOption
from userprio.cli.commands import IN_SIGHT
from userprio.cli.completion.bash import split
from userprio.cli.completion.commands import KEPT, from_json, read_words
from userprio.cli.completion.names import recorded
from userprio.pool.examples import shipped

Run = Callable[..., Any]
PROGRAM = from_json(KEPT.read_text(encoding="utf-8"))


@pytest.fixture
def offered(userprio: Run) -> Callable[..., list[str]]:
    """The words offered behind `userprio`, the last argument being the word at the cursor."""

    def ask(*words: str | Path) -> list[str]:
        done = userprio(*words, _USERPRIO_COMPLETE="fish")
        assert (done.status, done.err) == (0, "")
        return [line.partition("\t")[0] for line in done.out.splitlines()[1:]]

    return ask


Offered = Callable[..., list[str]]


def test_commands_come_first(offered: Offered) -> None:
    assert offered("") == list(IN_SIGHT)
    assert offered("--snapshot", "physics", "neg") == ["negotiate"]


def test_an_earlier_spelling_is_offered_where_no_command_in_sight_begins_like_that(offered: Offered) -> None:
    assert "setprio" not in offered("set")
    assert offered("setp") == ["setprio"]


def test_the_formats_that_are_offered_are_those_of_the_command(offered: Offered) -> None:
    assert "sarif" not in offered("most", "--format", "")
    assert "sarif" in offered("check", "--format", "")


def test_every_option_of_every_command_is_offered_and_explained(userprio: Run) -> None:
    for command in PROGRAM.commands:
        lines = userprio(command.name, "--", _USERPRIO_COMPLETE="zsh").out.splitlines()[1:]
        spellings = [spelling for option in command.options for spelling in option.spellings]
        assert [line.partition("\t")[0] for line in lines] == [each for each in spellings if each.startswith("--")]
        assert all(line.partition("\t")[2] for line in lines)


def test_a_name_with_control_characters_is_not_offered_in_part() -> None:
    log = b"\n101 Customer.ann\x1b[31m@d * *\n101 Customer.ann@d * *\n101 Customer.andy@d * *\n102 Customer.andy@d\n"
    assert recorded(log, "an") == ["ann@d"]


def test_choices_follow_their_option_with_a_blank_or_an_equals_sign(offered: Offered) -> None:
    assert offered("most", "--layout", "") == ["hierarchical", "flat", "grouporder"]
    assert offered("most", "--layout=f") == ["--layout=flat"]
    assert offered("--format", "j") == ["json", "jsonl", "junit"]
    assert offered("--format", "json", "neg") == ["negotiate"]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_what_an_operation_was_about_stays_on_its_line(userprio: Run, ledger: Path, shell: str) -> None:
    """The names in a remark are anybody's: none adds a candidate, and none sends an escape code to the terminal."""
    name = "e\x1b]0;owned\x07\n9\tinjected@lab"
    assert userprio("--ledger", ledger, "setfactor", "ann@lab.example", "5").status == 0
    log = ledger.with_name(f"{ledger.name}.operations")
    log.write_text(log.read_text().replace('"ann@lab.example"', json.dumps(name)))
    out = userprio("undo", "--ledger", ledger, "", _USERPRIO_COMPLETE=shell).out
    assert out == "\n1\tsetfactor e\\x1b]0;owned\\x07\\x0a9\\x09injected@lab\n"


def test_a_group_that_cannot_be_shown_is_not_offered(userprio: Run, tmp_path: Path) -> None:
    config = tmp_path / "condor_config"
    config.write_text("GROUP_NAMES = fine, e\x1b[2J\n")
    done = userprio("--config", config, "most", "", _USERPRIO_COMPLETE="fish")
    assert "fine" in done.out and "\x1b" not in done.out


@pytest.mark.parametrize(("line", "written"), [("userprio most ", r"\~root"), ("userprio most '", "~root")])
def test_bash_is_kept_from_making_a_home_folder_of_a_name(userprio: Run, ledger: Path, line: str, written: str) -> None:
    """`~root/...` at the beginning of a word would become a path once the candidate stands on the line."""
    ledger.write_text(ledger.read_text().replace("ann@", "~root@"))
    done = userprio(f"userprio --ledger {ledger}{line.removeprefix('userprio')}", "", _USERPRIO_COMPLETE="bash")
    assert done.out.splitlines()[1:] == [
        "<none>".replace("<", r"\<").replace(">", r"\>") if "'" not in line else "<none>",
        written,
    ]


def test_a_file_is_left_to_the_shell(userprio: Run) -> None:
    assert userprio("--config", "x", _USERPRIO_COMPLETE="zsh").out == "files\n"
    assert userprio("--ledger=x", _USERPRIO_COMPLETE="zsh").out == "files\n"


def test_shipped_examples_stand_beside_folders(userprio: Run) -> None:
    lines = userprio("--snapshot", "", _USERPRIO_COMPLETE="fish").out.splitlines()
    assert lines[0] == "files"
    assert [line.partition("\t")[0] for line in lines[1:]] == [pool.name for pool in shipped()]
    assert all("\t" in line for line in lines[1:])


def test_names_come_from_the_ledger_and_the_configuration(offered: Offered, ledger: Path) -> None:
    assert offered("--ledger", ledger, "most", "") == ["<none>", "ann"]
    assert offered("--ledger", ledger, "--set", "GROUP_NAMES=b, a", "most", "") == [
        "a",
        "b",
        "<none>",
        "ann",
    ]
    assert offered("most", "--ledger", ledger, "--", "an") == ["ann"]
    assert offered("most", "--ledger", ledger, "ann@") == ["ann@lab.example"]


def test_names_of_a_snapshot_are_those_of_its_own_ledger(offered: Offered) -> None:
    assert offered("--snapshot", "physics", "most", "group_physics.l") == [
        "group_physics.lep",
        "group_physics.lep.noether",
    ]


def test_only_submitters_are_offered_where_a_group_would_be_wrong(offered: Offered) -> None:
    assert offered("--snapshot", "physics", "resources", "group_chemistry") == [
        "group_chemistry.curie",
        "group_chemistry.einstein",
    ]


@pytest.mark.parametrize(
    "words",
    [
        ["setfactor", ""],
        ["setfactor", "ann@lab.example", "--duration", "2d", "an"],
        ["delete", "--yes", "a"],
        ["resetusage", "a"],
        ["-setfactor", "a"],
        ["-setf", "a"],
        ["--delete", "a"],
        ["-getreslist", ""],
        ["-allusers", "-all", "a"],
    ],
    ids=" ".join,
)
def test_full_names_are_offered_wherever_only_those_are_accepted(
    words: list[str], offered: Offered, ledger: Path
) -> None:
    assert "ann@lab.example" in offered("--ledger", ledger, *words)


def test_values_are_left_to_whoever_types(offered: Offered, ledger: Path) -> None:
    assert offered("--ledger", ledger, "-setfactor", "ann@lab.example", "") == []
    assert offered("--ledger", ledger, "setfactor", "ann@lab.example", "--reason", "") == []
    assert offered("--ledger", ledger, "-af", "Name", "a") == []


def test_a_kind_of_lease_is_offered_behind_the_first_name(offered: Offered, ledger: Path) -> None:
    assert offered("--ledger", ledger, "cancel-lease", "f") == []
    assert offered("--ledger", ledger, "cancel-lease", "ann@lab.example", "f") == ["floor", "factor"]


def test_operations_are_offered_to_undo_the_newest_first(userprio: Run, ledger: Path) -> None:
    for factor in ("2", "3"):
        assert userprio("--ledger", ledger, "setfactor", "ann@lab.example", factor).status == 0
    done = userprio("--ledger", ledger, "undo", "", _USERPRIO_COMPLETE="zsh")
    assert done.out == "\n2\tsetfactor ann@lab.example\n1\tsetfactor ann@lab.example\n"


def test_condor_userprios_options_are_offered_after_one_dash_and_never_behind_a_command(offered: Offered) -> None:
    assert offered("-setf") == ["-setfactor", "-setfloor"]
    assert offered("-quotas", "-allu") == ["-allusers"]
    assert "-quotas" in offered("-")
    assert "-quotas" not in offered("most", "-")
    assert offered("-inputfile", "") == []
    assert offered("-af", "Name", "-allu") == ["-allusers"]


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_abbreviations_are_read_as_condor_userprio_reads_them(option: ClassicOption) -> None:
    for length in range(1, len(option.name) + 1):
        word = f"-{option.name[:length]}"
        meant, typed = find_option(word), read_words(PROGRAM, [word])
        assert typed.classic == (meant is not None)
        assert (typed.waiting and typed.waiting.spellings) == (
            (f"-{meant.name}",) if meant and meant.arguments else None
        )


def test_a_ledger_is_found_where_the_configuration_says(userprio: Run, ledger: Path, tmp_path: Path) -> None:
    config = tmp_path / "condor_config"
    config.write_text(f"ACCOUNTANT_DATABASE_FILE = {ledger}\n")
    done = userprio("most", "a", _USERPRIO_COMPLETE="fish", CONDOR_CONFIG=str(config))
    assert done.out == "\nann\tann@lab.example\n"


def test_knobs_are_offered_in_any_case_and_those_of_groups_by_name(userprio: Run, offered: Offered) -> None:
    lines = userprio("--set", "PRIORITY_H", _USERPRIO_COMPLETE="zsh").out.splitlines()
    assert lines[0] == "joined"
    assert lines[1].startswith("PRIORITY_HALFLIFE=\t")
    assert offered("--set", "priority_h") == ["priority_hALFLIFE="]
    assert offered("--snapshot", "physics", "--set", "GROUP_QUOTA_group_p") == [
        "GROUP_QUOTA_group_physics=",
        "GROUP_QUOTA_group_physics.hep=",
        "GROUP_QUOTA_group_physics.lep=",
    ]
    assert offered("--set", "GROUP_ACCEPT_SURPLUS=") == ["GROUP_ACCEPT_SURPLUS=true", "GROUP_ACCEPT_SURPLUS=false"]
    assert offered("--set", "PRIORITY_HALFLIFE=") == []
    assert offered("--set=NEGOTIATOR_CONSIDER_P") == ["--set=NEGOTIATOR_CONSIDER_PREEMPTION="]


@pytest.mark.parametrize(
    "words",
    [
        ["--ledger", "/nowhere", "most", ""],
        ["--ledger", "/", "most", ""],
        ["--ledger", "a\0b", "most", ""],
        ["--snapshot", "nowhere", "most", ""],
        ["--config", "/nowhere", "most", ""],
        ["--set", "GROUP_NAMES=$(", "most", ""],
        ["--set", "nothing", "most", ""],
        ["nonsense", "--nonsense", ""],
        ["--layout", "--", "x"],
        ["-", "--", "-", ""],
    ],
    ids=" ".join,
)
def test_nothing_is_said_about_what_cannot_be_read(words: list[str], userprio: Run) -> None:
    done = userprio(*words, _USERPRIO_COMPLETE="bash" if not words else "fish")
    assert (done.status, done.err) == (0, "")


@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(["--set", "-s", "--"]))
)
def test_no_line_is_too_strange(userprio: Run, words: list[str]) -> None:
    assert userprio(*words, "", _USERPRIO_COMPLETE="zsh").err == ""
    assert userprio(" ".join(words), "x", _USERPRIO_COMPLETE="bash").err == ""


def test_a_shell_that_is_not_known_gets_no_answer(userprio: Run) -> None:
    done = userprio("most", _USERPRIO_COMPLETE="csh")
    assert (done.status, done.out, done.err) == (2, "", "")


def test_records_that_were_destroyed_or_cannot_be_shown_are_left_out() -> None:
    log = (
        b"107 1 CreationTimestamp 1\n101 Customer.a@x * *\n101 Customer.b@x * *\n102 Customer.b@x\n"
        b"101 Customer.c@x * *\n102 Customer.c@x\n101 Customer.c@x * *\n101 Customer.\xff@x * *\n"
        b"101 Resource.slot1@x@<1> * *\n103 Customer.d@x Priority 1\n101 Customer.\xc3\xa9@x * *\n"
    )
    assert recorded(log, "") == ["a@x", "c@x", "é@x"]
    assert recorded(log, "c") == ["c@x"]
    assert recorded(log, ".") == []


def test_records_are_found_by_the_beginning_of_any_part_of_their_names() -> None:
    log = b"\n101 Customer.group_physics.hep.higgs@x * *\n101 Customer.shiggs@x * *\n101 Customer.group_hi * *\n"
    assert recorded(log, "hi") == ["group_physics.hep.higgs@x", "group_hi"]
    assert recorded(log, "hep.h") == ["group_physics.hep.higgs@x"]


@pytest.mark.slow
def test_a_hundred_thousand_submitters_are_all_found() -> None:
    attributes = "".join(f"103 Customer.%s Attribute{number} 1000.000000\n" for number in range(11))
    record = f"101 Customer.%s * *\n{attributes}"
    log = "".join(record.replace("%s", f"user{number}@pool.example") for number in range(100_000)).encode()
    assert len(recorded(b"107 1 CreationTimestamp 1\n" + log, "user")) == 100_000


@pytest.mark.parametrize(
    ("text", "words", "current"),
    [
        ("userprio ", ("userprio",), ""),
        ("userprio mo", ("userprio",), "mo"),
        ("userprio  most\tann@la", ("userprio", "most"), "ann@la"),
        ("userprio --set GROUP_NAMES=", ("userprio", "--set"), "GROUP_NAMES="),
        ("userprio 'a b", ("userprio",), "a b"),
        ('userprio "a b" "c\\"d', ("userprio", "a b"), 'c"d'),
        (r"userprio \<no", ("userprio",), "<no"),
        (r"userprio a\ b", ("userprio",), "a b"),
        ("userprio '' x'y'z", ("userprio", ""), "xyz"),
        ("userprio \\", ("userprio",), ""),
    ],
)
def test_a_line_of_bash_is_split_as_bash_does(text: str, words: tuple[str, ...], current: str) -> None:
    line = split(text)
    assert (line.words, line.current) == (words, current)


@pytest.mark.parametrize(
    ("text", "replaced", "word", "written"),
    [
        ("userprio ", "", "<none>", r"\<none\>"),
        ("userprio ann@la", "@la", "ann@lab.example", "@lab.example"),
        ("userprio --format=j", "j", "--format=json", "json"),
        ("userprio --format=", "", "--format=json", "json"),
        (r"userprio \<no", r"\<no", "<none>", r"\<none\>"),
        ("userprio '<no", "<no", "<none>", "<none>"),
        ("userprio '", "", "it's", r"it'\''s"),
        ('userprio "a', "a", 'a"$b', r"a\"\$b"),
        ('userprio a="b c', "b c", "a=b cd", "b cd"),
        ("userprio x", "unrelated", "xyz", "xyz"),
    ],
)
def test_bash_gets_what_belongs_in_the_place_of_what_it_replaces(
    text: str, replaced: str, word: str, written: str
) -> None:
    assert split(text, replaced).written(word) == written


def test_the_kept_commands_are_read_as_they_were_written() -> None:
    assert from_json(to_json(PROGRAM)) == PROGRAM


def test_other_runs_load_nothing_of_it() -> None:
    code = (
        "import sys; from userprio.cli.app import run; from userprio.cli.environment import Environment; "
        "run(['--snapshot', 'physics', 'most'], Environment.of_process()); "
        "print([name for name in sys.modules if 'completion' in name or 'manual' in name])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (["most", "--"], ["click", "msgspec", "userprio.config", "userprio.pool", "userprio.report.table", "rich"]),
        (["most", "--sort", ""], ["click", "msgspec", "userprio.config", "userprio.pool", "userprio.report.table"]),
        (["--snapshot", "physics", "explain", ""], ["click", "userprio.config.reader", "userprio.classad.ad"]),
        (["--snapshot", "physics", "most", ""], ["click", "userprio.pool.loading", "userprio.cli.loading"]),
    ],
    ids=" ".join,
)
def test_an_answer_loads_no_more_than_it_needs(words: list[str], parts: list[str]) -> None:
    code = (
        "import sys; from userprio.__main__ import main\n"
        "try: main()\n"
        "finally: print(sorted(name for name in sys.modules), file=sys.stderr)"
    )
    env = {**os.environ, "_USERPRIO_COMPLETE": "zsh"}
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True, env=env)
    assert all(map(find_spec, parts)), "a name that nobody has would be loaded by nobody"
    assert [name for name in parts if f"'{name}'" in done.stderr] == []
    assert done.stdout.count("\n") > 2


def test_submitters_and_groups_are_offered_for_what_they_are_to_have(offered: Offered) -> None:
    words = ("--snapshot", "physics", "aim", "--share")
    assert offered(*words, "group_phy") == [
        f"{name}=" for name in offered("--snapshot", "physics", "most", "group_phy")
    ]
    assert "group_physics.hep=" in offered(*words, "group_physics.hep")
