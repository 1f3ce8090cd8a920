"""`python -m tests.generate` writes what is made from the command tree and kept in the repository: the manual pages in
man/man1/, and the commands that completion answers from.

It stands beside the other tools of developers (tests.bench, tests.fuzz, tests.pool) rather than in the package, since
nobody who has the program installed runs it; tests/cli/test_generate.py fails when its results are stale. The words of
the pages that the commands do not say themselves are in man/prose/.
"""
