"""Findings from answers: accuracy, speed, mastery, growth, error patterns, advice. Begin with `queries`."""
