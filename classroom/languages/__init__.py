"""The languages of pages: their catalogues, and the choice of language for a request."""
