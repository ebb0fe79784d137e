"""A student's weeks in any game: their figures, pictures of them, and what may be said of their trend."""
