"""Build the site with MkDocs."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from mkdocs.commands.build import build as build_site
from mkdocs.config import load_config

from tests.site.sources import markdown_pages, navigation

CONFIG: Final = Path(__file__).parent / "mkdocs.yml"
WORKER: Final = Path(__file__).parent / "iframe-worker.js"


def build(folder: Path) -> None:
    """Write the site to a folder.

    Raises:
        mkdocs.exceptions.Abort: a page has a link or an anchor that leads nowhere, or is not in the navigation.
    """
    with TemporaryDirectory() as sources:
        for path, text in markdown_pages().items():
            page = Path(sources, path)
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(text, encoding="utf-8")
        shutil.copy(WORKER, sources)
        config = load_config(str(CONFIG), docs_dir=sources, site_dir=str(folder.absolute()), nav=navigation())
        config.plugins.on_startup(command="build", dirty=False)
        build_site(config)
        config.plugins.on_shutdown()
