"""Moab's job priorities as text, JSON and CSV.

Tables are laid out as plain text: there may be a hundred thousand jobs in one.
"""

from userprio.report.moab.forms import PriorityReport
from userprio.report.moab.priorities import Listing, listed
from userprio.report.moab.usage import UsageTable, usage_table
