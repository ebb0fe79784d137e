"""Seating of children at the tables of a class session: groups (`proposals`), their tables (`lay_tables`), and changes
from one deal to the next (`between_rounds`) and by the teacher (`moves`). `queries` lists the tables.

As in `lifecycle`, only rows are changed. A table's seats never change (its log is read by seat): when a child comes or
goes between two rounds, a new table with the same number replaces it, and its live side closes the old one.
"""

from classroom.sessions.seating.between_rounds import reseat, waiting_of
from classroom.sessions.seating.lay_tables import lay, seed_of
from classroom.sessions.seating.moves import NotThere, clear, move, seat_waiting
from classroom.sessions.seating.proposals import choose, groups_before, groups_for, lines_of, proposed, with_options
from classroom.sessions.seating.queries import (
    fewest,
    free_number,
    has_tables,
    is_one_table,
    is_solo,
    open_tables,
    plays_alone,
    plays_with_computers,
    shared_tables,
    tables_of,
)
