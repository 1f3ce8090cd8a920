"""What every room stands on: errors, limits, times, names, versions, C++'s numbers and sorts, memoised lists."""
