"""A forecast as JSON, CSV and plots; its tables are in `report.tables`."""

from userprio.report.forecast.chart import Chart, draw_chart
from userprio.report.forecast.plot import PLOT_FORMATS, can_plot, plot_image

__all__ = ["PLOT_FORMATS", "Chart", "can_plot", "draw_chart", "plot_image"]
