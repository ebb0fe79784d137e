"""Words that are longer by two fifths have room on the smallest screen: no page scrolls sideways at 320 px.

The pages come from Django's own client in the language that does not exist; the browser only draws them.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest
from django.db import connections
from django.urls import reverse
from playwright.sync_api import Browser

from tests.browser.driving.site import site
from tests.conftest import signed_in
from tests.languages.test_nothing_hard_coded import (
    NOT_WORDS,
    ROWS,
    address,
    demo_teacher,
    in_pseudo,
    pages_from,
)
from tests.languages.test_pages_out_of_the_way import visits

__all__ = ["demo_teacher", "in_pseudo"]

pytestmark = pytest.mark.long

Found = TypeVar("Found")
WIDE = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  const clips = (each) => getComputedStyle(each).overflowX !== "visible";
  const scrolls = (each) => each && each !== document.body && (clips(each) || scrolls(each.parentElement));
  const all = [...document.querySelectorAll("body *")].filter((each) => !scrolls(each.parentElement));
  const beyond = all.filter((each) => each.getBoundingClientRect().right > width + 1);
  return beyond.slice(0, 3).map((each) => `${each.tagName} ${each.className} ${each.textContent.trim().slice(0, 60)}`);
}"""


def too_wide(browser: Browser, pages: dict[str, str], width: int) -> dict[str, list[str]]:
    """Return the pages that scroll sideways at this width, with what stands out."""
    page = browser.new_page(viewport={"width": width, "height": 700}, reduced_motion="reduce")
    found = {}
    with site(pages.get) as here:
        for url in pages:
            page.goto(here + url, wait_until="load")
            if beyond := page.evaluate(WIDE):
                found[url] = beyond
    page.close()
    return found


def in_a_thread(asked: Callable[[], Found]) -> Found:
    """Ask Django where no event loop runs: Playwright keeps one in this thread."""

    def closing() -> Found:
        try:
            return asked()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(closing).result()


@pytest.mark.django_db(transaction=True)
def test_no_page_of_a_teacher_scrolls_sideways_with_longer_words(browser, demo_teacher):
    def pages() -> dict[str, str]:
        found = pages_from(signed_in(demo_teacher), reverse("classes"))
        return {url: answer.content.decode() for url, answer in found if "html" in answer.headers["content-type"]}

    assert too_wide(browser, in_a_thread(pages), 320) == {}


@pytest.mark.django_db(transaction=True)
def test_no_page_of_a_child_or_out_of_the_way_scrolls_sideways_with_longer_words(browser, in_pseudo, pseudo_language):
    def pages() -> dict[str, str]:
        (things, browsers), found = in_pseudo, {}
        for who, place in (("nobody", 0), ("bea", 3)):
            for method, page, *row in ROWS:
                if method == "GET" and row[place] == "200" and page not in NOT_WORDS:
                    url = address(page, things)
                    answer = browsers[who].get(url, headers={"accept-language": pseudo_language})
                    if "html" in answer.headers.get("content-type", ""):
                        found[f"{url}?{who}"] = answer.content.decode()
        for browser, page in visits(things, browsers["dora"], pseudo_language):
            url = address(page, things)
            answer = browser.get(url, headers={"accept-language": pseudo_language})
            if "html" in answer.headers.get("content-type", ""):
                found[f"{url}?{page}"] = answer.content.decode()
        return found

    assert too_wide(browser, in_a_thread(pages), 320) == {}
