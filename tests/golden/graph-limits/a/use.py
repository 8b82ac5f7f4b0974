from hub.hub import mid, high


def use_a():
    return mid() + high()
