class A:
    def helper(self):
        return "A"

    def run(self):
        return self.helper()


class B(A):
    def __init__(self):
        self.count = 3

    def util(self):
        return "B"


def use(name):
    return getattr(B(), "do_" + name)()
