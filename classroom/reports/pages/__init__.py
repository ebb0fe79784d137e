"""Pages and files of the reports, and on top the catalogue of the games that have reports of their own."""
