"""Random expressions and ads, evaluated, read and printed here and by HTCondor's own library, which must be the same.

`python -m tests.classad.differential 1000000 --seed 7` compares as many as one likes; `known.py` lists what differs and
why. Everything comes from the seed, so that a difference can be had again.
"""
