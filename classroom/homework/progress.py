"""Progress of one student with a homework."""

from typing import NamedTuple


class HomeworkDone(NamedTuple):
    """Practice that somebody has done for a homework. `right` of `answered` cards were right at once."""

    placed: int = 0
    right: int = 0
    answered: int = 0
    minutes: float = 0.0
