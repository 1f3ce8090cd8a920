"""Which groups there are, what they are given by their knobs, and who belongs to which."""

from pathlib import Path

import pytest

from userprio.accounting.quotas import GroupTree, build_tree
from userprio.config import KnobError, read

from .driver import configure, groups


def tree_of(names: str, **knobs: object) -> GroupTree:
    return build_tree(configure(GROUP_NAMES=names, **knobs))


def names_of(tree: GroupTree) -> list[str]:
    return [group.name for group in tree.groups]


class TestNames:
    def test_groups_are_listed_breadth_first_and_alphabetically(self) -> None:
        tree = tree_of("b.y, b, a, B.X, C, a.z, a.z.q")
        assert names_of(tree) == ["<none>", "a", "b", "C", "a.z", "B.X", "b.y", "a.z.q"]
        assert [group.number for group in tree.groups] == list(range(8))
        assert [tree.groups[child].name for child in tree.groups[2].children] == ["B.X", "b.y"]
        assert tree.groups[7].parent == 4

    def test_without_groups_there_is_no_group_mode(self) -> None:
        tree = tree_of("")
        assert names_of(tree) == ["<none>"]
        assert not tree.group_mode
        assert not tree_of("a.b <none>").group_mode
        assert tree_of("a").group_mode

    def test_names_may_be_separated_by_commas_and_white_space(self) -> None:
        assert names_of(tree_of("a  b,c ,, d")) == ["<none>", "a", "b", "c", "d"]

    @pytest.mark.parametrize(
        ("names", "kept", "said"),
        [
            ("g1, G1", ["g1"], "G1 is ignored: it is listed twice"),
            ("g2.x", [], "g2.x is ignored: its parent 'g2' is not in GROUP_NAMES"),
            ("a, a.b.c.d", ["a"], "a.b.c.d is ignored: its parent 'a.b' is not"),
            ("a, a..b", ["a"], "a..b is ignored: its parent 'a.' is not"),
            (".c", [], ".c is ignored: its parent '' is not"),
            ("<none>, a", ["a"], "<none> is ignored: that is the name of the root"),
        ],
    )
    def test_names_that_make_no_group_are_left_out_with_a_warning(self, names: str, kept: list[str], said: str) -> None:
        tree = tree_of(names, GROUP_QUOTA_a=1, GROUP_QUOTA_g1=1)
        assert names_of(tree) == ["<none>", *kept]
        assert [said in warning.message for warning in tree.warnings] == [True]

    def test_a_trailing_dot_makes_a_child_without_a_name(self) -> None:
        tree = tree_of("d, d.", GROUP_QUOTA_d=1)
        assert names_of(tree) == ["<none>", "d", "d."]
        assert tree.assigned("d..user@x").name == "d."

    def test_only_the_exact_spelling_of_the_root_is_refused(self) -> None:
        tree = tree_of("<NONE>")
        assert names_of(tree) == ["<none>", "<NONE>"]
        assert tree.assigned("<none>") is tree.root

    def test_a_thousand_levels_are_no_trouble(self) -> None:
        deep = [".".join(["a"] * level) for level in range(1, 1001)]
        tree = tree_of(",".join(deep))
        assert len(tree.groups) == 1001
        assert tree.assigned(deep[-1] + ".user@x").number == 1000

    def test_case_is_that_of_ascii_letters(self) -> None:
        assert names_of(tree_of("É é")) == ["<none>", "É", "é"]


