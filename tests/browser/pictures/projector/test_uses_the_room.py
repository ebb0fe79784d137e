"""The projector uses its room: what a class reads is as large as there is place for it, and nothing lies on another."""

import pytest

from tests.browser.pictures.projector.test_from_the_back import CROWDED, FAR, LETTERS, PROJECTORS
from tests.browser.pictures.screen import Screen
from tests.browser.pictures.shown import Pictures

pytestmark = [pytest.mark.django_db, pytest.mark.long]

WIDE = {1920: 1080, 1366: 768, 1280: 720}
INK = """() => {
  const pen = document.createElement("canvas").getContext("2d");
  const [above, below] = [...document.querySelectorAll("#eyes-up p")].map((words) => {
    const style = getComputedStyle(words), line = document.createElement("span");
    line.style.cssText = "display: inline-block; width: 0; height: 0";
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = pen.measureText(words.textContent);
    words.append(line);
    const at = line.getBoundingClientRect().bottom;
    line.remove();
    return { top: at - up, bottom: at + down };
  });
  return (below.top - above.bottom) / innerHeight;
}"""
"""How far the letters of the second line are below those of the first, in screens: less than 0 where they touch."""
RINGS_MEET = """() => [...document.querySelectorAll(".little .seated")].some((seated) => {
  const rings = [...seated.children].map((face) => {
    const { left, right, top, bottom } = face.getBoundingClientRect();
    const wide = parseFloat(getComputedStyle(face).outlineWidth);
    return [left - wide, right + wide, top - wide, bottom + wide];
  });
  return rings.some(([left, right, top, bottom], n) => rings.slice(n + 1).some(
    ([from, to, above, below]) => left < to - 0.5 && from < right - 0.5 && top < below - 0.5 && above < bottom - 0.5));
})"""
TWO_AND_ONE = """() => {
  const thanks = document.querySelector(".thanked").closest("ul");
  const [first] = thanks.children, pair = first.cloneNode(true);
  const face = first.querySelector(".face");
  first.querySelector(".thanked").replaceChildren(face);
  pair.querySelector(".thanked").replaceChildren(face.cloneNode(true), face.cloneNode(true));
  thanks.replaceChildren(first, pair);
}"""
"""Thanks one child for itself, and two for the same."""
SIZES = """() => [...new Set([...document.querySelectorAll(".thanked .face")].map(
  face => Math.round(face.getBoundingClientRect().width)))]"""
ONE_IS_LONG = """() => {
  document.querySelector(".facts li:has(.versus)")?.remove();
  const [first, ...others] = document.querySelectorAll(".facts li");
  first.lastChild.textContent = " new sums known";
  for (const each of others) each.lastChild.textContent = " known";
}"""
TOPS = """() => [...new Set([...document.querySelectorAll(".facts b")].map(
  number => Math.round(number.getBoundingClientRect().top)))].length"""
BEHIND_A_FACE = """() => {
  const confetti = document.querySelector(".confetti"), box = confetti.getBoundingClientRect();
  const [, , cut] = /inset\\(0(?:px)? (\\S+ )?([\\d.]+)%\\)/.exec(getComputedStyle(confetti).clipPath) ?? [0, "", 0];
  const low = box.bottom - (box.height * Number(cut)) / 100;
  const faces = [...document.querySelectorAll(".podium .face")].map((face) => face.getBoundingClientRect());
  return [...confetti.children].filter((chip) => {
    const { left, right, top } = chip.getBoundingClientRect();
    const meets = (face) => left < face.right && right > face.left && low > face.top && top < face.bottom;
    return top < low && faces.some(meets);
  }).length;
}"""

OF_SO_MANY = """(seats) => document.querySelectorAll(".little").forEach((table) => {
  const seated = table.querySelector(".seated"), [face] = seated.children;
  seated.replaceChildren(...Array.from({ length: seats }, () => face.cloneNode(true)));
  table.className = `little seats-${seats}`;
})"""
LEAVES_ITS_MAT = """() => [...document.querySelectorAll(".little")].some((table) => {
  const mat = table.querySelector(".cloth").getBoundingClientRect();
  const parts = [...table.querySelectorAll(".number, .heap, .face")].map((part) => part.getBoundingClientRect());
  const { top, right, bottom, left } = mat;
  const out = parts.some((part) => part.top < top || part.bottom > bottom || part.left < left || part.right > right);
  const [, card, face] = parts;
  return out || (card.right > face.left && card.bottom > face.top);
})"""
"""Whether a number, a card or a face stands beyond its mat, or a face on the card."""

