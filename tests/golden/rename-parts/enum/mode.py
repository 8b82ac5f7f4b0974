from enum import Enum


class Mode(Enum):
    FAST = 1

    @classmethod
    def of(cls, s):
        return cls[s.upper()]
