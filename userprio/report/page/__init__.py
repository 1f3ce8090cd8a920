"""Pages of HTML for colleagues: a negotiation cycle, two of them side by side, and the replay of a past period.

Each is one file that needs nothing else. `parts` has what pages are made of, page.css how they look, and page.js
what lets one sort, fold and search their tables; without a script everything shows.
"""
