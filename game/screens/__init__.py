"""Screens: what those of all games share, and replays. Begin with `contract`, the contract of a presentation."""
