"""Whom an edit is about: names as they are, and patterns, for which the submitters stand that they match."""

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Final

from userprio.accounting import EditError
from userprio.cli.editing import agreed, ledger_path
from userprio.cli.environment import Environment
from userprio.cli.loading import load_inputs
from userprio.cli.options import Shared
from userprio.ledger import Ledger
from userprio.report import count, printable

_MAGIC: Final = re.compile(r"[*?\[]")


def chosen(words: Sequence[str], shared: Shared, env: Environment) -> tuple[str, ...]:
    """The names that are meant: those of existing records for a word with `*`, `?` or `[...]`, unless one has just
    that name.

    Raises:
        EditError: nobody matches a pattern.
        BadInput, LiveError: the ledger, or the pool, cannot be read.
    """
    if not any(map(_MAGIC.search, words)):
        return tuple(words)
    known = _submitters(shared, env)
    names: list[str] = []
    for word in words:
        if word in known or not _MAGIC.search(word):
            names.append(word)
            continue
        matched = [name for name in known if fnmatchcase(name, word)]
        if not matched:
            raise EditError(f"no submitter matches {word}")
        names += matched
    return tuple(dict.fromkeys(names))


def _submitters(shared: Shared, env: Environment) -> dict[str, None]:
    if shared.live:
        from userprio.cli.live_editing import submitters_of_pool

        return dict.fromkeys(sorted(submitters_of_pool(shared, env)))
    ledger = Ledger.read(ledger_path(load_inputs(shared, env, with_pool=False, warn=False), shared, env))
    return dict.fromkeys(sorted(name for name in ledger.customers if "@" in name))


def confirmed(question: str, words: Sequence[str], names: Sequence[str], env: Environment) -> bool:
    """Whether somebody wants it for all whom the patterns among `words` match; where there is none, nothing is asked.

    They are listed before, on stderr.
    """
    if tuple(names) == tuple(words):
        return True
    env.stderr.write(f"{count(len(names), 'submitter')}:\n")
    env.stderr.write("".join(f"  {printable(name)}\n" for name in names))
    return agreed(question, env)
