"""`userprio check --fix`: the difference is shown, and written once somebody agrees."""

from collections.abc import Sequence
from difflib import unified_diff
from pathlib import Path

from userprio.check import Finding, fixed
from userprio.cli.environment import Environment
from userprio.cli.showing import put_file
from userprio.errors import Refused
from userprio.formats import counted
from userprio.limits import CONFIG_FILE, read_file
from userprio.report import printable


def put_right(findings: Sequence[Finding], env: Environment, *, yes: bool) -> bool:
    """Show on stderr what fixes change, and write them if that is wanted; whether anything was written.

    Raises:
        Refused: nobody is there to be asked, and `yes` is not given.
        OSError: a file cannot be read or written; each is written whole or not at all.
    """
    changed: dict[Path, tuple[bytes, int]] = {}
    for file in dict.fromkeys(each.file for each in findings if each.fix is not None and each.line is not None):
        path = Path(file or "")
        if not path.is_file():
            continue
        before = read_file(path, CONFIG_FILE).decode(errors="surrogateescape")
        after, done = fixed(before, [each for each in findings if each.file == file])
        if done:
            changed[path] = after.encode(errors="surrogateescape"), len(done)
            old, new = before.splitlines(), after.splitlines()
            for line in unified_diff(old, new, str(path), f"{path}, fixed", lineterm=""):
                env.stderr.write(f"{printable(line)}\n")
    if not changed:
        env.warn("nothing that was found can be put right by machine")
        return False
    number = sum(count for _, count in changed.values())
    agreed = yes or env.ask(f"Write {counted(number, 'change')} to {counted(len(changed), 'file')}?")
    if agreed is None:
        raise Refused("nothing is changed without somebody to ask; give --yes")
    if agreed:
        for path, (content, _) in changed.items():
            put_file(path, content)
    return agreed
