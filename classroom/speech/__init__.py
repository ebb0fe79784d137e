"""Reading aloud: what there is to say, whose voice says it, and the recordings of teachers."""
