"""`python -m tests.corpus FOLDER|OWNER/NAME ...`: what `check` says of configurations that other people wrote.

python -m tests.corpus /tmp/corpus                    # counts by code, over every configuration below a folder
python -m tests.corpus unibonn/htcondor-bonn          # a public repository, cloned into the user's cache first
python -m tests.corpus /tmp/corpus --show bad-value   # the findings of a code, with their places, to be judged
python -m tests.corpus /tmp/corpus --level error      # those of a level

What others wrote is read where it is and kept nowhere. Each file counts as a whole configuration, so that what stands
in a file beside it is missing: judge with that in mind.
"""

import argparse
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

from userprio.analysis.check import Finding, Level, Situation, check, unreadable_file
from userprio.base.errors import BadInput
from userprio.config import KNOBS, ConfigError, ErrorKind, find_knob, read
from userprio.config.tables import default_names
from userprio.ledger import Ledger
from userprio.pool import Pool, ScenarioData

NOW: Final = 1_772_442_000
_LARGEST: Final = 300_000
_NOT_ALONE: Final = frozenset({ErrorKind.COMMAND_REFUSED, ErrorKind.INCLUDE_MISSING, ErrorKind.LOCAL_CONFIG_MISSING})
"""Errors of a file that was taken out of its place."""
_STATEMENT: Final = re.compile(r"\s*@?(?:use|include|if|elif|else|endif)\b|\s*([\w./]+)\s*(?:\+?=|@=|:)", re.I)
_TEMPLATED: Final = re.compile(r"<%|\{\{|\{%|@[A-Z_]+@|\$\{|^\s*(?:queue|executable|universe)\b", re.M | re.I)
"""Marks of templates that have yet to be filled in, and of submit files."""
_NAMES: Final = frozenset(default_names()) | {name.lower() for name in KNOBS}


def is_configuration(text: str) -> bool:
    """Whether most lines of a text are statements of HTCondor's configuration, and some set knobs of HTCondor's."""
    joined = re.sub(r"\\\s*\n", "", re.sub(r"(?ms)@=\s*(\w+)$.*?^\s*@\1\s*$", "= x", text))
    lines = [line for line in joined.split("\n") if line.strip() and not line.strip().startswith(("#", "["))]
    found = [match for match in map(_STATEMENT.match, lines) if match is not None]
    ours = [match for match in found if match[1] is None or _is_knob(match[1])]
    enough = len(found) >= 0.85 * len(lines) and len(ours) >= max(1.0, 0.2 * len(lines))
    return bool(lines) and enough and not _TEMPLATED.search(joined)


def _is_knob(name: str) -> bool:
    return any(each.lower() in _NAMES or find_knob(each) is not None for each in (name, name.partition(".")[2]))


def configurations(folder: Path) -> Iterator[Path]:
    """Every file below a folder that looks like a configuration."""
    for path in sorted(folder.rglob("*")):
        if ".git" in path.parts or path.is_symlink() or not path.is_file() or path.stat().st_size > _LARGEST:
            continue
        data = path.read_bytes()
        if b"\0" not in data and is_configuration(data.decode(errors="replace")):
            yield path


def findings(path: Path) -> tuple[Finding, ...] | None:
    """What `check` says of a file on its own; None where it cannot be read without others."""
    try:
        config = read(path, environ={})
        return check(Situation(ScenarioData(Pool(), Ledger.empty(), config, NOW)))
    except ConfigError as error:
        inner = error.inner or error
        return None if inner.kind in _NOT_ALONE else (unreadable_file(error),)
    except BadInput as error:
        return (Finding(Level.ERROR, "unexpected", str(error), "", str(path)),)


def folder_of(where: str) -> Path:
    """A folder, or the clone of a public repository in the user's cache.

    Raises:
        SystemExit: it is neither, or cannot be cloned.
    """
    if Path(where).is_dir():
        return Path(where)
    if re.fullmatch(r"[\w.-]+/[\w.-]+", where) is None:
        raise SystemExit(f"{where} is neither a folder nor OWNER/NAME of a public repository")
    target = user_cache_path("userprio") / "corpus" / where.replace("/", "+")
    if not target.exists():
        command = ["git", "clone", "--quiet", "--depth", "1", f"https://github.com/{where}", str(target)]
        if subprocess.run(command, check=False).returncode != 0:
            raise SystemExit(f"{where} could not be cloned; give a folder instead")
    return target


def main(arguments: Sequence[str] | None = None) -> int:
    """Check them all, and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.corpus", description=__doc__.partition("\n")[0])
    parser.add_argument("where", nargs="+", help="a folder, or OWNER/NAME of a public repository")
    parser.add_argument("--show", action="append", default=[], metavar="CODE", help="print the findings of a code")
    parser.add_argument(
        "--level", action="append", default=[], choices=[str(level) for level in Level], help="of a level"
    )
    given = parser.parse_args(arguments)
    counts: Counter[tuple[Level, str]] = Counter()
    files, partial, clean = 0, 0, 0
    for path in (path for where in given.where for path in configurations(folder_of(where))):
        found = findings(path)
        files += 1
        partial += found is None
        clean += found == ()
        for each in found or ():
            counts[each.level, each.code] += 1
            if each.code in given.show or each.level in given.level:
                print(
                    f"{each.file or path}:{each.line or ''}: {each.level}: {each.happens}. {each.advice} [{each.code}]"
                )
    for (level, code), number in sorted(counts.items(), key=lambda item: (list(Level).index(item[0][0]), -item[1])):
        print(f"{number:6} {level:8} {code}")
    print(f"{files} configurations, {partial} of them parts that cannot be read alone, {clean} without a finding")
    return 0


if __name__ == "__main__":
    sys.exit(main())
