"""CHANGES.toml: what it says, and where each mistake is told."""

from pathlib import Path

import pytest

from userprio.accounting import EditAction
from userprio.analysis.plan import SlotsAdded, SlotsRemoved, read_changes
from userprio.base.errors import BadInput

WHOLE = """\
name = "spring quotas"
to_config = "new_config"

[config]
GROUP_NAMES = ["a", "a.b"]
GROUP_QUOTA_a = 50
"GROUP_QUOTA_a.b" = 20
GROUP_ACCEPT_SURPLUS = true

[setfactor]
"ann@lab.example" = 500
"ben@lab.example" = { value = 2000.5, duration = "1d12h", new = true }

[setceiling]
"ann@lab.example" = "none"

[setfloor]
"ann@lab.example" = 4

[setprio]
"ann@lab.example" = 0.5

[delete]
names = ["eve@lab.example", "fay@lab.example"]

[[slots]]
add = 100
Cpus = 8

[[slots]]
remove = "slot1@old*"
count = 3

[[jobs]]
submitter = "a.ann@lab.example"
add = 20
request_cpus = 4

[[jobs]]
submitter = "ben@lab.example"
count = 0
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "changes.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_everything_in_a_file_becomes_changes(tmp_path: Path) -> None:
    path = written(tmp_path, WHOLE)
    found = read_changes(path)
    assert (found.name, found.to_config) == ("spring quotas", tmp_path / "new_config")
    assert found.overrides == {
        "GROUP_NAMES": "a, a.b",
        "GROUP_QUOTA_a": "50",
        "GROUP_QUOTA_a.b": "20",
        "GROUP_ACCEPT_SURPLUS": "true",
    }
    edits = [(each.edit.action, each.edit.names, each.edit.value, each.edit.duration_s) for each in found.edits]
    assert edits == [
        (EditAction.SET_FACTOR, ("ann@lab.example",), 500, None),
        (EditAction.SET_FACTOR, ("ben@lab.example",), 2000.5, 129600),
        (EditAction.SET_PRIORITY, ("ann@lab.example",), 0.5, None),
        (EditAction.SET_FLOOR, ("ann@lab.example",), 4, None),
        (EditAction.SET_CEILING, ("ann@lab.example",), -1, None),
        (EditAction.DELETE, ("eve@lab.example",), None, None),
        (EditAction.DELETE, ("fay@lab.example",), None, None),
    ]
    assert [each.create for each in found.edits] == [False, True, False, False, False, False, False]
    more, fewer = found.slots
    assert isinstance(more, SlotsAdded)
    assert (more.table.count, dict(more.table.attributes)) == (100, {"Cpus": 8})
    assert isinstance(fewer, SlotsRemoved)
    assert (fewer.pattern, fewer.most) == ("slot1@old*", 3)
    newcomers, nobody = found.jobs
    assert (newcomers.submitter, newcomers.count, newcomers.relative) == ("a.ann@lab.example", 20, True)
    assert newcomers.like is not None
    assert (newcomers.like.submitter, dict(newcomers.like.requests)) == ("a.ann", {"Cpus": 4})
    assert (nobody.count, nobody.relative, nobody.like) == (0, False, None)


def test_each_change_knows_its_line(tmp_path: Path) -> None:
    path = written(tmp_path, WHOLE)
    found = read_changes(path)
    lines = WHOLE.splitlines()
    assert {change.place.path for change in (*found.knobs, *found.edits, *found.slots, *found.jobs)} == {path}
    for change in found.knobs:
        assert change.place.line is not None
        assert lines[change.place.line - 1].lstrip('"').startswith(change.name)
    assert [change.place.line for change in found.edits] == [11, 12, 21, 18, 15, 24, 24]
    assert [change.place.line for change in found.slots] == [26, 30]
    assert [change.place.line for change in found.jobs] == [34, 39]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("names = 3", 1, "unknown key 'names'. Did you mean name?"),
        ("name = 3", 1, "name must be a single line of text"),
        ("\n[confg]\na = 1", 2, "unknown key 'confg'. Did you mean config?"),
        ("[config]\n'A B' = 1", 2, "[config]: 'A B' cannot be the name of a knob"),
        ("setfactor = 5", 1, "setfactor must be a table. Write [setfactor] on a line of its own"),
        ("[setfactor]\nann@lab.example = 5", 2, "not valid TOML: expected '=' after a key in a key/value pair"),
        ('[setfactor]\n\n"ann@x" = "much"', 3, "[setfactor]: the value of ann@x must be a number"),
        ('[setfactor]\n"ann@x" = { duration = 5 }', 2, "[setfactor]: ann@x has no value"),
        ('[setfactor]\n"ann@x" = { value = 5, druation = 5 }', 2, "[setfactor]: unknown key 'druation' of ann@x"),
        ('[setfloor]\n"a@x" = { value = 5, duration = "5 days" }', 2, "[setfloor]: the duration of a@x must be"),
        ('[setfloor]\n"a@x" = { value = 5, new = 1 }', 2, "[setfloor]: new must be true or false for a@x"),
        ('delete = ["a@x"]', 1, "delete must be a table with a list of names"),
        ('[delete]\nnames = ["a@x"]\nwho = 3', 3, "[delete]: unknown key 'who'"),
        ("[[slots]]\nCpus = 3", 1, "[[slots]] number 1: it must have either add or remove"),
        ("[[slots]]\nadd = 0", 2, "[[slots]] number 1: add must be a whole number from 1 to 100000"),
        ("[[slots]]\nadd = 1\n\n[[slots]]\nadd = 1\nlike = 3", 6, "[[slots]] number 2: like must be a pattern"),
        ('[[slots]]\nremove = "a*"\nCpus = 3', 3, "[[slots]] number 1: unknown key 'Cpus' beside remove"),
        ("[[slots]]\nremove = 3", 2, "[[slots]] number 1: remove must be a pattern of slot names"),
        ("[[jobs]]\ncount = 0", 1, "[[jobs]] number 1: submitter must be the name of a submitter"),
        ('[[jobs]]\nsubmitter = "a@x"', 1, "[[jobs]] number 1: it must have one of count, add and remove"),
        ('[[jobs]]\nsubmitter = "a@x"\ncount = -1', 3, "[[jobs]] number 1: count must be a whole number from 0"),
        ('[[jobs]]\nsubmitter = "a@x"\nadd = 1\ngroup = "g"', 4, "[[jobs]] number 1: group cannot be given here"),
        ('[[jobs]]\nsubmitter = "a@x"\nadd = 1\nrequest_cpus = "two"', 4, "[[jobs]] number 1: request_cpus must be"),
        ("a = \nb = 1", 1, "not valid TOML"),
    ],
)
def test_a_mistake_is_told_with_its_line(tmp_path: Path, text: str, line: int, message: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(BadInput) as caught:
        read_changes(path)
    assert (caught.value.path, caught.value.line) == (path, line)
    assert message in str(caught.value)


def test_a_pool_beside_the_file_is_found_and_any_other_name_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "bigger").mkdir()
    assert read_changes(written(tmp_path, 'to_snapshot = "bigger"')).to_snapshot == str(tmp_path / "bigger")
    assert read_changes(written(tmp_path, 'to_snapshot = "physics"')).to_snapshot == "physics"
