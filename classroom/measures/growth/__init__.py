"""Growth over weeks: of a student, of a class, and what of it is no chance."""
