def val():
    return 1


class Page:
    def amount(self):
        return 9

    first = val()

    def get(self):
        return val()
