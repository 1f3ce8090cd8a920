"""The listing engine: accounting records in, a `Listing` of typed cells out.

`columns` defines the columns and which listing shows them; `build` fills them in. Every output format
(condor_userprio's text, tables, JSON, CSV) only shows such a listing and decides nothing.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.report.listing.build import LAST, build_listing
    from userprio.report.listing.model import (
        ALL,
        EVERYBODY,
        MOST,
        PRIORITIES,
        QUOTAS,
        USAGES,
        Cell,
        Column,
        Layout,
        Listing,
        ListingOptions,
        Row,
    )
else:
    __all__, __getattr__ = lazy_exports(__file__)
