"""Usage files as Maui keeps them: one for each window, named `FS.` and the epoch of its beginning."""

import re
from collections import defaultdict
from pathlib import Path
from typing import Final

from userprio.files import read_file
from userprio.limits import OTHER_FILE
from userprio.moab.errors import MoabError, quoted
from userprio.moab.parameters import CredentialKind
from userprio.moab.usage import UsageWindows
from userprio.moab.values import decimal

_NAME: Final = re.compile(r"FS\.([0-9]{1,12})\Z")
_KINDS: Final = {
    "USER": CredentialKind.USER,
    "GROUP": CredentialKind.GROUP,
    "ACCOUNT": CredentialKind.ACCOUNT,
    "ACCT": CredentialKind.ACCOUNT,
    "QOS": CredentialKind.QOS,
    "CLASS": CredentialKind.CLASS,
}
_TOTAL: Final = "TOTAL"


def read_usage_files(folder: Path, now: float, interval_s: int, depth: int) -> UsageWindows:
    """The windows that the files of a folder hold; a window without a file is empty.

    Lines have three fields: kind, name and amount; `TOTAL` lines have the sum as their last. Others are comments.

    Raises:
        MoabError: the folder has no such file, or an amount is no number.
        OSError: a file cannot be read.
    """
    current = int(now // interval_s) * interval_s
    total = [0.0] * depth
    amounts: dict[CredentialKind, dict[str, list[float]]] = defaultdict(lambda: defaultdict(lambda: [0.0] * depth))
    files = [(int(found[1]), path) for path in sorted(folder.iterdir()) if (found := _NAME.match(path.name))]
    if not files:
        raise MoabError("no usage files in this folder", folder, hint="They are named such as FS.1772409600")
    for begin, path in files:
        age = (current - begin) // interval_s
        if begin % interval_s:
            hint = f"The file is of another FSINTERVAL than {interval_s} seconds"
            raise MoabError(f"window {begin} begins at no multiple of FSINTERVAL", path, hint=hint)
        if not 0 <= age < depth:
            continue
        lines = read_file(path, OTHER_FILE).decode("utf-8", "surrogateescape").split("\n")
        for number, line in enumerate(lines, 1):
            fields = line.partition("#")[0].split()
            if not fields or (len(fields) != 3 and fields[0].upper() != _TOTAL):
                continue
            amount = decimal(fields[-1])
            if amount is None or amount < 0:
                raise MoabError(f"an amount is to be a number, not {quoted(fields[-1])}", path, number)
            if fields[0].upper() == _TOTAL:
                total[age] += amount
            elif fields[0].upper() in _KINDS:
                amounts[_KINDS[fields[0].upper()]][fields[1]][age] += amount
    frozen = {kind: {name: tuple(by_age) for name, by_age in named.items()} for kind, named in amounts.items()}
    return UsageWindows(tuple(total), frozen)
