"""Knobs of condor_defrag."""

from typing import Final

from userprio.config.knob import EXPR, INT, REAL, TEXT, Knob

DEFRAG: Final = (
    Knob("DEFRAG_INTERVAL", INT, "600", "Time between polls. 0: none; above 3600 nothing is drained.", unit="s"),
    Knob(
        "DEFRAG_DRAINING_MACHINES_PER_HOUR",
        REAL,
        "0",
        "How many machines are to be drained.",
        low=0,
        unit="machines an hour",
    ),
    Knob(
        "DEFRAG_MAX_CONCURRENT_DRAINING",
        INT,
        "-1",
        "Nothing is drained at a poll where so many machines are draining; -1: whatever their number.",
        low=-1,
        unit="machines",
    ),
    Knob(
        "DEFRAG_MAX_WHOLE_MACHINES",
        INT,
        "-1",
        "Nothing is drained at a poll where so many machines are whole; -1: whatever their number.",
        low=-1,
        unit="machines",
    ),
    Knob("DEFRAG_REQUIREMENTS", EXPR, None, "Which machines may be drained. Empty: all."),
    Knob(
        "DEFRAG_WHOLE_MACHINE_EXPR",
        EXPR,
        "Cpus == TotalSlotCpus",
        "Which machines count as whole, and are not drained.",
        required=True,
    ),
    Knob(
        "DEFRAG_CANCEL_REQUIREMENTS",
        EXPR,
        "$(DEFRAG_WHOLE_MACHINE_EXPR)",
        "Of which machines the draining is cancelled. Empty: of none.",
    ),
    Knob(
        "DEFRAG_RANK",
        EXPR,
        "-ExpectedMachineGracefulDrainingBadput",
        "Which machines are drained first, largest first; what is not a number counts as 0.",
    ),
    Knob("DEFRAG_DRAINING_SCHEDULE", TEXT, "graceful", "How running jobs are ended: graceful, quick or fast."),
    Knob("DEFRAG_DRAINING_START_EXPR", EXPR, "FALSE", "START of a machine while it drains."),
    Knob("DEFRAG_NAME", TEXT, None, "Name of the daemon, which is part of the reason that draining machines give."),
    Knob("DEFRAG_UPDATE_INTERVAL", INT, "300", "How often the daemon's own ad is sent.", unit="s"),
)
