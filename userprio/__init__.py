"""Fair share for HTCondor admins: the numbers of condor_negotiator, explained, without a pool."""

__version__ = "0.1.0"
