"""The manual at `/help/`: short pages of one idea and one picture each, to read, to search and to print."""
