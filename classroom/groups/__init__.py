"""Standing groups of a class as their teacher keeps them: who is in them, how they play, what they practise."""
