"""Names and other text of foreign origin, made fit to be shown."""

import unicodedata

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Control and format characters (escape codes, changes of writing direction), undecoded bytes, line breaks."""


def printable(text: str) -> str:
    r"""The same text with every character that would act rather than show written as an escape, such as `\x1b`.

    Names come from files that anybody may have written; on a terminal an escape code in one could rewrite the screen.
    A byte that was no UTF-8 (`surrogateescape`) shows as that byte. The backslash itself stays as it is.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escape(char) if unicodedata.category(char) in _UNSEEN else char for char in text)


def _escape(char: str) -> str:
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:
        code -= 0xDC00
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
