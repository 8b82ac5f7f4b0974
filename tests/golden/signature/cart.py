class Cart:
    def total(self, tax, rounded=False):
        return (self.sum + tax) // 1 if rounded else self.sum + tax


class Basket(Cart):
    def total(self, tax, rounded=False):
        return 2 * super().total(tax, rounded)


def show(cart: Cart):
    return cart.total(3, rounded=True), cart.total(4)
