"""HTML pages for colleagues: a negotiation cycle, two cycles compared, and the replay of a past period.

Each is a single self-contained file. `parts` has the building blocks, page.css the style, and page.js sorts, folds and
searches tables; without scripts everything is visible.
"""
