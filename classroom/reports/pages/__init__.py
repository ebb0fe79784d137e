"""Pages and files of the reports, and the catalogue of games with reports of their own. Begin with `views`."""
