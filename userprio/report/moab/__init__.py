"""Moab's job priorities as text, JSON and CSV.

Tables are laid out as plain text: there may be a hundred thousand jobs in one.
"""

from userprio.report.moab.changes import changes_text
from userprio.report.moab.explanation import explanation_text
from userprio.report.moab.forms import priorities_csv, priorities_json, usage_csv, usage_json
from userprio.report.moab.priorities import Listing, listed, priorities_text
from userprio.report.moab.usage import UsageTable, usage_table, usage_text
