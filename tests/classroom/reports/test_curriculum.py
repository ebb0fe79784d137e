"""Curriculum standards beside the kinds of sums: one data file, which a school may replace."""

import json

import pytest
from django.urls import reverse
from django.utils import translation

from classroom.reports.kit import curriculum


def test_our_standards_are_read_with_the_kinds_of_sums_they_are_about():
    found = {standard.code: standard for standard in curriculum.standards(["+corner", "several"])}
    assert found["1.OA.C.6"].kinds_in_words == "+ round the corner, sums of several cards"
    assert found["2AS-1"].framework == "England"
    assert "K.OA.A.5" not in found


def test_each_kind_has_a_standard_and_none_stands_twice():
    everything = curriculum.standards(curriculum.KINDS)
    assert {kind for standard in everything for kind in standard.kinds} == set(curriculum.KINDS)
    assert len({(standard.code, standard.says) for standard in everything}) == len(everything)


@pytest.mark.parametrize(("language", "framework"), [("en", "CCSS"), ("is", "Ísland"), ("es", "España")])
def test_the_reader_s_own_curriculum_comes_first_and_each_line_says_its_source(language, framework):
    with translation.override(language):
        found = curriculum.standards(["+corner"])
        assert found[0].framework == framework
        assert all(standard.source for standard in found)
        assert curriculum.constants(["+corner"])[0][2].endswith(f"({found[0].source})")


def test_a_school_may_name_a_file_of_its_own(settings, tmp_path):
    own = tmp_path / "own.json"
    own.write_text(json.dumps([{"framework": "Ours", "code": "A 1", "says": "One more.", "kinds": ["+1"]}]))
    settings.CURRICULUM = str(own)
    assert [standard.code for standard in curriculum.standards(["+1", "-1"])] == ["A 1"]
    assert curriculum.constants(["+1"]) == (("Ours A 1", "+1", "One more."),)


@pytest.mark.parametrize("row", [
    {"framework": "Ours", "code": "A 1", "says": "One more.", "kinds": ["+7"]},
    {"framework": "Ours", "code": "A 1", "kinds": ["+1"]},
])  # fmt: skip
def test_a_file_that_is_wrong_says_what_is_wrong(settings, tmp_path, row):
    own = tmp_path / "own.json"
    own.write_text(json.dumps([row]))
    settings.CURRICULUM = str(own)
    with pytest.raises(ValueError, match=r"own\.json"):
        curriculum.standards(["+1"])


@pytest.mark.parametrize("text", ["", "{}", "[1]", '[{"framework": "Ours"}]', None])
def test_a_file_that_cannot_be_read_is_said_at_the_start(settings, tmp_path, text):
    own = tmp_path / "own.json"
    if text is not None:
        own.write_text(text)
    settings.CURRICULUM = str(own)
    (error,) = curriculum.is_readable()
    assert error.msg.startswith("The table of curriculum standards cannot be read")
    assert "CARDINAL_CURRICULUM" in error.hint


def test_our_own_file_can_be_read():
    assert curriculum.is_readable() == []


@pytest.mark.parametrize("part", ["skills", "facts"])
def test_it_stands_under_the_heading_one_press_away(ana_client, class_4b, give, part):
    give(6, top_number=4, top_step=2)
    page = ana_client.get(reverse("class_report", args=[class_4b.pk]), {"part": part}).content.decode()
    assert 'class="panel curriculum"' in page
    assert "1.OA.C.6" in page
    assert '<span lang="es">Estrategias de cálculo mental' in page
    assert '<span lang="is">Nýtt sér grunnreikniaðgerðirnar fjórar' in page
    assert "BOE-A-2022-3296" in page
    assert "read them against the source" in page
