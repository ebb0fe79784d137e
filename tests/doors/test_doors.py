"""Every URL is asked for by every kind of person, and gives the status of the table."""

from collections.abc import Iterator
from copy import deepcopy

import pytest
from django.db import transaction
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from tests.conftest import written_once
from tests.doors.apart import due_to
from tests.doors.laid_out import LaidOut, address, lay_out, lay_out_for_four, parameters
from tests.doors.table import AT_TABLES, PEOPLE, ROWS

PAGES = [
    pytest.param(method, page, [int(status) for status in row], id=f"{method}-{page}")
    for method, page, *row in ROWS
    if page not in AT_TABLES
]


TABLES = [
    pytest.param(method, page, who, int(status), id=f"{method}-{page}-{who}-{status}")
    for method, page, *row in ROWS
    if page in AT_TABLES
    for who, status in zip(PEOPLE, row, strict=True)
]


ENDING = (
    "class_take_back",
    "student_forget",
    "import",
    "import_discard",
    "invitation_take_back",
    "session_preset_remove",
    "homework_remove",
    "group_remove",
    "class_challenge_leave",
    "challenge",
)
"""Acts after which what they were about is gone."""


class TestPages:
    """All but those of a live table: what a visitor did is rolled back, so that everybody comes to the same lesson."""

    @pytest.fixture(scope="class")
    @classmethod
    def laid_out(cls, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[LaidOut]:
        with written_once(django_db_blocker):
            yield lay_out()

    @pytest.mark.parametrize(("method", "page", "row"), PAGES)
    def test_everybody_gets_just_what_is_theirs(
        self, method: str, page: str, row: list[int], laid_out: LaidOut, db: None, short_demo: None
    ):
        things, browsers = laid_out
        met = {}
        for who, browser in browsers.items():
            cookies = deepcopy(browser.cookies)
            with transaction.atomic():
                met[who] = browser.generic(method, address(page, things)).status_code
                transaction.set_rollback(True)
            browser.cookies = cookies
        assert met == due_to(method, page, row)

    @pytest.mark.parametrize("page", ENDING)
    def test_a_form_that_is_sent_twice_is_answered_twice_alike(self, page: str, laid_out: LaidOut, db: None):
        """As by a double click without scripts. The form of another page has another token."""
        things, browsers = laid_out
        cookies = deepcopy(browsers["ana"].cookies)
        with transaction.atomic():
            first, second, other = (
                browsers["ana"].post(address(page, things), {"name": "4A", "csrfmiddlewaretoken": f"{page}{token}"})
                for token in (1, 1, 2)
            )
            transaction.set_rollback(True)
        browsers["ana"].cookies = cookies
        assert (first.status_code, second.status_code, other.status_code) == (302, 302, 404)
        assert second["Location"] == first["Location"]

    @pytest.mark.parametrize(("who", "refused"), [("ana", {405}), ("dora", {405}), ("bea", {405, 302})])
    def test_a_page_without_a_row_for_posts_takes_none(self, who: str, refused: set[int], laid_out: LaidOut, db: None):
        """302: a child is led to the teachers' sign-in."""
        things, browsers = laid_out
        cookies, met = deepcopy(browsers[who].cookies), {}
        for page in {page for _method, page, *_row in ROWS} - {
            page for method, page, *_row in ROWS if method == "POST"
        }:
            with transaction.atomic():
                met[page] = browsers[who].post(address(page, things)).status_code
                transaction.set_rollback(True)
            browsers[who].cookies = deepcopy(cookies)
        assert {page: status for page, status in met.items() if status not in refused} == {}

    @pytest.mark.parametrize("who", ["ana", "dora", "bea"])
    def test_head_answers_like_get_and_does_what_get_does(self, who: str, laid_out: LaidOut, db: None):
        """A page that took it for its form would act without the token that a form has to bring. What GET gets stands
        in the table. 405: only the way in, and what scripts ask for, refuse HEAD."""
        things, browsers = laid_out
        cookies, met = deepcopy(browsers[who].cookies), {}
        due = {page: due_to("GET", page, [*map(int, row)])[who] for method, page, *row in ROWS if method == "GET"}
        for page in due.keys() - AT_TABLES:
            with transaction.atomic():
                met[page] = browsers[who].head(address(page, things)).status_code
                transaction.set_rollback(True)
            browsers[who].cookies = deepcopy(cookies)
        assert {page: status for page, status in met.items() if status not in (due[page], 405)} == {}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("method", "page", "who", "status"), TABLES)
def test_everybody_gets_just_what_is_theirs_at_a_live_table(method: str, page: str, who: str, status: int):
    things, browsers = lay_out_for_four()
    answer = browsers[who].generic(method, address(page, things))
    assert answer.status_code == status


def test_every_page_stands_in_the_table():
    assert {page for _method, page, *_row in ROWS} == set(parameters())


def test_a_page_that_is_not_there_says_so_in_words(client):
    answer = client.get("/no/such/page/")
    assert answer.status_code == 404
    assert "This page is not here" in answer.content.decode()


def test_a_number_larger_than_any_key_is_just_not_there(ana_client):
    assert ana_client.get(f"/classes/{10**30}/").status_code == 404


def test_a_teachers_page_is_kept_in_no_cache(ana_client):
    assert "no-store" in ana_client.get(reverse("classes"))["Cache-Control"]


def test_nobody_is_sent_to_sign_in_and_back_to_where_they_wanted(client, class_4b):
    page = reverse("class", args=[class_4b.pk])
    assert client.get(page).url == f"{reverse('account_login')}?next={page}"


def test_a_fragment_asked_for_after_signing_out_loads_the_sign_in_page_whole(client, class_4b):
    page = reverse("class", args=[class_4b.pk])
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{page}"}
    answer = client.get(reverse("classes"), headers=headers)
    assert answer["HX-Redirect"] == f"{reverse('account_login')}?next={page}"
