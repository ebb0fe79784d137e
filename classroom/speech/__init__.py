"""Reading aloud: the texts, the voice for each language, and the recordings of teachers."""
