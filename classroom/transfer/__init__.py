"""Classes as one file: written by one Cardinal, read by another, with everything that was played.

| File | For what |
|---|---|
| `schema` | the tables of the file, their columns, and what each value must be |
| `values` | checks of single values |
| `writing` | which rows belong to a class or to the school, and these into a file |
| `archive` | a file opened with care: sizes, checksums, the list of its tables |
| `checking` | the whole file judged before anything is written |
| `storing` | a checked file into the database, whole or not at all |

The file holds no password, no card's code and no secret: a file that is mailed must not open a child's practice. Every
child gets a new card where it is read. Evidence is not in it either: it is made again from the logs.
"""
