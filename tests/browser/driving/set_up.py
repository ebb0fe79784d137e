"""What a teacher chooses on the page that starts a session."""

from playwright.sync_api import Page, expect


def chooses_way(page: Page, way: str) -> None:
    """Choose a way of playing on the page that starts a session; its settings take the place of the others."""
    page.locator(f'input[name="way"][value="{way}"]').check()
    expect(page.locator(f'input[name="drawn"][value="{way}"]')).to_have_count(1)
    is_drawn(page)


def sets(page: Page, name: str, value: str) -> None:
    """Choose a setting; what is folded is unfolded first."""
    choice = page.locator(f'input[name="{name}"][value="{value}"]')
    if not choice.is_visible():
        page.locator("#fine-tune > summary").click()
    choice.check()
    is_drawn(page)


def is_drawn(page: Page) -> None:
    """Wait until the page says what was chosen: a request that is cut off by the next page is a complaint. What has
    just been put in its place may still ask for itself."""
    expect(page.locator(".htmx-request, .htmx-settling")).to_have_count(0)
