from dataclasses import dataclass, fields


@dataclass
class Conf:
    host: str = "a"
    port: int = 1


def load(d):
    return Conf(**d)
