"""What could stand at the end of a command line that is being typed. The scripts in completions/ ask; the answer comes
from a description of the commands that is kept beside this file, because loading the commands would take too long.
"""

from userprio.cli.completion.answer import complete

__all__ = ["complete"]
