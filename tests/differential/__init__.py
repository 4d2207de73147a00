"""The compiled core against the twin of `tests/reference`."""
