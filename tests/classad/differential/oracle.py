"""HTCondor's library in a child process, which odd input may end or keep for ever.

Run as a program it answers each line `[text, my, target]` with a line: None for what it cannot read, else the value,
the text in the new dialect, what it prints after reading that again, and the line of a long file.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

DIED: Final = ["died"]
FAILED: Final = ["failed"]
PATIENCE_S: Final = 60


def asked(questions: Sequence[tuple[str, str | None, str | None]]) -> list[Any]:
    """The answers, DIED in the place of those at which the child ended or hung."""
    answers: list[Any] = []
    while len(answers) < len(questions):
        text = "".join(json.dumps(question) + "\n" for question in questions[len(answers) :])
        child = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "TZ": "UTC", "CONDOR_CONFIG": os.devnull},
        )
        try:
            out, _ = child.communicate(text.encode(), PATIENCE_S)
        except subprocess.TimeoutExpired:
            child.kill()
            out, _ = child.communicate()
        lines = out.split(b"\n")[:-1]
        answers += [json.loads(line) for line in lines]
        if len(answers) < len(questions):
            answers.append(DIED)
    return answers


def main() -> None:
    import classad2

    # Only what first reads the old dialect makes the library as lenient with names as HTCondor's programs are.
    classad2.parseOne("X = 1", classad2.ParserType.Old)
    out = sys.stdout.buffer
    for line in sys.stdin.buffer:
        out.write(json.dumps(_answer(classad2, *json.loads(line))).encode() + b"\n")
        out.flush()


def _answer(classad2: Any, text: str, my: str | None, target: str | None) -> Any:
    try:
        if my is None:
            mine = classad2.parseOne(f"X = {text}", classad2.ParserType.Old)
            expr = mine.lookup("X")
        else:
            mine, expr = classad2.ClassAd(my), classad2.ExprTree(text)
        theirs = None if target is None else classad2.ClassAd(target)
    except (classad2.ClassAdException, KeyError):
        return None
    holder = classad2.ClassAd()
    holder["X"] = expr
    try:
        value = _plain(classad2, expr.eval(mine, theirs))
        if value[0] == "real" and not _is_real(classad2, text, my, mine, theirs):
            value[0] = "length"
    except classad2.ClassAdException:
        value = FAILED
    except (UnicodeDecodeError, OverflowError, ValueError) as odd:
        value = ["unseen", type(odd).__name__]
    new = _text(classad2, lambda: str(expr))
    again = None if new is None else _text(classad2, lambda: str(classad2.ExprTree(new)))
    return [value, new, again, _text(classad2, holder.printOld)]


def _text(classad2: Any, how: Callable[[], object]) -> str | None:
    """A text, None where it is not UTF-8 or the library cannot read what it has printed."""
    try:
        return str(how())
    except (classad2.ClassAdException, UnicodeDecodeError):
        return None


def _is_real(classad2: Any, text: str, my: str | None, mine: Any, theirs: Any) -> bool:
    """Whether the value is a real: the bindings give lengths of time as reals, too."""
    if my is None:
        mine["isRealX"] = classad2.ExprTree("isReal(X)")
        return bool(mine.lookup("isRealX").eval(mine, theirs))
    return classad2.ExprTree(f"isReal({text})").eval(mine, theirs) is not False


def _plain(classad2: Any, value: Any) -> list[Any]:
    if isinstance(value, classad2.Value):
        return ["undefined" if value is classad2.Value.Undefined else "error"]
    if isinstance(value, bool):
        return ["boolean", value]
    if isinstance(value, int):
        return ["integer", value]
    if isinstance(value, float):
        return ["real", value.hex()]
    if isinstance(value, str):
        return ["string", value]
    if isinstance(value, list):
        return ["list", len(value)]
    if isinstance(value, classad2.ClassAd):
        return ["ad", sorted(name.lower() for name in value)]
    return ["instant", int(value.timestamp())]


if __name__ == "__main__":
    main()
