"""`userprio settings` and `userprio init`."""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from userprio.pool import examples

Run = Callable[..., Any]


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "config_home" / "settings.toml"


def test_without_a_file_nothing_is_set(userprio: Run, kept: Path) -> None:
    done = userprio("settings")
    assert (done.status, kept.exists()) == (0, False)
    assert [line.split(maxsplit=1) for line in done.out.splitlines()[:5]] == [
        [name, "(not set)"] for name in ("config", "ledger", "snapshot", "db", "format")
    ]


def test_what_is_set_is_kept_as_toml_and_can_be_unset(userprio: Run, kept: Path) -> None:
    assert userprio("settings", "snapshot", "physics").out.startswith("snapshot  physics  settings\n")
    userprio("settings", "format", "csv")
    assert tomllib.loads(kept.read_text()) == {"snapshot": "physics", "format": "csv"}
    userprio("settings", "--unset", "format")
    assert tomllib.loads(kept.read_text()) == {"snapshot": "physics"}
    assert [path.name for path in kept.parent.iterdir()] == ["settings.toml"]


def test_a_configuration_may_be_a_folder(userprio: Run, tmp_path: Path) -> None:
    (tmp_path / "config.d").mkdir()
    (tmp_path / "config.d" / "10-groups").write_text("GROUP_NAMES = a\n")
    assert userprio("settings", "config", tmp_path / "config.d").status == 0
    assert userprio("--set", "GROUP_QUOTA_a=1", "quotas").out.splitlines()[-3].split()[0] == "a"
    assert userprio("settings", "ledger", tmp_path / "config.d").status == 6


def test_json_has_the_schema_and_null_for_what_is_not_set(userprio: Run, kept: Path) -> None:
    userprio("settings", "format", "csv")
    document = json.loads(userprio("settings", "--format", "json").out)
    assert document == {
        "schema": "userprio.settings/1",
        "file": str(kept),
        "settings": {
            "config": None,
            "ledger": None,
            "snapshot": None,
            "db": None,
            "format": "csv",
            "condor_version": None,
            "limits": None,
        },
        "sources": {
            "config": None,
            "ledger": None,
            "snapshot": None,
            "db": None,
            "format": "settings",
            "condor_version": None,
            "limits": None,
        },
        "profile": None,
        "profiles": [],
    }


def test_paths_are_kept_in_full(userprio: Run, kept: Path, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ledger.parent)
    userprio("settings", "ledger", ledger.name)
    assert tomllib.loads(kept.read_text()) == {"ledger": str(ledger)}


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("ledger", "nosuch.log"), 6),
        (("snapshot", "nosuch"), 6),
        (("format", "html"), 6),
        (("colour", "red"), 2),
        (("--unset",), 2),
        (("--unset", "format", "csv"), 2),
    ],
)
def test_what_makes_no_sense_is_refused_and_not_kept(
    userprio: Run, kept: Path, arguments: tuple[str, ...], status: int
) -> None:
    assert (userprio("settings", *arguments).status, kept.exists()) == (status, False)


def test_the_snapshot_holds_where_no_source_is_given(userprio: Run, ledger: Path) -> None:
    userprio("settings", "snapshot", "physics")
    assert "group_chemistry" in userprio("quotas").out
    assert "group_chemistry" in userprio("-quotas").out
    assert userprio("negotiate", "--snapshot", "fairshare").out.count("ada@example.org") > 0
    assert "group_chemistry" not in userprio("quotas", "--ledger", ledger, CONDOR_CONFIG="ONLY_ENV").out


def test_the_ledger_holds_where_there_is_no_snapshot(userprio: Run, ledger: Path) -> None:
    userprio("settings", "ledger", ledger)
    assert "ann@lab.example" in userprio("most", CONDOR_CONFIG="ONLY_ENV").out
    assert "ann@lab.example" not in userprio("most", "--snapshot", "handmade").out


def test_the_configuration_holds_where_neither_snapshot_nor_variable_names_one(
    userprio: Run, ledger: Path, tmp_path: Path
) -> None:
    config = tmp_path / "mine"
    config.write_text("GROUP_NAMES = mine\nGROUP_QUOTA_mine = 3\n")
    userprio("settings", "config", config)
    assert "mine" in userprio("quotas", "--ledger", ledger).out
    assert "mine" not in userprio("quotas", "--ledger", ledger, CONDOR_CONFIG="ONLY_ENV").out
    assert "mine" not in userprio("quotas", "--snapshot", "physics").out


def test_the_format_holds_where_none_is_given(userprio: Run) -> None:
    userprio("settings", "format", "json")
    assert userprio("most", "--snapshot", "physics").out.startswith("{")
    assert userprio("most", "--snapshot", "physics", "--format", "csv").out.startswith("name,")
    assert not userprio("most", "--snapshot", "physics", "--format", "auto").out.startswith("{")


@pytest.mark.parametrize("text", ["format =", "colour = 'red'", "format = 3", "format = 'html'", "\x00"])
def test_settings_that_cannot_be_read_are_told_with_their_file(userprio: Run, kept: Path, text: str) -> None:
    kept.parent.mkdir()
    kept.write_text(text)
    done = userprio("most", "--snapshot", "physics")
    assert (done.status, str(kept) in done.err, "Traceback" in done.err) == (6, True, False)


def test_a_mistake_in_settings_is_reported_with_its_line(userprio: Run, kept: Path) -> None:
    kept.parent.mkdir()
    kept.write_text("# mine\nformat = 'json'\nleger = 'x'\n")
    done = userprio("most", "--snapshot", "physics")
    assert f"{kept}, line 3: there is no setting 'leger'. Did you mean ledger?" in done.err


@pytest.mark.parametrize("name", [example.name for example in examples.shipped()])
def test_an_example_is_copied_into_a_new_folder_and_works_there(userprio: Run, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "mypool"
    done = userprio("init", name, folder)
    assert done.status == 0
    assert "about.txt" not in [path.name for path in folder.iterdir()]
    original, copy = (userprio("negotiate", "--snapshot", each, "--format", "json").out for each in (name, folder))
    assert original == copy


def test_without_an_example_it_is_the_pool_written_by_hand(userprio: Run, tmp_path: Path) -> None:
    assert userprio("init", tmp_path / "mypool").out == f"{tmp_path / 'mypool' / 'pool.toml'}\n"


def test_init_does_not_make_another_pool_under_the_name_of_an_example(
    userprio: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`init pie` looks as if it made a copy of `pie`, and a folder of that name would be taken for it from then on."""
    monkeypatch.chdir(tmp_path)
    done = userprio("init", "pie")
    assert done.status == 2
    assert "pie is an example: name a folder for it too, as in userprio init pie mypool." in done.err
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(userprio: Run, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "pool.toml").write_text("mine")
    done = userprio("init", "handmade", tmp_path / "there")
    assert (done.status, (tmp_path / "there" / "pool.toml").read_text()) == (4, "mine")
    assert userprio("init", "handmade", tmp_path / "there" / "pool.toml").status == 4


def test_an_empty_folder_will_do(userprio: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert userprio("init", "handmade", tmp_path / "empty").status == 0


@pytest.mark.parametrize(("arguments", "status"), [((), 2), (("phisics", "x"), 6)])
def test_no_folder_and_an_unknown_example_are_told(userprio: Run, arguments: tuple[str, ...], status: int) -> None:
    assert userprio("init", *arguments).status == status
