"""The compiled core. Imports nothing else of untap."""
