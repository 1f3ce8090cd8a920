"""Screens as data, before anything is drawn: tables, the words around them, and what a view leaves of both.

`blocks` defines the parts of a screen. `selecting` applies a `View` to any table: filters, folds, sorts, truncates and
chooses columns. `userprio.report.drawing` draws screens, `texts` writes them. What a table is made from, its columns
over records, is `userprio.report.table`.
"""
