from typing import overload, Union
import sys


@overload
def prompt(text: str) -> str: ...
@overload
def prompt(text: int) -> int: ...
def prompt(text):
    """Asks."""
    return text


class Context:
    @overload
    def invoke(self, a: int) -> int: ...

    @overload
    def invoke(self, a: str) -> str: ...

    def invoke(self, a):
        return prompt(a)

    @property
    def size(self) -> int:
        return self._size

    @size.setter
    def size(self, value: int) -> None:
        self._size = value

    @size.deleter
    def size(self) -> None:
        del self._size


if sys.platform == "win32":
    def getchar():
        return 1
else:
    def getchar():
        return 2


try:
    import json
    def dumps(x):
        return json.dumps(x)
except ImportError:
    def dumps(x):
        return str(x)


def user():
    c = Context()
    c.size = 3
    c.invoke(1)
    getchar()
    return dumps(c.size)


from functools import singledispatch

@singledispatch
def show(x):
    return str(x)

@show.register
def _(x: int):
    return "int"

@show.register(list)
def _(x):
    return "list"

def redefined():
    return 1

def redefined():
    return 2
