class Price:
    def __init__(self, amount):
        self.amount = amount


def total(prices):
    result = 0
    for price in prices:
        if price.amount > 0:
            result += price.amount
    return result
