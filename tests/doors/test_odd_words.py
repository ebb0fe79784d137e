"""Whatever stands in a form or an address, its page answers, and nothing fails: autofill, paste, a hand-made post."""

from collections.abc import Iterator
from copy import deepcopy
from typing import NamedTuple
from urllib.parse import parse_qs

import pytest
from django.db import transaction
from django.test import Client
from django.urls import Resolver404, resolve
from django.utils import timezone

from classroom.models import ClassSession
from tests.doors.following import pages_from
from tests.doors.laid_out import lay_out
from tests.doors.table import AT_TABLES
from tests.open_page import Node, Reader

ODD = ["", "-1", "½", "[]", "9" * 30, "9" * 5000, "é" * 5000, "a\x00b", "http://[", "0001-01-01", "9999-12-31"]
LEFT_OUT = AT_TABLES | {"session", "account_logout", "class_demo"}
"""What opens a live table, where nothing can be rolled back, what ends the visit, and what plays for weeks."""
FIELDS = ("input", "textarea", "select", "button")


class Form(NamedTuple):
    """What is sent by POST or in the address: a form, or a link that asks something."""

    address: str
    is_posted: bool
    fields: frozenset[str]


def nodes(page: Node) -> Iterator[Node]:
    for part in page.inside:
        if isinstance(part, Node):
            yield part
            yield from nodes(part)


def forms_of(html: str, page: str) -> Iterator[Form]:
    """Return what this page sends, and what was asked in its own address; files are left out."""
    path, _, asked = page.partition("?")
    if asked:
        yield Form(path, False, frozenset(parse_qs(asked)))
    for form in nodes(Reader(html).root):
        if form.tag == "form":
            address = (form.attrs.get("action") or page).partition("?")[0] or path
            fields = [node.attrs for node in nodes(form) if node.tag in FIELDS]
            names = {field["name"] for field in fields if field.get("name") and field.get("type") != "file"}
            yield Form(address, form.attrs.get("method") == "post", frozenset(names - {"csrfmiddlewaretoken"}))  # type: ignore[arg-type]


def name_of(form: Form) -> str:
    """Return the name of the page that it is sent to, "" where that is left out."""
    try:
        name = resolve(form.address).url_name or ""
    except Resolver404:
        return ""
    return "" if name in LEFT_OUT else name


def sent(browser: Client, form: Form, word: str) -> int:
    """Send this word in all fields, and take back what came of it; return the status."""
    cookies = deepcopy(browser.cookies)
    send = browser.post if form.is_posted else browser.get
    with transaction.atomic():
        status = send(form.address, dict.fromkeys(form.fields, word)).status_code
        transaction.set_rollback(True)
    browser.cookies = cookies
    return status


@pytest.mark.parametrize("who", ["nobody", "ana", "dora", "bea"])
@pytest.mark.django_db
def test_an_odd_word_in_all_fields_is_answered(who):
    _things, browsers = lay_out()
    ClassSession.objects.update(state=ClassSession.State.ENDED, ended_at=timezone.now())
    browser, forms = browsers[who], dict[tuple[str, bool, frozenset[str]], Form]()
    for page, answer in pages_from(browser, "/", but=LEFT_OUT):
        if "html" in answer.headers["content-type"]:
            found = forms_of(answer.content.decode(), page)
            forms |= {(name, form.is_posted, form.fields): form for form in found if (name := name_of(form))}
    assert forms
    browser.raise_request_exception = False
    failed = [
        (form.address, sorted(form.fields), word[:20])
        for form in forms.values()
        for word in (ODD if form.fields else ODD[:1])
        if sent(browser, form, word) >= 500
    ]
    assert failed == []
