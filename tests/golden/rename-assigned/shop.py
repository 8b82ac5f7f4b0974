class Cart:
    limit = 3

    def __init__(self, size):
        self.size = size
        self.items = []
        self._n: int = 0

    def grow(self):
        self.size += 1
        self._n = self.size
        return self.size


class Big(Cart):
    def twice(self):
        return self.size * 2
