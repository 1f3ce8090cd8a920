"""The command line: Click commands and options. Nothing is computed here: inputs are read, passed down, and shown."""

__all__: list[str] = []
