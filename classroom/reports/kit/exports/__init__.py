"""Downloads: sheets with described columns, their formats, and all data of one student. Begin with `columns`."""
