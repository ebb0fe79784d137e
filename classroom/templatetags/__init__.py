"""What templates of the teachers' pages can say."""
