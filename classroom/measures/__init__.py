"""Statistics of students' plays: pure functions of plain values and arrays; no ORM, no texts, no clock.

| module | contents |
|---|---|
| intervals | shares, rates, plain medians and their ranges |
| showing | whether a number may be shown: the minimum counts |
| mixture, climbing | the model of record for races, and how it is maximised |
| class_fit, standard | a class fitted at once; the median, fluent share and accuracy that are reported from it |
| cells | a student's ability in one sum or one kind of sum |
| clusters | the share of a class, with children as clusters |
| growth | who has changed over weeks |
| finding | the share of mistakes that one of several watchers would find alone |
| mastery | the letter of a cell |
| rating | the rating for matching tables; never on a report |

Causes of wrong cards are in each game's rules (`diagnosis`). Formulas, vectors and sources: measurement. Solo and turns
have no censoring and use the plain median; modes are never merged into one number.

`sp.special` is loaded at the first call of one of its functions, as loading takes a fifth of a server's start.
"""

from classroom.measures.class_fit import ClassFit, StudentFit, fit_class
from classroom.measures.intervals import Z80, Z95, Estimate, Interval, median, median_interval, rate, wilson
from classroom.measures.mixture import CUT, RIGHT, WRONG, Exposures
from classroom.measures.showing import (
    CLASS_MEAN_FROM_STUDENTS,
    Accuracy,
    Showing,
    Speed,
    accuracy_showing,
    speed_showing,
)
from classroom.measures.standard import Standard
