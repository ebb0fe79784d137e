"""Simulated children whom the model does not know, of two families, and what is true of them."""
