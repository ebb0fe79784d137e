"""Template tags and filters of the teachers' pages."""
