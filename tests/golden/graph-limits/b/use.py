from hub.hub import mid, high


def use_b():
    return mid() + high()
