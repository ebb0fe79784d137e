"""What stands on a screen for a moment only. The page itself keeps it, so that no test has to look in time."""

from playwright.sync_api import Page

_KEEP = """selector => {
  const texts = [];
  (window.moments ??= {})[selector] = texts;
  const look = () => {
    const text = document.querySelector(selector)?.textContent;
    if (text !== undefined && text !== texts.at(-1)) texts.push(text);
  };
  new MutationObserver(look).observe(document, {attributes: true, characterData: true, childList: true, subtree: true});
  look();
}"""
_WERE_THERE = """([selector, ...texts]) => {
  let left = texts;
  for (const text of window.moments[selector]) if (text === left[0]) left = left.slice(1);
  return left.length === 0;
}"""
_WAS_THERE = "([selector]) => window.moments[selector].length > 0"


def keeps_moments(page: Page, selector: str) -> None:
    """From now on keep every text of the first thing that this selector finds, if it finds one."""
    page.evaluate(_KEEP, selector)


def has_shown(page: Page, selector: str, *texts: str) -> None:
    """Wait until these texts have been there, one after the other; without any, until the thing was there at all."""
    page.wait_for_function(_WERE_THERE if texts else _WAS_THERE, arg=[selector, *texts])
