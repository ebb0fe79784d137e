"""What comes late to the waiting page moves nothing that stands there already (screens 4.2: CLS at most 0.02)."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import People
from tests.browser.driving.people import CUT_OFF, EXPECTED_MS, LAPTOP, PHONE, Child
from tests.browser.figures import FIGURES

MOST = 0.02
SHIFTS = """(() => {
    window.shifted = 0;
    new PerformanceObserver(list => list.getEntries().forEach(shift => { window.shifted += shift.value; }))
        .observe({ type: "layout-shift", buffered: true });
})()"""
SIZES: list[ViewportSize] = [
    {"width": 320, "height": 568},
    {"width": 390, "height": 844},
    {"width": 768, "height": 1024},
    LAPTOP,
]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("warms_up", [True, False])
def test_the_waiting_page_stands_still(people: People, size: ViewportSize, warms_up: bool) -> None:
    (child,) = people.come_in(people.with_a_class().lets_in(), (Child, size))
    child.page.add_init_script(SHIFTS)
    if not warms_up:
        child.forgives("net::ERR_FAILED")
        child.page.route("**/meanwhile/", lambda route: route.abort())
    child.goes("/waiting/")
    child.page.wait_for_load_state("networkidle")
    expect(child.page.locator("#warm-up")).to_have_count(int(warms_up))
    child.sees_what_is_painted()
    shifted = child.page.evaluate("() => window.shifted")
    FIGURES.append(f"waiting at {size['width']}, {'with' if warms_up else 'without'} a sum: CLS {shifted:.4f}")
    assert shifted <= MOST


def test_a_lost_connection_covers_no_name_and_moves_nothing(people: People) -> None:
    (child,) = people.come_in(people.with_a_class().lets_in(), (Child, PHONE))
    child.forgives(CUT_OFF)
    child.goes("/waiting/")
    child.page.wait_for_load_state("networkidle")
    greeting = child.page.locator("h1").bounding_box()
    child.context.set_offline(True)
    expect(child.banner()).to_be_in_viewport(ratio=1, timeout=EXPECTED_MS)
    banner = child.banner().bounding_box()
    assert greeting
    assert banner
    assert child.page.locator("h1").bounding_box() == greeting
    assert banner["y"] > greeting["y"] + greeting["height"]
