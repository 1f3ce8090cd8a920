"""The site: the manual, the topics, screens as the tests have them and the Python API, from the same sources.

`pip install -e '.[docs]'`, and `python -m tests.site FOLDER` writes it to a folder; it needs no network, neither to be
made nor to be read. `sources` makes its pages, as Markdown; MkDocs makes HTML of them.
"""
