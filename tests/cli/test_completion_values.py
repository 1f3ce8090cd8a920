"""What may be the value of an option or argument is offered, and what is offered is accepted."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.completed import LINES, Line
from userprio.base.naming import meant
from userprio.cli.completion.answer import answer_to
from userprio.cli.completion.commands import KEPT, CommandSpec, OperandSpec, ProgramSpec, WordKind, from_json
from userprio.cli.completion.names import head_of, submitters_of, values
from userprio.cli.completion.spellings import in_full, patterns, shortest
from userprio.cli.environment import Environment

Run = Callable[..., Any]
PROGRAM = from_json(KEPT.read_text(encoding="utf-8"))


@pytest.fixture
def offered(userprio: Run) -> Callable[..., list[str]]:
    """The lines of an answer, directives first, each without its description."""

    def ask(*words: str | Path) -> list[str]:
        done = userprio(*words, _USERPRIO_COMPLETE="zsh")
        assert (done.status, done.err) == (0, "")
        return [line.partition("\t")[0] for line in done.out.splitlines()]

    return ask


Offered = Callable[..., list[str]]


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.typed)
def test_each_kind_of_value_is_offered(line: Line, offered: Offered) -> None:
    directives, *words = offered(*line.arguments)
    assert words == list(line.words)
    assert ("replacing" in directives) is line.replacing


# Names


NAMES = st.lists(
    st.from_regex(r"(?:g_[ab]|[ab])(?:\.(?:[ab]|g_[ab])){0,2}(?:@[xy])?", fullmatch=True), max_size=6, unique=True
)
BEGINNINGS = st.sampled_from(["", "a", "b", "g", "g_a", "a.", "a.b", "a@", "b@x", "_"])


@given(NAMES, BEGINNINGS)
def test_what_is_offered_for_a_name_is_accepted_for_it(names: list[str], begun: str) -> None:
    answer = shortest(begun, names)
    if answer.replacing:
        assert all(meant(word, names) == [word] for word in answer.words)
        return
    for word in answer.words:
        assert word.startswith(begun)
        owners = meant(word, names)
        assert owners == [answer.remarks.get(word, word)] or len(owners) > 1


@given(NAMES, BEGINNINGS)
def test_nobody_is_left_out_whose_name_or_an_end_of_it_was_begun(names: list[str], begun: str) -> None:
    answer = shortest(begun, names)
    reached = {name for word in answer.words for name in ([word] if word in names else meant(word, names))}
    ends = {name for name in names if any(end.startswith(begun) for end in (name, *_ends_of(name)))}
    # Only somebody whose every such name means somebody else, who is offered.
    for name in ends - reached:
        begun_so = [end for end in _ends_of(name) if end.startswith(begun)]
        assert all(name not in meant(end, names) and end in answer.words for end in begun_so)


def _ends_of(name: str) -> list[str]:
    parts = name.partition("@")[0].split(".")
    return [".".join(parts[at:]) for at in range(1, len(parts))]


def test_the_shortest_clear_name_is_offered_and_the_full_one_describes_it() -> None:
    answer = shortest("h", ["group_a.higgs@d", "group_a.hans@d", "group_b.hans@d"])
    assert answer.words == ("hans", "higgs")
    assert answer.remarks == {"higgs": "group_a.higgs@d", "hans": "group_a.hans@d or group_b.hans@d"}


def test_of_namesakes_the_full_names_are_offered_once_nobody_else_is_left() -> None:
    answer = shortest("ha", ["group_a.higgs@d", "group_a.hans@d", "group_b.hans@d"])
    assert (answer.words, answer.replacing) == (["group_a.hans@d", "group_b.hans@d"], True)


def test_of_users_of_two_domains_each_is_offered_with_the_domain() -> None:
    assert shortest("an", ["ann@a", "ann@b"]).words == ("ann@a", "ann@b")


def test_groups_are_offered_in_full_from_their_beginning() -> None:
    assert shortest("", ["group_a", "group_a.b", "group_a.b.ann@d"]).words == ("group_a", "group_a.b", "ann")
    assert shortest("b", ["group_a", "group_a.b"]).words == ("b",)


def test_edits_get_full_names_that_begin_so_and_else_those_with_such_an_end() -> None:
    names = ["ann@d", "group.anna@d", "group.bob@d"]
    assert (in_full("an", names).words, in_full("an", names).replacing) == (["ann@d"], False)
    assert (in_full("bo", names).words, in_full("bo", names).replacing) == (["group.bob@d"], True)


def test_a_pattern_may_leave_out_the_group_as_a_whole_but_no_part_of_it() -> None:
    names = ["group.sub.ann@d", "group.sub.ann@e", "group.bob@d"]
    answer = patterns("a", names, ["group", "group.sub"])
    assert answer.words == ("ann",)
    assert answer.remarks == {"ann": "group.sub.ann@d and group.sub.ann@e"}
    assert patterns("su", names, ["group", "group.sub"]).words == ()


def test_names_of_submitters_without_a_record_come_from_the_ads(tmp_path: Path, offered: Offered) -> None:
    (tmp_path / "submitters.ads").write_text('Name = "group.ann@lab"\nScheddName = "zoe@ap"\n\nName = "bob@lab"\n')
    assert offered("--snapshot", tmp_path, "explain", "")[1:] == ["bob", "ann"]
    assert offered("--snapshot", tmp_path, "wait", "an")[1:] == ["ann"]
    # Only who has a record is in a listing.
    assert offered("--snapshot", tmp_path, "most", "an")[1:] == []


def test_without_submitter_ads_the_names_are_those_of_the_jobs(tmp_path: Path, offered: Offered) -> None:
    ads = 'User = "ann@lab"\nAccountingGroup = "group.ann"\nClusterId = 7\nProcId = 0\n\nUser = "bob@lab"\n'
    with gzip.open(tmp_path / "jobs.ads.gz", "wb") as packed:
        packed.write(ads.encode())
    assert offered("--snapshot", tmp_path, "explain", "")[1:] == ["bob", "ann"]
    assert offered("--snapshot", tmp_path, "explain", "--job", "")[1:] == ["7.0"]


def test_names_and_groups_of_a_pool_written_by_hand_are_offered(tmp_path: Path, offered: Offered) -> None:
    (tmp_path / "pool.toml").write_text(
        'domain = "lab"\n[config]\nGROUP_NAMES = ["field", "theory"]\n'
        '[[jobs]]\nuser = "inge"\ngroup = "field"\n[[jobs]]\nuser = "guest"\n'
    )
    assert offered("--snapshot", tmp_path, "explain", "in") == ["", "inge"]
    assert offered("--snapshot", tmp_path, "explain", "--group", "")[1:] == ["field", "theory"]
    assert offered("--snapshot", tmp_path, "--set", "GROUP_NAMES=x", "explain", "--group", "")[1:] == ["x"]


@pytest.mark.parametrize(
    "ads",
    [
        'MyType = "Job"\nName = "a b@d"\nProcId = 7\n\nName = "c"\nProcId = 8\n',
        json.dumps([{"Name": "a b@d", "ProcId": 7}, {"ScheddName": "x", "Name": "c", "ProcId": 8}]).replace(
            "a b", "a b"
        ),
        '<c><a n="Name"><s>a b@d</s></a><a n="ProcId"><i>7</i></a></c><c><a n="Name"><s>c</s></a>'
        '<a n="ProcId"><i>8</i></a></c>',
    ],
    ids=["long", "json", "xml"],
)
def test_ads_of_any_form_have_their_values_found(ads: str) -> None:
    assert values(ads.encode(), "Name") == ["a b@d", "c"]
    assert values(ads.encode(), "ProcId") == ["7", "8"]


def test_jobs_are_advertised_under_their_group_and_the_domain_of_their_user() -> None:
    jobs = b'User = "ann@lab"\nAccountingGroup = "g.ann"\n\nUser = "bob@lab"\n\nUser = "nobody"\n'
    assert submitters_of(jobs) == ["g.ann@lab", "bob@lab"]


def test_of_a_large_file_the_whole_lines_at_its_beginning_are_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"first\nsecond\nthird\n")
    assert head_of(path, 100) == b"first\nsecond\nthird\n"
    assert head_of(path, 15) == b"first\nsecond\n"
    path.write_bytes(gzip.compress(b"first\nsecond\nthird\n"))
    assert head_of(path, 15) == b"first\nsecond\n"


@pytest.mark.parametrize("broken", [b"\x1f\x8bnot packed", b"\xff\xfe\x00", b"[" * 100])
def test_what_is_damaged_names_nobody_and_says_nothing(tmp_path: Path, broken: bytes, offered: Offered) -> None:
    for name in ("submitters.ads", "jobs.ads", "slots.ads", "Accountantnew.log"):
        (tmp_path / name).write_bytes(broken)
    for words in (["explain", ""], ["wait", "--job", ""], ["plan", "--slots", "-"]):
        assert offered("--snapshot", tmp_path, *words)[1:] == []
    (tmp_path / "slots.ads").unlink()
    (tmp_path / "pool.toml").write_bytes(broken)
    assert offered("--snapshot", tmp_path, "explain", "")[1:] == []


def test_the_usual_snapshot_of_the_settings_has_names_too(userprio: Run, offered: Offered) -> None:
    assert userprio("settings", "snapshot", "physics").status == 0
    assert offered("explain", "hi")[1:] == ["higgs"]
    assert offered("--ledger", "/dev/null", "explain", "hi")[1:] == []


def test_submitters_in_the_log_are_offered_to_it(userprio: Run, ledger: Path, offered: Offered) -> None:
    assert offered("--ledger", ledger, "log", "")[1:] == []
    assert userprio("--ledger", ledger, "setfactor", "ann@lab.example", "5").status == 0
    assert offered("--ledger", ledger, "log", "an")[1:] == ["ann"]


# Commands and arguments that others may have


def _program(*commands: CommandSpec, **lists: dict[str, str]) -> ProgramSpec:
    return PROGRAM.with_(commands=commands, lists=lists)


def _answer(program: ProgramSpec, *words: str) -> list[str]:
    env = Environment.of_process()
    return list(answer_to(program, words[:-1], words[-1], env).words)


def test_earlier_spellings_are_offered_only_where_nothing_else_fits() -> None:
    program = _program(CommandSpec("set", "", [], []), CommandSpec("setprio", "", [], [], hidden=True))
    assert _answer(program, "") == ["set"]
    assert _answer(program, "set") == ["set"]
    assert _answer(program, "setp") == ["setprio"]


def test_settings_among_names_are_offered_until_they_are_typed() -> None:
    words = {"factor=": "priority factor", "floor=": "floor"}
    operand = OperandSpec(WordKind.ACCOUNT, words="pairs", many=True)
    program = _program(CommandSpec("set", "", [operand], []), pairs=words)
    physics = ("--snapshot", "physics", "set")
    assert _answer(program, *physics, "f") == ["factor=", "floor="]
    assert _answer(program, *physics, "al") == ["alice@example.org"]
    assert _answer(program, *physics, "alice@example.org", "factor=5", "f") == ["floor="]
    assert _answer(program, *physics, "alice@example.org", "factor=") == []


def test_every_list_that_is_referred_to_is_there_and_every_one_there_is_used() -> None:
    everything = [*PROGRAM.options, *(option for command in PROGRAM.commands for option in command.options)]
    operands = [operand for command in PROGRAM.commands for operand in command.operands]
    referred = {value.words for value in (*everything, *operands) if value.words}
    assert referred <= PROGRAM.lists.keys()
    assert all(name in referred or name.startswith(("columns ", "fields ")) for name in PROGRAM.lists)
    assert all(words for name, words in PROGRAM.lists.items() if not name.startswith("fields "))


TABLES = {
    "most": ("most",),
    "quotas": ("quotas",),
    "jobs": ("jobs",),
    "log": ("log",),
    "resources": ("resources", "curie"),
    "negotiate": ("negotiate",),
    "plan": ("plan", "--set", "GROUP_QUOTA_group_physics=3"),
    "check": ("check", "--set", "GROUP_QUOTA_group_physics=-3"),
    "status": ("status",),
    "defrag": ("defrag",),
    "versions": ("versions",),
    "settings": ("settings",),
}


def _has_columns(command: str) -> bool:
    (spec,) = (spec for spec in PROGRAM.commands if spec.name == command)
    return any("--columns" in option.spellings for option in spec.options)


@pytest.mark.slow
@pytest.mark.parametrize("command", TABLES)
def test_every_field_that_is_offered_is_accepted(command: str, userprio: Run, ledger: Path) -> None:
    where = _where(command, userprio, ledger)
    spec = next(spec for spec in PROGRAM.commands if spec.name == command)
    fields = PROGRAM.lists[f"fields {spec.tables}"]
    done = userprio(*where, *TABLES[command], "--json", ",".join(fields))
    assert (done.status in (0, 1, 3), "There is no column" in done.err) == (True, False)
    assert all(row.keys() == fields.keys() for row in json.loads(done.out))


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", [name for name in TABLES if name not in ("check", "status", "versions", "settings")]
)
def test_every_column_that_is_offered_is_accepted(command: str, userprio: Run, ledger: Path, tmp_path: Path) -> None:
    """Those of `plan` include those of guards, of which it has a table if one does not hold."""
    where, guards = _where(command, userprio, ledger), tmp_path / "guards.toml"
    guards.write_text('[[guard]]\ngroup = "group_physics"\nholds = ">= before"\n')
    spec = next(spec for spec in PROGRAM.commands if spec.name == command)
    columns = PROGRAM.lists[f"columns {spec.tables}"]
    expect = ("--expect", guards) if command == "plan" else ()
    done = userprio(*where, *TABLES[command], *expect, "--format", "table", "--columns", ",".join(columns))
    statuses = (8,) if expect else (0, 1, 3)
    assert (done.status in statuses, done.err) == (
        True,
        done.err.replace("There is no column", ""),
    )


def _where(command: str, userprio: Run, ledger: Path) -> tuple[str | Path, ...]:
    if command in ("versions", "settings"):
        return ()
    if command == "log":
        assert userprio("--ledger", ledger, "setfactor", "ann@lab.example", "5").status == 0
        return "--ledger", ledger
    return "--snapshot", "physics"
