"""What is shown: values in, text out. condor_userprio's own layout, tables for people, JSON and CSV for scripts.

Rich is imported by `userprio.report.tables` alone, which is therefore not imported here: the other forms start faster.
"""

from typing import TYPE_CHECKING

from userprio.ondemand import on_demand

if TYPE_CHECKING:
    from userprio.report.autoformat import Autoformat, autoformat_text
    from userprio.report.classic import classic_text
    from userprio.report.csv_form import edit_csv, holdings_csv, listing_csv, operations_csv, outcome_csv
    from userprio.report.json_form import edit_json, holdings_json, listing_json, operations_json, outcome_json
    from userprio.report.listing import Detail, Layout, Listing, ListingOptions, build_listing
    from userprio.report.long import long_list, long_text
    from userprio.report.operations import EditReport, edit_text
    from userprio.report.resources import Holdings, holdings, holdings_ad, holdings_text
    from userprio.report.text import printable
else:
    __all__, __getattr__ = on_demand(__file__)
