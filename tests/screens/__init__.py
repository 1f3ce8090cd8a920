"""No two screens contradict each other: what is printed about a cycle is read back and compared."""
