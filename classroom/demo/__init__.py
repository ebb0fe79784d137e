"""The demo: each visitor's class with weeks of lessons and a lesson of invented children, deleted after an hour."""
