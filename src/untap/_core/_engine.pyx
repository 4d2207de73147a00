"""The engine of the compiled core."""


def version() -> int:
    """Version of the core's interface."""
    return 0
