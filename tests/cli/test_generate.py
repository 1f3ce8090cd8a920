"""Writing what is made from the command tree."""

from pathlib import Path

from tests.generate.__main__ import COMPLETIONS, MANUAL, PAGES, REPOSITORY, generated, write


def test_what_is_kept_is_what_the_command_tree_makes_now() -> None:
    for name, text in generated().items():
        path = REPOSITORY / name
        hint = "run python -m tests.generate"
        assert path.is_file(), f"{name} is missing: {hint}"
        assert path.read_text(encoding="utf-8") == text, f"{name} is stale: {hint}"


def test_nothing_is_kept_that_is_no_longer_made() -> None:
    kept = {f"{folder}/{path.name}" for folder in (PAGES, COMPLETIONS) for path in (REPOSITORY / folder).iterdir()}
    assert kept <= generated().keys()


def test_only_what_differs_is_written_and_pages_of_gone_commands_go(tmp_path: Path) -> None:
    assert write(tmp_path, generated(), MANUAL) == list(generated())
    assert write(tmp_path, generated(), MANUAL) == []
    (tmp_path / "man/man1/userprio.1").write_text("stale")
    (tmp_path / "man/man1/userprio-gone.1").write_text("gone")
    assert write(tmp_path, generated(), MANUAL) == ["man/man1/userprio-gone.1", "man/man1/userprio.1"]
    assert write(tmp_path, generated(), MANUAL) == []
