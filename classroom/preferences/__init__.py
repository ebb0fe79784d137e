"""Preferences of people, the same on all pages: the language of the pages."""
