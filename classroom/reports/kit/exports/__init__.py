"""Downloads: sheets with a meaning for each column, their rows, the formats, and everything about one student."""
