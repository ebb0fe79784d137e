"""Every page that somebody with an account may open, at a browser that speaks another language than the account's."""

import re
from copy import deepcopy

import pytest
from django.db import transaction

from classroom.models import Classroom, Teacher
from tests.doors.laid_out import address, lay_out
from tests.doors.table import AT_TABLES, ROWS

CHILDRENS = frozenset({"join", "join_pictures", "join_names", "join_ask", "session_screen", "family"})
"""What children, families and the whole class see, whoever has it open."""


@pytest.mark.long
def test_every_page_of_an_account_is_drawn_in_the_language_of_the_account(db):
    things, browsers = lay_out()
    Teacher.objects.update(language="is")
    Classroom.objects.update(language="es")
    drawn = {}
    for page in {page for method, page, *_row in ROWS if method == "GET"} - AT_TABLES - CHILDRENS:
        for who in ("ana", "dora"):
            cookies = deepcopy(browsers[who].cookies)
            with transaction.atomic():
                answer = browsers[who].get(address(page, things), headers={"accept-language": "es"})
                transaction.set_rollback(True)
            browsers[who].cookies = cookies
            is_page = answer.status_code == 200 and answer.headers.get("content-type", "").startswith("text/html")
            if is_page and (found := re.findall(r'<html lang="(.+?)"', answer.content.decode())):
                drawn[f"{page} {who}"] = found
    assert len(drawn) > 90
    assert {page: found for page, found in drawn.items() if found != ["is"]} == {}
