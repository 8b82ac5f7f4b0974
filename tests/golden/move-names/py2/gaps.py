first, second = 1, 2

for item in (1, 2):
    pass


def use_first():
    return first


def use_item():
    return item


def use_print(a):
    print(a)
