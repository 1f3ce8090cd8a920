"""What any bytes may do to the four readers: end in a value or in one of the declared errors, never in anything else.

`python -m tests.fuzz NAME` searches for inputs that do otherwise, guided by coverage (`pip install -e '.[fuzz]'`);
what it found worth keeping stands in `corpus/`, one input on a line, and is replayed by the plain suite.
"""
