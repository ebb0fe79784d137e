"""What it costs a server of demos that visitors come and look round (`python -m tests.bench.demo`)."""
