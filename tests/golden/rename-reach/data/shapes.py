class Circle:
    n = 1


class Square:
    n = 2


class Plain:
    n = 3
