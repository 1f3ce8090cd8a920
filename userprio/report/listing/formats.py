"""The formats of listings, whose text and tables are each loaded when they are wanted."""

from typing import Final

from userprio.report.formats import Blocks, Formats, Presentation
from userprio.report.listing.model import Listing, listing_document, listing_rows


def _listing_screen(result: Listing, look: Presentation) -> Blocks:
    from userprio.report.listing.screen import listing_blocks

    return listing_blocks(result, look.zone, look.view)


def _listing_text(result: Listing, look: Presentation) -> str:
    from userprio.report.classic import classic_text

    return classic_text(result, look.zone)


LISTING_FORMATS: Final = Formats[Listing](
    document=listing_document, rows=listing_rows, screen=_listing_screen, text=_listing_text
)
