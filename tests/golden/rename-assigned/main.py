from shop import Cart, Big


class Box:
    def __init__(self):
        self.size = 9


def show(c: Cart):
    return f"{c.size} {c.items}"


c = Cart(2)
c.size = 5
c.grow()
b = Big(4)
print(c.size, b.twice(), b.size, show(b), Box().size)
