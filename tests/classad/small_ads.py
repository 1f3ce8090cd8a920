"""Hypothesis strategies: small expressions that mix every way of naming an attribute, and ads of them."""

from collections.abc import Iterator
from contextlib import contextmanager

from hypothesis import reject
from hypothesis import strategies as st

from userprio.base.limits import Exceeded, run_with
from userprio.classad import Ad

NAMES = ("A", "B", "C", "D", "Requirements")
LEAVES = st.sampled_from(
    [
        *NAMES,
        *(f"{scope}.{name}" for scope in ("MY", "TARGET", "SELF", "OTHER") for name in NAMES[:4]),
        *("1", "2", '"x"', "true", "undefined", "MY", "TARGET", "CurrentTime"),
    ]
)
EXPRESSIONS = st.recursive(
    LEAVES,
    lambda parts: st.one_of(
        st.builds("({} {} {})".format, parts, st.sampled_from(["+", "==", "&&", "||", "=?=", "?:"]), parts),
        st.builds("({} ? {} : {})".format, parts, parts, parts),
        st.builds("[a = {}; E = {}].{}".format, parts, parts, st.sampled_from(["a", "E", "B"])),
        st.builds("({}).{}".format, parts, st.sampled_from(NAMES)),
        st.builds("{{{}, {}}}[0]".format, parts, parts),
        st.builds('({})["{}"]'.format, parts, st.sampled_from(NAMES)),
        st.builds('eval("{}" + "")'.format, st.sampled_from(NAMES)),
        st.builds("{}({})".format, st.sampled_from(["isUndefined", "size", "string", "unparse"]), parts),
    ),
    max_leaves=4,
)
ADS = st.dictionaries(st.sampled_from(NAMES), EXPRESSIONS, max_size=5).map(lambda said: Ad.lazy(said.items()))
MANY_ADS = st.lists(ADS, min_size=2, max_size=6).flatmap(
    lambda ads: st.lists(
        st.tuples(
            st.sampled_from(ads), st.dictionaries(st.sampled_from(NAMES), st.integers(1, 2) | st.none(), max_size=2)
        ).map(lambda pair: pair[0].replace(pair[1]) if pair[1] else pair[0]),
        min_size=2,
        max_size=8,
    )
)


@contextmanager
def endless_ones_rejected() -> Iterator[None]:
    """Circles that only the levels of evaluation end show nothing: their value depends on where evaluation began."""
    try:
        with run_with({"steps": 2_000}):
            yield
    except Exceeded:
        reject()
