"""Choice of the next sum of a check-up: one of the kind that is most in doubt for this child (measurement 7, row 23).

The doubt about a kind is how open the child's answers leave it whether more than MOSTLY of it would be right. The prior
of its share is that of the child's other answers, with a weight of FEW answers. The next sum of that kind is one not
asked yet, from the lowest box. A sum that was not right at once is asked again three stones later, at most AT_MOST of
them.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

import scipy as sp

from classroom.homework.around_the_corner.boxes import DICE, Answered, Boxes, skill_of
from classroom.measures.mastery import FEW, MOSTLY
from game.rules.around_the_corner.facts import Fact
from game.rules.around_the_corner.practice import Position

LATER, AT_MOST = 3, 3


def choose(position: Position, answers: Iterable[Answered], dice: Random = DICE) -> Fact:
    """Return the sum of the next stone, given all answers of the child, including those of this check-up."""
    told = list(answers)
    if (again := _again(position)) is not None:
        return again
    doubt, boxes = doubts(position.facts, told), Boxes(told)
    fresh = [fact for fact in position.facts if fact not in position.asked] or position.facts
    return max(fresh, key=lambda fact: (doubt[skill_of(fact)], -boxes.box[fact], dice.random()))


def doubts(among: Sequence[Fact], told: Sequence[Answered]) -> dict[str, float]:
    """Return the doubt about each kind of these sums, from 0 to 1/4."""
    right = Counter(skill_of(each.fact) for each in told if each.right)
    answered = Counter(skill_of(each.fact) for each in told)
    share = (right.total() + FEW * MOSTLY) / (answered.total() + FEW)
    kinds = dict.fromkeys(map(skill_of, among))
    lacking = {
        kind: float(
            sp.special.betainc(FEW * share + right[kind], FEW * (1 - share) + answered[kind] - right[kind], MOSTLY)
        )
        for kind in kinds
    }
    return {kind: chance * (1 - chance) for kind, chance in lacking.items()}


def _again(position: Position) -> Fact | None:
    """Return the sum of LATER stones ago if it was not right and is to be repeated, or None."""
    asked = position.asked
    repeated = len(asked) - len(set(asked))
    if len(asked) < LATER or repeated >= AT_MOST or len(asked) - LATER + 1 not in position.missed:
        return None
    return asked[-LATER] if asked.count(asked[-LATER]) == 1 else None
