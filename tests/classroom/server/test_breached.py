"""Passwords that were stolen somewhere are refused, without asking anybody."""

import pytest
from django.core.exceptions import ValidationError

from classroom.server import breached
from tests.conftest import PASSWORD


@pytest.mark.parametrize("password", ["iloveyou2", "Trustno1trustno1"[:8], "PASSWORD123", "princess1", "liverpool1"])
def test_a_password_of_a_theft_is_refused_without_asking_anybody(password):
    with pytest.raises(ValidationError, match="was in a theft of data"):
        breached.BreachedPasswordValidator().validate(password)


@pytest.mark.parametrize("password", [PASSWORD, "ten candles on a wet boat", "Zq7-uvw-Mhe-43x", "ærlegt kattarhár"])
def test_a_password_of_no_theft_is_accepted(password):
    breached.BreachedPasswordValidator().validate(password)


def test_the_file_holds_nearly_half_a_million_in_two_megabytes():
    assert 450_000 < breached.FILE.stat().st_size / 4 < 500_000


def test_the_file_is_made_of_a_list_without_short_and_repeated_words():
    assert len(breached.pack(["short", "our-school-2026", "OUR-school-2026"])) == 4
