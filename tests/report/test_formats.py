"""The table of results and their forms."""

import pytest

from userprio.base.formats import Format
from userprio.report.formats import RENDERERS, Renderer, formats_of
from userprio.report.listing import MOST, Column
from userprio.report.listing.model import KEYS

EVERY = {render: (name, form) for name, forms in RENDERERS.items() for form, render in forms.items()}


@pytest.mark.parametrize("render", EVERY, ids=lambda render: render.place)
def test_every_renderer_is_there_and_takes_what_the_table_says(render: Renderer) -> None:
    code = render.function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    assert names[1:] == render.takes


def test_a_result_has_the_formats_of_its_renderers_and_auto() -> None:
    tables = (Format.AUTO, Format.TABLE, Format.CLASSIC, Format.JSON, Format.CSV, Format.JSONL, Format.MARKDOWN)
    assert set(formats_of("Outcome")) == set(tables)
    listings = [form for form in Format if form not in (Format.SARIF, Format.GITHUB)]
    assert formats_of("Listing", "Ads") == tuple(listings)
    assert formats_of("Findings") == tuple(form for form in Format if form is not Format.LONG)
    assert Format.MARKDOWN in formats_of("PolicyDifference")


def test_each_column_is_found_by_scripts_under_a_key_of_its_own() -> None:
    keys = [column.spec.key for column in Column]
    assert len(set(keys)) == len(keys)
    assert set(keys) <= set(KEYS)


def test_the_usual_listing_shows_what_condor_userprio_does() -> None:
    shown = [column.spec.key for column in MOST]
    assert shown == [
        *("configured_quota", "surplus_policy", "effective_priority", "priority_factor", "weight_in_use"),
        *("used_weight_s", "unused_for_s", "requested", "floor", "ceiling"),
    ]
