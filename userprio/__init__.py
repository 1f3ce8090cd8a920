"""Fair share for HTCondor admins: the numbers of condor_negotiator, explained, without a pool."""
