"""A teacher's first page."""
