from pathlib import Path

import pytest

from userprio.config import ConfigError, ErrorKind, find_root


def test_condor_config_decides_alone(tmp_path: Path) -> None:
    named, usual = tmp_path / "named", tmp_path / "usual"
    named.touch()
    usual.touch()
    assert find_root({"CONDOR_CONFIG": str(named)}, [usual]) == named
    assert find_root({}, [tmp_path / "missing", tmp_path, usual]) == usual
    assert find_root({}, []) is None


def test_only_env_means_no_file(tmp_path: Path) -> None:
    assert find_root({"CONDOR_CONFIG": "only_Env"}, [tmp_path]) is None


def test_a_command_is_taken_as_it_is() -> None:
    assert find_root({"CONDOR_CONFIG": "/bin/cat x |"}, []) == Path("/bin/cat x |")


def test_there_is_no_falling_back_from_a_wrong_condor_config(tmp_path: Path) -> None:
    usual = tmp_path / "usual"
    usual.touch()
    for wrong in (tmp_path, tmp_path / "missing"):
        with pytest.raises(ConfigError) as caught:
            find_root({"CONDOR_CONFIG": str(wrong)}, [usual])
        assert caught.value.kind is ErrorKind.ROOT_MISSING
