def typed(x: "Helper") -> "list[Helper]":
    """Uses Helper."""
    return [x]


class Helper:
    pass


def script():
    return 0
