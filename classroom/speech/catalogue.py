"""Everything that can be read aloud, by the names of the recordings: phrases of pages, of games, and numbers.

`make voices` makes a file of each in every language (static/audio/README.md); a teacher may record a replacement.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from classroom.album import stickers
from classroom.album.things import Thing
from game import catalogue as games
from game.screens import speech

PAGES: speech.Phrases = {
    "code": _("Type the code on the board"),
    "try_again": _("Something went wrong. Try again."),
    "name": _("Tap your name"),
    "whose_turn_at_device": _("Who plays now? Tap your name"),
    "what_is_your_name": _("What is your name?"),
    "teacher_lets_in": _("Your teacher sees it and lets you in."),
    "door_locked": _("The door is locked"),
    "may_ask": _("Your teacher has locked it. You can ask to come in."),
    "tap_pictures": _("Tap your pictures."),
    "room_pictures": _("Tap the pictures on the board."),
    "same_order": _("In the same order. They change every half minute."),
    "choose_pictures": _("Choose pictures."),
    "type_words": _("Type your secret words."),
    "choose_words": _("Choose secret words."),
    "remember": _("Remember them. You need them next time."),
    "or_scan": _("Or scan your card with the camera."),
    "pick_card": _("Pick your card"),
    "play_here": _("That is me: play here"),
    "wait_for_teacher": _("Wait for your teacher."),
    "look_at_board": _("Look at the board."),
    "teacher_sees": _("Your teacher sees that you are here."),
    "until_let_in": _("Wait until you are let in."),
    "next_round": _("The others play already. You play in the next round."),
    "play_alone": _("Do you want to play alone till then?"),
    "break": _("You have a break."),
    "seat_waits": _("Your seat waits for you."),
    "well_played": _("Well played!"),
    "next_time": _("You can play next time."),
    "lesson_now": _("Your class has a lesson now."),
    "homework": _("Do the homework"),
    "practise": _("Practise what you like"),
    "scan_card": _("Scan your card"),
    "card_changed": _("This card was changed"),
    "card_closed": _("Your card does not work now"),
    "ask_for_new_card": _("Ask your teacher for the new one."),
    "homework_over": _("This homework is over"),
    "sums_found": _("Sums found"),
    "stickers_found": _("Stickers in my album"),
    "my_table": _("My table"),
    "big_cards": _("Big cards"),
    "calm_table": _("Calm table"),
    "counters": _("Counters on the cards"),
    "back_of_cards": _("Back of my cards"),
    "my_felt": _("My felt"),
    "my_hat": _("My hat"),
    "choose_worn": _("Choose what I wear"),
    "catch_star": _("Press when the star is lit."),
    "sound": _("Sound"),
    "your_teacher_tells": _("Your teacher tells you how this game is played."),
}

in_words: Callable[[Thing], Any] = lazy(Thing.in_words, str)
DEEDS: speech.Phrases = {each.recording: in_words(each) for each in stickers.TERMS[0].stickers}
"""The task for each sticker, the same in every term."""

# Translators: 0 to 36 as one counts aloud, in order, with commas between them.
NUMBER_WORDS = pgettext_lazy(
    "words",
    "zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen, "
    "sixteen, seventeen, eighteen, nineteen, twenty, twenty-one, twenty-two, twenty-three, twenty-four, twenty-five, "
    "twenty-six, twenty-seven, twenty-eight, twenty-nine, thirty, thirty-one, thirty-two, thirty-three, thirty-four, "
    "thirty-five, thirty-six",
)
HUNDREDS: Mapping[int, Promise] = {
    100: pgettext_lazy("words", "one hundred"),
    300: pgettext_lazy("words", "three hundred"),
}
"""Numbers in phrases above those counted aloud; they have no recordings of their own."""

SIGNS = {
    "±": speech.OF_EVERY_GAME["plus_or_minus"],
    "+": pgettext_lazy("aloud", "plus"),
    "−": pgettext_lazy("aloud", "minus"),
}
"""The words for the signs of sums."""


def phrases() -> dict[str, Promise]:
    """Return every phrase by the name of its recording. Each name is used once."""
    found: dict[str, Promise] = {}
    for part in (PAGES, DEEDS, speech.OF_EVERY_GAME, *(shown.phrases for shown in games.CATALOGUE.games.values())):
        if twice := found.keys() & part.keys():
            raise ValueError(f"{sorted(twice)} are phrases of two")
        found.update(part)
    return found


def number_words() -> list[str]:
    """Return 0 to 36 in words of the active language."""
    return str(NUMBER_WORDS).split(", ")


def words_for_numbers() -> dict[int, str]:
    """Return the words for all numbers in the phrases, in the active language."""
    return {**dict(enumerate(number_words())), **{number: str(word) for number, word in HUNDREDS.items()}}


def texts() -> dict[str, str]:
    """Return the text of each recording, numbers last, in the active language."""
    numbers = {f"n{value}": word for value, word in enumerate(number_words())}
    return {name: str(text) for name, text in phrases().items()} | numbers


def led() -> set[str]:
    """Return the names of the recordings that a teacher is guided through: the numbers, and the signs between them; 40
    words."""
    return names() - phrases().keys() | names() & {"plus", "minus", "plus_or_minus"}


def names() -> set[str]:
    return {*phrases(), *(f"n{value}" for value in range(speech.HIGHEST + 1))}
