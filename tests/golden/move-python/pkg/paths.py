"""Paths."""
import os


def here():
    return os.getcwd()
