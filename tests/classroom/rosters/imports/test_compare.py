"""What a list changes: told from the children who are there, and decided by the teacher. No database."""

from time import process_time

import pytest

from classroom.rosters.imports.compare import compare
from classroom.rosters.imports.decisions import Do, RosterWrite, decide
from classroom.rosters.imports.plan import ChangeKind, Child, ListRow

B4, C5 = 4, 5
HERE = {"": B4}


def lines(*names: str) -> list[ListRow]:
    return [ListRow(number, name) for number, name in enumerate(names, start=1)]


def kinds(plan) -> dict[str, str]:
    return {change.name: change.kind.value for change in plan.changes}


def choices(change) -> list[str]:
    return [value for value, _words in change.choices]


def steps(plan, **answers: str) -> list[tuple[str, str, int]]:
    made, problems = decide(plan, {field.replace("_", "-", 1): value for field, value in answers.items()})
    assert problems == []
    return [(step.do.value, step.name, step.child) for step in made]


def test_who_is_here_is_unchanged_and_who_is_not_is_added():
    plan = compare(lines("AMIR", "Bea"), HERE, [Child(1, "Amir", B4)])
    assert kinds(plan) == {"Amir": "unchanged", "Bea": "added"}
    assert steps(plan) == [("add", "Bea", 0)]


def test_the_same_list_twice_changes_nothing():
    there = [Child(1, "Amir", B4, "u1", "Amir"), Child(2, "Bea", B4)]
    plan = compare([ListRow(1, "Amir", "u1"), ListRow(2, "Bea")], HERE, there)
    assert plan.changes_nothing
    assert steps(plan) == []


def test_a_child_whom_the_teacher_calls_otherwise_is_found_again():
    there = [Child(1, "Ami", B4, "u1", "Amir O."), Child(2, "Bee", B4, "", "Bea S.")]
    assert compare([ListRow(1, "Amir O.", "u1"), ListRow(2, "Bea S.")], HERE, there).changes_nothing


def test_a_number_that_is_new_for_a_child_is_noted():
    plan = compare([ListRow(1, "Amir", "u1")], HERE, [Child(1, "Amir", B4)])
    assert (kinds(plan), plan.changes_nothing) == ({"Amir": "unchanged"}, False)
    assert steps(plan) == [("note", "Amir", 1)]


class TestDoubt:
    def test_one_number_with_another_name_is_asked_about(self):
        [change] = compare([ListRow(3, "Amir K.", "u1")], HERE, [Child(1, "Amir O.", B4, "u1", "Amir O.")]).doubtful
        assert "called “Amir O.”, on the list “Amir K.”" in change.words
        assert choices(change) == ["rename", "same"]

    def test_one_name_with_another_number_is_asked_about(self):
        [change] = compare([ListRow(3, "Sam", "u9")], HERE, [Child(1, "Sam", B4, "u1", "Sam")]).doubtful
        assert "another number" in change.words
        assert choices(change) == ["same", "add", "skip"]

    def test_two_sams_on_one_list_are_asked_about(self):
        plan = compare(lines("Sam", "Bea", "sam"), HERE, [])
        assert [change.key for change in plan.doubtful] == ["3"]
        assert "“sam” is on line 1 too" in plan.doubtful[0].words
        assert plan.doubtful[0].name == "sam 2"

    def test_lines_of_one_reason_can_be_decided_alike_and_one_of_them_otherwise(self):
        plan = compare(lines("Sam", "Sam", "Sam"), HERE, [])
        answers = {"alike_twice": "add"}
        assert [name for _do, name, _child in steps(plan, **answers)] == ["Sam", "Sam 2", "Sam 3"]
        assert [name for _do, name, _child in steps(plan, **answers, choice_3="skip")] == ["Sam", "Sam 2"]

    def test_a_name_that_goes_on_where_one_here_ends_is_asked_about(self):
        there = [Child(1, "Amir", B4), Child(2, "Bea", B4)]
        plan = compare(lines("Amir O.", "Beatrix"), HERE, there)
        assert kinds(plan) == {"Amir O.": "doubtful", "Beatrix": "added"}
        assert steps(plan, choice_1="rename", skip_2="on") == [("rename", "Amir O.", 1)]

    def test_a_child_of_another_class_is_asked_about(self):
        plan = compare([ListRow(1, "Eli", "u5")], HERE, [Child(5, "Eli", C5, "u5", "Eli")])
        assert choices(plan.doubtful[0]) == ["add", "move", "skip"]
        assert steps(plan, choice_1="move") == [("move", "Eli", 5)]

    def test_who_was_removed_can_be_brought_back(self):
        plan = compare(lines("Bea"), HERE, [Child(2, "Bea", B4, was_removed=True)])
        assert steps(plan, choice_1="back") == [("back", "Bea", 2)]

    @pytest.mark.parametrize(
        ("name", "offered"), [("=Amir", "Amir"), ('=HYPERLINK("x")', 'HYPERLINK("x")'), ("--", "--")]
    )
    def test_a_formula_is_offered_without_its_sign(self, name, offered):
        [change] = compare(lines(name), HERE, []).doubtful
        assert (change.name, choices(change)) == (offered, ["add", "skip"])

    def test_nothing_doubtful_is_ever_guessed(self):
        plan = compare(lines("Sam", "Sam"), HERE, [])
        _steps, problems = decide(plan, {"choice-2": "rename"})
        assert [(problem.field, problem.words) for problem in problems] == [("choice-2", "Decide about Sam (line 2).")]


