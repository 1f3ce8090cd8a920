"""Random configurations and jobs: priorities and all their parts are those of the plain telling in `obvious`."""

import json
import re
from datetime import UTC
from math import isclose
from random import Random
from typing import Any

import pytest

from tests.marks import sampled
from tests.moab.building import PLACE, parse_config
from tests.moab.obvious import CAPS, COMPONENTS, WEIGHTS, Obvious
from tests.moab.random_sites import draw, written
from userprio.moab import BoundsMode, MoabRules, prioritise
from userprio.moab.parameters import MoabError
from userprio.moab.sitedata import site_of
from userprio.report import PriorityReport, listed, usage_table
from userprio.report.jobprio import priorities_document, priority_table, usage_document

_IN_PLAIN_SUITE = 150


def near(one: Any, other: Any, scale: float = 0.0) -> bool:
    """Equal but for the order of summation, `scale` being the size of the summands; or both not known."""
    return one is other or (None not in (one, other) and isclose(one, other, rel_tol=1e-9, abs_tol=1e-9 * scale))


def check(seed: int) -> None:
    """Hold every figure that is shown against the plain telling."""
    plain = draw(seed)
    config = parse_config(written(plain, Random(seed)))
    site = site_of(json.loads(json.dumps(plain.data)), PLACE)
    mode = BoundsMode.LITERAL if plain.literal else BoundsMode.BOUNDS
    if plain.lacks_capacity:
        with pytest.raises(MoabError, match="needs the capacity"):
            MoabRules.of(config, site, plain.now, plain.partition, mode)
        return
    rules = MoabRules.of(config, site, plain.now, plain.partition, mode)
    listing = listed(prioritise(site.jobs, rules), rules, lambda _: True)
    shown = json.loads(priorities_document(PriorityReport(listing)))
    expected = {job["id"]: plain.priority(job) for job in plain.data["jobs"]}
    for one in shown["jobs"]:
        check_job(one, expected.pop(one["id"]))
    assert not expected
    check_heads(plain, shown["components"])
    check_percents(plain, shown["components"], priority_table(listing, UTC, factors=True, raw=False).splitlines())
    check_usage(plain, json.loads(usage_document(usage_table(config, site, rules.fair_share, everybody=True))))


def check_job(one: dict[str, Any], expected: dict[str, Any]) -> None:
    found = {part["name"]: part for part in one["components"]}
    hundredth = expected["magnitude"] / 100 or 1
    summands = sum(
        abs(weight * points)
        for _, _, weight, _, terms in expected["components"].values()
        for *_, points in terms.values()
    )
    for component, (*figures, points, terms) in expected["components"].items():
        assert component in found or not points
        if component not in found:
            continue
        inner = {term["name"]: term for term in found[component]["subfactors"]}
        for name, (*values, weighed) in terms.items():
            assert name in inner or not weighed
            theirs = [inner[name][key] for key in ("raw", "capped", "weight", "points")] if name in inner else []
            assert all(map(near, theirs, [*values, weighed], [1e-3] * 4)), (name, theirs, values)
        scale = sum(abs(weighed) for *_, weighed in terms.values())
        theirs = [found[component][key] for key in ("sum", "capped", "weight", "points", "percent")]
        scales = (scale, scale, 0, scale * abs(figures[2]), 1 + summands / hundredth)
        assert all(map(near, theirs, [*figures, points, abs(points) / hundredth], scales)), (component, theirs, figures)
    assert near(one["sum"], expected["sum"], summands)
    assert abs(one["priority"] - expected["priority"]) <= 1e-9 * summands
    assert near(one["sum"] + sum(step["points"] for step in one["adjustments"]), one["priority"], summands)
    assert [one[key] for key in ("administered", "list")] == [expected[key] for key in ("administered", "list")]
    assert sorted(one["missing"]) == sorted(expected["missing"])
    assert len(one["verdicts"]) == len(expected["verdicts"])
    assert all(any(verdict in theirs for theirs in one["verdicts"]) for verdict in expected["verdicts"])


