"""A snapshot may come from somebody else: unless it is trusted, it sees nothing of a machine but its own folder."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import userprio as front
from tests.marks import slow
from userprio.base.errors import BadInput
from userprio.config.errors import quoted
from userprio.pool import examples

Run = Callable[..., Any]
SECRET = "sesame"
COMMANDS = (
    ("quotas", "--format", "json"),
    *slow((("negotiate", "--format", "json"), ("check",), ("most",))),
)


@pytest.fixture
def physics(tmp_path: Path) -> Path:
    """A copy of the shipped example, to be made hostile. Beside it are files that are not its business."""
    secrets = tmp_path / "secrets"
    secrets.mkdir()
    (secrets / "env").write_text(f"GROUP_NAMES = group_physics, leak_{SECRET}\n")
    (secrets / "shadow").write_text(f"root:{SECRET}:19000\n")
    (secrets / "map").write_text(f"* example.org {SECRET}\n")
    (secrets / "broken_map").write_text(f"{SECRET}\n")
    return Path(shutil.copytree(examples.find("physics").folder, tmp_path / "physics"))


def add(physics: Path, text: str) -> int:
    """Add lines to the configuration, in which SECRETS and HERE stand for folders; the first of them by its number."""
    config = physics / "condor_config"
    lines = config.read_text().splitlines()
    secrets = str(physics.parent / "secrets")
    config.write_text("\n".join((*lines, text.replace("SECRETS", secrets).replace("HERE", str(physics)))) + "\n")
    return len(lines) + 1


HOSTILE = {
    "a variable": "GROUP_NAMES = group_physics, leak_$ENV(MY_TOKEN)",
    "a variable in a text of several lines": "GROUP_NAMES @=end\ngroup_physics, leak_$ENV(MY_TOKEN)\n@end",
    "a file elsewhere": "include : SECRETS/env",
    "a file elsewhere that may be missing": "include ifexist : SECRETS/env",
    "a file above": "include : HERE/../secrets/env",
    "a link": "include : HERE/link",
    "a link to a folder": "include : HERE/folder/env",
    "the environment of the process": "include : /proc/self/environ",
    "a local file": "LOCAL_CONFIG_FILE = SECRETS/env",
    "a local file that is not configuration": "LOCAL_CONFIG_FILE = SECRETS/shadow",
    "a local file that need not be there": "REQUIRE_LOCAL_CONFIG_FILE = false\nLOCAL_CONFIG_FILE = SECRETS/shadow",
    "a local folder": "LOCAL_CONFIG_DIR = SECRETS",
    "a link in a local folder": "LOCAL_CONFIG_DIR = HERE/local",
    "a cache of a command": "include command into SECRETS/env : true",
}


@pytest.mark.parametrize("what", HOSTILE)
@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
def test_nothing_outside_of_the_folder_gets_into_what_is_shown(
    userprio: Run, physics: Path, what: str, command: tuple[str, ...]
) -> None:
    """The command ends as it would without the reference, and one sentence with file and line says what is missing."""
    secrets = physics.parent / "secrets"
    (physics / "link").symlink_to(secrets / "env")
    (physics / "folder").symlink_to(secrets)
    (physics / "local").mkdir()
    (physics / "local" / "a").symlink_to(secrets / "env")
    (physics / "GROUP_NAMES = leaked").write_text("")
    before = userprio("--snapshot", physics, *command)
    line = add(physics, HOSTILE[what])
    done = userprio("--snapshot", physics, *command, MY_TOKEN=SECRET, _CONDOR_GROUP_NAMES=f"leak_{SECRET}")
    assert done.status == before.status, done.err
    assert SECRET not in done.out + done.err
    told = [text for text in done.err.splitlines() if "--trust" in text]
    assert len(told) == 1, done.err
    if what == "a link in a local folder":
        assert f"{physics}/condor_config, line {line}: {quoted(f'{physics}/local/a')} is not read" in told[0]
    else:
        first, last = line, line + HOSTILE[what].count("\n")
        assert any(f"{physics}/condor_config, line {number}: " in told[0] for number in range(first, last + 1))


@pytest.mark.parametrize("what", ["a variable", "a file elsewhere", "a link", "a local file", "a local folder"])
def test_who_trusts_a_snapshot_gets_all_that_it_refers_to(userprio: Run, physics: Path, what: str) -> None:
    (physics / "link").symlink_to(physics.parent / "secrets" / "env")
    for name in ("shadow", "map", "broken_map"):
        (physics.parent / "secrets" / name).unlink()
    add(physics, HOSTILE[what])
    done = userprio("--snapshot", physics, "--trust", "quotas", "--format", "json", MY_TOKEN=SECRET)
    assert done.status == 0, done.err
    assert f"leak_{SECRET}" in done.out
    assert "--trust" not in done.err


def test_who_lets_a_snapshot_run_commands_trusts_it(userprio: Run, physics: Path) -> None:
    add(physics, "include : SECRETS/env\ninclude command : echo GROUP_QUOTA_group_physics = 7")
    done = userprio("--snapshot", physics, "--allow-commands", "quotas", "--format", "json")
    quotas = {each["name"]: each["configured_quota"] for each in json.loads(done.out)["records"]}
    assert quotas["group_physics"] == 7
    assert f"leak_{SECRET}" in quotas


def test_what_lies_in_the_folder_is_read_without_a_word(userprio: Run, physics: Path) -> None:
    (physics / "local").mkdir()
    (physics / "local" / "10-quota").write_text("GROUP_QUOTA_group_physics = 8\n")
    (physics / "local" / "20-link").symlink_to("../extra")
    (physics / "extra").write_text("GROUP_QUOTA_group_physics.lep = 1\n")
    add(physics, "include : HERE/../physics/extra\nLOCAL_CONFIG_DIR = HERE/local")
    done = userprio("--snapshot", physics, "quotas", "--format", "json")
    quotas = {each["name"]: each["configured_quota"] for each in json.loads(done.out)["records"]}
    assert (quotas["group_physics"], quotas["group_physics.lep"]) == (8, 1)
    assert done.err == ""


def test_a_variable_that_is_not_told_is_undefined_as_in_htcondor_or_its_default(userprio: Run, physics: Path) -> None:
    add(physics, "GROUP_NAMES = a$ENV(HOME), b$ENV(HOME:home)")
    done = userprio("--snapshot", physics, "quotas", "--format", "json", HOME="/root")
    assert {"aUNDEFINED", "bhome"} <= {each["name"] for each in json.loads(done.out)["records"]}


def test_a_configuration_that_is_named_is_the_readers_own(userprio: Run, physics: Path, tmp_path: Path) -> None:
    own = tmp_path / "own_config"
    own.write_text(f"include : {tmp_path}/secrets/env\nGROUP_QUOTA_group_physics = $ENV(QUOTA)\n")
    done = userprio(
        "--snapshot",
        physics,
        "--config",
        own,
        "quotas",
        "--format",
        "json",
        QUOTA="3",
        _CONDOR_GROUP_QUOTA_leak_sesame="4",
    )
    quotas = {each["name"]: each["configured_quota"] for each in json.loads(done.out)["records"]}
    assert (quotas["group_physics"], quotas[f"leak_{SECRET}"]) == (3, 4)
    assert done.err == ""


def test_the_machines_own_configuration_beside_ads_alone_is_read_as_ever(userprio: Run, physics: Path) -> None:
    own = physics.parent / "own_config"
    shutil.move(physics / "condor_config", own)
    with own.open("a") as file:
        file.write(f"include : {physics.parent}/secrets/env\nGROUP_QUOTA_leak_{SECRET} = 1\n")
    done = userprio("--snapshot", physics, "quotas", "--format", "json", CONDOR_CONFIG=str(own))
    assert f"leak_{SECRET}" in done.out
    assert done.err == ""


@pytest.mark.parametrize("name", ["slots.ads", "jobs.ads", "submitters.ads", "condor_config", "Accountantnew.log"])
def test_a_file_of_the_snapshot_that_is_a_link_to_elsewhere_is_refused(userprio: Run, physics: Path, name: str) -> None:
    """Without it there would be another pool: that is an error, which quotes nothing of the other file."""
    (physics / name).unlink()
    (physics / name).symlink_to(physics.parent / "secrets" / "shadow")
    done = userprio("--snapshot", physics, "negotiate")
    assert (done.status, done.out) == (6, "")
    assert f"{physics / name}: this is a link out of the snapshot" in done.err
    assert "--trust" in done.err and SECRET not in done.err


def test_a_link_to_elsewhere_is_followed_for_who_trusts_it(userprio: Run, physics: Path) -> None:
    shutil.move(physics / "slots.ads", physics.parent / "big.ads")
    (physics / "slots.ads").symlink_to(physics.parent / "big.ads")
    assert userprio("--snapshot", physics, "negotiate").status == 6
    assert userprio("--snapshot", physics, "--trust", "negotiate").status == 0


MAPS = {
    "a file": "CLASSAD_USER_MAPFILE_GROUP_PREFIX = SECRETS/map",
    "a broken file": "CLASSAD_USER_MAPFILE_GROUP_PREFIX = SECRETS/broken_map",
    "a link": "CLASSAD_USER_MAPFILE_GROUP_PREFIX = HERE/map",
    "an included file": "CLASSAD_USER_MAPFILE_GROUP_PREFIX = HERE/including",
    "an included folder": "CLASSAD_USER_MAPFILE_GROUP_PREFIX = HERE/including_all",
    "relative to the log folder": "LOG = SECRETS\nCLASSAD_USER_MAPFILE_GROUP_PREFIX = map",
    "included by data": "CLASSAD_USER_MAPDATA_GROUP_PREFIX @=end\n@include SECRETS/map\n@end",
}


@pytest.mark.parametrize("what", MAPS)
def test_a_user_map_elsewhere_is_not_read(userprio: Run, physics: Path, what: str) -> None:
    secrets = physics.parent / "secrets"
    (physics / "map").symlink_to(secrets / "map")
    (physics / "including").write_text(f"@include {secrets}/map\n")
    (physics / "including_all").write_text(f"@include {secrets}\n")
    add(physics, "NEGOTIATOR_CLASSAD_USER_MAP_NAMES = GROUP_PREFIX\n" + MAPS[what])
    done = userprio("--snapshot", physics, "negotiate", "--format", "json")
    assert done.status == 0, done.err
    assert SECRET not in done.out + done.err
    assert "is not read: it is outside the snapshot" in done.err
    assert f"{physics}/condor_config, line " in done.err
    if what in ("a file", "relative to the log folder"):
        assert SECRET in userprio("--snapshot", physics, "--trust", "negotiate", "--format", "json").out


def test_a_user_map_that_was_typed_is_the_readers_own(userprio: Run, physics: Path) -> None:
    knobs = (
        "NEGOTIATOR_CLASSAD_USER_MAP_NAMES=GROUP_PREFIX",
        f"CLASSAD_USER_MAPFILE_GROUP_PREFIX={physics}/../secrets/map",
    )
    given = [word for knob in knobs for word in ("--set", knob)]
    assert SECRET in userprio("--snapshot", physics, *given, "negotiate", "--format", "json").out


def test_a_ledger_elsewhere_that_a_snapshot_names_is_neither_read_nor_edited(
    userprio: Run, physics: Path, ledger: Path
) -> None:
    (physics / "Accountantnew.log").unlink()
    line = add(physics, f"ACCOUNTANT_DATABASE_FILE = {ledger}")
    before = ledger.read_bytes()
    done = userprio("--snapshot", physics, "most", "--format", "json")
    assert "ann@lab.example" not in done.out
    assert (
        f"{physics}/condor_config, line {line}: the ledger {ledger}, which the configuration names, is not read"
        in done.err
    )
    assert userprio("--snapshot", physics, "setfactor", "ann@lab.example", "5").status == 6
    assert ledger.read_bytes() == before
    assert "ann@lab.example" in userprio("--snapshot", physics, "--trust", "all", "--format", "json").out


def test_a_handwritten_pool_sees_no_more_of_the_machine(userprio: Run, tmp_path: Path) -> None:
    pool = tmp_path / "mine.toml"
    (tmp_path / "map").write_text(f"* example.org {SECRET}\n")
    pool.write_text(
        '[config]\nGROUP_NAMES = ["lab", "leak_$ENV(MY_TOKEN)"]\nNEGOTIATOR_CLASSAD_USER_MAP_NAMES = "GROUP_PREFIX"\n'
        f'CLASSAD_USER_MAPFILE_GROUP_PREFIX = "{tmp_path}/map"\n[[slots]]\ncount = 4\n'
        '[[jobs]]\nuser = "ann@example.org"\n'
    )
    done = userprio("--snapshot", pool, "negotiate", "--format", "json", MY_TOKEN=SECRET)
    assert done.status == 0, done.err
    assert SECRET not in done.out + done.err
    assert f"{pool}, line 2: `$ENV(MY_TOKEN)` is UNDEFINED" in done.err
    assert f"{tmp_path}/map is not read" in done.err
    trusted = userprio("--snapshot", pool, "--trust", "negotiate", "--format", "json", MY_TOKEN=SECRET)
    assert f"leak_{SECRET}" in trusted.out and "--trust" not in trusted.err


def test_a_snapshot_that_is_planned_for_is_no_more_trusted(userprio: Run, physics: Path, tmp_path: Path) -> None:
    add(physics, HOSTILE["a file elsewhere"])
    done = userprio("--snapshot", "physics", "plan", "--to-snapshot", physics, "--format", "json")
    assert done.status in (0, 3), done.err
    assert SECRET not in done.out + done.err and "--trust" in done.err


def test_a_plan_that_was_kept_is_applied_to_what_it_was_made_for(userprio: Run, physics: Path, tmp_path: Path) -> None:
    add(physics, "include : SECRETS/env\nGROUP_QUOTA_leak = $ENV(QUOTA:1)")
    kept = tmp_path / "kept.plan"
    plan = ("--setfactor", "alice@example.org=500", "-o", kept)
    variables = {"QUOTA": "7", "_CONDOR_PRIORITY_HALFLIFE": "5"}
    assert userprio("--snapshot", physics, "plan", *plan, **variables).status in (0, 3)
    done = userprio("apply", kept, **variables)
    assert done.status == 0, done.err
    assert SECRET not in done.out + done.err


def test_the_tab_key_does_not_look_out_of_a_snapshot_either(userprio: Run, physics: Path) -> None:
    add(physics, "include : SECRETS/env\nGROUP_NAMES = $(GROUP_NAMES) x_$ENV(MY_TOKEN)")
    done = userprio("most", "--snapshot", physics, "", _USERPRIO_COMPLETE="zsh", MY_TOKEN=SECRET)
    assert "group_physics" in done.out
    assert SECRET not in done.out


def test_scripts_trust_as_little_unless_they_say_so(physics: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_TOKEN", SECRET)
    line = add(physics, "include : SECRETS/env\nGROUP_NAMES = $(GROUP_NAMES), x_$ENV(MY_TOKEN)")
    held = front.load(physics)
    assert [(one.line, one.kind) for one in held.config.warnings] == [
        (line, "not-followed"),
        (line + 1, "not-followed"),
    ]
    assert not [name for name in held.config.words("GROUP_NAMES") if SECRET in name]
    trusted = front.load(physics, trust=True).config.words("GROUP_NAMES")
    assert trusted == ["group_physics", f"leak_{SECRET}", f"x_{SECRET}"]
    told = front.load(physics, environ={"MY_TOKEN": "told"}).config.words("GROUP_NAMES")
    assert told[-1] == "x_told"
    (physics / "slots.ads").unlink()
    (physics / "slots.ads").symlink_to(physics.parent / "secrets" / "shadow")
    with pytest.raises(BadInput, match="link out of the snapshot"):
        front.load(physics)


@pytest.mark.parametrize(
    "text",
    [
        "include command : touch HERE/ran",
        "LOCAL_CONFIG_FILE = touch HERE/ran |",
        "include : touch HERE/ran |",
        "include command into HERE/cache : touch HERE/ran",
    ],
)
def test_a_command_is_not_run_and_the_rest_is_read(userprio: Run, physics: Path, text: str) -> None:
    line = add(physics, text)
    before = sorted(path.name for path in physics.iterdir())
    done = userprio("--snapshot", physics, "negotiate")
    assert done.status == 0
    assert f"{physics}/condor_config, line {line}: " in done.err and "--allow-commands" in done.err
    assert sorted(path.name for path in physics.iterdir()) == before


def test_a_moab_configuration_in_a_snapshot_includes_nothing_from_elsewhere(userprio: Run, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(examples.find("moab").folder, tmp_path / "moab"))
    (tmp_path / "shadow").write_text(f"{SECRET} {SECRET} [ {SECRET}\n")
    (tmp_path / "more").write_text("QUEUETIMEWEIGHT 7\n")
    lines = (folder / "moab.cfg").read_text().splitlines()
    (folder / "moab.cfg").write_text("\n".join((*lines, "#INCLUDE ../shadow", f"#INCLUDE {tmp_path}/more")) + "\n")
    done = userprio("jobprio", "--snapshot", folder)
    assert done.status == 0, done.err
    assert done.out == userprio("jobprio", "--snapshot", "moab").out
    assert SECRET not in done.out + done.err
    told = [
        f"{folder}/moab.cfg, line {len(lines) + 1}: `../shadow` is not read",
        f"line {len(lines) + 2}: `{tmp_path}/more`",
    ]
    assert [each in line for each, line in zip(told, done.err.splitlines(), strict=True)] == [True, True]
    (tmp_path / "shadow").write_text("")
    trusted = userprio("jobprio", "--snapshot", folder, "--trust")
    assert (trusted.status, trusted.err) == (0, "")
    assert trusted.out != done.out
