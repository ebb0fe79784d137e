"""Reports of Around the Corner. An answer has these shapes on its way from the log into a figure:

| shape | where | is |
|---|---|---|
| Event | game.models, game.rules.contract | a line of a round's log: the row, and the value that the rules read |
| Exposure | game.around_the_corner.exposures | a top card that a student could answer, and what came of it |
| Attempt | game.models | an exposure as a row of evidence, written when the round is projected |
| PackedAnswer | game.around_the_corner.answer_sheets | what reports compute with, packed into an AnswerSheet |
| Answers | sources.answers | all answers of some students in one mode, as NumPy arrays |
| Exposures | classroom.measures.mixture | the arrays that the model of record is fitted to |
| CardTally, figures | findings | counts and estimates, as a page or a file shows them |
"""
