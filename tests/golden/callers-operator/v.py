class V:
    def __add__(self, other):
        return self


def used(x):
    return x


def unused(x):
    return x


TABLE = open("used").read()
