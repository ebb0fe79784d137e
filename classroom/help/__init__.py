"""Help on teachers' pages: two sentences and a picture for each, and a tour of six steps at the first lesson."""
