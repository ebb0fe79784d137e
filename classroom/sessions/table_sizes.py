"""Sizes of tables that every game allows."""

MOST_SEATS = 4
