"""What teachers read: numbers (measures), where they come from (queries), the pages (views) and the files (exports)."""
