from dataclasses import dataclass


@dataclass
class P:
    host: str = "a"