class TestSeveralClasses:
    SECTIONS = {"4b": B4, "5c": C5}

    def test_who_is_on_the_list_of_the_other_class_now_is_moved(self):
        there = [Child(1, "Amir", B4, "u1", "Amir"), Child(2, "Bea", B4, "u2", "Bea")]
        plan = compare(
            [ListRow(1, "Amir", "u1", "5c"), ListRow(2, "Bea", "u2", "4b")], self.SECTIONS, there, is_whole=True
        )
        assert kinds(plan) == {"Amir": "moved", "Bea": "unchanged"}
        assert steps(plan) == [("move", "Amir", 1)]
        assert steps(plan, skip_1="on") == []

    def test_who_is_on_both_lists_is_one_child_in_both(self):
        rows = [ListRow(1, "Amir", "u1", "4b"), ListRow(2, "Amir", "u1", "5c")]
        plan = compare(rows, self.SECTIONS, [Child(1, "Amir", B4, "u1", "Amir")], is_whole=True)
        assert [(change.kind, change.section) for change in plan.changes] == [
            (ChangeKind.UNCHANGED, "4b"),
            (ChangeKind.ADDED, "5c"),
        ]
        plan = compare(rows, self.SECTIONS, [Child(1, "Amir", C5, "u1", "Amir")], is_whole=True)
        assert [change.kind for change in plan.changes] == [ChangeKind.ADDED, ChangeKind.UNCHANGED]

    def test_a_new_child_on_both_lists_comes_to_both(self):
        rows = [ListRow(1, "Amir", "u1", "math"), ListRow(2, "Amir", "u1", "home")]
        plan = compare(rows, {"home": None, "math": None}, [], is_whole=True)
        assert [(change.kind, change.section) for change in plan.changes] == [
            (ChangeKind.ADDED, "math"),
            (ChangeKind.ADDED, "home"),
        ]

    def test_who_leaves_one_class_and_comes_to_two_moves_once_and_is_in_both(self):
        rows = [ListRow(1, "Amir", "u1", "5c"), ListRow(2, "Amir", "u1", "music")]
        sections = {**self.SECTIONS, "music": None}
        plan = compare(rows, sections, [Child(1, "Amir", B4, "u1", "Amir")], is_whole=True)
        assert [(change.kind, change.section) for change in plan.changes] == [
            (ChangeKind.MOVED, "5c"),
            (ChangeKind.ADDED, "music"),
        ]

    def test_who_leaves_two_classes_and_comes_to_one_moves_from_one_and_leaves_the_other(self):
        there = [Child(1, "Amir", B4, "u1", "Amir"), Child(2, "Amir", C5, "u1", "Amir")]
        leaves = [ListRow(n, "Amir", "u1", key, leaves=True, why="deleted") for n, key in ((1, "4b"), (2, "5c"))]
        plan = compare([*leaves, ListRow(3, "Amir", "u1", "music")], {**self.SECTIONS, "music": None}, there)
        assert [(change.kind, change.section) for change in plan.changes] == [
            (ChangeKind.GONE, "5c"),
            (ChangeKind.MOVED, "music"),
        ]

    def test_a_system_s_list_of_one_class_adds_whom_another_class_of_the_system_has(self):
        there = [Child(1, "Amir", B4, "u1", "Amir", is_numbered=True)]
        row = ListRow(1, "Amir", "u1", "math")
        assert kinds(compare([row], {"math": None}, there, is_of_a_system=True)) == {"Amir": "added"}
        assert kinds(compare([row], {"math": None}, there)) == {"Amir": "doubtful"}

    def test_who_begins_later_is_left_out_and_who_is_here_already_stays(self):
        row = ListRow(1, "Amir", "u1", "4b", why="begins:2027-01-08")
        assert [change.kind for change in compare([row], self.SECTIONS, []).changes] == [ChangeKind.LEFT_OUT]
        plan = compare([row], self.SECTIONS, [Child(1, "Amir", B4, "u1", "Amir")], is_whole=True)
        assert plan.changes_nothing

    def test_who_left_and_was_never_here_is_left_out_with_the_reason(self):
        [change] = compare(
            [ListRow(1, "Amir", "u1", "4b", leaves=True, why="ended:2022-06-30")], self.SECTIONS, []
        ).changes
        assert (change.kind, change.why) == (ChangeKind.LEFT_OUT, "ended:2022-06-30")

    def test_a_new_class_has_nobody_yet(self):
        plan = compare([ListRow(1, "Amir", "u1", "new")], {"new": None}, [])
        assert decide(plan, {})[0] == [RosterWrite(Do.ADD, "1", "new", "Amir", 0, "u1", "Amir")]

    def test_a_class_that_is_left_out_changes_nothing(self):
        assert compare([ListRow(1, "Amir", "u1", "6d")], self.SECTIONS, []).changes == []

    def test_who_leaves_one_class_and_comes_to_another_in_a_delta_is_moved(self):
        rows = [ListRow(1, "Amir", "u1", "4b", leaves=True), ListRow(2, "Amir", "u1", "5c")]
        plan = compare(rows, self.SECTIONS, [Child(1, "Amir", B4, "u1", "Amir")])
        assert [change.kind for change in plan.changes] == [ChangeKind.MOVED]


