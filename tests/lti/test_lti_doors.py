"""Who gets in where, of the pages of learning platforms."""

import pytest
from django.conf import settings
from django.urls import reverse

from classroom.audit.acts import ACTS
from tests.doors.laid_out import parameters

DOORS = """
GET    lti_login      403 403 403
POST   lti_login      403 403 403
POST   lti_launch     403 403 403
GET    lti_launch     405 405 405
POST   lti_enter      403 403 403
GET    lti_enter      405 405 405
GET    lti_jwks       200 200 200
GET    lti_frame      404 404 404
GET    lti_register   404 404 404
GET    lti_platforms  302 404 404
POST   lti_platforms  302 404 404
GET    lti_connect    302 404 404
POST   lti_connect    302 404 404
GET    lti_course     302 404 404
POST   lti_course     302 404 404
GET    lti_choose     302 404 404
POST   lti_choose     302 404 404
GET    lti_class      302 404 404
POST   lti_class      302 404 404
"""


ROWS = [line.split() for line in DOORS.strip().splitlines()]


@pytest.mark.parametrize(("method", "page", "row"), [(method, page, row) for method, page, *row in ROWS])
def test_nobody_gets_in_by_the_way(method, page, row, client, ben_client, ana_client, class_4b):
    values = {"token": "no-such-token", "classroom_id": class_4b.pk}
    address = reverse(page, kwargs={name: values[name] for name in parameters()[page]})
    met = [browser.generic(method, address).status_code for browser in (client, ben_client, ana_client)]
    assert met == [int(status) for status in row]


def test_every_page_has_its_row_and_the_audit_log_knows_them():
    pages = {page for page in parameters() if page.startswith("lti_")}
    assert {page for _method, page, *_row in ROWS} == pages
    assert {page for page in ACTS if page.startswith("lti_")} <= pages
    assert settings.LTI
