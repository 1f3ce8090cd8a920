"""Lines up to the tab key, and the words offered there: for each kind of value one or two.

They are about the shipped example physics, unless they say otherwise.
"""

from typing import Final, NamedTuple


class Line(NamedTuple):
    """What is typed behind `userprio`, the word at the cursor last, and what is offered."""

    typed: str
    words: tuple[str, ...]
    replacing: bool = False
    """Whether the words need not begin as what was typed."""

    @property
    def arguments(self) -> list[str]:
        """The words of the line."""
        return self.typed.split(" ")


def _line(typed: str, *words: str) -> Line:
    return Line(f"--snapshot physics {typed}", words)


def _replacing(typed: str, *words: str) -> Line:
    return Line(f"--snapshot physics {typed}", words, replacing=True)


HIGGS: Final = "group_physics.hep.higgs@example.org"

LINES: Final = (
    # The end of a name where a command takes one, the whole name where it does not.
    _line("explain hi", "higgs"),
    _line("explain hep.h", "hep.higgs"),
    _line("explain higgs@", "higgs@example.org"),
    _line("explain ada --than ali", "alice"),
    _line("wait sal", "salam"),
    _line("jobs cu", "curie"),
    _line("resources no", "noether"),
    _line("most fe", "feynman"),
    _line("most he", "hep", "hep.higgs", "hep.salam"),
    _line("forecast --only le", "lep", "lep.noether"),
    _line("aim --share le", "lep=", "lep.noether="),
    _replacing("setfactor hi", HIGGS),
    _replacing("delete noe", "group_physics.lep.noether@example.org"),
    _line("setfactor al", "alice@example.org"),
    _replacing("negotiate --setfactor hi", f"{HIGGS}="),
    _replacing("plan --delete ein", "group_chemistry.einstein@example.org"),
    _replacing("sweep setprio:hi", f"setprio:{HIGGS}="),
    _line("sweep setp", "setprio:"),
    # Groups and patterns
    _line("explain --group he", "hep"),
    _replacing("negotiate --group he", "group_physics.hep"),
    _line("negotiate --user hi", "higgs"),
    _line("negotiate --user group_physics.f", "group_physics.feynman"),
    # Columns and fields
    _line("most --sort real", "real_priority"),
    _line("most --sort real_priority:d", "real_priority:desc"),
    _line("most --sort real_priority", "real_priority", "real_priority:asc", "real_priority:desc"),
    _line("most --columns name,real", "name,real_priority"),
    _line("most --columns floor,fl", "floor,floor_lease_ends_at"),
    _line("quotas --json effective_", "effective_priority", "effective_quota"),
    _line("negotiate --sort alloc", "allocated"),
    _line("negotiate --rows matches --json pre", "preempts"),
    _line("jobs --columns pl", "place"),
    _line("--sort real", "real_priority"),
    # Words that the program knows
    _line("check --explain cycle", "cycle-delay"),
    _line("check --select set-twice,cycle", "set-twice,cycle-delay"),
    _line("check --format sar", "sarif"),
    _line("most --format sar"),
    _line("negotiate --rows ma", "matches"),
    _line("aim --over lo", "long-run"),
    _line("sweep --show holds,got,ma", "holds,got,matches"),
    _line("plan --to-version 23.9", "23.9.6"),
    _line("most --condor-version 25.14", "25.14.1", "25.14.0"),
    _line("versions 23.9", "23.9.6"),
    _line("most --limit ledger-s", "ledger-size="),
    _line("help cook", "cookbook"),
    _line("help nego", "negotiate"),
    Line("init fair", ("fairshare",)),
    # What a snapshot has
    _line("explain --job 106", "106.0"),
    _line("explain --job 101.1", "101.1", *(f"101.{number}" for number in range(10, 20))),
    _line("explain --slot slot1@node07", "slot1@node07.example.org"),
    _line("wait --job 10", "101.", "102.", "103.", "104.", "105.", "106.0", "107."),
    _line("plan --slots -slot1@node07", "-slot1@node07.example.org"),
    _line("plan --slots -2:slot1@node07", "-2:slot1@node07.example.org"),
    _line("plan --slots +2:like=slot1@node07", "+2:like=slot1@node07.example.org"),
)
"""Where words replace what was typed, there is only one of them."""
