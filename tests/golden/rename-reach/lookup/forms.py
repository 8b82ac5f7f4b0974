class Oval:
    n = 1


class Ring:
    n = 2
