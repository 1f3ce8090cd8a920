"""A task as a job of HTCondor: `python -m userprio.live.condor_task RUN TASK RESULT`, each the name of a file."""

import pickle
import sys
from pathlib import Path

from userprio.base.errors import UserprioError
from userprio.base.executors import arrived


def main(run: str, task: str, result: str) -> None:
    """Do the task, and write its result, or the error that it raised on purpose."""
    try:
        shared = arrived(*pickle.loads(Path(run).read_bytes()))
        done = False, shared(*pickle.loads(Path(task).read_bytes()))
    except (UserprioError, OSError) as error:
        done = True, error
    Path(result).write_bytes(pickle.dumps(done))


if __name__ == "__main__":
    main(*sys.argv[1:])
