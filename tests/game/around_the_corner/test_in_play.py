"""Law: whatever the options, no text that a player or a teacher reads speaks of a number, a step or a corner that is
not in play, and every sum in it is one that can be made (rules 1.9)."""

import re
from collections.abc import Iterator
from html import unescape
from itertools import chain, combinations, product

import pytest

from game.around_the_corner import screens, words
from game.around_the_corner.presentation import GAME
from game.around_the_corner.speech import PHRASES, rules_of
from game.rules import around_the_corner as rules
from game.rules.around_the_corner.cards import CARDS, card
from tests.game.around_the_corner.positions import dealt, seen

STEPS = (1, 2, 3)
SUBSETS = [list(some) for some in chain(*(combinations(STEPS, size) for size in STEPS))]
SETS = [
    {"steps": steps, "highest": highest, "corner": corner, "only_plus": only_plus}
    for steps, highest in product(SUBSETS, (10, 5))
    for corner, only_plus in ((True, False), (False, False), (True, True))
]


def _not_in_play(text: str, options: rules.Options) -> Iterator[str]:
    """Yield what is wrong with a text: a sum that cannot be made, a card that is not there, a corner that is none."""
    text = re.sub(r"[\s\u2060]+", " ", unescape(text))
    for number, sign, step, answer in re.findall(r"(\d+) ([+−]) (\d+)(?: =| →[^→]*→| makes) (\d+)", text):
        made = options.answers(int(number), int(step))[sign == "−"]
        if int(step) not in options.steps or int(number) > options.highest or made != int(answer):
            yield f"{number} {sign} {step} is not {answer}"
    for number, sign, step in re.findall(r"(\d+) ([±+])(\d)", text):
        if int(number) > options.highest or int(step) not in options.steps or sign != "±+"[options.only_plus]:
            yield f"there is no {number} {sign}{step}"
    yield from (f"nothing fits on the {on} but" for on in _dead_cards(text, options))
    wrong = ["minus", "±", "−", "take it away"] if options.only_plus else [" +1,", " +2,", " +3,"]
    if not options.corner:
        wrong += ["comes 1", "Round the corner", "round the corner →", "→ round", "Think of the corner"]
    wrong += ["after 10", "After 10", "1 to 10"] if options.highest == 5 else ["after 5", "After 5", "1 to 5"]
    yield from (word for word in wrong if word in text)


def _dead_cards(text: str, options: rules.Options) -> Iterator[str]:
    """Yield the cards of sentences that say what fits on them, where something else does."""
    for number, step, said in re.findall(r"[Oo]n (\d+) [±+](\d)([^.]*)", text):
        fits = {answer for answer in options.answers(int(number), int(step)) if answer}
        if "fits" in said and fits != {int(found) for found in re.findall(r"\d+", said)}:
            yield f"{number} {step}"


def _told(chosen: dict, options: rules.Options) -> Iterator[str]:
    """Yield what is told of a game with these options, where every number is one on a card."""
    how = GAME.how_to_play(chosen)
    for scene in how.scenes:
        yield re.sub("<[^>]+>", " ", scene.picture)
    yield from (*(scene.says for scene in how.scenes), *how.options, *how.rules)
    yield from map(str, GAME.messages_for(chosen).values())
    yield from (str(PHRASES[name]) for name in rules_of(options))


def _shown(chosen: dict) -> Iterator[str]:
    """Yield what stands on screens, with all hints on."""
    position = dealt(2, 9, **chosen)
    labels = {drawn.id: drawn.id + 500 for drawn in CARDS}
    for top in sorted({card(one)[1:]: one for one in position.options.deck}.values()):
        on_top = seen(position._replace(pile=(top,)), 0, labels=labels)
        yield re.sub("<[^>]+>", " ", screens.pictured(on_top))
        yield words.wrong(on_top.view, on_top.view.hand[0].id)
        numbers = range(1, position.options.highest + 1)
        yield from (words.nearest_sum(card(top), tried, position.options.sums) for tried in numbers)
    for phase in ("waiting", "playing"):
        table = seen(position, 0, labels=labels, phase=phase)
        yield re.sub("<[^>]+>", " ", screens.board(table))
    yield str(GAME.page_context(table, {})["end"])


@pytest.mark.parametrize("chosen", SETS, ids=lambda chosen: "-".join(map(str, chosen.values())))
def test_nobody_reads_of_cards_that_are_not_in_play(chosen):
    options, found = rules.Options.from_json(chosen), []
    for text in _told(chosen, options):
        higher = [n for n in re.findall(r"\d+", text) if int(n) > options.highest]
        found += [(text, what) for what in (*_not_in_play(text, options), *higher)]
    for text in _shown({**chosen, "hints": True}):
        found += [(text[:200], what) for what in _not_in_play(text, options)]
    assert found == []


@pytest.mark.parametrize("chosen", SETS, ids=lambda chosen: "-".join(map(str, chosen.values())))
def test_what_to_try_next_is_nearest_as_the_numbers_are_played(chosen):
    options = rules.Options.from_json(chosen)
    numbers = range(1, options.highest + 1)
    rounds = (-options.highest, 0, options.highest) if options.corner else (0,)

    def apart(one, other):
        return min(abs(one - other - round_) for round_ in rounds)

    for top, tried in product(map(card, options.deck), numbers):
        said = int(re.findall(r"\d+", words.nearest_sum(top, tried, options))[-1])
        answers = [answer for answer in options.answers(top.number, top.step) if answer]
        assert apart(said, tried) == min(apart(answer, tried) for answer in answers)


def test_a_text_about_what_is_not_in_play_would_be_found():
    low, plain = rules.Options(highest=5, steps=(1,)), rules.Options(corner=False)
    assert list(_not_in_play("On 6 ±2 you may go both ways: 8 fits, and 4 fits.", low))
    assert list(_not_in_play("Think of the corner: after 10 comes 1.", low))
    assert list(_not_in_play("Think of the corner: after 10 comes 1.", plain))
    assert not list(_not_in_play("It ends at 10 and at 1: on 9 ±3 only 6 fits.", plain))
