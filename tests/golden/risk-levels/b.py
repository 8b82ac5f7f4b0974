class Visible:
    def __init__(self, x):
        if x:
            self.x = x


def plain(x):
    def nested(y):
        if y:
            return 1
        return 2
    return nested(x)


def _plain(x):
    if x:
        return 3
    return 4
