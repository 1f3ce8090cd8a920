"""Whose settings count, and whom the operations log names: with sudo and su, the environment may be another user's."""

import json
import os
import pwd
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.attacks.others import EVE, as_root, being_eve, give_to_eve
from userprio.base.own_files import OwnFiles, owner_elsewhere
from userprio.cli.environment import _user, login_uid
from userprio.ledger import OperationsLog

Run = Callable[..., Any]
NOBODY = pwd.getpwnam("nobody")


@pytest.fixture
def home(tmp_path: Path, ledger: Path) -> Path:
    """A home whose settings name a ledger, which are the user's own."""
    folder = tmp_path / "config_home"
    folder.mkdir()
    (folder / "settings.toml").write_text(f'ledger = "{ledger}"\n')
    (folder / "settings.toml").chmod(0o644)
    return folder


def test_settings_of_ones_own_count_without_a_word(userprio: Run, home: Path) -> None:
    done = userprio("most", "--format", "csv")
    assert (done.status, done.err) == (0, "")
    assert "ann@lab.example" in done.out


@as_root
def test_settings_of_another_user_do_not_count_and_a_warning_says_so(userprio: Run, home: Path, ledger: Path) -> None:
    before = ledger.read_bytes()
    give_to_eve(home / "settings.toml")
    warning = f"userprio: warning: {home}/settings.toml is not used: it belongs to user 54321\n"
    for words in (("most",), ("setfactor", "ann@lab.example", "77"), ("settings",)):
        done = userprio(*words)
        assert done.err.count(warning) == 1
        assert "ann@lab.example" not in done.out
    assert ledger.read_bytes() == before


@as_root
def test_a_link_of_another_users_to_settings_of_ones_own_does_not_count(userprio: Run, home: Path) -> None:
    (home / "settings.toml").rename(home / "mine.toml")
    (home / "settings.toml").symlink_to("mine.toml")
    assert userprio("most").err == ""
    give_to_eve(home / "settings.toml")
    assert "settings.toml is not used: it belongs to user 54321" in userprio("most").err


@pytest.mark.parametrize("mode", [0o664, 0o646])
def test_settings_that_others_may_write_to_do_not_count(userprio: Run, home: Path, mode: int) -> None:
    (home / "settings.toml").chmod(mode)
    assert "settings.toml is not used: others may write to it; run chmod go-w on it" in userprio("most").err


@as_root
def test_the_settings_of_root_count_for_everybody(public: Path) -> None:
    (public / "settings.toml").touch(0o644)
    with being_eve():
        os.close(OwnFiles().open(public / "settings.toml", os.O_RDONLY))
    with being_eve(), pytest.raises(PermissionError):
        os.close(OwnFiles().open(Path("/etc/hostname").parent / "shadow", os.O_RDONLY))


@as_root
def test_nothing_is_set_in_the_settings_of_another_user(userprio: Run, home: Path, tmp_path: Path) -> None:
    give_to_eve(home / "settings.toml")
    before = (home / "settings.toml").read_bytes()
    done = userprio("settings", "format", "json")
    assert (done.status, (home / "settings.toml").read_bytes()) == (4, before)
    assert "nothing is set in" in done.err
    (home / "settings.toml").unlink()
    give_to_eve(home)
    assert userprio("settings", "format", "json").status == 4
    assert list(home.iterdir()) == []


def test_what_is_set_counts_whatever_the_umask(userprio: Run, tmp_path: Path) -> None:
    umask = os.umask(0)
    try:
        assert userprio("settings", "format", "json").status == 0
    finally:
        os.umask(umask)
    assert (tmp_path / "config_home" / "settings.toml").stat().st_mode & 0o777 == 0o644
    assert userprio("settings").err == ""


