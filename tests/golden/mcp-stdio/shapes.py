class Circle:
    def area(self):
        return 3

    def draw_outline(self):
        pass


class Square:
    def area(self):
        return 4


def total_area(shapes):
    return sum(shape.area() for shape in shapes)
