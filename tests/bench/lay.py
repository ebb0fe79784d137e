"""Lay tables for a benchmark in a fresh data directory; prints their codes, one a line. Player p sits at seat p % 4."""

import sys

import django
from django.core.management import call_command

if __name__ == "__main__":
    django.setup()
    from game.tables import lay_table

    call_command("migrate", verbosity=0)
    at_once = {"countdown": 0, "standstill": 0}
    for number in range(int(sys.argv[1])):
        players = [(number * 4 + seat + 1, f"Player {seat + 1}") for seat in range(4)]
        print(lay_table(game="around_the_corner", number=number + 1, options=at_once, players=players).code)
