"""Random expressions are flattened as HTCondor's library does, which its Python bindings show as `ClassAd.flatten`.

That leaves an attribute that is not settled as it stands, while a negotiator puts what became of it in its place, and
calls the other ad of a match `.LEFT` or `.RIGHT`. Both are compared with what real negotiators decided: the recorded
pools `requirements-of-slots` and `requirements-evaluated-twice` in `tests/negotiation/pools`, and those that
`python -m tests.pool.hunt` draws.
"""

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import pytest

from tests.classad.differential.generator import NAMES, Generator
from tests.marks import sampled
from userprio.classad import (
    Ad,
    AttributeRef,
    ClassAdSyntaxError,
    Dialect,
    Evaluator,
    Expr,
    ListExpr,
    Literal,
    parse,
    unparse,
)
from userprio.classad.context import SPECIAL_NAMES, Context
from userprio.classad.flatten import flattened
from userprio.classad.printing import join_in_order
from userprio.classad.values import AbsTime, AdExpr, RelTime, fold

pytest.importorskip("classad2", reason="the oracle comes with HTCondor's Python bindings")

LIBRARY = """
import classad2, json, sys
classad2.parseOne("X = 1", classad2.ParserType.Old)
for line in sys.stdin:
    text, my = json.loads(line)
    try:
        holder = classad2.ClassAd()
        holder["X"] = classad2.ClassAd(my).flatten(classad2.ExprTree(text))
        told = str(holder)
    except ValueError as error:
        told = "fails" if "flatten" in str(error) else None
    except classad2.ClassAdException:
        told = None
    print(json.dumps(told), flush=True)
"""

FAILED = "fails"


def asked(cases: Sequence[tuple[str, str]]) -> list[str | None]:
    """The library's answers, None where it has none or ends."""
    answers: list[str | None] = []
    while len(answers) < len(cases):
        lines = "".join(json.dumps(case) + "\n" for case in cases[len(answers) :])
        environment = {**os.environ, "TZ": "UTC", "CONDOR_CONFIG": os.devnull}
        child = subprocess.run(
            [sys.executable, "-c", LIBRARY], input=lines, capture_output=True, text=True, env=environment
        )
        answers += [json.loads(line) for line in child.stdout.split("\n")[:-1]]
        if len(answers) < len(cases):
            answers.append(None)
    return answers


@dataclass(frozen=True, slots=True)
class Found:
    """What a comparison found: how many were compared, and expression, ad, ours and theirs where these differ."""

    compared: int
    differing: list[tuple[str, str, str, str]]


