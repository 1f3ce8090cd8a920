"""What is shown to people, as data: tables with their lines and columns, and the words around them.

`model` says what a screen is made of. `selecting` does to a table, whichever it is, what a `View` asks for: filter,
fold, sort, cut, and choose columns. `userprio.report.drawing` draws screens, `texts` writes them.
"""
