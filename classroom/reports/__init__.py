"""Reports for teachers: their pages and files, and a package for each game that is measured (`catalogue`)."""
