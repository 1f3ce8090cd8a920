"""Output: values in, text out. condor_userprio's own layout, tables for people, JSON and CSV for scripts.

Only `userprio.report.drawing` imports Rich. It is not imported here, so that the other formats start faster.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.report.ads import ADS_FORMATS, Ads, Autoformat, autoformat_text
    from userprio.report.aim import AIM_FORMATS
    from userprio.report.defrag import DEFRAG_FORMATS
    from userprio.report.drawing import print_screen
    from userprio.report.findings import CODES_FORMATS, FINDINGS_FORMATS, CodePages, Findings
    from userprio.report.forecast import plot_image
    from userprio.report.formats import (
        ROWS_OF,
        Formats,
        Presentation,
        fields_text,
        formats_of,
        json_text,
        to_dict,
        to_rows,
    )
    from userprio.report.housekeeping import (
        SETTINGS_FORMATS,
        SNAPSHOT_FORMATS,
        USUAL,
        VERSIONS_FORMATS,
        SettingsReport,
        SnapshotReport,
        VersionTable,
    )
    from userprio.report.jobprio import PRIORITIES_FORMATS, USAGE_FORMATS, PriorityReport, usage_table
    from userprio.report.jobprio_text import listed
    from userprio.report.listing import (
        ALL,
        EVERYBODY,
        MOST,
        PRIORITIES,
        QUOTAS,
        USAGES,
        Column,
        Layout,
        Listing,
        ListingOptions,
        build_listing,
    )
    from userprio.report.listing.columns import NOTHING
    from userprio.report.listing.formats import LISTING_FORMATS
    from userprio.report.listing.model import OTHERS
    from userprio.report.listing.query import (
        Query,
        Records,
        named,
        query_ads,
        query_ledger,
        query_whole,
        whole_names,
    )
    from userprio.report.operations import EDIT_FORMATS, HISTORY_FORMATS, EditHistory, EditReport, ShareChange
    from userprio.report.page.comparison import comparison_page
    from userprio.report.page.cycle import report_page
    from userprio.report.page.parts import PageHead
    from userprio.report.page.replay import replay_page
    from userprio.report.plan_form import APPLIED_FORMATS, Applied, fragment_text, summary_line
    from userprio.report.plots import PLOT_FORMATS, can_plot, replay_image
    from userprio.report.policy import DIFFERENCE_FORMATS, POLICY_FORMATS, PolicyDifference
    from userprio.report.screens.explanation import COMPARISON_FORMATS, EXPLANATION_FORMATS
    from userprio.report.screens.forecast import FORECAST_FORMATS
    from userprio.report.screens.listing import HOLDINGS_FORMATS, columns_of, keys_called
    from userprio.report.screens.negotiation import CYCLE_TABLE_FORMATS, OUTCOME_FORMATS
    from userprio.report.screens.plan import PLAN_FORMATS
    from userprio.report.screens.replay import REPLAY_FORMATS
    from userprio.report.sheets.model import Block, Sheet, Words
    from userprio.report.sheets.selecting import selected
    from userprio.report.sheets.texts import markdown_text, plain_text
    from userprio.report.size import SIZE_FORMATS, size_image
    from userprio.report.submitters import QUEUES_FORMATS, Holdings, JobQueues, holdings, queued_jobs
    from userprio.report.summary import CycleRows, CycleTable, pool_line
    from userprio.report.sweep import SWEEP_FORMATS, sweep_image
    from userprio.report.text import count, moment, printable
    from userprio.report.wait import WAIT_FORMATS
    from userprio.report.what_if import WhatIf, changed_fields, what_if_lines
else:
    __all__, __getattr__ = lazy_exports(__file__)
