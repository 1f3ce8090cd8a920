"""Random configurations, and HTCondor's own, read here and by condor_config_val: the same text and value of every knob.

`python -m tests.config.differential 2000 --seed 7` compares as many as one likes, where `tests/pool/root.py` finds an
HTCondor. Nothing is started: condor_config_val reads files.
"""
