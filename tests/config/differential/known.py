"""What differs from HTCondor, one entry for each reason, with an example that is tested to differ still."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from tests.config.differential.generator import Case
from userprio.config.tables import default_text

_ONE_QUOTE = re.compile(r'"+')
_NUMBER = re.compile(r"line (\d+)|Line (\d+)")


@dataclass(frozen=True, slots=True)
class Known:
    """A difference that stays: why, how it is recognised, and an example."""

    reason: str
    holds: Callable[[Case, str, Any, Any], bool]
    example: Case


def _one_line_more(case: Case, part: str, ours: Any, theirs: Any) -> bool:
    """Whether the last line of the root file, which has no line feed, is numbered by us and not by HTCondor."""
    numbers = [int(found[1] or found[2]) for found in map(_NUMBER.search, (ours, theirs)) if found]
    return part == "line" and not case.root.endswith("\n") and len(numbers) == 2 and numbers[0] == numbers[1] + 1


KNOWN: Final = (
    Known(
        "of an empty part of a path in quotes HTCondor leaves one quote, here it has both",
        lambda _case, part, ours, theirs: (
            part.startswith(("text", "value")) and _ONE_QUOTE.sub('"', str(ours)) == _ONE_QUOTE.sub('"', str(theirs))
        ),
        Case("C = name\nD = $Fpq(C)\n"),
    ),
    Known(
        "a last line without a line feed has the number of the line before it in HTCondor's messages, here its own",
        _one_line_more,
        Case("A = 1\nno operator"),
    ),
    Known(
        "a knob that is set to its default in another spelling is dumped as the default",
        lambda _case, part, ours, theirs: (
            part.startswith(("text", "value"))
            and str(ours).lower() == str(theirs).lower() == (default_text(part.split()[-1]) or "").lower()
        ),
        Case("REQUIRE_LOCAL_CONFIG_FILE = True\n"),
    ),
    Known(
        "macros that go in a circle when a line is read are an error here; HTCondor hangs or runs out of its stack",
        lambda _case, part, ours, theirs: (
            part == "reading" and "in a circle" in ours and theirs.strip() in ("it hung", "Segmentation fault")
        ),
        Case("A = $(B)\nB = $(A)\nif $(A)\nendif\n"),
    ),
)


def known(case: Case, part: str, ours: Any, theirs: Any) -> str | None:
    """Why a difference is there, None where that is not known."""
    return next((each.reason for each in KNOWN if each.holds(case, part, ours, theirs)), None)
