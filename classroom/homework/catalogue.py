"""The catalogue of what is practised at home card by card: so far the cards of one game."""

from classroom.homework.around_the_corner import practice
from classroom.homework.around_the_corner.counting import counted
from classroom.homework.around_the_corner.forms import HomeworkForm
from classroom.homework.around_the_corner.presets import in_words, practice_of
from classroom.homework.around_the_corner.review import LOOKED_BACK_MS, due_for_review
from classroom.homework.around_the_corner.sheets import sheets

__all__ = [
    "LOOKED_BACK_MS",
    "PRACTICE_URLS",
    "HomeworkForm",
    "counted",
    "due_for_review",
    "in_words",
    "practice",
    "practice_of",
    "sheets",
]

PRACTICE_URLS = "classroom.homework.around_the_corner.urls"
