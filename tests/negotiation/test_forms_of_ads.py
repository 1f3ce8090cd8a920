"""A pool is the same pool whichever form its ads are written in; `-json` and `-xml` give values with their types."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

import pytest
from msgspec.structs import replace

from tests.negotiation.builders import cycle, free, jobs, submitter
from tests.negotiation.recorded import POOLS, recorded, rerun
from userprio.classad import UNDEFINED, Ad, Dialect, Expr, Literal, read_ads, unparse
from userprio.negotiation import negotiate
from userprio.pool import read_snapshot

SOME_POOLS = (
    "claims-for-other-jobs",
    "consumption-policy",
    "edge-conc-slot-expr",
    "edge-preempt-mix",
    "multi-cluster-autoclusters",
    "random-1-23.9.6",
    "significant-attribute-removed",
    "steady-cross-slot",
    "steady-start-by-remote-group",
)


def as_json(ads: Iterable[Ad]) -> str:
    """What `-json` prints: the slashes of an expression are escaped, those of a string are not."""

    def value(expr: Expr) -> str:
        if isinstance(expr, Literal) and (expr.value is UNDEFINED or isinstance(expr.value, str | int | float)):
            return json.dumps(None if expr.value is UNDEFINED else expr.value)
        return '"\\/Expr(' + json.dumps(unparse(expr, Dialect.NEW))[1:-1] + ')\\/"'

    objects = (",\n".join(f"  {json.dumps(name)}: {value(expr)}" for name, expr in ad.items()) for ad in ads)
    return "[\n" + ",\n".join(f"{{\n{members}\n}}" for members in objects) + "\n]\n"


def as_xml(ads: Iterable[Ad]) -> str:
    """What `-xml` prints."""

    def value(expr: Expr) -> str:
        match expr:
            case Literal(bool(flag)):
                return f'<b v="{"t" if flag else "f"}"/>'
            case Literal(int(number)):
                return f"<i>{number}</i>"
            case Literal(float(number)):
                return f"<r>{number:.15E}</r>"
            case Literal(str(text)):
                return f"<s>{escape(text)}</s>"
        return f"<e>{escape(unparse(expr, Dialect.NEW))}</e>"

    attributes = ((f"<a n={quoteattr(name)}>{value(expr)}</a>\n" for name, expr in ad.items()) for ad in ads)
    return (
        '<?xml version="1.0"?>\n<classads>\n'
        + "".join(f"<c>\n{''.join(each)}</c>\n" for each in attributes)
        + "</classads>\n"
    )


FORMS = pytest.mark.parametrize("form", [as_json, as_xml])


@FORMS
@pytest.mark.parametrize("name", SOME_POOLS)
def test_a_recorded_cycle_is_decided_again_from_ads_of_another_form(
    name: str, form: Callable[[Iterable[Ad]], str], tmp_path: Path
) -> None:
    for file in POOLS.joinpath(name).glob("*.ads*"):
        (tmp_path / file.name.removesuffix(".gz")).write_text(form(read_ads(file)))
    pool = read_snapshot(tmp_path)
    assert (len(pool.slots), len(pool.jobs)) == (len(recorded(name).pool.slots), len(recorded(name).pool.jobs))
    assert negotiate(replace(recorded(name).scenario, pool=pool)) == rerun(name)


@FORMS
def test_what_was_significant_before_is_told_by_jobs_of_another_form(
    form: Callable[[Iterable[Ad]], str], tmp_path: Path
) -> None:
    """No slot asks for Project any longer; still 1.0 and 1.1 are one request, and 2.0 and 2.1 another."""
    known = jobs("a", 2, 1, Project=1, AutoClusterId=1, AutoClusterAttrs='"Project,Rank,Requirements"')
    waiting = [*known, *jobs("a", 2, 2, Project=2)]
    (tmp_path / "jobs.ads").write_text(form(waiting))
    outcome = cycle(free(1), [submitter("a", 4)], read_ads(tmp_path / "jobs.ads"))
    assert [(one.request, one.jobs) for one in outcome.rejections] == [("1.0", 1), ("2.0", 2)]
