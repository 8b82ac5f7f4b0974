"""Shapes: area is computed here."""
from abc import ABC, abstractmethod

__all__ = ["area", "Shape"]


class Shape(ABC):
    @abstractmethod
    def area(self):
        """The area."""

    def describe(self):
        return f"area {self.area()}"


class Square(Shape):
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side**2


def area(shape):
    # area of any shape
    return shape.area()
