"""Questions on top of a cycle: none of these rooms imports another but `aim`, which explains, `wait` and `guards`."""
