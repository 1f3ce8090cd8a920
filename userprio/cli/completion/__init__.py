"""What could stand at the end of a command line that is being typed. The shells' scripts, in scripts/, ask `answer`,
which works it out from the commands, kept beside it in commands.json, and from names in the ledger.
"""
