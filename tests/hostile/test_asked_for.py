"""Hostile questions: pages asked for with any query and any heads answer, and a question changes nothing."""

import pytest
from django.core.cache import cache
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from tests.doors.laid_out import address
from tests.doors.table import AT_TABLES, ROWS
from tests.hostile.sending import FORM, SENT, SHARES, fingerprint, hostile

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume"),
]

PAGES = sorted({page for method, page, *_row in ROWS if method == "GET" and page not in AT_TABLES})
"""The service worker, recordings and the page that a device keeps are among them."""
HEADS = (
    *(
        "accept-language",
        "user-agent",
        "referer",
        "origin",
        "range",
        "if-modified-since",
        "if-none-match",
        "hx-request",
    ),
    *("x-forwarded-for", "x-forwarded-proto", "x-requested-with", "x-line", "accept", "accept-encoding", "cookie"),
)
SAID = st.one_of(
    st.sampled_from(["*", "xx", "is;q=9", "en,,;q=", "bytes=0-", "gzip;q=0", "true", "session=" + "x" * 500, "a=b;c"]),
    st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_categories=["Cc"]), max_size=60),
)


@hostile(SHARES["asked"])
@given(
    page=st.sampled_from(PAGES),
    who=st.sampled_from(["ana", "ana", "bea", "nobody"]),
    query=FORM,
    heads=st.dictionaries(st.sampled_from(HEADS), SAID, max_size=4),
)
def test_pages(laid_out, before, page, who, query, heads):
    things, browsers = laid_out
    with transaction.atomic():
        answer = browsers[who].get(address(page, things), query, headers=heads)
        assert answer.status_code < 500
        b"".join(answer)  # what streams is made while it is read
        assert answer.status_code < 400 or fingerprint() == before, f"{page} changed rows"
        transaction.set_rollback(True)
    cache.clear()
    SENT["asked"] += 1
