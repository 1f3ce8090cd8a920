from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from userprio.base.versions import NEWEST, Version
from userprio.config import Config, read

Reading = Callable[..., Config]


@pytest.fixture
def reading(tmp_path: Path) -> Reading:
    """Reads a text as the root file; `files` are written beside it, and `@D@` stands for their folder."""

    def read_text(
        text: str,
        *,
        files: Mapping[str, str] | None = None,
        environ: Mapping[str, str] | None = None,
        overrides: Mapping[str, str] | None = None,
        subsystem: str = "NEGOTIATOR",
        local_name: str | None = None,
        allow_commands: bool = False,
        detected: Mapping[str, str] | None = None,
        version: Version = NEWEST,
    ) -> Config:
        for name, content in {**(files or {}), "condor_config": text}.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content.replace("@D@", str(tmp_path)))
        return read(
            tmp_path / "condor_config",
            environ=environ or {},
            overrides=overrides or {},
            subsystem=subsystem,
            local_name=local_name,
            allow_commands=allow_commands,
            detected=detected,
            version=version,
        )

    return read_text
