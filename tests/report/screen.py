"""What a console wrote."""

from io import StringIO


def without_padding(out: StringIO) -> str:
    """The lines without the blanks at their ends."""
    return "".join(line.rstrip() + "\n" for line in out.getvalue().splitlines())
