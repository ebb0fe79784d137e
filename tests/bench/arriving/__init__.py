"""What it costs a server that a school comes in and sits down (`python -m tests.bench.arriving`)."""
