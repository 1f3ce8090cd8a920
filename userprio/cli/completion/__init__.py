"""Completion of command lines. The shells' scripts, in scripts/, ask `answer`, which uses the commands, kept beside it
in commands.json, and names in the ledger.
"""
