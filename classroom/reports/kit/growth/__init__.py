"""A student's weeks in any game: their figures, pictures, and their trend in words. Begin with `weeks`."""
