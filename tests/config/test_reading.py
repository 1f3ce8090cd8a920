from collections.abc import Callable
from pathlib import Path

import pytest

from userprio.config import Config, ConfigError, ErrorKind, Origin, OriginKind, WarningKind, read

Reading = Callable[..., Config]


def test_later_sources_win_in_htcondors_order(reading: Reading, tmp_path: Path) -> None:
    """Root file, folders, local files, environment, overrides."""
    files = {
        "d/10": "SEEN = $(SEEN) 10\n",
        "d/9": "SEEN = $(SEEN) 9\n",
        "d/B": "SEEN = $(SEEN) B\n",
        "d/a": "SEEN = $(SEEN) a\n",
        "d/a.rpmsave": "SEEN = $(SEEN) rpmsave\n",
        "d/.hidden": "SEEN = $(SEEN) hidden\n",
        "d/sub/z": "SEEN = $(SEEN) sub\n",
        "local": "SEEN = $(SEEN) local\n",
    }
    config = reading(
        "LOCAL_CONFIG_FILE = @D@/local\nLOCAL_CONFIG_DIR = @D@/nowhere, @D@/d\nSEEN = root\n",
        files=files,
        environ={"_condor_SEEN": " $(SEEN) environment"},
        overrides={"seen": "$(SEEN) override"},
    )
    assert config.text("SEEN") == "root 10 9 B a local environment override"


def test_each_value_knows_where_it_was_set(reading: Reading, tmp_path: Path) -> None:
    config = reading(
        "A = 1\n\nB = 2 \\\n  3\ninclude : @D@/inc\n",
        files={"inc": "\nC @=end\n4\n@end\n"},
        environ={"_CONDOR_D": "5"},
        overrides={"E": "6"},
    )
    root, included = str(tmp_path / "condor_config"), str(tmp_path / "inc")
    assert config.origin("A") == Origin(root, 1, OriginKind.FILE)
    assert config.origin("B") == Origin(root, 4, OriginKind.FILE)
    assert config.origin("C") == Origin(included, 4, OriginKind.FILE)
    assert config.origin("D") == Origin(None, None, OriginKind.ENVIRONMENT)
    assert config.origin("E") == Origin(None, None, OriginKind.OVERRIDE)
    assert config.origin("PRIORITY_HALFLIFE") is None
    assert [str(config.origin(name)) for name in "ADE"] == [f"{root}, line 1", "the environment", "the command line"]
    assert config.names() == ("A", "B", "C", "D", "E")


def test_without_a_root_file_there_are_defaults_environment_and_overrides() -> None:
    config = read(None, environ={"_CONDOR_A": "1", "_CONDOR_LOCAL_CONFIG_FILE": "/nowhere"}, overrides={"B": "2"})
    assert (config.text("A"), config.text("B"), config.integer("NEGOTIATOR_INTERVAL")) == ("1", "2", 60)


def test_detected_values_are_there_before_the_files_and_some_stay(reading: Reading) -> None:
    detected = {"FULL_HOSTNAME": "cm.pool.test", "DETECTED_MEMORY": "2048", "PID": "7"}
    config = reading("DETECTED_MEMORY = $(DETECTED_MEMORY)/2\nPID = 8\nHERE = $(FULL_HOSTNAME)\n", detected=detected)
    assert config.text("DETECTED_MEMORY") == "2048/2"
    assert config.text("PID") == "7"
    assert config.text("UID_DOMAIN") == "cm.pool.test"
    assert config.text("MAX_JOBS_RUNNING") == "MIN({2048/2, 10000})"
    assert config.integer("MAX_JOBS_RUNNING") == 1024
    assert config.text("SUBSYSTEM") == "NEGOTIATOR"


def test_host_names_are_not_there_yet_in_the_root_file(reading: Reading) -> None:
    text = "if defined FULL_HOSTNAME\nSEEN = yes\nendif\nLOCAL_CONFIG_FILE = @D@/$(FULL_HOSTNAME)\n"
    config = reading(text, files={"cm": "LOCAL = yes\n"}, detected={"FULL_HOSTNAME": "cm"})
    assert (config.text("SEEN"), config.text("LOCAL")) == (None, "yes")


def test_the_names_of_subsystem_and_daemon_go_before_the_plain_one(reading: Reading) -> None:
    text = "X = plain\nNEGOTIATOR.X = negotiator\nSECOND.X = second\nY = $(X)\nZ = 1\nNEGOTIATOR.Z =\n"
    assert reading(text).text("Y") == "negotiator"
    assert reading(text, local_name="SECOND").text("Y") == "second"
    assert reading(text, subsystem="SCHEDD").text("Y") == "plain"
    assert reading(text).text("Z") is None


