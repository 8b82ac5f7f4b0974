def low():
    return 1


def mid():
    return low()


def high():
    return mid() + low()
