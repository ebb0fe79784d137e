"""Guests: one round against computers for anybody, of which nothing is kept. Begin with `views` and `rounds`."""
