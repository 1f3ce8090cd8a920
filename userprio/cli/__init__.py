"""What is typed: Click commands and options. Nothing is computed here; values are fetched, handed down and shown."""

__all__: list[str] = []
