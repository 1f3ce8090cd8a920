import gzip
import os
import socket
from pathlib import Path

import pytest

from tests.classad.files.conftest import Reader
from tests.classad.files.content import texts
from userprio.base.errors import BadInput
from userprio.classad.files import AdsFileError, read_ads
from userprio.classad.files import source as reading


def failure_of(path: Path) -> AdsFileError:
    with pytest.raises(AdsFileError) as caught:
        list(read_ads(path))
    assert caught.value.path == path
    return caught.value


def test_gzip_is_recognised_by_its_first_bytes_whatever_the_name(read: Reader) -> None:
    ads, _ = read(gzip.compress(b"A = 1\n\nA = 2\n"))
    assert [texts(ad) for ad in ads] == [{"A": "1"}, {"A": "2"}]
    ads, _ = read(gzip.compress(b'[{"A":1},') + gzip.compress(b'{"A":2}]'))
    assert [texts(ad) for ad in ads] == [{"A": "1"}, {"A": "2"}]


def test_a_gzip_file_that_is_cut_off_is_refused_at_every_length(tmp_path: Path) -> None:
    path = tmp_path / "cut.gz"
    whole = gzip.compress(b'Name = "x"\nCpus = 8\n' * 20)
    for length in range(2, len(whole)):
        path.write_bytes(whole[:length])
        assert failure_of(path).message == "this gzip file is cut off: its end is missing"


def test_a_damaged_gzip_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.gz"
    whole = bytearray(gzip.compress(b'Name = "x"\nCpus = 8\n'))
    whole[-6] ^= 0xFF
    path.write_bytes(whole)
    assert "this gzip file is damaged" in failure_of(path).message
    path.write_bytes(b"\x1f\x8bnonsense")
    assert "this gzip file is damaged" in failure_of(path).message
    path.write_bytes(gzip.compress(b"A = 1\n")[:10] + b"\xff" * 20)
    assert "this gzip file is damaged" in failure_of(path).message


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "this is a JPEG image, not a file of ads"),
        (b"\x89PNG\r\n\x1a\n", "this is a PNG image, not a file of ads"),
        (b"PK\x03\x04", "this is a zip archive, not a file of ads"),
        (b"BZh91AY", "this is compressed with bzip2, not a file of ads"),
        ("A = 1\n".encode("utf-16"), "this is UTF-16 text, not a file of ads"),
        (gzip.compress(b"%PDF-1.7", mtime=0), "this is a PDF document, not a file of ads"),
    ],
)
def test_other_kinds_of_file_are_named_and_come_with_advice(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "slots.ads"
    path.write_bytes(content)
    failure = failure_of(path)
    assert failure.message == message
    assert failure.hint


def test_a_nul_byte_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "slots.ads"
    path.write_bytes(b"A = 1\nB = \x002\n")
    failure = failure_of(path)
    assert (failure.message, failure.line) == ("this is not text: it holds a NUL byte", 2)


def test_a_missing_file_is_one_sentence_with_the_name(tmp_path: Path) -> None:
    path = tmp_path / "nowhere.ads"
    assert str(failure_of(path)) == f"{path}: there is no such file. Check the name"
    assert isinstance(failure_of(path), BadInput)


def test_what_is_not_a_regular_file_is_refused_without_opening_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert failure_of(tmp_path).message == "this is a directory, not a file of ads"
    os.mkfifo(tmp_path / "pipe")
    assert failure_of(tmp_path / "pipe").message == "it is a pipe and not a file"
    assert str(failure_of(Path(os.devnull))) == f"{os.devnull}: it is a device and not a file. Give an ordinary file"
    with socket.socket(socket.AF_UNIX) as listening:
        monkeypatch.chdir(tmp_path)
        listening.bind("socket")
        assert "cannot be opened" in failure_of(Path("socket")).message


def test_impossible_names_are_refused(tmp_path: Path) -> None:
    assert failure_of(Path("a\0b")).message == "a file cannot have this name"
    assert "cannot be opened" in failure_of(tmp_path / ("x" * 300)).message
    (tmp_path / "file").touch()
    assert "cannot be opened" in failure_of(tmp_path / "file" / "below").message


def test_a_byte_order_mark_is_not_part_of_the_first_name(read: Reader) -> None:
    (ad,), _ = read(b"\xef\xbb\xbfA = 1\n")
    assert list(ad) == ["A"]


@pytest.mark.parametrize("size", [5, 6, 7, 11])
@pytest.mark.parametrize(
    "text",
    [
        'A = "ä€😀"\r\n\r\nB = x + 1\r\n',
        '[{"A":"ä€\\"😀"},{"B":"\\/Expr(x + 1)\\/"}]',
        '{\n[ A = "ä€😀" ] /* , */,\n[ B = x + 1 ] }',
        '<?xml version="1.0"?><classads><c><a n="A"><s>ä€😀</s></a></c><c><a n="B"><e>x + 1</e></a></c></classads>',
    ],
)
def test_where_the_pieces_of_a_file_are_cut_does_not_matter(
    read: Reader, monkeypatch: pytest.MonkeyPatch, text: str, size: int
) -> None:
    whole, _ = read(text)
    monkeypatch.setattr(reading, "CHUNK_BYTES", size)
    pieces, problems = read(text)
    assert [texts(ad) for ad in pieces] == [texts(ad) for ad in whole]
    assert problems == []


def test_progress_counts_the_bytes_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.ads"
    path.write_bytes(b'A = "' + b"x" * (3 << 20) + b'"\n')
    seen: list[int] = []
    list(read_ads(path, progress=seen.append))
    assert seen == sorted(seen)
    assert len(seen) == 4
    assert seen[-1] == path.stat().st_size


def test_ads_before_the_damage_are_handed_out(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('[\n{"A":1},\n{"A":2},\n{"A":')
    ads = read_ads(path)
    assert [texts(next(ads)), texts(next(ads))] == [{"A": "1"}, {"A": "2"}]
    with pytest.raises(AdsFileError) as caught:
        next(ads)
    assert caught.value.line == 4
