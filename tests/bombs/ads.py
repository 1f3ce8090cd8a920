"""Files of ads."""

from pathlib import Path

from tests.bombs.bomb import Bomb, cycle_on, kind, packed, wrote


@kind
def _packed_ad(folder: Path, size: int) -> Bomb:
    file = packed(folder / "slots.ads.gz", (b"a=1\n" * (1 << 20) for _ in range(60 * size)))
    return Bomb(cycle_on(folder), "attributes", f"{file}, line ")


@kind
def _packed_blanks(folder: Path, size: int) -> Bomb:
    file = packed(folder / "slots.ads.gz", (b"\n" * (4 << 20) for _ in range(60 * size)))
    return Bomb(cycle_on(folder), "unpacked", f"{file}, line ")


@kind
def _packed_comments(folder: Path, size: int) -> Bomb:
    file = packed(folder / "slots.ads.gz", (b"#\n" * (2 << 20) for _ in range(60 * size)))
    return Bomb(cycle_on(folder), "unpacked", f"{file}, line ")


@kind
def _packed_damage(folder: Path, size: int) -> Bomb:
    file = packed(folder / "slots.ads.gz", (b"x\n" * (2 << 20) for _ in range(60 * size)))
    return Bomb(cycle_on(folder), "unpacked", f"{file}, line ")


@kind
def _packed_ads(folder: Path, size: int) -> Bomb:
    file = packed(folder / "slots.ads.gz", (b"a=1\n\n" * (1 << 20) for _ in range(60 * size)))
    return Bomb(cycle_on(folder), "ads", f"{file}: ")


@kind
def _packed_jobs(folder: Path, size: int) -> Bomb:
    file = packed(folder / "jobs.ads.gz", (b"a=1\n\n" * (1 << 20) for _ in range(60 * size)))
    return Bomb(cycle_on(folder), "job-ads", f"{file}: ")


@kind
def _packed_line(folder: Path, size: int) -> Bomb:
    file = packed(folder / "jobs.ads.gz", [b"a = ", *(b"1" * (1 << 20) for _ in range(200 * size))])
    return Bomb(cycle_on(folder), "unpacked", f"{file}, line 1")


@kind
def _attributes_of_an_ad(folder: Path, size: int) -> Bomb:
    file = wrote(folder / "slots.ads", (f"a{k} = {k}\n" for k in range(2_000_000 * size)))
    return Bomb(cycle_on(folder), "attributes", f"{file}, line 601000")


@kind
def _new_ad(folder: Path, size: int) -> Bomb:
    file = wrote(folder / "slots.ads", ["[", *(f"a{k} = {k};" for k in range(2_000_000 * size)), "]"])
    return Bomb(cycle_on(folder), "ad-size", f"{file}, line 1")


@kind
def _json_ad(folder: Path, size: int) -> Bomb:
    file = wrote(folder / "slots.ads", ["[{", *(f'"a{k}": {k},' for k in range(2_000_000 * size)), '"b": 1}]'])
    return Bomb(cycle_on(folder), "ad-size", f"{file}, line 1")


@kind
def _xml_ad(folder: Path, size: int) -> Bomb:
    lines = (f'<a n="a{k}"><i>{k}</i></a>\n' for k in range(1_000_000 * size))
    file = wrote(folder / "slots.ads", ["<classads><c>", *lines, "</c></classads>"])
    return Bomb(cycle_on(folder), "ad-size", f"{file}, line ")


@kind
def _xml_entities(folder: Path, size: int) -> Bomb:
    entities = "".join(f'<!ENTITY e{k} "{f"&e{k - 1};" * 10 if k else "x"}">' for k in range(10 * size))
    file = wrote(folder / "slots.ads", [f"<!DOCTYPE classads [{entities}]><classads><c/></classads>"])
    return Bomb(cycle_on(folder), None, f"{file}, line 1")


@kind
def _deep_ads(folder: Path, size: int) -> Bomb:
    file = wrote(folder / "slots.ads", ["[a = " + "{" * 100_000 * size])
    return Bomb(cycle_on(folder), None, f"{file}, line 1")
