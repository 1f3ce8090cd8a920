"""What the search for noise takes for a configuration, and what it counts."""

from pathlib import Path

import pytest

from tests.corpus import configurations, main


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("# a comment\nDAEMON_LIST = MASTER\nMY_OWN = 5\n", True),
        ("use ROLE : Execute\nif version >= 9.0\n  START = True\nendif\n", True),
        ("executable = /bin/true\nrequest_cpus = 1\nqueue\n", False),
        ("DAEMON_LIST = {{ daemons }}\n", False),
        ("[service]\nname = x\nport = 5\n", False),
        ("Some prose about START.\n", False),
    ],
)
def test_configurations_are_told_from_other_files(tmp_path: Path, text: str, is_one: bool) -> None:
    (tmp_path / "file").write_text(text)
    assert bool(list(configurations(tmp_path))) is is_one


def test_findings_are_counted_by_code_and_shown_where_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "one").write_text("GROUP_NAMES = a\nGROUP_QUOTA_a = -5\n")
    (tmp_path / "two").write_text("NEGOTIATOR_INTERVAL = 60\n")
    (tmp_path / "three").write_text("include : /nowhere\n")
    assert main([str(tmp_path), "--show", "bad-value"]) == 0
    shown = capsys.readouterr().out
    assert f"{tmp_path}/one:2: error: GROUP_QUOTA_a is `-5`" in shown
    assert "     1 error    bad-value\n3 configurations, 1 of them parts that cannot be read alone, 1 without" in shown