EACH = """() => {
  document.querySelector(".facts li:has(.versus)")?.remove();
  const words = '<p class="each">Each child in 10 minutes: 28.3</p>';
  document.getElementById("screen").insertAdjacentHTML("beforeend", words);
}"""
UNDER_EACH = """() => {
  const at = document.querySelector(".each").getBoundingClientRect();
  return [...document.querySelectorAll(".facts li, .crowd .face, .well-played")].some(
    (part) => part.getBoundingClientRect().bottom > at.top + 1);
}"""


def test_eyes_up_touches_no_word_below_it(screen: Screen, pictures: Pictures) -> None:
    screen.shows(pictures["projector-eyes-up-screen"])
    found = {width: page.evaluate(INK) for width, page in screen.at_widths(PROJECTORS)}
    assert {width: gap for width, gap in found.items() if gap < 1 / 100} == {}


def test_seven_tables_of_a_whole_class_have_large_cards(screen: Screen, pictures: Pictures) -> None:
    screen.shows(pictures["projector-playing-screen"])
    screen.page.evaluate(CROWDED, ["tables", 7, ""])
    found = {width: page.evaluate(LETTERS, ".little .small-card") for width, page in screen.at_widths(WIDE)}
    assert {width: high for width, high in found.items() if high < 1 / 10} == {}


@pytest.mark.parametrize("many", [1, 3, 6])
def test_the_rings_of_two_teams_stand_apart(screen: Screen, pictures: Pictures, many: int) -> None:
    screen.shows(pictures["projector-teams-screen"])
    screen.page.evaluate(CROWDED, ["tables", many, ""])
    found = {width: page.evaluate(RINGS_MEET) for width, page in screen.at_widths(PROJECTORS)}
    assert found == dict.fromkeys(PROJECTORS, False)


def test_who_is_thanked_alone_is_as_large_as_two_who_are_thanked_together(screen: Screen, pictures: Pictures) -> None:
    screen.shows(pictures["projector-first-round-screen"])
    screen.page.evaluate(TWO_AND_ONE)
    found = {width: len(page.evaluate(SIZES)) for width, page in screen.at_widths(PROJECTORS)}
    assert found == dict.fromkeys(PROJECTORS, 1)


def test_the_numbers_at_the_end_stand_in_one_row_whatever_words_follow_them(screen: Screen, pictures: Pictures) -> None:
    screen.shows(pictures["projector-ended-screen"])
    screen.page.evaluate(ONE_IS_LONG)
    found = {width: page.evaluate(TOPS) for width, page in screen.at_widths(PROJECTORS)}
    assert found == dict.fromkeys(PROJECTORS, 1)


def test_no_confetti_hides_behind_a_face_of_the_podium(screen: Screen, pictures: Pictures) -> None:
    screen.shows(pictures["projector-podium-screen"])
    found = {width: page.evaluate(BEHIND_A_FACE) for width, page in screen.at_widths(PROJECTORS)}
    assert found == dict.fromkeys(PROJECTORS, 0)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_nothing_of_a_table_leaves_its_mat(screen: Screen, pictures: Pictures, seats: int) -> None:
    screen.shows(pictures["projector-playing-screen"])
    found: dict[tuple[int, int], bool] = {}
    for many in (2, 4, 7, 9, 12):
        screen.page.evaluate(CROWDED, ["tables", many, ""])
        screen.page.evaluate(OF_SO_MANY, seats)
        found |= {(many, width): page.evaluate(LEAVES_ITS_MAT) for width, page in screen.at_widths(PROJECTORS)}
    assert {where: leaves for where, leaves in found.items() if leaves} == {}


@pytest.mark.parametrize("many", [10, 12])
def test_ten_and_twelve_tables_of_two_have_large_cards(screen: Screen, pictures: Pictures, many: int) -> None:
    screen.shows(pictures["projector-playing-screen"])
    screen.page.evaluate(CROWDED, ["tables", many, ""])
    screen.page.evaluate(OF_SO_MANY, 2)
    found = {width: page.evaluate(LETTERS, ".little .small-card") for width, page in screen.at_widths(WIDE)}
    assert {width: high for width, high in found.items() if high < 1 / 12} == {}


@pytest.mark.parametrize("many", [2, 12, 18, 28])
def test_what_each_child_placed_stands_below_all_else(screen: Screen, pictures: Pictures, many: int) -> None:
    screen.shows(pictures["projector-ended-screen"])
    screen.page.evaluate(CROWDED, ["crowd", many, ""])
    screen.page.evaluate(EACH)
    found = {width: (page.evaluate(UNDER_EACH), page.evaluate(FAR)) for width, page in screen.at_widths(PROJECTORS)}
    assert found == dict.fromkeys(PROJECTORS, (False, []))
