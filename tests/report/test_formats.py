"""The table of results and their forms."""

from userprio import report
from userprio.base.formats import Format
from userprio.report.formats import formats_of
from userprio.report.listing import MOST, Column
from userprio.report.listing.model import KEYS


def test_a_result_has_the_formats_of_its_functions_and_auto() -> None:
    tables = (Format.AUTO, Format.TABLE, Format.CLASSIC, Format.JSON, Format.CSV, Format.JSONL, Format.MARKDOWN)
    assert set(formats_of(report.OUTCOME_FORMATS)) == set(tables)
    listings = [form for form in Format if form not in (Format.SARIF, Format.GITHUB, Format.JUNIT)]
    assert formats_of(report.LISTING_FORMATS, report.ADS_FORMATS) == tuple(listings)
    findings = tuple(form for form in Format if form not in (Format.LONG, Format.JUNIT))
    assert formats_of(report.FINDINGS_FORMATS) == findings
    assert formats_of(report.GUARDS_FORMATS) == tuple(form for form in Format if form is not Format.LONG)
    assert Format.MARKDOWN in formats_of(report.DIFFERENCE_FORMATS)


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