class TestKnobs:
    def test_a_static_quota_hides_a_dynamic_one(self) -> None:
        for slots in (6, 0):
            group = tree_of("a", GROUP_QUOTA_a=slots, GROUP_QUOTA_DYNAMIC_a=0.5).groups[1]
            assert (group.configured, group.static) == (slots, True)

    def test_fractions_of_slots_and_whole_fractions_are_legal(self) -> None:
        tree = build_tree(groups({"a": 2.5}, {"b": 1}))
        assert [(group.configured, group.static) for group in tree.groups[1:]] == [(2.5, True), (1, False)]

    def test_knobs_are_found_in_any_case(self) -> None:
        group = tree_of("G4", group_quota_g4=6, GROUP_ACCEPT_SURPLUS_g4=True).groups[1]
        assert (group.name, group.configured, group.accepts_surplus) == ("G4", 6, True)

    def test_a_group_without_quota_exists_with_none(self) -> None:
        tree = tree_of("g3")
        assert (tree.groups[1].configured, tree.groups[1].static) == (0, False)
        assert "g3 has neither GROUP_QUOTA_g3 nor GROUP_QUOTA_DYNAMIC_g3" in tree.warnings[0].message

    def test_an_empty_quota_counts_as_none(self) -> None:
        group = tree_of("a", GROUP_QUOTA_a="", GROUP_QUOTA_DYNAMIC_a=0.25).groups[1]
        assert (group.configured, group.static) == (0.25, False)

    def test_a_quota_that_is_not_a_number_counts_as_none(self) -> None:
        group = tree_of("a", GROUP_QUOTA_a="nan", GROUP_QUOTA_DYNAMIC_a=0.25).groups[1]
        assert (group.configured, group.static) == (0.25, False)

    def test_a_group_whose_only_quota_is_not_a_number_is_not_said_to_lack_one(self) -> None:
        tree = tree_of("a", GROUP_QUOTA_a="nan")
        assert tree.groups[1].configured == 0
        message = "the quota of group a is NaN, which counts as not set: its quota is 0"
        assert [warning.message for warning in tree.warnings] == [message]

    @pytest.mark.parametrize(
        ("knob", "value"),
        [
            ("GROUP_QUOTA_a", "-1"),
            ("GROUP_QUOTA_a", "2147483648"),
            ("GROUP_QUOTA_a", "many"),
            ("GROUP_QUOTA_DYNAMIC_a", "1.01"),
            ("GROUP_QUOTA_DYNAMIC_a", "-0.1"),
        ],
    )
    def test_a_quota_out_of_range_is_refused(self, knob: str, value: str) -> None:
        with pytest.raises(KnobError, match=knob):
            tree_of("a", **{knob: value})

    def test_surplus_and_regrouping_follow_the_group_then_the_default(self) -> None:
        tree = tree_of("a b", GROUP_ACCEPT_SURPLUS=True, GROUP_ACCEPT_SURPLUS_a=False, GROUP_AUTOREGROUP_b=True)
        assert [group.accepts_surplus for group in tree.groups] == [True, False, True]
        assert [group.autoregroup for group in tree.groups] == [True, False, True]
        assert [group.surplus_policy for group in tree.groups] == ["regroup", "no", "regroup"]
        assert tree.accepts_surplus

    def test_the_default_counts_even_where_every_group_declines(self) -> None:
        tree = tree_of("a", GROUP_ACCEPT_SURPLUS=True, GROUP_ACCEPT_SURPLUS_a=False)
        assert tree.accepts_surplus
        assert not tree_of("a").accepts_surplus
        assert tree_of("a").root.surplus_policy == "byquota"

    def test_a_warning_names_file_and_line(self, tmp_path: Path) -> None:
        file = tmp_path / "condor_config"
        file.write_text("# groups\nGROUP_QUOTA_a = 1\nGROUP_NAMES = a, b.c\n")
        (warning,) = build_tree(read(file, environ={})).warnings
        assert (warning.path, warning.line) == (str(file), 3)


class TestMembership:
    tree = build_tree(groups({"group_physics": 1, "group_physics.hep": 1}))

    @pytest.mark.parametrize(
        ("name", "group"),
        [
            ("alice@d", "<none>"),
            ("group_physics.einstein@d", "group_physics"),
            ("Group_Physics.HEP.x@d", "group_physics.hep"),
            ("group_physics.hep.x@d", "group_physics.hep"),
            ("group_physics.typo.x@d", "group_physics"),
            ("group_physics.typo.hep.x@d", "group_physics"),
            ("group_physics.john.smith@d", "group_physics"),
            ("nosuch.x@d", "<none>"),
            ("john.smith@d", "<none>"),
            ("nice-user.bob@d", "<none>"),
            ("group_physics.hep@d", "group_physics"),
            ("group_physics@d", "<none>"),
            ("group_physics.x@y@d", "group_physics"),
        ],
    )
    def test_submitters_belong_to_the_deepest_group_along_their_name(self, name: str, group: str) -> None:
        assert self.tree.assigned(name).name == group

    @pytest.mark.parametrize(
        ("name", "group"),
        [
            ("group_physics", "group_physics"),
            ("GROUP_PHYSICS.Hep", "group_physics.hep"),
            ("<none>", "<none>"),
            ("<NONE>", "<none>"),
            ("removed", "<none>"),
            ("group_physics.removed", "<none>"),
            ("", "<none>"),
        ],
    )
    def test_a_record_without_domain_is_a_group_or_belongs_to_the_root(self, name: str, group: str) -> None:
        assert self.tree.assigned(name).name == group

    def test_a_group_with_an_at_sign_is_found_by_its_whole_name(self) -> None:
        tree = tree_of("a@b")
        assert tree.assigned("a@b").name == "a@b"
        assert tree.assigned("a@b.user@d").name == "a@b"

    def test_names_need_not_be_text(self) -> None:
        for odd in ("\udcff", "\ud800", "\x00"):
            assert self.tree.assigned(f"group_physics.{odd}.x@d").name == "group_physics"
