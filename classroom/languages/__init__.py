"""The languages of pages: catalogues, and who reads in which."""
