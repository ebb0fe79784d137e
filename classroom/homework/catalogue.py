"""The catalogue of games whose cards can be practised at home one by one: so far one game.

Of a game it has the module of a child's pages (URLS); the teacher's form for a practice, and its initial values for one
of the game's skills (`practice_of`); a description of practice with some options (`in_words`); the fold of a practice's
log, kinds and times in order (`counted`); paper sheets for students; and the end of a class's abandoned practices.
"""

from classroom.homework.around_the_corner.forms import HomeworkForm
from classroom.homework.around_the_corner.practice import counted, end_forgotten
from classroom.homework.around_the_corner.presets import in_words, practice_of
from classroom.homework.around_the_corner.sheets import sheets

__all__ = ["GAME", "URLS", "HomeworkForm", "counted", "end_forgotten", "in_words", "practice_of", "sheets"]

GAME = "around_the_corner"
URLS = "classroom.homework.around_the_corner.urls"