def test_a_local_file_may_replace_the_rest_of_the_list(reading: Reading) -> None:
    files = {
        "a": "SEEN = $(SEEN) a\nLOCAL_CONFIG_FILE = @D@/a @D@/c\n",
        "b": "SEEN = $(SEEN) b\n",
        "c": "SEEN = $(SEEN) c\n",
    }
    assert reading("LOCAL_CONFIG_FILE = @D@/a, @D@/b\n", files=files).text("SEEN") == " a c"


def test_a_list_of_folders_that_has_changed_is_read_once_more(reading: Reading) -> None:
    files = {"d1/a": "SEEN = $(SEEN) a\nLOCAL_CONFIG_DIR = @D@/d2 @D@/d1\n", "d2/b": "SEEN = $(SEEN) b\n"}
    assert reading("LOCAL_CONFIG_DIR = @D@/d1\n", files=files).text("SEEN") == " a b a"


def test_a_missing_local_file_is_an_error_unless_it_is_not_required(reading: Reading, tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        reading("A = 1\nLOCAL_CONFIG_FILE = @D@/nope\n")
    assert caught.value.kind is ErrorKind.LOCAL_CONFIG_MISSING
    assert str(caught.value.path) == str(tmp_path / "nope")
    assert "line 2" in (caught.value.hint or "")
    assert reading("A = 1\nLOCAL_CONFIG_FILE = @D@/nope\nREQUIRE_LOCAL_CONFIG_FILE = F\n").text("A") == "1"


def test_a_pattern_that_is_none_is_an_error_of_its_line(reading: Reading) -> None:
    with pytest.raises(ConfigError) as caught:
        reading("LOCAL_CONFIG_DIR = @D@\nLOCAL_CONFIG_DIR_EXCLUDE_REGEXP = (\n")
    assert (caught.value.kind, caught.value.line) == (ErrorKind.BAD_EXCLUDE_PATTERN, 2)


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("include : echo A=5 |", "this line runs a command, `echo A=5`"),
        ("include command : echo A=5", "this line runs a command, `echo A=5`"),
        ("include ifexist command into @D@/cache : echo A=5", "this line runs a command, `echo A=5`"),
        ("LOCAL_CONFIG_FILE = echo A=5 |", "LOCAL_CONFIG_FILE names a command, `echo A=5`"),
    ],
)
def test_commands_are_refused_with_their_line_and_what_it_would_run(reading: Reading, line: str, what: str) -> None:
    with pytest.raises(ConfigError) as caught:
        reading(f"\n{line}\n")
    assert (caught.value.kind, caught.value.line) == (ErrorKind.COMMAND_REFUSED, 2)
    assert caught.value.message == f"{what}, and commands are not run"
    assert reading(f"\n{line}\n", allow_commands=True, environ={"PATH": "/usr/bin:/bin"}).text("A") == "5"


def test_a_refused_command_keeps_its_kind_out_of_an_included_file(reading: Reading) -> None:
    with pytest.raises(ConfigError) as caught:
        reading("include : @D@/inc\n", files={"inc": "A = 1\ninclude : echo A=5 |\n"})
    assert (caught.value.kind, caught.value.line) == (ErrorKind.COMMAND_REFUSED, 1)
    assert caught.value.inner is not None
    assert caught.value.inner.line == 2


def test_a_cache_that_is_there_is_read_without_its_command(reading: Reading) -> None:
    line = "include command into @D@/cache : echo A=5\n"
    assert reading(line, files={"cache": "A = cached\n"}).text("A") == "cached"


def test_a_command_runs_without_a_shell_and_with_the_given_environment(reading: Reading) -> None:
    config = reading("include : printenv |\n", allow_commands=True, environ={"PATH": "/usr/bin:/bin", "X": "$HOME;y"})
    assert config.raw("X") == "$HOME;y"


def test_an_error_in_an_included_file_names_both_lines(reading: Reading, tmp_path: Path) -> None:
    files = {"one": "\n\ninclude : @D@/two\n", "two": "A = 1\ngarbage\n"}
    with pytest.raises(ConfigError) as caught:
        reading("\ninclude : @D@/one\n", files=files)
    error = caught.value
    assert (error.kind, error.line) == (ErrorKind.ERROR_IN_INCLUDED_FILE, 2)
    assert f"in the included {tmp_path / 'two'}, line 2: this line has no = in it" in str(error)
    assert error.inner is not None
    assert (error.inner.kind, error.inner.line) == (ErrorKind.SYNTAX, 2)


def test_includes_nest_19_files_deep_in_the_root_file(reading: Reading) -> None:
    files = {f"f{i}": f"include : @D@/f{i + 1}\n" for i in range(1, 30)}
    assert reading("include : @D@/f1\nA = 1\n", files={**files, "f19": "B = 2\n"}).text("B") == "2"
    with pytest.raises(ConfigError) as caught:
        reading("\ninclude : @D@/f1\n", files=files)
    assert (caught.value.kind, caught.value.line) == (ErrorKind.INCLUDE_DEPTH, 2)


