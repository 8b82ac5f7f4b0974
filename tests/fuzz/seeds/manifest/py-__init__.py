# c
"""Sorts numbers.

More."""
