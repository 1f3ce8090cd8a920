"""What is shown: values in, text out. condor_userprio's own layout, tables for people, JSON and CSV for scripts.

Rich is imported by `userprio.report.tables` alone, which is therefore not imported here: the other forms start faster.
"""

from userprio.report.classic import classic_text
from userprio.report.csv_form import listing_csv, outcome_csv
from userprio.report.json_form import listing_json, outcome_json
from userprio.report.listing import Detail, Layout, Listing, ListingOptions, build_listing
from userprio.report.text import printable

__all__ = [
    "Detail",
    "Layout",
    "Listing",
    "ListingOptions",
    "build_listing",
    "classic_text",
    "listing_csv",
    "listing_json",
    "outcome_csv",
    "outcome_json",
    "printable",
]
