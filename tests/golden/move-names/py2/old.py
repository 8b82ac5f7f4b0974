from __future__ import annotations

import sys


class Helper:
    pass


def alone():
    return 1


def hint(x: "Helper") -> "list[Helper]":
    return [x]


def named():
    return __name__


def note(x: Later):
    return x


class Later:
    pass
