"""HTCondor's own evaluator in a child process: circles through lists make it overflow its stack and die.

Run as a program it answers, line by line, `[expression, my, target]` with `[kind, value, text]`, both in JSON. Without
ads, None for `my`, the expression is read as the right side of a line of a `-long` file; `text` is how it is printed.
"""

import json
import subprocess
import sys

REFUSED = "no expression"
FAILED = "failed"
DIED = "died"


class Oracle:
    """The child process, started again when it died."""

    def __init__(self):
        self.child = None

    def ask(self, text, my, target):
        """Kind, value and text of the expression; ads are given as texts `[ … ]`, None for no target."""
        if self.child is None or self.child.poll() is not None:
            self.child = subprocess.Popen(
                [sys.executable, __file__],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        try:
            self.child.stdin.write(json.dumps([text, my, target]) + "\n")
            self.child.stdin.flush()
            answer = self.child.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            self.close()
            return DIED, None, None
        kind, value, printed = json.loads(answer)
        return kind, float.fromhex(value) if kind == "float" else value, printed

    def close(self):
        if self.child is not None:
            self.child.communicate()
            self.child = None


def answer(classad2, text, my, target):
    try:
        if my is None:
            mine = classad2.parseOne(f"X = {text}", classad2.ParserType.Old)
            expr = mine.lookup("X")
        else:
            mine, expr = classad2.ClassAd(my), classad2.ExprTree(text)
        theirs = None if target is None else classad2.ClassAd(target)
    except (classad2.ClassAdException, KeyError):
        return REFUSED, None, None
    try:
        value = expr.eval(mine, theirs)
    except classad2.ClassAdException:
        return FAILED, None, None
    if isinstance(value, classad2.Value):
        kind, value = "undefined" if value == classad2.Value.Undefined else "error", None
    elif isinstance(value, list):
        kind, value = "list", len(value)
    elif isinstance(value, classad2.ClassAd):
        kind, value = "ad", len(value)
    else:
        kind = type(value).__name__
    return kind, value.hex() if isinstance(value, float) else value, str(expr)


def main():
    import classad2

    # Only what first reads the old dialect makes the library as lenient with names as HTCondor's programs are.
    classad2.parseOne("X = 1", classad2.ParserType.Old)
    for line in sys.stdin:
        print(json.dumps(answer(classad2, *json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
