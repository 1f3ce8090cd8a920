"""The program where POSIX's modules and calls are missing, as on Windows."""
