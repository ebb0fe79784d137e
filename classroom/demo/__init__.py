"""The demo: a class for every visitor with weeks of lessons behind it and a lesson of invented children, deleted after
an hour."""
