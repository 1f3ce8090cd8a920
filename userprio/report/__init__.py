"""Output: values in, text out. condor_userprio's own layout, tables for people, JSON and CSV for scripts.

Only `userprio.report.drawing` imports Rich. It is not imported here, so that the other formats start faster.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.report.aim import AIM_FORMATS
    from userprio.report.bars import bar, scale
    from userprio.report.chain import CHAIN_FORMATS
    from userprio.report.classic import ADS_FORMATS, Ads, Autoformat, autoformat_text
    from userprio.report.cycle import CYCLE_TABLE_FORMATS, OUTCOME_FORMATS
    from userprio.report.data import ROWS_OF, fields_text, json_text, to_dict, to_rows
    from userprio.report.defrag import DEFRAG_FORMATS
    from userprio.report.dictionary import meaning_of
    from userprio.report.drawing import print_screen
    from userprio.report.explaining import COMPARISON_FORMATS, EXPLANATION_FORMATS
    from userprio.report.explaining_slots import FREE_FORMATS, SLOTS_FORMATS
    from userprio.report.extras import ForecastExtra
    from userprio.report.findings import CODES_FORMATS, FINDINGS_FORMATS, CodePages, Findings
    from userprio.report.forecast import FORECAST_FORMATS, forecast_formats, plot_image
    from userprio.report.formats import Block, Formats, Paragraph, Presentation, TableBlock, formats_of
    from userprio.report.guards import GUARDS_FORMATS, guards_line
    from userprio.report.headline import pool_line
    from userprio.report.history import (
        BILL_FORMATS,
        TIMELINE_FORMATS,
        HistoryReport,
        history_image,
        past_texts,
        remark_text,
        verified_text,
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
    from userprio.report.jobprio import PRIORITIES_FORMATS, USAGE_FORMATS, PriorityReport, listed, usage_table
    from userprio.report.layout import markdown_text, plain_text, selected
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
    from userprio.report.listing.build import Query, Records, named, query_ads, query_ledger, query_whole, whole_names
    from userprio.report.listing.model import NOTHING, OTHERS
    from userprio.report.listing.screen import LISTING_FORMATS, columns_of, keys_called
    from userprio.report.monitoring import (
        CYCLE_FORMATS,
        LOG_FORMATS,
        VERIFICATION_FORMATS,
        CycleReport,
        LogReport,
        VerificationReport,
    )
    from userprio.report.names import without_domain
    from userprio.report.operations import EDIT_FORMATS, HISTORY_FORMATS, EditHistory, EditReport, ShareChange
    from userprio.report.page.comparison import comparison_page, replay_page
    from userprio.report.page.cycle import report_page
    from userprio.report.page.parts import PageHead
    from userprio.report.plan import PLAN_FORMATS, summary_line
    from userprio.report.plots import PLOT_FORMATS, can_plot
    from userprio.report.policy import DIFFERENCE_FORMATS, POLICY_FORMATS, PolicyDifference
    from userprio.report.replay import REPLAY_FORMATS, replay_image
    from userprio.report.schemas import schema_file, schema_names, schema_text
    from userprio.report.status import STATUS_FORMATS, StatusReport, footer_lines, header_lines
    from userprio.report.submitters import HOLDINGS_FORMATS, QUEUES_FORMATS, Holdings, JobQueues, holdings, queued_jobs
    from userprio.report.sweep import SWEEP_FORMATS, sweep_image
    from userprio.report.table import EPOCH
    from userprio.report.text import ROOT, count, moment, printable
    from userprio.report.visits import CycleRows, CycleTable, reference_lines
    from userprio.report.wait import WAIT_FORMATS
    from userprio.report.what_if import (
        APPLIED_FORMATS,
        Applied,
        WhatIf,
        changed_fields,
        fragment_text,
        planned_text,
        what_if_lines,
    )
else:
    __all__, __getattr__ = lazy_exports(__file__)
