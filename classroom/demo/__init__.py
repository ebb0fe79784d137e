"""A demo class for every visitor: weeks of lessons behind it, a lesson that invented children play, gone in an hour."""
