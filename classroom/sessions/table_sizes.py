"""How many children may sit at one table, whatever its game allows."""

MOST_SEATS = 4
