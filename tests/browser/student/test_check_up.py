"""A check-up in a lesson: begun from the waiting page, answered with keys alone, whole on phones and on a laptop."""

from collections.abc import Iterator

from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import People
from tests.browser.driving.people import LAPTOP, PHONE, Child

SMALLEST: ViewportSize = {"width": 320, "height": 568}
STONES = 12
NOT_WHOLE = (
    "() => document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth"
)


def test_twelve_stones_are_answered_by_keyboard_and_fit_every_screen(people: People) -> None:
    teacher = people.with_a_class()
    teacher.by_http.starts_a_check_up()
    (child,) = people.come_in(teacher.lets_in(), (Child, SMALLEST))
    page, numbers = child.page, child.page.locator(".numbers .card")
    child.goes("/waiting/")
    page.get_by_role("button", name="Start check-up").press("Enter")
    expect(numbers).to_have_count(10)
    for size in (LAPTOP, PHONE, SMALLEST):
        page.set_viewport_size(size)
        assert not page.evaluate(NOT_WHOLE), size
    for stone in range(1, STONES + 1):
        expect(page.locator("[name=place]")).to_have_value(str(stone))
        expect(page.locator(".asked h2")).to_be_focused()
        expect(page.locator(".asked h2")).to_have_css("box-shadow", "none")  # the focus is there to be heard
        assert not page.evaluate(NOT_WHOLE)
        assert list(_reached(child)) == numbers.all_inner_texts() == [str(number) for number in range(1, 11)]
        page.keyboard.press("Enter")
    child.arrives_at("/practice/enough/$")
    child.goes("/waiting/")
    expect(page.get_by_role("heading", name="Warm up")).to_be_visible()
    expect(page.get_by_role("button", name="Start check-up")).to_have_count(0)


def _reached(child: Child) -> Iterator[str]:
    """The numbers in the order in which keys come to them, from the sum on."""
    for _ in range(10):
        child.page.keyboard.press("Tab")
        yield child.page.evaluate("document.activeElement.innerText")
