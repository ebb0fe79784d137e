"""Benchmarks. `make bench` runs them; they print ratios against a baseline of the same run and assert nothing."""
