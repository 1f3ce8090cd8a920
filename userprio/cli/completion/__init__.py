"""What could stand at the end of a command line that is being typed. The scripts in completions/ ask `shell`; `answer`
works out what may stand there from the commands, kept beside it in commands.json, and from names in the ledger.
"""

from userprio.cli.completion.shell import complete

__all__ = ["complete"]
