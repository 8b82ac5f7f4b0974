def pay():
    return 1
