from dataclasses import dataclass
@dataclass
class P:
    left: int
