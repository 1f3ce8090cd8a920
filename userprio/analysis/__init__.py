"""Questions on top of a cycle: none of these rooms imports another but `aim`, which explains, and `wait`."""
