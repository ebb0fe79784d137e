"""The vector "race16" of measurement 3.3, and races of any kind for the laws."""

import numpy as np
from hypothesis import strategies as st

from classroom.measures import CUT, RIGHT, WRONG, Exposures

SECONDS = np.array([1.2, 1.5, 1.8, 2.0, 2.1, 2.4, 2.4, 2.7, 3.0, 3.1, 3.6, 4.0, 4.4, 5.2, 6.0, 7.5])
ENDINGS = np.array([{"C": RIGHT, "W": WRONG, "O": CUT}[one] for one in "COCOCCOWCOCOCOCO"])


def alone(seconds, endings, stratum=None) -> Exposures:
    """Return the exposures of a class of one student."""
    nobody = np.zeros(len(seconds), int)
    return Exposures(
        np.asarray(seconds, float), np.asarray(endings, int), nobody, nobody if stratum is None else stratum
    )


@st.composite
def exposures(draw, at_most=25, endings=(CUT, RIGHT, WRONG)):
    """Draw 1 to 25 exposures of one student; times on a grid, so that ties are common."""
    drawn = draw(st.lists(st.tuples(st.integers(5, 200), st.sampled_from(endings)), min_size=1, max_size=at_most))
    return alone([tenths / 10 for tenths, _ in drawn], [ending for _, ending in drawn])