class FlatGenerator(Generator):
    """Expressions of more constants, ads and calls that look at names, in ads that refer to themselves more often."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.names = tuple(name for name in NAMES if name.isidentifier())

    def ad(self) -> str:
        dice = self.dice
        chosen = dice.sample(self.names, dice.randrange(0, len(self.names)))
        return f"[ {'; '.join(f'{name} = {self.expression(dice.choice((0, 0, 1, 2)))}' for name in chosen)} ]"

    def expression(self, depth: int) -> str:
        dice = self.dice
        match dice.randrange(12):
            case 0:
                return dice.choice(SETTLED)
            case 1 if depth > 0:
                return f"{self.expression(depth - 1)} {dice.choice(GATHERED)} {self.expression(depth - 1)}"
            case 2 if depth > 0:
                return self.looking(depth - 1)
            case _:
                return super().expression(depth)

    def looking(self, depth: int) -> str:
        """A call of a function that is given expressions, or depends on where it is called."""
        one, two, three = (self.expression(depth) for _ in range(3))
        name, other = (self.reference() for _ in range(2))
        return self.dice.choice(
            (
                f"unresolved({name})",
                f'unresolved({name}, "a")',
                f"evalInEachContext({name}, {{ [ A = {one} ], {other} }})",
                f"countMatches({one}, {{ [ A = {two} ] }})",
                f"countMatches({name}, {other})",
                f"ifThenElse({one}, {two}, {three})",
                f"userHome({one}, {two})",
                'userHome("root")',
                f'eval("{self.dice.choice(self.names)}")',
                f"unparse({name})",
                f"isUndefined({one})",
            )
        )


SETTLED: Final = ("undefined", "error", "true", "false", "1", "0", "2.5", '"x"')
GATHERED: Final = ("&&", "||", "+", "*", "&", "|", "^", "?:")


def flattened_by_both(seed: int, wanted: int) -> Found:
    """Compare so many cases.

    Left out are circles of attributes, where the library goes round 400 times; times, which the library writes out as
    texts; calendars of far centuries (`known.py`); lists and ads that are the whole of what comes out, which the
    bindings turn into values, unless they are in parentheses; ads in an expression that name what is around them; and
    what the library prints in a way that nobody can read again.
    """
    generator = FlatGenerator(f"flattened-{seed}")
    compared = 0
    differing: list[tuple[str, str, str, str]] = []
    while compared < wanted:
        cases = [
            (generator.expression(generator.dice.choice((1, 2, 3, 3))), generator.ad())
            for _ in range(min(1000, 2 * (wanted - compared)))
        ]
        cases = [(f"({text})" if generator.dice.random() < 0.5 else text, my) for text, my in cases]
        for (text, my), told in zip(cases, asked(cases), strict=True):
            answers = _answers(text, my, told)
            if answers is not None and compared < wanted:
                compared += 1
                if answers[0] != answers[1]:
                    ours, theirs = (FAILED if one is None else unparse(one, Dialect.NEW) for one in answers)
                    differing.append((text, my, ours, theirs))
    return Found(compared, differing)


class _Alone(Context):
    """The ad in which the bindings flatten: ads in the expression itself have nothing around them."""

    own: frozenset[AdExpr]

    def inside(self, ad: Ad, written: AdExpr) -> Context:
        return super().inside(ad, written) if AdExpr(tuple(ad.items())) in self.own else Context(self.run, ad)


def _answers(text: str, my: str, told: str | None) -> tuple[Expr | None, Expr | None] | None:
    """What came out here and there, None where it fails; None for both where they cannot be compared."""
    if "formattime" in f"{text}{my}".lower() or told is None:
        return None
    try:
        expr, ad = parse(text, Dialect.NEW), Ad.parse(my)
        theirs = None if told == FAILED else Ad.parse(told).expr("X")
    except ClassAdSyntaxError:
        return None
    held = [ad.expr(name) or expr for name in ad]
    own = frozenset(node for whole in held for node in _nodes(whole) if isinstance(node, AdExpr))
    inside = [node for node in _nodes(expr) if isinstance(node, AdExpr)]
    if isinstance(theirs, ListExpr | AdExpr) or any(node in own or _looks_out(node) for node in inside):
        return None
    context = _Alone(Evaluator(0)._context(None, None).run, ad)
    context.own = own
    made = flattened(expr, context, inline=False)
    if made is None or theirs is None:
        nested = (node for whole in (expr, *held) for node in _nodes(whole) if isinstance(node, AdExpr))
        if _has_circle([*zip(ad, held, strict=True), *(pair for node in nested for pair in node.attributes)]):
            return None
    if made is not None:
        if any(isinstance(node, Literal) and isinstance(node.value, AbsTime | RelTime) for node in _nodes(made)):
            return None
        made = parse(fold(made, lambda node, parts: join_in_order(node, parts, Dialect.NEW)), Dialect.NEW)
    return made, theirs


def _looks_out(ad: AdExpr) -> bool:
    return any(
        isinstance(node, AttributeRef) and (node.absolute or node.name.lower() in SPECIAL_NAMES) for node in _nodes(ad)
    )


def _has_circle(definitions: Iterable[tuple[str, Expr]]) -> bool:
    """Whether a name leads back to itself: the library goes round 400 times, and here it is given up."""
    leads: dict[str, set[str]] = defaultdict(set)
    for name, expr in definitions:
        leads[name.lower()] |= {node.name.lower() for node in _nodes(expr) if isinstance(node, AttributeRef)}
    for _ in list(leads):
        leads.update({name: found.union(*(leads.get(each, ()) for each in found)) for name, found in leads.items()})
    return any(name in found for name, found in leads.items())


def _nodes(root: Expr) -> Iterator[Expr]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(node.children)


def test_expressions_are_flattened_as_by_htcondor() -> None:
    assert flattened_by_both(0, 300).differing == []


@pytest.mark.differential
@pytest.mark.parametrize("seed", sampled(range(1, 11)))
def test_many_expressions_are_flattened_as_by_htcondor(seed: int) -> None:
    """100,000 of them in all, which takes about a minute."""
    assert flattened_by_both(seed, 10_000) == Found(10_000, [])
