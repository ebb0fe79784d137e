"""Fields that several forms share."""

import pytest
from django import forms

from classroom.forms.fields import OneOf

STEPS = [("1", "one"), ("2", "two")]


class Walk(forms.Form):
    usual = OneOf(choices=STEPS, coerce=int, usual="2", wrong="Choose a usual step.")
    asked = OneOf(choices=STEPS, initial="1", wrong="Choose a step.")


def test_what_is_usual_is_shown_first_and_holds_where_none_was_posted():
    assert 'value="2" id="id_usual_1" checked' in str(Walk()["usual"])
    form = Walk({"asked": "1"})
    assert form.is_valid()
    assert form.cleaned_data == {"usual": 2, "asked": "1"}


@pytest.mark.parametrize("posted", [{}, {"asked": "3"}])
def test_a_missing_choice_and_an_unknown_one_get_the_same_words(posted):
    assert Walk(posted).errors == {"asked": ["Choose a step."]}
    assert Walk({"usual": "3", "asked": "1"}).errors == {"usual": ["Choose a usual step."]}
