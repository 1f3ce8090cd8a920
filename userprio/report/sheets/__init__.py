"""Screens as data: tables with lines and columns, and the words around them.

`model` defines the parts of a screen. `selecting` applies a `View` to any table: filters, folds, sorts, truncates and
chooses columns. `userprio.report.drawing` draws screens, `texts` writes them.
"""
