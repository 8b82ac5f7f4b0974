#!/usr/bin/env python3
"""Every construct that the outline of a Python file shows."""

from __future__ import annotations

import os
import os.path as osp, sys
from dataclasses import dataclass, field
from typing import (
    Callable,
    Generic as G,
)
from . import config
from .db import connect as open_db, Pool
from ..package.module import *

MAX_WORKERS = 8
TIMEOUT: float = 2.5
Handler: TypeAlias = Callable[[str], None]
type Pair[T] = tuple[T, T]
first, (second, *rest) = 1, (2, 3)
left = right = None
[one, two] = range(2)
handler = lambda event: print(event)
total += 1  # not a declaration
config.value = 3  # nor this
table["key"] = 4

if sys.platform == "win32":
    SEPARATOR = "\\"
else:
    SEPARATOR = "/"

try:
    import ujson as json
except ImportError:
    json = None

    def fallback(text):
        return text


# Comment of the class.
@dataclass(frozen=True)
class Point(G[T], metaclass=Meta):
    """A point. With a second sentence."""

    x: int
    y: int = 0
    tags: list[str] = field(default_factory=list)
    origin = None
    __slots__ = ("x", "y")

    class Kind(enum.Enum):
        ROUND = 1
        FLAT = auto()

        def label(self) -> str:
            return self.name.lower()

    def __init__(self, x: int, /, y: int = 0, *args: int, scale: float = 1.0, **kwargs: Any) -> None:
        self.x = x * scale

    @property
    def length(self) -> float:
        return math.hypot(self.x, self.y)

    @length.setter
    def length(self, value: float) -> None:
        self.scale(value / self.length)

    @classmethod
    def parse(cls, text: str) -> "Point":
        def number(part):
            return int(part)

        return cls(*map(number, text.split(",")))

    @staticmethod
    async def fetch(url: str, *, retries: int | None = None) -> dict[str, Point]:
        async with session.get(url) as response:
            return await response.json()

    if DEBUG:

        def dump(self):
            local = 1
            print(self, local)
            # a comment after the last statement is not in the range


async def main(
    paths: list[str],  # which files
    *,
    on_error: Handler = print,
) -> int:
    """Runs."""

    class Local(Base):
        def run(self):
            for path in paths:
                process(path, on_error)

    @functools.wraps(main)
    def inner(*args, **kwargs):
        yield from args

    return len(paths)


def one_line(a, b=(1, 2)): return a


class Empty: ...


match sys.argv:
    case [_, path]:
        chosen = path

if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
