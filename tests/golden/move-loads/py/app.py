import sys


def stop():
    return 0


sys.path.insert(0, ".")
