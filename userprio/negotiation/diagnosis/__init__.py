"""Why a cycle left jobs without a slot, and what every slot was to them.

`trace` records a cycle, `slots` has the slots at any of its moments, `judgement` picks the one reason for jobs of a
sort, and `diagnosis` goes through all jobs that wait. Every screen and format speaks from what is decided here.
"""