def test_who_is_not_on_a_whole_list_stays_unless_ticked():
    plan = compare(lines("Bea"), HERE, [Child(1, "Amir", B4), Child(2, "Bea", B4)], is_whole=True)
    assert kinds(plan) == {"Bea": "unchanged", "Amir": "gone"}
    assert steps(plan) == []
    assert steps(plan, remove_c1="on") == [("remove", "Amir", 1)]


def test_whom_the_school_takes_off_is_ticked():
    plan = compare([ListRow(1, "Amir", "u1", leaves=True)], HERE, [Child(1, "Amir", B4, "u1")])
    assert [(change.key, change.is_ticked) for change in plan.of(ChangeKind.GONE)] == [("c1", True)]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("Amir", "two children called “Amir”"),
        ("BEA", "two children called “BEA”"),
        ("", "no letter"),
        ("=x", "cannot start"),
    ],
)
def test_a_typed_name_that_cannot_be_is_refused_with_its_field(typed, words):
    plan = compare(lines("Bea", "Eli"), HERE, [Child(1, "Amir", B4)])
    _steps, problems = decide(plan, {"name-2": typed})
    assert [problem.field for problem in problems] == ["name-2"]
    assert words in problems[0].words


def test_a_name_is_free_when_its_child_leaves():
    plan = compare([ListRow(1, "Amir", "u2")], HERE, [Child(1, "Amir", B4, "u1", "Amir")], is_whole=True)
    assert [problem.words for problem in decide(plan, {"choice-1": "add"})[1]] == [
        "Line 1: There are two children called “Amir”. Add a letter."
    ]


def test_more_than_sixty_new_ones_must_be_meant_and_more_than_three_hundred_never_fit():
    plan = compare(lines(*(f"Child {n}" for n in range(61))), HERE, [])
    assert [problem.field for problem in decide(plan, {})[1]] == ["many"]
    assert decide(plan, {"many": "on"})[1] == []
    crowd = [Child(n, f"Child {n}", B4) for n in range(300)]
    assert [problem.field for problem in decide(compare(lines("Eli"), HERE, crowd), {})[1]] == ["changes"]


def test_thousands_of_children_of_one_name_are_numbered_in_no_time():
    """Numbers that are taken are passed once, not again for each child."""
    began = process_time()
    plan = compare(lines(*(f"Anna {number}" for number in range(2, 3000)), *["Anna"] * 3000), {"": None}, [])
    assert {change.name for change in plan.doubtful} == {f"Anna {number}" for number in range(3000, 5999)}
    assert process_time() - began < 10
