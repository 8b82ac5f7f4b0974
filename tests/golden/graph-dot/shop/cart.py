"""Carts of a shop."""
from .price import Price, total
from . import log


class Cart:
    """What a customer wants to buy."""

    def __init__(self, owner):
        self.owner = owner
        self.items = []

    def add(self, name, price):
        """Adds one thing."""
        self.items.append((name, Price(price)))
        log.note("added")

    def sum(self):
        if not self.items:
            return 0
        return total(price for _, price in self.items)


def checkout(cart):
    log.note("checkout")
    return cart.sum()
