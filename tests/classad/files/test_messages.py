"""Every way in which a file of ads is refused says which file, which line, and what to do."""

import gzip
from pathlib import Path

import pytest

from userprio.base.limits import AD_NESTING, AD_SIZE, NAMED
from userprio.classad.files import AdsFileError, AdsProblem, read_ads

REFUSED: dict[str, tuple[bytes, int | None]] = {
    "no ad": (b"# c\nno equals sign\n", 2),
    "a NUL": (b"A = 1\nB = \0\n", 2),
    "an image": (b"\xff\xd8\xff\xe0 JFIF", None),
    "zip": (b"PK\x03\x04 x", None),
    "bzip2": (b"BZh91AY", None),
    "UTF-16": ("A = 1\n".encode("utf-16"), None),
    "half of a gzip file": (gzip.compress(b"A = 1\n" * 1000)[:-20], None),
    "a damaged gzip file": (gzip.compress(b"A = 1\n" * 1000)[:20] + b"x" * 40, None),
    "JSON that is none": (b'[\n{ "A": 1,\n "B": }\n]\n', 3),
    "JSON that ends": (b'[\n{ "A": 1 }\n', 1),
    "JSON that ends in an ad": (b'[\n{ "A": 1\n', 2),
    "JSON without a comma": (b'[\n{ "A": 1 }\n{ "B": 1 }\n]\n', 3),
    "JSON that is deep": (b'[\n{ "A": ' + b"[" * (AD_NESTING + 1) + b"]" * (AD_NESTING + 1) + b"}\n]\n", 2),
    "JSON that is long": (b'[\n{ "A": "' + b"x" * (NAMED[AD_SIZE].most + 2_000_000), 2),
    "JSON that counts to NaN": (b'[\n{ "A": NaN }\n]\n', 2),
    "new form that ends": (b"{\n[ A = 1;\n", 2),
    "new form that is deep": (b"[ A = " + b"{" * (AD_NESTING + 1) + b"}" * (AD_NESTING + 1) + b" ]\n", 1),
    "XML that is none": (b"<classads>\n<c></d>\n</classads>\n", 2),
    "XML of something else": (b"<?xml version='1.0'?>\n<html></html>\n", 2),
    "XML with entities": (b'<!DOCTYPE c [\n<!ENTITY a "b">\n]>\n<classads></classads>', 2),
    "XML that ends": (b"<classads>\n<c>\n", 3),
    "XML that is deep": (b"<classads><c><a n='A'>\n" + b"<l>" * 300, 2),
}
LEFT_OUT: dict[str, tuple[bytes, int]] = {
    "a line without a sign": (b"A = 1\nB\n\nC = 1\n", 2),
    "a value that is none": (b"A = 1\n\nB = 1\nC = )\n", 4),
    "a value that is nested": (b"A = 1\nB = " + b"(" * 1000 + b"\n", 2),
    "an expression in JSON": (b'[\n{ "A": 1,\n "B": "\\/Expr(1 +)\\/" }\n]\n', 3),
    "an integer in XML": (b"<classads>\n<c><a n='A'><i>1</i></a>\n<a n='B'><i>x</i></a></c></classads>", 3),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_file_that_is_refused_is_named_with_line_and_advice(tmp_path: Path, what: str) -> None:
    data, line = REFUSED[what]
    path = tmp_path / "ads"
    path.write_bytes(data)
    with pytest.raises(AdsFileError) as raised:
        list(read_ads(path))
    error = raised.value
    assert (error.path, error.line) == (path, line), str(error)
    assert error.hint, str(error)


@pytest.mark.parametrize("what", LEFT_OUT)
def test_what_is_left_out_is_named_with_its_line(tmp_path: Path, what: str) -> None:
    data, line = LEFT_OUT[what]
    path = tmp_path / "ads"
    path.write_bytes(data)
    problems: list[AdsProblem] = []
    assert list(read_ads(path, problems))
    assert [(problem.path, problem.line) for problem in problems] == [(path, line)]
    assert "left out" in problems[0].message
