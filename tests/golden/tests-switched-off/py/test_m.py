import sys
from m import core


def test_twice():
    core(1)


def test_twice():
    core(2)


if sys.platform == "win32":
    def test_either():
        core(1)
else:
    def test_either():
        core(2)

test_made = lambda: core(1)
