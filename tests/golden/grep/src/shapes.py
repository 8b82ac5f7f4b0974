import math


class Shape:
    """A shape with an area."""

    def area(self):
        return 0

    def describe(self):
        value = self.area()
        # the area is
        # written with
        # one digit
        return f"area {value:.1f}"


class Circle(Shape):
    def __init__(self, radius):
        self.radius = radius

    def area(self):
        return math.pi * self.radius ** 2


TOTAL_AREA = 0