def check_heads(plain: Obvious, heads: list[dict[str, Any]]) -> None:
    """Weights and caps that hold for all."""
    for head in heads:
        name = head["name"]
        assert (head["weight"], head["cap"]) == (plain.value(f"{name}WEIGHT", 1), plain.value(f"{name}CAP"))
        for one in head["subfactors"]:
            default = int(one["name"] == "QUEUETIME")
            assert one["weight"] == plain.value(WEIGHTS[one["name"]], default)
            assert one["cap"] == plain.value(CAPS[one["name"]])


def check_percents(plain: Obvious, heads: list[dict[str, Any]], table: list[str]) -> None:
    """The last row of figures: what counts of all magnitudes, over all jobs."""
    row = next(line for line in reversed(table) if line.startswith("Percent"))
    jobs = [plain.priority(job) for job in plain.data["jobs"]]
    whole = sum(one["magnitude"] for one in jobs)
    expected = []
    for component in sorted(heads, key=lambda head: "CRED FS ATTR SERVICE TARGET RES USAGE".index(head["name"])):
        parts = [one["components"][component["name"]] for one in jobs]
        if component["name"] == "USAGE" and not any(map(plain.active, plain.data["jobs"])):
            continue
        expected.append(sum(abs(points) for *_, points, _ in parts))
        for one in component["subfactors"]:
            expected.append(sum(abs(weight * terms[one["name"]][3]) for *_, weight, _, terms in parts))
    figures = [100 * value / whole if whole else 0 for value in expected]
    shown = [float(text) for text in re.findall(r"[0-9.]+", row)]
    assert len(shown) == len(figures)
    assert all(abs(a - b) < 0.0501 + 1e-9 * b for a, b in zip(shown, figures, strict=True)), (shown, figures)


def check_usage(plain: Obvious, shown: dict[str, Any]) -> None:
    """Usage against targets, by credential and window."""
    whole = plain.windows("usage", plain.of_all)
    for one in shown["credentials"]:
        kind, name = one["kind"], one["name"]
        amounts = plain.windows("usage", kind, name)
        percents = [100 * part / all_ if all_ else 0 for part, all_ in zip(amounts, whole, strict=True)]
        assert all(map(near, one["windows"], percents)) and near(one["used"], plain.decayed(amounts))
        state, delta = plain.standing("usage", kind, name)
        assert near(one["percent"], plain.percent("usage", kind, name))
        assert near(one["points"], delta, 100) and one["state"] == state


@pytest.mark.parametrize("first", range(0, _IN_PLAIN_SUITE, 10))
def test_priorities_are_those_of_the_plain_telling_of_the_rules(first: int) -> None:
    for seed in range(first, first + 10):
        check(seed)


@pytest.mark.slow
def test_they_are_so_at_many_sites() -> None:
    for seed in sampled(range(_IN_PLAIN_SUITE, 4000)):
        check(seed)


def test_the_random_sites_show_what_they_are_to_show() -> None:
    """Every subfactor counts and every kind of verdict is given, bounds are hit, and data are missing."""
    found = [site.priority(job) for site in map(draw, range(100)) for job in site.data["jobs"]]
    parts = [
        (name, points)
        for one in found
        for *_, terms in one["components"].values()
        for name, (*_, points) in terms.items()
    ]
    assert {name for name, points in parts if points} == {*WEIGHTS}
    assert {name for one in found for name, part in one["components"].items() if part[0] != part[1]} == {*COMPONENTS}
    assert {one["list"] for one in found} == {"active", "blocked", "eligible"}
    assert {1, 10**9} < {one["priority"] for one in found}
    assert any("negative" in one["verdicts"] for one in found)
    assert any("user amy" in one["verdicts"] for one in found)
    assert {"QUEUETIME", "XFACTOR", "DEADLINE", "PERCENT"} < {name for one in found for name in one["missing"]}
