"""Things on paper for anybody: decks to cut out, posters, a sheet for the score."""
