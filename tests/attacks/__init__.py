"""What somebody may do who owns an input, a folder or the environment of whoever runs a command."""
