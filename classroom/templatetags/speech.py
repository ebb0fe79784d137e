"""The speaker button of a child's page, and the addresses of the recordings that it plays, in order."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.urls import reverse

from classroom.album.found import ShownTerm
from classroom.languages import choice
from classroom.speech import voices
from game.screens import speech
from game.screens.how_to_play import Scene, Step

register = template.Library()


@register.inclusion_tag("classroom/speech/_speaker.html")
def speaker(what: str = "") -> dict[str, Any]:
    """Draw the button that reads the page aloud, nothing in a language without recordings.

    `what` is the address to ask for the recordings; otherwise the first `[data-say]` of the page has it.
    """
    return {"speaks": voices.speaks(choice.active()), "what": what}


@register.simple_tag
def say(*names: str | int) -> str:
    """Return the address that lists these recordings, with a number for its word; "" without recordings."""
    language = choice.active()
    wanted = [word for name in names for word in ((name,) if isinstance(name, str) else speech.number(name))]
    return reverse("say", args=[language, ",".join(wanted)]) if voices.speaks(language) else ""


@register.simple_tag
def say_found(sums: int, term: ShownTerm) -> str:
    """Return the address that lists the recordings of what a child has found, and of what it can find now."""
    return say("sums_found", sums, "stickers_found", term.found, *term.to_find)


@register.simple_tag
def say_step(step: Step) -> str:
    """Return the address that lists the sentences of a tutorial's step."""
    return say(*step.recordings)


@register.simple_tag
def say_scenes(scenes: Iterable[Scene]) -> str:
    """Return the address that lists the sentences of a game's pictures."""
    return say(*([scene.recording for scene in scenes if scene.recording] or ["your_teacher_tells"]))


@register.simple_tag
def number_words() -> str:
    """Return the address that lists the words of the numbers on cards, 1 to 10."""
    return say(*range(1, 11))