@pytest.mark.parametrize("source", ["", "a\0b", "a/" * 100_000])
def test_names_that_no_file_can_have_are_missing_files(reading: Reading, source: str) -> None:
    with pytest.raises(ConfigError) as caught:
        reading(f"include : {source}\n")
    assert caught.value.kind is ErrorKind.INCLUDE_MISSING


def test_bytes_that_are_not_a_configuration_are_an_error_with_a_line(tmp_path: Path) -> None:
    path = tmp_path / "photo.jpeg"
    path.write_bytes(b"\xff\xd8\xff\xe0\x00\x10JFIF\x00" + bytes(range(256)) * 40)
    with pytest.raises(ConfigError) as caught:
        read(path, environ={})
    assert (caught.value.path, caught.value.line) == (str(path), 1)
    assert str(caught.value).isprintable()


def test_bytes_that_are_not_utf_8_survive_in_values(tmp_path: Path) -> None:
    path = tmp_path / "condor_config"
    path.write_bytes(b"A = caf\xe9 \xc3\xa9\n")
    assert (read(path, environ={}).text("A") or "").encode(errors="surrogateescape") == b"caf\xe9 \xc3\xa9"


def test_a_missing_root_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        read(tmp_path / "missing", environ={})
    assert caught.value.kind is ErrorKind.ROOT_MISSING


def test_a_folder_is_read_as_a_local_config_dir_is(tmp_path: Path) -> None:
    folder = tmp_path / "config.d"
    (folder / "sub").mkdir(parents=True)
    for name in ("10-b", "9-a", "20.rpmsave", ".hidden", "#draft", "sub/30"):
        (folder / name).write_text(f"SEEN = $(SEEN) {name}\nROOT = $(CONFIG_ROOT)\n")
    config = read(folder, environ={})
    assert config.words("SEEN") == ["10-b", "9-a"]
    assert config.origin("SEEN") == Origin(f"{folder}/9-a", 1, OriginKind.FILE)
    assert config.text("ROOT") == str(tmp_path)


def test_a_folder_may_name_further_files(tmp_path: Path) -> None:
    folder = tmp_path / "config.d"
    folder.mkdir()
    (folder / "1").write_text(f"LOCAL_CONFIG_FILE = {tmp_path}/local\nA = 1\n")
    (tmp_path / "local").write_text("A = $(A) 2\n")
    assert read(folder, environ={}).text("A") == "1 2"


def test_a_folder_without_configuration_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.rpmsave").write_text("A = 1\n")
    with pytest.raises(ConfigError) as caught:
        read(tmp_path, environ={})
    assert caught.value.kind is ErrorKind.ROOT_MISSING
    assert caught.value.message == "there is no file of configuration in this folder"


def test_auto_use_applies_a_template_after_all_files(reading: Reading) -> None:
    config = reading("AUTO_USE_POLICY_ALWAYS_RUN_JOBS = $(ON)\nON = yes\nCLAIM_WORKLIFE = 5\n")
    assert config.integer("CLAIM_WORKLIFE") == 1200
    assert reading("AUTO_USE_POLICY_ALWAYS_RUN_JOBS = no\nCLAIM_WORKLIFE = 5\n").integer("CLAIM_WORKLIFE") == 5


def test_auto_use_of_what_there_is_not_is_a_warning(reading: Reading) -> None:
    config = reading("AUTO_USE_POLICY_NOPE = true\nAUTO_USE_ROLE_Submit = x == 1\n")
    assert [(w.line, w.kind) for w in config.warnings] == [(1, WarningKind.AUTO_USE), (2, WarningKind.AUTO_USE)]


def test_old_spellings_and_placeholders_are_warnings(reading: Reading) -> None:
    placeholder = "YOU_MUST_CHANGE_THIS_INVALID_CONDOR_CONFIGURATION_VALUE"
    config = reading(f"A : 1\nRunBenchmarks : 2\nwarning : see $(A)\nCONDOR_HOST = {placeholder}\n")
    assert [(w.line, w.kind) for w in config.warnings] == [
        (1, WarningKind.COLON_ASSIGNMENT),
        (3, WarningKind.WARNING_STATEMENT),
        (4, WarningKind.PLACEHOLDER),
    ]
    assert config.warnings[1].message == "see 1"


@pytest.mark.slow
def test_a_big_file_is_read_in_good_time(reading: Reading) -> None:
    config = reading(
        "".join(f"KNOB_{i} = value $(KNOB_{i - 1})\n" for i in range(20_000)) + f"BIG = {'x' * 5_000_000}\n"
    )
    assert len(config.names()) == 20_001
    assert len(config.text("BIG") or "") == 5_000_000
