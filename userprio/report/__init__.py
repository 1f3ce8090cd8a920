"""What is shown: values in, text out. condor_userprio's own layout, tables for people, JSON and CSV for scripts.

Rich is imported by `userprio.report.tables` alone, which is therefore not imported here: the other forms start faster.
"""

from typing import TYPE_CHECKING

from userprio.ondemand import on_demand

if TYPE_CHECKING:
    from userprio.report.ads import Ads, Autoformat, autoformat_text
    from userprio.report.classic import classic_text
    from userprio.report.formats import csv_text, json_text, to_dict, to_rows
    from userprio.report.listing import Column, Layout, Listing, ListingOptions, build_listing
    from userprio.report.operations import EditReport, History
    from userprio.report.resources import Holdings, holdings
    from userprio.report.text import printable
else:
    __all__, __getattr__ = on_demand(__file__)
