"""A negotiation cycle as one page of HTML that needs nothing else: no scripts, no fonts, no pictures from elsewhere."""

from userprio.report.page.page import PageHead, report_page

__all__ = ["PageHead", "report_page"]
