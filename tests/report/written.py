"""Results as the commands write them, whatever their type."""

from collections.abc import Iterable
from typing import Any

from userprio import report
from userprio.analysis.aim import Aim
from userprio.analysis.explain import ExplainedPair, Explanation
from userprio.analysis.plan import Plan
from userprio.analysis.sweep import Sweep
from userprio.analysis.wait import Wait
from userprio.base.formats import EVERYTHING, View
from userprio.negotiation import Outcome
from userprio.report import data as writing
from userprio.simulation import Defrag, Forecast, Replay

FORMATS: dict[type, report.Formats[Any]] = {
    Aim: report.AIM_FORMATS,
    Defrag: report.DEFRAG_FORMATS,
    ExplainedPair: report.COMPARISON_FORMATS,
    Explanation: report.EXPLANATION_FORMATS,
    Forecast: report.FORECAST_FORMATS,
    Outcome: report.OUTCOME_FORMATS,
    Plan: report.PLAN_FORMATS,
    Replay: report.REPLAY_FORMATS,
    Sweep: report.SWEEP_FORMATS,
    Wait: report.WAIT_FORMATS,
    report.CodePages: report.CODES_FORMATS,
    report.CycleTable: report.CYCLE_TABLE_FORMATS,
    report.EditHistory: report.HISTORY_FORMATS,
    report.EditReport: report.EDIT_FORMATS,
    report.Findings: report.FINDINGS_FORMATS,
    report.Holdings: report.HOLDINGS_FORMATS,
    report.JobQueues: report.QUEUES_FORMATS,
    report.Listing: report.LISTING_FORMATS,
    report.PolicyDifference: report.DIFFERENCE_FORMATS,
    report.VersionTable: report.VERSIONS_FORMATS,
}


def json_text(result: object) -> str:
    return writing.json_text(result, FORMATS[type(result)])


def csv_text(result: object, view: View = EVERYTHING) -> str:
    return writing.csv_text(result, FORMATS[type(result)], view)


def blocks(result: object, view: View = EVERYTHING) -> Iterable[report.Block]:
    """The tables and words of its screen, before rows and columns are selected; times are in UTC."""
    screen = FORMATS[type(result)].screen
    assert screen is not None
    return screen(result, report.Presentation(view))
