"""Which attributes an expression refers to."""

from userprio.classad import Ad, external_references, internal_references, parse, references
from userprio.classad.equivalence import Reference


def named(text: str) -> set[tuple[str, str]]:
    return {(reference.scope, reference.name) for reference in references(parse(text))}


def test_scope_says_with_which_prefix_a_name_is_written():
    assert named("MY.Cpus + self.x + TARGET.RequestCpus + other.y + Memory") == {
        ("my", "cpus"),
        ("my", "x"),
        ("target", "requestcpus"),
        ("target", "y"),
        ("bare", "memory"),
    }


def test_of_a_selection_only_the_base_counts():
    assert named("A.b.c[D]") == {("bare", "a"), ("bare", "d")}
    assert named("TARGET.A.b") == {("target", "a")}


def test_names_that_mean_an_ad_or_the_present_do_not_count():
    assert named("CurrentTime > 0 && isClassAd(MY)") == set()


def test_names_that_a_nested_ad_defines_do_not_count_inside_it():
    assert named("[ a = b + c; b = 1 ].a + b") == {("bare", "c"), ("bare", "b")}


def test_references_are_hashable_values():
    assert Reference("bare", "a") in references(parse("A"))


JOB = Ad.parse(
    "[ Requirements = TARGET.Memory >= RequestMemory && Disk > 0; RequestMemory = ImageSize / 1024 + MY.Extra;"
    " ImageSize = 5; Rank = KFlops; Owner = TARGET.Unused ]"
)


def test_own_attributes_are_followed_to_names_that_the_other_ad_must_answer():
    assert external_references(JOB, ["Requirements"]) == {"memory", "disk", "extra"}
    assert external_references(JOB, ["requirements", "Rank", "Nope"]) == {"memory", "disk", "extra", "kflops"}
    assert external_references(JOB) == {"memory", "disk", "extra", "kflops", "unused"}


def test_a_name_that_the_ad_lacks_counts_with_my_before_it_too():
    assert external_references(Ad.parse("[ A = MY.Gone + self.Lost + MY.B; B = 1 ]")) == {"gone", "lost"}


def test_own_attributes_that_matter_are_found_through_each_other():
    assert internal_references(JOB, ["Requirements"]) == {"requestmemory", "imagesize"}


def test_circle_of_references_ends():
    assert external_references(Ad.parse("[ A = B; B = A + C ]")) == {"c"}
