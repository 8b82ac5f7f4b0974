import inner


class Box:
    def go(self):
        return 2


def run(box):
    return box.go()


print(inner.go(), run(Box()))
