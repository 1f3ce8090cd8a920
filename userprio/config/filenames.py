"""Parts of a path, for `$F...()`, `$BASENAME()` and `$DIRNAME()`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PathParts:
    """Which parts of a path to keep, and how to write them. Nothing kept means all of it."""

    directory: bool = False
    parents: int = 0
    """How many of the last directories."""
    stem: bool = False
    extension: bool = False
    bare: bool = False
    """Without the slash after a directory or the dot before an extension."""
    quote: str = ""
    separator: str = ""
    """The slash to write all slashes as; empty: as they are."""
    suffix: str | None = None
    """An ending, in any case, that counts as the extension and is left out."""

    @classmethod
    def of(cls, letters: str) -> "PathParts":
        """The parts that the letters after `$F` ask for."""
        lower = letters.lower()
        quote = ("'" if "a" in lower else '"') if "q" in lower else ""
        slashes = [letter for letter in lower if letter in "uw"]
        return cls(
            directory="p" in lower,
            parents=lower.count("d"),
            stem="n" in lower,
            extension="x" in lower,
            bare="b" in lower,
            quote=quote,
            separator={"w": "\\", "u": "/"}[slashes[-1]] if slashes else "",
        )


def path_parts(text: str, want: PathParts) -> str:
    """The wanted parts of a path, quoted anew if at all.

    The file name stands after the last `/`; directories are counted by both kinds of slash, as HTCondor does. Of an
    empty part in quotes HTCondor leaves one quote only, by mistake; here it has both.
    """
    path = _unquoted(text, want.quote)
    if want.separator:
        path = path.replace("\\/".replace(want.separator, ""), want.separator)
    name = path.rfind("/") + 1
    dot = path.rfind(".", name + 1)
    extension = len(path) if dot < 0 else dot
    keeps_extension = want.extension
    if want.suffix is not None and path[name:].lower().endswith(want.suffix.lower()):
        extension = len(path) - len(want.suffix)
        keeps_extension = False
    kept = _kept(path, want, name, extension, keeps_extension)
    return f"{want.quote}{kept}{want.quote}"


def _kept(path: str, want: PathParts, name: int, extension: int, keeps_extension: bool) -> str:
    """The part of `path` that is kept, given where its file name and its extension begin."""
    file = want.stem or keeps_extension
    directory = want.directory and (name > 0 or not file)
    parents = want.parents if name > 0 or not file else 0
    end = extension if want.stem and not keeps_extension else len(path)
    if not (file or directory or parents):
        return path
    if not file:
        end = max(name - 1, 0) if want.bare else name
    if parents:
        return path[_parents_start(path, parents) : end] if name > 0 else ""
    if directory:
        return path[:end]
    if want.stem:
        return path[name:end]
    return path[extension + 1 if want.bare else extension :]


def _parents_start(path: str, parents: int) -> int:
    """Where the last `parents` directories of a path begin."""
    slashes = [i for i, c in enumerate(path) if c in "/\\"]
    return slashes[-parents - 1] + 1 if parents < len(slashes) else 0


def _unquoted(text: str, quote: str) -> str:
    """A path without the quotes around it, twice if they are there twice."""
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1]
    if text and (text[0] == '"' or text[0] == quote):
        return text[1:].removesuffix(text[0])
    return text
