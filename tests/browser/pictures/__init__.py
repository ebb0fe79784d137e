"""Pictures of every page and state of a seeded demo class, and the facts about their layout that a test compares."""
