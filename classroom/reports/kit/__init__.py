"""Shared kit of the reports of all games: numbers, charts, words and exports. It knows no game."""
