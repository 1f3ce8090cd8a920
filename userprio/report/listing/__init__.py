"""The listing engine: accounting records in, a `Listing` of typed cells out.

`columns` says which columns there are and which listing shows them; `build` fills them in. Every form of output
(condor_userprio's text, tables, JSON, CSV) shows such a listing; none of them decides anything.
"""

from typing import TYPE_CHECKING

from userprio.ondemand import on_demand

if TYPE_CHECKING:
    from userprio.report.listing.build import LAST, build_listing
    from userprio.report.listing.columns import ALL, MOST, PRIORITIES, QUOTAS, USAGES, Cell, Column
    from userprio.report.listing.model import EVERYBODY, Layout, Listing, ListingOptions, Row
else:
    __all__, __getattr__ = on_demand(__file__)
