"""Preferences of people, the same on all pages: language, a child's own table, and the speed of playing with one
key."""