@as_root
def test_neither_configuration_nor_ledger_in_the_home_of_another_user_is_read(
    userprio: Run, tmp_path: Path, ledger: Path
) -> None:
    config, own = tmp_path / "config_home" / "condor_config", tmp_path / "data" / "Accountantnew.log"
    for path in (config, own):
        path.parent.mkdir()
    config.write_text("GROUP_NAMES = group_hers\nGROUP_QUOTA_group_hers = 1\n")
    ledger.rename(own)
    done = userprio("most", "--format", "csv")
    assert (done.status, "ann@lab.example" in done.out) == (0, True)
    assert "group_hers" in userprio("quotas", "--format", "csv").out
    give_to_eve(own)
    give_to_eve(config)
    done = userprio("most", "--format", "csv")
    assert done.status == 6
    assert f"{own} is not used: it belongs to user 54321" in done.err
    done = userprio("--snapshot", "thirds", "quotas", "--format", "csv")
    assert "group_hers" not in done.out
    assert f"{config} is not used: it belongs to user 54321" in userprio("quotas").err


@as_root
def test_edits_of_a_pool_are_not_logged_in_the_home_of_another_user(userprio: Run, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    give_to_eve(tmp_path / "data")
    done = userprio("--pool", "cm.example.org", "log")
    assert done.status == 4
    assert f"{tmp_path}/data belongs to user 54321" in done.err
    assert list((tmp_path / "data").iterdir()) == []


def test_a_folder_that_does_not_exist_belongs_to_the_owner_of_the_one_above(tmp_path: Path) -> None:
    assert owner_elsewhere(tmp_path / "none" / "at" / "all") is None


@as_root
def test_a_folder_to_be_made_in_the_home_of_another_user_is_hers(tmp_path: Path) -> None:
    give_to_eve(tmp_path)
    assert owner_elsewhere(tmp_path / "none" / "at" / "all") == EVE


def test_sudo_is_believed_where_its_two_variables_and_the_kernel_agree() -> None:
    own = _user({}, None)
    sudo = {"SUDO_USER": "nobody", "SUDO_UID": str(NOBODY.pw_uid)}
    assert _user(sudo, None) == _user(sudo, NOBODY.pw_uid) == f"nobody as {own}"
    assert _user(sudo, NOBODY.pw_uid + 1) == own


@pytest.mark.parametrize(
    "variables",
    [
        {"SUDO_USER": "nobody"},
        {"SUDO_USER": "nobody", "SUDO_UID": "0"},
        {"SUDO_USER": "no-such-user", "SUDO_UID": "1000"},
        {"SUDO_USER": "", "SUDO_UID": "0"},
    ],
)
def test_a_name_that_anybody_may_put_into_the_environment_is_not_logged(variables: dict[str, str]) -> None:
    assert _user(variables, None) == _user({}, None)


@pytest.mark.parametrize(("text", "number"), [("1000", 1000), ("0\n", 0), ("4294967295", None), ("", None)])
def test_the_user_who_logged_in_is_the_kernels(tmp_path: Path, text: str, number: int | None) -> None:
    (tmp_path / "self").mkdir()
    (tmp_path / "self" / "loginuid").write_text(text)
    assert login_uid(tmp_path) == number
    assert login_uid(tmp_path / "elsewhere") is None


def test_the_operations_log_has_the_user_who_logged_in_and_older_logs_are_read(userprio: Run, ledger: Path) -> None:
    code = (
        "import sys; from userprio.cli.app import run\n"
        "from userprio.cli.environment import Environment\n"
        "run(sys.argv[1:], Environment.of_process().with_(login=1000))"
    )
    words = ("--ledger", str(ledger), "setfactor", "ann@lab.example", "77", "--config", "/dev/null")
    subprocess.run([sys.executable, "-c", code, *words], check=True, capture_output=True)
    assert userprio("--ledger", ledger, "setfactor", "ann@lab.example", "78", CONDOR_CONFIG="ONLY_ENV").status == 0
    log = OperationsLog(ledger)
    first, _, second, _ = map(json.loads, log.path.read_text().splitlines())
    assert (first["login"], "login" in second) == (1000, False)
    assert [operation.login for operation in log.read()] == [1000, None]
