from hub.hub import mid, high


def use_c():
    return mid() + high()
