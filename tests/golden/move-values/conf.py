import re

KIB = 1024
MAX_BODY = 64 * KIB
WORD = re.compile(r"[a-z]+")
COUNT = 0
LOADED = len(WORD.findall("a b"))


def count():
    global COUNT
    COUNT += 1


def price(text):
    """Reads '3 KIB'."""
    return int(WORD.sub("", text)) * KIB


def double(text):
    return 2 * price(text)
