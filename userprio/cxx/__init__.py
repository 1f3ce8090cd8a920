"""What C++ does to numbers and to the order of equals, where HTCondor's answers depend on it. One place for each."""

from userprio.cxx.numbers import FLT_MAX, INT_MAX, INT_MIN, atof, float32, floor, round_trip, to_int, total
from userprio.cxx.sort import std_order, std_sort
