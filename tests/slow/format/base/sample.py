import os, sys
from typing import (
    List,
    Dict,
)

X = 1; Y = 2
NAMES = [
    'a',
    'b'
    'c',
]
TEXT = """one
    two
"""
F = f"{X  !r} {Y:>{X}} {X = }"


class A(object):
    """Doc."""
    size: int = 3

    @property
    def name(self):
        return self._name if self.size else None

    def walk(self, a, *rest, key=None, **more):
        for x in a:
            if x:
                continue
            else:
                self.size += 1
        else:
            self.size = -1
        while True: break
        try:
            return lambda z: (z,
                              1)
        except (ValueError, TypeError) as e:
            raise
        finally:
            pass


def g(n):
    total = n + \
        1
    match = [i for i in range(n)
             if i % 2]
    return not total, match
