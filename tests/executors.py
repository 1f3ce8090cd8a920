"""Executors that stand in for other machines."""

import pickle
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any


class Pickling(Executor):
    """Everything is sent, as to another machine, and comes back: what cannot be pickled does not arrive."""

    def __init__(self, arrive: Callable[[bytes], Any] = pickle.loads) -> None:
        self._arrive = arrive
        self.tasks = 0

    def submit(self, run: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.tasks += 1
        future = Future[Any]()
        try:
            sent_run, sent_args = self._arrive(pickle.dumps((run, args)))
            future.set_result(pickle.loads(pickle.dumps(sent_run(*sent_args))))
        except Exception as error:
            future.set_exception(pickle.loads(pickle.dumps(error)))
        return future
