"""Reports of Around the Corner. On its way from the log into a figure an answer takes these types:

| type | where | contents |
|---|---|---|
| Event | game.models, game.rules.contract | an entry of a round's log: the row, and the value of the rules |
| Exposure | game.around_the_corner.exposures | a top card that a student could answer, with its outcome |
| Attempt | game.models | an exposure as a row of evidence, written when the round is projected |
| PackedAnswer | game.around_the_corner.answer_sheets | the columns that reports use, packed into an AnswerSheet |
| Answers | sources.answers | all answers of some students in one mode, as NumPy arrays |
| Exposures | classroom.measures.mixture | the arrays that the model of record is fitted to |
| CardTally, figures | findings | counts and estimates, as shown on a page or in a file |
"""
