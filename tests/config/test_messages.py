"""Every way in which a configuration is refused says which file, which line, and what to do."""

from pathlib import Path

import pytest

from tests.config.conftest import Reading
from userprio.config import ConfigError, ErrorKind, KnobError, find_root, read

CASES: dict[ErrorKind, tuple[str, int]] = {
    ErrorKind.SYNTAX: ("A = 1\nno operator\n", 2),
    ErrorKind.ILLEGAL_NAME: ("A$ = 1\n", 1),
    ErrorKind.COLON_ASSIGNMENT: ("#opt:strict\nA : 1\n", 2),
    ErrorKind.UNTERMINATED_HERE_DOCUMENT: ("A @=end\nx\n", 2),
    ErrorKind.BAD_CONDITION: ("\nif a && b\nendif\n", 2),
    ErrorKind.IF_DEPTH: ("if true\n" * 64, 64),
    ErrorKind.MISSING_ENDIF: ("if true\nA = 1\n", 2),
    ErrorKind.ELSE_WITHOUT_IF: ("else\n", 1),
    ErrorKind.ENDIF_WITHOUT_IF: ("A = 1\nendif\n", 2),
    ErrorKind.ELSE_AFTER_ELSE: ("if true\nelse\nelse\nendif\n", 3),
    ErrorKind.ELIF_AFTER_ELSE: ("if true\nelse\nelif true\nendif\n", 3),
    ErrorKind.INCLUDE_MISSING: ("include : @D@/none\n", 1),
    ErrorKind.INCLUDE_KEYWORD: ("include frob : @D@/none\n", 1),
    ErrorKind.INCLUDE_DEPTH: ("include : @D@/condor_config\n", 1),
    ErrorKind.COMMAND_REFUSED: ("include command : echo\n", 1),
    ErrorKind.ERROR_IN_INCLUDED_FILE: ("A = 1\ninclude : @D@/bad\n", 2),
    ErrorKind.UNKNOWN_TEMPLATE: ("use POLICY : ALWAYS_RUN_JOB\n", 1),
    ErrorKind.UNKNOWN_TEMPLATE_CATEGORY: ("use POLITICS : X\n", 1),
    ErrorKind.TEMPLATE_CATEGORY_MISSING: ("use : X\n", 1),
    ErrorKind.ERROR_STATEMENT: ("error : no\n", 1),
    ErrorKind.BAD_EXCLUDE_PATTERN: ("LOCAL_CONFIG_DIR = @D@\nLOCAL_CONFIG_DIR_EXCLUDE_REGEXP = (\n", 2),
    ErrorKind.CIRCULAR_MACRO: ("A = $(B)\nB = $(A)\nif $(A)\nendif\n", 3),
    ErrorKind.EXPANSION_TOO_LARGE: ("A = xx\n" + "A = $(A)$(A)\n" * 40, 26),
    ErrorKind.MACRO_FUNCTION: ("LOCAL_CONFIG_FILE = $CHOICE(9,a)\n", 1),
}
ELSEWHERE = {ErrorKind.ROOT_MISSING, ErrorKind.INCLUDE_COMMAND_FAILED, ErrorKind.LOCAL_CONFIG_MISSING}


def test_every_kind_of_error_has_a_case() -> None:
    assert set(ErrorKind) == CASES.keys() | ELSEWHERE


@pytest.mark.parametrize("kind", CASES)
def test_an_error_says_where_and_what_to_do(reading: Reading, tmp_path: Path, kind: ErrorKind) -> None:
    text, line = CASES[kind]
    with pytest.raises(ConfigError) as raised:
        reading(text, files={"bad": "A = 1\nB = 1\noops\n"})
    error = raised.value
    assert (error.kind, str(error.path), error.line) == (kind, str(tmp_path / "condor_config"), line)
    assert error.hint, str(error)
    assert str(error).startswith(f"{tmp_path}/condor_config, line {line}: ")


def test_a_root_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(ConfigError) as raised:
            read(path, environ={})
        assert (raised.value.kind, raised.value.path) == (ErrorKind.ROOT_MISSING, path)
        assert raised.value.hint
        with pytest.raises(ConfigError) as raised:
            find_root({"CONDOR_CONFIG": str(path)})
        assert (raised.value.path, bool(raised.value.hint)) == (path, True)


def test_a_local_file_that_is_not_there_is_named_with_the_line_that_lists_it(reading: Reading, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="condor_config, line 2") as raised:
        reading("A = 1\nLOCAL_CONFIG_FILE = @D@/none\n")
    assert (raised.value.kind, raised.value.path) == (ErrorKind.LOCAL_CONFIG_MISSING, f"{tmp_path}/none")
    assert raised.value.hint


def test_a_command_that_fails_is_named(reading: Reading, tmp_path: Path) -> None:
    for text in ("include command : /none/such\n", "LOCAL_CONFIG_FILE = false |\n"):
        with pytest.raises(ConfigError) as raised:
            reading(text, allow_commands=True)
        error = raised.value
        assert (error.kind, str(error.path), error.line) == (
            ErrorKind.INCLUDE_COMMAND_FAILED,
            str(tmp_path / "condor_config"),
            1,
        )
        assert error.hint


@pytest.mark.parametrize("text", ["1 day", "x", "$CHOICE(9,a)", "1e99", '"1"'])
def test_a_knob_that_is_not_a_number_is_named_with_its_line(reading: Reading, tmp_path: Path, text: str) -> None:
    config = reading(f"A = 1\nNEGOTIATOR_INTERVAL = {text}\n")
    with pytest.raises(KnobError) as raised:
        config.integer("NEGOTIATOR_INTERVAL")
    error = raised.value
    assert (str(error.path), error.line, error.knob) == (str(tmp_path / "condor_config"), 2, "NEGOTIATOR_INTERVAL")
    assert error.hint
