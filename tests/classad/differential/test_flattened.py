"""Random expressions are flattened as HTCondor's library does: `ClassAd.flatten`, which inlines no attributes."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence

import pytest

from tests.classad.differential.generator import NAMES, Generator
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
from userprio.classad.flatten import flattened
from userprio.classad.values import AbsTime, AdExpr, RelTime

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
    except (classad2.ClassAdException, ValueError):
        told = None
    print(json.dumps(told), flush=True)
"""


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


def differences(seed: int, count: int) -> Iterator[tuple[str, str, str, str]]:
    """Expression and ad, ours and theirs, where they are not the same.

    Left out are ads in an expression, which see nothing around them in the bindings, ads in the ad and circles, which
    end at another step, times, which the library writes out as texts, calendars of far centuries (`known.py`), and
    lists and ads that are the whole of what comes out.
    """
    generator = Generator(f"flattened-{seed}")
    generator.names = NAMES
    cases = [(generator.expression(generator.dice.choice((1, 2, 3, 3))), generator.ad()) for _ in range(count)]
    evaluator = Evaluator(0)
    for (text, my), told in zip(cases, asked(cases), strict=True):
        if "formattime" in f"{text}{my}".lower():
            continue
        try:
            expr, ad = parse(text, Dialect.NEW), Ad.parse(my)
            theirs = None if told is None else Ad.parse(told).expr("X")
        except ClassAdSyntaxError:
            continue
        if (
            theirs is None
            or any(isinstance(node, AdExpr) for node in _nodes(expr))
            or isinstance(theirs, ListExpr | AdExpr)
        ):
            continue
        if any(isinstance(node, AdExpr) for name in ad for node in _nodes(ad.expr(name) or expr)):
            continue
        made = flattened(expr, evaluator._context(ad, None), inline=False)
        if made is None and _has_circle(ad):
            continue
        made = made or expr
        if any(isinstance(node, Literal) and isinstance(node.value, AbsTime | RelTime) for node in _nodes(made)):
            continue
        ours = parse(unparse(made, Dialect.NEW), Dialect.NEW)
        if ours != theirs:
            yield text, my, unparse(ours, Dialect.NEW), unparse(theirs, Dialect.NEW)


def _has_circle(ad: Ad) -> bool:
    """Whether an attribute leads back to itself: the library goes round 400 times, and here it is given up."""
    leads = {
        name.lower(): {
            node.name.lower() for node in _nodes(ad.expr(name) or Literal(0)) if isinstance(node, AttributeRef)
        }
        for name in ad
    }
    for _ in leads:
        leads = {name: found.union(*(leads.get(other, set()) for other in found)) for name, found in leads.items()}
    return any(name in found for name, found in leads.items())


def _nodes(root: Expr) -> Iterator[Expr]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(node.children)


def test_expressions_are_flattened_as_by_htcondor() -> None:
    assert list(differences(0, 1000)) == []


@pytest.mark.differential
@pytest.mark.parametrize("seed", range(1, 11))
def test_many_expressions_are_flattened_as_by_htcondor(seed: int) -> None:
    assert list(differences(seed, 10_000)) == []
